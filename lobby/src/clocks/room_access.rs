//! The access of players to the rooms of their games.

use serde::{Deserialize, Serialize};

/// The access of a user to a room, and the reason if they cannot write there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomAccess {
    /// They can write there.
    CanWrite,
    /// They have left, or taken their own right to write.
    GaveUp,
    /// Somebody has removed or muted them or muted the bot, shut out their server or the bot's, set an encryption that no
    /// client knows, or has messages deleted within a day; or may have, by rules that cannot be read.
    KeptOut,
    /// They seem to be able to write there, but the room lets somebody refuse their messages unseen.
    Unverifiable,
    /// Somebody else has closed the room by a tombstone, so that clients let nobody write.
    Closed,
    /// They are not there, and nothing tells by whose doing.
    Absent,
}

/// The access of a seat's player, as far as it excuses a loss on time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatAccess {
    /// `true` from when somebody kept the player out, or could have, until the seat's next turn ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    kept_out: bool,
    /// `true` while somebody keeps the player out, or could.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_out: bool,
    /// `true` while the player has left the room, or taken their own right to write.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    gave_up: bool,
    /// `true` while a tombstone of somebody else closes the room, or the player is not there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
    /// `true` after the game has moved to another room, until the seat's next turn ends or the player leaves: the player
    /// may not be in that room yet, or cannot write there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    moved: bool,
    /// `true` once the player could write in the room to which the game has moved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    entered: bool,
}

impl SeatAccess {
    /// Records the player's access at the moment. Players who gave up are not kept out until they can
    /// write again, as far as anybody can tell.
    pub fn note(&mut self, access: RoomAccess) {
        self.closed = match access {
            RoomAccess::Closed => true,
            RoomAccess::Absent => !self.gave_up,
            RoomAccess::CanWrite
            | RoomAccess::GaveUp
            | RoomAccess::KeptOut
            | RoomAccess::Unverifiable => false,
        };
        match access {
            RoomAccess::CanWrite | RoomAccess::Unverifiable => {
                self.gave_up = false;
                self.entered = true;
            }
            // The player has left that room before the game moved there.
            RoomAccess::GaveUp if self.moved && !self.entered => {}
            RoomAccess::GaveUp => {
                self.gave_up = true;
                self.moved = false;
            }
            RoomAccess::KeptOut | RoomAccess::Closed | RoomAccess::Absent => {}
        }
        self.is_out = match access {
            RoomAccess::KeptOut => !self.gave_up,
            RoomAccess::Unverifiable => true,
            RoomAccess::CanWrite | RoomAccess::GaveUp => false,
            RoomAccess::Closed | RoomAccess::Absent => self.is_out,
        };
        self.kept_out |= self.is_out;
    }

    /// Excuses the player until the seat's next turn ends.
    pub fn excuse(&mut self) {
        self.kept_out = true;
    }

    /// Returns whether the player does not lose on time.
    pub fn is_excused(self) -> bool {
        self.kept_out || self.closed || self.moved
    }

    /// Ends a turn of the seat.
    pub fn end_turn(&mut self) {
        self.kept_out = self.is_out;
        self.moved = false;
    }

    /// Forgets what closed the room or keeps the player out, as the game moves to another one.
    pub fn change_room(&mut self) {
        self.closed = false;
        self.is_out = false;
        self.gave_up = false;
        self.moved = true;
        self.entered = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaving_the_next_room_early_gives_nothing_up() {
        let mut seat = SeatAccess::default();
        seat.note(RoomAccess::CanWrite);
        seat.change_room();
        for access in [RoomAccess::GaveUp, RoomAccess::Absent, RoomAccess::KeptOut] {
            seat.note(access);
            assert!(seat.is_excused(), "{access:?}");
        }
    }

    #[test]
    fn leaving_the_next_room_gives_up() {
        let mut seat = SeatAccess::default();
        seat.change_room();
        assert!(seat.is_excused());
        for access in [RoomAccess::CanWrite, RoomAccess::GaveUp, RoomAccess::Absent] {
            seat.note(access);
        }
        assert!(!seat.is_excused());
    }
}
