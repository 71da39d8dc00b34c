//! Backup and restore of the database: backed up while the bot runs, restored while it does not.
//!
//! A backup holds tables, results and settings, but nothing of the session on the homeserver. Encryption keys
//! must never be reset to an earlier state, or the same key would encrypt twice.

#[cfg(test)]
mod tests;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    DATABASE_FILE, StoreError,
    version::{check, foreign_part, migrate},
};
use crate::{
    clock,
    state_folder::{PROBE_FILE, StateFolder, new_private_file, private_file, remove},
};

/// Suffixes of the files that SQLite keeps beside an open database, in the WAL mode or another one. After a kill, it
/// takes them for parts of the database.
const SIDE_FILE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The suffix of a database that is about to be restored.
const NEW_SUFFIX: &str = ".new";

/// A reason why a backup or restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A backup never overwrites a file.
    #[error("{} already exists; choose another file name", .0.display())]
    Exists(PathBuf),
    /// A file beside the database that SQLite or the bot would take for one of its own.
    #[error("{} is a name that SQLite or the bot uses; use a file of another name", .0.display())]
    Reserved(PathBuf),
    /// SQLite takes file names in UTF-8 only.
    #[error("{} is not valid UTF-8; choose another file name", .0.display())]
    NotText(PathBuf),
    /// The state folder does not exist.
    #[error(
        "the state folder {} does not exist; name the bot's own in [state] folder, or create it",
        .0.display()
    )]
    NoFolder(PathBuf),
    /// The file to copy does not exist.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// A file that this program has not written.
    #[error("{} is not an icebreaker database", .0.display())]
    Foreign(PathBuf),
    /// A database of this program with something added or removed.
    #[error("{} differs from an icebreaker database: {part}", path.display())]
    Altered {
        /// The file.
        path: PathBuf,
        /// The first difference.
        part: String,
    },
    /// A database cannot be used.
    #[error("{}: {source}", path.display())]
    Store {
        /// The database.
        path: PathBuf,
        /// The underlying error.
        source: StoreError,
    },
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The async runtime cannot start.
    #[error("cannot start: {0}")]
    Start(io::Error),
}

impl BackupError {
    fn store(path: &Path) -> impl Fn(StoreError) -> Self {
        move |source| Self::Store {
            path: path.to_owned(),
            source,
        }
    }

    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}

/// Copies the current database of a state folder into a new file that only its owner can read. A running bot
/// is not disturbed.
///
/// # Errors
///
/// If the file exists, there is no database, it is damaged, or the file system refuses; then there is no new
/// file.
pub async fn back_up(folder: &Path, file: &Path) -> Result<(), BackupError> {
    let source = folder.join(DATABASE_FILE);
    if !source.exists() {
        return Err(BackupError::Missing(source));
    }
    if file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    if is_reserved(&source, file) {
        return Err(BackupError::Reserved(file.to_owned()));
    }
    if file.to_str().is_none() {
        return Err(BackupError::NotText(file.to_owned()));
    }
    // Under its final name it would look like a whole backup before it is one; another one to this name may be running.
    let unfinished = with_suffix(file, &format!(".unfinished-{:08x}", rand::random::<u32>()));
    let written = copy_into(&source, &unfinished, file).await;
    if written.is_err() {
        remove(&unfinished).map_err(BackupError::io(&unfinished))?;
    }
    written
}

/// Returns whether SQLite, the restore or the check of the disk space would take a file for one of its own.
fn is_reserved(database: &Path, file: &Path) -> bool {
    let new = with_suffix(database, NEW_SUFFIX);
    let suffixes = SIDE_FILE_SUFFIXES.iter();
    let reserved = suffixes.flat_map(|suffix| [database, &new].map(|of| with_suffix(of, suffix)));
    let mut reserved = reserved.chain([new.clone(), PathBuf::from(PROBE_FILE)]);
    let folder = |of: &Path| std::path::absolute(of).ok()?.parent()?.canonicalize().ok();
    folder(file) == folder(database)
        && reserved.any(|reserved| reserved.file_name() == file.file_name())
}

