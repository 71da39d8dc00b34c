//! Copies of the database: made while the bot runs, put back while it does not.
//!
//! A copy holds the tables, results and settings and nothing of the session on the homeserver. Keys
//! for encryption must never be set back to an earlier state, or the same key would encrypt twice.

#[cfg(test)]
mod tests;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    FILE, StoreError, outbox,
    version::{check, foreign_part, migrate},
};
use crate::{
    clock,
    state_folder::{StateFolder, new_private_file, private_file},
};

/// What SQLite keeps beside a database that is in use.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Why a database was not copied.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A backup never takes the place of another one.
    #[error("{} exists already; name a file that does not", .0.display())]
    Exists(PathBuf),
    /// There is nothing to copy.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// Whatever it is, this program has not written it.
    #[error("{} is not a database of icebreaker", .0.display())]
    Foreign(PathBuf),
    /// Somebody has added something to a database of this program, or taken something away.
    #[error("{} differs from a database of icebreaker in its {part}", path.display())]
    Altered {
        /// The file.
        path: PathBuf,
        /// The first thing in which it differs.
        part: String,
    },
    /// A database cannot be used.
    #[error("{}: {source}", path.display())]
    Store {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        source: StoreError,
    },
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        source: io::Error,
    },
    /// There are no means to do it with.
    #[error("the program cannot start: {0}")]
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

/// Copies the database of a state folder, as it is at this moment, into a new file that only its
/// owner can read. A bot that runs meanwhile is not disturbed.
///
/// # Errors
///
/// If the file exists, there is no database, it is damaged, or the file system refuses; then there
/// is no new file.
pub async fn back_up(folder: &Path, file: &Path) -> Result<(), BackupError> {
    let source = folder.join(FILE);
    if !source.exists() {
        return Err(BackupError::Missing(source));
    }
    if file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    // Under its own name it would look like a whole backup before it is one.
    let unfinished = with_suffix(file, ".unfinished");
    let written = copy_into(&source, &unfinished, file).await;
    if written.is_err() {
        remove(&unfinished).map_err(BackupError::io(&unfinished))?;
    }
    written
}

async fn copy_into(source: &Path, unfinished: &Path, file: &Path) -> Result<(), BackupError> {
    // SQLite fills an empty file, so that its mode stays.
    let target = remove(unfinished)
        .and_then(|()| new_private_file(unfinished))
        .map_err(BackupError::io(unfinished))?;
    vacuum_into(source, unfinished)
        .await
        .map_err(BackupError::store(source))?;
    target.sync_all().map_err(BackupError::io(unfinished))?;
    fs::rename(unfinished, file).map_err(BackupError::io(file))?;
    // What may be gone after a crash is not to be taken for a backup.
    sync_parent(file).map_err(|problem| {
        let _gone = remove(file);
        BackupError::io(file)(problem)
    })
}

/// One read transaction: what is written meanwhile is in the copy wholly or not at all.
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

/// Puts a copy back, brought to this version, and returns where the replaced database is kept.
///
/// Where receiving goes on, and what waited to be sent or carried out, is forgotten: most of it has
/// happened between the copy and now, and the homeserver would tell it all again. Commands would be
/// answered a second time, runs would go on with other dice. So what happened in between is lost
/// once, and nothing happens twice.
///
/// # Errors
///
/// If the copy is damaged, altered, of a newer version or no database of this program, or the file
/// system refuses; then the folder is as before.
pub async fn restore(folder: &StateFolder, file: &Path) -> Result<Option<PathBuf>, BackupError> {
    if !file.exists() {
        return Err(BackupError::Missing(file.to_owned()));
    }
    // Other things can be read without an end.
    if !file.is_file() {
        return Err(BackupError::Foreign(file.to_owned()));
    }
    let new = folder.join("icebreaker.db.new");
    let prepared = prepare(file, &new).await;
    if let Err(error) = prepared {
        for part in files(&new) {
            remove(&part).map_err(BackupError::io(&part))?;
        }
        return Err(error);
    }
    let database = folder.join(FILE);
    let aside = (clock::now().as_second()..)
        .map(|time| folder.join(&format!("{FILE}.replaced-{time}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join("icebreaker.db.replaced"));
    exchange(&new, &database, &aside).map_err(BackupError::io(&database))
}

async fn prepare(file: &Path, new: &Path) -> Result<(), BackupError> {
    // A database of a bot that was killed is only whole with the file beside it. Something older
    // beside the new file would be taken for a part of it.
    for (from, to) in files(file).zip(files(new)) {
        if from.exists() {
            copy(&from, &to).map_err(BackupError::io(&from))?;
        } else {
            remove(&to).map_err(BackupError::io(&to))?;
        }
    }
    match make_fit(new).await {
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

/// Where a database comes from.
enum Origin {
    /// This program has made it.
    Own,
    /// This program has made it, and somebody else has changed this part.
    Altered(String),
    /// Another program has made it.
    Foreign,
}

/// Brings a database to this version and lets it forget what must not happen again, if this program
/// has made it.
async fn make_fit(database: &Path) -> Result<Origin, StoreError> {
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
    // A trigger would act while the database is brought to this version.
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
    for forgotten in [
        "DELETE FROM meta WHERE key = 'sync-token'",
        "DELETE FROM undecrypted",
        "DELETE FROM errands",
        "UPDATE outbox SET state = 'refused', reason = 'the database was restored' \
         WHERE state = 'waiting'",
    ] {
        sqlx::query(forgotten).execute(&mut connection).await?;
    }
    outbox::check_restored(&mut connection).await?;
    // One file, nothing beside it.
    sqlx::query("PRAGMA journal_mode = DELETE")
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(Origin::Own)
}

/// At every moment of this there is a database, the old one or the new one.
fn exchange(new: &Path, database: &Path, aside: &Path) -> io::Result<Option<PathBuf>> {
    let replaced = database.exists();
    if replaced {
        fs::hard_link(database, aside)?;
    }
    for suffix in BESIDE {
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
    Ok(options.connect().await?)
}

/// A database and what may lie beside it.
fn files(database: &Path) -> impl Iterator<Item = PathBuf> {
    [""].into_iter()
        .chain(BESIDE)
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

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}
