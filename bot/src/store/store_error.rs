//! Database errors, classified by the operator's remedy.

use sqlx::migrate::MigrateError;

/// A reason why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is no database, or a damaged one.
    #[error("the database is damaged: {0}")]
    Damaged(#[source] Damage),
    /// Another version of the program has written it.
    #[error("the database was written by {writer}, which this version cannot read ({source})")]
    OtherVersion {
        /// The version, if known.
        writer: String,
        /// The migration that does not fit.
        source: MigrateError,
    },
    /// The disk is full, or the file or the whole disk is read-only.
    #[error("cannot write the database: {}", said(.0))]
    Unwritable(#[source] sqlx::Error),
    /// Another error of the database.
    #[error("database error: {0}")]
    Database(#[source] sqlx::Error),
    /// A value that cannot be written as JSON.
    #[error("cannot encode as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// The way in which the damage was found.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The integrity check has found it.
    #[error("{0}")]
    Found(String),
    /// A query has failed at it.
    #[error("{}", said(.0))]
    Met(#[source] sqlx::Error),
}

/// Returns the database's own message, without the library's words around it.
fn said(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    }
}

impl StoreError {
    /// Returns whether the store was closed before, as at the end of the program.
    pub const fn is_closed(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::PoolClosed))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        // Text that is no UTF-8, or a value of another type.
        if let sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) = error {
            return Self::Damaged(Damage::Met(error));
        }
        // Result codes: <https://www.sqlite.org/rescode.html>. The lowest byte is the kind.
        let code = error.as_database_error().and_then(|error| error.code());
        let kind = code.and_then(|code| code.parse::<u32>().ok());
        match kind.map(|code| code & 0xff) {
            // READONLY, IOERR, FULL, CANTOPEN
            Some(8 | 10 | 13 | 14) => Self::Unwritable(error),
            // CORRUPT, NOTADB
            Some(11 | 26) => Self::Damaged(Damage::Met(error)),
            _ => Self::Database(error),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            source => Self::OtherVersion {
                writer: "another version".to_owned(),
                source,
            },
        }
    }
}
