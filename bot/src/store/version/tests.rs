use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use sqlx::{ConnectOptions, Connection, migrate::Migrator, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::super::{
    FILE, Store,
    tests::{FIRST_VERSION, batch, challenge, commit, duel, result, saved},
};
use crate::{ending::Ending, exit};
use tables::{Effect, terms::Occasion};

/// A database with enough in it for several pages.
async fn filled(folder: &Path) {
    let store = Store::open(folder).await.unwrap();
    let tables = (1..=200).map(|id| Effect::Save(saved(id, challenge("matrx"))));
    store
        .commit(batch("s1", &[], tables.collect()))
        .await
        .unwrap();
    store.close().await;
}

/// What opening the folder's database ends with.
async fn check_ending(folder: &Path, code: u8, words: &str) {
    let error = Store::open(folder).await.unwrap_err();
    assert_eq!(error.code(), code, "{error:?}");
    assert!(error.line().contains(words), "{}", error.line());
}

#[tokio::test]
async fn a_damaged_database_shows_at_the_start() {
    let folder = TempDir::new().unwrap();
    filled(folder.path()).await;
    let path = folder.path().join(FILE);
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(3 * 4096)).unwrap();
    file.write_all(&[0x5a; 8 * 4096]).unwrap();
    check_ending(folder.path(), exit::DAMAGED, "icebreaker restore FILE").await;

    fs::write(
        &path,
        "this is a letter to the operator, and no database. ".repeat(200),
    )
    .unwrap();
    check_ending(folder.path(), exit::DAMAGED, "not a database").await;
}

#[tokio::test]
async fn a_database_that_is_cut_off_shows_at_the_start() {
    let folder = TempDir::new().unwrap();
    filled(folder.path()).await;
    let file = OpenOptions::new()
        .write(true)
        .open(folder.path().join(FILE));
    file.unwrap().set_len(5 * 4096).unwrap();
    check_ending(folder.path(), exit::DAMAGED, "icebreaker restore FILE").await;
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let folder = TempDir::new().unwrap();
    filled(folder.path()).await;
    let path = folder.path().join(FILE);
    let mut connection = SqliteConnectOptions::new()
        .filename(&path)
        .connect()
        .await
        .unwrap();
    for sql in [
        "INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, TRUE, x'00', 0)",
        "UPDATE meta SET value = 'icebreaker 9.8.7' WHERE key = 'writer'",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let before = fs::read(&path).unwrap();
    check_ending(folder.path(), exit::OTHER_VERSION, "icebreaker 9.8.7").await;
    assert!(fs::read(&path).unwrap() == before);
}

#[tokio::test]
async fn what_cannot_be_written_shows_at_the_start() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(FILE)).unwrap();
    check_ending(folder.path(), exit::UNWRITABLE, "whether the disk is full").await;
}

#[test]
fn a_full_disk_has_its_own_exit_code() {
    let mut full = File::options().write(true).open("/dev/full").unwrap();
    let problem = full.write_all(b"x").unwrap_err();
    assert_eq!(problem.code(), exit::UNWRITABLE, "{problem:?}");
}

#[tokio::test]
async fn a_database_of_the_first_version_is_taken_over() {
    let folder = TempDir::new().unwrap();
    let first = TempDir::new().unwrap();
    let sql = include_str!("../migrations/0001_tables_and_outbox.sql");
    std::fs::write(first.path().join("0001_tables_and_outbox.sql"), sql).unwrap();
    let options = SqliteConnectOptions::new()
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
    assert!(stored.results.is_empty() && stored.duels.is_empty() && stored.settings.is_empty());
    let effects = vec![
        Effect::Result(result(1, "alice")),
        Effect::Duel(duel(2, ["alice", "bob"])),
    ];
    commit(&store, effects).await;
    let stored = store.tables().await.unwrap();
    assert_eq!((stored.results.len(), stored.duels.len()), (1, 1));
}
