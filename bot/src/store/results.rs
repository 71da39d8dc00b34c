//! Results of finished runs.

use lobby::RunResult;
use sqlx::SqliteConnection;

use super::{RESULT, Store, StoreError, all_readable, execute};

impl Store {
    /// Returns the results of runs, except those that this version cannot read.
    pub(super) async fn results(&self) -> Result<Vec<RunResult>, StoreError> {
        let rows = sqlx::query_as("SELECT table_id, data FROM results ORDER BY table_id");
        Ok(all_readable(rows.fetch_all(&self.pool).await?, RESULT))
    }
}

pub(super) async fn keep(
    connection: &mut SqliteConnection,
    result: &RunResult,
) -> Result<(), StoreError> {
    let statement =
        sqlx::query("INSERT OR REPLACE INTO results (table_id, player, data) VALUES (?, ?, ?)")
            .bind(i64::from(result.table))
            .bind(&result.player.id)
            .bind(serde_json::to_string(result)?);
    execute(statement, connection).await
}

/// Deletes the results of a player.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM results WHERE player = ?").bind(player);
    execute(statement, connection).await
}

#[cfg(test)]
mod tests {
    use lobby::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::tests::{commit, result};

    /// The store is dropped without being closed, as by a kill.
    #[tokio::test]
    async fn results_survive_a_kill_in_table_order() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let effects = vec![
            Effect::Result(result(2, "bob")),
            Effect::Result(result(1, "alice")),
        ];
        commit(&store, effects).await;
        drop(store);
        let store = Store::open(folder.path()).await.unwrap();
        let stored = store.load().await.unwrap().lobby;
        assert_eq!(stored.results, [result(1, "alice"), result(2, "bob")]);
    }
}
