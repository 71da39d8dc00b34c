//! Results of finished duels.

use lobby::{DuelResult, Person};
use sqlx::SqliteConnection;

use super::{RESULT, Store, StoreError, all_readable, execute, readable};

impl Store {
    /// Returns the results of duels, except those that this version cannot read.
    pub(super) async fn duels(&self) -> Result<Vec<DuelResult>, StoreError> {
        let rows = sqlx::query_as("SELECT table_id, data FROM duels ORDER BY table_id");
        Ok(all_readable(rows.fetch_all(&self.pool).await?, RESULT))
    }
}

pub(super) async fn keep(
    connection: &mut SqliteConnection,
    result: &DuelResult,
) -> Result<(), StoreError> {
    let [first, second] = &result.players;
    let statement = sqlx::query(
        "INSERT OR REPLACE INTO duels (table_id, first, second, data) VALUES (?, ?, ?, ?)",
    )
    .bind(i64::from(result.table))
    .bind(&first.id)
    .bind(&second.id)
    .bind(serde_json::to_string(result)?);
    execute(statement, connection).await
}

/// Deletes the result of a table.
pub(super) async fn remove(
    connection: &mut SqliteConnection,
    table: i64,
) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM duels WHERE table_id = ?").bind(table);
    execute(statement, connection).await
}

/// Replaces a player by `somebody` in every duel. Deletes duels in which nobody else has played, and
/// unreadable ones, which would still name the player.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: &str,
    somebody: &Person,
) -> Result<(), StoreError> {
    let rows = sqlx::query_as("SELECT table_id, data FROM duels WHERE first = ?1 OR second = ?1");
    let rows: Vec<(i64, String)> = rows.bind(player).fetch_all(&mut *connection).await?;
    for (id, data) in rows {
        let duel: Option<DuelResult> = readable(&data, RESULT, id);
        match duel.and_then(|duel| duel.without(player, somebody)) {
            Some(left) => keep(connection, &left).await?,
            None => remove(connection, id).await?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use lobby::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::tests::{commit, duel, new_store};

    #[tokio::test]
    async fn a_dropped_result_is_gone() {
        let (_folder, store) = new_store().await;
        let effects = vec![
            Effect::Duel(duel(1, ["alice", "bob"])),
            Effect::Duel(duel(2, ["alice", "bob"])),
            Effect::DropDuel(1),
        ];
        commit(&store, effects).await;
        assert_eq!(store.duels().await.unwrap(), [duel(2, ["alice", "bob"])]);
    }

    /// The store is dropped without being closed, as by a kill.
    #[tokio::test]
    async fn duels_survive_a_kill_in_table_order() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let effects = vec![
            Effect::Duel(duel(2, ["bob", "carol"])),
            Effect::Duel(duel(1, ["alice", "bob"])),
        ];
        commit(&store, effects).await;
        drop(store);
        let store = Store::open(folder.path()).await.unwrap();
        let stored = store.load().await.unwrap().lobby;
        let all = [duel(1, ["alice", "bob"]), duel(2, ["bob", "carol"])];
        assert_eq!(stored.duels, all);
    }

    #[tokio::test]
    async fn a_duel_stays_until_both_players_are_forgotten() {
        let (_folder, store) = new_store().await;
        let effects = vec![
            Effect::Duel(duel(1, ["alice", "bob"])),
            Effect::Duel(duel(2, ["bob", "carol"])),
            Effect::Duel(duel(3, ["carol", "alice"])),
        ];
        commit(&store, effects).await;
        // An unreadable row must not keep the name either.
        sqlx::query("UPDATE duels SET data = '{\"id\":\"@alice:x\"}' WHERE table_id = 3")
            .execute(&store.pool)
            .await
            .unwrap();
        let somebody = Person {
            id: String::new(),
            name: "somebody".into(),
        };
        let forget = |name: &str| Effect::Forget {
            player: format!("@{name}:x"),
            somebody: somebody.clone(),
        };
        commit(&store, vec![forget("alice")]).await;
        let left = store.duels().await.unwrap();
        let mut without = duel(1, ["alice", "bob"]);
        without.players[0] = somebody.clone();
        assert_eq!(left, [without, duel(2, ["bob", "carol"])]);
        commit(&store, vec![forget("bob"), forget("carol")]).await;
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM duels")
            .fetch_one(&store.pool)
            .await
            .unwrap();
        assert_eq!(rows, 0);
    }
}
