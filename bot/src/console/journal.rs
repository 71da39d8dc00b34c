//! The journal: everything the console keeps, in one file of JSON lines.
//!
//! A line holds the changes of one step and is on disk before the step is shown, so a kill at any moment loses
//! nothing. A kill within a write leaves a last line without its end, which is dropped: that step was not shown
//! yet. At each start, and when a player is forgotten, the file is replaced by the current state, one line each.

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
    /// A job to be carried out, under its number.
    Open(u64, Job),
    /// The number of a job whose result is among these changes.
    Done(u64),
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
    pub settings: BTreeMap<String, String>,
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
            Change::Set(key, value) => {
                self.settings.insert(key, value);
            }
            Change::Unset(key) => {
                self.settings.remove(&key);
            }
            Change::Forget { player, somebody } => self.forget(&player, &somebody),
            Change::Open(number, job) => {
                self.jobs.insert(number, job);
            }
            Change::Done(number) => {
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
        let settings = self.settings.iter();
        let settings = settings.map(|(key, value)| Change::Set(key.clone(), value.clone()));
        let jobs = self.jobs.iter();
        let jobs = jobs.map(|(number, job)| Change::Open(*number, job.clone()));
        let place = Change::Place(self.place.clone());
        let changes = tables.chain(runs).chain(duels).chain(settings).chain(jobs);
        changes.chain([place]).collect()
    }
}

/// The reason why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The state folder cannot be used.
    #[error(transparent)]
    Folder(#[from] StateFolderError),
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

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn saved(id: u32, thread: &str, stage: SavedStage) -> Saved {
        Saved {
            id,
            room: "!room:console".into(),
            thread: Some(thread.into()),
            occasion: Occasion::Free,
            stage,
        }
    }

    fn over(name: &str) -> SavedStage {
        let player = Person {
            id: format!("@{name}:console"),
            name: name.into(),
        };
        let computer = Person {
            id: Person::COMPUTERS[0].into(),
            name: "Zoë".into(),
        };
        SavedStage::Over {
            players: vec![player, computer],
            record: String::new(),
            end: lobby::terms::End::Agreed,
            ended_on: lobby::day::Day::of(jiff::Timestamp::UNIX_EPOCH),
            rematch: None,
        }
    }

    fn tables(journal: &Journal) -> Vec<u32> {
        journal.state().tables.keys().copied().collect()
    }

    /// Two steps in a folder; the journal is dropped without any goodbye, as by a kill.
    fn two_steps() -> TempDir {
        let folder = TempDir::new().unwrap();
        let mut journal = Journal::open(folder.path()).unwrap();
        let place = Place {
            lines: 2,
            ..Place::default()
        };
        let first = Change::Table(saved(1, "$1", over("alice")));
        journal.commit(vec![first]).unwrap();
        let second = Change::Table(saved(2, "$2", over("bob")));
        journal.commit(vec![second, Change::Place(place)]).unwrap();
        folder
    }

    fn file(folder: &TempDir) -> PathBuf {
        folder.path().join(JOURNAL_FILE)
    }

    #[test]
    fn every_step_survives_a_kill() {
        let folder = two_steps();
        let journal = Journal::open(folder.path()).unwrap();
        assert_eq!(tables(&journal), [1, 2]);
        assert_eq!(journal.state().place.lines, 2);
        let state = journal.state().clone();
        drop(journal);
        assert_eq!(*Journal::open(folder.path()).unwrap().state(), state);
    }

    /// Cut at any byte, also within a character of several bytes.
    #[test]
    fn half_a_step_is_no_step() {
        let folder = two_steps();
        let whole = fs::read(file(&folder)).unwrap();
        let ends = whole.iter().enumerate();
        let ends: Vec<usize> = ends
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(at, _)| at)
            .collect();
        let [.., first, second] = ends[..] else {
            panic!("{ends:?}");
        };
        for cut in first + 1..=second {
            fs::write(file(&folder), &whole[..cut]).unwrap();
            let mut journal = Journal::open(folder.path()).unwrap();
            assert_eq!(
                (tables(&journal), journal.state().place.lines),
                (vec![1], 0)
            );
            // The next step does not continue the half line.
            let next = Change::Table(saved(3, "$3", over("bob")));
            journal.commit(vec![next]).unwrap();
            drop(journal);
            assert_eq!(tables(&Journal::open(folder.path()).unwrap()), [1, 3]);
        }
    }

    #[test]
    fn a_leftover_temporary_file_changes_nothing() {
        let folder = two_steps();
        let leftover = folder.path().join(format!("{JOURNAL_FILE}.new"));
        fs::write(&leftover, "{\"version\":1}\n[{\"tab").unwrap();
        assert_eq!(tables(&Journal::open(folder.path()).unwrap()), [1, 2]);
        assert!(!leftover.exists());
    }

    #[test]
    fn damaged_journals_are_named_and_kept() {
        let folder = two_steps();
        let whole = fs::read_to_string(file(&folder)).unwrap();
        for (content, said) in [
            (
                whole.replacen("\"table\"", "\"tabel\"", 1),
                "is damaged in line 3 (unknown variant",
            ),
            ("not ours".to_owned(), "is damaged in line 1 ("),
            (
                whole.replacen("\"version\":1", "\"version\":9", 1),
                "(format 9, not 1)",
            ),
        ] {
            fs::write(file(&folder), &content).unwrap();
            let error = Journal::open(folder.path()).unwrap_err().to_string();
            assert!(
                error.starts_with(&file(&folder).display().to_string()),
                "{error}"
            );
            assert!(error.contains(said), "{error}");
            assert_eq!(fs::read_to_string(file(&folder)).unwrap(), content);
        }
    }

    #[test]
    fn nothing_of_a_forgotten_player_stays() {
        let folder = two_steps();
        let mut journal = Journal::open(folder.path()).unwrap();
        let somebody = Person {
            id: String::new(),
            name: "somebody".into(),
        };
        let player = "@bob:console".to_owned();
        journal
            .commit(vec![Change::Forget { player, somebody }])
            .unwrap();
        let content = fs::read_to_string(file(&folder)).unwrap();
        assert!(content.contains("@alice:console") && !content.contains("@bob:console"));
        journal
            .commit(vec![Change::Set("a".into(), "b".into())])
            .unwrap();
        drop(journal);
        let journal = Journal::open(folder.path()).unwrap();
        assert_eq!(tables(&journal), [1, 2]);
        assert_eq!(journal.state().settings.len(), 1);
    }

    #[test]
    fn only_tables_still_in_reach_are_loaded() {
        let mut state = ConsoleState::default();
        let contest = Saved {
            occasion: Occasion::Contest(2),
            ..saved(3, "$2", over("bob"))
        };
        for saved in [
            saved(1, "$2", over("bob")),
            saved(2, "$2", over("bob")),
            contest,
            saved(4, "$4", over("bob")),
            saved(5, "$5", SavedStage::Dropped),
        ] {
            state.apply(Change::Table(saved));
        }
        let loaded: Vec<u32> = state.loaded().map(|saved| saved.id).collect();
        assert_eq!(loaded, [2, 4]);
    }

    #[test]
    fn a_journal_is_opened_once_at_a_time() {
        let folder = two_steps();
        let first = Journal::open(folder.path()).unwrap();
        let second = Journal::open(folder.path()).unwrap_err().to_string();
        assert!(
            second.contains("is in use by another icebreaker"),
            "{second}"
        );
        drop(first);
        Journal::open(folder.path()).unwrap();
    }
}
