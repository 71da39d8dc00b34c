//! The folder that survives a restart. It holds keys, so nobody else may look into it.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};

/// What has to be free at the start, in bytes: about what the databases write ahead. With less, the
/// bot would end at the first line of chat, be started again, and ask the homeserver each time.
const ROOM: usize = 4 << 20;
/// The file with which that is tried.
const TRIAL: &str = "trial";

/// The state folder, held by this process alone.
#[derive(Clone, Debug)]
pub struct StateFolder {
    path: PathBuf,
    /// Unlocked when the process ends, however it ends.
    _lock: Arc<File>,
}

/// Why the state folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateFolderError {
    /// Another process holds it.
    #[error("the state folder {} is in use by another icebreaker", .0.display())]
    InUse(PathBuf),
    /// Others may look into it.
    #[error(
        "the state folder {} is open to others, and it holds keys; type: chmod 700 '{}'",
        .0.display(),
        .0.display()
    )]
    Open(PathBuf),
    /// The file system refused.
    #[error("the state folder {} cannot be used: {source}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// What the file system said.
        source: io::Error,
    },
}

impl StateFolder {
    /// Creates the folder if necessary, readable for its owner alone, and takes it.
    ///
    /// # Errors
    ///
    /// If the file system refuses, others may look into it, or another process has taken it.
    pub fn take(path: &Path) -> Result<Self, StateFolderError> {
        let failed = |source| StateFolderError::Io {
            path: path.to_owned(),
            source,
        };
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(failed)?;
        let mode = fs::metadata(path).map_err(failed)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(StateFolderError::Open(path.to_owned()));
        }
        let lock = private_file(&path.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: Arc::new(lock),
            }),
            Err(TryLockError::WouldBlock) => Err(StateFolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    /// Makes sure that the disk is not full, by writing to it. What the file system says is free need
    /// not be free for us: there are quotas and limits.
    ///
    /// # Errors
    ///
    /// If so much cannot be written.
    pub fn check_room(&self) -> Result<(), StateFolderError> {
        let trial = self.join(TRIAL);
        let written = private_file(&trial).and_then(|mut file| {
            file.write_all(&vec![0; ROOM])?;
            file.sync_all()
        });
        let removed = self.remove(TRIAL);
        written.and(removed).map_err(|source| StateFolderError::Io {
            path: self.path.clone(),
            source,
        })
    }

    /// The path of something in the folder.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads a file of the folder, if it exists.
    ///
    /// # Errors
    ///
    /// If the file exists and cannot be read.
    pub fn read(&self, name: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.join(name)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes a file of the folder, readable for its owner alone: after a crash, it has either the
    /// old content or the new one.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn write(&self, name: &str, content: &str) -> io::Result<()> {
        let temporary = self.join(&format!("{name}.new"));
        let mut file = private_file(&temporary)?;
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, self.join(name))?;
        File::open(&self.path)?.sync_all()
    }

    /// Removes a file of the folder, if it exists.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Creates or empties a file, readable for its owner alone.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    // The mode above only counts for a file that did not exist yet.
    file.set_permissions(fs::Permissions::from_mode(0o600))?;
    Ok(file)
}

/// Creates a file, readable for its owner alone, that does not exist yet: where others can write, they
/// may have put a link to another file there.
pub(crate) fn new_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn everything_in_it_is_private() {
        let parent = TempDir::new().unwrap();
        let path = parent.path().join("a/state");
        let folder = StateFolder::take(&path).unwrap();
        assert_eq!(folder.read("session.json").unwrap(), None);
        folder.write("session.json", "old").unwrap();
        folder.write("session.json", "new").unwrap();
        assert_eq!(folder.read("session.json").unwrap().as_deref(), Some("new"));
        assert_eq!(
            (mode(&path), mode(&folder.join("session.json"))),
            (0o700, 0o600)
        );
    }

    #[test]
    fn nothing_stays_of_looking_for_room() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        folder.check_room().unwrap();
        assert!(!folder.join(TRIAL).exists());
        // As somebody else's would be.
        fs::create_dir(folder.join(TRIAL)).unwrap();
        let error = folder.check_room().unwrap_err().to_string();
        assert!(error.contains("cannot be used"), "{error}");
    }

    #[test]
    fn a_file_can_be_removed_twice() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        folder.write("marker", "").unwrap();
        folder.remove("marker").unwrap();
        folder.remove("marker").unwrap();
        assert_eq!(folder.read("marker").unwrap(), None);
    }

    /// It could be a folder of the system: its rights are not ours to change.
    #[test]
    fn a_folder_open_to_others_is_refused_and_left_as_it_is() {
        let parent = TempDir::new().unwrap();
        let path = parent.path().join("state");
        fs::create_dir(&path).unwrap();
        for open in [0o755, 0o750, 0o701] {
            fs::set_permissions(&path, fs::Permissions::from_mode(open)).unwrap();
            let error = StateFolder::take(&path).unwrap_err().to_string();
            let command = format!("chmod 700 '{}'", path.display());
            assert!(error.ends_with(&command), "{error}");
            assert_eq!(mode(&path), open);
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        StateFolder::take(&path).unwrap();
    }

    #[test]
    fn only_one_process_takes_it() {
        let parent = TempDir::new().unwrap();
        let path = parent.path().join("state");
        let first = StateFolder::take(&path).unwrap();
        let second = StateFolder::take(&path);
        assert!(matches!(second, Err(StateFolderError::InUse(_))));
        drop(first);
        StateFolder::take(&path).unwrap();
    }
}
