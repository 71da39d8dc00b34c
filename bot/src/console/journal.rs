//! The journal: everything the console keeps, in one file of JSON lines.
//!
//! A line holds the changes of one step and is on disk before the step is shown, so a kill at any moment loses
//! nothing. A kill within a write leaves a last line without its end, which is dropped: that step was not shown
//! yet. At each start, and when a player is forgotten, the file is replaced by the current state, one line each.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use lobby::{
    DuelResult, Effect, Job, Person, RunResult, Saved, saved::SavedStage, terms::Occasion,
};
use serde::{Deserialize, Serialize};

use crate::{
    console::place::Place,
    state_folder::{StateFolder, StateFolderError},
};

/// The name of the journal in the state folder.
const JOURNAL_FILE: &str = "games.jsonl";
/// The name of the line editor's history in the state folder.
const HISTORY_FILE: &str = "history";
/// The version of the format, in the first line.
const FORMAT_VERSION: u32 = 1;

/// The first line of a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    version: u32,
}

/// A change of what the console keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A new or changed table.
    Table(Saved),
    /// The result of a run.
    Run(RunResult),
    /// The result of a duel.
    Duel(DuelResult),
    /// Deletes the result of a duel at a table.
    DropDuel(u32),
    /// A setting.
    Set(String, String),
    /// A setting that no longer applies.
    Unset(String),
    /// A player to forget.
    Forget {
        /// The user id.
        player: String,
        /// The placeholder in the player's place.
        somebody: Person,
    },
    /// A job that was started, by its number.
    #[serde(alias = "open")]
    JobStarted(u64, Job),
    /// The number of a job whose result is among these changes.
    #[serde(alias = "done")]
    JobFinished(u64),
    /// The place at the prompt.
    Place(Place),
}

impl Change {
    /// Returns the change that an effect makes to what is kept, unless the effect only says or starts something.
    pub fn of(effect: &Effect) -> Option<Change> {
        Some(match effect {
            Effect::Save(saved) => Change::Table(saved.clone()),
            Effect::Result(result) => Change::Run(result.clone()),
            Effect::Duel(result) => Change::Duel(result.clone()),
            Effect::DropDuel(table) => Change::DropDuel(*table),
            Effect::Set(key, value) => Change::Set(key.to_string(), value.clone()),
            Effect::Unset(key) => Change::Unset(key.to_string()),
            Effect::Forget { player, somebody } => Change::Forget {
                player: player.clone(),
                somebody: somebody.clone(),
            },
            Effect::SendMessage(_) | Effect::Job(_) | Effect::Stop => return None,
        })
    }
}

/// Everything the console keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsoleState {
    /// All tables by number; finished games are loaded from here.
    pub tables: BTreeMap<u32, Saved>,
    /// The results of runs by table.
    pub runs: BTreeMap<u32, RunResult>,
    /// The results of duels by table.
    pub duels: BTreeMap<u32, DuelResult>,
    /// Settings of rooms, players and days.
    pub values: BTreeMap<String, String>,
    /// The jobs whose results are not in yet, by number.
    pub jobs: BTreeMap<u64, Job>,
    /// The place at the prompt.
    pub place: Place,
}

impl ConsoleState {
    /// Returns the tables that the lobby loads at a start: those that are not over, and the last finished game of
    /// each thread.
    pub fn loaded(&self) -> impl Iterator<Item = &Saved> {
        let is_last = |saved: &&Saved| {
            let is_over = matches!(saved.stage, SavedStage::Over { .. });
            is_over && !matches!(saved.occasion, Occasion::Contest(_))
        };
        let newest: BTreeMap<_, u32> = self
            .tables
            .values()
            .filter(is_last)
            .map(|saved| ((&saved.room, &saved.thread), saved.id))
            .collect();
        self.tables.values().filter(move |saved| match saved.stage {
            SavedStage::Over { .. } => newest.get(&(&saved.room, &saved.thread)) == Some(&saved.id),
            SavedStage::Dropped => false,
            _ => true,
        })
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Table(saved) => {
                self.tables.insert(saved.id, saved);
            }
            Change::Run(result) => {
                self.runs.insert(result.table, result);
            }
            Change::Duel(result) => {
                self.duels.insert(result.table, result);
            }
            Change::DropDuel(table) => {
                self.duels.remove(&table);
            }
            Change::Set(key, value) => {
                self.values.insert(key, value);
            }
            Change::Unset(key) => {
                self.values.remove(&key);
            }
            Change::Forget { player, somebody } => self.forget(&player, &somebody),
            Change::JobStarted(number, job) => {
                self.jobs.insert(number, job);
            }
            Change::JobFinished(number) => {
                self.jobs.remove(&number);
            }
            Change::Place(place) => self.place = place,
        }
    }

    fn forget(&mut self, player: &str, somebody: &Person) {
        self.runs.retain(|_, run| run.player.id != player);
        self.duels = std::mem::take(&mut self.duels)
            .into_iter()
            .filter_map(|(table, duel)| Some((table, duel.without(player, somebody)?)))
            .collect();
        for saved in self.tables.values_mut() {
            if let Some(without) = saved.without(player, somebody) {
                *saved = without;
            }
        }
    }

    /// Returns changes that lead from an empty state to this one.
    fn as_changes(&self) -> Vec<Change> {
        let tables = self.tables.values().cloned().map(Change::Table);
        let runs = self.runs.values().cloned().map(Change::Run);
        let duels = self.duels.values().cloned().map(Change::Duel);
        let values = self.values.iter();
        let values = values.map(|(key, value)| Change::Set(key.clone(), value.clone()));
        let jobs = self.jobs.iter();
        let jobs = jobs.map(|(number, job)| Change::JobStarted(*number, job.clone()));
        let place = Change::Place(self.place.clone());
        let changes = tables.chain(runs).chain(duels).chain(values).chain(jobs);
        changes.chain([place]).collect()
    }
}

