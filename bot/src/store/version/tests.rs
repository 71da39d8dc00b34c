use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::super::{
    DATABASE_FILE, Store,
    tests::{batch, challenge, saved},
};
use crate::exit::{self, fatal_error::FatalError};
use lobby::Effect;

/// Creates a database of several pages.
async fn filled(folder: &Path) {
    let store = Store::open(folder).await.unwrap();
    let tables = (1..=200).map(|id| Effect::Save(saved(id, challenge("matrx"))));
    store
        .commit(batch("s1", &[], tables.collect()))
        .await
        .unwrap();
    store.close().await;
}

/// Checks the exit code and message of opening the folder's database.
async fn check_ending(folder: &Path, code: u8, words: &str) {
    let error = Store::open(folder).await.unwrap_err();
    assert_eq!(error.code(), code, "{error:?}");
    assert!(error.line().contains(words), "{}", error.line());
}

#[tokio::test]
async fn a_damaged_database_shows_at_the_start() {
    let folder = TempDir::new().unwrap();
    filled(folder.path()).await;
    let path = folder.path().join(DATABASE_FILE);
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
async fn a_truncated_database_is_reported_at_start() {
    let folder = TempDir::new().unwrap();
    filled(folder.path()).await;
    let file = OpenOptions::new()
        .write(true)
        .open(folder.path().join(DATABASE_FILE));
    file.unwrap().set_len(5 * 4096).unwrap();
    check_ending(folder.path(), exit::DAMAGED, "icebreaker restore FILE").await;
}

#[tokio::test]
async fn a_database_with_another_schema_is_left_alone() {
    for sql in [
        "INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, TRUE, x'00', 0)",
        "UPDATE _sqlx_migrations SET checksum = x'00'",
    ] {
        check_other_schema(sql).await;
    }
}

async fn check_other_schema(change: &'static str) {
    let folder = TempDir::new().unwrap();
    filled(folder.path()).await;
    let path = folder.path().join(DATABASE_FILE);
    let mut connection = SqliteConnectOptions::new()
        .filename(&path)
        .connect()
        .await
        .unwrap();
    for sql in [
        change,
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
async fn an_unwritable_database_is_reported_at_start() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(DATABASE_FILE)).unwrap();
    check_ending(folder.path(), exit::UNWRITABLE, "whether the disk is full").await;
}

#[test]
fn a_full_disk_has_its_own_exit_code() {
    let mut full = File::options().write(true).open("/dev/full").unwrap();
    let problem = full.write_all(b"x").unwrap_err();
    assert_eq!(problem.code(), exit::UNWRITABLE, "{problem:?}");
}
