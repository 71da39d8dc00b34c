//! Requests that need consent: challenges, draws, resignations, rematches.

use games::{Fact, Seat};

use crate::{
    handling::{
        Lobby,
        lapse::is_here,
        report::Partners,
        waiting::{asks, check_challenged},
    },
    line::Line,
    messages::{
        TableId,
        answer::AnswerMessage,
        challenge::ChallengeMessage,
        draw::DrawMessage,
        nothing::NothingMessage,
        offer::{Offer, OfferMessage},
        puzzle::PuzzleMessage,
        rematch::RematchMessage,
        resign::ResignMessage,
        table::TableMessage,
        takeback::TakebackMessage,
    },
    refusal::{Answer, Refusal, refuse},
    table::{Playing, Stage, Table, index, seat},
    terms::{End, Pending},
};

impl Lobby {
    pub(super) fn accept(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.awaiting(line, named)?;
        let sender = &line.sender.id;
        let own = self.tables.get(id).and_then(|table| table.seat_of(sender));
        match self.tables.get(id).map(|table| &table.stage) {
            Some(Stage::Challenge(challenge)) => {
                check_challenged(challenge, sender)?;
                let challenge = challenge.clone();
                self.begin(line, id, challenge)
            }
            Some(Stage::Playing(game)) => {
                let Some(pending) = game.pending else {
                    return Err(self.nothing_asked(line, Some(id)));
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
            _ => Err(self.nothing_asked(line, Some(id))),
        }
    }

    pub(super) fn decline(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.awaiting(line, named)?;
        let sender = &line.sender.id;
        let name = line.sender.name.as_str();
        let declined = self.tables.edit(id, |table| declined(table, sender, name));
        match declined {
            Some(Ok(None)) => Err(self.nothing_asked(line, Some(id))),
            Some(Ok(Some(declined))) => self.changed_and_said(line, id, declined),
            Some(Err(refusal)) => Err(refusal),
            None => refuse(TableMessage::NotFound),
        }
    }

    /// Withdraws the sender's request: a challenge, a draw, a takeback or a rematch.
    pub(super) fn withdraw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let sender = &line.sender.id;
        let id = self.asking(line, named)?;
        let own = self.tables.get(id).and_then(|table| table.seat_of(sender));
        let withdrawn = self.tables.edit(id, |table| withdrawn(table, sender));
        let (what, own) = match (withdrawn.flatten(), own) {
            (Some(Withdrawn::Challenge), _) => {
                let table = TableId(id);
                let withdrawn = ChallengeMessage::Withdrawn { table };
                return self.changed_and_said(line, id, withdrawn.into());
            }
            (Some(Withdrawn::Offer(what)), Some(own)) => (what, own),
            _ => {
                let of_another = self.tables.get(id).map(|table| &table.stage);
                return match of_another {
                    Some(Stage::Challenge(_)) => refuse(ChallengeMessage::OfAnother),
                    _ => refuse(NothingMessage::ToWithdraw),
                };
            }
        };
        self.ask_other(line, id, own, |Partners { name, other }| {
            OfferMessage::Withdrawn { what, name, other }
        })
    }

    pub(super) fn draw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.seated(line, named)?;
        let lesson = self.is_lesson(id);
        if self.tables.get(id).is_some_and(Table::is_puzzle) {
            return refuse(DrawMessage::Puzzle);
        }
        let waits = self.contest_of(id).is_some();
        let is_gone = self.is_other_gone(line, id, own);
        let waiting = self.waits_for_contest(id);
        let game = self.game_on(id)?;
        if game.players.len() != 2 || lesson {
            return refuse(if lesson {
                DrawMessage::Lesson
            } else {
                DrawMessage::Alone
            });
        }
        match game.pending {
            _ if game.players.iter().any(|player| player.level().is_some()) => {
                Err(Refusal::from(DrawMessage::Computer).at(id))
            }
            // An undecided contest decides nothing, so the game that waits for it ends as well.
            _ if is_gone => self.finish(line, waiting.unwrap_or(id), End::Abandoned),
            Some(Pending::Draw(by)) if by != index(own) => self.finish(line, id, End::Agreed),
            Some(pending) => Err(open_offer(pending, own).at(id)),
            None => {
                game.pending = Some(Pending::Draw(index(own)));
                // A command without a table number goes to the game that decides the contest.
                let table = TableId(id);
                self.ask_other(line, id, own, |Partners { name, other }| {
                    if waits {
                        DrawMessage::OfferedWaiting { name, other, table }
                    } else {
                        DrawMessage::Offered { name, other }
                    }
                })
            }
        }
    }

