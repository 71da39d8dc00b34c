//! The rules of a game step by step with pictures, and help on playing it.

use games::{
    Diagram, Entry, Fact, Message,
    diagram::LastTurn,
    frames::Frame,
    teach::{Picture, Topic},
};

use crate::{
    command::{RulesPart, malformed},
    context::{Context, Environment},
    lessons::ReadingProgress,
    message::{Block, Position},
    play::start,
    refusal::{Answer, Refusal},
    tables::{Table, TableIndex, lookup},
    text::{boards, messages::TeachMessage},
};

/// Explains a game: an overview, a step, or all steps.
pub fn rules(
    cx: &Context<'_>,
    tables: &TableIndex,
    reading: &mut ReadingProgress,
    game: Option<&str>,
    part: RulesPart,
) -> Answer {
    let entry = match game {
        Some(game) => start::game(game)?,
        None => game_here(cx, tables)?,
    };
    let topics = topics_here(cx, tables, entry);
    let blocks = match part {
        RulesPart::Overview => vec![overview(cx, entry, topics)],
        RulesPart::All => {
            let goal = about(cx, entry, entry.teaching().goal);
            let mut blocks = vec![Block::Text(cx.sentence(goal))];
            for (number, topic) in (1..).zip(topics) {
                let topic = explain_topic(cx, entry, number, topics.len(), topic);
                blocks.extend(topic.into_iter().map(as_text));
            }
            blocks.push(Block::Text(end_of_steps(cx, entry, topics)));
            blocks
        }
        RulesPart::Step(number) => step(cx, entry, topics, number)?,
    };
    let step = match part {
        RulesPart::Overview => 0,
        RulesPart::Step(number) => number,
        RulesPart::All => topics.len(),
    };
    reading.note(cx.line, entry, step);
    Ok(vec![cx.answer(blocks)])
}

/// Returns a step with its pictures. Steps about options can be read even if they were not agreed on.
fn step(
    cx: &Context<'_>,
    entry: &'static Entry,
    topics: &'static [Topic],
    number: usize,
) -> Result<Vec<Block>, Refusal> {
    let all = entry.teaching().topics;
    let topics = if number > topics.len() { all } else { topics };
    let topic = number.checked_sub(1).and_then(|place| topics.get(place));
    let Some(topic) = topic else {
        let count = all.len();
        let refusal = about(cx, entry, TeachMessage::NoSuchStep { count });
        return Err(refusal.into());
    };
    let mut blocks = explain_topic(cx, entry, number, topics.len(), topic);
    let next = match topics.get(number) {
        Some(next) => {
            let next = TeachMessage::Next {
                number: number + 1,
                title: cx.sentence(next.title),
            };
            cx.sentence(about(cx, entry, next))
        }
        None => end_of_steps(cx, entry, topics),
    };
    blocks.push(Block::Text(next));
    Ok(blocks)
}

/// Returns the steps for the game at the table of a line; those about options that were not agreed on are
/// left out.
pub fn topics_here(
    cx: &Context<'_>,
    tables: &TableIndex,
    entry: &'static Entry,
) -> &'static [Topic] {
    let teaching = entry.teaching();
    let table = lookup::looked_at(cx, tables).ok();
    let live = table.and_then(Table::live);
    let same = live.filter(|live| live.entry().id == entry.id);
    let agreed = same.map_or(0, |game| game.position().agreed_topics());
    let count = teaching.usual().len() + agreed;
    teaching.topics.get(..count).unwrap_or(teaching.topics)
}

/// Returns the end of the steps, with a pointer to those about further options.
fn end_of_steps(cx: &Context<'_>, entry: &'static Entry, told: &[Topic]) -> String {
    let all = entry.teaching().topics.len();
    let end = TeachMessage::End {
        first: (told.len() < all).then_some(told.len() + 1),
        last: all,
    };
    cx.sentence(about(cx, entry, end))
}

