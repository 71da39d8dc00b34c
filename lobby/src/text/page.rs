//! Texts around a replay: the words of its page, and the caption of its file.

use games::{Diagram, Fact, Record};

use crate::{
    message::Replay,
    text::{
        messages::{PageMessage, ReplayMessage, TableId},
        wording::Wording,
        words,
    },
};

/// The labels of a page. Each is named in the template as its message is, without the prefix `page-`.
const LABELS: [PageMessage; 12] = [
    PageMessage::Board,
    PageMessage::Controls,
    PageMessage::First,
    PageMessage::Back,
    PageMessage::Next,
    PageMessage::Last,
    PageMessage::Play,
    PageMessage::Pause,
    PageMessage::Slider,
    PageMessage::Theme,
    PageMessage::Turns,
    PageMessage::Start,
];

/// The words of an HTML page that steps through a game.
pub struct PageWords {
    wording: Wording,
    /// The language tag for HTML.
    pub language: &'static str,
    /// The title: the game and its table.
    pub title: String,
    /// The players, and the result if the game is over.
    pub result: String,
    /// The labels of its parts, by their names in the template of the page: `first`, `To the start`.
    pub labels: Vec<(String, String)>,
}

impl Replay {
    /// Returns the caption of a file that shows the last `shown` turns of the game.
    pub fn caption(&self, shown: usize) -> String {
        let turns = self.record.parse::<Record>();
        let turns = turns.map_or(shown, |record| record.turns.len());
        let form = self.form.as_str();
        let caption = if shown < turns {
            ReplayMessage::Last { form, turns, shown }
        } else {
            ReplayMessage::Whole { form, turns }
        };
        Wording::english().say(&caption.into(), &[])
    }
}

impl PageWords {
    /// Returns the words for a game, in English.
    pub fn of(replay: &Replay) -> PageWords {
        let wording = Wording::english();
        let game = replay.name.rsplit_once("-t").map_or("", |(game, _)| game);
        let say = |words: PageMessage| wording.say(&words.into(), &[]);
        let name = |place: usize| replay.players.get(place).cloned().unwrap_or_default();
        let title = PageMessage::Title {
            game: game.to_owned(),
            table: TableId(replay.table),
        };
        let result = PageMessage::Result {
            game: game.to_owned(),
            players: replay.players.len(),
            white: name(0),
            black: name(1),
            result: replay.result.clone(),
        };
        PageWords {
            language: "en",
            title: say(title),
            result: say(result).trim().to_owned(),
            labels: labels(&wording),
            wording,
        }
    }

    /// Returns the description of a position in a game of `turns` turns.
    pub fn moment(&self, diagram: &Diagram, turns: usize) -> String {
        let moment = match &diagram.last {
            None => PageMessage::MomentStart { turns },
            Some(last) => PageMessage::Moment {
                seat: last.seat,
                number: last.number,
                action: last.text.replace(';', ", "),
                turns,
            },
        };
        self.wording.say(&moment.into(), &diagram.players)
    }

    /// Returns the position in words.
    pub fn position(&self, diagram: &Diagram) -> String {
        words::board(&self.wording, diagram).join("\n")
    }
}

/// Returns the labels with their names.
fn labels(wording: &Wording) -> Vec<(String, String)> {
    let labels = LABELS.into_iter().map(|label| {
        let label = Fact::from(label);
        let name = label.code.strip_prefix("page-").unwrap_or(&label.code);
        (name.to_owned(), wording.say(&label, &[]))
    });
    labels.collect()
}
