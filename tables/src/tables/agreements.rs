//! What needs somebody's consent: accepting a challenge, a draw, giving up, playing again.

use games::{Fact, Seat};

use super::{
    Answer, Refusal, Tables,
    lapse::is_here,
    moves::over,
    refuse,
    waiting::{asks, check_challenged},
};
use crate::{
    chat::{Effect, Line, Person},
    command::{self, Command},
    saved::{End, Pending},
    table::{Playing, Stage, Table, index, seat},
};

impl Tables {
    pub(super) fn accept(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.awaiting(line, named)?;
        let sender = &line.sender.id;
        let own = self.tables.get(&id).and_then(|table| table.seat_of(sender));
        match self.tables.get(&id).map(|table| &table.stage) {
            Some(Stage::Challenge(challenge)) => {
                check_challenged(challenge, sender)?;
                let challenge = challenge.clone();
                self.begin(line, id, challenge)
            }
            Some(Stage::Playing(game)) => {
                let Some(pending) = game.pending else {
                    return refuse("nothing-asked");
                };
                let (id, own) = self.seated(line, Some(id))?;
                match pending {
                    _ if pending.by() == index(own) => Err(open_offer(pending, own).at(id)),
                    Pending::Draw(_) => self.draw(line, Some(id)),
                    Pending::Takeback(by) => self.take_back(line, id, seat(by)),
                }
            }
            Some(Stage::Over(game)) if game.rematch.is_some() && game.rematch != own => {
                self.rematch(line, Some(id))
            }
            _ => refuse("nothing-asked"),
        }
    }

    pub(super) fn decline(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.awaiting(line, named)?;
        let sender = &line.sender.id;
        let Some(table) = self.tables.get_mut(&id) else {
            return refuse("no-table");
        };
        let own = table.seat_of(sender).map(index);
        let declined = match &mut table.stage {
            Stage::Challenge(challenge) => {
                check_challenged(challenge, sender)?;
                if challenge.to.is_none() {
                    return refuse("decline-anyone");
                }
                let from = challenge.from.name.clone();
                table.stage = Stage::Dropped;
                Fact::new("declined")
                    .with("from", from)
                    .with("table", format!("t{id}"))
            }
            Stage::Playing(game) => match (game.pending, own) {
                (Some(pending), Some(own)) if pending.by() != own => {
                    game.pending = None;
                    Fact::new(match pending {
                        Pending::Draw(_) => "draw-declined",
                        Pending::Takeback(_) => "takeback-declined",
                    })
                }
                _ => return refuse("nothing-asked"),
            },
            Stage::Over(game) => match (game.rematch.map(index), own) {
                (Some(by), Some(own)) if by != own => {
                    game.rematch = None;
                    Fact::new("rematch-declined")
                }
                _ => return refuse("nothing-asked"),
            },
            Stage::Lapsed(_) | Stage::Dropped => return refuse("nothing-asked"),
        };
        self.changed_and_said(line, id, declined.with("name", line.sender.name.as_str()))
    }

