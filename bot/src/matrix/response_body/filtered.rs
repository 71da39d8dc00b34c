//! Reading of a response without the entries of lists that are too large.

use std::{error::Error, mem, time::Duration};

use matrix_sdk::reqwest::BodyReader;

use super::{
    TooLarge,
    container::{Container, FREE_SETTINGS, ListLimits, MAX_ROOM_SETTINGS, MAX_SETTINGS},
    cut_rooms::{Cut, CutRooms},
};
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::sync::read_form::{MIN_SHORTENED, is_setting, read_form},
};

/// Maximum length of a name in a JSON object that is kept in bytes, more than a room id with escapes has.
const MAX_NAME: usize = 2_000;

/// A position in the body.
#[derive(Clone, Copy, Debug, Default)]
struct BodyPosition {
    bytes: usize,
    /// The number of JSON values before it.
    values: usize,
    /// The size that small entries before it count for more than they have.
    padding: usize,
}

/// A body without entries of limited lists that are too large. It is read byte by byte, so that they are never in memory.
#[derive(Debug, Default)]
pub(super) struct FilteredBody {
    /// The path of the response, for the log.
    path: String,
    max: usize,
    max_values: usize,
    /// Maximum size of lists together, besides what is free in each.
    max_excess: usize,
    excess: usize,
    /// The size of a value in limited lists, besides its text.
    value_size: usize,
    values: usize,
    padding: usize,
    read_timeout: Option<Duration>,
    body: Vec<u8>,
    root: Container,
    /// The open containers, from the response on.
    open: Vec<Container>,
    /// The number of open containers inside those.
    depth: usize,
    /// The last string of the innermost of the open containers: before a container opens there, its key.
    key: Vec<u8>,
    in_string: bool,
    is_escaped: bool,
    /// The key of the room that is being read.
    room: Vec<u8>,
    /// The bot was in that room before the response, and knows its members.
    is_known: bool,
    /// Maximum size of the settings of a room.
    max_room_settings: usize,
    /// The size of the settings of that room.
    settings: usize,
    /// The size of the settings of rooms, besides what is free in each.
    settings_excess: usize,
    /// Where the entries of the open list begin.
    list_start: BodyPosition,
    /// Where the entry begins, with the comma before it.
    entry_start: BodyPosition,
    /// Set while the rest of the entry is left out.
    drops_entry: bool,
    dropped: usize,
    cut_rooms: CutRooms,
}

impl FilteredBody {
    pub(super) fn new(path: &str, max: usize) -> Self {
        Self {
            path: path.to_owned(),
            max,
            max_values: usize::MAX,
            max_excess: usize::MAX,
            max_room_settings: MAX_ROOM_SETTINGS,
            ..Self::default()
        }
    }

    /// Sets what a value counts for in limited lists, and the maximum number of values.
    pub(super) fn with_values(mut self, value_size: usize, max_values: usize) -> Self {
        self.value_size = value_size;
        self.max_values = max_values;
        self
    }

    pub(super) fn with_max_excess(mut self, max_excess: usize) -> Self {
        self.max_excess = max_excess;
        self
    }

    pub(super) fn with_max_room_settings(mut self, max_room_settings: usize) -> Self {
        self.max_room_settings = max_room_settings;
        self
    }

    pub(super) fn with_root(mut self, root: Container) -> Self {
        self.root = root;
        self
    }

    pub(super) fn with_read_timeout(mut self, timeout: Duration) -> Self {
        self.read_timeout = Some(timeout);
        self
    }

    /// Notes the rooms whose state is cut.
    pub(super) fn with_cut_rooms(mut self, cut_rooms: CutRooms) -> Self {
        self.cut_rooms = cut_rooms;
        self
    }

    fn position(&self) -> BodyPosition {
        BodyPosition {
            bytes: self.body.len(),
            values: self.values,
            padding: self.padding,
        }
    }

    fn limits(&self) -> Option<ListLimits> {
        self.open.last().and_then(|list| list.limits())
    }

    fn size_from(&self, start: BodyPosition) -> usize {
        let values = self.values.saturating_sub(start.values);
        let bytes = self.body.len().saturating_sub(start.bytes);
        let padding = self.padding.saturating_sub(start.padding);
        let bytes = bytes.saturating_add(padding);
        bytes.saturating_add(values.saturating_mul(self.value_size))
    }

    /// Returns whether the open list is full.
    fn is_full(&self, limits: ListLimits) -> bool {
        let size = self.size_from(self.list_start);
        let excess = self.excess.saturating_add(size.saturating_sub(limits.free));
        // Homeservers send all members again with each message on another branch of a room.
        let is_known = self.is_known && self.open.last() == Some(&Container::RoomStateEvents);
        size > limits.list || size > limits.free && (is_known || excess > self.max_excess)
    }

    /// Keeps a part of the body, or drops the entry that it is in.
    fn keep(&mut self, part: &[u8]) {
        if self.drops_entry {
            return;
        }
        self.body.extend_from_slice(part);
        let Some(limits) = self.limits() else {
            return;
        };
        let is_full = limits.small == 0 && self.is_full(limits);
        let needs_last = matches!(self.open.last(), Some(Container::InviteStateEvents));
        if self.size_from(self.entry_start) > limits.entry || is_full && !needs_last {
            self.leave_out_entry();
        } else if is_full {
            self.drop_earlier_entries();
        }
    }

