//! The access of players to the rooms of their games.

/// The access of a user to a room, and the reason if they cannot write there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomAccess {
    /// They can write there.
    CanWrite,
    /// They have left, or taken their own right to write.
    GaveUp,
    /// Somebody has removed or muted them, shut out their server, or set an encryption that no client knows.
    KeptOut,
    /// Somebody else has closed the room by a tombstone, so that clients let nobody write.
    Closed,
    /// They are not there, and nothing tells by whose doing.
    Absent,
}
