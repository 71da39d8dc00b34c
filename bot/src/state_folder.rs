//! The state folder, which survives a restart. That of the bot holds keys, so no other user may read it; that of
//! the console holds games only.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};

use nix::unistd::geteuid;

/// Disk space required at the start, in bytes: about the write-ahead logs of the databases. With less, the
/// bot would end at the first line of chat, be restarted, and contact the homeserver each time.
const MIN_FREE_BYTES: usize = 4 << 20;
/// The name of the file that is written to test for it.
pub(crate) const PROBE_FILE: &str = "trial";
/// The user id of root, who can access everything anyway.
const ROOT_UID: u32 = 0;

/// The state folder, locked by this process.
#[derive(Clone, Debug)]
pub struct StateFolder {
    path: PathBuf,
    /// The lock, released when the process ends, however it ends.
    lock: Arc<File>,
}

/// The reason why the state folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateFolderError {
    /// A lock held by another process.
    #[error("the state folder {} is in use by another icebreaker", .0.display())]
    InUse(PathBuf),
    /// Access rights for other users.
    #[error(
        "the state folder {} holds keys and is accessible to other users; run: chmod 700 '{}'",
        .0.display(),
        .0.display()
    )]
    Open(PathBuf),
    /// A folder of another user, who can change its content.
    #[error(
        "the state folder {} belongs to user {owner}, but icebreaker runs as user {own}; run it as {owner}, \
         or run as root: chown -R {own} '{}'",
        path.display(),
        path.display()
    )]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// The user id of its owner.
        owner: u32,
        /// The user id of the bot.
        own: u32,
    },
    /// A failure of the file system.
    #[error("cannot use the state folder {}: {source}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
}

impl StateFolder {
    /// Creates the folder if necessary, accessible to its owner alone, and locks it.
    ///
    /// # Errors
    ///
    /// If the file system refuses, the folder belongs to another user, others may read it, or another process
    /// has locked it.
    pub fn take(path: &Path) -> Result<Self, StateFolderError> {
        let failed = |source| io_error(path, source);
        create(path)?;
        let found = fs::metadata(path).map_err(failed)?;
        // Follows a symbolic link: the rights of the folder itself count.
        check_access(path, found.uid(), found.mode(), geteuid().as_raw())?;
        StateFolder::lock(path)
    }

    /// Creates the folder if necessary and locks it. For data without secrets: an existing folder may be
    /// accessible to others.
    ///
    /// # Errors
    ///
    /// If the file system refuses, or another process has locked the folder.
    pub fn take_without_secrets(path: &Path) -> Result<Self, StateFolderError> {
        create(path)?;
        StateFolder::lock(path)
    }

    fn lock(path: &Path) -> Result<Self, StateFolderError> {
        let failed = |source| io_error(path, source);
        let lock = private_file(&path.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                lock: Arc::new(lock),
            }),
            Err(TryLockError::WouldBlock) => Err(StateFolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    /// Checks that the disk is not full, by writing to it. The free space that the file system reports need
    /// not be available to the bot: there are quotas and limits.
    ///
    /// # Errors
    ///
    /// If that much cannot be written.
    pub fn check_room(&self) -> Result<(), StateFolderError> {
        let trial = self.join(PROBE_FILE);
        let written = private_file(&trial).and_then(|mut file| {
            file.write_all(&vec![0; MIN_FREE_BYTES])?;
            file.sync_all()
        });
        let removed = self.remove(PROBE_FILE);
        let checked = written.and(removed);
        checked.map_err(|source| io_error(&self.path, source))
    }

    /// Returns a number that differs between copies of the folder on one file system.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn inode(&self) -> io::Result<u64> {
        Ok(self.lock.metadata()?.ino())
    }

    /// Returns the path of a file in the folder.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads a file of the folder, if it exists.
    ///
    /// # Errors
    ///
    /// If the file exists and cannot be read.
    pub fn read(&self, name: &str) -> io::Result<Option<String>> {
        let path = self.join(name);
        match read_text(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                let told = format!("{}: {error}", path.display());
                Err(io::Error::new(error.kind(), told))
            }
        }
    }

    /// Writes a file of the folder atomically, readable for its owner alone: after a crash, it has either the
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
        remove(&self.join(name))
    }
}

/// Reads a text file. Opening a pipe would wait for a writer.
fn read_text(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        let problem = "not a regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    fs::read_to_string(path)
}

/// Creates a folder, accessible to its owner alone, unless it exists.
fn create(path: &Path) -> Result<(), StateFolderError> {
    let mut builder = DirBuilder::new();
    let created = builder.recursive(true).mode(0o700).create(path);
    created.map_err(|source| io_error(path, source))
}

fn io_error(path: &Path, source: io::Error) -> StateFolderError {
    StateFolderError::Io {
        path: path.to_owned(),
        source,
    }
}