    /// Leaves out the entry that is being read.
    fn leave_out_entry(&mut self) {
        self.body.truncate(self.entry_start.bytes);
        self.values = self.entry_start.values;
        self.padding = self.entry_start.padding;
        self.drops_entry = true;
        self.dropped += 1;
    }

    /// Drops the entries of the list before the one that is being read. An invitation comes last in its list.
    fn drop_earlier_entries(&mut self) {
        let (list, entry) = (self.list_start.bytes, self.entry_start.bytes);
        let comma = usize::from(self.body.get(entry) == Some(&b','));
        self.body.drain(list..entry.saturating_add(comma));
        self.entry_start = self.list_start;
        self.dropped += 1;
    }

    /// Ends the entry of a limited list that has been read: shortens it, or drops it if the list is full.
    fn finish_entry(&mut self) {
        let Some((limits, list)) = self.limits().zip(self.open.last()) else {
            return;
        };
        if self.drops_entry {
            return;
        }
        let has_state = *list == Container::RoomStateEvents;
        if list.has_room_events() {
            let form = read_form(self.entry());
            if form.is_left_out {
                return self.leave_out_entry();
            }
            if let Some(short) = form.short {
                let length = self.body.len().saturating_sub(self.entry().len());
                self.body.truncate(length);
                self.body.extend_from_slice(short.as_bytes());
            }
        }
        let size = self.size_from(self.entry_start);
        self.padding += limits.min_entry.saturating_sub(size);
        let is_full = size > limits.small && self.is_full(limits);
        let is_large = size >= MIN_SHORTENED;
        if list.has_room_events() && (is_full || is_large) && is_setting(self.entry()) {
            return self.finish_setting(size);
        }
        if !is_full {
            return;
        }
        if has_state {
            let is_own = self.size_from(self.list_start) > limits.list;
            let cut = if is_own { Cut::Own } else { Cut::Shared };
            self.cut_rooms.add(&self.room, cut);
        }
        self.leave_out_entry();
    }

    /// Ends a setting of a room. Only members with power set any, so a room with too many is left.
    fn finish_setting(&mut self, size: usize) {
        let [before, after] = [0, size].map(|size| {
            let settings = self.settings.saturating_add(size);
            settings.saturating_sub(FREE_SETTINGS)
        });
        let excess = self
            .settings_excess
            .saturating_add(after.saturating_sub(before));
        let is_too_large = self.settings.saturating_add(size) > self.max_room_settings;
        if excess > MAX_SETTINGS || is_too_large {
            self.cut_rooms.add(&self.room, Cut::Own);
            return self.leave_out_entry();
        }
        self.settings = self.settings.saturating_add(size);
        self.settings_excess = excess;
    }

    /// Returns the entry that has been read, without the comma before it.
    fn entry(&self) -> &[u8] {
        let entry = self.body.get(self.entry_start.bytes..).unwrap_or_default();
        entry.strip_prefix(b",").unwrap_or(entry)
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
            let end = usize::from(!self.in_string);
            let key = read.get(..length.saturating_sub(end)).unwrap_or(read);
            let rest = MAX_NAME.saturating_sub(self.key.len());
            self.key.extend(key.iter().take(rest));
        }
        self.keep(read);
        length
    }

    /// Reads a byte outside of strings.
    fn read_byte(&mut self, byte: u8) {
        if !self.drops_entry {
            self.values += usize::from(matches!(byte, b',' | b'{' | b'['));
        }
        match byte {
            b'"' => {
                self.in_string = true;
                if self.depth == 0 {
                    self.key.clear();
                }
            }
            b'{' | b'[' => return self.open_container(byte),
            b'}' | b']' => return self.close_container(byte),
            b',' if self.depth == 0 && self.limits().is_some() => {
                self.finish_entry();
                self.drops_entry = false;
                self.entry_start = self.position();
                if self.body.len() == self.list_start.bytes {
                    return;
                }
            }
            _ => {}
        }
        self.keep(&[byte]);
    }

    fn open_container(&mut self, byte: u8) {
        self.keep(&[byte]);
        let child = match self.open.last() {
            _ if self.depth > 0 => None,
            Some(parent) => parent.child(&self.key),
            None => Some(self.root),
        };
        let Some(child) = child else {
            self.depth += 1;
            return;
        };
        if child == Container::RoomUpdate {
            self.room.clone_from(&self.key);
            self.is_known = self.cut_rooms.was_joined(&self.room);
            self.settings = 0;
        }
        self.open.push(child);
        self.list_start = self.position();
        self.entry_start = self.list_start;
    }

    fn close_container(&mut self, byte: u8) {
        if self.depth > 0 {
            self.depth -= 1;
        } else {
            self.finish_entry();
            if let Some(limits) = self.limits() {
                let size = self.size_from(self.list_start);
                self.excess += size.saturating_sub(limits.free);
            }
            let list = self.open.pop();
            let drops_last = mem::take(&mut self.drops_entry);
            // Without its last event, the invitation itself, another event could pass for it.
            if drops_last && matches!(list, Some(Container::InviteStateEvents)) {
                self.body.truncate(self.list_start.bytes);
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
        if self.path.ends_with("/messages") {
            self.cut_rooms.add_dropped(self.dropped);
        }
        if self.dropped > 0 {
            let (count, path) = (self.dropped, &self.path);
            log_rate_limited!(
                "responses",
                warn!(path, count, "dropped parts of a response: too large")
            );
        }
        self.body
    }
}
