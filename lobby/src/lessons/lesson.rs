//! Lessons: tables set up from a position text, where one person plays all sides to explore what the rules allow.

use games::{Common, Entry, Illegal, Live, PositionPart, Seed};

use crate::{
    access::limits,
    command::malformed,
    context::{Context, Environment},
    lessons::end_lesson,
    play::progress,
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{Playing, Stage, Table, TableIndex, threads},
    terms::Occasion,
    text::messages::LessonMessage,
};

/// Opens a lesson in a direct message, and closes the one in progress there. Other games go on beside it.
pub fn set_up(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    text: &str,
) -> Answer {
    if !cx.line.direct {
        return refuse(LessonMessage::NeedsDirect);
    }
    let live = read(text, Seed(cx.line.seed)).map_err(|illegal| with_example(cx, text, illegal))?;
    let old = end_lesson::lesson_here(cx, tables);
    if old.is_none() {
        limits::check_room_for_table(cx, tables, players)?;
    }
    let thread = threads::in_direct(cx, tables, old.as_slice())?;
    let id = tables.next_id()?;
    let closed = old.map(|old| end_lesson::make_way(cx, tables, players, old));
    let (mut effects, mut news) = closed.unwrap_or_default();
    let game = live.entry().id;
    news.push(LessonMessage::Begun { game }.into());
    let table = Table {
        id,
        room: cx.line.room.clone(),
        thread,
        occasion: Occasion::Lesson,
        stage: Stage::Playing(Playing::new(vec![cx.line.sender.clone()], live)),
    };
    effects.extend(progress::begin(cx, tables, players, table, &news)?);
    Ok(effects)
}

/// Returns the refusal of a position, with a valid example of the game.
fn with_example(env: &Environment<'_>, text: &str, illegal: Illegal) -> Refusal {
    let named = text.split_whitespace().next().and_then(Entry::named);
    let example = named.unwrap_or(Entry::FIRST).example_position();
    let why = env.sentence(illegal.0);
    LessonMessage::Refused { why, example }.into()
}

/// Parses `[GAME] POSITION`; the position text itself begins with the id of its game. A game alone means its
/// start.
fn read(text: &str, seed: Seed) -> Result<Live, Illegal> {
    let word = |text: &str| {
        text.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let first = word(text);
    let entry = Entry::named(&first).ok_or_else(|| malformed::unknown_game(&first))?;
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
        None if rest.is_empty() => {
            let start = Live::start(entry, "-", Some(seed))?;
            return Live::set_up(&start.position().text(), Some(seed));
        }
        None => {}
    }
    Live::set_up(&format!("{} {rest}", entry.id), Some(seed))
}
