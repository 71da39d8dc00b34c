//! Settings of the lobby.

use crate::{
    access::{Access, Limits},
    appearance::Boards,
    text::wording::Language,
};

/// The settings the operator has chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The prefix of commands in a room.
    pub prefix: String,
    /// Access control.
    pub access: Access,
    /// Rate limits and other limits.
    pub limits: Limits,
    /// The default form of boards.
    pub boards: Boards,
    /// `true` if all people read the same screen, as at a terminal: nothing is shown in a direct message only.
    pub is_shared_screen: bool,
    /// The language of all messages.
    pub language: Language,
    /// Features that can be switched off.
    pub features: Features,
}

/// Features that the operator can switch on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Clocks of games.
    pub clocks: bool,
    /// Clocks of minutes, whose games send many messages.
    pub fast_clocks: bool,
    /// Reminders of a turn.
    pub reminders: bool,
    /// Digests of what waits for a person.
    pub digests: bool,
}

impl Default for Features {
    fn default() -> Self {
        Features {
            clocks: true,
            fast_clocks: false,
            reminders: true,
            digests: true,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            prefix: "!".to_owned(),
            access: Access::default(),
            limits: Limits::default(),
            boards: Boards::default(),
            is_shared_screen: false,
            language: Language::default(),
            features: Features::default(),
        }
    }
}
