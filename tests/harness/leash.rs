//! A child process that cannot outlive this one, with its output in a file.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{PATIENCE, source_file};

/// A running command; killed when this value is dropped, and when this process ends in any way.
#[derive(Debug)]
pub(crate) struct Leash {
    leash: Child,
    /// The pipe whose closing kills the command.
    line: Option<ChildStdin>,
    /// The command's process id.
    pid: u32,
    log: PathBuf,
    /// The offset in bytes of this command's output in the log.
    start: u64,
}

impl Leash {
    /// Starts a command, its output appended to `log`; the folder `remove` is removed when it has ended.
    pub(crate) fn new(command: &[&str], log: &Path, remove: Option<&Path>) -> Leash {
        let start = fs::metadata(log).map_or(0, |file| file.len());
        let mut leash = Command::new("sh");
        // The bot would take these for its own settings.
        let ours = env::vars_os().map(|(name, _)| name);
        ours.filter(|name| name.to_string_lossy().starts_with("ICEBREAKER_"))
            .for_each(|name| {
                leash.env_remove(name);
            });
        let mut leash = leash
            .arg(source_file("harness/leash.sh"))
            .arg(log)
            .arg(remove.unwrap_or(Path::new("")))
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh can be started");
        let line = leash.stdin.take();
        let mut first = String::new();
        BufReader::new(leash.stdout.take().expect("stdout is a pipe"))
            .read_line(&mut first)
            .expect("the leash prints the process id");
        let pid = first.trim().parse().expect("a process id");
        Leash {
            leash,
            line,
            pid,
            log: log.to_owned(),
            start,
        }
    }

    /// Returns the command's process id.
    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns the command's output since its start.
    pub(crate) fn output(&self) -> String {
        let mut bytes = Vec::new();
        if let Ok(mut file) = fs::File::open(&self.log) {
            let _ = file.seek(SeekFrom::Start(self.start));
            let _ = file.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until `ready` holds. Returns `false` and prints the end of the log if the command ends first, or
    /// on a timeout.
    pub(crate) fn wait_until(&mut self, name: &str, ready: impl Fn(&Leash) -> bool) -> bool {
        let deadline = Instant::now() + PATIENCE;
        while !ready(self) {
            let ended = self
                .leash
                .try_wait()
                .expect("a child can be waited for")
                .is_some();
            if ended || Instant::now() > deadline {
                eprintln!(
                    "{name} is not ready; its log ends with:\n{}",
                    self.last_lines()
                );
                return false;
            }
            thread::sleep(Duration::from_millis(20));
        }
        true
    }

    /// Sends a signal to the command.
    pub(crate) fn signal(&self, signal: &str) {
        let kill = format!("kill -{signal} {}", self.pid);
        let _ = Command::new("sh")
            .args(["-c", &kill])
            .stderr(Stdio::null())
            .status();
    }

    /// Waits for the end of the command.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.leash.try_wait().expect("a child can be waited for") {
                return status;
            }
            assert!(
                Instant::now() < deadline,
                "process {} does not end; its log ends with:\n{}",
                self.pid,
                self.last_lines()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the last 40 lines of the command's output.
    pub(crate) fn last_lines(&self) -> String {
        let output = self.output();
        let lines: Vec<&str> = output.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        drop(self.line.take());
        let _ = self.leash.wait();
    }
}
