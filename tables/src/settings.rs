//! What the configuration says to the tables.

use crate::{
    access::{Access, Limits},
    look::Boards,
    wording::Language,
};

/// What the admin of the bot has chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What stands before a command in a room.
    pub prefix: String,
    /// Who may do what.
    pub access: Access,
    /// How much may be asked of the bot.
    pub limits: Limits,
    /// As what boards come where nothing else is set.
    pub boards: Boards,
    /// The language of all messages.
    pub language: Language,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            prefix: "!".to_owned(),
            access: Access::default(),
            limits: Limits::default(),
            boards: Boards::default(),
            language: Language::default(),
        }
    }
}
