//! The encryption key of the SDK's store: 256 random bits.
//!
//! From a passphrase the SDK would derive a key for each of its databases at each start, which takes longer
//! than everything else there, and key stretching adds nothing to random bits.

use std::io;

use matrix_sdk::SqliteStoreConfig;

use super::session_error::SessionError;
use crate::{error_chain::ErrorChain, state_folder::StateFolder};

const KEY_FILE: &str = "sdk.key";

/// Returns the configuration of the SDK's store in a subfolder of the state folder. Makes a key for a new
/// store.
///
/// # Errors
///
/// If the state folder cannot be used, its key file holds no key, or there is a store without a key.
pub(super) fn encrypted_store_config(
    folder: &StateFolder,
    store: &str,
) -> Result<SqliteStoreConfig, SessionError> {
    let config = SqliteStoreConfig::new(folder.join(store));
    let key = match folder.read(KEY_FILE)? {
        Some(text) => parse_key(&text).ok_or_else(|| SessionError::Keys {
            path: folder.join(KEY_FILE),
            source: ErrorChain::new("not a valid key"),
        })?,
        None if folder.join(store).exists() => {
            return Err(SessionError::Keys {
                path: folder.join(store),
                source: ErrorChain::new(format!("its key {KEY_FILE} is missing")),
            });
        }
        None => make_key(folder)?,
    };
    Ok(config.key(Some(&key)))
}

fn make_key(folder: &StateFolder) -> io::Result<[u8; 32]> {
    let key: [u8; 32] = rand::random();
    folder.write(KEY_FILE, &hex::encode(key))?;
    Ok(key)
}

fn parse_key(text: &str) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    hex::decode_to_slice(text.trim(), &mut key).ok()?;
    Some(key)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_key_is_made_once() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        let key = make_key(&folder).unwrap();
        let text = folder.read(KEY_FILE).unwrap().unwrap();
        assert_eq!(parse_key(&text), Some(key));
        encrypted_store_config(&folder, "sdk").unwrap();
        assert_eq!(folder.read(KEY_FILE).unwrap(), Some(text));
    }

    #[test]
    fn a_store_without_a_key_is_an_error() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        fs::create_dir(folder.join("sdk")).unwrap();
        let error = encrypted_store_config(&folder, "sdk").unwrap_err();
        let told = error.to_string();
        assert!(
            told.contains("/sdk is damaged (its key sdk.key is missing)"),
            "{told}"
        );
    }

    #[test]
    fn a_malformed_key_is_an_error() {
        let parent = TempDir::new().unwrap();
        let folder = StateFolder::take(&parent.path().join("state")).unwrap();
        for text in ["", "0", &"g".repeat(64), &"0".repeat(63), &"ä".repeat(32)] {
            folder.write(KEY_FILE, text).unwrap();
            let error = encrypted_store_config(&folder, "sdk").unwrap_err();
            assert!(matches!(error, SessionError::Keys { .. }), "{text}");
        }
        folder.write(KEY_FILE, &"0".repeat(64)).unwrap();
        encrypted_store_config(&folder, "sdk").unwrap();
    }
}