/// The reason why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The state folder cannot be used.
    #[error(transparent)]
    Folder(StateFolderError),
    /// Another console is running.
    #[error("{} is in use by another icebreaker: end it, or use --state FOLDER or --fresh", .0.display())]
    InUse(PathBuf),
    /// No folder is named, and the user has no home.
    #[error("no home folder to keep games in: use --state FOLDER, or --fresh to keep nothing")]
    NoHome,
    /// A line that is no line of a journal.
    #[error("{} is damaged in line {line} ({reason}): move it away, or use --state FOLDER", file.display())]
    Damaged {
        /// The journal.
        file: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// A journal of another version of the program.
    #[error(
        "{} was written by another version of icebreaker (format {found}, not {FORMAT_VERSION}): \
         use --state FOLDER",
        file.display()
    )]
    OtherVersion {
        /// The journal.
        file: PathBuf,
        /// The version of its format.
        found: u32,
    },
    /// A failure of the file system.
    #[error("cannot use {}: {source}", file.display())]
    Io {
        /// The journal.
        file: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
}

impl From<StateFolderError> for JournalError {
    fn from(error: StateFolderError) -> Self {
        match error {
            StateFolderError::InUse(folder) => JournalError::InUse(folder),
            error => JournalError::Folder(error),
        }
    }
}

/// The state of the console and the file it is kept in, if any.
#[derive(Debug, Default)]
pub struct Journal {
    state: ConsoleState,
    storage: Option<Storage>,
}

#[derive(Debug)]
struct Storage {
    /// Locked as long as this exists.
    folder: StateFolder,
    file: File,
}

impl Journal {
    /// Opens or creates the journal in a folder, and locks the folder.
    ///
    /// # Errors
    ///
    /// If the folder or the file cannot be used, the file is damaged or of another version, or another process
    /// has locked the folder.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let folder = StateFolder::take_without_secrets(path)?;
        let file = folder.join(JOURNAL_FILE);
        let failed = |source| JournalError::Io {
            file: file.clone(),
            source,
        };
        // Pipes and devices can be endless.
        if file.exists() && !file.is_file() {
            let problem = "not a regular file";
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, problem)));
        }
        let content = match fs::read(&file) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let state = read(&file, &content)?;
        let file = rewrite(&folder, &state).map_err(failed)?;
        let storage = Some(Storage { folder, file });
        Ok(Journal { state, storage })
    }

    /// Returns everything that is kept.
    pub fn state(&self) -> &ConsoleState {
        &self.state
    }

    /// Returns the file of the line editor's history.
    pub fn history(&self) -> Option<PathBuf> {
        self.path(HISTORY_FILE)
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let storage = self.storage.as_ref();
        storage.map(|storage| storage.folder.join(name))
    }

    /// Stores the changes of one step, all of them or none.
    ///
    /// # Errors
    ///
    /// If they cannot be written. The program has to end then: the file may have half a line at its end, which is
    /// dropped at the next start.
    pub fn commit(&mut self, changes: Vec<Change>) -> Result<(), JournalError> {
        let stored = self.store(changes);
        stored.map_err(|source| JournalError::Io {
            file: self.path(JOURNAL_FILE).unwrap_or_default(),
            source,
        })
    }

    fn store(&mut self, changes: Vec<Change>) -> io::Result<()> {
        if changes.is_empty() {
            return Ok(());
        }
        if let Some(storage) = &mut self.storage {
            storage.file.write_all(line(&changes)?.as_bytes())?;
            storage.file.sync_data()?;
        }
        let forgets = |change: &Change| matches!(change, Change::Forget { .. });
        let is_forgetting = changes.iter().any(forgets);
        for change in changes {
            self.state.apply(change);
        }
        if is_forgetting && let Some(storage) = &mut self.storage {
            // Older lines still name the player.
            storage.file = rewrite(&storage.folder, &self.state)?;
        }
        Ok(())
    }
}

/// Replaces the journal in a folder by the shortest one for a state, atomically.
fn rewrite(folder: &StateFolder, state: &ConsoleState) -> io::Result<File> {
    let mut content = line(&Header {
        version: FORMAT_VERSION,
    })?;
    for change in state.as_changes() {
        content.push_str(&line(&[change])?);
    }
    folder.write(JOURNAL_FILE, &content)?;
    let path = folder.join(JOURNAL_FILE);
    OpenOptions::new().append(true).open(path)
}

/// Returns a value as a line of JSON.
fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Reads a journal up to the end of its last whole line.
fn read(file: &Path, content: &[u8]) -> Result<ConsoleState, JournalError> {
    let damaged = |line: usize, error: &serde_json::Error| JournalError::Damaged {
        file: file.to_owned(),
        line,
        reason: error.to_string(),
    };
    let mut state = ConsoleState::default();
    let mut lines: Vec<&[u8]> = content.split(|byte| *byte == b'\n').collect();
    // Behind the last line break is nothing, or a line whose writing was cut short; but never the first line, which
    // appears together with its file.
    if lines.len() > 1 || content.is_empty() {
        lines.pop();
    }
    let mut lines = (1..).zip(lines);
    if let Some((number, first)) = lines.next() {
        let header: Header =
            serde_json::from_slice(first).map_err(|error| damaged(number, &error))?;
        if header.version != FORMAT_VERSION {
            return Err(JournalError::OtherVersion {
                file: file.to_owned(),
                found: header.version,
            });
        }
    }
    for (number, line) in lines {
        let changes: Vec<Change> =
            serde_json::from_slice(line).map_err(|error| damaged(number, &error))?;
        for change in changes {
            state.apply(change);
        }
    }
    Ok(state)
}
