//! People.

use serde::{Deserialize, Serialize};

/// Somebody in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The whole user id, `@alice:example.org`.
    pub id: String,
    /// The display name in that room, or the id's first part.
    pub name: String,
}
