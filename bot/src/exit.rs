//! What the process exits with, other than 0.

/// Something failed that a restart may repair.
pub const FAILURE: u8 = 1;
/// The configuration or the command line cannot be used.
pub const USAGE: u8 = 2;
/// The homeserver does not accept the password, the token or the session, or the state folder holds
/// none that can be used: a restart changes nothing.
pub const SESSION_REFUSED: u8 = 3;
