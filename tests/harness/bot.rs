//! The real program, as an operator starts it.

use std::{
    env,
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    Disk, Homeserver, PATIENCE, Proxy, built_programs, change_database, disk::when_full,
    homeserver::password, leash::Leash, python_tool,
};

/// Log text of a bot that will answer everything it is sent from now on.
const READY: &str = "ready: receiving events";

/// The program to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The bot.
    Icebreaker,
    /// The example that answers every line with the same line.
    Echo,
}

/// A bot with a configuration and a folder for its state, which tests start and stop.
#[derive(Debug)]
pub struct Bot {
    user: String,
    program: Program,
    place: PathBuf,
    process: Option<Leash>,
    /// Removed with the bot, unless the folder was given.
    _temporary: Option<TempDir>,
}

/// The result of a command of the program.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; -1 after a signal.
    pub code: i32,
    /// The output, standard output before standard error.
    pub told: String,
}

impl Bot {
    /// Registers a user for the bot and starts it in a temporary folder.
    pub fn start(homeserver: &Homeserver, name: &str) -> Bot {
        Bot::start_program(Program::Icebreaker, homeserver, name)
    }

    /// Registers a user for the bot and starts it in a temporary folder, with more sections in its
    /// configuration.
    pub fn start_with(homeserver: &Homeserver, name: &str, sections: &str) -> Bot {
        Bot::start_temporary(Program::Icebreaker, homeserver, name, sections)
    }

    /// Registers a user for a bot and starts the program in a temporary folder.
    pub fn start_program(program: Program, homeserver: &Homeserver, name: &str) -> Bot {
        Bot::start_temporary(program, homeserver, name, "")
    }

    fn start_temporary(
        program: Program,
        homeserver: &Homeserver,
        name: &str,
        sections: &str,
    ) -> Bot {
        Bot::start_at(program, homeserver, &homeserver.url(), name, sections)
    }

    /// Registers a user for a bot that reaches the homeserver through a proxy, with more sections in its
    /// configuration.
    pub fn start_behind(proxy: &Proxy, homeserver: &Homeserver, name: &str, sections: &str) -> Bot {
        Bot::start_at(
            Program::Icebreaker,
            homeserver,
            &proxy.url(),
            name,
            sections,
        )
    }

    fn start_at(
        program: Program,
        homeserver: &Homeserver,
        url: &str,
        name: &str,
        sections: &str,
    ) -> Bot {
        let mut bot = Bot::prepare_temporary(program, homeserver, url, name);
        bot.change_config("[matrix]", &format!("{sections}\n[matrix]"));
        bot.start_again();
        bot
    }

    /// Prepares another bot on the account of a bot of this name, with a state folder of its own, without
    /// starting it.
    pub fn on_same_account(homeserver: &Homeserver, name: &str) -> Bot {
        Bot::prepare_temporary(Program::Icebreaker, homeserver, &homeserver.url(), name)
    }

    fn prepare_temporary(program: Program, homeserver: &Homeserver, url: &str, name: &str) -> Bot {
        let folder = tempfile::Builder::new().prefix("bot-").tempdir();
        let folder = folder.expect("a temporary folder can be made");
        let mut bot = Bot::prepare(program, homeserver, url, name, folder.path());
        // Tests assert message ids, so that sentences can change.
        bot.change_config("[chat]\n", "[chat]\nlanguage = \"ids\"\n");
        bot._temporary = Some(folder);
        bot
    }

    /// Changes the configuration for the next start.
    #[track_caller]
    pub fn change_config(&self, from: &str, to: &str) {
        let file = self.place.join("config.toml");
        let config = fs::read_to_string(&file).expect("the configuration can be read");
        assert!(config.contains(from), "no {from} in {config}");
        let config = config.replace(from, to);
        fs::write(file, config).expect("the configuration can be written");
    }

    /// Registers a user for the bot and starts it in a folder that is kept.
    pub fn start_kept(homeserver: &Homeserver, name: &str, folder: &Path) -> Bot {
        let (program, url) = (Program::Icebreaker, homeserver.url());
        let mut bot = Bot::prepare(program, homeserver, &url, name, folder);
        bot.start_again();
        bot
    }

