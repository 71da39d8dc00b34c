//! What the bot knows about itself: keys and values.

use sqlx::SqliteConnection;

use super::StoreError;

/// The key of the sync token: up to where events have been dealt with.
pub(super) const SYNC_TOKEN: &str = "sync-token";
/// The key of the version that has opened the database last.
pub(super) const WRITER: &str = "writer";

/// What is known under a key.
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

/// Notes a value under a key.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    key: &str,
    value: &str,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
        .bind(key)
        .bind(value)
        .execute(connection)
        .await?;
    Ok(())
}
