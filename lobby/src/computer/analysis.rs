//! Analysis of finished duels: the turning points, and better turns.

use std::collections::BTreeMap;

use games::{
    Diagram, Judged, Live, Record,
    diagram::{Course, FAR_AHEAD},
    tipped,
};

use crate::{
    appearance::Boards,
    computer::{
        JobsUnderWay, advice,
        alike::{self, Barred},
    },
    context::{Context, Environment},
    job::{Analysis, Job, SearchError},
    message::{Block, Figures, Position},
    play::{report, turn::quoted_actions},
    players::PlayerData,
    refusal::{Answer, refuse},
    tables::{
        Table, TableIndex,
        lookup::{self, begun},
    },
    text::messages::{AnalyseMessage, AnalysisMessage, HintMessage, TableId, ThinkingMessage},
    traffic::Effect,
};

/// Signs for the value of a position, the worst first.
const BAR_CHARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Number of turns per line, so that it fits beside a room.
const TURNS_PER_LINE: usize = 20;

/// Maximum number of captures that follow a capture and belong to the same sequence.
const MAX_ANSWERS: usize = 3;

/// Queues the analysis of a finished duel.
pub fn analyse(cx: &Context<'_>, tables: &TableIndex, jobs: &mut JobsUnderWay) -> Answer {
    let table = lookup::looked_at(cx, tables)?;
    if table.is_playing() {
        return refuse(AnalyseMessage::WhileOn);
    }
    if table.is_puzzle() {
        return refuse(AnalyseMessage::Puzzle);
    }
    let live = begun(table)?;
    // Comparing all duels takes long.
    if jobs.is_asking(cx.sender()) {
        return refuse(ThinkingMessage::Already);
    }
    match alike::barred(tables, table) {
        Some(Barred::Puzzle) => return refuse(AnalyseMessage::OfPuzzle),
        Some(Barred::Duel) => return refuse(HintMessage::OfDuelOn),
        None => {}
    }
    advice::check_own_game(cx, tables, table.id)?;
    match live.entry().seats {
        2 if live.actions() > 0 => {}
        2 => return refuse(AnalyseMessage::Nothing),
        _ => return refuse(AnalyseMessage::Run),
    }
    let request = Analysis {
        line: cx.line.without_people(),
        table: table.id,
        names: table.names(),
        record: live.record().to_string(),
    };
    jobs.begin(cx.sender());
    Ok(vec![Effect::Job(Job::Analyse(request))])
}

/// Reports the result of an analysis.
pub fn analysed(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    jobs: &mut JobsUnderWay,
    request: &Analysis,
    judged: Result<&[Judged], &SearchError>,
) -> Vec<Effect> {
    let Analysis { line, .. } = request;
    jobs.end(&line.sender.id);
    let cx = &Context::new(*env, line, tables, players);
    // A player may have been forgotten in the meantime.
    let now = tables.get(request.table).map(Table::names);
    let names = now.as_ref().unwrap_or(&request.names);
    let all = request.record.parse::<Record>();
    let all = all.map_or(0, |record| record.turns.len());
    let judged = match judged {
        Ok([]) => return report::refused(cx, tables, SearchError::Nothing.message().into()),
        Ok(judged) => judged,
        Err(reason) => return report::refused(cx, tables, reason.message().into()),
    };
    let name = |place: usize| names.get(place).cloned().unwrap_or_default();
    let head = AnalysisMessage::Heading {
        table: TableId(request.table),
        turns: judged.len(),
        all,
        whole: judged.len() >= all,
        white: name(0),
        black: name(1),
    };
    let tipped = tipped(judged);
    let mut blocks = vec![Block::Text(env.sentence(head))];
    let balances = balances(request, judged);
    blocks.extend(strip(cx, tables, request, names, &balances, &tipped));
    let scale = env.sentence(AnalysisMessage::Scale);
    let bar = format!("{scale}\n{}", bar(&balances));
    blocks.push(Block::Figures(Figures {
        wide: bar.clone(),
        narrow: bar,
        // The picture has it as a strip.
        unseen: String::new(),
    }));
    let lines = mistakes(env, judged, &tipped, names);
    blocks.push(Block::Text(lines.join("\n")));
    vec![cx.answer(blocks)]
}

