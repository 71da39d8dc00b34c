//! Databases that releases have written, in which later versions read everything.
//!
//! `releases/1.0.0.db` is the database of version 1.0.0 after the conversation in `releases/conversation.txt`, and
//! `releases/1.0.0.txt` lists its content. Those of this version are written by
//! `cargo test -p icebreaker --lib write_the_database -- --ignored`.

mod content;
mod conversation;

use std::{
    fs,
    path::{Path, PathBuf},
};

use games::CATALOG;
use lobby::{Block, Effect, Incoming, Limits, Line, Lobby, Message, Settings, access::Pattern};
use tempfile::TempDir;

use self::{content::Content, conversation::Conversation};
use crate::store::{self, DATABASE_FILE, Store};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/tests/releases")
}

/// Settings without rate limits, and dave as admin.
fn settings() -> Settings {
    let mut settings = Settings {
        limits: Limits {
            challenge_days: 7,
            ..Limits::UNLIMITED
        },
        ..Settings::default()
    };
    settings.access.admin = vec![Pattern::user("@dave:*").unwrap()];
    settings
}

#[tokio::test]
async fn databases_of_all_releases_are_read() {
    let files = fs::read_dir(folder()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let databases: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "db"))
        .collect();
    assert!(!databases.is_empty());
    for database in databases {
        check_database(&database).await;
    }
}

async fn check_database(database: &Path) {
    let folder = TempDir::new().unwrap();
    fs::copy(database, folder.path().join(DATABASE_FILE)).unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let content = Content::of(&store).await;
    let listing = fs::read_to_string(database.with_extension("txt")).unwrap();
    assert_eq!(content.to_string(), listing, "{}", database.display());
    let mut lobby = Lobby::new(settings());
    assert_eq!(lobby.restore(content.tables.clone()), []);
    let stored = content.stored;
    let failed = lobby.remember(stored.results, stored.duels, stored.values);
    assert_eq!(failed, []);
    for (number, line) in (1..).zip(content.tables.iter().filter_map(conversation::board_of)) {
        let event = format!("$board-{number}");
        check_board(&mut lobby, Line { event, ..line });
    }
}

/// Checks that a line that asks for the board of a game is answered with it.
fn check_board(lobby: &mut Lobby, line: Line) {
    let effects = lobby.handle(conversation::BEGIN, &Incoming::Line(line.clone()));
    let is_board = |effect: &Effect| {
        let Effect::SendMessage(Message { blocks, .. }) = effect else {
            return false;
        };
        blocks
            .iter()
            .any(|block| matches!(block, Block::Position(_)))
    };
    assert!(effects.iter().any(is_board), "{line:?}: {effects:?}");
}

#[tokio::test]
#[ignore = "writes the database of this version"]
async fn write_the_database() {
    let state = TempDir::new().unwrap();
    let store = Store::open(state.path()).await.unwrap();
    let script = fs::read_to_string(folder().join("conversation.txt")).unwrap();
    Conversation::new(store.clone()).play(&script).await;
    let listing = Content::of(&store).await.to_string();
    for entry in CATALOG {
        let game = format!(" {} ", entry.id);
        assert!(listing.contains(&game), "{}: {listing}", entry.id);
    }
    store.close().await;
    let database = folder().join(concat!(env!("CARGO_PKG_VERSION"), ".db"));
    if database.exists() {
        fs::remove_file(&database).unwrap();
    }
    store::back_up(state.path(), &database).await.unwrap();
    fs::write(database.with_extension("txt"), listing).unwrap();
}
