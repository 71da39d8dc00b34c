use sqlx::migrate::Migrator;
use tables::{
    Block, Effect, Look, Message,
    saved::{End, Occasion, SavedStage},
};
use tempfile::TempDir;

use super::*;
use crate::store::{Batch, FILE};

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:x"),
        name: name.into(),
    }
}

fn result(table: u32, name: &str) -> RunResult {
    RunResult {
        table,
        player: person(name),
        occasion: Occasion::Day("2026-11-21".parse().unwrap()),
        options: "-".into(),
        won: true,
        damage: 3,
        steps: 30,
        reason: "forts".into(),
        time: jiff::Timestamp::constant(1, 0),
        hinted: false,
    }
}

fn over(id: u32, room: &str, names: &[&str]) -> Saved {
    Saved {
        id,
        room: room.into(),
        thread: None,
        occasion: Occasion::Free,
        stage: SavedStage::Over {
            players: names.iter().map(|name| person(name)).collect(),
            record: "a record".into(),
            end: End::Rules,
            rematch: None,
        },
    }
}

async fn commit(store: &Store, effects: Vec<Effect>) {
    let batch = Batch {
        effects,
        ..Batch::default()
    };
    store.commit(batch).await.unwrap();
}

fn key(text: &str) -> Key {
    text.parse().unwrap()
}

/// The store is dropped without being closed, as by a kill.
#[tokio::test]
async fn results_and_what_is_set_survive_a_kill() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = vec![
        Effect::Result(result(2, "bob")),
        Effect::Result(result(1, "alice")),
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
    assert_eq!(stored.results, [result(1, "alice"), result(2, "bob")]);
    assert_eq!(stored.settings, [("room/!a".into(), "[]".into())]);
}

/// Every text of the database.
async fn dump(store: &Store) -> String {
    let rows: Vec<String> = sqlx::query_scalar(
        "SELECT room || data FROM tables UNION ALL SELECT player || data FROM results \
         UNION ALL SELECT key || value FROM settings UNION ALL SELECT message FROM outbox",
    )
    .fetch_all(&store.pool)
    .await
    .unwrap();
    rows.join("\n")
}

#[tokio::test]
async fn a_forgotten_player_is_nowhere_in_the_database() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let said = |text: &str| Message {
        room: "!room".into(),
        thread: None,
        reply_to: None,
        table: None,
        look: Look::default(),
        mentions: Vec::new(),
        blocks: vec![Block::Text(text.into())],
    };
    let effects = vec![
        // The older one of a thread is never loaded.
        Effect::Save(over(1, "!room", &["alice", "bob"])),
        Effect::Save(over(2, "!room", &["bob", "alice"])),
        Effect::Save(over(3, "!room", &["bob", "malice"])),
        Effect::Save(over(4, "!bob", &["bob"])),
        Effect::Save(over(5, "!alice", &["alice"])),
        Effect::Result(result(4, "bob")),
        Effect::Result(result(5, "alice")),
        Effect::Set(key("player/@alice:x"), "{}".into()),
    ];
    commit(&store, effects).await;
    let message = Effect::Say(said("alice has won"));
    let batch = Batch {
        effects: vec![message],
        ..Batch::default()
    };
    let row = store.commit(batch).await.unwrap().messages[0].row;
    store.mark_refused(row, "M_FORBIDDEN").await.unwrap();
    assert!(dump(&store).await.contains("\"alice\""));

    let somebody = Person {
        id: String::new(),
        name: "somebody".into(),
    };
    let player = "@alice:x".to_owned();
    let effects = vec![
        Effect::Unset(key("player/@alice:x")),
        Effect::Forget { player, somebody },
        Effect::Say(said("waiting")),
    ];
    commit(&store, effects).await;
    let left = dump(&store).await.replace("malice", "");
    assert!(!left.contains("alice"), "{left}");
    assert!(left.contains("waiting"), "{left}");
    assert_eq!(left.matches("somebody").count(), 2, "{left}");
    let stored = store.tables().await.unwrap();
    assert_eq!(stored.results, [result(4, "bob")]);
    let ids: Vec<u32> = stored.saved.iter().map(|saved| saved.id).collect();
    assert_eq!(ids, [3, 4]);
    assert_eq!(stored.last_id, 5, "numbers are not used again");
}

/// What a run was stored as before there were results and settings.
const FIRST_VERSION: &str = r#"{"id":1,"room":"!alice","thread":null,"stage":{"playing":{"players":
    [{"id":"@alice:x","name":"Alice"}],"record":"icebreaker-record: 1\ngame: run\nrules: 1\n
    options: -\nseed: 0707070707070707070707070707070707070707070707070707070707070707\n\nk m13\n",
    "pending":null,"giving_up":null}}}"#;

#[tokio::test]
async fn a_database_of_the_first_version_is_taken_over() {
    let folder = TempDir::new().unwrap();
    let first = TempDir::new().unwrap();
    let sql = include_str!("../migrations/0001_tables_and_outbox.sql");
    std::fs::write(first.path().join("0001_tables_and_outbox.sql"), sql).unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.path().join(FILE))
        .create_if_missing(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let migrator = Migrator::new(first.path()).await.unwrap();
    migrator.run(&pool).await.unwrap();
    let data = FIRST_VERSION.replace("\n    ", "");
    sqlx::query("INSERT INTO tables (id, room, stage, data) VALUES (1, '!alice', 'open', ?)")
        .bind(&data)
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("INSERT INTO meta (key, value) VALUES ('sync-token', 's7')")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;

    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s7"));
    let stored = snapshot.tables;
    assert_eq!(stored.saved[0].occasion, Occasion::Free);
    let mut tables = tables::Tables::new(tables::Settings::default());
    assert_eq!(tables.restore(stored.saved), []);
    assert!(stored.results.is_empty() && stored.settings.is_empty());
    commit(&store, vec![Effect::Result(result(1, "alice"))]).await;
    assert_eq!(store.tables().await.unwrap().results.len(), 1);
}

/// Cleaning at the start deletes what is older than a month, but no table.
#[tokio::test]
async fn a_run_that_is_on_is_kept_however_long_nobody_plays() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let run: Saved = serde_json::from_str(&FIRST_VERSION.replace("\n    ", "")).unwrap();
    let effects = vec![
        Effect::Save(run.clone()),
        Effect::Set(key("room/!a"), "{}".into()),
        Effect::Result(result(5, "alice")),
    ];
    commit(&store, effects).await;
    sqlx::query("UPDATE tables SET changed_at = unixepoch() - 40 * 24 * 60 * 60")
        .execute(&store.pool)
        .await
        .unwrap();
    store.close().await;
    let store = Store::open(folder.path()).await.unwrap();
    let stored = store.load().await.unwrap().tables;
    assert_eq!(stored.saved, [run]);
    assert_eq!((stored.results.len(), stored.settings.len()), (1, 1));
}
