//! A disk that is full for one process only.

use std::process::Command;

use crate::python_tool;

/// Maximum file size in bytes: longer than the log of a test, shorter than the write-ahead logs of the bot's
/// databases in a single game.
const FULL: u64 = 64 * 1024;

/// The disk as a running process sees it. Needs Linux, and no privileges.
#[derive(Clone, Copy, Debug)]
pub struct Disk {
    pid: u32,
}

impl Disk {
    pub(crate) fn of(pid: u32) -> Disk {
        Disk { pid }
    }

    /// Limits the file size of the process (`RLIMIT_FSIZE`): from now on, any growth of a file fails, as on a
    /// full disk.
    #[track_caller]
    pub fn fill(self) {
        self.limit(&FULL.to_string());
    }

    /// Removes the limit.
    #[track_caller]
    pub fn make_room(self) {
        self.limit("limits[1]");
    }

    #[track_caller]
    fn limit(self, soft: &str) {
        let script = format!(
            "import resource, sys\n\
             pid, kind = int(sys.argv[1]), resource.RLIMIT_FSIZE\n\
             limits = resource.prlimit(pid, kind)\n\
             resource.prlimit(pid, kind, ({soft}, limits[1]))"
        );
        let status = Command::new(python_tool("nio-venv", "python"))
            .args(["-c", &script, &self.pid.to_string()])
            .status()
            .expect("python can be started");
        assert!(status.success(), "no limit can be set");
    }
}

/// Wraps a command to be started on a full disk.
pub(crate) fn when_full(command: &[&str]) -> Vec<String> {
    // In blocks of 512 bytes; some shells count in 1,024.
    let script = format!("ulimit -S -f {}; exec \"$0\" \"$@\"", FULL / 512);
    let mut full = vec!["sh".to_owned(), "-c".to_owned(), script];
    full.extend(command.iter().map(|&word| word.to_owned()));
    full
}
