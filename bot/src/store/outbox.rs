//! The outbox: the stored queue of messages to be sent.

use lobby::{Job, Message};
use sqlx::SqliteConnection;

use super::{Store, StoreError, execute, jobs, readable};

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
        let rows: Vec<(i64, String, String, Option<String>)> =
            sqlx::query_as("SELECT id, transaction_id, message, file FROM outbox ORDER BY id")
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

    /// Deletes a message that was sent, or refused for good.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn delete_message(&self, row: i64) -> Result<(), StoreError> {
        let statement = sqlx::query("DELETE FROM outbox WHERE id = ?").bind(row);
        execute(statement, &self.pool).await
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
        tests::{batch, kept_messages, message, new_store},
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
        assert_eq!(store.load().await.unwrap().waiting.messages, outgoing[2..]);
        assert_eq!(kept_messages(&store).await, 1);
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
