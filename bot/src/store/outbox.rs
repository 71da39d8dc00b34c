//! The outbox: the stored queue of messages to be sent.

use lobby::{Block, Job, Message};
use sqlx::SqliteConnection;

use super::{Store, StoreError, execute, jobs, readable};

/// Number of messages read at a time at the start.
const PAGE_SIZE: i64 = 100;

/// A message waiting to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The number of its row.
    pub row: i64,
    /// The transaction id under which it is sent, the same for every retry, so that the homeserver accepts it
    /// once.
    pub transaction: String,
    /// The message and its room.
    pub message: Message,
    /// The uploaded file, as JSON; `None` until the upload succeeds.
    pub file: Option<String>,
}

impl Outgoing {
    /// Returns its envelope.
    pub fn envelope(&self) -> Envelope {
        Envelope::of(self.row, &self.message)
    }
}

/// The envelope of a stored message: what decides when it is sent. Its content stays in the store until then, so that
/// many waiting messages take little memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The number of its row.
    pub row: i64,
    /// The room id.
    pub room: String,
    /// The root event of its thread.
    pub thread: Option<String>,
    /// The user who asked for it.
    pub asked_by: Option<String>,
    /// The table whose current board it shows.
    pub table: Option<u32>,
    /// The number of the request that it announces.
    pub asks: Option<u64>,
    /// `true` if it has news before its board, unlike an answer to `board`.
    pub has_news: bool,
    /// `true` if it is sent as a film or page.
    pub is_replay: bool,
}

impl Envelope {
    /// Returns the envelope of the message in a row.
    pub fn of(row: i64, message: &Message) -> Self {
        let first = message.blocks.first();
        Self {
            row,
            room: message.room.clone(),
            thread: message.thread.clone(),
            asked_by: message.asked_by.clone(),
            table: message.table,
            asks: message.asks,
            has_news: !matches!(first, Some(Block::Position(_) | Block::Board(_))),
            is_replay: message.replay().is_some(),
        }
    }

    /// Returns whether a later message makes the board in this one obsolete: same table, room and thread.
    pub fn is_overtaken_by(&self, later: &Envelope) -> bool {
        self.table.is_some()
            && (self.table, &self.room, &self.thread) == (later.table, &later.room, &later.thread)
    }

    /// Returns whether it can be merged into a later message. Only one of the two may announce a request.
    pub fn can_merge_into(&self, later: &Envelope) -> bool {
        self.is_overtaken_by(later) && (self.asks.is_none() || later.asks.is_none())
    }
}

impl Store {
    /// Returns the envelopes of all messages, in order.
    pub(super) async fn envelopes(&self) -> Result<Vec<Envelope>, StoreError> {
        let mut envelopes = Vec::new();
        let mut last = 0;
        loop {
            let page: Vec<(i64, String)> =
                sqlx::query_as("SELECT id, message FROM outbox WHERE id > ? ORDER BY id LIMIT ?")
                    .bind(last)
                    .bind(PAGE_SIZE)
                    .fetch_all(&self.pool)
                    .await?;
            let Some((end, _)) = page.last() else {
                return Ok(envelopes);
            };
            last = *end;
            envelopes.extend(page.iter().filter_map(|(row, json)| {
                let message = readable(json, "message ", *row)?;
                Some(Envelope::of(*row, &message))
            }));
        }
    }

