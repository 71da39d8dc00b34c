mod releases;

use jiff::Timestamp;
use lobby::{
    Appearance, Block, DuelResult, Effect, Job, Key, Line, Message, Person, RunResult, Saved,
    results::How,
    saved::{GameNotes, SavedStage},
    terms::{Challenge, ChallengeKind, End, Occasion, Side},
};
use tempfile::TempDir;

use super::{Batch, LobbySnapshot, Outgoing, SeenEvent, Store, UnfinishedWork};
use crate::tests::{alice, line};

/// Returns an empty store with its folder.
pub(super) async fn new_store() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    (folder, store)
}

pub(super) fn message(room: &str, text: &str) -> Message {
    Message {
        room: room.into(),
        thread: None,
        reply_to: Some("$event".into()),
        asked_by: None,
        mentions: vec!["@alice:x".into()],
        blocks: vec![Block::Text(text.into()), Block::Board("a1".into())],
        table: None,
        starts_clock: None,
        asks: None,
        private_to: None,
        appearance: Appearance::default(),
    }
}

pub(super) fn saved(id: u32, stage: SavedStage) -> Saved {
    Saved {
        id,
        room: "!room".into(),
        thread: Some("$root".into()),
        occasion: Occasion::Free,
        stage,
    }
}

pub(super) fn challenge(game: &str) -> SavedStage {
    SavedStage::Challenge(Challenge {
        from: alice(),
        to: None,
        game: game.into(),
        side: Side::Random,
        options: "-".into(),
        clock: None,
        strict: false,
        asked: Timestamp::UNIX_EPOCH,
        moved: None,
        kind: ChallengeKind::Usual,
    })
}

pub(super) fn job(event: &str) -> Job {
    let line = Line {
        people: lobby::Members::default(),
        ..line(event, "!run")
    };
    let request = lobby::command::Run::default();
    Job::OpenDirect(lobby::job::RunElsewhere {
        line,
        options: request,
        runs_in: Vec::new(),
    })
}

pub(super) fn seen(event: &str) -> SeenEvent {
    SeenEvent {
        event: event.into(),
        room: "!room".into(),
        megolm_index: None,
    }
}

pub(super) fn batch(token: &str, events: &[&str], effects: Vec<Effect>) -> Batch {
    Batch {
        token: Some(token.into()),
        seen: events.iter().map(|event| seen(event)).collect(),
        effects,
        ..Batch::default()
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
    assert!(snapshot.is_new());
    assert_eq!(snapshot.token, None);
    assert_eq!(snapshot.lobby, LobbySnapshot::default());
    assert!(snapshot.waiting == UnfinishedWork::default() && snapshot.undecrypted.is_empty());
}

/// The store is dropped without being closed, as by a kill.
#[tokio::test]
async fn all_of_a_batch_survives_a_kill() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = vec![
        Effect::Save(saved(1, challenge("gipf"))),
        Effect::SendMessage(message("!room", "one")),
        Effect::Save(saved(1, challenge("zertz"))),
        Effect::SendMessage(message("!room", "two")),
    ];
    let outgoing = store
        .commit(batch("s1", &["$a", "$b"], effects))
        .await
        .unwrap()
        .messages;
    assert_ne!(outgoing[0].transaction, outgoing[1].transaction);
    drop(store);

    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s1"));
    assert_eq!(snapshot.lobby.saved, [saved(1, challenge("zertz"))]);
    assert_eq!(
        unsent(&store).await,
        outgoing,
        "same order, same transaction ids"
    );
    assert!(store.is_seen("$a").await.unwrap() && !store.is_seen("$c").await.unwrap());
}

/// The batch fails because one event has been seen before.
#[tokio::test]
async fn nothing_of_a_failed_batch_stays() {
    let (_folder, store) = new_store().await;
    store.commit(batch("s1", &["$a"], vec![])).await.unwrap();
    let effects = vec![Effect::Save(saved(1, SavedStage::Dropped))];
    store
        .commit(batch("s2", &["$b", "$a"], effects))
        .await
        .unwrap_err();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s1"));
    assert_eq!(snapshot.lobby, LobbySnapshot::default());
    assert!(!store.is_seen("$b").await.unwrap());
}

