//! The end of lessons and puzzles that make way for something else.

use games::Fact;

use crate::{
    context::{Context, Environment},
    play::progress,
    players::PlayerData,
    puzzles::score,
    tables::{Table, TableIndex},
    terms::{End, Occasion},
    text::messages::{PuzzleMessage, TableId},
    traffic::Effect,
};

/// Closes the lesson or puzzle in progress in a thread of a direct message, before something else starts in the same
/// place. Only for a puzzle that is news.
pub fn end_lesson(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    thread: Option<&str>,
) -> (Vec<Effect>, Vec<Fact>) {
    match open_in(cx, tables, thread).filter(|_| cx.line.direct) {
        Some(id) => make_way(cx, tables, players, id),
        None => (Vec::new(), Vec::new()),
    }
}

/// Returns the lesson or puzzle in progress in a thread of the room.
fn open_in(cx: &Context<'_>, tables: &TableIndex, thread: Option<&str>) -> Option<u32> {
    let is_on = |table: &&Table| table.is_lesson() && table.is_playing();
    let mut here = tables.in_thread(&cx.line.room, thread);
    here.find(is_on).map(|table| table.id)
}

/// Closes a lesson or a puzzle; a puzzle is reported as missed.
pub fn make_way(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> (Vec<Effect>, Vec<Fact>) {
    let left = match tables.get(id).map(|table| table.occasion) {
        Some(Occasion::Puzzle(day)) => {
            let table = TableId(id);
            vec![PuzzleMessage::Left { table, day }.into()]
        }
        _ => Vec::new(),
    };
    let missed = score::leave_puzzle(tables, players, id);
    let ended = progress::close_table(env, tables, id, End::Abandoned);
    (ended.into_iter().chain(missed).collect(), left)
}

/// Returns the lesson in progress in a direct message, of which there is one at a time.
pub fn lesson_here(cx: &Context<'_>, tables: &TableIndex) -> Option<u32> {
    let is_on = |table: &&Table| table.occasion == Occasion::Lesson && table.is_playing();
    let found = tables.open_in(&cx.line.room).find(is_on);
    found.map(|table| table.id)
}
