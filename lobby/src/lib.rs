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
mod access_gate;
pub mod admin;
pub mod command;
mod confirmations;
mod context;
pub mod day;
pub mod draw;
mod finished;
mod handling;
mod isolate;
pub mod job;
mod jobs_under_way;
mod key;
mod line;
mod lobby;
pub mod look;
mod members;
pub mod message;
pub mod messages;
pub mod names;
pub mod page;
mod person;
pub mod player_data;
mod reading_progress;
mod refusal;
pub mod results;
pub mod saved;
mod schedule;
mod settings;
mod spelling;
mod table;
mod table_index;
pub mod terms;
mod traffic;
pub mod wording;
mod words;

pub use access::{Access, Limits};
pub use job::Job;
pub use key::{Key, NoKey};
pub use line::Line;
pub use lobby::Lobby;
pub use look::{Boards, Look, Theme};
pub use members::Members;
pub use message::{Block, Figures, Message, Position, Replay, ReplayForm};
pub use person::Person;
pub use results::{DuelResult, RunResult};
pub use saved::Saved;
pub use settings::Settings;
pub use traffic::{Effect, Incoming};
