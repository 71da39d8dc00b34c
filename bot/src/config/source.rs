//! The sources of values: the file, and the environment, which overrides it.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Display,
    fs::{self, OpenOptions},
    io::{self, Read},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use nix::fcntl::OFlag;
use toml::{Table, Value};

use super::{
    ConfigError, DEFAULT_FILE, Secret,
    check::{Check, FLAG, PATH, SECRET},
};
use crate::logging::escaped;

/// All keys, by section.
pub(super) const KEYS: [(&str, &[&str]); 10] = [
    (
        "matrix",
        &[
            "homeserver",
            "user",
            "password",
            "password_file",
            "access_token",
            "access_token_file",
            "device_name",
            "recovery_key",
            "recovery_key_file",
        ],
    ),
    ("state", &["folder"]),
    ("chat", &["prefix", "message_type", "boards", "language"]),
    (
        "access",
        &[
            "invite",
            "play",
            "admin",
            "verify",
            "deny",
            "rooms",
            "deny_rooms",
            "admin_room",
            "rejected_invites",
        ],
    ),
    (
        "limits",
        &[
            "line",
            "user_per_minute",
            "user_burst",
            "room_per_minute",
            "room_burst",
            "user_tables",
            "room_tables",
            "user_challenges",
            "room_challenges",
            "challenge_days",
        ],
    ),
    ("games", &["clocks", "fast"]),
    ("notices", &["reminders", "digests"]),
    ("computer", &["threads", "seconds", "memory"]),
    ("http", &["listen", "hosts"]),
    ("log", &["level", "json"]),
];

const ENVIRONMENT_PREFIX: &str = "ICEBREAKER_";
/// Maximum size of a configuration file or a file with a secret, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 10;

/// The keys of secrets. With the suffix `_file`, a key names a file that holds the secret instead.
const SECRETS: [(&str, &str); 3] = [
    ("matrix", "password"),
    ("matrix", "access_token"),
    ("matrix", "recovery_key"),
];

/// The file and the environment, with unknown keys already rejected.
pub(super) struct ConfigSource {
    path: PathBuf,
    file: Option<Table>,
    environment: BTreeMap<String, String>,
}

/// A value and its origin: file and key, or environment variable.
struct Found {
    value: String,
    origin: String,
}

impl Found {
    /// Parses the value; an error describes the accepted values.
    fn check<T>(&self, check: &Check<T>) -> Result<T, ConfigError> {
        (check.parse)(&self.value).ok_or_else(|| self.invalid(check.accepted))
    }

    fn invalid(&self, accepted: &str) -> ConfigError {
        let shown = without_password(&self.value);
        self.error(format_args!("{shown:?} is not valid"), accepted)
    }

    fn error(&self, problem: impl Display, accepted: &str) -> ConfigError {
        error(&self.origin, problem, accepted)
    }
}

impl ConfigSource {
    pub(super) fn open(
        path: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, ConfigError> {
        let environment = known_variables(environment)?;
        let is_named = path.is_some();
        let path = path.unwrap_or(Path::new(DEFAULT_FILE)).to_owned();
        let file = match read(&path) {
            Ok(text) => Some(table(&path, &text)?),
            Err(problem) if problem.kind() == io::ErrorKind::NotFound && !is_named => None,
            Err(problem) => {
                let problem = format_args!("cannot read the file: {problem}");
                let accepted = "a file like config.toml.example";
                return Err(error(path.display(), problem, accepted));
            }
        };
        let source = Self {
            path,
            file,
            environment,
        };
        source.refuse_unknown_keys()?;
        Ok(source)
    }

    /// Returns the value of a key, if it is set.
    pub(super) fn value<T>(
        &self,
        section: &str,
        key: &str,
        check: &Check<T>,
    ) -> Result<Option<T>, ConfigError> {
        let found = self.text(section, key)?;
        found.map(|found| found.check(check)).transpose()
    }

    pub(super) fn required<T>(
        &self,
        section: &str,
        key: &str,
        check: &Check<T>,
    ) -> Result<T, ConfigError> {
        let value = self.value(section, key, check)?;
        value.ok_or_else(|| self.missing(section, key, check.accepted))
    }

    /// Returns the boolean of a key, if it is set.
    pub(super) fn flag(&self, section: &str, key: &str) -> Result<Option<bool>, ConfigError> {
        let found = self.find(section, key, "boolean", "true or false, without quotes")?;
        found.map(|found| found.check(&FLAG)).transpose()
    }

    /// Returns the whole number of a key, if it is set.
    pub(super) fn number(
        &self,
        section: &str,
        key: &str,
        (least, most): (u32, u32),
    ) -> Result<Option<u32>, ConfigError> {
        let accepted = format!("a whole number from {least} to {most}, without quotes");
        let Some(found) = self.find(section, key, "integer", &accepted)? else {
            return Ok(None);
        };
        match found.value.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(found.invalid(&accepted)),
        }
    }

