//! The tables, one row each, kept for ever unless they are dropped challenges.

use lobby::{
    DuelResult, MAX_FINISHED, Person, RunResult, Saved, job::LoadFinished, saved::SavedStage,
};
use sqlx::SqliteConnection;

use super::{Store, StoreError, all_readable, execute, readable};

/// The words before the number of a table in the log.
const TABLE: &str = "table t";

/// The tables that are not over, and the last finished one of each thread, at most a number of them: those that ended last.
const WANTED: &str = "SELECT id, data FROM tables WHERE stage = 'open' OR id IN (SELECT id FROM tables WHERE id IN \
    (SELECT max(id) FROM tables WHERE stage = 'over' AND CASE WHEN json_valid(data) THEN \
    json_extract(data, '$.occasion.contest') IS NULL END GROUP BY room, thread) \
    ORDER BY CASE WHEN json_valid(data) THEN json_extract(data, '$.stage.over.ended_on') END DESC, \
    id DESC LIMIT ?) ORDER BY id";

/// The newest finished games of a room. The expressions are those of the index `tables_listed`.
const LISTED: &str = "SELECT id, data FROM tables WHERE room = ? AND stage = 'over' AND \
    CASE WHEN json_valid(data) THEN json_extract(data, '$.occasion.contest') IS NULL AND \
    json_type(data, '$.occasion.puzzle') IS NULL END ORDER BY CASE WHEN json_valid(data) \
    THEN json_extract(data, '$.stage.over.ended_on') END DESC, id DESC LIMIT ?";

/// The finished games of a player. The expressions are those of the indexes `tables_by_first` and `tables_by_second`.
const OF_PLAYER: &str = "SELECT id, data FROM tables WHERE stage = 'over' AND \
    CASE WHEN json_valid(data) THEN json_extract(data, '$.stage.over.players[0].id') END = ?1 \
    UNION SELECT id, data FROM tables WHERE stage = 'over' AND \
    CASE WHEN json_valid(data) THEN json_extract(data, '$.stage.over.players[1].id') END = ?1";

/// The state of the lobby that is loaded at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbySnapshot {
    /// Those that are not over, and the last finished one of each thread or direct message, if it is among the [`MAX_FINISHED`] that ended last.
    pub saved: Vec<Saved>,
    /// The highest number of any table so far.
    pub last_id: u32,
    /// The results of all runs.
    pub results: Vec<RunResult>,
    /// The results of all duels.
    pub duels: Vec<DuelResult>,
    /// Settings of rooms and players and other small state, as keys and values.
    pub values: Vec<(String, String)>,
}

impl Store {
    /// Loads the tables that somebody could still ask for, results and values, except rows that this
    /// version cannot read.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn lobby(&self) -> Result<LobbySnapshot, StoreError> {
        let last_id: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM tables")
            .fetch_one(&self.pool)
            .await?;
        let rows = sqlx::query_as(WANTED)
            .bind(i64::try_from(MAX_FINISHED).unwrap_or(i64::MAX))
            .fetch_all(&self.pool)
            .await?;
        Ok(LobbySnapshot {
            saved: all_readable(rows, TABLE),
            last_id: u32::try_from(last_id).unwrap_or(u32::MAX),
            results: self.results().await?,
            duels: self.duels().await?,
            values: self.values().await?,
        })
    }

    /// Deletes dropped challenges, except one with the highest number, which is not used again.
    pub(super) async fn forget_dropped(&self) -> Result<(), StoreError> {
        let statement = sqlx::query(
            "DELETE FROM tables WHERE stage = 'dropped' AND id < (SELECT max(id) FROM tables)",
        );
        execute(statement, &self.pool).await
    }

    /// Returns the table with a number, finished or not; `None` if there is none, or this version cannot read
    /// it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn table(&self, id: u32) -> Result<Option<Saved>, StoreError> {
        let data: Option<String> = sqlx::query_scalar("SELECT data FROM tables WHERE id = ?")
            .bind(i64::from(id))
            .fetch_optional(&self.pool)
            .await?;
        Ok(data.and_then(|data| readable(&data, TABLE, id.into())))
    }

    /// Returns the last finished games of a room, the newest first, except those that this version cannot
    /// read.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn over(&self, room: &str) -> Result<Vec<Saved>, StoreError> {
        let rows = sqlx::query_as(LISTED)
            .bind(room)
            .bind(i64::try_from(LoadFinished::MAX_LISTED).unwrap_or(i64::MAX))
            .fetch_all(&self.pool)
            .await?;
        Ok(all_readable(rows, TABLE))
    }
}

