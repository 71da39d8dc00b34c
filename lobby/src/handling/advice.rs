//! Hints and odds from the computer player.

use games::{Message, puzzles::Family};

use super::{
    Lobby,
    alike::{Barred, FIRST_PRIVATE_TURN},
};
use crate::{
    job::{Chance, Job, NoThought, Question, SearchResult, Wanted},
    line::Line,
    members::Members,
    message::Block,
    messages::{
        TableId,
        advice::{HintMessage, OddsMessage, ThinkingMessage},
        computer::ComputerMessage,
        table::TableMessage,
    },
    refusal::{Answer, Refusal, refuse},
    table::{Playing, Stage, Table},
    terms::Occasion,
    traffic::Effect,
};

impl Lobby {
    /// Queues a question to the computer player: a hint for the player, or the odds for anybody who watches.
    pub(super) fn ask_computer(
        &mut self,
        line: &Line,
        named: Option<u32>,
        wanted: Wanted,
    ) -> Answer {
        let id = match wanted {
            Wanted::Hint | Wanted::Try => self.seated(line, named)?.0,
            Wanted::Odds => self.looked_at(line, named)?,
        };
        if let Some(answer) = self.blocked_by_contest(line, id) {
            return answer;
        }
        if self.tables.get(id).is_some_and(Table::is_puzzle) {
            self.seated(line, named)?;
            return self.narrow(line, id);
        }
        match self.tables.get(id).and_then(|table| self.barred(table)) {
            Some(Barred::Puzzle) => return refuse(HintMessage::OfPuzzle),
            Some(Barred::Duel) => return refuse(HintMessage::OfDuelOn),
            None => {}
        }
        let record = self.game_on(id)?.live.record().to_string();
        if self.game_on(id)?.live.entry().seats == 2 {
            self.check_advice_in_duel(line, id, wanted)?;
        }
        let occasion = self.tables.get(id).map(|table| table.occasion);
        match occasion {
            Some(Occasion::Day(_)) => return refuse(HintMessage::OfDay),
            _ if self.is_of_run(id, |it| matches!(it, Occasion::Day(_))) => {
                return refuse(HintMessage::OfDay);
            }
            _ if self.is_of_run(id, |it| it == Occasion::Free) => {
                return refuse(HintMessage::OfRunOn);
            }
            _ => self.check_own_game(line, id)?,
        }
        let is_run = self.game_on(id)?.players.len() == 1;
        if wanted == Wanted::Hint && is_run && occasion == Some(Occasion::Free) {
            let now = self.now;
            let game = self.game_on(id)?;
            if !game.hinted && game.hint_asked.is_none() {
                game.hint_asked = Some(now);
                return self.changed_and_said(line, id, HintMessage::Price.into());
            }
        }
        if !self.jobs.begin(&line.sender.id) {
            return refuse(ThinkingMessage::Already);
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
        Ok(vec![Effect::Job(Job::Think(question))])
    }

    /// Checks that the computer may be asked about a duel: in a lesson, or by the player who plays against it. In
    /// any other duel it would help one of two people.
    fn check_advice_in_duel(
        &mut self,
        line: &Line,
        id: u32,
        wanted: Wanted,
    ) -> Result<(), Refusal> {
        if wanted == Wanted::Odds {
            return refuse(OddsMessage::OfDuel);
        }
        let table = self.tables.get(id);
        if !table.is_some_and(|table| table.is_lesson() || table.computer().is_some()) {
            let prefix = self.settings.prefix.as_str();
            let refusal = HintMessage::BetweenPeople.to_fact();
            return Err(refusal.with("prefix", prefix).into());
        }
        let own = self.seated(line, Some(id))?.1;
        let table = self.tables.get(id);
        let thinks = table.is_some_and(|table| table.computer_to_move().is_some());
        let mover = self.game_on(id)?.live.to_move();
        match mover.filter(|mover| *mover != own) {
            Some(seat) if thinks => Err(Refusal::from(ComputerMessage::Thinks { seat }).at(id)),
            Some(seat) => Err(Refusal::from(TableMessage::NotYourTurn { seat }).at(id)),
            None => Ok(()),
        }
    }

    /// Refuses hints in or about a lesson or a duel with the computer to a player of a game of the same family
    /// that allows none: similar positions would provide them indirectly.
    pub(super) fn check_own_game(&self, line: &Line, asked: u32) -> Result<(), Refusal> {
        let user = line.sender.id.as_str();
        let is_meant = |table: &&Table| table.is_lesson() || table.computer().is_some();
        let Some(asked) = self.tables.get(asked).filter(is_meant) else {
            return Ok(());
        };
        let game = asked.live().map(|live| live.entry().id);
        let family = asked.live().and_then(|live| Family::of(live.entry()));
        let without_advice = |table: &&Table| match &table.stage {
            Stage::Playing(it) if Family::of(it.live.entry()) == family && !table.is_lesson() => {
                match it.players.len() {
                    1 => !it.hinted && table.occasion != Occasion::Word,
                    _ => table.computer().is_none() && it.live.actions() >= FIRST_PRIVATE_TURN,
                }
            }
            _ => false,
        };
        match self.tables.of(user).find(without_advice) {
            Some(own) => refuse(HintMessage::OwnGameOn {
                table: TableId(own.id),
                game,
            }),
            None => Ok(()),
        }
    }

    /// Declines the offered hint.
    pub(super) fn no_hint(&mut self, line: &Line, id: u32) -> Answer {
        self.game_on(id)?.close_questions();
        self.changed_and_said(line, id, HintMessage::Declined.into())
    }

    /// Reports the computer player's answer, unless the game has changed in the meantime.
    pub(super) fn thought(
        &mut self,
        question: &Question,
        thought: Result<&SearchResult, &NoThought>,
    ) -> Vec<Effect> {
        let Question {
            line,
            table: id,
            record,
            wanted,
        } = question;
        self.jobs.end(&line.sender.id);
        if *wanted == Wanted::Try {
            return self.tried(question, thought.ok());
        }
        let table = self.tables.get(*id);
        let line = &table.map_or_else(|| line.clone(), |table| table.followed(line));
        let game = match table.map(|table| (&table.stage, table.occasion)) {
            Some((Stage::Playing(game), occasion)) if game.live.record().to_string() == *record => {
                (game, occasion)
            }
            _ => return self.refused(line, ThinkingMessage::TooLate.into()),
        };
        let thought = match thought {
            Ok(thought) => thought,
            Err(reason) => return self.refused(line, reason.message().into()),
        };
        let said = match wanted {
            Wanted::Odds => {
                let odds = match thought.chance.filter(|_| !thought.is_sure) {
                    None => OddsMessage::Sure,
                    Some(Chance { wins, margin }) if is_custom(game.0) => {
                        OddsMessage::Custom { wins, margin }
                    }
                    Some(Chance { wins, margin }) => OddsMessage::Run { wins, margin },
                };
                self.sentence(&odds.into())
            }
            Wanted::Hint | Wanted::Try => self.hint(thought, game),
        };
        let answer = self.answer(line, vec![Block::Text(said)]);
        if let Some(game) = self.tables.playing_mut(*id) {
            match wanted {
                Wanted::Hint | Wanted::Try => game.hinted = true,
                Wanted::Odds => game.odds_at = Some(game.live.actions()),
            }
        }
        let table = self.tables.get(*id);
        let saved = table.map(|table| Effect::Save(table.save()));
        saved.into_iter().chain([answer]).collect()
    }

    /// Formats a hint with its reasons, and at the first one with its price.
    fn hint(&self, thought: &SearchResult, (game, occasion): (&Playing, Occasion)) -> String {
        // A certain win has no chance to report.
        let is_sure = thought.is_sure;
        let (action, then) = match thought.turn.split_first() {
            Some((action, then)) => (action.clone(), then),
            None => (String::new(), [].as_slice()),
        };
        let hint = match thought.chance.filter(|_| !is_sure) {
            Some(Chance { wins, margin }) => HintMessage::Run {
                action,
                wins,
                margin,
            },
            None => HintMessage::Duel {
                action,
                then: quoted_actions(then),
            },
        };
        let mut lines = vec![self.sentence(&hint.into())];
        lines.extend(thought.why.iter().map(|why| self.sentence(why)));
        if is_custom(game) && !is_sure {
            lines.push(self.sentence(&HintMessage::Custom.into()));
        }
        // A run from a seed word is not counted anyway.
        if !game.hinted && game.players.len() == 1 && occasion == Occasion::Free {
            lines.push(self.sentence(&HintMessage::First.into()));
        }
        lines.join("\n")
    }
}

/// Returns whether a run has custom breakers, which the computer player does not model well.
fn is_custom(game: &Playing) -> bool {
    game.live.record().options.contains("custom=")
}

/// Formats a sequence of actions in backticks, as they are typed.
pub(super) fn quoted_actions(actions: &[String]) -> Option<String> {
    let actions: Vec<String> = actions.iter().map(|it| format!("`{it}`")).collect();
    (!actions.is_empty()).then(|| actions.join(", "))
}
