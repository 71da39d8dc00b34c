//! What the computer player would do, and how it sees the chances.

use games::{Fact, Seed};

use super::{Answer, Tables, refuse};
use crate::{
    errand::{Errand, Question, Thought, Wanted},
    line::Line,
    members::Members,
    message::Block,
    table::{Playing, Stage},
    terms::Occasion,
    traffic::Effect,
};

impl Tables {
    /// Has the computer player think about a run: a hint is for the runner alone, the chances are
    /// for everybody who watches.
    pub(super) fn ask_computer(
        &mut self,
        line: &Line,
        named: Option<u32>,
        wanted: Wanted,
    ) -> Answer {
        let id = match wanted {
            Wanted::Hint => self.seated(line, named)?.0,
            Wanted::Odds => self.looked_at(line, named)?,
        };
        let game = self.game_on(id)?;
        let (entry, record) = (game.live.entry(), game.live.record().to_string());
        // One play-out tells whether there is a computer player at all.
        if game.live.advise(1, Seed(line.seed)).is_none() {
            return Err(Fact::new("no-adviser").with("game", entry.id).into());
        }
        let occasion = self.seating.get(id).map(|table| table.occasion);
        if matches!(occasion, Some(Occasion::Day(_))) {
            return refuse("no-advice-of-day");
        }
        if wanted == Wanted::Hint && occasion == Some(Occasion::Free) {
            let now = self.now;
            let game = self.game_on(id)?;
            if !game.hinted && game.hint_asked.is_none() {
                game.hint_asked = Some(now);
                return self.changed_and_said(line, id, Fact::new("hint-price"));
            }
        }
        if !self.thinking.insert(line.sender.id.clone()) {
            return refuse("thinking-already");
        }
        let question = Question {
            line: Line {
                people: Members::default(),
                ..line.clone()
            },
            table: id,
            record,
            wanted,
        };
        Ok(vec![Effect::Errand(Errand::Think(question))])
    }

    /// Takes no hint after all.
    pub(super) fn no_hint(&mut self, line: &Line, id: u32) -> Answer {
        self.game_on(id)?.close_questions();
        self.changed_and_said(line, id, Fact::new("hint-declined"))
    }

    /// Tells what the computer player thinks, unless the game has gone on meanwhile.
    pub(super) fn thought(
        &mut self,
        question: &Question,
        thought: Option<&Thought>,
    ) -> Vec<Effect> {
        let Question {
            line,
            table: id,
            record,
            wanted,
        } = question;
        self.thinking.remove(&line.sender.id);
        let refused = |code| self.refused(line, Fact::new(code).into());
        let Some(thought) = thought else {
            return refused("no-advice");
        };
        let table = self.seating.get(*id);
        let game = match table.map(|table| (&table.stage, table.occasion)) {
            Some((Stage::Playing(game), occasion)) if game.live.record().to_string() == *record => {
                (game, occasion)
            }
            _ => return refused("thought-too-late"),
        };
        let said = match wanted {
            Wanted::Odds => self.sentence(&with_chance(Fact::new("odds"), thought)),
            Wanted::Hint => self.hint(thought, game),
        };
        let answer = self.answer(line, vec![Block::Text(said)]);
        if let Some(game) = self.seating.playing_mut(*id) {
            match wanted {
                Wanted::Hint => game.hinted = true,
                Wanted::Odds => game.odds_at = Some(game.live.actions()),
            }
        }
        let table = self.seating.get(*id);
        let saved = table.map(|table| Effect::Save(table.save()));
        saved.into_iter().chain([answer]).collect()
    }

    /// The hint with its reasons, and what it costs the first time.
    fn hint(&self, thought: &Thought, (game, occasion): (&Playing, Occasion)) -> String {
        let hint = Fact::new("hint").with("action", thought.action.as_str());
        let mut lines = vec![self.sentence(&with_chance(hint, thought))];
        lines.extend(thought.why.iter().map(|why| self.sentence(why)));
        // A run from a word is not counted anyway.
        if !game.hinted && occasion == Occasion::Free {
            lines.push(self.sentence(&Fact::new("hint-first")));
        }
        lines.join("\n")
    }
}

fn with_chance(fact: Fact, thought: &Thought) -> Fact {
    fact.with("wins", thought.wins)
        .with("margin", thought.margin)
}
