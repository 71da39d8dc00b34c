//! Results of finished duels.

use lobby::{DuelResult, Person};
use sqlx::{Row, Sqlite, Transaction};

use super::{Store, StoreError, readable};

impl Store {
    /// Returns the results of duels, except those that this version cannot read.
    pub(super) async fn duels(&self) -> Result<Vec<DuelResult>, StoreError> {
        let rows = sqlx::query("SELECT table_id, data FROM duels ORDER BY table_id")
            .fetch_all(&self.pool)
            .await?;
        let mut duels = Vec::new();
        for row in rows {
            let (id, data): (i64, String) = (row.try_get("table_id")?, row.try_get("data")?);
            duels.extend(readable(&data, &what(id)));
        }
        Ok(duels)
    }
}

fn what(id: i64) -> String {
    format!("result of table t{id}")
}

pub(super) async fn keep(
    transaction: &mut Transaction<'_, Sqlite>,
    result: &DuelResult,
) -> Result<(), StoreError> {
    let [first, second] = &result.players;
    sqlx::query("INSERT OR REPLACE INTO duels (table_id, first, second, data) VALUES (?, ?, ?, ?)")
        .bind(i64::from(result.table))
        .bind(&first.id)
        .bind(&second.id)
        .bind(serde_json::to_string(result)?)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Replaces a player by `somebody` in every duel. Deletes duels in which nobody else has played, and
/// unreadable ones, which would still name the player.
pub(super) async fn forget_player(
    transaction: &mut Transaction<'_, Sqlite>,
    player: &str,
    somebody: &Person,
) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT table_id, data FROM duels WHERE first = ?1 OR second = ?1")
        .bind(player)
        .fetch_all(&mut **transaction)
        .await?;
    for row in rows {
        let (id, data): (i64, String) = (row.try_get("table_id")?, row.try_get("data")?);
        let duel: Option<DuelResult> = readable(&data, &what(id));
        match duel.and_then(|duel| duel.without(player, somebody)) {
            Some(left) => keep(transaction, &left).await?,
            None => {
                sqlx::query("DELETE FROM duels WHERE table_id = ?")
                    .bind(id)
                    .execute(&mut **transaction)
                    .await?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use lobby::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::tests::{commit, duel};

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
        let stored = store.load().await.unwrap().tables;
        let all = [duel(1, ["alice", "bob"]), duel(2, ["bob", "carol"])];
        assert_eq!(stored.duels, all);
    }

    #[tokio::test]
    async fn a_duel_stays_until_both_players_are_forgotten() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
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
