//! Lessons: tables set up from a position text, where one person plays all sides to explore what the rules allow.

use games::{Common, Entry, Illegal, Live, PositionPart, Seed, unknown_game};

use crate::{
    handling::Lobby,
    line::Line,
    messages::lesson::LessonMessage,
    refusal::{Answer, Refusal, refuse},
    table::{Playing, Stage, Table},
    terms::Occasion,
};

impl Lobby {
    /// Opens a lesson in a direct message, and closes the one in progress there.
    pub(super) fn set_up(&mut self, line: &Line, text: &str) -> Answer {
        if !line.direct {
            return refuse(LessonMessage::NeedsDirect);
        }
        let live =
            read(text, Seed(line.seed)).map_err(|illegal| self.with_example(text, illegal))?;
        self.check_no_run(line)?;
        if self.lesson_here(line).is_none() {
            self.check_room_for_table(line)?;
        }
        let id = self.tables.next_id()?;
        let (mut effects, mut news) = self.end_lesson(line);
        let game = live.entry().id;
        news.push(LessonMessage::Begun { game }.into());
        let table = Table {
            id,
            room: line.room.clone(),
            thread: line.thread.clone(),
            occasion: Occasion::Lesson,
            stage: Stage::Playing(Playing::new(vec![line.sender.clone()], live)),
        };
        self.tables.insert(table);
        effects.extend(self.changed(line, id, &news)?);
        Ok(effects)
    }

    /// Returns the refusal of a position, with a valid example of the game.
    fn with_example(&self, text: &str, illegal: Illegal) -> Refusal {
        let named = text.split_whitespace().next().and_then(Entry::named);
        let example = named.unwrap_or(Entry::FIRST).example_position();
        let why = self.sentence(&illegal.0);
        LessonMessage::Refused { why, example }.into()
    }
}

/// Parses `[GAME] POSITION`; the position text itself begins with the id of its game.
fn read(text: &str, seed: Seed) -> Result<Live, Illegal> {
    let word = |text: &str| {
        text.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let first = word(text);
    let entry = Entry::named(&first).ok_or_else(|| unknown_game(&first))?;
    let mut rest = text[first.len()..].trim_start();
    let second = word(rest);
    match Entry::named(&second) {
        Some(same) if same.id == entry.id => rest = &rest[second.len()..],
        Some(_) => {
            return Err(Common::BadPosition {
                part: PositionPart::Game,
                text: second.as_str().into(),
            }
            .into());
        }
        None => {}
    }
    Live::set_up(&format!("{} {rest}", entry.id), Some(seed))
}
