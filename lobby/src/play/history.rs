//! `history`: the turns of a game in notation, in columns.

use std::ops::Range;

use games::{Live, Seat};

use crate::{
    context::Context,
    message::Block,
    play::past_turns::command,
    refusal::{Answer, refuse},
    tables::{
        Table, TableIndex,
        lookup::{self, begun},
    },
    text::{
        draw::columns::width,
        messages::{HistoryMessage, TableId},
    },
};

/// Maximum number of turns listed at once.
const MAX_TURNS: usize = 40;

/// Maximum number of lines listed at once; a long turn takes several.
const MAX_LINES: usize = 56;

/// Maximum width of a line, in columns.
const MAX_COLUMNS: usize = 40;

/// The gap between columns.
const GAP: usize = 2;

/// A row of the list.
struct Row {
    /// The indices of its turns.
    turns: Range<usize>,
    /// The turn of each seat.
    cells: [String; 2],
}

/// Lists the last turns of a game, or those from a number on.
pub fn history(cx: &Context<'_>, tables: &TableIndex, from: Option<usize>) -> Answer {
    let table = lookup::looked_at(cx, tables)?;
    let live = begun(table)?;
    let turns = live.record().turns.len();
    if turns == 0 || from.is_some_and(|from| from > turns) {
        let last = command(cx, "history");
        return refuse(HistoryMessage::NoSuchTurn { turns, last });
    }
    let first = match from {
        Some(number) => number.saturating_sub(1),
        None => turns.saturating_sub(MAX_TURNS),
    };
    let rows = rows(live, first..turns.min(first + MAX_TURNS));
    let digits = turns.to_string().len();
    let drawn = rows
        .iter()
        .map(|row| (row.turns.clone(), drawn(row, live.entry().seats, digits)));
    let (listed, lines) = fitting(drawn.collect(), from.is_none());
    Ok(vec![cx.answer(vec![
        heading(cx, table, live, &listed),
        Block::Board(lines.join("\n")),
        more(cx, &listed, turns),
    ])])
}

/// Groups turns by rows: in a game for two, one of each seat.
fn rows(live: &Live, listed: Range<usize>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut begun = 0;
    for (index, actions) in live.record().turns.iter().enumerate() {
        let seat = live.movers().get(begun).copied().unwrap_or(Seat::First);
        begun += actions.len();
        if !listed.contains(&index) {
            continue;
        }
        let turn = actions.join("; ");
        match rows.last_mut() {
            // A player without a legal move is skipped, and the other one begins another row.
            Some(row) if seat == Seat::Second && row.cells[1].is_empty() => {
                row.cells[1] = turn;
                row.turns.end = index + 1;
            }
            _ => {
                let mut cells = [String::new(), String::new()];
                *seat.of_mut(&mut cells) = turn;
                rows.push(Row {
                    turns: index..index + 1,
                    cells,
                });
            }
        }
    }
    rows
}

/// Draws a row with the number of its first turn; a long turn goes on in the next lines of its column.
fn drawn(row: &Row, seats: usize, digits: usize) -> Vec<String> {
    let columns = (MAX_COLUMNS - digits - seats * GAP) / seats;
    let [left, right] = row.cells.each_ref().map(|cell| folded(cell, columns));
    let number = row.turns.start + 1;
    let lines = (0..left.len().max(right.len())).map(|line| {
        let number = if line == 0 {
            number.to_string()
        } else {
            String::new()
        };
        let cell = |lines: &[String]| lines.get(line).cloned().unwrap_or_default();
        let (left, right) = (cell(&left), cell(&right));
        let drawn = format!(
            "{number:>digits$}{0:GAP$}{left:columns$}{0:GAP$}{right}",
            ""
        );
        drawn.trim_end().to_owned()
    });
    lines.collect()
}

/// Splits a turn into lines, after a space or a comma where that is possible.
fn folded(turn: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in turn.split_inclusive([' ', ',']) {
        match lines.last_mut() {
            Some(line) if width(line) + width(part.trim_end()) <= columns => line.push_str(part),
            _ => {
                let letters: Vec<char> = part.chars().collect();
                lines.extend(letters.chunks(columns).map(|piece| piece.iter().collect()));
            }
        }
    }
    lines
}

