//! The key-value table: settings of rooms and players, and other small state of the lobby.

use lobby::Key;
use sqlx::SqliteConnection;

use super::{Store, StoreError, execute};

impl Store {
    /// Returns the settings as keys and values.
    pub(super) async fn settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query_as("SELECT key, value FROM settings ORDER BY key");
        Ok(rows.fetch_all(&self.pool).await?)
    }
}

pub(super) async fn set(
    connection: &mut SqliteConnection,
    key: &Key,
    value: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)")
        .bind(key.to_string())
        .bind(value);
    execute(statement, connection).await
}

pub(super) async fn unset(connection: &mut SqliteConnection, key: &Key) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM settings WHERE key = ?").bind(key.to_string());
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
    async fn settings_survive_a_kill() {
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
        let stored = store.load().await.unwrap().tables;
        assert_eq!(stored.settings, [("room/!a".into(), "[]".into())]);
    }
}
