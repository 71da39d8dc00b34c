//! Boards and prompts as messages show them.

use games::{Diagram, Fact, FigureRow, Live, Prompt, RowKind, Seat};

use crate::{
    context::Environment,
    message::{Block, Figures, Position},
    puzzles::task::{example_of, without_use},
    tables::{
        Over, Table,
        table::{is_full, max_actions, seat_at},
    },
    terms::{End, Occasion},
    text::{
        draw::{self, Width},
        messages::{
            AnswerMessage, ComputerMessage, EndMessage, LessonMessage, PuzzleMessage, Winner,
        },
    },
};

/// Maximum number of rows of figures in a turn; beyond it, rows with power-ups are left to `board`.
const MAX_FIGURE_ROWS: usize = 8;

/// Returns the board of a table and its side panel, shortened for players who know it.
pub fn position(env: &Environment<'_>, table: &Table, live: &Live, known: bool) -> Position {
    let names = table.names();
    let mut diagram = Diagram::of(live, Some(table.id), &names);
    diagram.state = table.ended().unwrap_or(diagram.state);
    Position {
        side_panel: side_panel(env, live, &names, known),
        diagram: Box::new(diagram),
    }
}

/// Returns the board of a table as it was earlier, without odds; only the newest one has the result of the game.
pub fn past_position(
    env: &Environment<'_>,
    table: &Table,
    live: &Live,
    is_newest: bool,
) -> Position {
    let names = table.names();
    let mut diagram = Diagram::past(live, Some(table.id), &names);
    let ended = table.ended().filter(|_| is_newest);
    diagram.state = ended.unwrap_or(diagram.state);
    Position {
        side_panel: side_panel(env, live, &names, false),
        diagram: Box::new(diagram),
    }
}

