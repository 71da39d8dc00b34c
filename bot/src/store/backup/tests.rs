use std::{
    ffi::OsStr,
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, symlink},
    },
};

use lobby::{Effect, Saved};
use nix::{sys::stat::Mode, unistd::mkfifo};
use tempfile::TempDir;

use super::super::{
    Store, UnfinishedWork,
    tests::{batch, challenge, job, message, saved},
};
use super::*;
use crate::store::Undecrypted;

/// A state folder in a folder of its own, which has room for backups.
struct Place {
    parent: TempDir,
    folder: StateFolder,
}

impl Place {
    fn new() -> Place {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        Place { parent, folder }
    }

    fn state(&self) -> PathBuf {
        self.parent.path().join("state")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.parent.path().join(name)
    }

    async fn store(&self) -> Store {
        Store::open(&self.state()).await.unwrap()
    }

    /// Returns the stored tables.
    async fn tables(&self) -> Vec<Saved> {
        let store = self.store().await;
        let saved = store.lobby().await.unwrap().saved;
        store.close().await;
        saved
    }

    /// Returns the names of the files in the state folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.state()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn table(id: u32) -> Effect {
    Effect::Save(saved(id, challenge("matrx")))
}

#[tokio::test]
async fn a_backup_runs_while_the_bot_plays() {
    let place = Place::new();
    let store = place.store().await;
    let playing = tokio::spawn({
        let store = store.clone();
        async move {
            for id in 0..60 {
                // Both in one transaction, so a copy has both or neither.
                let both = vec![table(2 * id + 1), table(2 * id + 2)];
                store.commit(batch("s1", &[], both)).await.unwrap();
            }
        }
    });
    let mut copies = Vec::new();
    while !playing.is_finished() {
        let file = place.file(&format!("backup-{}", copies.len()));
        back_up(&place.state(), &file).await.unwrap();
        copies.push(file);
    }
    playing.await.unwrap();
    store.close().await;
    assert_eq!(place.tables().await.len(), 120);
    let mut last = 0;
    for file in copies {
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        restore(&place.folder, &file).await.unwrap();
        let tables = place.tables().await.len();
        assert!(tables % 2 == 0 && tables >= last, "{tables} after {last}");
        last = tables;
    }
}

#[tokio::test]
async fn restored_effects_happen_once() {
    let place = Place::new();
    let store = place.store().await;
    let effects = vec![
        table(1),
        Effect::SendMessage(message("!room", "hello")),
        Effect::Job(job("$a")),
    ];
    let mut first = batch("s1", &["$a"], effects);
    first.undecrypted = vec![Undecrypted {
        event: "$secret".into(),
        room: "!room".into(),
        json: "{}".into(),
        since: jiff::Timestamp::constant(1, 0),
        told: false,
        is_choice: false,
    }];
    store.commit(first).await.unwrap();
    let file = place.file("backup");
    back_up(&place.state(), &file).await.unwrap();
    store.close().await;
    restore(&place.folder, &file).await.unwrap();

    let store = place.store().await;
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.lobby.saved, [saved(1, challenge("matrx"))]);
    assert_eq!(snapshot.lobby.last_id, 1_001, "later numbers may be known");
    assert_eq!(snapshot.token, None);
    assert!(!snapshot.is_new());
    assert_eq!(snapshot.undecrypted, []);
    assert_eq!(snapshot.waiting, UnfinishedWork::default());
    assert!(store.is_seen("$a").await.unwrap());
    store.close().await;

    restore(&place.folder, &file).await.unwrap();
    let last = place.store().await.load().await.unwrap().lobby.last_id;
    assert_eq!(last, 2_001, "later than after the first restore");
}

/// After a kill, the last transactions are in the WAL file beside the database.
#[tokio::test]
async fn the_replaced_database_is_kept_for_restore() {
    let place = Place::new();
    let store = place.store().await;
    store
        .commit(batch("s1", &[], vec![table(1)]))
        .await
        .unwrap();
    let file = place.file("backup");
    back_up(&place.state(), &file).await.unwrap();
    store
        .commit(batch("s2", &[], vec![table(2)]))
        .await
        .unwrap();
    let replaced = restore(&place.folder, &file).await.unwrap().unwrap();
    assert!(with_suffix(&replaced, "-wal").exists());
    // The files that it has open were moved away.
    std::mem::forget(store);
    assert_eq!(place.tables().await.len(), 1);

    restore(&place.folder, &replaced).await.unwrap();
    assert_eq!(place.tables().await.len(), 2);
}

