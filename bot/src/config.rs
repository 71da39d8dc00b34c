//! The configuration: `config.toml`, with every key overridable from the environment.
//!
//! Values are validated here, once, so that the rest of the program only sees valid ones. An error names the
//! origin, the key and the accepted values, in one line.

mod access;
mod check;
mod source;
#[cfg(test)]
mod tests;
mod warning;

use std::{
    ffi::OsString,
    fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use lobby::{Boards, wording::Language};

use self::source::ConfigSource;
pub use self::warning::ConfigWarning;
use crate::computer::ComputerLimits;

/// The configuration file that is read when the command line names none.
pub const DEFAULT_FILE: &str = "config.toml";

/// The configuration of `icebreaker run`.
#[derive(Clone, Debug)]
pub struct Config {
    /// The account on the homeserver.
    pub matrix: Matrix,
    /// The state that is kept across restarts.
    pub state: StateConfig,
    /// Settings of the chat: prefix, message type, board format and language.
    pub chat: Chat,
    /// Access rules.
    pub access: Access,
    /// Rate limits, and maximum numbers of tables and challenges.
    pub limits: lobby::Limits,
    /// Clocks and notices that are switched on: the sections `games` and `notices`.
    pub features: lobby::Features,
    /// Threads, time and memory for the computer player.
    pub computer: ComputerLimits,
    /// The HTTP listener for health checks and metrics.
    pub http: Http,
    /// Log settings.
    pub log: Log,
    /// Warnings: settings that can be used, but are probably not intended.
    pub warnings: Vec<ConfigWarning>,
}

/// The account on the homeserver.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The homeserver's address, `https://matrix.example.org`.
    pub homeserver: String,
    /// The full user id, `@icebreaker:example.org`.
    pub user: String,
    /// Login credentials.
    pub login: Login,
    /// The device name of the session, shown in the account's list of devices.
    pub device_name: String,
    /// The key that verifies a new session after the state folder was lost.
    pub recovery_key: Option<Secret>,
}

/// Login credentials.
#[derive(Clone, Debug)]
pub enum Login {
    /// The account's password.
    Password(Secret),
    /// The access token of a session made elsewhere for this bot alone.
    AccessToken(Secret),
}

/// The state that is kept across restarts.
#[derive(Clone, Debug)]
pub struct StateConfig {
    /// The folder for the session, the keys and the database.
    pub folder: PathBuf,
}

/// Settings of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    /// The command prefix.
    pub prefix: String,
    /// The message type of sent messages.
    pub message_type: MessageType,
    /// The board format, where no room or user has chosen another one.
    pub boards: Boards,
    /// The language of all messages.
    pub language: Language,
}

/// The message type of sent messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageType {
    /// `m.text`: clients notify the players whose turn it is.
    Text,
    /// `m.notice`: clients notify nobody.
    Notice,
}

impl MessageType {
    /// Returns the name in the Matrix specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "m.text",
            Self::Notice => "m.notice",
        }
    }
}

/// Access rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Users who may invite, play and administer, and allowed rooms.
    pub rules: lobby::Access,
    /// The policy for invitations from users who may not invite: the key `rejected_invites`.
    pub rejected_invites: RejectedInvitePolicy,
}

/// The policy for invitations from users who may not invite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectedInvitePolicy {
    /// Invitations stay unanswered.
    Ignore,
    /// Invitations are declined, which the inviter sees.
    Decline,
}

/// The HTTP listener for health checks and metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http {
    /// A loopback address of this machine; `None` without a listener.
    pub listen: Option<SocketAddr>,
    /// Accepted host names besides those of this machine.
    pub hosts: Vec<String>,
}

/// Log settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The lowest level that is written.
    pub level: tracing::Level,
    /// Set if each line is a JSON object.
    pub json: bool,
}

/// A secret, hidden in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns the value itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// A configuration error, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}: {problem}; accepted: {accepted}")]
pub struct ConfigError {
    /// The file and key, or the environment variable.
    pub origin: String,
    /// The problem.
    pub problem: String,
    /// The accepted values.
    pub accepted: String,
}