/// Returns the turning points of a game, below their heading, and the numbers of doubtful turns.
fn mistakes(
    env: &Environment<'_>,
    judged: &[Judged],
    tipped: &[(usize, &Judged)],
    names: &[String],
) -> Vec<String> {
    let mut lines: Vec<String> = tipped
        .iter()
        .map(|(number, turn)| {
            let tipped = AnalysisMessage::Tipped {
                number: *number,
                seat: turn.seat,
                turn: quoted_actions(&turn.turn),
                best: quoted_actions(&turn.best),
            };
            env.text.say(&tipped.into(), names)
        })
        .collect();
    let doubtful = (1usize..).zip(judged).filter(|(_, turn)| turn.is_doubtful);
    let doubtful: Vec<String> = doubtful.map(|(number, _)| number.to_string()).collect();
    let (count, turns) = (doubtful.len(), doubtful.join(", "));
    let heading = match lines.is_empty() {
        true if count > 0 => AnalysisMessage::Doubtful { count, turns },
        true => AnalysisMessage::Even,
        false => {
            let heading = AnalysisMessage::Most { count: lines.len() };
            if count > 0 {
                lines.push(env.sentence(AnalysisMessage::DoubtfulToo { count, turns }));
            }
            heading
        }
    };
    lines.insert(0, env.sentence(heading));
    lines
}

/// Returns the last board with a strip that charts the course of the game, if boards are pictures.
fn strip(
    cx: &Context<'_>,
    tables: &TableIndex,
    request: &Analysis,
    names: &[String],
    balances: &[i32],
    tipped: &[(usize, &Judged)],
) -> Option<Block> {
    let record = request
        .record
        .parse()
        .ok()
        .filter(|_| cx.appearance.boards == Boards::Picture)?;
    let live = Live::replay(&record).ok()?;
    let mut diagram = Diagram::past(&live, Some(request.table), names).with_course(Course {
        balances: balances.to_vec(),
        tipped: tipped.iter().map(|(number, _)| *number).collect(),
    });
    let ended = tables.get(request.table).and_then(Table::ended);
    diagram.state = ended.unwrap_or(diagram.state);
    Some(Block::Position(Position {
        diagram: Box::new(diagram),
        side_panel: String::new(),
    }))
}

/// Returns the first seat's lead after each turn, for a chart. Within a sequence of captures it is the lead at the
/// end: before the answer to a capture, a position looks like a mistake that nobody made.
fn balances(request: &Analysis, judged: &[Judged]) -> Vec<i32> {
    let mut captured = BTreeMap::new();
    let record = request.record.parse::<Record>().ok();
    let mut note = |live: &Live| {
        captured.insert(live.actions(), live.captured().iter().sum::<usize>());
    };
    // Of a record that cannot be replayed nothing was judged.
    let _ = record.map(|record| Live::retrace(&record, &mut note).map(drop));
    let captures: Vec<bool> = judged
        .iter()
        .map(|turn| captured.get(&turn.at) < captured.get(&(turn.at + turn.turn.len())))
        .collect();
    let values: Vec<i32> = judged.iter().map(Judged::balance).collect();
    at_ends(&values, &captures)
}

/// Returns each value, or within a sequence of captures the value at its end.
fn at_ends(values: &[i32], captures: &[bool]) -> Vec<i32> {
    let numbered = values.iter().enumerate();
    let ends = numbered.map(|(number, value)| {
        let sequence = captures.iter().skip(number);
        let length = sequence.take(MAX_ANSWERS + 1).take_while(|is| **is).count();
        *values
            .get(number + length.saturating_sub(1))
            .unwrap_or(value)
    });
    ends.collect()
}

/// Charts the first seat's lead after each turn, one sign per turn, in lines that begin with a turn number.
fn bar(balances: &[i32]) -> String {
    let signs: Vec<char> = balances.iter().map(|balance| sign(*balance)).collect();
    let numbers = (1usize..).step_by(TURNS_PER_LINE);
    let lines = numbers
        .zip(signs.chunks(TURNS_PER_LINE))
        .map(|(number, signs)| {
            let signs: String = signs.iter().collect();
            format!("{number:>3} {signs}")
        });
    lines.collect::<Vec<_>>().join("\n")
}

fn sign(balance: i32) -> char {
    // Scaled from four pieces behind to four ahead.
    let place = (balance.clamp(-FAR_AHEAD, FAR_AHEAD - 1) + FAR_AHEAD) * 8 / (2 * FAR_AHEAD);
    usize::try_from(place)
        .ok()
        .and_then(|place| BAR_CHARS.get(place))
        .copied()
        .unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_charted_by_their_end() {
        let values = [0, 300, -10, 20, -200, 30];
        let quiet = [false; 6];
        assert_eq!(at_ends(&values, &quiet), values);
        let exchange = [false, true, true, false, true, false];
        assert_eq!(at_ends(&values, &exchange), [0, -10, -10, 20, -200, 30]);
        let to_the_end = [false, false, false, false, true, true];
        assert_eq!(at_ends(&values, &to_the_end), [0, 300, -10, 20, 30, 30]);
        assert_eq!(at_ends(&values, &[true; 6]), [20, -200, 30, 30, 30, 30]);
    }

    #[test]
    fn the_bars_reach_from_behind_to_ahead() {
        let charted = bar(&[-900, -400, -1, 0, 399, 900]);
        assert_eq!(charted, "  1 ▁▁▄▅██");
    }
}
