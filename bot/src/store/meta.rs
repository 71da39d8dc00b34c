//! The bot's own state: keys and values.

use sqlx::SqliteConnection;

use super::{StoreError, execute};

/// The key of the sync token up to which events have been processed.
pub(super) const SYNC_TOKEN: &str = "sync-token";
/// The key of the version that last opened the database.
pub(super) const WRITER: &str = "writer";

/// Returns the value of a key.
pub(super) async fn value(
    connection: &mut SqliteConnection,
    key: &str,
) -> Result<Option<String>, StoreError> {
    let value = sqlx::query_scalar("SELECT value FROM meta WHERE key = ?")
        .bind(key)
        .fetch_optional(connection)
        .await?;
    Ok(value)
}

/// Stores the value of a key.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    key: &str,
    value: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
        .bind(key)
        .bind(value);
    execute(statement, connection).await
}
