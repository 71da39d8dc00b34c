//! Messages about records.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ExportMessage {
    /// Refusal: the run is in progress.
    RunOn,
    /// Heading: the record of a table.
    Done { table: TableId },
}
