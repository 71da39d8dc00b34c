//! The game room: chat lines in, effects out. It matches players, runs games at tables and words all messages,
//! without network, database or clock; the sentences are in the Fluent files under `locales`.
//!
//! ```
//! use lobby::{Effect, Incoming, Line, Person, Settings, Lobby};
//!
//! let person = |name: &str| Person { id: format!("@{name}:example.org"), name: name.into() };
//! let mut tables = Lobby::new(Settings::default());
//! let effects = tables.handle(jiff::Timestamp::now(), &Incoming::Line(Line {
//!     room: "!room:example.org".into(),
//!     direct: false,
//!     event: "$1".into(),
//!     thread: None,
//!     sender: person("alice"),
//!     may_change_room: true,
//!     people: [person("alice"), person("bob")].into_iter().collect(),
//!     by_name: false,
//!     body: "!challenge @bob white".into(),
//!     received: None,
//!     delivered: None,
//!     sent: None,
//!     seed: [0; 32],
//! }));
//! let [Effect::Save(table), Effect::SendMessage(message)] = effects.as_slice() else { panic!() };
//! assert_eq!((table.id, table.thread.as_deref()), (1, Some("$1")));
//! assert_eq!(message.mentions, ["@bob:example.org"]);
//! ```

#![cfg_attr(
    test,
    allow(clippy::too_many_lines, reason = "a test may list many cases")
)]

pub mod access;
pub mod admin;
pub mod appearance;
mod challenges;
pub mod clocks;
pub mod command;
mod computer;
mod context;
pub mod day;
mod help;
pub mod job;
mod key;
mod lessons;
mod line;
mod lobby;
mod members;
pub mod message;
pub mod names;
mod person;
mod play;
mod players;
pub mod preferences;
mod puzzles;
mod refusal;
mod rooms;
mod schedule;
mod settings;
mod solo;
mod tables;
pub mod terms;
mod text;
mod traffic;

pub use access::{Access, Limits};
pub use appearance::{Appearance, Boards, Theme};
pub use job::Job;
pub use key::{InvalidKey, Key};
pub use line::Line;
pub use lobby::Lobby;
pub use members::Members;
pub use message::{
    Block, Figures, Message, Position, Replay, ReplayForm, TextStyle, plain_text, styled_text,
};
pub use person::Person;
pub use players::results::{self, DuelResult, RunResult};
pub use preferences::RoomPrefix;
pub use settings::{Features, Settings};
pub use tables::{
    EndTime, MAX_FINISHED,
    saved::{self, Saved},
};
pub use text::{draw, messages, page, wording};
pub use traffic::{
    Effect, Greeting, Incoming, JoinTime, PlayerAccess, ProfileZone, ROOM_KEY_TIMEOUT,
    RedactedMessage, Synced, UndecryptedFrom,
};
