//! The state that survives a restart: the state folder, and the SQLite database in it. The only module with SQL:
//! its transactions are here, the statements for each database table in a file of its own.
//!
//! Each sync response is one transaction, so a kill at any moment loses nothing and repeats nothing: either
//! the events are seen, the tables changed and the answers in the outbox, or the response comes again. The
//! same holds for the result of a job: either the job is settled and the answers are in the outbox, or
//! it is carried out again.

mod backup;
mod duels;
mod jobs;
mod meta;
mod outbox;
mod results;
mod seen;
mod sent;
mod store_error;
mod tables;
#[cfg(test)]
mod tests;
mod undecrypted;
mod values;
mod version;

use std::{collections::BTreeSet, path::Path, sync::Arc, time::Duration};

use lobby::{Effect, saved::SavedStage};
use parking_lot::Mutex;
use serde::de::DeserializeOwned;
use sqlx::{
    Sqlite, SqliteConnection, SqliteExecutor, SqlitePool,
    query::Query,
    sqlite::{
        SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions,
        SqliteSynchronous,
    },
};
use tracing::error;

use crate::computer::GameUpdate;

pub use self::{
    backup::{BackupError, back_up, restore},
    jobs::OpenJob,
    outbox::{Envelope, Outgoing},
    seen::{MegolmIndex, SeenEvent},
    sent::{MAX_SENT_MESSAGES, SentMessage},
    store_error::{Damage, StoreError},
    tables::LobbySnapshot,
    undecrypted::Undecrypted,
};

/// The database's file in the state folder.
const DATABASE_FILE: &str = "icebreaker.db";
/// Timeout of the wait for other work on the database, which a slow disk can hold up.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(300);
/// Retention of seen events and jobs, in seconds. A homeserver repeats an event after a kill or a
/// cut connection, which takes minutes.
const RETENTION_SECONDS: i64 = 30 * 24 * 60 * 60;

/// The database, with a pool of one connection.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
    /// The rows of messages that tell of a deletion of data, and name who wanted it.
    farewells: Arc<Mutex<BTreeSet<i64>>>,
}

/// The stored state, loaded at the start.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// The sync token up to which events have been processed; `None` at the very first start.
    pub token: Option<String>,
    /// The state of the lobby.
    pub lobby: LobbySnapshot,
    /// The events whose room keys have not come yet, the oldest first.
    pub undecrypted: Vec<Undecrypted>,
    /// The last messages that were sent in threads, the oldest first.
    pub sent: Vec<SentMessage>,
    /// The unfinished work.
    pub waiting: UnfinishedWork,
}

/// The unfinished work of earlier runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UnfinishedWork {
    /// The unsent messages, in order.
    pub messages: Vec<Envelope>,
    /// The jobs to be carried out, in order.
    pub jobs: Vec<OpenJob>,
}

impl Snapshot {
    /// Returns whether nothing was ever stored. A restored database has no token, but tables or values.
    pub fn is_new(&self) -> bool {
        self.token.is_none() && self.lobby.last_id == 0 && self.lobby.values.is_empty()
    }
}

/// The changes of one sync response, or of the result of one job, stored in one transaction.
#[derive(Debug, Default)]
pub struct Batch {
    /// The sync token up to which events are processed then; `None` if it does not change.
    pub token: Option<String>,
    /// The events that have been acted upon.
    pub seen: Vec<SeenEvent>,
    /// The effects of these events.
    pub effects: Vec<Effect>,
    /// The events that wait for their room keys from now on.
    pub undecrypted: Vec<Undecrypted>,
    /// The ids of the events about which the lobby has been told that their keys are overdue.
    pub told: Vec<String>,
    /// The ids of the events that no longer wait for their keys.
    pub settled: Vec<String>,
    /// The row of the job whose result this is.
    pub job: Option<i64>,
}

impl Batch {
    /// Returns whether the batch is empty, apart from a token.
    pub fn is_empty(&self) -> bool {
        self.job.is_none()
            && self.seen.is_empty()
            && self.effects.is_empty()
            && self.undecrypted.is_empty()
            && self.told.is_empty()
            && self.settled.is_empty()
    }
}

/// The work due after a batch is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The messages to be sent, in order.
    pub messages: Vec<Outgoing>,
    /// The jobs to be carried out, in order.
    pub jobs: Vec<OpenJob>,
    /// The changed games in their current state.
    pub games: Vec<GameUpdate>,
    /// `true` if the program is to end after that. Not stored: the next start is another run.
    pub stop: bool,
}

impl Due {
    /// Adds later work.
    pub fn extend(&mut self, later: Due) {
        self.messages.extend(later.messages);
        self.jobs.extend(later.jobs);
        self.games.extend(later.games);
        self.stop |= later.stop;
    }
}

