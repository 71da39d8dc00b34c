//! The messages that wait to be sent, and those that were refused.

use sqlx::{Row, Sqlite, SqliteConnection, Transaction};
use tables::Message;

use super::{KEPT_FOR, Store, StoreError, readable, trouble::Damage};

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

impl Store {
    pub(super) async fn messages(&self) -> Result<Vec<Outgoing>, StoreError> {
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

    /// Forgets what is too old to matter; what waits is kept.
    pub(super) async fn forget_messages(&self) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM outbox WHERE state <> 'waiting' AND written_at < unixepoch() - ?")
            .bind(KEPT_FOR)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

pub(super) async fn write(
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

/// Reads back the outbox of a database that is to be restored: nothing in it waits any more, and every
/// message can be read.
///
/// # Errors
///
/// If that is not so.
pub(super) async fn check_restored(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT id, state, message FROM outbox ORDER BY id")
        .fetch_all(connection)
        .await?;
    for row in rows {
        let (id, state): (i64, String) = (row.try_get("id")?, row.try_get("state")?);
        let json: String = row.try_get("message")?;
        let found = match serde_json::from_str::<Message>(&json) {
            Ok(_) if state != "waiting" => continue,
            Ok(_) => format!("the message {id} still waits"),
            Err(problem) => format!("the message {id} cannot be read: {problem}"),
        };
        return Err(StoreError::Damaged(Damage::Found(found)));
    }
    Ok(())
}

/// Forgets all that was ever said and does not wait, for names can be in it.
pub(super) async fn forget_said(
    transaction: &mut Transaction<'_, Sqlite>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM outbox WHERE state <> 'waiting'")
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tables::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::tests::{batch, kept_messages, message};

    #[tokio::test]
    async fn only_what_was_neither_sent_nor_refused_waits() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let effects = ["one", "two", "three"].map(|text| Effect::Say(message("!room", text)));
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
    async fn what_was_sent_is_not_kept() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let effects = ["one", "two"].map(|text| Effect::Say(message("!room", text)));
        let outgoing = store
            .commit(batch("s1", &[], effects.into()))
            .await
            .unwrap()
            .messages;
        store.mark_sent(outgoing[0].row).await.unwrap();
        assert_eq!(kept_messages(&store).await, 1);
    }
}
