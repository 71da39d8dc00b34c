//! The encrypted events that wait for their room keys.

use jiff::Timestamp;
use sqlx::{Row, Sqlite, Transaction};

use super::{Store, StoreError};

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
    /// `true` once the tables have been told that its key is overdue.
    pub told: bool,
}

impl Store {
    pub(super) async fn undecrypted(&self) -> Result<Vec<Undecrypted>, StoreError> {
        let rows =
            sqlx::query("SELECT event, room, json, since, told FROM undecrypted ORDER BY since")
                .fetch_all(&self.pool)
                .await?;
        let mut undecrypted = Vec::new();
        for row in rows {
            let since: i64 = row.try_get("since")?;
            undecrypted.push(Undecrypted {
                event: row.try_get("event")?,
                room: row.try_get("room")?,
                json: row.try_get("json")?,
                since: Timestamp::from_second(since).unwrap_or_default(),
                told: row.try_get("told")?,
            });
        }
        Ok(undecrypted)
    }
}

/// Stores an event. A known one keeps its time.
pub(super) async fn keep(
    transaction: &mut Transaction<'_, Sqlite>,
    waiting: Undecrypted,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT OR IGNORE INTO undecrypted (event, room, json, since, told) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(waiting.event)
    .bind(waiting.room)
    .bind(waiting.json)
    .bind(waiting.since.as_second())
    .bind(waiting.told)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

pub(super) async fn note_told(
    transaction: &mut Transaction<'_, Sqlite>,
    event: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE undecrypted SET told = 1 WHERE event = ?")
        .bind(event)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

pub(super) async fn settle(
    transaction: &mut Transaction<'_, Sqlite>,
    event: &str,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM undecrypted WHERE event = ?")
        .bind(event)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::Batch;

    #[tokio::test]
    async fn events_wait_for_their_keys_over_a_kill() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let waiting = |event: &str, since: i64| Undecrypted {
            event: event.into(),
            room: "!room".into(),
            json: "{}".into(),
            since: Timestamp::from_second(since).unwrap(),
            told: false,
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
    }
}
