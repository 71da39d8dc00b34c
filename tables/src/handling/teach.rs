//! How a game goes, step by step with pictures, and how it is played here.

use games::{
    Diagram, Entry, Fact,
    diagram::LastTurn,
    frames::Frame,
    teach::{Picture, Topic},
};

use super::{Answer, Refusal, Tables};
use crate::{
    command::Part,
    line::Line,
    message::{Block, Position},
    table::Table,
};

impl Tables {
    /// Explains a game: what there is to explain, a step of it, or all.
    pub(super) fn rules(
        &self,
        line: &Line,
        named: Option<u32>,
        game: Option<&str>,
        part: Part,
    ) -> Answer {
        let entry = match game {
            Some(game) => self.game(game)?,
            None => self.game_here(line, named)?,
        };
        let topics = entry.teaching().topics;
        let blocks = match part {
            Part::Overview => vec![self.overview(line, entry)],
            Part::All => {
                let goal = self.about(line, entry, entry.teaching().goal);
                let mut blocks = vec![Block::Text(self.sentence(&goal))];
                for (number, topic) in (1..).zip(topics) {
                    let topic = self.topic(line, entry, number, topic);
                    blocks.extend(topic.into_iter().map(as_text));
                }
                let end = self.about(line, entry, "teach-end");
                blocks.push(Block::Text(self.sentence(&end)));
                blocks
            }
            Part::Step(number) => {
                let topic = number.checked_sub(1).and_then(|place| topics.get(place));
                let Some(topic) = topic else {
                    let refusal = self.about(line, entry, "no-such-step");
                    return Err(refusal.with("count", topics.len()).into());
                };
                let mut blocks = self.topic(line, entry, number, topic);
                let next = match topics.get(number) {
                    Some(next) => self
                        .about(line, entry, "teach-next")
                        .with("number", number + 1)
                        .with("title", self.sentence(&Fact::new(next.title))),
                    None => self.about(line, entry, "teach-end"),
                };
                blocks.push(Block::Text(self.sentence(&next)));
                blocks
            }
        };
        Ok(vec![self.answer(line, blocks)])
    }

    /// The game of the table that a line is about.
    fn game_here(&self, line: &Line, named: Option<u32>) -> Result<&'static Entry, Refusal> {
        let table = self.looked_at(line, named).ok();
        let live = table
            .and_then(|id| self.seating.get(id))
            .and_then(Table::live);
        match live {
            Some(live) => Ok(live.entry()),
            None => Err(self.bad_form(line, "rules", None)),
        }
    }

    /// How a game is played here: commands, notation, a first turn.
    pub(super) fn help_game(&self, line: &Line, entry: &'static Entry) -> Answer {
        let teaching = entry.teaching();
        // Challenges are written in the room itself, wherever this is read.
        let say = |code| {
            let fact = Fact::new(code).with("game", entry.id);
            self.sentence(&fact.with("prefix", self.settings.prefix.as_str()))
        };
        let mut blocks = vec![Block::Text(say(teaching.play))];
        blocks.extend(self.picture(entry, &teaching.first_turn));
        blocks.push(Block::Text(say("play-next")));
        Ok(vec![self.answer(line, blocks)])
    }

    fn about(&self, line: &Line, entry: &Entry, code: &'static str) -> Fact {
        Fact::new(code)
            .with("game", entry.id)
            .with("prefix", self.shown_prefix(line))
    }

    fn overview(&self, line: &Line, entry: &Entry) -> Block {
        let teaching = entry.teaching();
        let mut lines = vec![self.sentence(&self.about(line, entry, teaching.goal))];
        for (number, topic) in (1usize..).zip(teaching.topics) {
            let title = self.sentence(&Fact::new(topic.title));
            let step = Fact::new("teach-step").with("number", number);
            lines.push(self.sentence(&step.with("title", title)));
        }
        lines.push(self.sentence(&self.about(line, entry, "teach-overview")));
        Block::Text(lines.join("\n"))
    }

    fn topic(&self, line: &Line, entry: &Entry, number: usize, topic: &Topic) -> Vec<Block> {
        let heading = self
            .about(line, entry, "teach-heading")
            .with("number", number)
            .with("count", entry.teaching().topics.len())
            .with("title", self.sentence(&Fact::new(topic.title)));
        let text = self.about(line, entry, topic.text);
        let lines = [self.sentence(&heading), self.sentence(&text)];
        let mut blocks = vec![Block::Text(lines.join("\n"))];
        for picture in topic.pictures {
            blocks.extend(self.picture(entry, picture));
        }
        blocks
    }

    /// The boards of a picture, with what was typed and what the bot says to it.
    fn picture(&self, entry: &Entry, picture: &Picture) -> Vec<Block> {
        // A test shows that every picture can be drawn.
        let frames = picture.frames().unwrap_or_default();
        let frames = (0..).zip(&frames);
        frames
            .flat_map(|(number, frame)| self.frame(entry, number, frame))
            .collect()
    }

    fn frame(&self, entry: &Entry, number: usize, frame: &Frame) -> Vec<Block> {
        let names = ["teach-first", "teach-second"].map(|code| self.sentence(&Fact::new(code)));
        let mut lines = Vec::new();
        if let Some((seat, action)) = &frame.played {
            let typed = Fact::new("teach-typed").with("seat", *seat);
            let typed = typed.with("action", action.as_str());
            lines.push(self.wording.say(&typed, &names));
        }
        lines.extend(
            frame
                .facts
                .iter()
                .map(|fact| self.wording.say(fact, &names)),
        );
        let mut diagram = Diagram::still(entry.id, frame.scene.clone());
        diagram.last = frame
            .played
            .clone()
            .map(|(seat, text)| LastTurn { seat, number, text });
        let mut blocks = Vec::new();
        if !lines.is_empty() {
            blocks.push(Block::Text(lines.join("\n")));
        }
        blocks.push(Block::Position(Position {
            diagram: Box::new(diagram),
            margin: String::new(),
        }));
        if let Some((prompt, example)) = &frame.asked {
            let asked = self.asked(prompt.clone(), example.clone(), &names);
            blocks.push(Block::Text(asked));
        }
        blocks
    }
}

/// The same with a board as text, for a message with more boards than a picture has room for.
fn as_text(block: Block) -> Block {
    match block {
        Block::Position(position) => Block::Board(position.wide()),
        block => block,
    }
}