#[tokio::test]
async fn a_backup_restores_into_an_empty_folder() {
    let (place, new) = (Place::new(), Place::new());
    let store = place.store().await;
    store
        .commit(batch("s1", &[], vec![table(1)]))
        .await
        .unwrap();
    let file = place.file("backup");
    back_up(&place.state(), &file).await.unwrap();
    assert_eq!(restore(&new.folder, &file).await.unwrap(), None);
    assert_eq!(new.names(), ["icebreaker.db", "lock"]);
    assert_eq!(new.tables().await.len(), 1);
}

#[tokio::test]
async fn a_backup_replaces_no_file() {
    let place = Place::new();
    let file = place.file("backup");
    let missing = back_up(&place.state(), &file).await;
    assert!(
        matches!(missing, Err(BackupError::Missing(_))),
        "{missing:?}"
    );
    place.store().await.close().await;
    back_up(&place.state(), &file).await.unwrap();
    let again = back_up(&place.state(), &file).await;
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    for name in [
        "icebreaker.db-journal",
        "icebreaker.db.new",
        "icebreaker.db.new-wal",
        "trial",
    ] {
        let reserved = back_up(&place.state(), &place.state().join(name)).await;
        assert!(
            matches!(reserved, Err(BackupError::Reserved(_))),
            "{reserved:?}"
        );
    }
    let nowhere = back_up(&place.state(), &place.file("no/backup")).await;
    assert!(
        matches!(nowhere, Err(BackupError::Io { .. })),
        "{nowhere:?}"
    );
}

#[tokio::test]
async fn a_backup_has_a_name_in_utf_8() {
    let place = Place::new();
    place.store().await.close().await;
    let name = OsStr::from_bytes(b"Sicherung-f\xfcr-Montag.db");
    let made = back_up(&place.state(), &place.parent.path().join(name)).await;
    assert!(matches!(made, Err(BackupError::NotText(_))), "{made:?}");
    let left = fs::read_dir(place.parent.path()).unwrap().count();
    assert_eq!(left, 1, "the state folder alone");
}

#[tokio::test]
async fn a_backup_does_not_follow_links() {
    let place = Place::new();
    place.store().await.close().await;
    let (file, other) = (place.file("backup"), place.file("other"));
    fs::write(&other, "precious").unwrap();
    std::os::unix::fs::symlink(&other, place.file("backup.unfinished")).unwrap();
    back_up(&place.state(), &file).await.unwrap();
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    assert!(!fs::symlink_metadata(&file).unwrap().is_symlink());
}

#[tokio::test]
async fn of_two_backups_to_a_name_one_counts() {
    let place = Place::new();
    place.store().await.close().await;
    let (state, file) = (place.state(), place.file("backup"));
    let (first, second) = tokio::join!(back_up(&state, &file), back_up(&state, &file));
    let refused = [&first, &second].map(|done| matches!(done, Err(BackupError::Exists(_))));
    assert!(refused[0] != refused[1], "{first:?} {second:?}");
    assert!(first.is_ok() || second.is_ok());
    let names = fs::read_dir(file.parent().unwrap()).unwrap();
    assert_eq!(names.count(), 2);
    restore(&place.folder, &file).await.unwrap();
}

/// Checks that a restore is refused, and that neither the database nor anything else in the folder has
/// changed.
async fn check_refused(place: &Place, file: &Path, reason: &str) {
    let error = restore(&place.folder, file).await.unwrap_err();
    let told = error.to_string();
    assert!(told.contains(reason), "{told} is not about {reason}");
    assert!(told.contains(&file.display().to_string()), "{told}");
    assert_eq!(place.names(), ["icebreaker.db", "lock"]);
    assert_eq!(place.tables().await.len(), 150);
}

/// Creates a backup of 150 tables and one message, and the same database in the folder.
async fn good_backup(place: &Place) -> PathBuf {
    let store = place.store().await;
    let mut effects: Vec<Effect> = (1..=150).map(table).collect();
    effects.push(Effect::SendMessage(message("!room", "hello")));
    store.commit(batch("s1", &[], effects)).await.unwrap();
    let good = place.file("good");
    back_up(&place.state(), &good).await.unwrap();
    store.close().await;
    good
}

/// Checks that a backup changed by this SQL is refused.
async fn check_altered(place: &Place, good: &Path, sql: &'static str, reason: &str) {
    let file = place.file("altered");
    fs::copy(good, &file).unwrap();
    let mut altered = open(&file).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut altered).await.unwrap();
    altered.close().await.unwrap();
    check_refused(place, &file, reason).await;
}

