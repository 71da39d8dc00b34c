//! Reading of a response without the entries of lists that are too large.

use std::{error::Error, mem, time::Duration};

use matrix_sdk::reqwest::BodyReader;

use super::{TooLarge, container::Container};
use crate::logging::rate_limited::log_rate_limited;

/// Maximum length of a name in a JSON object that is kept in bytes, more than the longest one that counts.
const MAX_NAME: usize = 20;

/// A body without entries of limited lists that are too large. It is read byte by byte, so that they are never in memory.
#[derive(Debug, Default)]
pub(super) struct FilteredBody {
    max: usize,
    max_values: usize,
    values: usize,
    read_timeout: Option<Duration>,
    body: Vec<u8>,
    /// The open containers, from the response on.
    open: Vec<Container>,
    /// The number of open containers inside those.
    depth: usize,
    /// The last string of the innermost of the open containers: before a container opens there, its key.
    key: Vec<u8>,
    in_string: bool,
    is_escaped: bool,
    /// Where the entries of the open list begin.
    list_start: usize,
    /// Where the entry begins, with the comma before it.
    entry_start: usize,
    /// Set while the rest of the entry is left out.
    drops_entry: bool,
    dropped: usize,
}

impl FilteredBody {
    pub(super) fn new(max: usize) -> Self {
        Self {
            max,
            max_values: usize::MAX,
            ..Self::default()
        }
    }

    pub(super) fn with_max_values(mut self, max_values: usize) -> Self {
        self.max_values = max_values;
        self
    }

    pub(super) fn with_read_timeout(mut self, timeout: Duration) -> Self {
        self.read_timeout = Some(timeout);
        self
    }

    /// Keeps a part of the body, or drops the entry that it is in.
    fn keep(&mut self, part: &[u8]) {
        if self.drops_entry {
            return;
        }
        self.body.extend_from_slice(part);
        let Some((max_entry, max_list)) = self.open.last().and_then(|list| list.limits()) else {
            return;
        };
        let size = |start: usize| self.body.len().saturating_sub(start);
        let is_full = size(self.list_start) > max_list;
        let needs_last = matches!(self.open.last(), Some(Container::InviteStateEvents));
        if size(self.entry_start) > max_entry || is_full && !needs_last {
            self.body.truncate(self.entry_start);
            self.drops_entry = true;
            self.dropped += 1;
        } else if is_full {
            self.drop_earlier_entries();
        }
    }

    /// Drops the entries of the list before the one that is being read. An invitation comes last in its list.
    fn drop_earlier_entries(&mut self) {
        let comma = usize::from(self.body.get(self.entry_start) == Some(&b','));
        self.body
            .drain(self.list_start..self.entry_start.saturating_add(comma));
        self.entry_start = self.list_start;
        self.dropped += 1;
    }

    /// Reads the inside of a string up to its end or that of the part; returns how much.
    fn read_string(&mut self, part: &[u8]) -> usize {
        let mut length = 0;
        for &byte in part {
            length += 1;
            if mem::take(&mut self.is_escaped) {
                continue;
            }
            match byte {
                b'\\' => self.is_escaped = true,
                b'"' => {
                    self.in_string = false;
                    break;
                }
                _ => {}
            }
        }
        let read = part.get(..length).unwrap_or_default();
        if self.depth == 0 {
            let key = read.strip_suffix(b"\"").unwrap_or(read);
            let rest = MAX_NAME.saturating_sub(self.key.len());
            self.key.extend(key.iter().take(rest));
        }
        self.keep(read);
        length
    }

    /// Reads a byte outside of strings.
    fn read_byte(&mut self, byte: u8) {
        self.values += usize::from(matches!(byte, b',' | b'{' | b'['));
        match byte {
            b'"' => {
                self.in_string = true;
                if self.depth == 0 {
                    self.key.clear();
                }
            }
            b'{' | b'[' => return self.open_container(byte),
            b'}' | b']' => return self.close_container(byte),
            b',' if self.depth == 0 && self.is_in_list() => {
                self.drops_entry = false;
                self.entry_start = self.body.len();
                if self.body.len() == self.list_start {
                    return;
                }
            }
            _ => {}
        }
        self.keep(&[byte]);
    }

    fn is_in_list(&self) -> bool {
        self.open.last().is_some_and(|last| last.limits().is_some())
    }

    fn open_container(&mut self, byte: u8) {
        self.keep(&[byte]);
        let child = match self.open.last() {
            _ if self.depth > 0 => None,
            Some(parent) => parent.child(&self.key),
            None => Some(Container::Response),
        };
        let Some(child) = child else {
            self.depth += 1;
            return;
        };
        self.open.push(child);
        self.list_start = self.body.len();
        self.entry_start = self.body.len();
    }

    fn close_container(&mut self, byte: u8) {
        if self.depth > 0 {
            self.depth -= 1;
        } else {
            let list = self.open.pop();
            let drops_last = mem::take(&mut self.drops_entry);
            // Without its last event, the invitation itself, another event could pass for it.
            if drops_last && matches!(list, Some(Container::InviteStateEvents)) {
                self.body.truncate(self.list_start);
            }
        }
        self.keep(&[byte]);
    }
}

impl BodyReader for FilteredBody {
    fn read(&mut self, mut part: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        while let Some((&byte, rest)) = part.split_first() {
            if self.in_string {
                let length = self.read_string(part);
                part = part.get(length..).unwrap_or_default();
            } else {
                self.read_byte(byte);
                part = rest;
            }
        }
        if self.body.len() > self.max || self.values > self.max_values {
            let (max, is_refusal) = (self.max, false);
            return Err(TooLarge { max, is_refusal }.into());
        }
        Ok(())
    }

    fn read_timeout(&self) -> Option<Duration> {
        self.read_timeout
    }

    fn into_body(self: Box<Self>) -> Vec<u8> {
        if self.dropped > 0 {
            let count = self.dropped;
            log_rate_limited!(
                "responses",
                warn!(count, "dropped parts of a response: too large")
            );
        }
        self.body
    }
}
