//! What needs somebody's consent: accepting a challenge, a draw, taking back, giving up, playing
//! again.

use games::{Fact, Seat};

use super::{Answer, Refusal, Tables, moves::over, refuse};
use crate::{
    chat::{Block, Line},
    saved::{End, Pending},
    table::{Challenge, Playing, Stage, Table, index, seat},
};

impl Tables {
    pub(super) fn accept(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let sender = line.sender.id.clone();
        let id = self.awaiting(line, named)?;
        match self.tables.get(&id).map(|table| &table.stage) {
            Some(Stage::Challenge(challenge)) => {
                check_challenged(challenge, &sender)?;
                let challenge = challenge.clone();
                self.begin(line, id, challenge)
            }
            Some(Stage::Playing(Playing {
                pending: Some(Pending::Draw(_)),
                ..
            })) => self.draw(line, Some(id)),
            Some(Stage::Playing(Playing {
                pending: Some(Pending::Takeback(from)),
                ..
            })) => {
                let from = seat(*from);
                self.agree_takeback(line, id, from)
            }
            Some(Stage::Over(_)) => self.rematch(line, Some(id)),
            _ => refuse("nothing-asked"),
        }
    }

    pub(super) fn decline(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let sender = line.sender.id.clone();
        let id = self.awaiting(line, named)?;
        let Some(mut table) = self.tables.remove(&id) else {
            return refuse("no-table");
        };
        let asked = table.seat_of(&sender).map(index);
        let said = match &mut table.stage {
            Stage::Challenge(challenge) => {
                let checked = check_challenged(challenge, &sender);
                let from = challenge.from.name.clone();
                if let Err(refusal) = checked {
                    self.tables.insert(id, table);
                    return Err(refusal);
                }
                table.stage = Stage::Dropped;
                Fact::new("declined")
                    .with("from", from)
                    .with("table", format!("t{id}"))
            }
            Stage::Playing(game) => match (game.pending, asked) {
                (Some(Pending::Draw(by)), Some(asked)) if by != asked => {
                    game.pending = None;
                    Fact::new("draw-declined")
                }
                (Some(Pending::Takeback(by)), Some(asked)) if by != asked => {
                    game.pending = None;
                    Fact::new("takeback-declined")
                }
                _ => {
                    self.tables.insert(id, table);
                    return refuse("nothing-asked");
                }
            },
            Stage::Over(game) if game.rematch.map(index).is_some_and(|by| Some(by) != asked) => {
                game.rematch = None;
                Fact::new("rematch-declined")
            }
            Stage::Over(_) | Stage::Dropped => {
                self.tables.insert(id, table);
                return refuse("nothing-asked");
            }
        };
        let said = said.with("name", line.sender.name.clone());
        Ok(self.kept_and_said(line, table, said))
    }