#[tokio::test]
async fn a_batch_without_token_keeps_the_old() {
    let (_folder, store) = new_store().await;
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
async fn old_events_are_forgotten_and_messages_are_not() {
    let (_folder, store) = new_store().await;
    let effects = ["one", "two"].map(|text| Effect::SendMessage(message("!room", text)));
    let outgoing = store
        .commit(batch("s1", &["$old"], effects.into()))
        .await
        .unwrap()
        .messages;
    store.age().await;
    store.commit(batch("s2", &["$new"], vec![])).await.unwrap();
    assert_eq!(unsent(&store).await, outgoing);
    assert!(!store.is_seen("$old").await.unwrap() && store.is_seen("$new").await.unwrap());
}

/// Returns the unsent messages as the outbox reads them after a start.
pub(super) async fn unsent(store: &Store) -> Vec<Outgoing> {
    let mut messages = Vec::new();
    for envelope in store.load().await.unwrap().waiting.messages {
        let message = store.message(envelope.row).await.unwrap().unwrap();
        assert_eq!(message.envelope(), envelope);
        messages.push(message);
    }
    messages
}

/// Returns the number of stored messages.
pub(super) async fn kept_messages(store: &Store) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM outbox");
    count.fetch_one(&store.pool).await.unwrap()
}

impl Store {
    /// Makes all seen events as old as 1970.
    pub(crate) async fn age(&self) {
        let seen = sqlx::query("UPDATE seen SET seen_at = 0");
        seen.execute(&self.pool).await.unwrap();
    }
}

#[tokio::test]
async fn unreadable_rows_are_skipped_and_numbers_not_reused() {
    let (_folder, store) = new_store().await;
    let effects = vec![
        Effect::Save(saved(6, challenge("gipf"))),
        Effect::Save(saved(7, challenge("gipf"))),
        Effect::SendMessage(message("!room", "one")),
        Effect::SendMessage(message("!room", "two")),
    ];
    let outgoing = store
        .commit(batch("s1", &[], effects))
        .await
        .unwrap()
        .messages;
    for damage in [
        "UPDATE tables SET data = '{}' WHERE id = 7",
        "UPDATE outbox SET message = 'x' WHERE id = (SELECT min(id) FROM outbox)",
    ] {
        sqlx::query(damage).execute(&store.pool).await.unwrap();
    }
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.lobby.saved, [saved(6, challenge("gipf"))]);
    assert_eq!(snapshot.lobby.last_id, 7);
    assert_eq!(unsent(&store).await, outgoing[1..]);
}

#[tokio::test]
async fn text_that_is_not_utf8_is_damage() {
    let (_folder, store) = new_store().await;
    let effects = vec![Effect::Save(saved(1, challenge("gipf")))];
    store.commit(batch("s1", &[], effects)).await.unwrap();
    let damage = "UPDATE tables SET data = CAST(x'ff' AS TEXT)";
    sqlx::query(damage).execute(&store.pool).await.unwrap();
    let error = store.load().await.unwrap_err();
    assert!(matches!(error, super::StoreError::Damaged(_)), "{error:?}");
}

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:x"),
        name: name.into(),
    }
}

pub(super) fn result(table: u32, name: &str) -> RunResult {
    RunResult {
        table,
        player: person(name),
        occasion: Occasion::Day("2026-11-21".parse().unwrap()),
        options: "-".into(),
        won: true,
        damage: 3,
        steps: 30,
        reason: games::Reason::Forts,
        time: jiff::Timestamp::constant(1, 0),
        hinted: false,
    }
}

pub(super) fn duel(table: u32, names: [&str; 2]) -> DuelResult {
    DuelResult {
        table,
        players: names.map(person),
        game: "matrx".into(),
        winner: Some(0),
        how: How::Resigned,
        time: jiff::Timestamp::constant(1, 0),
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
            ended_at: Timestamp::UNIX_EPOCH.into(),
            rematch: None,
            clock: None,
        },
    }
}

pub(super) async fn commit(store: &Store, effects: Vec<Effect>) {
    let batch = Batch {
        effects,
        ..Batch::default()
    };
    store.commit(batch).await.unwrap();
}

pub(super) fn key(text: &str) -> Key {
    text.parse().unwrap()
}