async fn copy_into(source: &Path, unfinished: &Path, file: &Path) -> Result<(), BackupError> {
    // SQLite fills an empty file, so that its mode stays.
    let target = new_private_file(unfinished).map_err(BackupError::io(unfinished))?;
    vacuum_into(source, unfinished)
        .await
        .map_err(BackupError::store(source))?;
    target.sync_all().map_err(BackupError::io(unfinished))?;
    publish(unfinished, file)?;
    // A file that may be gone after a crash must not pass for a backup.
    sync_parent(file).map_err(|problem| {
        let _gone = remove(file);
        BackupError::io(file)(problem)
    })
}

/// Gives a backup its name, unless another one has it by now.
fn publish(unfinished: &Path, file: &Path) -> Result<(), BackupError> {
    match fs::hard_link(unfinished, file) {
        Ok(()) => remove(unfinished).map_err(BackupError::io(unfinished)),
        Err(_) if file.exists() => Err(BackupError::Exists(file.to_owned())),
        // Not every file system has hard links.
        Err(_) => fs::rename(unfinished, file).map_err(BackupError::io(file)),
    }
}

/// Copies in one read transaction: concurrent transactions are in the copy wholly or not at all.
async fn vacuum_into(source: &Path, target: &Path) -> Result<(), StoreError> {
    let mut connection = open(source).await?;
    check(&mut connection).await?;
    sqlx::query("VACUUM INTO ?")
        .bind(target.to_string_lossy())
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(())
}

