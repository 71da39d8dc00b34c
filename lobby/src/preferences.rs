//! Settings of rooms and of persons: one declaration, one storage and one set of commands for all of them.

pub mod change;
pub mod profile;
mod quiet_hours;
mod room_prefix;
mod setting;
mod store;
mod values;
mod words;
mod zone;

pub use quiet_hours::QuietHours;
pub use room_prefix::RoomPrefix;
pub use setting::{Places, Setting, SettingRequest, SettingValue};
pub use store::{Owner, Preferences};
pub use values::{ChosenValue, Origin, SettingValues};
pub use words::{Digest, DuelId, LevelName, Listing};
pub use zone::Zone;
