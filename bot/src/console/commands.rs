//! Lines from the terminal: commands of the console itself, and lines for the lobby.

use std::fs;

use games::{Live, Typed};
use lobby::{
    Incoming, Line, Saved, command,
    messages::{ConsoleMessage, TableId},
    names,
    saved::SavedStage,
};

use crate::{
    attachment::Attachment,
    console::{
        completion::Completions,
        error::ConsoleError,
        place::{CONSOLE_ROOM, Place, is_open, person},
        session::Console,
    },
};

/// The command prefix of rooms, which is optional here.
const PREFIX: char = '!';

impl Console {
    /// Executes a line. Returns `false` after the last one.
    pub(super) fn execute_line(&mut self, line: &str) -> Result<bool, ConsoleError> {
        let line = line.trim();
        // The prefix of rooms is accepted as well.
        let line = line.strip_prefix(PREFIX).unwrap_or(line).trim_start();
        self.catch_up()?;
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "/quit" | "/exit" => return Ok(false),
            "/as" => self.speak_as(rest.trim())?,
            "/room" => self.go(rest.trim())?,
            "/picture" => self.write_picture(rest.trim())?,
            "/wait" => self.wait(rest.trim())?,
            word if word.starts_with('/') => self.tell(ConsoleMessage::Commands)?,
            _ => self.say(line)?,
        }
        self.catch_up()?;
        self.keep_place()?;
        Ok(true)
    }

    /// Returns the words that the next line can be completed with.
    pub(super) fn completions(&self) -> Completions {
        let record = match self.table_here().map(|saved| &saved.stage) {
            Some(SavedStage::Playing { record, .. }) => record.parse().ok(),
            _ => None,
        };
        let tables = self.journal.state().tables.values();
        let tables = tables.filter(|saved| is_open(saved));
        Completions {
            live: record.and_then(|record| Live::replay(&record).ok()),
            people: self.place.people.clone(),
            tables: tables.map(|saved| format!("t{}", saved.id)).collect(),
        }
    }

    fn speak_as(&mut self, name: &str) -> Result<(), ConsoleError> {
        let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.chars().count() > 24 || !name.chars().all(fits) {
            return self.tell(ConsoleMessage::As);
        }
        let place = &mut self.place;
        place.speaker = name.to_lowercase();
        place.direct = false;
        place.direct_thread = None;
        if !place.people.contains(&place.speaker) {
            place.people.push(place.speaker.clone());
        }
        Ok(())
    }

    /// Writes the file of the last message that has one.
    fn write_picture(&self, path: &str) -> Result<(), ConsoleError> {
        if path.is_empty() {
            return self.tell(ConsoleMessage::Picture);
        }
        let pictured = self.last_picture.as_ref();
        // Drawn without a time limit.
        let attachment = pictured.and_then(|message| Attachment::of(message, &|| false));
        let Some(attachment) = attachment else {
            return self.tell(ConsoleMessage::NoPicture);
        };
        let said = match fs::write(path, &attachment.bytes) {
            Ok(()) => ConsoleMessage::PictureWritten {
                file: path.to_owned(),
                bytes: attachment.bytes.len(),
            },
            Err(error) => ConsoleMessage::PictureNotWritten {
                file: path.to_owned(),
                reason: error.to_string(),
            },
        };
        self.tell(said)
    }

    /// Goes to the room and lists all open tables, or goes to a table.
    fn go(&mut self, table: &str) -> Result<(), ConsoleError> {
        if table.is_empty() {
            self.place.direct = false;
            self.place.thread = None;
            self.place.direct_thread = None;
            let name = self.place.speaker.clone();
            self.tell(ConsoleMessage::AtRoom { name })?;
            return self.list_tables();
        }
        let number = command::table_number(&table.to_lowercase());
        let state = self.journal.state();
        let found = number.and_then(|number| state.tables.get(&number));
        let Some(saved) = found.filter(|saved| saved.stage != SavedStage::Dropped) else {
            let text = Typed::new(table);
            return self.tell(ConsoleMessage::NoTable { text });
        };
        let board = format!("t{} board", saved.id);
        self.place.go_to(saved);
        // Its thread may have a newer game, such as the rematch.
        self.say(&board)
    }

    /// Lists the open tables of the room and of all direct messages.
    fn list_tables(&mut self) -> Result<(), ConsoleError> {
        let mut places = vec![self.place.clone()];
        for name in &self.place.people {
            let direct = Place {
                speaker: name.clone(),
                direct: true,
                ..self.place.clone()
            };
            let mut tables = self.journal.state().tables.values();
            if tables.any(|saved| saved.room == direct.room() && is_open(saved)) {
                places.push(direct);
            }
        }
        for place in places {
            if place.direct {
                let name = place.speaker.clone();
                self.tell(ConsoleMessage::InDirect { name })?;
            }
            let line = self.line(&place, "tables");
            self.process(&Incoming::Line(line))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), ConsoleError> {
        let before = self.place.clone();
        let open = self.open_games();
        let word = text
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let place = &mut self.place;
        match word.as_str() {
            // A new thread, as for a challenge.
            "run"
                if !place.direct && text.to_lowercase().split_whitespace().any(|w| w == "here") =>
            {
                place.thread = None;
            }
            // In a direct message, a game beside others gets a thread below its command.
            "run" | "setup" => (place.direct, place.direct_thread) = (true, None),
            "play" | "puzzle" if place.direct => place.direct_thread = None,
            // Another game or puzzle than that of the current thread.
            "play" | "puzzle" => place.thread = None,
            "challenge" => {
                // Challenges are written in the room itself, not in a table's thread.
                place.direct = false;
                place.thread = None;
            }
            "accept" | "decline" | "withdraw" => place.direct = false,
            _ => {}
        }
        let line = self.line(&self.place.clone(), text);
        self.process(&Incoming::Line(line))?;
        if !self.place.direct && self.place.thread.is_none() {
            // Nothing has begun: the game of that thread is still at hand.
            self.place.thread = before.thread;
        }
        let mut begun = self.open_games().into_iter();
        let begun = begun.find(|table| !open.contains(table));
        if let (Some(new), Some(old), "play") = (begun, open.last(), word.as_str()) {
            let open: Vec<TableId> = open.iter().copied().map(TableId).collect();
            self.tell(ConsoleMessage::Second {
                new: TableId(new),
                count: open.len(),
                open: TableId::listed(&open),
                old: TableId(*old),
            })?;
        }
        Ok(())
    }

    /// Returns the numbers of the speaker's games in progress in the room.
    fn open_games(&self) -> Vec<u32> {
        let own = person(&self.place.speaker);
        let is_own = |saved: &&Saved| match &saved.stage {
            SavedStage::Playing { players, .. } => {
                saved.room == CONSOLE_ROOM && players.iter().any(|player| player.id == own.id)
            }
            _ => false,
        };
        let tables = self.journal.state().tables.values();
        tables.filter(is_own).map(|saved| saved.id).collect()
    }

    /// Returns a line written at a place.
    fn line(&mut self, place: &Place, text: &str) -> Line {
        self.place.lines += 1;
        Line {
            room: place.room(),
            direct: place.direct,
            event: format!("${}", self.place.lines),
            thread: place.thread_here().cloned(),
            sender: person(&place.speaker),
            may_change_room: true,
            people: place.persons().into(),
            by_name: false,
            body: names::spoken(text),
            received: None,
            delivered: None,
            sent: None,
            seed: rand::random(),
        }
    }
}
