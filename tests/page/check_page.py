"""Opens the page of a game in a browser and uses it as people do.

usage: check_page.py CHROMIUM CHROMEDRIVER PAGE TURNS NAME... [--shots FOLDER]

The page shows a game of that many turns between these names, in the words of the example `replay`.
"""

import base64
import json
import pathlib
import sys
import time

from browser import Browser

NOW = "document.querySelector('#turns [aria-current]').dataset.moment"
BOARD = "document.getElementById('shapes').innerHTML"


class Page:
    """Return the visible state of the page."""

    def __init__(self, browser, turns):
        self.browser = browser
        self.turns = turns

    def ask(self, expression):
        return self.browser.run(f"return {expression}")

    def is_at(self, turn):
        """Board, list, slider and what is said agree that it is this turn."""
        assert self.ask(NOW) == str(turn), f"turn {self.ask(NOW)}, not {turn}"
        assert self.ask("document.querySelectorAll('#turns [aria-current]').length") == 1
        assert self.ask("document.getElementById('slider').value") == str(turn)
        said = self.ask("document.getElementById('said').textContent")
        wanted = f"Turn {turn} of {self.turns}: " if turn else f"Start of {self.turns} turns"
        assert said.startswith(wanted), said
        listed = "document.querySelector('#turns [aria-current]')"
        seen = f"(() => {{ const a = {listed}.getBoundingClientRect(), b = "
        seen += "document.getElementById('turns').getBoundingClientRect();"
        seen += "return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 })()"
        assert self.ask(seen), f"turn {turn} is out of sight in the list"
        return self.ask(BOARD)

    def overflows(self):
        """Return the width of the page beyond the window, in pixels."""
        root = "document.documentElement"
        return self.ask(f"{root}.scrollWidth - {root}.clientWidth")

    def background(self):
        return self.ask("getComputedStyle(document.body).backgroundColor")


def goes_to_every_turn(page):
    browser, end = page.browser, page.turns
    boards = {end: page.is_at(end)}
    browser.press("Left")
    boards[end - 1] = page.is_at(end - 1)
    browser.press("Home")
    boards[0] = page.is_at(0)
    browser.press("Left")
    page.is_at(0)
    browser.press("Right", "Right")
    boards[2] = page.is_at(2)
    browser.press("End")
    assert page.is_at(end) == boards[end], "the end looks another way"
    for button, turn in [("first", 0), ("next", 1), ("next", 2), ("back", 1), ("last", end)]:
        browser.click(f"#{button}")
        boards.setdefault(turn, page.is_at(turn))
        assert page.is_at(turn) == boards[turn], f"turn {turn} looks another way"
    browser.click("[data-moment='3']")
    boards[3] = page.is_at(3)
    assert len(set(boards.values())) == len(boards), "turns look alike"


def goes_by_the_slider(page):
    page.browser.click("#last")
    page.browser.run("document.getElementById('slider').focus()")
    page.browser.press("Left")
    page.is_at(page.turns - 1)
    page.browser.press("Home")
    page.is_at(0)
    page.browser.press("Right")
    page.is_at(1)
    assert page.ask("document.getElementById('slider').getAttribute('aria-valuetext')").startswith("Turn 1 ")


def plays_by_itself(page):
    label = "document.getElementById('play').getAttribute('aria-label')"
    page.browser.click("#last")
    assert page.ask(label) == "Play"
    page.browser.click("#play")
    assert page.ask(label) == "Pause"
    page.is_at(0)
    until = time.monotonic() + 10
    while page.ask(NOW) == "0":
        assert time.monotonic() < until, "it does not play"
        time.sleep(0.1)
    page.browser.click("#play")
    assert page.ask(label) == "Play"
    page.browser.press("End")


def can_be_listened_to(page):
    tree = page.browser.chrome("Accessibility.getFullAXTree")["nodes"]
    nodes = [node for node in tree if not node.get("ignored")]
    role = lambda node: node.get("role", {}).get("value")
    name = lambda node: node.get("name", {}).get("value", "")
    unnamed = [node for node in nodes if role(node) in ("button", "slider") and not name(node)]
    assert not unnamed, unnamed
    buttons = {name(node) for node in nodes if role(node) == "button"}
    assert {"To the start", "Back", "Play", "On", "To the end", "Light or dark"} <= buttons, buttons
    pictures = [node for node in nodes if role(node) in ("image", "img")]
    assert [name(node) for node in pictures] == ["Board"], pictures
    assert "pieces on the board" in pictures[0]["description"]["value"]
    assert page.ask("document.getElementById('said').getAttribute('aria-live')") == "polite"


def names_are_text(page, names):
    shown = page.ask("[...document.querySelectorAll('.players li')].map(li => li.textContent)")
    assert shown == names, shown
    assert page.ask("document.querySelectorAll('b, img').length") == 0


def is_light_or_dark(page):
    preferred = lambda value: page.browser.chrome(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}]
    )
    preferred("light")
    light = page.background()
    preferred("dark")
    dark = page.background()
    assert light != dark, light
    page.browser.click("#theme")
    assert page.background() == light
    preferred("light")
    page.browser.click("#theme")
    assert page.background() == dark
    page.browser.click("#theme")
    assert page.background() == light


def fits_a_phone(page, width):
    assert page.overflows() <= 0, "a desktop scrolls sideways"
    top = lambda css: page.ask(f"document.querySelector('{css}').getBoundingClientRect().top")
    assert top(".told") < top("#controls"), "the list is not beside the board"
    phone = {"width": width, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    page.browser.chrome("Emulation.setDeviceMetricsOverride", **phone)
    assert page.ask("innerWidth") == width
    assert page.overflows() <= 0, f"{page.overflows()} pixels too wide at {width}"
    assert top(".told") > top("#controls"), "the list is not below the board"
    page.browser.press("Home", "Right", "Right")
    page.is_at(2)


def says_nothing_wrong(page):
    """No error, nothing that the policy forbids, and nothing loaded but the page itself."""
    complaints = [entry["message"] for entry in page.browser.log("browser")]
    assert not complaints, complaints
    messages = [json.loads(entry["message"])["message"] for entry in page.browser.log("performance")]
    sent = [m for m in messages if m["method"] == "Network.requestWillBeSent"]
    loaded = {message["params"]["request"]["url"] for message in sent}
    here = page.ask("location.href")
    assert loaded <= {here, "data:,"}, loaded


def shoot(page, folder, name):
    if folder:
        picture = page.browser.send("GET", "/screenshot")
        (pathlib.Path(folder) / f"{name}.png").write_bytes(base64.b64decode(picture))


def main():
    arguments = sys.argv[1:]
    folder = None
    if "--shots" in arguments:
        at = arguments.index("--shots")
        folder = arguments[at + 1]
        del arguments[at : at + 2]
    chromium, driver, file, turns, *names = arguments
    with Browser(chromium, driver) as browser:
        browser.open(pathlib.Path(file).resolve().as_uri())
        page = Page(browser, int(turns))
        goes_to_every_turn(page)
        goes_by_the_slider(page)
        plays_by_itself(page)
        can_be_listened_to(page)
        names_are_text(page, names)
        is_light_or_dark(page)
        shoot(page, folder, "light")
        fits_a_phone(page, 360)
        shoot(page, folder, "phone")
        page.browser.click("#theme")
        shoot(page, folder, "phone-dark")
        fits_a_phone_height = page.ask("document.documentElement.scrollHeight")
        assert fits_a_phone_height < 3000, fits_a_phone_height
        says_nothing_wrong(page)


if __name__ == "__main__":
    main()
