//! Playing actions.

use games::Fact;

use super::{Answer, Refusal, Tables, refuse};
use crate::{
    chat::Line,
    saved::End,
    table::{Over, Playing, Stage, Table},
};

impl Tables {
    /// Plays an action written in notation.
    pub(super) fn play(&mut self, line: &Line, id: u32, action: &str) -> Answer {
        let refusal = |fact: Fact| Refusal::from(fact);
        let table = self
            .tables
            .get(&id)
            .ok_or_else(|| refusal(Fact::new("no-table")))?;
        let live = match &table.stage {
            Stage::Playing(game) => &game.live,
            Stage::Over(_) => return refuse("game-over"),
            Stage::Challenge(_) | Stage::Dropped => return refuse("not-begun"),
        };
        let Some(seat) = table.seat_of(&line.sender.id) else {
            let players = table.names().join(", ");
            return Err(Fact::new("not-seated").with("players", players).into());
        };
        // Giving up is asked for twice, however it is written.
        if action.trim().eq_ignore_ascii_case("quit") {
            return self.resign(line, Some(id));
        }
        if let Some(mover) = live.to_move()
            && mover != seat
            && live.reads(action)
        {
            return Err(Fact::new("not-your-turn").with("seat", mover).into());
        }
        let instead = live.prompt().map(|prompt| self.asked(live, prompt.ask));
        let table = self
            .tables
            .get_mut(&id)
            .ok_or_else(|| refusal(Fact::new("no-table")))?;
        let Stage::Playing(game) = &mut table.stage else {
            return refuse("game-over");
        };
        let facts = match game.live.play(action) {
            Ok(facts) => facts,
            Err(illegal) => {
                return Err(Refusal {
                    reason: illegal.0,
                    instead,
                });
            }
        };
        game.pending = None;
        self.after_action(line, id, &facts)
    }

    /// Takes one of the numbered answers.
    pub(super) fn pick(&mut self, line: &Line, id: u32, number: usize) -> Answer {
        let prompt = self
            .tables
            .get(&id)
            .and_then(Table::live)
            .and_then(games::Live::prompt);
        let choices = prompt.map(|prompt| prompt.choices).unwrap_or_default();
        if choices.is_empty() {
            return refuse("nothing-to-pick");
        }
        let picked = number.checked_sub(1).and_then(|place| choices.get(place));
        match picked {
            Some(choice) => self.play(line, id, &choice.action),
            None => Err(Fact::new("no-such-choice")
                .with("count", choices.len())
                .into()),
        }
    }

    /// Ends the game if the action has ended it, stores and reports.
    pub(super) fn after_action(&mut self, line: &Line, id: u32, news: &[Fact]) -> Answer {
        let Some(mut table) = self.tables.remove(&id) else {
            return refuse("no-table");
        };
        table.stage = match table.stage {
            Stage::Playing(game) if game.live.outcome().is_some() => over(game, End::Rules),
            stage => stage,
        };
        Ok(self.kept_and_reported(line, table, news))
    }
}

/// The stage of a game that has ended.
pub(super) fn over(game: Playing, end: End) -> Stage {
    let Playing {
        players,
        live,
        pending: _,
    } = game;
    Stage::Over(Over {
        players,
        live,
        end,
        rematch: None,
    })
}