    pub(super) fn withdraw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let sender = &line.sender.id;
        let id = self.find(line, named, |table| {
            matches!(&table.stage, Stage::Challenge(challenge) if challenge.from.id == *sender)
        })?;
        let own = match self.tables.get(&id).map(|table| &table.stage) {
            Some(Stage::Challenge(challenge)) => challenge.from.id == *sender,
            _ => return refuse("no-challenge"),
        };
        if !own {
            return refuse("not-your-challenge");
        }
        let Some(mut table) = self.tables.remove(&id) else {
            return refuse("no-table");
        };
        table.stage = Stage::Dropped;
        let said = Fact::new("withdrawn").with("table", format!("t{id}"));
        Ok(self.kept_and_said(line, table, said))
    }

    pub(super) fn draw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.duel(line, named)?;
        let Some(Stage::Playing(game)) = self.tables.get_mut(&id).map(|table| &mut table.stage)
        else {
            return refuse("game-over");
        };
        match game.pending {
            Some(Pending::Draw(by)) if by == index(own) => refuse("draw-offered-already"),
            Some(Pending::Draw(_)) => self.finish(line, id, End::Agreed, &[]),
            _ => {
                game.pending = Some(Pending::Draw(index(own)));
                self.ask_other(line, id, own, "draw-offered")
            }
        }
    }

    pub(super) fn takeback(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.seated(line, named)?;
        let Some(Stage::Playing(game)) = self.tables.get_mut(&id).map(|table| &mut table.stage)
        else {
            return refuse("game-over");
        };
        if game.live.entry().chance {
            return refuse("takeback-chance");
        }
        match game.pending {
            Some(Pending::Takeback(by)) if by == index(own) => refuse("takeback-asked-already"),
            Some(Pending::Takeback(_)) => self.agree_takeback(line, id, own.other()),
            _ if game.live.actions_since(own).is_none() => refuse("takeback-nothing"),
            _ => {
                game.pending = Some(Pending::Takeback(index(own)));
                self.ask_other(line, id, own, "takeback-asked")
            }
        }
    }

    /// Takes the last action of a seat back, and everything that came after it.
    fn agree_takeback(&mut self, line: &Line, id: u32, from: Seat) -> Answer {
        let (_, own) = self.seated(line, Some(id))?;
        if own == from {
            return refuse("takeback-asked-already");
        }
        let Some(Stage::Playing(game)) = self.tables.get_mut(&id).map(|table| &mut table.stage)
        else {
            return refuse("game-over");
        };
        let count = game.live.actions_since(from);
        let Some(earlier) = count.and_then(|count| game.live.without_last(count)) else {
            return refuse("takeback-nothing");
        };
        game.live = earlier;
        game.pending = None;
        self.after_action(line, id, &[Fact::new("takeback-done").with("seat", from)])
    }

    /// Gives a duel or a run up; the first time it only asks whether that is meant.
    pub(super) fn resign(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.seated(line, named)?;
        let Some(table) = self.tables.get_mut(&id) else {
            return refuse("no-table");
        };
        let Stage::Playing(game) = &mut table.stage else {
            return refuse("game-over");
        };
        let solitaire = game.players.len() == 1;
        if game.pending != Some(Pending::Resign(index(own))) {
            game.pending = Some(Pending::Resign(index(own)));
            let code = if solitaire {
                "quit-sure"
            } else {
                "resign-sure"
            };
            let said = Fact::new(code).with("prefix", self.shown_prefix(line).to_owned());
            let Some(table) = self.tables.remove(&id) else {
                return refuse("no-table");
            };
            return Ok(self.kept_and_said(line, table, said));
        }
        if solitaire {
            let facts = game
                .live
                .play("quit")
                .map_err(|illegal| Refusal::from(illegal.0))?;
            return self.after_action(line, id, &facts);
        }
        self.finish(line, id, End::Resigned(index(own)), &[])
    }

    pub(super) fn rematch(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let sender = line.sender.id.clone();
        let newest = |tables: &Tables| {
            let mut over = tables.tables.values().rev().filter(|table| {
                table.room == line.room
                    && table.seat_of(&sender).is_some()
                    && matches!(table.stage, Stage::Over(_))
            });
            over.next().map(|table| table.id)
        };
        let in_thread = self.in_thread(line).map(|table| table.id);
        let id = match named.or(in_thread).or_else(|| newest(self)) {
            Some(id) => self.find(line, Some(id), |_| true)?,
            None => return refuse("no-rematch"),
        };
        let Some(table) = self.tables.get_mut(&id) else {
            return refuse("no-table");
        };
        let own = table.seat_of(&sender);
        let thread = table.thread.clone();
        match (&mut table.stage, own) {
            (Stage::Over(game), Some(own)) if game.players.len() == 2 => match game.rematch {
                Some(by) if by == own => refuse("rematch-asked-already"),
                Some(_) => {
                    game.rematch = None;
                    let old = crate::chat::Effect::Save(table.save());
                    let mut effects = vec![old];
                    effects.extend(self.begin_again(line, id)?);
                    Ok(effects)
                }
                None => {
                    let newer = self
                        .tables
                        .range(id + 1..)
                        .any(|(_, other)| other.room == line.room && other.thread == thread);
                    if newer {
                        return refuse("rematch-on-already");
                    }
                    if let Some(Stage::Over(game)) =
                        self.tables.get_mut(&id).map(|table| &mut table.stage)
                    {
                        game.rematch = Some(own);
                    }
                    self.ask_other(line, id, own, "rematch-asked")
                }
            },
            (Stage::Over(_), Some(_)) => refuse("rematch-run"),
            (Stage::Over(_), None) => refuse("rematch-not-seated"),
            _ => refuse("rematch-too-early"),
        }
    }

    /// The table that waits for the sender's consent, or else for somebody's.
    fn awaiting(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let own = self.find(line, named, |table| awaits(table, &line.sender.id));
        own.or_else(|_| {
            self.find(line, named, |table| {
                matches!(table.stage, Stage::Challenge(_))
            })
        })
    }

    /// The duel at which the sender plays, and the sender's seat.
    fn duel(&self, line: &Line, named: Option<u32>) -> Result<(u32, Seat), Refusal> {
        let (id, own) = self.seated(line, named)?;
        let players = self
            .tables
            .get(&id)
            .map_or(0, |table| table.players().len());
        if players == 2 {
            Ok((id, own))
        } else {
            refuse("draw-alone")
        }
    }

    /// The table at which the sender plays, and the sender's seat.
    fn seated(&self, line: &Line, named: Option<u32>) -> Result<(u32, Seat), Refusal> {
        let id = self.playing(line, named)?;
        let Some(table) = self.tables.get(&id) else {
            return refuse("no-table");
        };
        match (&table.stage, table.seat_of(&line.sender.id)) {
            (Stage::Challenge(_), _) => refuse("not-begun"),
            (_, Some(seat)) => Ok((id, seat)),
            (_, None) => {
                let players = table.names().join(", ");
                Err(Fact::new("not-seated").with("players", players).into())
            }
        }
    }

    /// Stores a table and says a sentence to the other player, who is notified.
    fn ask_other(&mut self, line: &Line, id: u32, own: Seat, code: &'static str) -> Answer {
        let Some(table) = self.tables.remove(&id) else {
            return refuse("no-table");
        };
        let other = table.players().get(own.other().index()).cloned();
        let said = Fact::new(code)
            .with("name", line.sender.name.clone())
            .with(
                "other",
                other
                    .as_ref()
                    .map(|person| person.name.clone())
                    .unwrap_or_default(),
            )
            .with("table", format!("t{id}"))
            .with("prefix", self.shown_prefix(line));
        let blocks = vec![Block::Text(self.sentence(&said))];
        let answer = self.answer_at(line, &table, other.as_ref(), blocks);
        Ok(vec![self.keep(table), answer])
    }

    fn finish(&mut self, line: &Line, id: u32, end: End, news: &[Fact]) -> Answer {
        let Some(mut table) = self.tables.remove(&id) else {
            return refuse("no-table");
        };
        table.stage = match table.stage {
            Stage::Playing(game) => over(game, end),
            stage => stage,
        };
        Ok(self.kept_and_reported(line, table, news))
    }

    fn kept_and_said(&mut self, line: &Line, table: Table, said: Fact) -> Vec<crate::chat::Effect> {
        let blocks = vec![Block::Text(self.wording.say(&said, &table.names()))];
        let answer = match table.stage {
            Stage::Dropped => self.answer(line, blocks),
            _ => self.answer_at(line, &table, None, blocks),
        };
        vec![self.keep(table), answer]
    }
}

/// Whether a table waits for this user's consent.
fn awaits(table: &Table, user: &str) -> bool {
    let own = table.seat_of(user).map(index);
    match &table.stage {
        Stage::Challenge(challenge) => check_challenged(challenge, user).is_ok(),
        Stage::Playing(game) => match game.pending {
            Some(Pending::Draw(by) | Pending::Takeback(by)) => own.is_some_and(|own| own != by),
            Some(Pending::Resign(_)) | None => false,
        },
        Stage::Over(game) => match (game.rematch.map(index), own) {
            (Some(by), Some(own)) => by != own,
            _ => false,
        },
        Stage::Dropped => false,
    }
}

fn check_challenged(challenge: &Challenge, user: &str) -> Result<(), Refusal> {
    match &challenge.to {
        _ if challenge.from.id == user => refuse("own-challenge"),
        Some(person) if person.id != user => Err(Fact::new("not-challenged")
            .with("name", person.name.clone())
            .into()),
        _ => Ok(()),
    }
}
