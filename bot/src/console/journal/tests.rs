//! Tests of the journal.

use nix::{sys::stat::Mode, unistd::mkfifo};
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
        ended_at: jiff::Timestamp::UNIX_EPOCH.into(),
        rematch: None,
        clock: None,
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
fn a_pipe_is_no_journal() {
    let folder = TempDir::new().unwrap();
    mkfifo(&file(&folder), Mode::S_IRWXU).unwrap();
    let error = Journal::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("not a regular file"), "{error}");
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
    assert_eq!(journal.state().values.len(), 1);
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
