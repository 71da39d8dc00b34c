//! Databases that earlier versions have written: this one reads everything in them.
//!
//! `bot/tests/databases` holds each with a text of what is in it, one thing a line, in words that do
//! not follow from how it is stored.

mod described;
mod write;

use std::{
    fs,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde_json::Value;
use tables::{
    Effect, Incoming, Settings, Tables,
    errand::{FollowOutcome, Upgrade},
    saved::SavedStage,
};
use tempfile::TempDir;

use self::described::Described;
use super::{FILE, Store};

fn databases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases");
    let files = fs::read_dir(folder).unwrap();
    let mut databases: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    databases.retain(|path| path.extension().is_some_and(|kind| kind == "db"));
    assert_ne!(databases, [] as [PathBuf; 0]);
    databases
}

/// A copy of a database as it is found by a program that is started soon after.
async fn opened(database: &Path) -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    fs::copy(database, folder.path().join(FILE)).unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for column in [
        "UPDATE seen SET seen_at = unixepoch()",
        "UPDATE opened SET opened_at = unixepoch()",
        "UPDATE outbox SET written_at = unixepoch()",
        "UPDATE errands SET since = unixepoch()",
    ] {
        sqlx::query(column).execute(&store.pool).await.unwrap();
    }
    (folder, store)
}

/// The columns of a table as they are, one text a row.
async fn column(store: &Store, query: &'static str) -> Vec<String> {
    let rows = sqlx::query_scalar(query).fetch_all(&store.pool);
    rows.await.unwrap()
}

/// What is in a database, one thing a line.
async fn text_of(store: &Store) -> Vec<Value> {
    let mut all = Described::default();
    let snapshot = store.load().await.unwrap();
    all.add("token", snapshot.token.as_deref());
    for id in 1..=snapshot.tables.last_id {
        let saved = store.table(id).await.unwrap();
        let at_hand = snapshot.tables.saved.iter().any(|saved| saved.id == id);
        all.table(&saved.unwrap(), at_hand);
    }
    for result in &snapshot.tables.results {
        all.result(result);
    }
    for duel in &snapshot.tables.duels {
        all.duel(duel);
    }
    all.settings(&snapshot.tables.settings);
    for outgoing in &snapshot.waiting.messages {
        all.message(outgoing);
    }
    for open in &snapshot.waiting.errands {
        all.errand(open);
    }
    for waiting in &snapshot.undecrypted {
        all.undecrypted(waiting);
    }
    for event in column(store, "SELECT event FROM seen ORDER BY event").await {
        assert!(store.is_seen(&event).await.unwrap());
        all.add("seen", event);
    }
    let places =
        "SELECT session || ' ' || message_index FROM opened ORDER BY session, message_index";
    for place in column(store, places).await {
        all.add("opened", place);
    }
    let refused = "SELECT room || ' ' || reason FROM outbox WHERE state = 'refused'";
    for refused in column(store, refused).await {
        all.add("refused", refused);
    }
    all.lines
}

fn read(text: &Path) -> Vec<Value> {
    let text = fs::read_to_string(text).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn everything_of_an_earlier_version_is_read() {
    for database in databases() {
        let (_folder, store) = opened(&database).await;
        let expected = read(&database.with_extension("jsonl"));
        let found = text_of(&store).await;
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{}", database.display());
        }
        assert_eq!(found.len(), expected.len(), "{}", database.display());
    }
}

#[tokio::test]
async fn every_table_of_an_earlier_version_goes_on_as_it_was() {
    for database in databases() {
        check_that_tables_go_on(&database).await;
    }
}

/// Moved to another room and back, every game and challenge is stored anew: as it was, but for the place.
async fn check_that_tables_go_on(database: &Path) {
    let (_folder, store) = opened(database).await;
    let stored = store.tables().await.unwrap();
    let mut tables = Tables::new(Settings::default());
    let failed = tables.remember(
        stored.results.clone(),
        stored.duels.clone(),
        stored.settings.clone(),
    );
    assert_eq!(failed, []);
    assert_eq!(tables.restore(stored.saved.clone()), []);
    let is_open =
        |stage: &SavedStage| matches!(stage, SavedStage::Challenge(_) | SavedStage::Playing { .. });
    let mut open: Vec<_> = stored.saved;
    open.retain(|saved| is_open(&saved.stage));
    let tally = tables.tally();
    assert_eq!(tally.games + tally.challenges, open.len());
    for mut saved in open {
        let successor = "!successor:example.org".to_owned();
        let upgrade = Upgrade::new(&saved.room, &successor, "");
        let effects = tables.handle(
            Timestamp::UNIX_EPOCH,
            &Incoming::Followed(upgrade.clone(), FollowOutcome::Joined),
        );
        saved.room.clone_from(&successor);
        saved.thread = None;
        // Without its moment, the question whether a game is given up has been open for too long.
        if let SavedStage::Playing { giving_up, .. } = &mut saved.stage {
            *giving_up = None;
        }
        assert!(effects.contains(&Effect::Save(saved)), "{effects:?}");
        let back = Upgrade::new(successor, upgrade.room, "");
        tables.handle(
            Timestamp::UNIX_EPOCH,
            &Incoming::Followed(back, FollowOutcome::Joined),
        );
    }
}

/// Writes the database and the text of this version into the folder that is named by
/// `ICEBREAKER_WRITE_DATABASE`, to be checked in beside the others.
#[tokio::test]
#[ignore = "only when what is stored changes"]
async fn this_version_writes_a_database() {
    let to = std::env::var_os("ICEBREAKER_WRITE_DATABASE").expect("the path of the new file");
    let to = PathBuf::from(to);
    write::write(&to).await;
    let (_folder, store) = opened(&to).await;
    let lines = text_of(&store).await;
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(to.with_extension("jsonl"), lines.join("\n") + "\n").unwrap();
}