    fn prepare(
        program: Program,
        homeserver: &Homeserver,
        url: &str,
        name: &str,
        folder: &Path,
    ) -> Bot {
        let user = homeserver.register(name);
        // Test programs send faster than people.
        let limits = [
            "user_per_minute",
            "user_burst",
            "room_per_minute",
            "room_burst",
        ];
        let limits = limits.map(|key| format!("{key} = 1000000\n")).concat();
        let limits = format!("[limits]\n{limits}");
        let config = format!(
            "[matrix]\nhomeserver = {:?}\nuser = {user:?}\npassword = {:?}\n\n\
             [state]\nfolder = {:?}\n\n[chat]\nprefix = \"!\"\n\n[log]\nlevel = \"info\"\n\n{limits}",
            url,
            password(name),
            folder.join("state"),
        );
        let file = folder.join("config.toml");
        fs::write(&file, config).expect("the configuration can be written");
        // The file contains a password, so other permissions cause a warning.
        let private = Permissions::from_mode(0o600);
        fs::set_permissions(&file, private).expect("the mode can be set");
        Bot {
            user,
            program,
            place: folder.to_owned(),
            process: None,
            _temporary: None,
        }
    }

    /// Starts the bot again on the same folder and waits until it is ready.
    #[track_caller]
    pub fn start_again(&mut self) {
        self.launch();
        self.wait_until_ready();
    }

    /// Waits until a launched bot is ready.
    #[track_caller]
    pub fn wait_until_ready(&mut self) {
        let process = self.process.as_mut().expect("the bot is running");
        let ready = process.wait_until("the bot", |bot| bot.output().contains(READY));
        assert!(ready, "the bot does not start");
    }

    /// Starts the bot again without waiting for it.
    #[track_caller]
    pub fn launch(&mut self) {
        self.launch_as(|command| command.iter().map(|&word| word.to_owned()).collect());
    }

    /// Starts the bot again on a full disk without waiting for it.
    #[track_caller]
    pub fn launch_on_full_disk(&mut self) {
        self.launch_as(when_full);
    }

    #[track_caller]
    fn launch_as(&mut self, wrapped: impl Fn(&[&str]) -> Vec<String>) {
        assert!(self.process.is_none(), "the bot is running");
        let program = self.program.path();
        let config = self.place.join("config.toml");
        let program = program.to_str().expect("a path in UTF-8");
        let config = config.to_str().expect("a path in UTF-8");
        let command = match self.program {
            Program::Icebreaker => vec![program, "run", "--config", config],
            Program::Echo => vec![program, config],
        };
        let command = wrapped(&command);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        self.process = Some(Leash::new(&command, &self.place.join("log"), None));
    }

    /// Returns the log since the last start.
    pub fn log(&self) -> String {
        let process = self.process.as_ref();
        process.map(Leash::output).unwrap_or_default()
    }

    /// Waits until the bot has ended by itself.
    #[track_caller]
    pub fn ended(&mut self) -> Ended {
        let mut process = self.process.take().expect("the bot is running");
        let status = process.wait();
        Ended {
            code: status.code().unwrap_or(-1),
            told: process.output(),
        }
    }

