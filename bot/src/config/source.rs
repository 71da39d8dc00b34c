//! The sources of values: the file, and the environment, which overrides it.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{self, Read},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use nix::fcntl::OFlag;
use toml::{Table, Value};

use super::{ConfigError, DEFAULT_FILE, Secret, check};

/// All keys, by section.
pub(super) const KEYS: [(&str, &[&str]); 8] = [
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
            "others",
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
    ("engine", &["threads", "seconds", "memory"]),
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

/// A value and its place: file and key, or environment variable.
pub(super) struct Found {
    pub(super) value: String,
    place: String,
}

impl Found {
    /// Parses the value; an error describes the accepted values.
    pub(super) fn check<T>(
        &self,
        parse: impl Fn(&str) -> Option<T>,
        accepted: &str,
    ) -> Result<T, ConfigError> {
        parse(&self.value).ok_or_else(|| {
            let shown = without_password(&self.value);
            self.error(&format!("{shown:?} is not valid"), accepted)
        })
    }

    pub(super) fn error(&self, problem: &str, accepted: &str) -> ConfigError {
        error(&self.place, problem, accepted)
    }
}

impl ConfigSource {
    pub(super) fn open(
        path: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, ConfigError> {
        let environment = known_variables(environment)?;
        let file = match read_table(path.unwrap_or(Path::new(DEFAULT_FILE))) {
            Ok(table) => Some(table?),
            Err(problem) if problem.kind() == io::ErrorKind::NotFound && path.is_none() => None,
            Err(problem) => {
                return Err(error(
                    &path
                        .unwrap_or(Path::new(DEFAULT_FILE))
                        .display()
                        .to_string(),
                    &format!("cannot read the file: {problem}"),
                    "a file like config.toml.example",
                ));
            }
        };
        let path = path.unwrap_or(Path::new(DEFAULT_FILE)).to_owned();
        let source = Self {
            path,
            file,
            environment,
        };
        source.refuse_unknown_keys()?;
        Ok(source)
    }

    /// Returns the text of a key, if it is set.
    pub(super) fn text(&self, section: &str, key: &str) -> Result<Option<Found>, ConfigError> {
        if let Some(found) = self.in_environment(section, key) {
            return Ok(Some(found));
        }
        match self.in_file(section, key) {
            None => Ok(None),
            Some((place, Value::String(value))) => Ok(Some(Found {
                value: value.clone(),
                place,
            })),
            Some((place, other)) => Err(error(
                &place,
                &format!("has the wrong type: {}", other.type_str()),
                "text in quotes",
            )),
        }
    }

    /// Returns the boolean of a key, if it is set.
    pub(super) fn flag(&self, section: &str, key: &str) -> Result<Option<bool>, ConfigError> {
        if let Some(found) = self.in_environment(section, key) {
            return found.check(check::flag, check::FLAG).map(Some);
        }
        match self.in_file(section, key) {
            None => Ok(None),
            Some((_, Value::Boolean(value))) => Ok(Some(*value)),
            Some((place, other)) => Err(error(
                &place,
                &format!("has the wrong type: {}", other.type_str()),
                &format!("{}, without quotes", check::FLAG),
            )),
        }
    }

    /// Returns the texts of a list, if it is set. In the environment, they are separated by commas.
    pub(super) fn list(
        &self,
        section: &str,
        key: &str,
        accepted: &str,
    ) -> Result<Option<Vec<Found>>, ConfigError> {
        let found = |place: &str, value: &str| Found {
            value: value.trim().to_owned(),
            place: place.to_owned(),
        };
        if let Some(Found { value, place }) = self.in_environment(section, key) {
            let items = value.split(',').filter(|item| !item.trim().is_empty());
            return Ok(Some(items.map(|item| found(&place, item)).collect()));
        }
        let Some((place, value)) = self.in_file(section, key) else {
            return Ok(None);
        };
        let Value::Array(items) = value else {
            let problem = format!("has the wrong type: {}", value.type_str());
            return Err(error(&place, &problem, accepted));
        };
        let texts = items.iter().map(|item| match item {
            Value::String(item) => Ok(found(&place, item)),
            other => {
                let problem = format!("has an item of the wrong type: {}", other.type_str());
                Err(error(&place, &problem, accepted))
            }
        });
        texts.collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// Returns the whole number of a key, if it is set.
    pub(super) fn number(
        &self,
        section: &str,
        key: &str,
        (least, most): (u32, u32),
    ) -> Result<Option<u32>, ConfigError> {
        let accepted = format!("a whole number from {least} to {most}, without quotes");
        let found = match (
            self.in_environment(section, key),
            self.in_file(section, key),
        ) {
            (Some(found), _) => found,
            (None, None) => return Ok(None),
            (None, Some((place, Value::Integer(number)))) => Found {
                value: number.to_string(),
                place,
            },
            (None, Some((place, other))) => {
                let problem = format!("has the wrong type: {}", other.type_str());
                return Err(error(&place, &problem, &accepted));
            }
        };
        let parse = |text: &str| text.parse().ok().filter(|n| (least..=most).contains(n));
        found.check(parse, &accepted).map(Some)
    }

    pub(super) fn required(
        &self,
        section: &str,
        key: &str,
        accepted: &str,
    ) -> Result<Found, ConfigError> {
        self.text(section, key)?
            .ok_or_else(|| self.missing(section, key, accepted))
    }

    pub(super) fn missing(&self, section: &str, key: &str, accepted: &str) -> ConfigError {
        let place = self.place_in_file(section, key);
        let problem = match self.file {
            Some(_) => format!("missing, and {} is not set", variable(section, key)),
            None => format!("no such file, and {} is not set", variable(section, key)),
        };
        error(&place, &problem, accepted)
    }

    /// Returns the one of these keys that is set. If the environment sets one of them, all of them in the
    /// file are overridden.
    pub(super) fn only_one<'k>(
        &self,
        section: &str,
        keys: &[&'k str],
    ) -> Result<Option<(&'k str, Found)>, ConfigError> {
        let mut set: Vec<(&'k str, Found)> = keys
            .iter()
            .filter_map(|key| Some((*key, self.in_environment(section, key)?)))
            .collect();
        if set.is_empty() {
            for key in keys {
                if let Some(found) = self.text(section, key)? {
                    set.push((*key, found));
                }
            }
        }
        if let [(first, _), (_, second), ..] = set.as_slice() {
            let accepted = format!("exactly one of {}", keys.join(", "));
            return Err(second.error(&format!("{first} is also set"), &accepted));
        }
        Ok(set.pop())
    }

    /// Reads the secret from the file that the value names, without the newline at its end.
    pub(super) fn secret_in_file(&self, found: &Found) -> Result<Secret, ConfigError> {
        let path = self.resolve(&found.check(check::path, check::PATH)?);
        let accepted = "the path of a file with only the secret, on one line";
        let text = read(&path).map_err(|problem| {
            found.error(
                &format!("cannot read {}: {problem}", path.display()),
                accepted,
            )
        })?;
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let line = line.strip_suffix('\r').unwrap_or(line);
        check::secret(line).map(Secret).ok_or_else(|| {
            found.error(
                &format!("{} is empty or has more than one line", path.display()),
                accepted,
            )
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
        let place = variable(section, key);
        let value = self.environment.get(&place)?.clone();
        Some(Found { value, place })
    }

    fn in_file(&self, section: &str, key: &str) -> Option<(String, &Value)> {
        let value = self.file.as_ref()?.get(section)?.get(key)?;
        Some((self.place_in_file(section, key), value))
    }

    fn place_in_file(&self, section: &str, key: &str) -> String {
        format!("{}: [{section}] {key}", self.path.display())
    }

    fn refuse_unknown_keys(&self) -> Result<(), ConfigError> {
        let path = self.path.display();
        for (section, content) in self.file.iter().flatten() {
            let Some((_, known)) = KEYS.iter().find(|(name, _)| name == section) else {
                let accepted = KEYS.map(|(name, _)| format!("[{name}]")).join(", ");
                return Err(error(
                    &format!("{path}: {section}"),
                    "unknown section",
                    &accepted,
                ));
            };
            let Value::Table(keys) = content else {
                let accepted = format!("a section [{section}]");
                return Err(error(
                    &format!("{path}: {section}"),
                    "not a section",
                    &accepted,
                ));
            };
            if let Some(key) = keys.keys().find(|key| !known.contains(&key.as_str())) {
                let place = self.place_in_file(section, key);
                return Err(error(&place, "unknown key", &known.join(", ")));
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

/// Reads the file. The outer error is about reading, the inner one about the content.
fn read_table(path: &Path) -> io::Result<Result<Table, ConfigError>> {
    let text = read(path)?;
    Ok(text.parse::<Table>().map_err(|problem| {
        let before = problem
            .span()
            .and_then(|span| text.get(..span.start))
            .unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let message = problem.message().replace('\n', " ");
        error(
            &format!("{}: line {line}", path.display()),
            &message,
            "TOML, as in config.toml.example",
        )
    }))
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
    match text.split_once("://") {
        Some((scheme, rest)) if rest.contains('@') => {
            let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
            format!("{scheme}://…@{host}")
        }
        _ => text.to_owned(),
    }
}

fn variable(section: &str, key: &str) -> String {
    format!("{ENVIRONMENT_PREFIX}{section}_{key}").to_uppercase()
}

/// Creates an error in one line, with control characters in keys, values and file names escaped.
fn error(place: &str, problem: &str, accepted: &str) -> ConfigError {
    let one_line = |text: &str| -> String {
        text.chars()
            .flat_map(|c| {
                if c.is_control() {
                    c.escape_default().collect::<Vec<_>>()
                } else {
                    vec![c]
                }
            })
            .collect()
    };
    ConfigError {
        place: one_line(place),
        problem: one_line(problem),
        accepted: accepted.to_owned(),
    }
}