/// Returns all text in the database.
async fn dump(store: &Store) -> String {
    let rows: Vec<String> = sqlx::query_scalar(
        "SELECT room || data FROM tables UNION ALL SELECT player || data FROM results \
         UNION ALL SELECT first || second || data FROM duels \
         UNION ALL SELECT key || value FROM key_values UNION ALL SELECT message FROM outbox",
    )
    .fetch_all(&store.pool)
    .await
    .unwrap();
    rows.join("\n")
}

#[tokio::test]
async fn a_forgotten_player_is_nowhere_in_the_database() {
    let (folder, store) = new_store().await;
    let said = |text: &str| Message {
        mentions: Vec::new(),
        ..message("!room", text)
    };
    let effects = vec![
        // The older table of a thread is never loaded.
        Effect::Save(over(1, "!room", &["alice", "bob"])),
        Effect::Save(over(2, "!room", &["bob", "alice"])),
        Effect::Save(over(3, "!room", &["bob", "malice"])),
        Effect::Save(over(4, "!bob", &["bob"])),
        Effect::Save(over(5, "!alice", &["alice"])),
        Effect::Result(result(4, "bob")),
        Effect::Result(result(5, "alice")),
        Effect::Duel(duel(1, ["alice", "bob"])),
        Effect::Set(key("player/@alice:x"), "{}".into()),
    ];
    commit(&store, effects).await;
    let message = Effect::SendMessage(said("alice has won"));
    let told = batch("s1", &[], vec![message]);
    let row = store.commit(told).await.unwrap().messages[0].row;
    store.delete_message(row).await.unwrap();
    assert!(dump(&store).await.contains("\"alice\""));

    let somebody = Person {
        id: String::new(),
        name: "somebody".into(),
    };
    let player = "@alice:x".to_owned();
    let effects = vec![
        Effect::Unset(key("player/@alice:x")),
        Effect::Forget { player, somebody },
        Effect::SendMessage(said("waiting")),
        Effect::SendMessage(Message {
            asked_by: Some("@alice:x".into()),
            ..said("deleted")
        }),
    ];
    let batch = batch("s2", &[], effects);
    for told in store.commit(batch).await.unwrap().messages {
        if told.message.asked_by.is_some() {
            store.delete_message(told.row).await.unwrap();
        }
    }
    let left = dump(&store).await.replace("malice", "");
    assert!(!left.contains("alice"), "{left}");
    assert!(left.contains("waiting"), "{left}");
    assert_eq!(left.matches("somebody").count(), 3, "{left}");
    let stored = store.lobby().await.unwrap();
    assert_eq!(stored.results, [result(4, "bob")]);
    let ids: Vec<u32> = stored.saved.iter().map(|saved| saved.id).collect();
    assert_eq!(ids, [3, 4]);
    assert_eq!(stored.last_id, 5, "numbers are not used again");
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let left = String::from_utf8_lossy(&bytes).replace("malice", "");
        assert!(!left.contains("alice"), "{left}");
    }
}

/// A run in progress.
fn run() -> SavedStage {
    SavedStage::Playing {
        players: vec![Person {
            id: "@alice:x".into(),
            name: "Alice".into(),
        }],
        record: "a run".into(),
        notes: GameNotes::default(),
    }
}

#[tokio::test]
async fn dropped_challenges_are_deleted_but_no_number_returns() {
    let (_folder, store) = new_store().await;
    let dropped = |id| Saved {
        stage: SavedStage::Dropped,
        ..saved(id, run())
    };
    let effects = [dropped(1), saved(2, run()), dropped(3), dropped(4)];
    commit(&store, effects.map(Effect::Save).into()).await;
    let loaded = store.load().await.unwrap().lobby;
    assert_eq!(loaded.last_id, 4);
    for (id, is_kept) in [(1, false), (2, true), (3, false), (4, true)] {
        assert_eq!(store.table(id).await.unwrap().is_some(), is_kept, "{id}");
    }
}

/// The cleanup at the start deletes rows older than a month, but no games.
#[tokio::test]
async fn an_idle_run_is_kept() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let run = saved(1, run());
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
    let stored = store.load().await.unwrap().lobby;
    assert_eq!(stored.saved, [run]);
    assert_eq!((stored.results.len(), stored.values.len()), (1, 1));
}

#[tokio::test]
async fn a_closed_store_says_so() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.close().await;
    assert!(store.message(1).await.unwrap_err().is_closed());
}