    /// Cancels a resignation that was to be confirmed.
    pub(super) fn stay(&mut self, line: &Line, id: u32) -> Answer {
        let own = self.seated(line, Some(id))?.1;
        *own.of_mut(&mut self.game_on(id)?.giving_up) = None;
        let stays = ResignMessage::Off { seat: own };
        self.changed_and_said(line, id, stays.into())
    }

    /// Gives up a duel or a run. The first request only asks for a confirmation, which stays open for a while
    /// whatever is looked at meanwhile. A lesson ends at once.
    pub(super) fn resign(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, own) = self.seated(line, named)?;
        let lesson = self.is_lesson(id);
        let now = self.now;
        if self.tables.get(id).is_some_and(Table::is_puzzle) {
            let untried = self.is_untried_today(line, id);
            let game = self.game_on(id)?;
            if !untried || game.gives_up(own, now) {
                return self.solution(line, Some(id));
            }
            *own.of_mut(&mut game.giving_up) = Some(now);
            return self.changed_and_said(line, id, PuzzleMessage::DaySure.into());
        }
        let game = self.game_on(id)?;
        let alone = game.players.len() == 1;
        if lesson {
            return self.finish(line, id, End::Abandoned);
        }
        if !game.gives_up(own, now) {
            *own.of_mut(&mut game.giving_up) = Some(now);
            let entry = game.live.entry();
            let here = line.direct || self.in_thread(line).is_some_and(|table| table.id == id);
            let again = if here {
                "resign".to_owned()
            } else {
                format!("{}t{id} resign", self.shown_prefix(line))
            };
            let sure = if alone {
                ResignMessage::SureRun
            } else {
                ResignMessage::Sure {
                    game: entry.id,
                    table: TableId(id),
                    again,
                }
            };
            return self.changed_and_said(line, id, sure.into());
        }
        if let Some(action) = game.live.give_up() {
            let facts = game.live.play(&action);
            let facts = facts.map_err(|illegal| Refusal::from(illegal.0))?;
            return self.changed(line, id, &facts);
        }
        self.finish(line, id, End::Resigned(index(own)))
    }

    pub(super) fn rematch(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.to_play_again(line, named)?;
        let own = self.check_rematch(line, id)?;
        let table = self.tables.get(id);
        if table.is_some_and(|table| table.computer().is_some()) {
            self.check_room_for_table(line)?;
            if line.direct {
                self.check_no_run(line)?;
            }
            return self.begin_again(line, id);
        }
        let asked = table.and_then(|table| table.stage.asker());
        self.ask_rematch(id, asked.is_none().then_some(own));
        match asked {
            Some(_) => self.begin_again(line, id),
            None => self.ask_other(line, id, own, |Partners { name, other }| {
                RematchMessage::Asked { name, other }
            }),
        }
    }

    /// Returns the sender's seat, if the sender may request a rematch or accept one.
    pub(super) fn check_rematch(&self, line: &Line, id: u32) -> Result<Seat, Refusal> {
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        let Stage::Over(game) = &table.stage else {
            return if table.has_begun() {
                refuse(RematchMessage::TooEarly)
            } else {
                refuse(TableMessage::NotBegun)
            };
        };
        let Some(own) = table.seat_of(&line.sender.id) else {
            return refuse(RematchMessage::NotSeated);
        };
        let refusal = match (game.rematch, self.newer(table)) {
            _ if table.is_puzzle() => RematchMessage::Puzzle,
            _ if table.is_lesson() => RematchMessage::Lesson,
            _ if game.players.len() != 2 => RematchMessage::Run,
            _ if table.is_contest() => RematchMessage::Contest,
            _ if game.players.iter().any(|player| player.id.is_empty()) => RematchMessage::Gone,
            (_, Some(newer)) => RematchMessage::OnAlready {
                table: TableId(newer),
            },
            (Some(by), None) if by == own => RematchMessage::AskedAlready,
            (None, None) if self.is_other_gone(line, id, own) => RematchMessage::Left,
            (Some(_) | None, None) => {
                self.tables.check_number_left()?;
                return Ok(own);
            }
        };
        refuse(refusal)
    }

    /// Notes the seat that requests a rematch.
    fn ask_rematch(&mut self, id: u32, by: Option<Seat>) {
        self.tables.edit(id, |table| {
            if let Stage::Over(game) = &mut table.stage {
                game.rematch = by;
            }
        });
    }

    /// Returns the finished table for a rematch: the one named, the one of the thread, or the sender's last one
    /// in the room.
    fn to_play_again(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        if named.is_some() || self.in_thread(line).is_some() {
            return self.find(line, named, |_| true);
        }
        let mut newest = self.tables.of(&line.sender.id).rev();
        let last = newest.find(|table| {
            let is_game = !table.is_contest() && !table.is_puzzle();
            table.room == line.room && matches!(table.stage, Stage::Over(_)) && is_game
        });
        last.map(|table| table.id)
            .ok_or_else(|| RematchMessage::NotFound.into())
    }

    /// Returns whether the other player will never answer, having left the room or lost the permission to play.
    pub(super) fn is_other_gone(&self, line: &Line, id: u32, own: Seat) -> bool {
        let players = self.tables.get(id).map(Table::players).unwrap_or_default();
        let other = players.get(own.other().index());
        let other = other.filter(|other| other.level().is_none());
        other.is_some_and(|other| !is_here(line, &other.id) || !self.may_play(&other.id))
    }

    fn finish(&mut self, line: &Line, id: u32, end: End) -> Answer {
        // The following change stores the table as well.
        let _ = self.close_table(id, end);
        self.changed(line, id, &[])
    }
}

