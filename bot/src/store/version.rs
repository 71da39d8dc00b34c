//! Whether a database is sound, and bringing it to this version.

#[cfg(test)]
mod tests;

use sqlx::SqliteConnection;

use super::StoreError;

/// The key of the version that has opened the database last.
const WRITER: &str = "writer";

/// Looks at the whole file: what is damaged must show before a game meets it.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let finding: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(connection)
        .await?;
    match finding.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Damaged(finding)),
    }
}

/// Brings a database to this version and notes the version in it, which shows at the same time that
/// it can be written.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if let Err(error) = sqlx::migrate!("src/store/migrations")
        .run(&mut *connection)
        .await
    {
        return Err(match StoreError::from(error) {
            StoreError::OtherVersion { writer, reason } => StoreError::OtherVersion {
                writer: writer_of(connection).await?.unwrap_or(writer),
                reason,
            },
            error => error,
        });
    }
    sqlx::query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
        .bind(WRITER)
        .bind(concat!("icebreaker ", env!("CARGO_PKG_VERSION")))
        .execute(connection)
        .await?;
    Ok(())
}

/// The version that has opened the database last.
async fn writer_of(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let writer = sqlx::query_scalar("SELECT value FROM meta WHERE key = ?")
        .bind(WRITER)
        .fetch_optional(connection)
        .await?;
    Ok(writer)
}
