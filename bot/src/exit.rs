//! Exit codes other than 0, and the errors that end the process. docs/operations.md and
//! packaging/icebreaker.service repeat the codes.

#[cfg(feature = "matrix")]
pub mod fatal_error;

/// A failure that a restart may repair.
pub const FAILURE: u8 = 1;
/// An unusable configuration or command line.
pub const USAGE: u8 = 2;
/// No usable session: the homeserver rejects the password, the token or the session, or the state folder
/// holds none that can be used. A restart changes nothing.
pub const SESSION_REFUSED: u8 = 3;
/// A state folder in use by another process.
pub const STATE_FOLDER_IN_USE: u8 = 4;
/// A state folder that cannot be written: the disk is full, or the folder belongs to another user.
pub const UNWRITABLE: u8 = 5;
/// Damaged stored data.
pub const DAMAGED: u8 = 6;
/// Stored data written by another version of the program, most often a newer one.
pub const OTHER_VERSION: u8 = 7;
/// An account in use by another bot, on another machine or with another state folder.
pub const ACCOUNT_IN_USE: u8 = 8;
