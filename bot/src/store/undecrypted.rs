//! The encrypted events that wait for their room keys.

use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::{Store, StoreError, execute};

/// An encrypted event whose room key has not come yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecrypted {
    /// The event's id.
    pub event: String,
    /// The room's id.
    pub room: String,
    /// The event as it was received.
    pub json: String,
    /// The time it was received.
    pub since: Timestamp,
    /// `true` once the lobby has been told that its key is overdue.
    pub told: bool,
    /// `true` if another event of its sender waited in the room when it came, so that the sender could choose among them:
    /// by the keys they release, or by changing what a message means, such as the prefix of the room.
    pub is_choice: bool,
}

impl Store {
    pub(super) async fn undecrypted(&self) -> Result<Vec<Undecrypted>, StoreError> {
        let rows: Vec<(String, String, String, i64, bool, bool)> = sqlx::query_as(
            "SELECT event, room, json, since, told, choice FROM undecrypted ORDER BY since, number",
        )
        .fetch_all(&self.pool)
        .await?;
        let read = |(event, room, json, since, told, is_choice)| Undecrypted {
            event,
            room,
            json,
            since: Timestamp::from_second(since).unwrap_or_default(),
            told,
            is_choice,
        };
        Ok(rows.into_iter().map(read).collect())
    }
}

/// Stores an event. A known one keeps its time.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    waiting: Undecrypted,
) -> Result<(), StoreError> {
    let statement = sqlx::query(
        "INSERT OR IGNORE INTO undecrypted (event, room, json, since, told, choice, number)
         VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM undecrypted))",
    )
    .bind(waiting.event)
    .bind(waiting.room)
    .bind(waiting.json)
    .bind(waiting.since.as_second())
    .bind(waiting.told)
    .bind(waiting.is_choice);
    execute(statement, connection).await
}

pub(super) async fn note_told(
    connection: &mut SqliteConnection,
    event: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query("UPDATE undecrypted SET told = 1 WHERE event = ?").bind(event);
    execute(statement, connection).await
}

pub(super) async fn settle(
    connection: &mut SqliteConnection,
    event: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM undecrypted WHERE event = ?").bind(event);
    execute(statement, connection).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Batch, tests::new_store};

    #[tokio::test]
    async fn events_wait_for_their_keys_over_a_kill() {
        let (_folder, store) = new_store().await;
        let waiting = |event: &str, since: i64| Undecrypted {
            event: event.into(),
            room: "!room".into(),
            json: "{}".into(),
            since: Timestamp::from_second(since).unwrap(),
            told: false,
            is_choice: event == "$b",
        };
        let commit = async |undecrypted, settled: &[&str]| {
            let settled = settled.iter().map(|&event| event.into()).collect();
            let batch = Batch {
                undecrypted,
                settled,
                ..Batch::default()
            };
            store.commit(batch).await.unwrap();
            store.load().await.unwrap().undecrypted
        };
        let loaded = commit(vec![waiting("$b", 2), waiting("$a", 1)], &[]).await;
        assert_eq!(loaded, [waiting("$a", 1), waiting("$b", 2)]);
        // The same response again, and an event that never waited.
        let loaded = commit(vec![waiting("$a", 3), waiting("$c", 3)], &["$c", "$d"]).await;
        assert_eq!(loaded, [waiting("$a", 1), waiting("$b", 2)]);
        assert_eq!(commit(vec![], &["$a"]).await, [waiting("$b", 2)]);
        // Event ids have no order.
        let response = ["$z", "$y", "$x"].map(|event| waiting(event, 4));
        let loaded = commit(response.to_vec(), &["$b"]).await;
        assert_eq!(loaded, response);
    }
}