pub(super) async fn save(
    connection: &mut SqliteConnection,
    saved: &Saved,
) -> Result<(), StoreError> {
    let stage = match saved.stage {
        // An expired challenge is loaded after a restart, too, until it is dropped.
        SavedStage::Challenge(_) | SavedStage::Lapsed(_) | SavedStage::Playing { .. } => "open",
        SavedStage::Over { .. } => "over",
        SavedStage::Dropped => "dropped",
    };
    let statement = sqlx::query(
        "INSERT OR REPLACE INTO tables (id, room, thread, stage, data) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(i64::from(saved.id))
    .bind(&saved.room)
    .bind(&saved.thread)
    .bind(stage)
    .bind(serde_json::to_string(saved)?);
    execute(statement, connection).await
}

/// Replaces a player by `somebody` at every finished table, loaded or not.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: &str,
    somebody: &Person,
) -> Result<(), StoreError> {
    let rows = sqlx::query_as(OF_PLAYER)
        .bind(player)
        .fetch_all(&mut *connection)
        .await?;
    let saved: Vec<Saved> = all_readable(rows, TABLE);
    for without in saved
        .iter()
        .filter_map(|saved| saved.without(player, somebody))
    {
        save(connection, &without).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use lobby::{Effect, terms::Occasion};

    use super::*;
    use crate::store::tests::{batch, challenge, new_store, saved};

    #[tokio::test]
    async fn a_finished_table_with_bad_json_is_skipped() {
        let (_folder, store) = new_store().await;
        let effects = vec![Effect::Save(saved(1, challenge("matrx")))];
        store.commit(batch("s1", &[], effects)).await.unwrap();
        let broken = "INSERT INTO tables (id, room, stage, data) VALUES (2, '!a', 'over', '{')";
        sqlx::query(broken).execute(&store.pool).await.unwrap();
        let stored = store.lobby().await.unwrap();
        let ids = stored.saved.iter().map(|saved| saved.id);
        assert_eq!(ids.collect::<Vec<_>>(), [1]);
        assert_eq!(stored.last_id, 2);
    }

    #[tokio::test]
    async fn finished_tables_are_found_by_indexes() {
        let (_folder, store) = new_store().await;
        for query in [LISTED, OF_PLAYER] {
            let query = format!("EXPLAIN QUERY PLAN {query}");
            let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(sqlx::AssertSqlSafe(query))
                .fetch_all(&store.pool)
                .await
                .unwrap();
            let steps: Vec<String> = plan.into_iter().map(|(.., step)| step).collect();
            let searches = steps
                .iter()
                .filter(|step| step.starts_with("SEARCH tables"));
            assert!(searches.clone().count() > 0, "{steps:?}");
            assert!(
                searches
                    .into_iter()
                    .all(|step| step.contains("USING INDEX tables_"))
            );
            assert!(
                !steps.iter().any(|step| step.starts_with("SCAN tables")),
                "{steps:?}"
            );
            assert!(
                !steps.iter().any(|step| step.contains("ORDER BY")),
                "{steps:?}"
            );
        }
    }

    #[tokio::test]
    async fn the_last_finished_games_are_loaded() {
        let (_folder, store) = new_store().await;
        for (id, room, ended) in [(1, "!a", 9), (2, "!b", 3), (3, "!b", 4), (4, "!c", 7)] {
            let data = format!(
                "{{\"id\":{id},\"stage\":{{\"over\":{{\"ended_on\":\"2026-01-0{ended}\"}}}}}}"
            );
            let insert =
                "INSERT INTO tables (id, room, thread, stage, data) VALUES (?, ?, '', 'over', ?)";
            let insert = sqlx::query(insert).bind(id).bind(room).bind(data);
            insert.execute(&store.pool).await.unwrap();
        }
        for (limit, expected) in [(9, vec![1, 3, 4]), (2, vec![1, 4]), (1, vec![1])] {
            let rows: Vec<(i64, String)> = sqlx::query_as(WANTED)
                .bind(limit)
                .fetch_all(&store.pool)
                .await
                .unwrap();
            let ids: Vec<i64> = rows.into_iter().map(|(id, _)| id).collect();
            assert_eq!(ids, expected);
        }
    }

    #[tokio::test]
    async fn a_forgotten_player_is_found_at_each_seat() {
        let (_folder, store) = new_store().await;
        let person = |name: &str| Person {
            id: format!("@{name}:example.org"),
            name: name.to_owned(),
        };
        let game = |id, players: [&str; 2]| {
            let over = SavedStage::Over {
                players: players.map(person).to_vec(),
                record: String::new(),
                end: lobby::terms::End::Agreed,
                ended_at: Timestamp::UNIX_EPOCH.into(),
                rematch: None,
                clock: None,
            };
            Effect::Save(saved(id, over))
        };
        let games = [["al\"ice", "bob"], ["bob", "al\"ice"], ["bob", "carol"]];
        let effects = (1..).zip(games).map(|(id, players)| game(id, players));
        store
            .commit(batch("s1", &[], effects.collect()))
            .await
            .unwrap();
        let mut connection = store.pool.acquire().await.unwrap();
        forget_player(&mut connection, "@al\"ice:example.org", &person("nobody"))
            .await
            .unwrap();
        drop(connection);
        let mut seats = Vec::new();
        for id in 1..=3 {
            let table = store.table(id).await.unwrap().unwrap();
            if let SavedStage::Over { players, .. } = table.stage {
                seats.push(
                    players
                        .into_iter()
                        .map(|player| player.name)
                        .collect::<Vec<_>>(),
                );
            }
        }
        assert_eq!(
            seats,
            [["nobody", "bob"], ["bob", "nobody"], ["bob", "carol"]]
        );
    }

    #[tokio::test]
    async fn only_tables_still_in_reach_are_loaded() {
        let (_folder, store) = new_store().await;
        let over = || SavedStage::Over {
            players: Vec::new(),
            record: String::new(),
            end: lobby::terms::End::Agreed,
            ended_at: Timestamp::UNIX_EPOCH.into(),
            rematch: None,
            clock: None,
        };
        let at = |id, room: &str, thread: Option<&str>, stage| Saved {
            id,
            room: room.into(),
            thread: thread.map(str::to_owned),
            occasion: Occasion::Free,
            stage,
        };
        let lapsed = match challenge("zertz") {
            SavedStage::Challenge(challenge) => SavedStage::Lapsed(challenge),
            stage => stage,
        };
        let all = [
            at(1, "!a", Some("$1"), over()),
            at(2, "!a", Some("$1"), over()),
            at(3, "!a", Some("$2"), over()),
            at(4, "!a", None, over()),
            at(5, "!a", None, over()),
            at(6, "!b", None, over()),
            at(7, "!a", Some("$1"), challenge("gipf")),
            at(8, "!a", Some("$2"), SavedStage::Dropped),
            at(9, "!a", Some("$3"), lapsed),
            // A game that decided a contest is not the last game of its thread.
            Saved {
                occasion: Occasion::Contest(3),
                ..at(10, "!a", Some("$2"), over())
            },
        ];
        let effects = all.iter().cloned().map(Effect::Save).collect();
        store.commit(batch("s1", &[], effects)).await.unwrap();
        let over = store.over("!a").await.unwrap();
        let ids: Vec<u32> = over.iter().map(|saved| saved.id).collect();
        assert_eq!(ids, [5, 4, 3, 2, 1]);
        let tables = store.lobby().await.unwrap();
        let ids: Vec<u32> = tables.saved.iter().map(|saved| saved.id).collect();
        assert_eq!(ids, [2, 3, 5, 6, 7, 9]);
        assert_eq!(tables.last_id, 10);
    }
}
