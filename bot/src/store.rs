//! The database: the tables, results and settings, the events seen, the messages to be sent and the
//! errands to be carried out. The only place with SQL.
//!
//! One incoming sync response is one transaction, so a kill at any moment loses nothing and repeats
//! nothing: either the events are seen, the tables changed and the answers in the outbox, or the
//! response comes once more. So is the result of an errand: either the errand is settled and the
//! answers are in the outbox, or it is carried out once more.

mod backup;
mod errands;
mod memory;
mod seen;
#[cfg(test)]
mod tests;
mod trouble;
mod undecrypted;
mod version;

use std::{path::Path, time::Duration};

use sqlx::{
    Row, Sqlite, SqlitePool, Transaction,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tables::{Effect, Message, RunResult, Saved, saved::SavedStage};
use tracing::error;

pub use self::{
    backup::{BackupError, back_up, restore},
    errands::OpenErrand,
    seen::{Sealed, SeenEvent},
    trouble::StoreError,
    undecrypted::Undecrypted,
};

const FILE: &str = "icebreaker.db";
const SYNC_TOKEN: &str = "sync-token";
/// How long what has been seen is known, and what was refused is kept. A homeserver brings an event
/// again after a kill or a cut connection, which takes minutes.
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
    pub tables: StoredTables,
    /// The events whose keys have not come yet, the oldest first.
    pub undecrypted: Vec<Undecrypted>,
    /// What is still to be done.
    pub waiting: Due,
}

/// The tables that somebody could still ask for, and what has to be remembered besides them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredTables {
    /// Those that are not over, and the last one that is over of each thread or direct message.
    pub saved: Vec<Saved>,
    /// The highest number that any table has ever had.
    pub last_id: u32,
    /// The results of all runs.
    pub results: Vec<RunResult>,
    /// What rooms, players and days have set: keys and values.
    pub settings: Vec<(String, String)>,
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
    /// How to refer to its file, once the homeserver has it.
    pub file: Option<String>,
}

/// What one sync response, or the result of one errand, has led to.
#[derive(Debug, Default)]
pub struct Batch {
    /// Up to where events have been dealt with then; `None` if that does not change.
    pub token: Option<String>,
    /// The events that have been acted upon.
    pub seen: Vec<SeenEvent>,
    /// What has to happen because of them.
    pub effects: Vec<Effect>,
    /// The events that wait for their keys from now on.
    pub undecrypted: Vec<Undecrypted>,
    /// The ids of the events about which the tables have been told that their keys do not come.
    pub told: Vec<String>,
    /// The ids of the events that no longer wait for their keys.
    pub settled: Vec<String>,
    /// The errand that has its result now.
    pub errand: Option<i64>,
}

impl Batch {
    /// Whether there is nothing in it but perhaps a token.
    pub fn is_empty(&self) -> bool {
        self.errand.is_none()
            && self.seen.is_empty()
            && self.effects.is_empty()
            && self.undecrypted.is_empty()
            && self.told.is_empty()
            && self.settled.is_empty()
    }
}

/// What is to be done because of a batch, once it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The messages to be sent, in order.
    pub messages: Vec<Outgoing>,
    /// The errands to be carried out, in order.
    pub errands: Vec<OpenErrand>,
    /// Whether the program is to end after that. This is not stored: the next start is another run.
    pub stop: bool,
}

impl Due {
    /// Adds what is due after this.
    pub fn extend(&mut self, later: Due) {
        self.messages.extend(later.messages);
        self.errands.extend(later.errands);
        self.stop |= later.stop;
    }
}