    /// Takes back what the sender has asked for: a challenge, a draw, a takeback or a rematch.
    pub(super) fn withdraw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let sender = &line.sender.id;
        let id = self.asking(line, named)?;
        let table = self.tables.get_mut(&id);
        let table = table.filter(|table| asks(table, sender));
        let own = table.as_ref().and_then(|table| table.seat_of(sender));
        let (what, own) = match (table.map(|table| &mut table.stage), own) {
            (Some(stage @ Stage::Challenge(_)), _) => {
                *stage = Stage::Dropped;
                let withdrawn = Fact::new("withdrawn").with("table", format!("t{id}"));
                return self.changed_and_said(line, id, withdrawn);
            }
            (Some(Stage::Playing(game)), Some(own)) => match game.pending.take() {
                Some(Pending::Takeback(_)) => ("takeback", own),
                Some(Pending::Draw(_)) | None => ("draw", own),
            },
            (Some(Stage::Over(game)), Some(own)) => {
                game.rematch = None;
                ("rematch", own)
            }
            _ => {
                let of_another = self.tables.get(&id).map(|table| &table.stage);
                return refuse(match of_another {
                    Some(Stage::Challenge(_)) => "not-your-challenge",
                    _ => "nothing-to-withdraw",
                });
            }
        };
        let withdrawn = Fact::new("offer-withdrawn").with("what", what);
        self.ask_other(line, id, own, withdrawn)
    }

    pub(super) fn draw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.seated(line, named)?;
        let lesson = self.is_lesson(id);
        let waits = self.contest_of(id).is_some();
        let game = self.game_on(id)?;
        if game.players.len() != 2 {
            return refuse(if lesson { "draw-lesson" } else { "draw-alone" });
        }
        match game.pending {
            _ if is_other_gone(line, &game.players, own) => self.finish(line, id, End::Abandoned),
            Some(Pending::Draw(by)) if by != index(own) => self.finish(line, id, End::Agreed),
            Some(pending) => Err(open_offer(pending, own).at(id)),
            None => {
                game.pending = Some(Pending::Draw(index(own)));
                // What is typed without a number is meant for the game that decides something.
                let code = match waits {
                    true => "draw-offered-waiting",
                    false => "draw-offered",
                };
                let offered = Fact::new(code).with("table", format!("t{id}"));
                self.ask_other(line, id, own, offered)
            }
        }
    }

    /// Who does anything else in the room does not want to give up any more, even if it is refused.
    pub(super) fn not_giving_up(&mut self, line: &Line, text: &str) -> Vec<Effect> {
        let parsed = command::parse(text).map(|addressed| addressed.command);
        let gives_up = match &parsed {
            Ok(Command::Quit | Command::Resign) => true,
            Ok(Command::Move(action)) => action.eq_ignore_ascii_case("quit"),
            _ => false,
        };
        if gives_up {
            return Vec::new();
        }
        let here = self.tables.values_mut();
        here.filter(|table| table.room == line.room)
            .filter_map(|table| {
                let own = table.seat_of(&line.sender.id)?;
                let Stage::Playing(game) = &mut table.stage else {
                    return None;
                };
                game.giving_up = match game.giving_up {
                    Some(seat) if seat == own => None,
                    _ => return None,
                };
                Some(Effect::Save(table.save()))
            })
            .collect()
    }

    /// Gives a duel or a run up; the first time it only asks whether that is meant. A lesson ends at
    /// once.
    pub(super) fn resign(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.seated(line, named)?;
        let lesson = self.is_lesson(id);
        let game = self.game_on(id)?;
        let alone = game.players.len() == 1;
        if lesson {
            return self.finish(line, id, End::Abandoned);
        }
        if game.giving_up != Some(own) {
            game.giving_up = Some(own);
            let code = if alone { "quit-sure" } else { "resign-sure" };
            let entry = game.live.entry();
            let here = line.direct || self.in_thread(line).is_some_and(|table| table.id == id);
            let again = match here {
                true => "resign".to_owned(),
                false => format!("{}t{id} resign", self.shown_prefix(line)),
            };
            let sure = Fact::new(code)
                .with("game", entry.id)
                .with("table", format!("t{id}"))
                .with("again", again);
            return self.changed_and_said(line, id, sure);
        }
        if alone {
            let facts = game
                .live
                .play("quit")
                .map_err(|illegal| Refusal::from(illegal.0))?;
            return self.changed(line, id, &facts);
        }
        self.finish(line, id, End::Resigned(index(own)))
    }

    pub(super) fn rematch(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.to_play_again(line, named)?;
        let Some(table) = self.tables.get(&id) else {
            return refuse("no-table");
        };
        let own = table.seat_of(&line.sender.id);
        let lesson = table.is_lesson();
        let thread = table.thread.clone();
        let newer = self
            .tables
            .range(id + 1..)
            .filter(|(_, other)| !other.is_contest() && (other.is_open() || other.has_begun()))
            .any(|(_, other)| other.room == line.room && other.thread == thread);
        let (is_contest, begun) = (table.is_contest(), table.has_begun());
        let Some(Stage::Over(game)) = self.tables.get_mut(&id).map(|table| &mut table.stage) else {
            return refuse(if begun {
                "rematch-too-early"
            } else {
                "not-begun"
            });
        };
        match (game.rematch, own) {
            (_, None) => refuse("rematch-not-seated"),
            _ if lesson => refuse("rematch-lesson"),
            _ if game.players.len() != 2 => refuse("rematch-run"),
            _ if is_contest => refuse("rematch-contest"),
            _ if game.players.iter().any(|player| player.id.is_empty()) => refuse("rematch-gone"),
            _ if newer => refuse("rematch-on-already"),
            (Some(by), Some(own)) if by == own => refuse("rematch-asked-already"),
            (Some(_), Some(_)) => {
                game.rematch = None;
                self.begin_again(line, id)
            }
            (None, Some(own)) if is_other_gone(line, &game.players, own) => refuse("rematch-left"),
            (None, Some(own)) => {
                game.rematch = Some(own);
                self.ask_other(line, id, own, Fact::new("rematch-asked"))
            }
        }
    }

    /// The finished table that a rematch is about: the one named, that of the thread, or the
    /// sender's last one in the room.
    fn to_play_again(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        if named.is_some() || self.in_thread(line).is_some() {
            return self.find(line, named, |_| true);
        }
        let mut newest = self.tables.values().rev();
        let last = newest.find(|table| {
            table.room == line.room
                && table.seat_of(&line.sender.id).is_some()
                && matches!(table.stage, Stage::Over(_))
                && !table.is_contest()
        });
        last.map(|table| table.id)
            .ok_or_else(|| Fact::new("no-rematch").into())
    }

    /// The table at which the sender plays, and the sender's seat.
    pub(super) fn seated(&self, line: &Line, named: Option<u32>) -> Result<(u32, Seat), Refusal> {
        let id = self.playing(line, named)?;
        let Some(table) = self.tables.get(&id) else {
            return refuse("no-table");
        };
        match (&table.stage, table.seat_of(&line.sender.id)) {
            (Stage::Challenge(_) | Stage::Lapsed(_), _) => refuse("not-begun"),
            (_, Some(seat)) => Ok((id, seat)),
            (_, None) => {
                let players = table.names().join(", ");
                Err(Fact::new("not-seated").with("players", players).into())
            }
        }
    }

    /// The game at a table, if it is on.
    pub(super) fn game_on(&mut self, id: u32) -> Result<&mut Playing, Refusal> {
        match self.tables.get_mut(&id).map(|table| &mut table.stage) {
            Some(Stage::Playing(game)) => Ok(game),
            Some(Stage::Challenge(_) | Stage::Lapsed(_)) => refuse("not-begun"),
            Some(Stage::Over(_) | Stage::Dropped) | None => refuse("game-over"),
        }
    }

    pub(super) fn is_lesson(&self, id: u32) -> bool {
        self.tables.get(&id).is_some_and(Table::is_lesson)
    }

    fn finish(&mut self, line: &Line, id: u32, end: End) -> Answer {
        if let Some(mut table) = self.tables.remove(&id) {
            table.stage = match table.stage {
                Stage::Playing(game) => over(game, end),
                stage => stage,
            };
            self.tables.insert(id, table);
        }
        self.changed(line, id, &[])
    }
}

/// Whether the other player has left the room, and so will never answer.
pub(super) fn is_other_gone(line: &Line, players: &[Person], own: Seat) -> bool {
    let other = players.get(own.other().index());
    other.is_some_and(|other| !is_here(line, &other.id))
}

pub(super) fn other_gone(game: &Playing, own: Seat) -> Refusal {
    let other = game.players.get(own.other().index());
    let name = other.map(|other| other.name.clone());
    Fact::new("opponent-left")
        .with("other", name.unwrap_or_default())
        .into()
}

/// Why nothing new can be asked for while something else waits for an answer.
pub(super) fn open_offer(pending: Pending, own: Seat) -> Refusal {
    let by = pending.by();
    let code = match pending {
        _ if by == index(own) => "asked-already",
        Pending::Draw(_) => "answer-draw-first",
        Pending::Takeback(_) => "answer-takeback-first",
    };
    Fact::new(code).with("seat", seat(by)).into()
}
