//! What can be wrong with the database, told apart by what the operator can do about it.

use sqlx::migrate::MigrateError;

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// What the file holds is no database, or no longer a sound one.
    #[error("the database is damaged: {0}")]
    Damaged(#[source] Damage),
    /// Another version of the program has written it.
    #[error("the database was written by {writer}, which this version cannot read ({source})")]
    OtherVersion {
        /// The version, as far as it is known.
        writer: String,
        /// What does not fit.
        source: MigrateError,
    },
    /// The disk is full, or the file or the whole disk cannot be written to.
    #[error("the database cannot be written: {}", said(.0))]
    Unwritable(#[source] sqlx::Error),
    /// The database refused.
    #[error("the database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// A value has no JSON.
    #[error("cannot be stored: {0}")]
    Json(#[from] serde_json::Error),
}

/// How it has shown that a file is no sound database.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// It was looked for.
    #[error("{0}")]
    Found(String),
    /// It was met with.
    #[error("{}", said(.0))]
    Met(#[source] sqlx::Error),
}

/// What the database itself says, without the library's words around it.
fn said(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        // Names and numbers: https://www.sqlite.org/rescode.html. The lowest byte is the kind.
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