impl Store {
    /// Opens or creates the database in a folder.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or written, is damaged, or was written by a newer version.
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
        let mut connection = pool.acquire().await?;
        version::check(&mut connection).await?;
        version::migrate(&mut connection).await?;
        drop(connection);
        Ok(Self { pool })
    }

    /// Everything that has to be known at the start. Forgets what is too old to matter, and leaves
    /// out what this version cannot read.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn load(&self) -> Result<Snapshot, StoreError> {
        self.forget().await?;
        let token = sqlx::query_scalar("SELECT value FROM meta WHERE key = ?")
            .bind(SYNC_TOKEN)
            .fetch_optional(&self.pool)
            .await?;
        Ok(Snapshot {
            token,
            tables: self.tables().await?,
            undecrypted: self.undecrypted().await?,
            waiting: Due {
                messages: self.messages().await?,
                errands: self.errands().await?,
                stop: false,
            },
        })
    }

    /// The tables that somebody could still ask for and what has to be remembered besides them, but
    /// for what this version cannot read.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn tables(&self) -> Result<StoredTables, StoreError> {
        let last_id: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM tables")
            .fetch_one(&self.pool)
            .await?;
        let rows = sqlx::query(
            "SELECT id, data FROM tables WHERE stage = 'open' OR id IN \
             (SELECT max(id) FROM tables WHERE stage = 'over' GROUP BY room, thread) ORDER BY id",
        )
        .fetch_all(&self.pool)
        .await?;
        let mut saved = Vec::new();
        for row in rows {
            let (id, data): (i64, String) = (row.try_get("id")?, row.try_get("data")?);
            saved.extend(readable(&data, &format!("the table t{id}")));
        }
        Ok(StoredTables {
            saved,
            last_id: u32::try_from(last_id).unwrap_or(u32::MAX),
            results: self.results().await?,
            settings: self.settings().await?,
        })
    }

    /// The table with a number, however long it has been over; nothing if there is none, or none that
    /// this version can read.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn table(&self, id: u32) -> Result<Option<Saved>, StoreError> {
        let data: Option<String> = sqlx::query_scalar("SELECT data FROM tables WHERE id = ?")
            .bind(i64::from(id))
            .fetch_optional(&self.pool)
            .await?;
        Ok(data.and_then(|data| readable(&data, &format!("the table t{id}"))))
    }

    async fn messages(&self) -> Result<Vec<Outgoing>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, transaction_id, message, file FROM outbox WHERE state = 'waiting' ORDER BY id",
        )
        .fetch_all(&self.pool)
        .await?;
        let mut messages = Vec::new();
        for row in rows {
            let (id, json): (i64, String) = (row.try_get("id")?, row.try_get("message")?);
            if let Some(message) = readable(&json, &format!("the message {id}")) {
                messages.push(Outgoing {
                    row: id,
                    transaction: row.try_get("transaction_id")?,
                    message,
                    file: row.try_get("file")?,
                });
            }
        }
        Ok(messages)
    }

    /// Stores all of a batch or nothing of it, and returns what is to be done because of it.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn commit(&self, batch: Batch) -> Result<Due, StoreError> {
        let mut transaction = self.pool.begin().await?;
        for event in &batch.seen {
            seen::note(&mut transaction, event).await?;
        }
        if let Some(errand) = batch.errand {
            errands::settle(&mut transaction, errand).await?;
        }
        let mut due = Due::default();
        for effect in batch.effects {
            match effect {
                Effect::Save(saved) => save(&mut transaction, &saved).await?,
                Effect::Result(result) => memory::keep_result(&mut transaction, &result).await?,
                Effect::Set(key, value) => memory::set(&mut transaction, &key, &value).await?,
                Effect::Unset(key) => memory::unset(&mut transaction, &key).await?,
                Effect::Forget { player, somebody } => {
                    memory::forget(&mut transaction, &player, &somebody).await?;
                }
                Effect::Stop => due.stop = true,
                Effect::Say(message) => {
                    due.messages.push(write(&mut transaction, message).await?);
                }
                Effect::Errand(errand) => {
                    due.errands
                        .push(errands::open(&mut transaction, errand).await?);
                }
            }
        }
        for waiting in batch.undecrypted {
            undecrypted::keep(&mut transaction, waiting).await?;
        }
        for event in batch.told {
            undecrypted::note_told(&mut transaction, &event).await?;
        }
        for event in batch.settled {
            undecrypted::settle(&mut transaction, &event).await?;
        }
        if let Some(token) = batch.token {
            sqlx::query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
                .bind(SYNC_TOKEN)
                .bind(token)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(due)
    }

    /// Lets go of a message that has become an event: the room has it, nobody asks for it here.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_sent(&self, row: i64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM outbox WHERE id = ?")
            .bind(row)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Notes how to refer to the file of a message, which the homeserver has now.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_uploaded(&self, row: i64, file: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE outbox SET file = ? WHERE id = ?")
            .bind(file)
            .bind(row)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Lets one message, which nobody has sent, go out as part of a later one.
    ///
    /// # Errors
    ///
    /// If the database fails; then both are as they were.
    pub async fn merge(&self, row: i64, later: i64, merged: &Message) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("DELETE FROM outbox WHERE id = ?")
            .bind(row)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE outbox SET message = ?, file = NULL WHERE id = ?")
            .bind(serde_json::to_string(merged)?)
            .bind(later)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
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

    /// Forgets what is too old to matter.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn forget(&self) -> Result<(), StoreError> {
        let age = i64::try_from(KEPT_FOR.as_secs()).unwrap_or(i64::MAX);
        self.forget_seen().await?;
        // Only those that cannot be read become so old.
        sqlx::query("DELETE FROM errands WHERE since < unixepoch() - ?")
            .bind(age)
            .execute(&self.pool)
            .await?;
        // Earlier versions kept what was sent.
        sqlx::query(
            "DELETE FROM outbox \
             WHERE state = 'sent' OR (state <> 'waiting' AND written_at < unixepoch() - ?)",
        )
        .bind(age)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

async fn save(transaction: &mut Transaction<'_, Sqlite>, saved: &Saved) -> Result<(), StoreError> {
    let stage = match saved.stage {
        // What has lapsed is at hand after a restart, too, until it is dropped.
        SavedStage::Challenge(_) | SavedStage::Lapsed(_) | SavedStage::Playing { .. } => "open",
        SavedStage::Over { .. } => "over",
        SavedStage::Dropped => "dropped",
    };
    sqlx::query(
        "INSERT OR REPLACE INTO tables (id, room, thread, stage, data) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(i64::from(saved.id))
    .bind(&saved.room)
    .bind(&saved.thread)
    .bind(stage)
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
        file: None,
    })
}

/// What a row holds, unless it is damaged or another version's: that must not stop everything else.
fn readable<T: serde::de::DeserializeOwned>(json: &str, what: &str) -> Option<T> {
    match serde_json::from_str(json) {
        Ok(value) => Some(value),
        Err(problem) => {
            error!("{what} in the database cannot be read and is left out: {problem}");
            None
        }
    }
}
