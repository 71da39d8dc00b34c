//! Replay protection: the events that have been acted upon, by their ids, and encrypted ones also by their
//! Megolm message index, because the same ciphertext can come again under a new event id.

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use super::{RETENTION_SECONDS, Store, StoreError};

/// An event that has been acted upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenEvent {
    /// The event's id.
    pub event: String,
    /// The room's id.
    pub room: String,
    /// Its place in its Megolm session, if it was encrypted.
    pub megolm_index: Option<MegolmIndex>,
}

/// A message's place in a Megolm session: at each index, a sender has one message only. A copy by another
/// user has a place of its own, so it does not use up the place of the original.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MegolmIndex {
    /// The session's id, which belongs to one device.
    pub session: String,
    /// The user id of the event's sender.
    pub sender: String,
    /// The message index in the session.
    pub index: u32,
}

impl MegolmIndex {
    /// Returns the session and the sender as a hash for the column `session`, so that the replay protection
    /// does not reveal who has written. A session's id has no spaces.
    fn key(&self) -> String {
        let place = format!("{} {}", self.session, self.sender);
        hex::encode(Sha256::digest(place))
    }
}

impl Store {
    /// Returns whether an event has been acted upon.
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

    /// Returns whether an encrypted message has been acted upon, under any event id. All indexes before an
    /// expired one count as acted upon.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn is_opened(&self, megolm_index: &MegolmIndex) -> Result<bool, StoreError> {
        let found = sqlx::query(
            "SELECT 1 FROM opened WHERE session = ? AND (message_index = ? OR \
             (message_index > ? AND opened_at < unixepoch() - ?)) LIMIT 1",
        )
        .bind(megolm_index.key())
        .bind(megolm_index.index)
        .bind(megolm_index.index)
        .bind(RETENTION_SECONDS)
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.is_some())
    }

    /// Deletes expired rows, except the last expired message of each session.
    pub(super) async fn forget_seen(&self) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM seen WHERE seen_at < unixepoch() - ?")
            .bind(RETENTION_SECONDS)
            .execute(&self.pool)
            .await?;
        sqlx::query(
            "DELETE FROM opened WHERE opened_at < unixepoch() - ? AND EXISTS \
             (SELECT 1 FROM opened AS later WHERE later.session = opened.session \
             AND later.message_index > opened.message_index \
             AND later.opened_at < unixepoch() - ?)",
        )
        .bind(RETENTION_SECONDS)
        .bind(RETENTION_SECONDS)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

pub(super) async fn note(
    connection: &mut SqliteConnection,
    seen: &SeenEvent,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO seen (event, room) VALUES (?, ?)")
        .bind(&seen.event)
        .bind(&seen.room)
        .execute(&mut *connection)
        .await?;
    if let Some(megolm_index) = &seen.megolm_index {
        sqlx::query("INSERT INTO opened (session, message_index) VALUES (?, ?)")
            .bind(megolm_index.key())
            .bind(megolm_index.index)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{
        Batch,
        tests::{new_store, seen},
    };

    #[tokio::test]
    async fn an_encrypted_message_is_processed_once() {
        let (_folder, store) = new_store().await;
        let megolm_index = |session: &str, index| MegolmIndex {
            session: session.into(),
            sender: "@alice:x".into(),
            index,
        };
        let opened = async |event: &str, session: &str, index| {
            let seen = SeenEvent {
                megolm_index: Some(megolm_index(session, index)),
                ..seen(event)
            };
            let batch = Batch {
                seen: vec![seen],
                ..Batch::default()
            };
            store.commit(batch).await.unwrap();
        };
        for index in [3, 5] {
            opened(&format!("$old{index}"), "one", index).await;
        }
        let check = async |session: &str, index, expected| {
            let found = store
                .is_opened(&megolm_index(session, index))
                .await
                .unwrap();
            assert_eq!(found, expected, "{session} {index}");
        };
        // A late room key brings an earlier message.
        check("one", 4, false).await;
        check("one", 5, true).await;
        check("two", 5, false).await;
        let long_ago = "UPDATE opened SET opened_at = 0";
        sqlx::query(long_ago).execute(&store.pool).await.unwrap();
        opened("$new", "one", 8).await;
        store.load().await.unwrap();
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM opened")
            .fetch_one(&store.pool)
            .await
            .unwrap();
        assert_eq!(rows, 2, "the last of those long ago, and the new one");
        for (index, expected) in [(3, true), (4, true), (5, true), (7, false), (8, true)] {
            check("one", index, expected).await;
        }
    }

    #[tokio::test]
    async fn another_sender_uses_up_no_place() {
        let (_folder, store) = new_store().await;
        let by = |sender: &str, index| MegolmIndex {
            session: "one".into(),
            sender: sender.into(),
            index,
        };
        let copy = SeenEvent {
            megolm_index: Some(by("@mallory:x", 5)),
            ..seen("$copy")
        };
        let batch = Batch {
            seen: vec![copy],
            ..Batch::default()
        };
        store.commit(batch).await.unwrap();
        assert!(store.is_opened(&by("@mallory:x", 5)).await.unwrap());
        assert!(!store.is_opened(&by("@alice:x", 5)).await.unwrap());
    }
}
