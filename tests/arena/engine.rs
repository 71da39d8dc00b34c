//! An engine: a child process that speaks the protocol of `icebreaker engine` over pipes.

use std::{
    fmt,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use crate::plan::{Plan, Side};

/// Capacity of the queue of an engine's output, in lines.
const WAITING: usize = 1024;

/// A fault of an engine, by which it loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An ended process, with its exit status and its last line.
    Ended(String, String),
    /// A timeout without the expected answer.
    Silent(Duration),
    /// A refusal: an `error` line.
    Refused(String),
    /// An illegal turn: its line, and the reason.
    Illegal(String, String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Ended(how, last) => write!(f, "ended ({how}) after {last:?}"),
            Fault::Silent(time) => write!(f, "silent for {} s", time.as_secs()),
            Fault::Refused(line) => write!(f, "refused: {line:?}"),
            Fault::Illegal(line, why) => write!(f, "illegal turn {line:?}: {why}"),
        }
    }
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    process: Child,
    tell: ChildStdin,
    told: Receiver<String>,
    /// The last line of its output.
    last: String,
    /// The names of its options, in lower case.
    options: Vec<String>,
    patience: Duration,
}

impl Engine {
    /// Starts a side of a plan and sets the game.
    ///
    /// # Errors
    /// If it cannot be started, or does not speak the protocol.
    pub fn start(side: &Side, plan: &Plan) -> Result<Engine, String> {
        let fail = |why: &dyn fmt::Display| format!("{}: {why}", side.name);
        let mut words = side.command.iter();
        let program = words.next().ok_or_else(|| fail(&"no command"))?;
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| fail(&error))?;
        let (Some(tell), Some(told)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(fail(&"no pipes"));
        };
        let mut engine = Engine {
            process,
            tell,
            told: listen(told),
            last: String::new(),
            options: Vec::new(),
            patience: plan.patience,
        };
        let begun = engine.begin(side, plan);
        begun.map_err(|fault| fail(&fault))?;
        Ok(engine)
    }

    /// Does the handshake and sets the options.
    fn begin(&mut self, side: &Side, plan: &Plan) -> Result<(), Fault> {
        self.say("ugi");
        let begin = Instant::now();
        loop {
            let line = self.hear(begin, self.patience)?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("ugiok"), ..) => break,
                (Some("option"), Some("name"), Some(name)) => {
                    self.options.push(name.to_ascii_lowercase());
                }
                _ => {}
            }
        }
        for (name, value) in &side.with {
            if !self.has(name) {
                return Err(Fault::Refused(format!("there is no option {name}")));
            }
            self.set(name, value);
        }
        self.set("Game", plan.game.id);
        self.ready()
    }

    /// Sets an option, if the engine has it.
    pub fn set(&mut self, name: &str, value: &str) {
        if self.has(name) {
            self.say(&format!("setoption name {name} value {value}"));
        }
    }

    fn has(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        self.options.contains(&name)
    }

    /// Waits until it has processed all commands.
    pub fn ready(&mut self) -> Result<(), Fault> {
        self.say("isready");
        self.wait_for("readyok", self.patience).map(drop)
    }

    /// Lets it search for a move; returns its turn and the time taken.
    pub fn think(&mut self, plan: &Plan) -> Result<(String, Duration), Fault> {
        let begin = Instant::now();
        self.say(&plan.bounds.command());
        let line = self.wait_for("bestmove", plan.bounds.time(self.patience))?;
        Ok((line, begin.elapsed()))
    }

    /// Sends a line. A dead engine is detected when its answer is read.
    pub fn say(&mut self, line: &str) {
        let _ended = writeln!(self.tell, "{line}").and_then(|()| self.tell.flush());
    }

    /// Returns the rest of the next line that begins with a word.
    fn wait_for(&mut self, word: &str, time: Duration) -> Result<String, Fault> {
        let begin = Instant::now();
        loop {
            let line = self.hear(begin, time)?;
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match first {
                "error" => return Err(Fault::Refused(line)),
                _ if first == word => return Ok(rest.trim().to_owned()),
                _ => {}
            }
        }
    }

    /// Returns the next line, with a timeout that counts from a moment.
    fn hear(&mut self, from: Instant, time: Duration) -> Result<String, Fault> {
        let left = time.saturating_sub(from.elapsed());
        match self.told.recv_timeout(left) {
            Ok(line) => {
                self.last.clone_from(&line);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::Silent(time)),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Ended(self.end(), self.last.clone())),
        }
    }

    /// Returns its exit status, waiting up to a second for its end.
    fn end(&mut self) -> String {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(1) {
            match self.process.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(error) => return error.to_string(),
            }
        }
        "its output was closed".to_owned()
    }
}

/// A running search is not stopped first.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ended = self.process.kill().and_then(|()| self.process.wait());
    }
}

/// Reads lines on a thread of its own, until the receiver is dropped.
fn listen(told: ChildStdout) -> Receiver<String> {
    let (sender, lines) = mpsc::sync_channel(WAITING);
    thread::spawn(move || {
        for line in BufReader::new(told).split(b'\n') {
            let Ok(line) = line else { return };
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
