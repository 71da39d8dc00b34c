//! The database: the tables, the events seen, and the messages to be sent. The only place with SQL.
//!
//! One incoming sync response is one transaction, so a kill at any moment loses nothing and repeats
//! nothing: either the events are seen, the tables changed and the answers in the outbox, or the
//! response comes once more.

#[cfg(test)]
mod tests;

use std::{path::Path, time::Duration};

use sqlx::{
    Row, Sqlite, SqlitePool, Transaction,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tables::{Effect, Message, Saved};

use tables::saved::SavedStage;

const FILE: &str = "icebreaker.db";
const SYNC_TOKEN: &str = "sync-token";
const KEPT_FOR: Duration = Duration::from_hours(30 * 24);

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
}

/// What has to be known at the start.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Up to where events have been dealt with; `None` at the very first start.
    pub token: Option<String>,
    /// The tables.
    pub tables: Vec<Saved>,
    /// The messages that are still to be sent, in order.
    pub waiting: Vec<Outgoing>,
}

/// A message that is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The number of its row.
    pub row: i64,
    /// The id under which it is sent, however often that is tried.
    pub transaction: String,
    /// What is to be said.
    pub message: Message,
}

/// What one sync response has led to.
#[derive(Debug, Default)]
pub struct Batch {
    /// Up to where events have been dealt with then; `None` if that does not change.
    pub token: Option<String>,
    /// The events that have been acted upon.
    pub seen: Vec<SeenEvent>,
    /// What has to happen because of them.
    pub effects: Vec<Effect>,
}

/// An event that has been acted upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenEvent {
    /// The event's id.
    pub event: String,
    /// The room's id.
    pub room: String,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database was made by another version.
    #[error("the database cannot be brought to this version: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row does not hold what this version expects.
    #[error("{what} in the database cannot be read: {problem}")]
    Row {
        /// Which row.
        what: String,
        /// What is wrong with it.
        problem: serde_json::Error,
    },
    /// A value has no JSON.
    #[error("cannot be stored: {0}")]
    Json(#[from] serde_json::Error),
}

impl Store {
    /// Opens or creates the database in a folder.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or was written by a newer version.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Without it, the last transactions before a power cut could be lost.
            .synchronous(SqliteSynchronous::Full);
        // A second connection could only wait for the first one's transaction.
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await?;
        sqlx::migrate!("src/store/migrations").run(&pool).await?;
        Ok(Self { pool })
    }

    /// Everything that has to be known at the start. Forgets what is too old to matter.
    ///
    /// # Errors
    ///
    /// If the database fails or holds something that this version cannot read.
    pub async fn load(&self) -> Result<Snapshot, StoreError> {
        self.forget(KEPT_FOR).await?;
        let token = sqlx::query_scalar("SELECT value FROM meta WHERE key = ?")
            .bind(SYNC_TOKEN)
            .fetch_optional(&self.pool)
            .await?;
        let mut tables = Vec::new();
        for row in sqlx::query("SELECT id, data FROM tables ORDER BY id")
            .fetch_all(&self.pool)
            .await?
        {
            let (id, data): (i64, String) = (row.try_get("id")?, row.try_get("data")?);
            tables.push(parse(&data, || format!("table t{id}"))?);
        }
        let mut waiting = Vec::new();
        for row in sqlx::query(
            "SELECT id, transaction_id, message FROM outbox WHERE state = 'waiting' ORDER BY id",
        )
        .fetch_all(&self.pool)
        .await?
        {
            let (row, transaction, message): (i64, String, String) = (
                row.try_get("id")?,
                row.try_get("transaction_id")?,
                row.try_get("message")?,
            );
            let message = parse(&message, || format!("message {row}"))?;
            waiting.push(Outgoing {
                row,
                transaction,
                message,
            });
        }
        Ok(Snapshot {
            token,
            tables,
            waiting,
        })
    }

    /// Whether an event has been acted upon.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn is_seen(&self, event: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM seen WHERE event = ?")
            .bind(event)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    /// Stores all of a batch or nothing of it, and returns what is to be sent because of it.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn commit(&self, batch: Batch) -> Result<Vec<Outgoing>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        for SeenEvent { event, room } in &batch.seen {
            sqlx::query("INSERT INTO seen (event, room) VALUES (?, ?)")
                .bind(event)
                .bind(room)
                .execute(&mut *transaction)
                .await?;
        }
        let mut outgoing = Vec::new();
        for effect in batch.effects {
            match effect {
                Effect::Save(saved) => save(&mut transaction, &saved).await?,
                Effect::Say(message) => outgoing.push(write(&mut transaction, message).await?),
            }
        }
        if let Some(token) = batch.token {
            sqlx::query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
                .bind(SYNC_TOKEN)
                .bind(token)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(outgoing)
    }

    /// Notes that a message has become an event.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_sent(&self, row: i64, event: &str) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE outbox SET state = 'sent', attempts = attempts + 1, event = ? WHERE id = ?",
        )
        .bind(event)
        .bind(row)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Notes that a message will never be accepted.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_refused(&self, row: i64, reason: &str) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE outbox SET state = 'refused', attempts = attempts + 1, reason = ? WHERE id = ?",
        )
        .bind(reason)
        .bind(row)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Notes that a message could not be sent this time.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_tried(&self, row: i64, reason: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE outbox SET attempts = attempts + 1, reason = ? WHERE id = ?")
            .bind(reason)
            .bind(row)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn forget(&self, age: Duration) -> Result<(), StoreError> {
        let age = i64::try_from(age.as_secs()).unwrap_or(i64::MAX);
        sqlx::query("DELETE FROM seen WHERE seen_at < unixepoch() - ?")
            .bind(age)
            .execute(&self.pool)
            .await?;
        sqlx::query("DELETE FROM outbox WHERE state <> 'waiting' AND written_at < unixepoch() - ?")
            .bind(age)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

async fn save(transaction: &mut Transaction<'_, Sqlite>, saved: &Saved) -> Result<(), StoreError> {
    let finished = match saved.stage {
        SavedStage::Challenge { .. } | SavedStage::Playing { .. } => false,
        SavedStage::Over { .. } | SavedStage::Dropped => true,
    };
    sqlx::query("INSERT OR REPLACE INTO tables (id, room, finished, data) VALUES (?, ?, ?, ?)")
        .bind(i64::from(saved.id))
        .bind(&saved.room)
        .bind(finished)
        .bind(serde_json::to_string(saved)?)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

async fn write(
    transaction: &mut Transaction<'_, Sqlite>,
    message: Message,
) -> Result<Outgoing, StoreError> {
    // Random, so that it stays unique when an old copy of the database is put back.
    let id = format!("icebreaker-{:032x}", rand::random::<u128>());
    let row = sqlx::query_scalar(
        "INSERT INTO outbox (room, transaction_id, message) VALUES (?, ?, ?) RETURNING id",
    )
    .bind(&message.room)
    .bind(&id)
    .bind(serde_json::to_string(&message)?)
    .fetch_one(&mut **transaction)
    .await?;
    Ok(Outgoing {
        row,
        transaction: id,
        message,
    })
}

fn parse<T: serde::de::DeserializeOwned>(
    json: &str,
    what: impl Fn() -> String,
) -> Result<T, StoreError> {
    serde_json::from_str(json).map_err(|problem| StoreError::Row {
        what: what(),
        problem,
    })
}
