//! Warnings about settings that can be used, but are probably not intended.

use std::{fmt, path::PathBuf};

use super::source::ConfigSource;

/// A configuration warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigWarning {
    /// Every user who can write to the bot is an admin.
    EverybodyIsAdmin,
    /// A file with a secret that every user of this machine can read.
    ReadableByAll(PathBuf),
}

impl fmt::Display for ConfigWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EverybodyIsAdmin => f.write_str(
                "everyone is an admin: [access] admin matches every user id; list the admins' user ids \
                 instead",
            ),
            Self::ReadableByAll(path) => {
                let path = path.display();
                write!(
                    f,
                    "world-readable secret: {path}; run: chmod 600 '{path}'"
                )
            }
        }
    }
}

/// Returns the warnings about a configuration.
pub(super) fn warnings(source: &ConfigSource, rules: &lobby::Access) -> Vec<ConfigWarning> {
    // Ids that nobody can have.
    let strangers = ["@a:a.invalid", "@b:b.invalid"];
    let all = strangers.iter().all(|stranger| rules.is_admin(stranger));
    let admins = all.then_some(ConfigWarning::EverybodyIsAdmin);
    let secrets = source.readable_secrets().into_iter();
    admins
        .into_iter()
        .chain(secrets.map(ConfigWarning::ReadableByAll))
        .collect()
}