/// Returns the game of the table that a line is about.
fn game_here(cx: &Context<'_>, tables: &TableIndex) -> Result<&'static Entry, Refusal> {
    let table = lookup::looked_at(cx, tables).ok();
    match table.and_then(Table::live) {
        Some(live) => Ok(live.entry()),
        None => Err(malformed::bad_form(cx, "rules", None)),
    }
}

/// Explains playing a game with the bot: commands, notation, a first turn.
pub fn help_game(cx: &Context<'_>, entry: &'static Entry) -> Answer {
    let teaching = entry.teaching();
    // Challenges are made in the room itself, wherever this is read.
    let play = cx.prefixed_for_rooms(teaching.play).with("game", entry.id);
    let next = cx.prefixed_beside_threads(TeachMessage::PlayNext { game: entry.id });
    let mut blocks = vec![Block::Text(cx.sentence(play))];
    blocks.extend(draw_picture(cx, entry, &teaching.first_turn));
    blocks.push(Block::Text(cx.sentence(next)));
    Ok(vec![cx.answer(blocks)])
}

/// Returns a message about a game.
fn about(cx: &Context<'_>, entry: &Entry, message: impl Message) -> Fact {
    cx.prefixed(message).with("game", entry.id)
}

fn overview(cx: &Context<'_>, entry: &'static Entry, topics: &[Topic]) -> Block {
    let teaching = entry.teaching();
    let mut lines = vec![
        cx.sentence(about(cx, entry, teaching.goal)),
        String::new(),
        cx.sentence(TeachMessage::Steps),
    ];
    for (number, topic) in (1usize..).zip(topics) {
        let title = cx.sentence(topic.title);
        lines.push(cx.sentence(TeachMessage::Step { number, title }));
    }
    let all = teaching.topics.len();
    let more = TeachMessage::Overview {
        first: (topics.len() < all).then_some(topics.len() + 1),
        last: all,
    };
    lines.extend([String::new(), cx.sentence(about(cx, entry, more))]);
    Block::Text(lines.join("\n"))
}

fn explain_topic(
    cx: &Context<'_>,
    entry: &Entry,
    number: usize,
    count: usize,
    topic: &Topic,
) -> Vec<Block> {
    let heading = TeachMessage::Heading {
        number,
        count,
        title: cx.sentence(topic.title),
    };
    let heading = about(cx, entry, heading);
    let text = about(cx, entry, topic.text);
    let lines = [cx.sentence(heading), cx.sentence(text)];
    let mut blocks = vec![Block::Text(lines.join("\n"))];
    for (number, picture) in topic.pictures.iter().enumerate() {
        if number > 0 {
            blocks.push(Block::Text(cx.sentence(TeachMessage::Another)));
        }
        blocks.extend(draw_picture(cx, entry, picture));
    }
    blocks
}

/// Returns the boards of a picture with their actions and the bot's messages.
fn draw_picture(env: &Environment<'_>, entry: &Entry, picture: &Picture) -> Vec<Block> {
    // A test ensures that every picture can be drawn.
    let frames = picture.frames().unwrap_or_default();
    let frames = (0..).zip(&frames);
    frames
        .flat_map(|(number, frame)| draw_frame(env, entry, number, frame))
        .collect()
}

fn draw_frame(env: &Environment<'_>, entry: &Entry, number: usize, frame: &Frame) -> Vec<Block> {
    let names = [TeachMessage::First, TeachMessage::Second];
    let names = names.map(|name| env.sentence(name));
    let mut lines = Vec::new();
    if let Some((seat, action)) = &frame.played {
        let typed = TeachMessage::Typed {
            seat: *seat,
            action: action.clone(),
        };
        lines.push(env.text.say(&typed.into(), &names));
    }
    lines.extend(frame.facts.iter().map(|fact| env.text.say(fact, &names)));
    let mut diagram = Diagram::still(entry.id, frame.scene.clone());
    diagram.last = frame
        .played
        .clone()
        .map(|(seat, text)| LastTurn { seat, number, text });
    let mut blocks = Vec::new();
    if !lines.is_empty() {
        blocks.push(Block::Text(env.text.paragraph(&lines)));
    }
    blocks.push(Block::Position(Position {
        diagram: Box::new(diagram),
        side_panel: String::new(),
    }));
    if let Some((prompt, example)) = &frame.asked {
        let say = |fact: &Fact| env.text.say(fact, &names);
        let asked = boards::format_prompt(env, prompt.clone(), example.clone(), &say, false);
        blocks.push(Block::Text(asked));
    }
    blocks
}

/// Replaces a board by text, for a message with more boards than a picture has room for.
fn as_text(block: Block) -> Block {
    match block {
        Block::Position(position) => Block::Board(position.wide()),
        block => block,
    }
}