impl Store {
    /// Opens or creates the database in a folder, checks its integrity and migrates it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or written, is damaged, or was written by a newer version.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join(DATABASE_FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Deleted rows are overwritten, so that nothing is left of people who are forgotten.
            .pragma("secure_delete", "ON")
            // Otherwise the last transactions before a power cut could be lost.
            .synchronous(SqliteSynchronous::Full);
        // A second connection could only wait for the first one's transaction.
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_with(options)
            .await?;
        let mut connection = pool.acquire().await?;
        version::check(&mut connection).await?;
        version::migrate(&mut connection).await?;
        drop(connection);
        Ok(Self {
            pool,
            farewells: Arc::default(),
        })
    }

    /// Loads the state at the start. Deletes expired rows first, and skips rows that this version cannot
    /// read.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn load(&self) -> Result<Snapshot, StoreError> {
        self.forget().await?;
        let mut connection = self.pool.acquire().await?;
        let token = meta::value(&mut connection, meta::SYNC_TOKEN).await?;
        drop(connection);
        Ok(Snapshot {
            token,
            lobby: self.lobby().await?,
            undecrypted: self.undecrypted().await?,
            sent: self.sent().await?,
            waiting: UnfinishedWork {
                messages: self.envelopes().await?,
                jobs: self.jobs().await?,
            },
        })
    }

    /// Stores a batch atomically and returns the work that is due because of it.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn commit(&self, batch: Batch) -> Result<Due, StoreError> {
        let mut transaction = self.pool.begin().await?;
        for event in &batch.seen {
            seen::note(&mut transaction, event).await?;
        }
        if let Some(job) = batch.job {
            jobs::settle(&mut transaction, job).await?;
        }
        let mut due = Due::default();
        let is_forgetting = |effect: &Effect| matches!(effect, Effect::Forget { .. });
        let forgets = batch.effects.iter().any(is_forgetting);
        for effect in batch.effects {
            carry_out(&mut transaction, effect, &mut due).await?;
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
            meta::note(&mut transaction, meta::SYNC_TOKEN, &token).await?;
        }
        transaction.commit().await?;
        if forgets {
            let named = |outgoing: &&Outgoing| outgoing.message.asked_by.is_some();
            let rows = due
                .messages
                .iter()
                .filter(named)
                .map(|outgoing| outgoing.row);
            self.farewells.lock().extend(rows);
            // The stored changes stand whether this succeeds or not.
            let _ = self.truncate_log().await;
        }
        Ok(due)
    }

    /// Notes that a message was deleted, so that nothing is left of who wanted their data deleted.
    async fn note_deleted(&self, row: i64) {
        let is_farewell = self.farewells.lock().remove(&row);
        if is_farewell {
            let _ = self.truncate_log().await;
        }
    }

    /// Empties the write-ahead log, which still has deleted rows, unless another process reads the database.
    async fn truncate_log(&self) -> Result<(), StoreError> {
        execute(sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)"), &self.pool).await
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Deletes expired rows and dropped challenges, and empties the log of changes.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn forget(&self) -> Result<(), StoreError> {
        self.truncate_log().await?;
        self.forget_seen().await?;
        self.forget_dropped().await?;
        self.forget_jobs().await
    }
}

/// Stores the changes of an effect, and adds the work that is due because of it.
async fn carry_out(
    connection: &mut SqliteConnection,
    effect: Effect,
    due: &mut Due,
) -> Result<(), StoreError> {
    match effect {
        Effect::Save(saved) => {
            tables::save(connection, &saved).await?;
            due.games.push(GameUpdate {
                table: saved.id,
                record: match saved.stage {
                    SavedStage::Playing { record, .. } => Some(record),
                    _ => None,
                },
            });
        }
        Effect::Result(result) => results::keep(connection, &result).await?,
        Effect::Duel(result) => duels::keep(connection, &result).await?,
        Effect::DropDuel(table) => duels::remove(connection, table.into()).await?,
        Effect::Set(key, value) => values::set(connection, &key, &value).await?,
        Effect::Unset(key) => values::unset(connection, &key).await?,
        Effect::Forget { player, somebody } => {
            results::forget_player(connection, &player).await?;
            duels::forget_player(connection, &player, &somebody).await?;
            tables::forget_player(connection, &player, &somebody).await?;
            jobs::forget_player(connection, &player).await?;
        }
        Effect::Stop => due.stop = true,
        Effect::SendMessage(message) => {
            due.messages.push(outbox::write(connection, message).await?)
        }
        Effect::Job(job) => due.jobs.push(jobs::open(connection, job).await?),
    }
    Ok(())
}

/// Executes a statement without a result.
async fn execute<'q, 'c>(
    statement: Query<'q, Sqlite, SqliteArguments>,
    executor: impl SqliteExecutor<'c>,
) -> Result<(), StoreError> {
    statement.execute(executor).await?;
    Ok(())
}

/// The words before the number of a result's table in the log.
const RESULT: &str = "result of table t";

/// Parses a row's JSON; `None`, logged, if it is damaged or of another version, so that one bad row does not
/// stop everything else.
fn readable<T: DeserializeOwned>(json: &str, what: &str, id: i64) -> Option<T> {
    match serde_json::from_str(json) {
        Ok(value) => Some(value),
        Err(problem) => {
            let row = format!("{what}{id}");
            error!(row, error = %problem, "cannot read database row: row skipped");
            None
        }
    }
}

/// Parses the JSON of rows with their numbers, except for those that are damaged or of another version.
fn all_readable<T: DeserializeOwned>(rows: Vec<(i64, String)>, what: &str) -> Vec<T> {
    let rows = rows.iter();
    rows.filter_map(|(id, json)| readable(json, what, *id))
        .collect()
}

/// Executes SQL in another database; returns the number of affected rows.
#[cfg(test)]
pub(crate) async fn change_database(file: &Path, sql: &'static str) -> u64 {
    let address = format!("sqlite://{}", file.display());
    let mut connection = <SqliteConnection as sqlx::Connection>::connect(&address)
        .await
        .unwrap();
    let done = sqlx::query(sql).execute(&mut connection).await;
    done.unwrap().rows_affected()
}