/// Returns the first rows that fit into a message, or the last ones: their turns, and their lines.
fn fitting(
    mut rows: Vec<(Range<usize>, Vec<String>)>,
    from_end: bool,
) -> (Range<usize>, Vec<String>) {
    if from_end {
        rows.reverse();
    }
    let mut count = 0;
    let mut fits = |(_, lines): &(_, Vec<String>)| {
        let is_first = count == 0;
        count += lines.len();
        is_first || count <= MAX_LINES
    };
    let mut fitting: Vec<_> = rows.into_iter().take_while(|row| fits(row)).collect();
    if from_end {
        fitting.reverse();
    }
    let start = fitting.first().map_or(0, |(turns, _)| turns.start);
    let end = fitting.last().map_or(0, |(turns, _)| turns.end);
    let lines = fitting.into_iter().flat_map(|(_, lines)| lines);
    (start..end, lines.collect())
}

/// Returns the text above the list: the turns, and the players of the columns.
fn heading(cx: &Context<'_>, table: &Table, live: &Live, listed: &Range<usize>) -> Block {
    let mut names = table.names().into_iter();
    Block::Text(cx.sentence(HistoryMessage::Listed {
        table: TableId(table.id),
        from: listed.start + 1,
        to: listed.end,
        count: listed.len(),
        turns: live.record().turns.len(),
        left: names.next().unwrap_or_default(),
        right: names.next(),
    }))
}

/// Returns the text below the list: the commands for other turns, and for the board after one.
fn more(cx: &Context<'_>, listed: &Range<usize>, turns: usize) -> Block {
    let from = |index: usize| command(cx, &format!("history {}", index + 1));
    let has_earlier = listed.start > 0;
    let has_later = listed.end < turns;
    Block::Text(cx.sentence(HistoryMessage::More {
        earlier: has_earlier.then(|| from(listed.start.saturating_sub(MAX_TURNS))),
        later: has_later.then(|| from(listed.end)),
        show: command(cx, &format!("show {}", listed.end)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(start: usize, cells: [&str; 2]) -> Row {
        let count = cells.iter().filter(|cell| !cell.is_empty()).count();
        Row {
            turns: start..start + count,
            cells: cells.map(str::to_owned),
        }
    }

    #[test]
    fn columns_of_two_players_fit() {
        let rows = [
            row(8, ["Gb2", "Gc6"]),
            row(10, ["Ge1-e4; xc2,d3,e4*,f5", "Zc3-f6"]),
            row(12, ["", "x d1Wd3Gd5Be6Wf5Ge4Gd3Bc2"]),
        ];
        let lines: Vec<String> = rows.iter().flat_map(|row| drawn(row, 2, 3)).collect();
        let first = [
            "  9  Gb2               Gc6",
            " 11  Ge1-e4; xc2,d3,   Zc3-f6",
            "     e4*,f5",
        ];
        assert_eq!(lines[..3], first);
        assert!(
            lines.iter().all(|line| width(line) <= MAX_COLUMNS),
            "{lines:?}"
        );
    }

    #[test]
    fn a_lone_player_has_one_column() {
        let lines = drawn(&row(0, ["use b m16 pay k r", ""]), 1, 2);
        assert_eq!(lines, [" 1  use b m16 pay k r"]);
    }

    #[test]
    fn a_message_holds_a_limited_number_of_lines() {
        let rows = |lines: usize| {
            let rows = (0..40).map(|turn| (turn..turn + 1, vec![turn.to_string(); lines]));
            rows.collect::<Vec<_>>()
        };
        assert_eq!(fitting(rows(1), true).0, 0..40);
        assert_eq!(fitting(rows(2), true).0, 12..40);
        assert_eq!(fitting(rows(2), false).0, 0..28);
        assert_eq!(fitting(rows(100), false).0, 0..1);
    }
}
