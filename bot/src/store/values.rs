//! The key-value table: settings of rooms and players, and other small state of the lobby.

use lobby::Key;
use sqlx::SqliteConnection;

use super::{Store, StoreError, execute};

impl Store {
    /// Returns all keys and values.
    pub(super) async fn values(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query_as("SELECT key, value FROM key_values ORDER BY key");
        Ok(rows.fetch_all(&self.pool).await?)
    }
}

pub(super) async fn set(
    connection: &mut SqliteConnection,
    key: &Key,
    value: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query("INSERT OR REPLACE INTO key_values (key, value) VALUES (?, ?)")
        .bind(key.to_string())
        .bind(value);
    execute(statement, connection).await
}

pub(super) async fn unset(connection: &mut SqliteConnection, key: &Key) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM key_values WHERE key = ?").bind(key.to_string());
    execute(statement, connection).await
}

#[cfg(test)]
mod tests {
    use lobby::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::tests::{commit, key};

    /// The store is dropped without being closed, as by a kill.
    #[tokio::test]
    async fn values_survive_a_kill() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let effects = vec![
            Effect::Set(key("day/2026-11-20"), "\"00\"".into()),
            Effect::Set(key("room/!a"), "{}".into()),
        ];
        commit(&store, effects).await;
        let effects = vec![
            Effect::Unset(key("day/2026-11-20")),
            Effect::Unset(key("day/2026-11-19")),
            Effect::Set(key("room/!a"), "[]".into()),
        ];
        commit(&store, effects).await;
        drop(store);
        let store = Store::open(folder.path()).await.unwrap();
        let stored = store.load().await.unwrap().lobby;
        assert_eq!(stored.values, [("room/!a".into(), "[]".into())]);
    }
}
