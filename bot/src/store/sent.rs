//! The last messages that were sent in threads, so that plain replies to them find their threads after a restart.

use lobby::Message;

use super::{Store, StoreError};

/// Maximum number of messages whose threads are known. A reply to an older one starts a thread of its own.
pub const MAX_SENT_MESSAGES: usize = 10_000;

/// A message that was sent in a thread.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct SentMessage {
    /// The room id.
    pub room: String,
    /// The event id.
    pub event: String,
    /// The root event of the thread.
    pub thread: String,
}

impl Store {
    /// Returns the last messages, the oldest first.
    pub(super) async fn sent(&self) -> Result<Vec<SentMessage>, StoreError> {
        let sent = sqlx::query_as("SELECT room, event, thread FROM sent ORDER BY id");
        Ok(sent.fetch_all(&self.pool).await?)
    }

    /// Notes the event id of a message, if it was sent in a thread, and forgets the oldest one beyond the maximum.
    ///
    /// # Errors
    ///
    /// If the database fails; then nothing has changed.
    pub async fn note_sent(&self, message: &Message, event: &str) -> Result<(), StoreError> {
        let Some(thread) = &message.thread else {
            return Ok(());
        };
        let mut transaction = self.pool.begin().await?;
        let added = sqlx::query("INSERT INTO sent (room, event, thread) VALUES (?, ?, ?)")
            .bind(&message.room)
            .bind(event)
            .bind(thread)
            .execute(&mut *transaction)
            .await?;
        let most = i64::try_from(MAX_SENT_MESSAGES).unwrap_or(i64::MAX);
        sqlx::query("DELETE FROM sent WHERE id <= ?")
            .bind(added.last_insert_rowid().saturating_sub(most))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{message, new_store};

    fn in_thread() -> Message {
        Message {
            thread: Some("$root".into()),
            ..message("!room", "your turn")
        }
    }

    #[tokio::test]
    async fn threads_of_sent_messages_are_kept() {
        let (_folder, store) = new_store().await;
        store.note_sent(&in_thread(), "$board").await.unwrap();
        let beside = message("!room", "welcome");
        store.note_sent(&beside, "$welcome").await.unwrap();
        let sent = SentMessage {
            room: "!room".into(),
            event: "$board".into(),
            thread: "$root".into(),
        };
        assert_eq!(store.load().await.unwrap().sent, [sent]);
    }

    #[tokio::test]
    async fn the_oldest_sent_message_is_forgotten() {
        let (_folder, store) = new_store().await;
        store.note_sent(&in_thread(), "$first").await.unwrap();
        let last = i64::try_from(MAX_SENT_MESSAGES).unwrap();
        sqlx::query("UPDATE sqlite_sequence SET seq = ? WHERE name = 'sent'")
            .bind(last)
            .execute(&store.pool)
            .await
            .unwrap();
        store.note_sent(&in_thread(), "$last").await.unwrap();
        let sent = store.load().await.unwrap().sent;
        let events: Vec<_> = sent.iter().map(|sent| sent.event.as_str()).collect();
        assert_eq!(events, ["$last"]);
    }
}