/// Removes a file, if it exists.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Checks that nobody but the user `own`, and root, can read a folder or change its content.
fn check_access(path: &Path, owner: u32, mode: u32, own: u32) -> Result<(), StateFolderError> {
    if owner != own && owner != ROOT_UID {
        return Err(StateFolderError::Foreign {
            path: path.to_owned(),
            owner,
            own,
        });
    }
    // The volume of a container belongs to root, and the bot has access by its group.
    let is_volume = owner == ROOT_UID && own != ROOT_UID;
    let closed = if is_volume { 0o007 } else { 0o077 };
    if mode & closed == 0 {
        return Ok(());
    }
    Err(StateFolderError::Open(path.to_owned()))
}

/// Creates or empties a file, readable for its owner alone.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    // The mode above only applies to a file that did not exist yet.
    file.set_permissions(fs::Permissions::from_mode(0o600))?;
    Ok(file)
}

/// Creates a file that does not exist yet, readable for its owner alone: where others can write, they may
/// have put a link to another file there.
#[cfg(feature = "matrix")]
pub(crate) fn new_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{chown, symlink};

    use nix::{sys::stat::Mode, unistd::mkfifo};
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
    fn an_unreadable_file_is_named() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        let path = folder.join("lease-instances");
        fs::write(&path, b"\xff").unwrap();
        let error = folder.read("lease-instances").unwrap_err().to_string();
        assert!(error.starts_with(path.to_str().unwrap()), "{error}");
    }

    #[test]
    fn pipes_are_not_waited_for() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        mkfifo(&folder.join("session.json"), Mode::S_IRWXU).unwrap();
        let error = folder.read("session.json").unwrap_err().to_string();
        assert!(error.ends_with("not a regular file"), "{error}");
    }

    #[test]
    fn nothing_stays_of_looking_for_room() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        folder.check_room().unwrap();
        assert!(!folder.join(PROBE_FILE).exists());
        // Not writable, as a file of another user would be.
        fs::create_dir(folder.join(PROBE_FILE)).unwrap();
        let error = folder.check_room().unwrap_err().to_string();
        assert!(error.contains("cannot use the state folder"), "{error}");
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

    /// The folder could be one of the system, whose rights must not be changed.
    #[test]
    fn a_folder_open_to_others_is_refused_unchanged() {
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
    fn a_folder_without_secrets_may_be_open() {
        let parent = TempDir::new().unwrap();
        let path = parent.path().join("games");
        drop(StateFolder::take_without_secrets(&path).unwrap());
        assert_eq!(mode(&path), 0o700);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let _first = StateFolder::take_without_secrets(&path).unwrap();
        let second = StateFolder::take_without_secrets(&path);
        assert!(matches!(second, Err(StateFolderError::InUse(_))));
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

    #[test]
    fn the_folder_is_the_bots_own_or_roots() {
        let check = |owner, mode, own| check_access(Path::new("state"), owner, mode, own);
        let (bot, other) = (8620, 65_534);
        for own in [bot, ROOT_UID] {
            assert!(check(own, 0o40_700, own).is_ok());
            for mode in [0o40_700, 0o40_770, 0o40_777] {
                let foreign = check(other, mode, own);
                assert!(matches!(foreign, Err(StateFolderError::Foreign { .. })));
            }
            let open = check(own, 0o40_770, own);
            assert!(matches!(open, Err(StateFolderError::Open(_))));
        }
        let told = check(other, 0o40_700, ROOT_UID).unwrap_err().to_string();
        assert!(
            told.contains("user 65534, but icebreaker runs as user 0"),
            "{told}"
        );
        assert!(told.ends_with("chown -R 0 'state'"), "{told}");
    }

    #[test]
    fn a_root_volume_is_accessible_by_group() {
        let check = |mode| check_access(Path::new("state"), ROOT_UID, mode, 1000);
        for mode in [0o42_770, 0o40_770] {
            assert!(check(mode).is_ok(), "{mode:o}");
        }
        for mode in [0o42_775, 0o42_772, 0o41_777] {
            let open = check(mode);
            assert!(matches!(open, Err(StateFolderError::Open(_))), "{mode:o}");
        }
    }

    /// Only root can change owners, so this test does nothing as another user.
    #[test]
    fn a_link_to_a_foreign_folder_is_refused() {
        if geteuid().as_raw() != ROOT_UID {
            return;
        }
        let parent = TempDir::new().unwrap();
        let (path, link) = (parent.path().join("theirs"), parent.path().join("state"));
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        chown(&path, Some(65_534), None).unwrap();
        symlink(&path, &link).unwrap();
        for path in [&path, &link] {
            let foreign = StateFolder::take(path);
            assert!(matches!(foreign, Err(StateFolderError::Foreign { .. })));
        }
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
    }
}
