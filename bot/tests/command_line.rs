//! Tests of the program as a process: exit codes and output, also where the output cannot be written.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{
    fs::{self, File, OpenOptions, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// A folder with a configuration for a homeserver that does not answer.
struct Place {
    folder: TempDir,
}

impl Place {
    /// Writes `more` into the section `[matrix]`; it may open other sections.
    fn new(more: &str) -> Place {
        let folder = TempDir::new().unwrap();
        let config = format!(
            "[matrix]\nhomeserver = \"http://127.0.0.1:9\"\nuser = \"@bot:localhost\"\n{more}"
        );
        let file = folder.path().join("config.toml");
        fs::write(&file, config).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        Place { folder }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_icebreaker"));
        command
            .env_clear()
            .current_dir(self.folder.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

const PASSWORD: &str = "password = \"secret\"\n";

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

/// Returns an output without a reader.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&*output.stdout, &*output.stderr].concat()).into_owned()
}

#[test]
fn unwritable_output_does_not_change_exit_codes() {
    let place = Place::new(PASSWORD);
    for (arguments, code) in [
        (&["check-config"][..], 0),
        (&["check-config", "--config", "none.toml"], 2),
        (&["health"], 2),
        (&["backup", "copy.sqlite3"], 2),
        (&["restore", "none.sqlite3"], 2),
    ] {
        for make in [|| Stdio::from(full()), closed] {
            let mut command = place.command(arguments);
            let status = command.stdout(make()).stderr(make()).status().unwrap();
            assert_eq!(status.code(), Some(code), "{arguments:?}");
        }
    }
}

#[test]
fn a_restore_makes_no_state_folder() {
    let place = Place::new(PASSWORD);
    let refused = place.run(&["restore", "backup.db"]);
    let said = said(&refused);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("state does not exist; name the bot's own in [state] folder"),
        "{said}"
    );
    assert!(!Path::new(&place.path("state")).exists());
}

/// A process that is killed, should the test fail before its end.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

#[test]
fn the_bot_runs_on_without_its_log() {
    let place = Place::new(PASSWORD);
    for log in [Stdio::from(full()), closed()] {
        let mut running = Running(place.command(&["run"]).stderr(log).spawn().unwrap());
        // It logs that the homeserver does not answer, again and again.
        sleep(Duration::from_secs(2));
        assert!(running.0.try_wait().unwrap().is_none(), "it has ended");
    }
}

#[test]
fn a_secret_is_not_read_without_end() {
    let endless = Place::new("password_file = \"/dev/zero\"\n");
    let begin = Instant::now();
    let output = endless.run(&["check-config"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("not a regular file"),
        "{}",
        said(&output)
    );
    let place = Place::new("password_file = \"secret\"\n");
    let secret = place.folder.path().join("secret");
    fs::write(secret, "x".repeat(70_000)).unwrap();
    let output = place.run(&["check-config"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("larger than 64 KiB"),
        "{}",
        said(&output)
    );
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "it was read for long"
    );
    let output = place.run(&["check-config", "--config", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("not a regular file"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_password_in_an_address_is_not_shown() {
    let place = Place::new(PASSWORD);
    for key in ["MATRIX_HOMESERVER", "HTTP_LISTEN", "LOG_LEVEL"] {
        let mut command = place.command(&["check-config"]);
        command.env(
            format!("ICEBREAKER_{key}"),
            "https://bot:hush@example.org:8448/",
        );
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = said(&output);
        assert!(
            said.contains("example.org") && !said.contains("hush"),
            "{said}"
        );
    }
}

#[test]
fn a_file_as_state_folder_exits_with_5() {
    let place = Place::new(&format!("{PASSWORD}[state]\nfolder = \"state\"\n"));
    fs::write(place.path("state"), "no folder").unwrap();
    let output = place.run(&["run"]);
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(
        said(&output).contains("set [state] folder to a folder"),
        "{}",
        said(&output)
    );
    let inside = Place::new(&format!(
        "{PASSWORD}[state]\nfolder = \"config.toml/state\"\n"
    ));
    assert_eq!(inside.run(&["run"]).status.code(), Some(5));
}

#[test]
fn risky_settings_are_warned_of() {
    let place = Place::new(&format!("{PASSWORD}[access]\nadmin = [\"*\"]\n"));
    let mode = |name: &str, mode| {
        fs::set_permissions(place.path(name), Permissions::from_mode(mode)).unwrap();
    };
    mode("config.toml", 0o644);
    let output = place.run(&["check-config"]);
    assert_eq!(output.status.code(), Some(0));
    let warned = said(&output);
    assert!(warned.contains("everyone is an admin"), "{warned}");
    assert!(
        warned.contains("world-readable secret: config.toml"),
        "{warned}"
    );

    mode("config.toml", 0o640);
    let output = place.run(&["check-config"]);
    assert!(
        !said(&output).contains("world-readable"),
        "{}",
        said(&output)
    );

    let place = Place::new("password_file = \"hush\"\n");
    fs::write(place.path("hush"), "secret\n").unwrap();
    for (file_mode, is_warned) in [(0o604, true), (0o600, false)] {
        let mode = Permissions::from_mode(file_mode);
        fs::set_permissions(Path::new(&place.path("hush")), mode).unwrap();
        let said = said(&place.run(&["check-config"]));
        assert_eq!(
            said.contains("world-readable secret: hush"),
            is_warned,
            "{said}"
        );
    }
}
