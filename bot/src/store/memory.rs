//! What is stored besides the tables: results of runs, and what rooms, players and days have set.

#[cfg(test)]
mod tests;

use sqlx::{Row, Sqlite, Transaction};
use tables::{Key, Person, RunResult, Saved};

use super::{Store, StoreError, readable, save};

impl Store {
    /// The results of runs, but for those that this version cannot read.
    pub(super) async fn results(&self) -> Result<Vec<RunResult>, StoreError> {
        let rows = sqlx::query("SELECT table_id, data FROM results ORDER BY table_id")
            .fetch_all(&self.pool)
            .await?;
        let mut results = Vec::new();
        for row in rows {
            let (id, data): (i64, String) = (row.try_get("table_id")?, row.try_get("data")?);
            results.extend(readable(&data, &format!("the result of table t{id}")));
        }
        Ok(results)
    }

    /// What is set, as keys and values.
    pub(super) async fn settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query_as("SELECT key, value FROM settings ORDER BY key");
        Ok(rows.fetch_all(&self.pool).await?)
    }
}

pub(super) async fn keep_result(
    transaction: &mut Transaction<'_, Sqlite>,
    result: &RunResult,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO results (table_id, player, data) VALUES (?, ?, ?)")
        .bind(i64::from(result.table))
        .bind(&result.player.id)
        .bind(serde_json::to_string(result)?)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

pub(super) async fn set(
    transaction: &mut Transaction<'_, Sqlite>,
    key: &Key,
    value: &str,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)")
        .bind(key.to_string())
        .bind(value)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

pub(super) async fn unset(
    transaction: &mut Transaction<'_, Sqlite>,
    key: &Key,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM settings WHERE key = ?")
        .bind(key.to_string())
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Forgets a player: the results, the place at every finished table, loaded or not, and all that
/// was ever said, for names can be in it.
pub(super) async fn forget(
    transaction: &mut Transaction<'_, Sqlite>,
    player: &str,
    somebody: &Person,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM results WHERE player = ?")
        .bind(player)
        .execute(&mut **transaction)
        .await?;
    sqlx::query("DELETE FROM outbox WHERE state <> 'waiting'")
        .execute(&mut **transaction)
        .await?;
    let rows = sqlx::query("SELECT id, data FROM tables WHERE stage = 'over' AND instr(data, ?)")
        // As the id is written inside the JSON.
        .bind(serde_json::to_string(player)?)
        .fetch_all(&mut **transaction)
        .await?;
    for row in rows {
        let (id, data): (i64, String) = (row.try_get("id")?, row.try_get("data")?);
        let saved: Option<Saved> = readable(&data, &format!("the table t{id}"));
        if let Some(without) = saved.and_then(|saved| saved.without(player, somebody)) {
            save(transaction, &without).await?;
        }
    }
    Ok(())
}
