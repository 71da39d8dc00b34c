//! Integrity check and schema migration of a database.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    StoreError,
    meta::{self, WRITER},
    store_error::Damage,
};

/// Checks the integrity of the whole file, so that damage shows before a game depends on it.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let finding: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(connection)
        .await?;
    match finding.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Damaged(Damage::Found(finding))),
    }
}

/// Migrates a database to this version and stores the version in it, which also proves that the file can be
/// written.
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

/// Returns the kind and name of a table, index, trigger or view in which a database of this version differs
/// from a new one. A foreign trigger, for example, would change what this program writes.
pub(super) async fn foreign_part(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, StoreError> {
    let new = SqliteConnectOptions::new().in_memory(true);
    let mut new = new.connect().await?;
    migrate(&mut new).await?;
    let (found, expected) = (schema(connection).await?, schema(&mut new).await?);
    new.close().await?;
    let mut differing = found.symmetric_difference(&expected);
    let part = differing
        .next()
        .map(|part| format!("{} {}", part.kind, part.name));
    // Names can contain any characters.
    Ok(part.map(|part| part.escape_debug().to_string()))
}

/// A row of `sqlite_schema`.
#[derive(PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
struct SchemaPart {
    #[sqlx(rename = "type")]
    kind: String,
    name: String,
    tbl_name: String,
    sql: Option<String>,
}

async fn schema(connection: &mut SqliteConnection) -> Result<BTreeSet<SchemaPart>, StoreError> {
    let parts = sqlx::query_as("SELECT type, name, tbl_name, sql FROM sqlite_schema");
    Ok(parts.fetch_all(connection).await?.into_iter().collect())
}
