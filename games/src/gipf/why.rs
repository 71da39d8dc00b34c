//! Reasons for the turns of the computer player.

use std::ops::ControlFlow;

use super::{
    event::Event,
    message::Message,
    moves::Move,
    piece::PieceKind,
    position::{Phase, Position},
};
use crate::{rules::Rules, seat::Seat};

/// Minimum gain of placement that is reported as a reason, in hundredths of a piece.
const MIN_PLACE_GAIN: i32 = 5;

/// The most that a player can capture with one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Danger {
    gipfs: u8,
    pieces: u8,
}

impl Position {
    /// Returns the reasons for a turn; see [`crate::search::Evaluate::reasons`].
    pub(super) fn tell_why(&self, line: &[Move], turn: usize) -> Vec<Message> {
        let Some(seat) = Rules::to_move(self) else {
            return Vec::new();
        };
        let other = seat.other();
        let (mut after, mut taken, mut regained) = (*self, 0, 0);
        let mut ways_before = None;
        for played in line.iter().take(turn) {
            if ways_before.is_none() && after.current_phase() == Phase::Move {
                ways_before = Some(after.ways_to_row());
            }
            after.make(*played, &mut |event| {
                if let Event::RowCleared(cleared) | Event::RowOfStacksCleared(cleared) = event {
                    taken += cleared.captured.count_all();
                    regained += cleared.regained.count_all();
                }
            });
        }
        let gipfs = self
            .gipfs_left(other)
            .saturating_sub(after.gipfs_left(other));
        let some = |count: u8| (count > 0).then_some(count);
        let mut told = Vec::new();
        told.extend(some(taken).map(|count| Message::WhyTakes { count }));
        told.extend(some(gipfs).map(|count| Message::WhyTakesGipf { count }));
        if Rules::to_move(&after) == Some(other) {
            let before = self.without_turn().map(|given| given.danger());
            let (before, now) = (before.unwrap_or_default(), after.danger());
            if before > now {
                let fewer = |before: u8, now| before.saturating_sub(now);
                let gipfs = fewer(before.gipfs, now.gipfs);
                let pieces = fewer(before.pieces, now.pieces);
                told.extend(some(gipfs).map(|count| Message::WhySavesGipf { count }));
                // The same pieces are not reported twice; a GIPF piece of GIPF is two pieces.
                let told_of = if self.variant.is_matrx() {
                    gipfs
                } else {
                    2 * gipfs
                };
                if pieces > told_of {
                    told.push(Message::WhySaves {
                        count: pieces,
                        all: gipfs > 0,
                    });
                }
            }
            let ways = after.without_turn().map_or(0, |given| given.ways_to_row());
            // Without a move in the turn, the number of ways before it is unknown.
            let more = ways_before.map_or(0, |before| ways.saturating_sub(before));
            told.extend(some(more).map(|count| Message::WhyThreatens { count }));
        }
        told.extend(some(regained).map(|count| Message::WhyRegains { count }));
        if told.is_empty() {
            told.extend(self.quiet_reason(&after, line.get(turn..).unwrap_or_default(), seat));
        }
        told
    }

    /// Returns the reason for a turn that captures, saves and threatens nothing: fewer chances for the opponent,
    /// expected captures, or the largest gain of placement.
    fn quiet_reason(&self, after: &Position, next: &[Move], seat: Seat) -> Option<Message> {
        let other = seat.other();
        if Rules::to_move(after) == Some(other) && after.phase == Phase::Move {
            let before = self.without_turn().map_or(0, |given| given.ways_to_row());
            let count = before.saturating_sub(after.ways_to_row());
            if count > 0 {
                return Some(Message::WhyHinders { count });
            }
        }
        let (count, lost) = after.captured_in(next, seat);
        if count > lost {
            return Some(Message::WhyFollows { count, lost });
        }
        let [own, enemy] = [seat, other].map(|seat| (self.places_of(seat), after.places_of(seat)));
        let gains = [
            (own.1.lines - own.0.lines, Message::WhyLines),
            (enemy.0.lines - enemy.1.lines, Message::WhyBreaks),
            (
                own.1.middle - own.0.middle + enemy.0.middle - enemy.1.middle,
                Message::WhyMiddle,
            ),
        ];
        // Some weights are negative: a gain from fewer enemy pieces in the middle is not one from more own
        // pieces.
        let holds_more = after.middle_of(seat) > self.middle_of(seat);
        let gains = gains
            .into_iter()
            .filter(|(_, why)| holds_more || !matches!(why, Message::WhyMiddle));
        let most = gains.max_by_key(|(gain, _)| *gain)?;
        (most.0 >= MIN_PLACE_GAIN).then_some(most.1)
    }

    /// Returns the number of pieces that a seat and its opponent capture in a line, up to the first contest.
    fn captured_in(&self, line: &[Move], seat: Seat) -> (u8, u8) {
        let (mut position, mut own, mut enemy) = (*self, 0, 0);
        for played in line {
            if matches!(position.phase, Phase::Contested { .. }) {
                break;
            }
            let by = if position.mover == seat {
                &mut own
            } else {
                &mut enemy
            };
            position.make(*played, &mut |event| {
                if let Event::RowCleared(cleared) | Event::RowOfStacksCleared(cleared) = event {
                    *by += cleared.captured.count_all();
                }
            });
        }
        (own, enemy)
    }

    /// Returns the number of GIPF pieces that a player has left.
    #[inline]
    pub(super) fn gipfs_left(&self, seat: Seat) -> u8 {
        let (on_board, in_reserve) = self.gipfs(seat);
        on_board + in_reserve
    }

    /// Null move: returns the position with the mover's turn passed; `None` outside of the move phase, or if that
    /// ends the game.
    pub(super) fn without_turn(&self) -> Option<Position> {
        let mut given = *self;
        if self.phase != Phase::Move {
            return None;
        }
        given.hand_over();
        Rules::outcome(&given).is_none().then_some(given)
    }

    /// Returns the number of ways in which the mover can make a row, with one kind of entering piece only.
    fn ways_to_row(&self) -> u8 {
        let mut ways = 0;
        self.each_row_maker(|_| ways += 1);
        ways
    }

    /// Visits the position after every move that leads to a row of the mover, with one kind of entering piece
    /// only.
    fn each_row_maker(&self, mut visit: impl FnMut(Position)) {
        let first = PieceKind::in_set(self.enterable()).next();
        let _ = self.each_move(|legal| {
            let other_kind = |kind| Some(kind) != first;
            if matches!(legal, Move::Enter { kind, .. } if other_kind(kind)) {
                return ControlFlow::Continue(());
            }
            let mut after = *self;
            after.make(legal, &mut |_| {});
            let goes_on = after.mover == self.mover;
            if goes_on && matches!(after.phase, Phase::Rows(_)) {
                visit(after);
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns the most that the mover can capture with one row.
    fn danger(&self) -> Danger {
        if matches!(self.phase, Phase::Rows(_)) {
            return self.best_row();
        }
        let mut most = Danger::default();
        self.each_row_maker(|after| most = most.max(after.best_row()));
        most
    }

    /// Returns the most that can be captured with an existing row.
    fn best_row(&self) -> Danger {
        let other = self.mover.other();
        let mut most = Danger::default();
        for taken in self.row_choices() {
            let mut after = *self;
            after.deal_with_row(taken, &mut |_| {});
            most = most.max(Danger {
                gipfs: self
                    .gipfs_left(other)
                    .saturating_sub(after.gipfs_left(other)),
                pieces: self.row_yield(taken).captured.count_all(),
            });
        }
        most
    }
}