/// Restores a backup, migrated to this version, and returns where the replaced database is kept.
///
/// The sync token, waiting messages and open jobs are deleted: most of them were done between the backup
/// and now, and the homeserver would send all those events again. Commands would be answered a second time,
/// runs would go on with other dice. So the changes since the backup are lost once, and nothing happens
/// twice.
///
/// # Errors
///
/// If the backup is damaged, altered, of a newer version or no database of this program, or the file system
/// refuses; then the folder is as before.
pub async fn restore(folder: &StateFolder, file: &Path) -> Result<Option<PathBuf>, BackupError> {
    if !file.exists() {
        return Err(BackupError::Missing(file.to_owned()));
    }
    if is_reserved(&folder.join(DATABASE_FILE), file) {
        return Err(BackupError::Reserved(file.to_owned()));
    }
    // Pipes and devices can be endless.
    if files(file).any(|part| part.exists() && !part.is_file()) {
        return Err(BackupError::Foreign(file.to_owned()));
    }
    let new = with_suffix(&folder.join(DATABASE_FILE), NEW_SUFFIX);
    let database = folder.join(DATABASE_FILE);
    let prepared = prepare(file, &new, last_table(&database).await).await;
    if let Err(error) = prepared {
        for part in files(&new) {
            remove(&part).map_err(BackupError::io(&part))?;
        }
        return Err(error);
    }
    let aside = (clock::now().as_second()..)
        .map(|time| folder.join(&format!("{DATABASE_FILE}.replaced-{time}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join("icebreaker.db.replaced"));
    exchange(&new, &database, &aside).map_err(BackupError::io(&database))
}

/// Returns the last table number of the database that is replaced; 0 if there is none or it cannot be read.
async fn last_table(database: &Path) -> i64 {
    if !database.is_file() {
        return 0;
    }
    let last = async {
        let mut connection = open(database).await?;
        let query = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM tables");
        let last = query.fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok::<i64, StoreError>(last)
    };
    last.await.unwrap_or_default()
}

async fn prepare(file: &Path, new: &Path, last_table: i64) -> Result<(), BackupError> {
    // The database of a killed bot is only whole with its WAL file. Files that an interrupted restore has left beside the
    // new database would be taken for a part of it.
    for (from, to) in files(file).zip(files(new)) {
        if from.exists() {
            copy(&from, &to).map_err(BackupError::io(&from))?;
        } else {
            remove(&to).map_err(BackupError::io(&to))?;
        }
    }
    match make_fit(new, last_table).await {
        Ok(Origin::Own) => {}
        Ok(Origin::Foreign) => return Err(BackupError::Foreign(file.to_owned())),
        Ok(Origin::Altered(part)) => {
            let path = file.to_owned();
            return Err(BackupError::Altered { path, part });
        }
        Err(error) => return Err(BackupError::store(file)(error)),
    }
    File::open(new)
        .and_then(|file| file.sync_all())
        .map_err(BackupError::io(new))
}

/// The origin of a database.
enum Origin {
    /// This program.
    Own,
    /// This program, with this part changed by somebody else.
    Altered(String),
    /// Another program.
    Foreign,
}

/// Reserves the next thousand table numbers after those of the backup and of the replaced database: after the backup they
/// may have been given to tables that people still answer.
const SKIP_NUMBERS: &str = "INSERT OR IGNORE INTO tables (id, room, stage, data) \
     SELECT min(max(coalesce(max(id), 0), ?1) + 1000, 4294967295), '', 'dropped', '{}' FROM tables \
     HAVING max(id) IS NOT NULL OR ?1 > 0";

/// Migrates a database of this program to this version and deletes the state that must not be acted upon
/// again.
async fn make_fit(database: &Path, last_table: i64) -> Result<Origin, StoreError> {
    let mut connection = open(database).await?;
    check(&mut connection).await?;
    let own: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('_sqlx_migrations', 'seen', 'tables')",
    )
    .fetch_one(&mut connection)
    .await?;
    if own < 3 {
        return Ok(Origin::Foreign);
    }
    // A trigger would run during the migration.
    let active: Option<String> = sqlx::query_scalar(
        "SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('trigger', 'view')",
    )
    .fetch_optional(&mut connection)
    .await?;
    if let Some(part) = active {
        return Ok(Origin::Altered(part.escape_debug().to_string()));
    }
    migrate(&mut connection).await?;
    if let Some(part) = foreign_part(&mut connection).await? {
        return Ok(Origin::Altered(part));
    }
    for change in [
        "DELETE FROM meta WHERE key = 'sync-token'",
        "DELETE FROM undecrypted",
        "DELETE FROM jobs",
        "DELETE FROM outbox",
    ] {
        sqlx::query(change).execute(&mut connection).await?;
    }
    let skip = sqlx::query(SKIP_NUMBERS).bind(last_table);
    skip.execute(&mut connection).await?;
    // Without the WAL mode, the database is one file.
    sqlx::query("PRAGMA journal_mode = DELETE")
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(Origin::Own)
}

/// Exchanges the databases. At every moment of this there is a whole one, old or new.
fn exchange(new: &Path, database: &Path, aside: &Path) -> io::Result<Option<PathBuf>> {
    let replaced = database.exists();
    if replaced {
        fs::hard_link(database, aside)?;
    }
    for suffix in SIDE_FILE_SUFFIXES {
        let beside = with_suffix(database, suffix);
        if beside.exists() {
            fs::rename(&beside, with_suffix(aside, suffix))?;
        }
    }
    fs::rename(new, database)?;
    sync_parent(database)?;
    Ok(replaced.then(|| aside.to_owned()))
}

async fn open(database: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new().filename(database);
    // Deleted messages and jobs are overwritten.
    Ok(options.pragma("secure_delete", "ON").connect().await?)
}

/// Returns the paths of a database and of the files that may be beside it.
fn files(database: &Path) -> impl Iterator<Item = PathBuf> {
    [""].into_iter()
        .chain(SIDE_FILE_SUFFIXES)
        .map(|suffix| with_suffix(database, suffix))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut target = private_file(to)?;
    io::copy(&mut File::open(from)?, &mut target)?;
    Ok(())
}

fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}