impl Config {
    /// Reads `file`, or [`DEFAULT_FILE`] if it exists; the environment overrides it.
    ///
    /// # Errors
    ///
    /// Names the first key that is unknown, missing or malformed.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, ConfigError> {
        let source = ConfigSource::open(file, environment)?;
        let access = Access::read(&source)?;
        Ok(Self {
            matrix: Matrix::read(&source)?,
            state: StateConfig::read(&source)?,
            chat: Chat::read(&source)?,
            warnings: warning::warnings(&source, &access.rules),
            access,
            limits: access::limits(&source)?,
            features: features(&source)?,
            computer: computer(&source)?,
            http: Http::read(&source)?,
            log: Log::read(&source)?,
        })
    }

    /// Reads the path of the state folder and nothing else, so that no secret is needed.
    ///
    /// # Errors
    ///
    /// Names the first key that is unknown, and the folder's if it is malformed.
    pub fn load_state(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<StateConfig, ConfigError> {
        StateConfig::read(&ConfigSource::open(file, environment)?)
    }
}

impl Http {
    /// Reads the address of the listener and nothing else, so that no secret is needed.
    ///
    /// # Errors
    ///
    /// Names the first key that is unknown, and the address if it is malformed or missing.
    pub fn required(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<SocketAddr, ConfigError> {
        ConfigSource::open(file, environment)?.required("http", "listen", &check::LOOPBACK)
    }
}

impl Matrix {
    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        Ok(Self {
            homeserver: source.required("matrix", "homeserver", &check::HOMESERVER)?,
            user: source.required("matrix", "user", &check::USER)?,
            login: Login::read(source)?,
            device_name: source
                .value("matrix", "device_name", &check::DEVICE_NAME)?
                .unwrap_or_else(|| "Icebreaker".to_owned()),
            recovery_key: source
                .secret(&["recovery_key", "recovery_key_file"])?
                .map(|(_, secret)| secret),
        })
    }
}

impl Login {
    const KEYS: [&str; 4] = [
        "password",
        "password_file",
        "access_token",
        "access_token_file",
    ];

    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        match source.secret(&Self::KEYS)? {
            Some(("password" | "password_file", secret)) => Ok(Self::Password(secret)),
            Some((_, secret)) => Ok(Self::AccessToken(secret)),
            None => {
                let accepted = format!("exactly one of {}", Self::KEYS.join(", "));
                Err(source.missing("matrix", "password", &accepted))
            }
        }
    }
}

impl StateConfig {
    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let folder = source.value("state", "folder", &check::PATH)?;
        Ok(Self {
            folder: source.resolve(&folder.unwrap_or_else(|| PathBuf::from("state"))),
        })
    }
}

impl Chat {
    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let prefix = source.value("chat", "prefix", &check::PREFIX)?;
        let message_type = source.value("chat", "message_type", &check::MESSAGE_TYPE)?;
        let boards = source.value("chat", "boards", &check::BOARDS)?;
        let language = source.value("chat", "language", &check::LANGUAGE)?;
        Ok(Self {
            prefix: prefix.unwrap_or_else(|| "!".to_owned()),
            message_type: message_type.unwrap_or(MessageType::Text),
            boards: boards.unwrap_or_default(),
            language: language.unwrap_or_default(),
        })
    }
}

/// Reads `[games]` and `[notices]`.
fn features(source: &ConfigSource) -> Result<lobby::Features, ConfigError> {
    let default = lobby::Features::default();
    let flag = |section, key, default| Ok(source.flag(section, key)?.unwrap_or(default));
    Ok(lobby::Features {
        clocks: flag("games", "clocks", default.clocks)?,
        fast_clocks: flag("games", "fast", default.fast_clocks)?,
        reminders: flag("notices", "reminders", default.reminders)?,
        digests: flag("notices", "digests", default.digests)?,
    })
}

/// Reads `[computer]`.
fn computer(source: &ConfigSource) -> Result<ComputerLimits, ConfigError> {
    let default = ComputerLimits::default();
    let number = |key, range| source.number("computer", key, range);
    let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    Ok(ComputerLimits {
        threads: number("threads", (1, 256))?.map_or(default.threads, size),
        time: number("seconds", (1, 60))?
            .map_or(default.time, |seconds| Duration::from_secs(seconds.into())),
        memory: number("memory", (1, 4_096))?.map_or(default.memory, |mib| size(mib) << 20),
    })
}

impl Http {
    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        Ok(Self {
            listen: source.value("http", "listen", &check::LOOPBACK)?,
            hosts: source
                .list("http", "hosts", &check::HOSTS)?
                .unwrap_or_default(),
        })
    }
}

impl Log {
    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let level = source.value("log", "level", &check::LEVEL)?;
        Ok(Self {
            level: level.unwrap_or(tracing::Level::INFO),
            json: source.flag("log", "json")?.unwrap_or(false),
        })
    }
}
