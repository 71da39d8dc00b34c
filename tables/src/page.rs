//! The words about a whole game: on its page, and below its film.

use games::{Diagram, Fact, Record};

use crate::{message::Replay, wording::Wording, words};

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
        let code = match shown < turns {
            true => "replay-last",
            false => "replay",
        };
        let fact = Fact::new(code).with("form", self.form.as_str());
        let fact = fact.with("turns", turns).with("shown", shown);
        Wording::english().say(&fact, &[])
    }
}

impl PageWords {
    /// The words for a game, in English.
    pub fn of(replay: &Replay) -> PageWords {
        let wording = Wording::english();
        let game = replay.name.rsplit_once("-t").map_or("", |(game, _)| game);
        let about = |code| {
            let fact = Fact::new(code).with("game", game);
            let fact = fact.with("table", format!("t{}", replay.table));
            let name = |place: usize| replay.players.get(place).cloned().unwrap_or_default();
            fact.with("players", replay.players.len())
                .with("white", name(0))
                .with("black", name(1))
                .with("result", replay.result.as_str())
        };
        let say = |code| wording.say(&about(code), &[]);
        PageWords {
            language: "en",
            title: say("page-title"),
            result: say("page-result").trim().to_owned(),
            board: say("page-board"),
            controls: say("page-controls"),
            first: say("page-first"),
            back: say("page-back"),
            next: say("page-next"),
            last: say("page-last"),
            play: say("page-play"),
            pause: say("page-pause"),
            slider: say("page-slider"),
            theme: say("page-theme"),
            turns: say("page-turns"),
            start: say("page-start"),
            wording,
        }
    }

    /// What is said of a moment of a game with so many turns.
    pub fn moment(&self, diagram: &Diagram, turns: usize) -> String {
        let fact = match &diagram.last {
            None => Fact::new("page-moment-start"),
            Some(last) => Fact::new("page-moment")
                .with("seat", last.seat)
                .with("number", last.number)
                .with("action", last.text.replace(';', ", ")),
        };
        self.wording
            .say(&fact.with("turns", turns), &diagram.players)
    }

    /// The position in words.
    pub fn position(&self, diagram: &Diagram) -> String {
        words::board(&self.wording, diagram).join("\n")
    }
}
