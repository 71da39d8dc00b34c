//! Output: the prompt, and messages as text.

use std::io::{self, Write};

use anstream::stdout;
use lobby::{
    Block, Boards, Message, Saved,
    messages::{ConsoleMessage, TableId},
    saved::SavedStage,
};
use textwrap::{Options, WordSeparator, WordSplitter};

use crate::console::{
    error::ConsoleError,
    place::{person, turn_at},
    session::Console,
    style,
};

/// Maximum width of a line of text, in columns.
const MAX_COLUMNS: usize = 80;

impl Console {
    /// Returns the prompt: the next speaker, the place and, at the keyboard, whose turn it is.
    pub(super) fn prompt(&self) -> String {
        let name = self.place.speaker.clone();
        let here = self.table_here();
        let table = here.map(|saved| TableId(saved.id));
        let turn = here
            .filter(|_| self.follows)
            .map(|saved| turn_at(saved, &name));
        let (turn, mover) = turn.unzip();
        let prompt = match table {
            _ if self.place.direct => ConsoleMessage::Direct { name, table, turn },
            Some(table) => ConsoleMessage::Thread {
                name,
                table,
                turn,
                mover: mover.flatten(),
            },
            None => ConsoleMessage::Room { name },
        };
        self.wording.say(&prompt.into(), &[])
    }

    /// Returns the newest table of the current thread or direct message.
    pub(super) fn table_here(&self) -> Option<&Saved> {
        if !self.place.direct {
            self.place.thread.as_ref()?;
        }
        let mut newest = self.journal.state().tables.values().rev();
        newest.find(|saved| self.place.has(saved) && saved.stage != SavedStage::Dropped)
    }

    pub(super) fn show(&mut self, message: &Message) -> Result<(), ConsoleError> {
        let mentioned = message.mentions.first();
        let people = &self.place.people;
        let mover = people
            .iter()
            .find(|name| Some(&person(name).id) == mentioned);
        let mover = mover.map(String::as_str);
        for block in &message.blocks {
            writeln!(stdout())?;
            match block {
                Block::Text(text) => print(&style::marked(text, mover))?,
                Block::Board(text) => writeln!(stdout(), "{text}")?,
                Block::Figures(figures) => writeln!(stdout(), "{}", figures.wide)?,
                Block::Position(position) => writeln!(stdout(), "{}", position.wide())?,
                Block::Replay(replay) => {
                    let file = replay.name.clone();
                    self.tell(ConsoleMessage::Replay { file })?;
                }
            }
        }
        let pictured = message.with_boards(Boards::Picture);
        if pictured.has_file() {
            self.last_picture = Some(pictured);
        }
        Ok(())
    }

    pub(super) fn tell(&self, message: ConsoleMessage) -> Result<(), ConsoleError> {
        let text = self.wording.say(&message.into(), &[]);
        Ok(print(&style::marked(&text, None))?)
    }
}

/// Prints a text, wrapped to the terminal's width at spaces only, with list items indented.
fn print(text: &str) -> io::Result<()> {
    let width = textwrap::termwidth().min(MAX_COLUMNS);
    for line in text.split('\n') {
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let options = Options::new(width)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .subsequent_indent(indent);
        writeln!(stdout(), "{}", textwrap::fill(line, options))?;
    }
    Ok(())
}
