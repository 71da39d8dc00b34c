//! The words about a whole game: on its page, and below its film.

use games::{Diagram, Record};

use crate::{
    message::Replay,
    messages::{TableId, page::PageMessage, replay::ReplayMessage},
    wording::Wording,
    words,
};

/// The words of a page on which a game is turned forwards and back.
pub struct PageWords {
    wording: Wording,
    /// The language, as HTML names it.
    pub language: &'static str,
    /// Which game at which table.
    pub title: String,
    /// Who plays, and how it ended if it has.
    pub result: String,
    /// What the board is called.
    pub board: String,
    /// What the controls are called.
    pub controls: String,
    /// The button to the start.
    pub first: String,
    /// The button one turn back.
    pub back: String,
    /// The button one turn on.
    pub next: String,
    /// The button to the last turn.
    pub last: String,
    /// The button that goes on by itself.
    pub play: String,
    /// The same button while it does.
    pub pause: String,
    /// The slider.
    pub slider: String,
    /// The button between light and dark.
    pub theme: String,
    /// The heading of the list of turns.
    pub turns: String,
    /// The position before the first turn.
    pub start: String,
}

impl Replay {
    /// The caption of a file that shows so many turns of the game, the last ones.
    pub fn caption(&self, shown: usize) -> String {
        let turns = self.record.parse::<Record>();
        let turns = turns.map_or(shown, |record| record.turns.len());
        let form = self.form.as_str();
        let caption = match shown < turns {
            true => ReplayMessage::Last { form, turns, shown },
            false => ReplayMessage::Whole { form, turns },
        };
        Wording::english().say(&caption.into(), &[])
    }
}

impl PageWords {
    /// The words for a game, in English.
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
            board: say(PageMessage::Board),
            controls: say(PageMessage::Controls),
            first: say(PageMessage::First),
            back: say(PageMessage::Back),
            next: say(PageMessage::Next),
            last: say(PageMessage::Last),
            play: say(PageMessage::Play),
            pause: say(PageMessage::Pause),
            slider: say(PageMessage::Slider),
            theme: say(PageMessage::Theme),
            turns: say(PageMessage::Turns),
            start: say(PageMessage::Start),
            wording,
        }
    }

    /// What is said of a moment of a game with so many turns.
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

    /// The position in words.
    pub fn position(&self, diagram: &Diagram) -> String {
        words::board(&self.wording, diagram).join("\n")
    }
}
