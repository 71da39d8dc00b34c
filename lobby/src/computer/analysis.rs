//! Analysis of finished duels: the turning points, and better turns.

use games::{
    Diagram, Judged, Live, Record,
    diagram::{Course, FAR_AHEAD},
    tipped,
};

use crate::{
    computer::{
        JobsUnderWay, advice,
        alike::{self, Barred},
    },
    context::{Context, Environment},
    job::{Analysis, Job, NoThought},
    look::Boards,
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
    let wish = Analysis {
        line: cx.line.without_people(),
        table: table.id,
        names: table.names(),
        record: live.record().to_string(),
    };
    if !jobs.begin(cx.sender()) {
        return refuse(ThinkingMessage::Already);
    }
    Ok(vec![Effect::Job(Job::Analyse(wish))])
}

/// Reports the result of an analysis.
pub fn analysed(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    jobs: &mut JobsUnderWay,
    wish: &Analysis,
    judged: Result<&[Judged], &NoThought>,
) -> Vec<Effect> {
    let Analysis { line, .. } = wish;
    jobs.end(&line.sender.id);
    let cx = &Context::new(*env, line, tables, players);
    // A player may have been forgotten in the meantime.
    let now = tables.get(wish.table).map(Table::names);
    let names = now.as_ref().unwrap_or(&wish.names);
    let all = wish.record.parse::<Record>();
    let all = all.map_or(0, |record| record.turns.len());
    let judged = match judged {
        Ok([]) => return report::refused(cx, tables, NoThought::Nothing.message().into()),
        Ok(judged) => judged,
        Err(reason) => return report::refused(cx, tables, reason.message().into()),
    };
    let name = |place: usize| names.get(place).cloned().unwrap_or_default();
    let head = AnalysisMessage::Heading {
        table: TableId(wish.table),
        turns: judged.len(),
        all,
        whole: judged.len() >= all,
        white: name(0),
        black: name(1),
    };
    let tipped = tipped(judged);
    let mut blocks = vec![Block::Text(env.sentence(head))];
    blocks.extend(strip(cx, tables, wish, names, judged, &tipped));
    let bar = bar(judged);
    blocks.push(Block::Figures(Figures {
        wide: bar.clone(),
        narrow: bar,
        // The picture has it as a strip.
        unseen: String::new(),
    }));
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
    let doubtful = judged.iter().filter(|turn| turn.is_doubtful).count();
    let heading = match lines.is_empty() {
        true if doubtful > 0 => AnalysisMessage::Doubtful { count: doubtful },
        true => AnalysisMessage::Even,
        false => AnalysisMessage::Most { count: lines.len() },
    };
    if doubtful > 0 && !lines.is_empty() {
        let more = AnalysisMessage::DoubtfulToo { count: doubtful };
        lines.push(env.sentence(more));
    }
    lines.insert(0, env.sentence(heading));
    blocks.push(Block::Text(lines.join("\n")));
    vec![cx.answer(blocks)]
}

/// Returns the last board with a strip that charts the course of the game, if boards are pictures.
fn strip(
    cx: &Context<'_>,
    tables: &TableIndex,
    wish: &Analysis,
    names: &[String],
    judged: &[Judged],
    tipped: &[(usize, &Judged)],
) -> Option<Block> {
    let record = wish
        .record
        .parse()
        .ok()
        .filter(|_| cx.look.boards == Boards::Picture)?;
    let live = Live::replay(&record).ok()?;
    let mut diagram = Diagram::past(&live, Some(wish.table), names).with_course(Course {
        balances: judged.iter().map(Judged::balance).collect(),
        tipped: tipped.iter().map(|(number, _)| *number).collect(),
    });
    let ended = tables.get(wish.table).and_then(Table::ended);
    diagram.state = ended.unwrap_or(diagram.state);
    Some(Block::Position(Position {
        diagram: Box::new(diagram),
        side_panel: String::new(),
    }))
}

/// Charts the first seat's value after each turn, one sign per turn, in lines that begin with a turn number.
fn bar(judged: &[Judged]) -> String {
    let signs: Vec<char> = judged.iter().map(sign).collect();
    let numbers = (1usize..).step_by(TURNS_PER_LINE);
    let lines = numbers
        .zip(signs.chunks(TURNS_PER_LINE))
        .map(|(number, signs)| {
            let signs: String = signs.iter().collect();
            format!("{number:>3} {signs}")
        });
    lines.collect::<Vec<_>>().join("\n")
}

fn sign(turn: &Judged) -> char {
    // Scaled from four pieces behind to four ahead.
    let place = (turn.balance().clamp(-FAR_AHEAD, FAR_AHEAD - 1) + FAR_AHEAD) * 8 / (2 * FAR_AHEAD);
    usize::try_from(place)
        .ok()
        .and_then(|place| BAR_CHARS.get(place))
        .copied()
        .unwrap_or(' ')
}