    /// Returns a message; `None` if it is gone or unreadable.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn message(&self, row: i64) -> Result<Option<Outgoing>, StoreError> {
        let found: Option<(String, String, Option<String>)> =
            sqlx::query_as("SELECT transaction_id, message, file FROM outbox WHERE id = ?")
                .bind(row)
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.and_then(|(transaction, json, file)| {
            let message = readable(&json, "message ", row)?;
            Some(Outgoing {
                row,
                transaction,
                message,
                file,
            })
        }))
    }

    /// Deletes a message that was sent, or refused for good.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn delete_message(&self, row: i64) -> Result<(), StoreError> {
        let statement = sqlx::query("DELETE FROM outbox WHERE id = ?").bind(row);
        execute(statement, &self.pool).await?;
        self.note_deleted(row).await;
        Ok(())
    }

    /// Replaces a message by the job that notes what became of its board, so that a kill loses neither. Returns the
    /// row of the job.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn replace_by_job(&self, row: i64, job: Job) -> Result<i64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let statement = sqlx::query("DELETE FROM outbox WHERE id = ?").bind(row);
        execute(statement, &mut *transaction).await?;
        let job = jobs::open(&mut transaction, job).await?;
        transaction.commit().await?;
        Ok(job.row)
    }

    /// Stores the uploaded file of a message.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_uploaded(&self, row: i64, file: &str) -> Result<(), StoreError> {
        let statement = sqlx::query("UPDATE outbox SET file = ? WHERE id = ?")
            .bind(file)
            .bind(row);
        execute(statement, &self.pool).await
    }

    /// Merges an unsent message into a later one.
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
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    message: Message,
) -> Result<Outgoing, StoreError> {
    // Random, so that it stays unique when an old copy of the database is restored.
    let id = format!("icebreaker-{:032x}", rand::random::<u128>());
    let row = sqlx::query_scalar(
        "INSERT INTO outbox (room, transaction_id, message) VALUES (?, ?, ?) RETURNING id",
    )
    .bind(&message.room)
    .bind(&id)
    .bind(serde_json::to_string(&message)?)
    .fetch_one(&mut *connection)
    .await?;
    Ok(Outgoing {
        row,
        transaction: id,
        message,
        file: None,
    })
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use lobby::{Effect, job::TimedBoard};

    use super::*;
    use crate::store::{
        OpenJob,
        tests::{batch, kept_messages, message, new_store, unsent},
    };

    #[tokio::test]
    async fn deleted_messages_do_not_wait() {
        let (_folder, store) = new_store().await;
        let effects =
            ["one", "two", "three"].map(|text| Effect::SendMessage(message("!room", text)));
        let outgoing = store
            .commit(batch("s1", &[], effects.into()))
            .await
            .unwrap()
            .messages;
        store.delete_message(outgoing[0].row).await.unwrap();
        store.delete_message(outgoing[1].row).await.unwrap();
        assert_eq!(unsent(&store).await, outgoing[2..]);
        assert_eq!(kept_messages(&store).await, 1);
    }

    #[tokio::test]
    async fn all_pages_of_messages_are_read_in_order() {
        let (_folder, store) = new_store().await;
        let effects =
            vec![Effect::SendMessage(message("!room", "one")); 2 * PAGE_SIZE as usize + 1];
        let outgoing = store.commit(batch("s1", &[], effects)).await.unwrap();
        let rows: Vec<_> = outgoing.messages.iter().map(|one| one.row).collect();
        let envelopes = store.envelopes().await.unwrap();
        let read: Vec<_> = envelopes.iter().map(|envelope| envelope.row).collect();
        assert_eq!(read, rows);
    }

    fn envelope(table: Option<u32>, thread: &str, asks: Option<u64>) -> Envelope {
        let message = Message {
            thread: Some(thread.into()),
            table,
            asks,
            ..message("!room", "words")
        };
        Envelope::of(1, &message)
    }

    #[test]
    fn a_board_is_overtaken_within_its_table_only() {
        let first = envelope(Some(1), "$1", None);
        assert!(first.is_overtaken_by(&envelope(Some(1), "$1", None)));
        assert!(!first.is_overtaken_by(&envelope(Some(2), "$1", None)));
        assert!(!first.is_overtaken_by(&envelope(Some(1), "$2", None)));
        let answer = envelope(None, "$1", None);
        assert!(!answer.is_overtaken_by(&envelope(None, "$1", None)));
    }

    #[test]
    fn two_announcements_are_not_merged() {
        for (first, second, expected) in [
            (None, Some(2), true),
            (Some(1), None, true),
            (Some(1), Some(2), false),
        ] {
            let [one, other] = [first, second].map(|asks| envelope(Some(1), "$1", asks));
            assert_eq!(one.can_merge_into(&other), expected, "{first:?} {second:?}");
        }
    }

    #[tokio::test]
    async fn a_delivered_board_becomes_a_job() {
        let (_folder, store) = new_store().await;
        let board = Message {
            table: Some(7),
            starts_clock: Some(3),
            private_to: None,
            ..message("!room", "your turn")
        };
        let effects = vec![Effect::SendMessage(board.clone())];
        let outgoing = store.commit(batch("s1", &[], effects)).await.unwrap();
        let start = TimedBoard::of(&board, Timestamp::UNIX_EPOCH).unwrap();
        let job = Job::StartClock(start);
        let delivered = store.replace_by_job(outgoing.messages[0].row, job.clone());
        let row = delivered.await.unwrap();
        let waiting = store.load().await.unwrap().waiting;
        assert_eq!(waiting.messages, []);
        assert_eq!(waiting.jobs, [OpenJob { row, job }]);
    }
}
