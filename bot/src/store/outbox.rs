//! The outbox: the stored queue of messages to be sent, and refused ones.

use lobby::{Job, Message, job::TimedBoard};
use sqlx::{Sqlite, SqliteConnection, query::Query, sqlite::SqliteArguments};

use super::{RETENTION_SECONDS, Store, StoreError, execute, jobs, readable, store_error::Damage};

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

impl Store {
    pub(super) async fn messages(&self) -> Result<Vec<Outgoing>, StoreError> {
        let rows: Vec<(i64, String, String, Option<String>)> = sqlx::query_as(
            "SELECT id, transaction_id, message, file FROM outbox WHERE state = 'waiting' ORDER BY id",
        )
        .fetch_all(&self.pool)
        .await?;
        let messages = rows
            .into_iter()
            .filter_map(|(row, transaction, json, file)| {
                let message = readable(&json, "message ", row)?;
                Some(Outgoing {
                    row,
                    transaction,
                    message,
                    file,
                })
            });
        Ok(messages.collect())
    }

    /// Deletes a sent message.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_sent(&self, row: i64) -> Result<(), StoreError> {
        let statement = sqlx::query("DELETE FROM outbox WHERE id = ?").bind(row);
        execute(statement, &self.pool).await
    }

    /// Deletes a sent message and stores the job that starts a player's time, so that a kill loses neither.
    /// Returns the row of the job.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn mark_delivered(&self, row: i64, start: TimedBoard) -> Result<i64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let statement = sqlx::query("DELETE FROM outbox WHERE id = ?").bind(row);
        execute(statement, &mut *transaction).await?;
        let job = jobs::open(&mut transaction, Job::StartClock(start)).await?;
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

    /// Marks a message as refused for good.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_refused(&self, row: i64, reason: &str) -> Result<(), StoreError> {
        execute(refusal(row, reason), &self.pool).await
    }

    /// Marks a message as refused for good and stores the job that notes the missing board, so that a kill loses
    /// neither. Returns the row of the job.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn mark_board_refused(
        &self,
        row: i64,
        reason: &str,
        board: TimedBoard,
    ) -> Result<i64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        execute(refusal(row, reason), &mut *transaction).await?;
        let job = jobs::open(&mut transaction, Job::NoteRejected(board)).await?;
        transaction.commit().await?;
        Ok(job.row)
    }

    /// Counts a failed attempt to send a message.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn mark_tried(&self, row: i64, reason: &str) -> Result<(), StoreError> {
        let statement =
            sqlx::query("UPDATE outbox SET attempts = attempts + 1, reason = ? WHERE id = ?")
                .bind(reason)
                .bind(row);
        execute(statement, &self.pool).await
    }

    /// Deletes expired messages, except waiting ones.
    pub(super) async fn forget_messages(&self) -> Result<(), StoreError> {
        let statement = sqlx::query(
            "DELETE FROM outbox WHERE state <> 'waiting' AND written_at < unixepoch() - ?",
        )
        .bind(RETENTION_SECONDS);
        execute(statement, &self.pool).await
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

/// Checks the outbox of a database that is being restored.
///
/// # Errors
///
/// If a message still waits, or cannot be read.
pub(super) async fn check_restored(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query_as("SELECT id, state, message FROM outbox ORDER BY id");
    let rows: Vec<(i64, String, String)> = rows.fetch_all(connection).await?;
    for (id, state, json) in rows {
        let found = match serde_json::from_str::<Message>(&json) {
            Ok(_) if state != "waiting" => continue,
            Ok(_) => format!("the message {id} still waits"),
            Err(problem) => format!("the message {id} cannot be read: {problem}"),
        };
        return Err(StoreError::Damaged(Damage::Found(found)));
    }
    Ok(())
}

/// Deletes all messages that do not wait, as they can contain the forgotten player's name.
pub(super) async fn forget_said(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM outbox WHERE state <> 'waiting'");
    execute(statement, connection).await
}

fn refusal(row: i64, reason: &str) -> Query<'_, Sqlite, SqliteArguments> {
    sqlx::query(
        "UPDATE outbox SET state = 'refused', attempts = attempts + 1, reason = ? WHERE id = ?",
    )
    .bind(reason)
    .bind(row)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use lobby::Effect;

    use super::*;
    use crate::store::{
        OpenJob,
        tests::{batch, kept_messages, message, new_store},
    };

    #[tokio::test]
    async fn only_what_was_neither_sent_nor_refused_waits() {
        let (_folder, store) = new_store().await;
        let effects =
            ["one", "two", "three"].map(|text| Effect::SendMessage(message("!room", text)));
        let outgoing = store
            .commit(batch("s1", &[], effects.into()))
            .await
            .unwrap()
            .messages;
        store.mark_sent(outgoing[0].row).await.unwrap();
        store
            .mark_refused(outgoing[1].row, "M_FORBIDDEN")
            .await
            .unwrap();
        store
            .mark_tried(outgoing[2].row, "no network")
            .await
            .unwrap();
        assert_eq!(store.load().await.unwrap().waiting.messages, outgoing[2..]);
    }

    #[tokio::test]
    async fn a_delivered_board_becomes_a_job() {
        let (_folder, store) = new_store().await;
        let board = Message {
            table: Some(7),
            starts_clock: Some(3),
            is_private: false,
            ..message("!room", "your turn")
        };
        let effects = vec![Effect::SendMessage(board.clone())];
        let outgoing = store.commit(batch("s1", &[], effects)).await.unwrap();
        let start = TimedBoard::of(&board, Timestamp::UNIX_EPOCH).unwrap();
        let delivered = store.mark_delivered(outgoing.messages[0].row, start.clone());
        let row = delivered.await.unwrap();
        let job = Job::StartClock(start);
        let waiting = store.load().await.unwrap().waiting;
        assert_eq!(waiting.messages, []);
        assert_eq!(waiting.jobs, [OpenJob { row, job }]);
    }

    #[tokio::test]
    async fn sent_messages_are_not_kept() {
        let (_folder, store) = new_store().await;
        let effects = ["one", "two"].map(|text| Effect::SendMessage(message("!room", text)));
        let outgoing = store
            .commit(batch("s1", &[], effects.into()))
            .await
            .unwrap()
            .messages;
        store.mark_sent(outgoing[0].row).await.unwrap();
        assert_eq!(kept_messages(&store).await, 1);
    }
}