    /// Returns the values of a list, if it is set. In the environment, they are separated by commas.
    pub(super) fn list<T>(
        &self,
        section: &str,
        key: &str,
        check: &Check<T>,
    ) -> Result<Option<Vec<T>>, ConfigError> {
        let parsed = |origin: &str, item: &str| {
            let (value, origin) = (item.trim().to_owned(), origin.to_owned());
            Found { value, origin }.check(check)
        };
        if let Some(Found { value, origin }) = self.in_environment(section, key) {
            let items = value.split(',').filter(|item| !item.trim().is_empty());
            let items = items.map(|item| parsed(&origin, item));
            return items.collect::<Result<_, _>>().map(Some);
        }
        let Some((origin, value)) = self.in_file(section, key) else {
            return Ok(None);
        };
        let Value::Array(items) = value else {
            return Err(wrong_type(&origin, "has the", value, check.accepted));
        };
        let mut texts = Vec::new();
        for item in items {
            let text = item.as_str();
            texts.push(
                text.ok_or_else(|| {
                    wrong_type(&origin, "has an item of the", item, check.accepted)
                })?,
            );
        }
        let items = texts.iter().map(|text| parsed(&origin, text));
        items.collect::<Result<_, _>>().map(Some)
    }

    /// Returns the text of a key, if it is set.
    fn text(&self, section: &str, key: &str) -> Result<Option<Found>, ConfigError> {
        self.find(section, key, "string", "text in quotes")
    }

    /// Returns the value of a key as text, if it is set. In the file it has this TOML type.
    fn find(
        &self,
        section: &str,
        key: &str,
        toml_type: &str,
        accepted: &str,
    ) -> Result<Option<Found>, ConfigError> {
        if let Some(found) = self.in_environment(section, key) {
            return Ok(Some(found));
        }
        let Some((origin, value)) = self.in_file(section, key) else {
            return Ok(None);
        };
        if value.type_str() != toml_type {
            return Err(wrong_type(&origin, "has the", value, accepted));
        }
        let value = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Ok(Some(Found { value, origin }))
    }

    pub(super) fn missing(&self, section: &str, key: &str, accepted: &str) -> ConfigError {
        let origin = self.origin_in_file(section, key);
        let variable = variable(section, key);
        let problem = match self.file {
            Some(_) => format!("missing, and {variable} is not set"),
            None => format!("no such file, and {variable} is not set"),
        };
        error(origin, problem, accepted)
    }

