//! Pages: a whole game as one HTML file that loads nothing from anywhere.

mod svg;
mod text;

use std::{collections::HashMap, fmt::Write as _, sync::LazyLock};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use games::Diagram;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::{
    Limits, Replay, ReplayError, Shown, Sprite, sheet,
    theme::{Paint, Theme},
};
use text::{Hole, escaped, filled};

const HTML: &str = include_str!("../assets/page/page.html");
const SCRIPT: &str = include_str!("../assets/page/page.js");

/// The style sheet: the handwritten part, then the colours of both themes.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    let mut style = include_str!("../assets/page/page.css").to_owned();
    let colours = |theme: Theme| {
        let paints = Paint::ALL.iter().map(|paint| {
            let [red, green, blue] = paint.rgb(theme);
            format!("--{}:#{red:02x}{green:02x}{blue:02x};", paint.class())
        });
        paints.collect::<String>()
    };
    let (light, dark) = (colours(Theme::Light), colours(Theme::Dark));
    let _ = write!(
        style,
        "\n:root{{color-scheme:light;{light}}}\n:root[data-theme=dark]{{color-scheme:dark;{dark}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme]){{color-scheme:dark;{dark}}}}}\n"
    );
    for class in Paint::ALL.iter().map(|paint| paint.class()) {
        let _ = write!(
            style,
            ".fill-{class}{{fill:var(--{class})}}.edge-{class}{{stroke:var(--{class})}}"
        );
    }
    style
});

/// The texts of a page, since this crate knows no language. Plain text, which is escaped here.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The language of these texts, as in HTML: `en`.
    pub language: &'a str,
    /// The title: the game and its table.
    pub title: &'a str,
    /// The sentence below the title: the players, and the end if the game is over.
    pub result: &'a str,
    /// The labels of the parts of the page, by their names in the template, such as `board` or `first`; `start` is
    /// the entry of the start in the list of turns.
    pub labels: &'a [(String, String)],
    /// Returns the caption of a moment, given the number of turns: of the start, where the diagram has no
    /// last turn, or of the position after a turn. `Turn 3 of 40, alice: Gb2`.
    pub moment: &'a dyn Fn(&Diagram, usize) -> String,
    /// Returns the position in words, for readers who see no picture; may be empty.
    pub position: &'a dyn Fn(&Diagram) -> String,
}

impl<'a> Words<'a> {
    /// Returns a label; empty if there is none of that name.
    fn label(&self, name: &str) -> &'a str {
        let mut labels = self.labels.iter();
        let label = labels.find(|(known, _)| known == name);
        label.map_or("", |(_, label)| label)
    }
}

/// All drawings of a page.
#[derive(Default, Serialize)]
struct Game {
    /// The distinct shapes of all drawings, as SVG.
    shapes: Vec<String>,
    /// The start, then the position after each turn.
    moments: Vec<Moment>,
}

#[derive(Default, Serialize)]
struct Moment {
    said: String,
    position: String,
    /// Indices of the shapes, the lowest shape first, as runs: the first index and the length, repeated.
    board: Vec<usize>,
}

impl Game {
    /// Returns the JSON for a page: nothing in it can end the element around it.
    #[expect(
        clippy::expect_used,
        reason = "texts and numbers can be written as JSON"
    )]
    fn json(&self) -> String {
        let json = serde_json::to_string(self).expect("texts and numbers can be written as JSON");
        json.replace('<', "\\u003c")
    }
}

/// A page in progress, while the game is replayed.
#[derive(Default)]
struct Course {
    game: Game,
    /// Indices of the shapes.
    numbers: HashMap<String, usize>,
    /// The list of turns, as HTML.
    list: String,
    /// The shapes of the newest drawing, and its width and height.
    shown: String,
    size: (u32, u32),
}

impl Course {
    fn go_on(&mut self, diagram: &Diagram, words: &Words, turns: usize) {
        let drawing = sheet::drawing(&[diagram]);
        self.size = (drawing.width, drawing.height);
        let all: Vec<String> = drawing.shapes.iter().map(svg::element).collect();
        let shapes = &mut self.game.shapes;
        let numbers = all.iter().map(|shape| {
            *self.numbers.entry(shape.clone()).or_insert_with(|| {
                shapes.push(shape.clone());
                shapes.len() - 1
            })
        });
        let moment = Moment {
            said: (words.moment)(diagram, turns),
            position: (words.position)(diagram),
            board: runs(numbers),
        };
        self.list += &entry(diagram, words, self.game.moments.len());
        self.shown = all.concat();
        self.game.moments.push(moment);
    }
}

