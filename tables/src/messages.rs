//! Messages of chat, an enum for each area.

pub mod access;
pub mod again;
pub mod answer;
pub mod boards;
pub mod challenge;
pub mod command;
pub mod computer;
pub mod contest;
pub mod direct;
pub mod draw;
pub mod duel;
pub mod end;
pub mod export;
pub mod forget;
pub mod hello;
pub mod lesson;
pub mod limit;
pub mod list;
pub mod moves;
pub mod nothing;
pub mod offer;
pub mod person;
pub mod rematch;
pub mod resign;
pub mod seed;
pub mod table;
pub mod takeback;
pub mod undo;
pub mod upgraded;
pub mod verify;

use std::fmt;

use serde::{Serialize, Serializer};

/// The number of a table, `t5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableId(pub u32);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl TableId {
    /// Several numbers, separated by commas.
    pub fn listed(tables: &[TableId]) -> String {
        let tables: Vec<String> = tables.iter().map(TableId::to_string).collect();
        tables.join(", ")
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