    /// Returns the one secret that is set among these keys of `[matrix]`, with its key. If the environment sets
    /// one of them, all of them in the file are overridden.
    pub(super) fn secret<'k>(
        &self,
        keys: &[&'k str],
    ) -> Result<Option<(&'k str, Secret)>, ConfigError> {
        let mut set: Vec<(&'k str, Found)> = keys
            .iter()
            .filter_map(|key| Some((*key, self.in_environment("matrix", key)?)))
            .collect();
        if set.is_empty() {
            for key in keys {
                set.extend(self.text("matrix", key)?.map(|found| (*key, found)));
            }
        }
        if let [(first, _), (_, second), ..] = set.as_slice() {
            let accepted = format!("exactly one of {}", keys.join(", "));
            return Err(second.error(format_args!("{first} is also set"), &accepted));
        }
        let Some((key, found)) = set.pop() else {
            return Ok(None);
        };
        let secret = if key.ends_with("_file") {
            self.secret_in_file(&found)?
        } else {
            let secret = (SECRET.parse)(&found.value);
            secret
                .ok_or_else(|| found.error("is empty or has more than one line", SECRET.accepted))?
        };
        Ok(Some((key, Secret(secret))))
    }

    /// Reads the secret from the file that the value names, without the byte order mark that some editors write
    /// at its start, nor the newline at its end.
    fn secret_in_file(&self, found: &Found) -> Result<String, ConfigError> {
        let path = self.resolve(&found.check(&PATH)?);
        let shown = path.display();
        let accepted = "the path of a file with only the secret, on one line";
        let text = read(&path).map_err(|problem| {
            found.error(format_args!("cannot read {shown}: {problem}"), accepted)
        })?;
        let line = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        (SECRET.parse)(line).ok_or_else(|| {
            let problem = format_args!("{shown} is empty or has more than one line");
            found.error(problem, accepted)
        })
    }

    /// Returns the configuration file, if it holds a secret, and the files with secrets, as far as every user
    /// of this machine can read them.
    pub(super) fn readable_secrets(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for (section, key) in SECRETS {
            if self.in_environment(section, key).is_some() {
                continue;
            }
            if self.in_file(section, key).is_some() {
                found.push(self.path.clone());
            }
            let named = self.in_file(section, &format!("{key}_file"));
            if let Some((_, Value::String(file))) = named {
                found.push(self.resolve(Path::new(file)));
            }
        }
        found.dedup();
        found.retain(|path| {
            let mode = fs::metadata(path).map(|file| file.permissions().mode());
            mode.is_ok_and(|mode| mode & 0o004 != 0)
        });
        found
    }

    /// Resolves a path relative to the folder of the configuration file.
    pub(super) fn resolve(&self, path: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }

    fn in_environment(&self, section: &str, key: &str) -> Option<Found> {
        let origin = variable(section, key);
        let value = self.environment.get(&origin)?.clone();
        Some(Found { value, origin })
    }

    fn in_file(&self, section: &str, key: &str) -> Option<(String, &Value)> {
        let value = self.file.as_ref()?.get(section)?.get(key)?;
        Some((self.origin_in_file(section, key), value))
    }

    fn origin_in_file(&self, section: &str, key: &str) -> String {
        format!("{}: [{section}] {key}", self.path.display())
    }

    fn refuse_unknown_keys(&self) -> Result<(), ConfigError> {
        for (section, content) in self.file.iter().flatten() {
            let origin = format_args!("{}: {section}", self.path.display());
            let Some((_, known)) = KEYS.iter().find(|(name, _)| name == section) else {
                let accepted = KEYS.map(|(name, _)| format!("[{name}]")).join(", ");
                return Err(error(origin, "unknown section", &accepted));
            };
            let Value::Table(keys) = content else {
                return Err(error(
                    origin,
                    "not a section",
                    &format!("a section [{section}]"),
                ));
            };
            if let Some(key) = keys.keys().find(|key| !known.contains(&key.as_str())) {
                let origin = self.origin_in_file(section, key);
                return Err(error(origin, "unknown key", &known.join(", ")));
            }
        }
        Ok(())
    }
}

fn known_variables(
    environment: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<BTreeMap<String, String>, ConfigError> {
    let names: Vec<String> = KEYS
        .iter()
        .flat_map(|(section, keys)| keys.iter().map(|key| variable(section, key)))
        .collect();
    let mut known = BTreeMap::new();
    for (name, value) in environment {
        let name = name.to_string_lossy().into_owned();
        if !name.starts_with(ENVIRONMENT_PREFIX) {
            continue;
        }
        if !names.contains(&name) {
            // Other programs use this prefix as well, such as Kubernetes for a service.
            let in_section = |(section, _): &(&str, _)| name.starts_with(&variable(section, ""));
            if !KEYS.iter().any(in_section) {
                continue;
            }
            return Err(error(
                &name,
                "unknown environment variable",
                &names.join(", "),
            ));
        }
        let Ok(value) = value.into_string() else {
            return Err(error(&name, "is not UTF-8", "UTF-8 text"));
        };
        known.insert(name, value);
    }
    Ok(known)
}

/// Parses the text of the file.
fn table(path: &Path, text: &str) -> Result<Table, ConfigError> {
    text.parse::<Table>().map_err(|problem| {
        let span = problem.span();
        let before = span.and_then(|span| text.get(..span.start)).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        error(
            format_args!("{}: line {line}", path.display()),
            problem.message().replace('\n', " "),
            "TOML, as in config.toml.example",
        )
    })
}

/// Reads a text file up to the maximum size. Pipes and devices are refused: they may have no end, or block.
fn read(path: &Path) -> io::Result<String> {
    let mut options = OpenOptions::new();
    // Non-blocking, because opening a pipe would wait for a writer.
    options.read(true).custom_flags(OFlag::O_NONBLOCK.bits());
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        let problem = "not a regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let mut text = String::new();
    let read = file.take(MAX_FILE_BYTES + 1).read_to_string(&mut text)?;
    if read as u64 > MAX_FILE_BYTES {
        let problem = format!("larger than {} KiB", MAX_FILE_BYTES >> 10);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(text)
}

/// Removes user and password from an address, since only the host may see them.
fn without_password(text: &str) -> String {
    let Some((before, host)) = text.rsplit_once('@') else {
        return text.to_owned();
    };
    match before.split_once("://") {
        Some((scheme, _)) if !scheme.contains(':') => format!("{scheme}://…@{host}"),
        // A mistyped address, and no list of user ids.
        _ if before.contains(':') && !text.contains(char::is_whitespace) => format!("…@{host}"),
        _ => text.to_owned(),
    }
}

fn variable(section: &str, key: &str) -> String {
    format!("{ENVIRONMENT_PREFIX}{section}_{key}").to_uppercase()
}

fn wrong_type(origin: &str, what: &str, found: &Value, accepted: &str) -> ConfigError {
    let problem = format_args!("{what} wrong type: {}", found.type_str());
    error(origin, problem, accepted)
}

/// Creates an error in one line: keys, values and file names can have line breaks.
fn error(origin: impl Display, problem: impl Display, accepted: &str) -> ConfigError {
    ConfigError {
        origin: escaped(&origin.to_string()),
        problem: escaped(&problem.to_string()),
        accepted: accepted.to_owned(),
    }
}