/// Writes a game, or its last turns, as a page with controls to go to every turn. The page holds the drawings
/// and the turns, neither the record nor its seed.
///
/// # Errors
/// If the record cannot be replayed, or the page is cancelled.
pub fn page(
    replay: &Replay,
    words: &Words,
    limits: &Limits<'_>,
) -> Result<Shown<String>, ReplayError> {
    replay.within(limits, String::len, |turns| {
        write(replay, words, turns, limits)
    })
}

/// Writes the last turns of a game.
fn write(
    replay: &Replay,
    words: &Words,
    turns: usize,
    limits: &Limits<'_>,
) -> Result<String, ReplayError> {
    let all = replay.record.turns.len();
    let mut course = Course::default();
    replay.each(turns, limits.is_cancelled, |diagram| {
        course.go_on(diagram, words, all);
    })?;
    let game = course.game.json();
    let last = course.game.moments.len().saturating_sub(1);
    let Moment { said, position, .. } = course.game.moments.into_iter().last().unwrap_or_default();
    let seats = replay.players.len().clamp(1, 2).to_string();
    let players = replay
        .players
        .iter()
        .map(|name| format!("<li><bdi>{}</bdi></li>", escaped(name)));
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(&STYLE)
    );
    let (width, height) = course.size;
    let mut holes = vec![
        ("policy", Hole::Text(policy)),
        ("style", Hole::Markup(STYLE.clone())),
        ("script", Hole::Markup(SCRIPT.to_owned())),
        ("game", Hole::Markup(game)),
        ("sprites", Hole::Markup(sprites())),
        ("shapes", Hole::Markup(course.shown)),
        ("list", Hole::Markup(course.list)),
        ("players", Hole::Markup(players.collect())),
        ("seats", Hole::Text(seats)),
        ("size", Hole::Text(format!("0 0 {width} {height}"))),
        ("count", Hole::Text(last.to_string())),
        ("said", Hole::Text(said)),
        ("position", Hole::Text(position)),
    ];
    holes.extend(wording(words));
    Ok(filled(HTML, &holes))
}

/// Returns the texts that are the same at every turn.
fn wording<'a>(words: &Words<'a>) -> impl Iterator<Item = (&'a str, Hole)> {
    let texts = [
        ("language", words.language),
        ("title", words.title),
        ("result", words.result),
    ];
    let labels = words.labels.iter();
    let labels = labels.map(|(name, label)| (name.as_str(), label.as_str()));
    let all = texts.into_iter().chain(labels);
    all.map(|(name, text)| (name, Hole::Text(text.to_owned())))
}

/// Returns an entry of the list of turns, for a moment of the page.
fn entry(diagram: &Diagram, words: &Words, moment: usize) -> String {
    let (class, number, text) = match &diagram.last {
        Some(last) if last.number > 0 => {
            let class = format!("seat-{}", last.seat.index());
            (class, last.number, last.text.as_str())
        }
        _ => ("start".to_owned(), 0, words.label("start")),
    };
    // Lines may break between the actions of a turn.
    let text = escaped(text).replace(';', ";<wbr>");
    let label = match number {
        0 => String::new(),
        _ => format!("<span class=\"number\">{number}.</span> "),
    };
    format!(
        "<li class=\"{class}\"><button type=\"button\" data-moment=\"{moment}\">{label}{text}</button></li>\n"
    )
}

/// Returns runs of consecutive numbers: the first number and the length of each.
fn runs(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut runs: Vec<usize> = Vec::new();
    for number in numbers {
        match runs.as_mut_slice() {
            [.., first, count] if *first + *count == number => *count += 1,
            _ => runs.extend([number, 1]),
        }
    }
    runs
}

/// Returns the pieces as SVG symbols, for all drawings.
fn sprites() -> String {
    let symbol = |sprite: &Sprite| svg::symbol(*sprite);
    Sprite::ALL.iter().map(symbol).collect()
}

/// Returns the name of a script or a style sheet in a content security policy.
fn hash(content: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(content)))
}

#[cfg(test)]
mod tests {
    use games::{Entry, Record};

