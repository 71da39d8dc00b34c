"use strict";

(() => {
  const find = (id) => document.getElementById(id);
  const { shapes, moments } = JSON.parse(find("game").textContent);
  const end = moments.length - 1;
  const pace = 1200;
  const turns = find("turns");
  const entries = [...turns.querySelectorAll("button")];
  let now = end;
  let playing = null;

  // A board is told as runs of shapes: the first of each, and how many.
  const drawing = ({ board }) => {
    let elements = "";
    for (let run = 0; run < board.length; run += 2) {
      elements += shapes.slice(board[run], board[run] + board[run + 1]).join("");
    }
    return elements;
  };

  // Scrolls the list alone, never the page.
  const bringIntoView = (entry) => {
    const above = entry.offsetTop - turns.scrollTop;
    const below = above + entry.offsetHeight - turns.clientHeight;
    if (above < 0) turns.scrollTop += above;
    else if (below > 0) turns.scrollTop += below;
  };

  const show = (moment) => {
    entries[now].removeAttribute("aria-current");
    now = Math.min(Math.max(moment, 0), end);
    const { said, position } = moments[now];
    find("shapes").innerHTML = drawing(moments[now]);
    find("said").textContent = said;
    find("position").textContent = position;
    find("slider").value = now;
    find("slider").setAttribute("aria-valuetext", said);
    entries[now].setAttribute("aria-current", "step");
    bringIntoView(entries[now].parentElement);
    // Not disabled: a button that has the focus keeps it.
    for (const id of ["first", "back"]) find(id).setAttribute("aria-disabled", now === 0);
    for (const id of ["next", "last"]) find(id).setAttribute("aria-disabled", now === end);
  };

  const halt = () => {
    clearInterval(playing);
    playing = null;
    const button = find("play");
    button.classList.remove("playing");
    button.title = button.dataset.play;
    button.setAttribute("aria-label", button.dataset.play);
    find("said").setAttribute("aria-live", "polite");
  };

  const play = () => {
    // Nobody can listen as fast as that.
    find("said").setAttribute("aria-live", "off");
    const button = find("play");
    button.classList.add("playing");
    button.title = button.dataset.pause;
    button.setAttribute("aria-label", button.dataset.pause);
    show(now === end ? 0 : now + 1);
    playing = setInterval(() => {
      if (now < end) show(now + 1);
      if (now === end) halt();
    }, pace);
  };

  const go = (moment) => {
    if (playing) halt();
    show(moment);
  };

  const ways = {
    Home: () => go(0),
    ArrowLeft: () => go(now - 1),
    ArrowRight: () => go(now + 1),
    End: () => go(end),
  };
  find("first").addEventListener("click", ways.Home);
  find("back").addEventListener("click", ways.ArrowLeft);
  find("next").addEventListener("click", ways.ArrowRight);
  find("last").addEventListener("click", ways.End);
  find("play").addEventListener("click", () => (playing ? halt() : play()));
  find("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  turns.addEventListener("click", (event) => {
    const entry = event.target.closest("[data-moment]");
    if (entry) go(Number(entry.dataset.moment));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The slider knows these keys by itself.
    if (!(event.key in ways) || event.target === find("slider")) return;
    event.preventDefault();
    ways[event.key]();
  });

  const dark = matchMedia("(prefers-color-scheme: dark)");
  find("theme").addEventListener("click", () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : dark.matches;
    dataset.theme = isDark ? "light" : "dark";
  });

  find("controls").hidden = false;
  find("theme").hidden = false;
  show(end);
})();