#[tokio::test]
async fn a_backup_with_a_foreign_schema_is_refused() {
    let place = Place::new();
    let good = good_backup(&place).await;
    for (sql, part) in [
        (
            "CREATE TRIGGER evil AFTER UPDATE ON outbox BEGIN
             UPDATE outbox SET message = 'x' WHERE id = new.id; END",
            "trigger evil",
        ),
        (
            "CREATE TRIGGER \"e\nvil\" AFTER INSERT ON meta BEGIN DELETE FROM tables; END",
            "trigger e\\nvil",
        ),
        (
            "DROP TABLE key_values; CREATE VIEW key_values (key, value) AS SELECT key, value FROM meta",
            "view key_values",
        ),
        ("CREATE TABLE more (id INTEGER)", "table more"),
        ("CREATE INDEX more ON tables (stage)", "index more"),
        ("DROP INDEX seen_by_age", "index seen_by_age"),
        ("ALTER TABLE results ADD COLUMN more TEXT", "table results"),
    ] {
        check_altered(&place, &good, sql, part).await;
    }
}

/// A hot journal of another database, as a killed restore leaves it.
#[tokio::test]
async fn an_interrupted_restore_changes_no_later_one() {
    let place = Place::new();
    let good = good_backup(&place).await;
    let other = place.file("other");
    fs::copy(&good, &other).unwrap();
    let mut changed = open(&other).await.unwrap();
    for sql in [
        "PRAGMA cache_size = 1",
        "UPDATE tables SET data = 'other'",
        "BEGIN; UPDATE tables SET data = hex(randomblob(9000));
         INSERT INTO meta VALUES ('more', hex(randomblob(90000)))",
    ] {
        sqlx::raw_sql(sql).execute(&mut changed).await.unwrap();
    }
    let new = with_suffix(&place.state().join(DATABASE_FILE), NEW_SUFFIX);
    let journals = [&other, &new].map(|of| with_suffix(of, "-journal"));
    let [hot, left] = &journals;
    assert!(fs::metadata(hot).unwrap().len() > 512);
    fs::copy(hot, left).unwrap();
    drop(changed);
    restore(&place.folder, &good).await.unwrap();
    assert!(!left.exists());
    let fresh = Place::new();
    restore(&fresh.folder, &good).await.unwrap();
    assert_eq!(place.tables().await, fresh.tables().await);
}

#[tokio::test]
async fn unreadable_messages_of_a_backup_are_dropped() {
    let place = Place::new();
    let good = good_backup(&place).await;
    let mut altered = open(&good).await.unwrap();
    let sql = "UPDATE outbox SET message = '{}'";
    sqlx::raw_sql(sql).execute(&mut altered).await.unwrap();
    altered.close().await.unwrap();
    restore(&place.folder, &good).await.unwrap();
    let store = place.store().await;
    assert_eq!(
        store.load().await.unwrap().waiting,
        UnfinishedWork::default()
    );
    store.close().await;
}

#[tokio::test]
async fn an_unsound_backup_is_refused_without_changes() {
    let place = Place::new();
    let good = good_backup(&place).await;
    check_refused(&place, &place.file("missing"), "does not exist").await;
    // Paths that are no files: a folder and an endless device.
    for other in [place.parent.path(), Path::new("/dev/zero")] {
        check_refused(&place, other, "not an icebreaker database").await;
    }
    // A device or a pipe in the place of its WAL file.
    for kind in ["device", "pipe"] {
        let file = place.file(kind);
        fs::copy(&good, &file).unwrap();
        let wal = place.file(&format!("{kind}-wal"));
        if kind == "pipe" {
            mkfifo(&wal, Mode::S_IRWXU).unwrap();
        } else {
            symlink("/dev/zero", &wal).unwrap();
        }
        check_refused(&place, &file, "not an icebreaker database").await;
    }
    let file = place.file("file");
    fs::write(&file, "not a database at all. ".repeat(300)).unwrap();
    check_refused(&place, &file, "damaged").await;
    let whole = fs::read(&good).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    check_refused(&place, &file, "damaged").await;
    let mut torn = whole.clone();
    torn[3 * 4096..6 * 4096].fill(0x5a);
    fs::write(&file, torn).unwrap();
    check_refused(&place, &file, "damaged").await;
    fs::write(&file, "").unwrap();
    check_refused(&place, &file, "not an icebreaker database").await;

    let mut newer = open(&good).await.unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, TRUE, x'00', 0)")
        .execute(&mut newer)
        .await
        .unwrap();
    newer.close().await.unwrap();
    check_refused(&place, &good, "this version cannot read").await;
}