/// Returns the lines beside a board, shortened for players who know them.
fn side_panel(env: &Environment<'_>, live: &Live, names: &[String], known: bool) -> String {
    let facts = live.position().side_panel().into_iter();
    let lines = facts.map(|fact| {
        env.text
            .say(&fact.with("again", as_yes_or_no(known)), names)
    });
    let lines = lines.filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the figures that help to answer the prompt, in one block.
pub fn figures(env: &Environment<'_>, live: &Live, names: &[String], known: bool) -> Option<Block> {
    let say = |fact: &Fact| env.text.say(fact, names);
    let figures = live.prompt()?.figures;
    let count: usize = figures.iter().map(|figures| figures.rows.len()).sum();
    let crowded = known && count > MAX_FIGURE_ROWS;
    let drawn = figures.iter().map(|figures| {
        let words = |row: &FigureRow| -> Vec<String> { row.cells.iter().map(say).collect() };
        let head: Vec<String> = figures.head.iter().map(say).collect();
        let rows = figures.rows.iter();
        let rows = rows.filter(|row| !crowded || row.kind != RowKind::Boosted);
        let rows: Vec<Vec<String>> = rows.map(words).collect();
        let title = figures.title.clone().with("again", as_yes_or_no(known));
        let lifted = figures.rows.iter().any(|row| row.kind == RowKind::Boosted);
        let title = if crowded {
            // `board` shows them.
            say(&title.with("boosted", if lifted { 2u8 } else { 0 }))
        } else {
            say(&title)
        };
        let unseen = figures.rows.iter().filter(|row| row.kind != RowKind::Plain);
        let unseen: Vec<Vec<String>> = unseen.map(words).collect();
        Figures {
            wide: draw::figures::draw(&title, &head, &rows, Width::Wide),
            narrow: draw::figures::draw(&title, &head, &rows, Width::Narrow),
            unseen: if unseen.is_empty() {
                String::new()
            } else {
                draw::figures::beside(&title, &head, &unseen)
            },
        }
    });
    let drawn: Vec<Figures> = drawn.collect();
    let joined = |part: fn(&Figures) -> &str| {
        let parts = drawn.iter().map(part).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("\n\n")
    };
    (!drawn.is_empty()).then(|| {
        Block::Figures(Figures {
            wide: joined(|figures| &figures.wide),
            narrow: joined(|figures| &figures.narrow),
            unseen: joined(|figures| &figures.unseen),
        })
    })
}

/// Returns whose turn it is with the possible commands, or that the computer is thinking.
pub fn prompt_text(env: &Environment<'_>, table: &Table, live: &Live) -> String {
    if let Some(mover) = live
        .to_move()
        .filter(|_| table.computer_to_move().is_some())
    {
        let thinks = ComputerMessage::Thinks { seat: mover };
        return env.text.say(&thinks.into(), &table.names());
    }
    let Some(mut prompt) = live.prompt() else {
        return String::new();
    };
    if table.is_puzzle() {
        prompt.ask = without_use(prompt.ask);
    }
    let example = example_of(table, live).unwrap_or_default();
    let known = is_known(live) || has_often_answered(live, &prompt);
    let (names, only_person) = (table.names(), table.only_person());
    let say = |fact: &Fact| env.text.say_at_table(fact, &names, only_person);
    format_prompt(env, prompt, example, &say, known)
}

/// Formats a prompt with an example and its few answers; shortened for players who know it.
pub fn format_prompt(
    env: &Environment<'_>,
    prompt: Prompt,
    example: String,
    say: &dyn Fn(&Fact) -> String,
    known: bool,
) -> String {
    let ask = prompt.ask.with("example", example).with("listed", "no");
    let ask = ask.with("again", as_yes_or_no(known));
    let details = prompt.details.iter().filter(|_| !known);
    let mut lines = vec![say(&ask)];
    for (number, choice) in (1usize..).zip(&prompt.choices) {
        let what = say(&choice.what);
        let line = AnswerMessage::Choice {
            number,
            action: choice.action.clone(),
            what,
        };
        lines.push(env.sentence(line));
    }
    lines.extend(
        prompt
            .notes
            .iter()
            .chain(&prompt.warnings)
            .chain(details)
            .map(say),
    );
    lines.join("\n")
}

/// Returns the end of a game.
pub fn end(table: &Table, over: &Over, live: &Live) -> Fact {
    let by_rules = live.outcome().zip(live.position().ending());
    match (over.end, by_rules) {
        (End::Resigned(loser), _) if over.players.iter().all(|it| it.id.is_empty()) => {
            // Both share one placeholder name, which would not distinguish them.
            let winner = match seat_at(loser).other() {
                Seat::First => Winner::First,
                Seat::Second => Winner::Second,
            };
            EndMessage::ResignedGone { winner }.into()
        }
        (End::Resigned(loser), _) => EndMessage::Resigned {
            seat: seat_at(loser).other(),
            loser: table.name_of(seat_at(loser)),
        }
        .into(),
        (End::TimedOut(loser), _) => EndMessage::TimedOut {
            seat: seat_at(loser).other(),
            loser: table.name_of(seat_at(loser)),
        }
        .into(),
        (End::NotBegun(loser), _) => EndMessage::NotBegun {
            loser: table.name_of(seat_at(loser)),
        }
        .into(),
        (End::Idle, _) => EndMessage::Idle.into(),
        (End::Rules, Some((outcome, end))) => {
            let winner = outcome.winner.unwrap_or(Seat::First);
            end.with("seat", winner)
                .with("loser", table.name_of(winner.other()))
        }
        (End::Abandoned, _) if table.is_puzzle() => PuzzleMessage::Over.into(),
        (End::Abandoned, _) if is_full(table.occasion, live) => full_end(table.occasion),
        (End::Abandoned, _) if table.is_lesson() => LessonMessage::Ended.into(),
        (End::Abandoned, _) => EndMessage::Abandoned.into(),
        (End::Agreed | End::Rules, _) => EndMessage::Agreed.into(),
    }
}

/// Returns the ending of a game of the maximum length.
fn full_end(occasion: Occasion) -> Fact {
    let limit = max_actions(occasion);
    if occasion == Occasion::Lesson {
        LessonMessage::Full { limit }.into()
    } else {
        EndMessage::Full { limit }.into()
    }
}

/// Returns whether the prompts of a game are known: a lone player has seen them after two turns.
pub fn is_known(live: &Live) -> bool {
    live.entry().seats == 1 && live.record().turns.len() >= 2
}

/// Returns whether the player has answered such prompts often enough to know them.
fn has_often_answered(live: &Live, prompt: &Prompt) -> bool {
    const FAMILIAR_AFTER: usize = 2;
    let asked = prompt.answered_by.as_ref().zip(live.to_move());
    asked.is_some_and(|(event, seat)| live.told().count_of(event, seat) >= FAMILIAR_AFTER)
}

/// Returns the value of the Fluent argument `again`, for what the reader was told before.
pub fn as_yes_or_no(told: bool) -> &'static str {
    if told { "yes" } else { "no" }
}
