//! The access of players to the rooms of their games.

/// The access of a user to a room, and the reason if they cannot write there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomAccess {
    /// They can write there.
    CanWrite,
    /// They have left, or taken their own right to write.
    GaveUp,
    /// Somebody has removed or muted them, or shut out their server.
    KeptOut,
    /// They are not there, and nothing tells by whose doing.
    Absent,
}
