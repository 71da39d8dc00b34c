//! Configuration: any file and any environment are either accepted, with values that can be used, or rejected
//! in one line that reveals no secret.
//!
//! The input is the environment, `NAME=VALUE` in each line, an empty line, and the file.

#![no_main]

use std::{cell::OnceCell, ffi::OsString, fs, path::PathBuf};

use icebreaker::config::{Config, ConfigError};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// A password that no error may reveal.
const PASSWORD: &str = "correct horse battery staple";

thread_local! {
    /// The folder of the file, in memory if possible.
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

fuzz_target!(|text: &str| {
    let (environment, file) = text.split_once("\n\n").unwrap_or(("", text));
    let path = write(file);
    let mut variables: Vec<(OsString, OsString)> = environment
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
    check(Config::load(Some(&path), variables.clone()));
    // With a password in front of everything else in the file.
    write(&format!("[matrix]\npassword = \"{PASSWORD}\"\n{file}"));
    check(Config::load(Some(&path), variables.clone()));
    // With a password in the environment.
    write(file);
    variables.push(("ICEBREAKER_MATRIX_PASSWORD".into(), PASSWORD.into()));
    check(Config::load(Some(&path), variables.clone()));
    if let (Ok(config), Ok(state)) = (
        Config::load(Some(&path), variables.clone()),
        Config::load_state(Some(&path), variables),
    ) {
        assert_eq!(config.state.folder, state.folder);
    }
});

fn write(text: &str) -> PathBuf {
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| {
            TempDir::new_in("/dev/shm")
                .or_else(|_| TempDir::new())
                .expect("a folder can be made")
        });
        let path = folder.path().join("config.toml");
        fs::write(&path, text).expect("a file can be written");
        path
    })
}

fn check(loaded: Result<Config, ConfigError>) {
    let config = match loaded {
        Ok(config) => config,
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains(['\n', '\r']), "{line}");
            assert!(!line.contains(PASSWORD), "{line}");
            assert!(
                !error.accepted.is_empty() && !error.origin.is_empty(),
                "{line}"
            );
            return;
        }
    };
    assert!(!format!("{config:?}").contains(PASSWORD));
    assert!(config.matrix.homeserver.starts_with("http"));
    assert!(config.matrix.user.starts_with('@') && config.matrix.user.contains(':'));
    assert!(!config.chat.prefix.is_empty() && !config.chat.prefix.contains(char::is_whitespace));
    let limits = config.limits;
    assert!(
        (100..=10_000).contains(&limits.max_line_bytes),
        "{limits:?}"
    );
    assert!(
        limits.user_tables > 0 && limits.room_tables > 0,
        "{limits:?}"
    );
    assert!(!config.state.folder.as_os_str().is_empty());
}
