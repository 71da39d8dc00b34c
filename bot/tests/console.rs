//! Tests of the console as a process: its games survive its end.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use tempfile::TempDir;

fn console(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icebreaker"));
    command
        .env_clear()
        .arg("console")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Pipes lines into a console and waits for its end.
fn piped(command: &mut Command, lines: &str) -> Output {
    let mut running = command.spawn().unwrap();
    // A console that ended at once has closed its input.
    let _ = running.stdin.take().unwrap().write_all(lines.as_bytes());
    running.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&*output.stdout, &*output.stderr].concat()).into_owned()
}

/// Plays in a folder and returns the output.
fn play(folder: &TempDir, lines: &str) -> String {
    let state = folder.path().to_str().unwrap();
    let output = piped(&mut console(&["--state", state]), lines);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    said(&output)
}

/// A console that is killed.
struct Killed(Child);

impl Killed {
    /// Reads until a text appears.
    fn read_until(&mut self, text: &str) -> String {
        let output = self.0.stdout.as_mut().unwrap();
        let mut read = String::new();
        let mut byte = [0];
        let mut bytes = Vec::new();
        while !read.contains(text) {
            assert_eq!(output.read(&mut byte).unwrap(), 1, "{read}");
            bytes.extend(byte);
            read = String::from_utf8_lossy(&bytes).into_owned();
        }
        read
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

#[test]
fn games_go_on_after_the_end() {
    let folder = TempDir::new().unwrap();
    let first = play(
        &folder,
        "challenge @bob matrx white\n/as bob\naccept\n/as alice\nGb2\n",
    );
    assert!(first.starts_with("Icebreaker at the terminal."), "{first}");
    assert!(first.contains("\nalice (thread of t1)> Gb2\n"), "{first}");
    let second = play(&folder, "/as bob\nboard\nexport\n");
    assert!(
        second.starts_with("Welcome back. In progress: t1."),
        "{second}"
    );
    assert!(
        second.contains("\nalice (thread of t1)> /as bob\n"),
        "{second}"
    );
    assert!(second.contains("b2"), "{second}");
}

#[test]
fn a_kill_loses_nothing_shown() {
    let folder = TempDir::new().unwrap();
    let state = folder.path().to_str().unwrap();
    let mut running = Killed(console(&["--state", state]).spawn().unwrap());
    let input = running.0.stdin.as_mut().unwrap();
    input
        .write_all(b"challenge @bob gipf-basic white\n/as bob\naccept\n")
        .unwrap();
    input.write_all(b"/as alice\nb3\n/as bob\n").unwrap();
    running.read_until("alice (thread of t1)> /as bob");
    drop(running);
    let again = play(&folder, "/as bob\nf2\n/as alice\ntables\n");
    assert!(again.contains("In progress: t1."), "{again}");
}

#[test]
fn two_consoles_need_two_folders() {
    let folder = TempDir::new().unwrap();
    let state = folder.path().to_str().unwrap();
    let mut first = Killed(console(&["--state", state]).spawn().unwrap());
    first.read_until("Icebreaker at the terminal.");
    let second = piped(&mut console(&["--state", state]), "help\n");
    assert_eq!(second.status.code(), Some(2));
    assert!(
        said(&second).contains("is in use by another icebreaker"),
        "{}",
        said(&second)
    );
    let third = piped(&mut console(&["--fresh"]), "/quit\n");
    assert_eq!(third.status.code(), Some(0), "{}", said(&third));
}

#[test]
fn the_default_is_the_users_data_folder() {
    let home = TempDir::new().unwrap();
    let kept = |folder: &Path| folder.join("icebreaker/console/games.jsonl").exists();
    let output = piped(console(&[]).env("HOME", home.path()), "help\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(kept(&home.path().join(".local/share")));
    let data = home.path().join("data");
    piped(console(&[]).env("XDG_DATA_HOME", &data), "help\n");
    assert!(kept(&data));
    let fresh = home.path().join("fresh");
    piped(console(&["--fresh"]).env("XDG_DATA_HOME", &fresh), "help\n");
    assert!(!fresh.exists());
}

#[test]
fn damaged_games_exit_with_2() {
    let folder = TempDir::new().unwrap();
    play(&folder, "play\n");
    let file = folder.path().join("games.jsonl");
    let content = fs::read_to_string(&file).unwrap();
    fs::write(&file, content.replacen("\"table\"", "\"?\"", 1)).unwrap();
    let state = folder.path().to_str().unwrap();
    let output = piped(&mut console(&["--state", state]), "help\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("games.jsonl is damaged in line "),
        "{}",
        said(&output)
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn a_challenge_expires_while_the_clock_runs_ahead() {
    let folder = TempDir::new().unwrap();
    let first = play(&folder, "challenge @bob\n/wait 6d\ntables\n/wait soon\n");
    assert!(first.contains("It's now 20"), "{first}");
    assert!(
        first.contains("`/wait 3d` puts the clock forward"),
        "{first}"
    );
    // The clock stays ahead.
    let second = play(&folder, "/wait 1d1h\n/wait 1d\n");
    assert!(second.contains("In progress: t1."), "{second}");
    let third = play(&folder, "tables\n");
    assert!(third.contains("No game is in progress"), "{third}");
}

#[test]
fn clocks_run_while_the_clock_is_put_forward() {
    let folder = TempDir::new().unwrap();
    let lines = "challenge @bob gipf-basic white 3d\n/as bob\naccept\n/as alice\na2-b3\nvacation auto off\n\
                 /as bob\na4-b4\n/wait 2d\n/wait 12h\n";
    let first = play(&folder, lines);
    let (_, waited) = first.split_once("/wait 2d").unwrap();
    let (early, late) = waited.split_once("/wait 12h").unwrap();
    assert!(!early.contains("it's your turn"), "{first}");
    assert!(late.contains("it's your turn: "), "{first}");
    let second = play(&folder, "/wait 12h\n/wait 12h\n");
    let (early, late) = second.rsplit_once("/wait 12h").unwrap();
    assert!(!early.contains("ran out of time"), "{second}");
    assert!(late.contains("ran out of time"), "{second}");
}

#[test]
fn another_game_names_those_in_progress() {
    let folder = TempDir::new().unwrap();
    let lines = "play gipf-basic white\nplay nonsense\nplay zertz-basic first\n/room t1\n/room\n/room t9\nhelp\n";
    let said = play(&folder, lines);
    assert!(
        said.contains("t2 has begun, and t1 is still on. `/room t1` goes back to t1."),
        "{said}"
    );
    // A refused command stays in its thread.
    assert!(
        said.contains("alice (thread of t1)> play zertz-basic first"),
        "{said}"
    );
    assert!(said.contains("alice (thread of t2)> /room t1"), "{said}");
    assert!(said.contains("alice (thread of t1)> /room\n"), "{said}");
    assert!(said.contains("You're in the room, as alice."), "{said}");
    assert!(
        said.contains("alice (room)> /room t9\nThere's no table “t9”."),
        "{said}"
    );
}

#[test]
fn tables_are_found_in_direct_messages() {
    let folder = TempDir::new().unwrap();
    let said = play(&folder, "run seed chiba\n/room\n/as bob\n/room t1\nhelp\n");
    assert!(said.contains("alice's direct message:"), "{said}");
    assert!(said.contains("bob (room)> /room t1"), "{said}");
    assert!(said.contains("alice (direct)> help"), "{said}");
}

#[test]
fn a_finished_game_is_shown_after_its_rematch() {
    let folder = TempDir::new().unwrap();
    let lines =
        "play gipf-basic white\nresign\nyes\nrematch\nplay zertz\nplay gipf-basic\n/room t1\n";
    let said = play(&folder, lines);
    assert!(
        said.contains("t4 has begun, and t2, t3 are still on. `/room t3` goes back to t3."),
        "{said}"
    );
    let (_, shown) = said.split_once("/room t1").unwrap();
    assert!(shown.contains("resigns"), "{shown}");
}

#[test]
fn previews_and_statistics_appear_in_the_room() {
    let folder = TempDir::new().unwrap();
    let said = play(
        &folder,
        "play gipf-basic white\npreview c2\nc2\nresign\nyes\nstats\nreplay\n",
    );
    assert!(said.contains("Preview. Type `c2` to play it"), "{said}");
    assert!(said.contains("Against the computer"), "{said}");
    assert!(said.contains("`show first`"), "{said}");
}

#[test]
fn games_beside_a_run_have_threads() {
    let folder = TempDir::new().unwrap();
    let lines =
        "run seed chiba\nplay gipf-basic white\nc2\n/room t1\nk m13\n/room t2\nc2\nrun\nhistory\n";
    let said = play(&folder, lines);
    assert_eq!(said.matches("`c2`").count(), 1, "{said}");
    assert!(said.contains("alice (direct)> k m13"), "{said}");
    assert!(said.contains("You have a run in progress (t1)."), "{said}");
}