    use super::*;
    use crate::random;

    const NASTY: &str = "</script><b>\"'&amp;{{seats}}";

    fn written(record: &Record, players: &[String]) -> String {
        written_within(record, players, &Limits::NONE)
    }

    fn written_within(record: &Record, players: &[String], limits: &Limits<'_>) -> String {
        let replay = Replay {
            record,
            table: Some(7),
            players,
            ended: None,
        };
        let labels = [
            "board", "controls", "first", "back", "next", "last", "play", "pause", "slider",
            "theme", "turns", "start",
        ]
        .map(|name| (name.to_owned(), name.to_owned()));
        let words = Words {
            language: "en",
            title: NASTY,
            result: "Result",
            labels: &labels,
            moment: &|diagram, turns| {
                let number = diagram.last.as_ref().map_or(0, |last| last.number);
                format!("{NASTY} {number}/{turns}")
            },
            position: &|_| String::new(),
        };
        page(&replay, &words, limits).unwrap().file
    }

    fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
        let start = page.find(from).unwrap() + from.len();
        &page[start..start + page[start..].find(to).unwrap()]
    }

    #[test]
    fn no_text_becomes_markup() {
        let record = random::game(Entry::find("matrx").unwrap(), 5);
        let page = written(&record, &[NASTY.to_owned(), "bob".to_owned()]);
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert!(!page.contains("<b>"));
        assert!(page.contains("<bdi>&lt;/script&gt;&lt;b&gt;&quot;&#39;&amp;amp;{{seats}}</bdi>"));
        let game = between(&page, "id=\"game\">", "</script>");
        let game: serde_json::Value = serde_json::from_str(game).unwrap();
        assert_eq!(game["moments"][5]["said"], format!("{NASTY} 5/5"));
        assert_eq!(game["moments"].as_array().unwrap().len(), 6);
    }

    #[test]
    fn turns_of_an_excerpt_keep_their_numbers() {
        let record = random::game(Entry::find("matrx").unwrap(), 12);
        let limits = Limits {
            max_turns: 2,
            ..Limits::NONE
        };
        let page = written_within(&record, &[], &limits);
        let list = between(&page, "<ol id=\"turns\">", "</ol>");
        for (moment, number) in [(0, 10), (1, 11), (2, 12)] {
            let entry = format!("data-moment=\"{moment}\"><span class=\"number\">{number}.</span>");
            assert!(list.contains(&entry), "{list}");
        }
        assert_eq!(list.matches("<li").count(), 3);
        assert!(page.contains("max=\"2\" value=\"2\""));
        assert!(page.contains("12/12") && !page.contains("9/12"));
    }

    #[test]
    fn the_policy_allows_only_own_script_and_style() {
        let record = random::game(Entry::find("matrx").unwrap(), 1);
        let page = written(&record, &[]);
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        let script = between(&page, "<script>", "</script>");
        let style = between(&page, "<style>", "</style>");
        for content in [script, style] {
            assert!(
                policy.contains(&escaped(&format!("'{}'", hash(content)))),
                "{policy}"
            );
        }
        assert!(policy.starts_with("default-src &#39;none&#39;;"));
        let loads = ["http:", "https:", "url(", "@import", "src="];
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(loads.iter().all(|load| !page.contains(load)));
    }

    #[test]
    fn neither_seed_nor_record_is_told() {
        let record = random::game(Entry::find("run").unwrap(), 20);
        let page = written(&record, &["alice".to_owned()]);
        assert!(!page.contains(&record.seed.unwrap().to_hex()));
        assert!(!page.contains("seed") && !page.contains("icebreaker-record"));
    }

    #[test]
    fn the_page_shows_the_end_without_script() {
        let record = random::game(Entry::find("matrx").unwrap(), 5);
        let page = written(&record, &[]);
        let shown = between(&page, "<g id=\"shapes\">", "</g>");
        let game = between(&page, "id=\"game\">", "</script>");
        let game: serde_json::Value = serde_json::from_str(game).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
        let board = game["moments"][5]["board"].as_array().unwrap();
        let shapes = board.chunks(2).flat_map(|run| {
            let first = number(&run[0]);
            (first..first + number(&run[1])).map(|shape| game["shapes"][shape].as_str().unwrap())
        });
        assert_eq!(shapes.collect::<String>(), shown);
    }
}
