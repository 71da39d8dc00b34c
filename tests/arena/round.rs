//! A short match of engines; `scripts/arena` runs long ones.

use std::{fs, process::Command};

use games::{Live, Record, Termination};

#[test]
fn games_of_levels_replay_from_their_records() {
    for game in [
        "matrx --nodes 300",
        "gipf-basic --nodes 300 --opening 8 --options zertz=3,neutralise=3,by=coin",
        "zertz-basic --nodes 300",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let records = folder.path().join("records");
        let line = format!("--level 2 --level 1 --games 4 --at-once 2 --sprt 0 20 --game {game}");
        let arena = Command::new(env!("CARGO_BIN_EXE_arena"))
            .args(line.split(' '))
            .arg("--records")
            .arg(&records)
            .output()
            .expect("the arena can be started");
        let said = String::from_utf8_lossy(&arena.stdout);
        let complained = String::from_utf8_lossy(&arena.stderr);
        assert!(arena.status.success(), "{said}{complained}");
        assert!(said.contains("level 2 against level 1: 4 games"), "{said}");
        let files = fs::read_dir(&records).expect("records");
        let mut played = 0;
        for file in files {
            let text = fs::read_to_string(file.expect("a record").path()).expect("a text");
            let record: Record = text.parse().expect("a record");
            let live = Live::replay(&record).expect("a legal game");
            let ending = record.tags.ending;
            assert!(!matches!(ending, Some(Termination::Resigned(_))), "{text}");
            assert!(live.record().turns.len() > 4, "{text}");
            played += 1;
        }
        assert_eq!(played, 4);
    }
}

#[test]
fn a_failing_engine_loses_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let script = "while read -r word rest; do case $word in
        ugi) echo ugiok ;;
        isready) echo readyok ;;
        go) echo too difficult; exit 3 ;;
        esac; done";
    fs::write(&program, script).expect("a program");
    let arena = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["--level", "1", "--nodes", "100", "--games", "4", "--engine"])
        .arg(format!("sh {}", program.display()))
        .output()
        .expect("the arena can be started");
    let said = String::from_utf8_lossy(&arena.stdout);
    assert_eq!(arena.status.code(), Some(1), "{said}");
    let failed = r#"ended (exit status: 3) after "too difficult""#;
    assert_eq!(said.matches(failed).count(), 4, "{said}");
    assert!(said.contains("\n4 won, 0 drawn, 0 lost "), "{said}");
    assert!(
        said.contains("at most, 4 games lost by a fault\n"),
        "{said}"
    );
}