    /// Runs another command of the program with the same configuration, in the bot's folder.
    #[track_caller]
    pub fn command(&self, arguments: &[&str]) -> Ended {
        let mut command = Command::new(self.program.path());
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("ICEBREAKER_") {
                command.env_remove(name);
            }
        }
        let output = command
            .args(arguments)
            .args(["--config", "config.toml"])
            .current_dir(&self.place)
            .output()
            .expect("the program can be started");
        let told = [output.stdout, output.stderr].concat();
        Ended {
            code: output.status.code().unwrap_or(-1),
            told: String::from_utf8_lossy(&told).into_owned(),
        }
    }

    /// Kills the bot without any warning.
    pub fn kill(&mut self) {
        let mut process = self.process.take().expect("the bot is running");
        process.signal("KILL");
        process.wait();
    }

    /// Releases the lease of the account after a kill, as an operator can who does not want to wait until it
    /// expires.
    #[track_caller]
    pub fn release_lease(&self, homeserver: &Homeserver) {
        let user = &self.user;
        let path = format!("/_matrix/client/v3/user/{user}/account_data/icebreaker.lease");
        homeserver.put(&path, &self.access_token(), &json!({}));
    }

    /// Waits until the log contains a text.
    #[track_caller]
    pub fn wait_to_log(&mut self, text: &str) {
        let process = self.process.as_mut().expect("the bot is running");
        let logged = process.wait_until("the bot", |bot| bot.output().contains(text));
        assert!(logged, "the bot does not log {text:?}");
    }

    /// Waits until the bot has ended by itself, and fails unless it exits with success.
    #[track_caller]
    pub fn wait_for_end(&mut self) {
        let mut process = self.process.take().expect("the bot is running");
        let status = process.wait();
        let log = process.last_lines();
        assert!(
            status.success(),
            "the bot ends with {status}; its log ends with:\n{log}"
        );
    }

    /// Asks the bot to stop, waits for its end, and fails unless it exits with success.
    #[track_caller]
    pub fn stop(&mut self) {
        let process = self.process.as_mut().expect("the bot is running");
        process.signal("TERM");
        self.wait_for_end();
    }

    /// Changes the database of the stopped bot, for example to age its rows.
    #[track_caller]
    pub fn change_database(&self, sql: &str) {
        assert!(self.process.is_none(), "the bot is running");
        change_database(&self.state().join("icebreaker.db"), sql);
    }

    /// Waits until a query on the database of the running bot finds a row.
    #[track_caller]
    pub fn wait_until_stored(&self, query: &str) {
        let script = "import sqlite3, sys, time\n\
            while not sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone(): time.sleep(0.05)";
        let mut python = Command::new(python_tool("nio-venv", "python"))
            .args(["-c", script])
            .arg(self.place.join("state/icebreaker.db"))
            .arg(query)
            .spawn()
            .expect("python can be started");
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = python.try_wait().expect("a child can be waited for") {
                break status;
            }
            if Instant::now() > deadline {
                let _ = python.kill();
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success(), "{query} finds nothing");
    }

    /// Returns the recovery key that the bot has printed since its last start.
    #[track_caller]
    pub fn recovery_key(&mut self) -> String {
        self.wait_to_log("[matrix] recovery_key");
        let log = self.log();
        let key = log.lines().find_map(|line| line.strip_prefix("    Es"));
        format!("Es{}", key.expect("a line with the key"))
    }

    /// Sets a key of the section `[matrix]`, for the next start.
    pub fn configure_matrix(&self, key: &str, value: &str) {
        let file = self.place.join("config.toml");
        let config = fs::read_to_string(&file).expect("the configuration can be read");
        let set = format!("[matrix]\n{key} = {value:?}\n");
        let config = config.replacen("[matrix]\n", &set, 1);
        fs::write(file, config).expect("the configuration can be written");
    }

    /// Returns the disk as the running bot sees it.
    #[track_caller]
    pub fn disk(&self) -> Disk {
        Disk::of(self.process.as_ref().expect("the bot is running").pid())
    }

    /// Returns the state folder.
    pub fn state(&self) -> PathBuf {
        self.place.join("state")
    }

    /// Returns the access token of the bot's session.
    #[track_caller]
    pub fn access_token(&self) -> String {
        self.in_session("access_token")
    }

    /// Returns the id of the bot's device.
    #[track_caller]
    pub fn device(&self) -> String {
        self.in_session("device_id")
    }

    #[track_caller]
    fn in_session(&self, key: &str) -> String {
        let json = fs::read_to_string(self.state().join("session.json"));
        let json = json.expect("the bot has logged in");
        let session: Value = serde_json::from_str(&json).expect("the session is JSON");
        let value = session[key].as_str();
        value.expect("the session has it").to_owned()
    }

    /// Returns the whole user id.
    pub fn user(&self) -> &str {
        &self.user
    }

    /// Returns the bot's memory (resident set) in KiB (Linux only).
    pub fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Returns the bot's peak memory since its start, in KiB (Linux only).
    pub fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, key: &str) -> Option<u64> {
        let pid = self.process.as_ref()?.pid();
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// Returns whether the bot was started and neither stopped nor killed.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if thread::panicking() {
            let log = self.process.as_ref().map(Leash::last_lines);
            eprintln!(
                "the log of {} ends with:\n{}",
                self.user,
                log.unwrap_or_default()
            );
        }
    }
}

impl Program {
    fn path(self) -> PathBuf {
        let path = match self {
            Program::Icebreaker => env::var_os("ICEBREAKER_BIN")
                .map_or_else(|| built_programs().join("icebreaker"), PathBuf::from),
            Program::Echo => built_programs().join("examples/echo"),
        };
        assert!(
            path.exists(),
            "{} is missing: run `cargo build --package icebreaker --bins --examples` first, \
             with `--release` when this is a release build",
            path.display()
        );
        path
    }
}
