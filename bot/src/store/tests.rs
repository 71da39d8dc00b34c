use tables::{Block, saved::Side};
use tempfile::TempDir;

use super::*;

fn message(room: &str, text: &str) -> Message {
    Message {
        room: room.into(),
        thread: None,
        reply_to: Some("$event".into()),
        mentions: vec!["@alice:x".into()],
        blocks: vec![Block::Text(text.into()), Block::Board("a1".into())],
    }
}

fn saved(id: u32, stage: SavedStage) -> Saved {
    Saved {
        id,
        room: "!room".into(),
        thread: Some("$root".into()),
        stage,
    }
}

fn challenge(game: &str) -> SavedStage {
    let from = tables::Person {
        id: "@alice:x".into(),
        name: "Alice".into(),
    };
    SavedStage::Challenge {
        from,
        to: None,
        game: game.into(),
        side: Side::Random,
    }
}

fn seen(event: &str) -> SeenEvent {
    SeenEvent {
        event: event.into(),
        room: "!room".into(),
    }
}

fn batch(token: &str, events: &[&str], effects: Vec<Effect>) -> Batch {
    Batch {
        token: Some(token.into()),
        seen: events.iter().map(|event| seen(event)).collect(),
        effects,
    }
}

#[tokio::test]
async fn a_new_database_is_empty() {
    let folder = TempDir::new().unwrap();
    let snapshot = Store::open(folder.path())
        .await
        .unwrap()
        .load()
        .await
        .unwrap();
    assert_eq!(snapshot.token, None);
    assert!(snapshot.tables.is_empty() && snapshot.waiting.is_empty());
}

/// The store is dropped without being closed, as by a kill.
#[tokio::test]
async fn all_of_a_batch_survives_a_kill() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = vec![
        Effect::Save(saved(1, challenge("gipf"))),
        Effect::Say(message("!room", "one")),
        Effect::Save(saved(1, challenge("zertz"))),
        Effect::Say(message("!room", "two")),
    ];
    let outgoing = store
        .commit(batch("s1", &["$a", "$b"], effects))
        .await
        .unwrap();
    assert_ne!(outgoing[0].transaction, outgoing[1].transaction);
    drop(store);

    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s1"));
    assert_eq!(snapshot.tables, [saved(1, challenge("zertz"))]);
    assert_eq!(
        snapshot.waiting, outgoing,
        "same order, same transaction ids"
    );
    assert!(store.is_seen("$a").await.unwrap() && !store.is_seen("$c").await.unwrap());
}

/// Whatever fails in a batch, nothing of it stays: here the event has been seen before.
#[tokio::test]
async fn nothing_of_a_failed_batch_stays() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.commit(batch("s1", &["$a"], vec![])).await.unwrap();
    let effects = vec![Effect::Save(saved(1, SavedStage::Dropped))];
    store
        .commit(batch("s2", &["$b", "$a"], effects))
        .await
        .unwrap_err();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s1"));
    assert!(snapshot.tables.is_empty());
    assert!(!store.is_seen("$b").await.unwrap());
}

#[tokio::test]
async fn a_batch_without_a_token_keeps_the_old_one() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.commit(batch("s1", &[], vec![])).await.unwrap();
    store
        .commit(Batch {
            seen: vec![seen("$a")],
            ..Batch::default()
        })
        .await
        .unwrap();
    assert_eq!(store.load().await.unwrap().token.as_deref(), Some("s1"));
}

#[tokio::test]
async fn only_what_was_neither_sent_nor_refused_waits() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = ["one", "two", "three"].map(|text| Effect::Say(message("!room", text)));
    let outgoing = store
        .commit(batch("s1", &[], effects.into()))
        .await
        .unwrap();
    store.mark_sent(outgoing[0].row, "$sent").await.unwrap();
    store
        .mark_refused(outgoing[1].row, "M_FORBIDDEN")
        .await
        .unwrap();
    store
        .mark_tried(outgoing[2].row, "no network")
        .await
        .unwrap();
    assert_eq!(store.load().await.unwrap().waiting, outgoing[2..]);
}

#[tokio::test]
async fn what_waits_is_never_forgotten() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = ["one", "two"].map(|text| Effect::Say(message("!room", text)));
    let outgoing = store
        .commit(batch("s1", &["$old"], effects.into()))
        .await
        .unwrap();
    store.mark_sent(outgoing[0].row, "$sent").await.unwrap();
    for table in [
        "UPDATE seen SET seen_at = 0",
        "UPDATE outbox SET written_at = 0",
    ] {
        sqlx::query(table).execute(&store.pool).await.unwrap();
    }
    store.commit(batch("s2", &["$new"], vec![])).await.unwrap();
    assert_eq!(store.load().await.unwrap().waiting, outgoing[1..]);
    assert!(!store.is_seen("$old").await.unwrap() && store.is_seen("$new").await.unwrap());
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox")
        .fetch_one(&store.pool)
        .await
        .unwrap();
    assert_eq!(rows, 1);
}

#[tokio::test]
async fn an_unreadable_table_is_named() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = vec![Effect::Save(saved(7, SavedStage::Dropped))];
    store.commit(batch("s1", &[], effects)).await.unwrap();
    sqlx::query("UPDATE tables SET data = '{}'")
        .execute(&store.pool)
        .await
        .unwrap();
    let error = store.load().await.unwrap_err().to_string();
    assert!(
        error.starts_with("table t7 in the database cannot be read: "),
        "{error}"
    );
}
