//! A cache of uploaded files: the same board, or the same game at the same turn, is not uploaded twice.
//! In memory only.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use lobby::Message;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

/// Time for which a file is reused. Homeservers keep files for longer.
const CACHE_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// Cached files of each kind; the oldest is evicted.
const MAX_CACHED: usize = 1000;

/// The kinds of files, none of which evicts another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FileKind {
    /// A picture of boards.
    Boards,
    /// A film or page.
    Replay,
}

/// Cache key: kind, room and content digest. Files are not reused across rooms, as that would share the key with which
/// the file is encrypted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileKey {
    kind: FileKind,
    room: String,
    /// A digest of everything that goes into the file.
    digest: [u8; 32],
}

impl FileKey {
    /// The key of the file of a message, if it has one.
    pub fn of(message: &Message) -> Option<FileKey> {
        let theme = message.appearance.theme;
        let (kind, drawn) = match message.replay() {
            Some(replay) => (FileKind::Replay, serde_json::to_vec(&(theme, replay))),
            None => {
                let boards = message.pictured();
                let has_some = !boards.is_empty();
                let drawn = serde_json::to_vec(&(theme, boards));
                has_some.then_some((FileKind::Boards, drawn))?
            }
        };
        let drawn = drawn.ok()?;
        Some(FileKey {
            kind,
            room: message.room.clone(),
            digest: Sha256::digest(drawn).into(),
        })
    }
}

/// The cached files of all kinds.
#[derive(Debug, Default)]
pub struct UploadCache {
    files: Mutex<HashMap<FileKey, (Instant, String)>>,
}

impl UploadCache {
    /// Returns the reference to a file that was uploaded before.
    pub fn find(&self, key: &FileKey) -> Option<String> {
        let files = self.files.lock();
        let (since, file) = files.get(key)?;
        (since.elapsed() < CACHE_TTL).then(|| file.clone())
    }

    /// Adds the reference to an uploaded file and evicts the oldest of its kind if there are too many.
    pub fn insert(&self, key: FileKey, file: String) {
        let mut files = self.files.lock();
        let kind = key.kind;
        files.insert(key, (Instant::now(), file));
        let alike = || files.iter().filter(|(key, _)| key.kind == kind);
        if alike().count() > MAX_CACHED {
            let oldest = alike().min_by_key(|(_, (since, _))| *since);
            if let Some(key) = oldest.map(|(key, _)| key.clone()) {
                files.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lobby::{Appearance, Block, Replay, ReplayForm, Theme};

    use super::*;

    fn film(room: &str, record: &str) -> Message {
        Message {
            room: room.into(),
            thread: None,
            reply_to: None,
            asked_by: None,
            mentions: Vec::new(),
            blocks: vec![
                Block::Text("whatever".into()),
                Block::Replay(Replay {
                    record: record.into(),
                    table: 7,
                    players: vec!["alice".into()],
                    form: ReplayForm::Film,
                    name: "film.gif".into(),
                    ended: None,
                    result: String::new(),
                    instead: String::new(),
                }),
            ],
            table: None,
            starts_clock: None,
            asks: None,
            private_to: None,
            appearance: Appearance::default(),
        }
    }

    #[test]
    fn a_file_is_known_by_room_and_content() {
        let files = UploadCache::default();
        let find = |message: &Message| files.find(&FileKey::of(message).unwrap());
        let one = film("!a", "one turn");
        files.insert(FileKey::of(&one).unwrap(), "file".into());
        assert_eq!(find(&one).as_deref(), Some("file"));
        assert_eq!(find(&film("!b", "one turn")), None, "another room");
        assert_eq!(find(&film("!a", "two turns")), None, "another turn");
        let mut dark = one.clone();
        dark.appearance.theme = match dark.appearance.theme {
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Light,
        };
        assert_eq!(find(&dark), None, "another theme");
        let mut renamed = one;
        if let Some(Block::Replay(replay)) = renamed.blocks.last_mut() {
            replay.players = vec!["somebody".into()];
        }
        assert_eq!(find(&renamed), None, "somebody was forgotten");
    }

    #[test]
    fn the_oldest_file_is_evicted() {
        let files = UploadCache::default();
        let key = |number: usize| FileKey::of(&film("!a", &number.to_string())).unwrap();
        for number in 0..=MAX_CACHED {
            files.insert(key(number), number.to_string());
        }
        assert_eq!(files.find(&key(0)), None);
        assert_eq!(files.find(&key(1)).as_deref(), Some("1"));
        assert_eq!(files.files.lock().len(), MAX_CACHED);
    }
}