/// Declines the request of a table to somebody, and returns the message; `None` if there is no request.
fn declined(table: &mut Table, sender: &str, name: &str) -> Result<Option<Fact>, Refusal> {
    let name = name.to_owned();
    let own = table.seat_of(sender).map(index);
    Ok(Some(match &mut table.stage {
        Stage::Challenge(challenge) => {
            check_challenged(challenge, sender)?;
            if challenge.to.is_none() {
                return refuse(ChallengeMessage::DeclineAnyone);
            }
            let from = challenge.from.name.clone();
            table.stage = Stage::Dropped;
            let table = TableId(table.id);
            ChallengeMessage::Declined { name, from, table }.into()
        }
        Stage::Playing(game) => match (game.pending, own) {
            (Some(pending), Some(own)) if pending.by() != own => {
                game.pending = None;
                match pending {
                    Pending::Draw(_) => DrawMessage::Declined { name }.into(),
                    Pending::Takeback(_) => TakebackMessage::Declined { name }.into(),
                }
            }
            _ => return Ok(None),
        },
        Stage::Over(game) => match (game.rematch.map(index), own) {
            (Some(by), Some(own)) if by != own => {
                game.rematch = None;
                RematchMessage::Declined { name }.into()
            }
            _ => return Ok(None),
        },
        Stage::Lapsed(_) | Stage::Dropped => return Ok(None),
    }))
}

/// A withdrawn request.
enum Withdrawn {
    Challenge,
    Offer(Offer),
}

/// Withdraws somebody's request at a table, and returns its kind.
fn withdrawn(table: &mut Table, sender: &str) -> Option<Withdrawn> {
    if !asks(table, sender) {
        return None;
    }
    match &mut table.stage {
        stage @ Stage::Challenge(_) => {
            *stage = Stage::Dropped;
            Some(Withdrawn::Challenge)
        }
        Stage::Playing(game) => Some(Withdrawn::Offer(match game.pending.take() {
            Some(Pending::Takeback(_)) => Offer::Takeback,
            Some(Pending::Draw(_)) | None => Offer::Draw,
        })),
        Stage::Over(game) => {
            game.rematch = None;
            Some(Withdrawn::Offer(Offer::Rematch))
        }
        Stage::Lapsed(_) | Stage::Dropped => None,
    }
}

pub fn other_gone(game: &Playing, own: Seat) -> Refusal {
    let other = game.players.get(own.other().index());
    let name = other.map(|other| other.name.clone());
    OfferMessage::OpponentLeft {
        other: name.unwrap_or_default(),
    }
    .into()
}

/// Returns the refusal of a new request while another is pending.
pub fn open_offer(pending: Pending, own: Seat) -> Refusal {
    let seat = seat(pending.by());
    match pending {
        _ if seat == own => OfferMessage::AskedAlready.into(),
        Pending::Draw(_) => AnswerMessage::DrawFirst { seat }.into(),
        Pending::Takeback(_) => AnswerMessage::TakebackFirst { seat }.into(),
    }
}
