//! Whether a database is sound, and bringing it to this version.

#[cfg(test)]
mod tests;

use sqlx::SqliteConnection;

use super::{
    StoreError,
    meta::{self, WRITER},
    trouble::Damage,
};

/// Looks at the whole file: what is damaged must show before a game meets it.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let finding: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(connection)
        .await?;
    match finding.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Damaged(Damage::Found(finding))),
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
            StoreError::OtherVersion { writer, source } => StoreError::OtherVersion {
                writer: meta::value(connection, WRITER).await?.unwrap_or(writer),
                source,
            },
            error => error,
        });
    }
    let this = concat!("icebreaker ", env!("CARGO_PKG_VERSION"));
    meta::note(connection, WRITER, this).await
}
