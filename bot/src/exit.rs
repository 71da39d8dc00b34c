//! What the process exits with, other than 0.

/// Something failed that a restart may repair.
pub const FAILURE: u8 = 1;
/// The configuration or the command line cannot be used.
pub const USAGE: u8 = 2;
/// The homeserver does not accept the password, the token or the session, or the state folder holds
/// none that can be used: a restart changes nothing.
pub const SESSION_REFUSED: u8 = 3;
/// Another process has the state folder.
pub const IN_USE: u8 = 4;
/// The state folder cannot be written: the disk is full, or it belongs to somebody else.
pub const UNWRITABLE: u8 = 5;
/// What is stored is damaged.
pub const DAMAGED: u8 = 6;
/// Another version of the program, most often a newer one, has written what is stored.
pub const OTHER_VERSION: u8 = 7;
/// Another bot plays on the account, on another machine or with another state folder.
pub const ACCOUNT_IN_USE: u8 = 8;
