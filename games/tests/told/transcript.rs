//! What is told of a game that is being played, as text.

use std::fmt::Write as _;

use games::{
    Fact, Live, Outcome, Seed,
    puzzles::{Family, Puzzle},
    scene::{Beside, Mark},
};

pub fn tell(text: &mut String, what: &str, facts: &[Fact]) {
    for fact in facts {
        writeln!(text, "  {what}{fact}").unwrap();
    }
}

/// What is drawn but the pieces: marks, rows that wait, the way pieces went, odds of runs.
fn see(text: &mut String, live: &Live) {
    let scene = live.weighed_scene();
    let marked = scene.points.iter().filter(|point| point.mark != Mark::None);
    let marked: Vec<String> = marked
        .map(|it| format!("{} {:?}", it.name, it.mark))
        .collect();
    writeln!(text, "  marked {}", marked.join(", ")).unwrap();
    for deed in &scene.deeds {
        writeln!(text, "  drawn {deed:?}").unwrap();
    }
    for row in &scene.rows {
        writeln!(text, "  drawn {row:?}").unwrap();
    }
    let next = scene.points.iter().filter(|point| !point.next.is_empty());
    for point in next.step_by(4) {
        let next = point.next.iter().map(|next| {
            let odds = next.odds.map(|odds| (odds.least, odds.percent));
            let whence = if next.inside { "inside" } else { "outside" };
            format!("{} from {whence} {odds:?}", next.piece.letter)
        });
        let next: Vec<String> = next.collect();
        writeln!(text, "  next at {}: {}", point.name, next.join(", ")).unwrap();
    }
    if live.actions() > 0 {
        return;
    }
    for beside in &scene.beside {
        let told = match beside {
            Beside::Stock { holder, items } => {
                let items = items.iter().map(|item| {
                    let letters: String = item.pieces.iter().map(|it| it.letter).collect();
                    format!(" {}{letters}{:?}", item.count, item.number)
                });
                format!("{holder:?}{}", items.collect::<String>())
            }
            other => format!("{other:?}"),
        };
        writeln!(text, "  beside {told}").unwrap();
    }
}

/// What is asked, and all that stands beside it.
pub fn ask(text: &mut String, live: &Live) {
    let Some(prompt) = live.prompt() else {
        let Outcome { winner, reason } = live.outcome().unwrap();
        let outcome = format!("Outcome {{ winner: {winner:?}, reason: \"{reason}\" }}");
        writeln!(text, "  over: Some({outcome})").unwrap();
        tell(text, "because ", live.ending().as_slice());
        tell(text, "looking back ", &live.look_back());
        return;
    };
    writeln!(text, "  asked {}", prompt.ask).unwrap();
    for choice in &prompt.choices {
        writeln!(text, "  answer {}: {}", choice.action, choice.what).unwrap();
    }
    tell(text, "detail ", &prompt.details);
    tell(text, "note ", &prompt.notes);
    tell(text, "warning ", &prompt.warnings);
    tell(text, "beside the board ", &live.margin());
    for figures in &prompt.figures {
        writeln!(text, "  figures {}", figures.title).unwrap();
        for row in &figures.rows {
            tell(text, "  row ", &row.cells);
        }
    }
    writeln!(text, "  for example {}", live.example().unwrap()).unwrap();
    see(text, live);
}

pub fn play(text: &mut String, live: &mut Live, action: &str) {
    writeln!(text, "> {action}").unwrap();
    tell(text, "kind ", live.kind(action).as_slice());
    tell(text, "price ", live.price(action).as_slice());
    if let Some(parts) = live.parts(action) {
        writeln!(text, "  parts {}", parts.parts.join(" + ")).unwrap();
    }
    let facts = live.play(action).unwrap();
    tell(text, "", &facts);
}

/// A game that goes on as a puzzle says; before that, refusals of what is best in others: it is seldom possible.
pub fn of_puzzle<'a>(puzzle: &Puzzle, others: impl Iterator<Item = &'a Puzzle>) -> String {
    let mut live = Live::set_up(&puzzle.position, Some(Seed([2; 32]))).unwrap();
    let mut text = format!("# {}\n", puzzle.position);
    tell(&mut text, "at the beginning ", &live.opening());
    ask(&mut text, &live);
    for action in others.flat_map(|other| &other.turn) {
        if let Some(refusal) = live.refusal(action) {
            writeln!(text, "  refused {action}: {refusal}").unwrap();
        }
    }
    for action in puzzle.turn.iter().chain(&puzzle.line) {
        play(&mut text, &mut live, action);
        if !live.is_in_turn() {
            ask(&mut text, &live);
        }
        if Family::of(live.entry()) == Some(Family::Run) {
            // What comes after it, dice decide.
            break;
        }
    }
    writeln!(text, "  captured {:?}\n", live.captured()).unwrap();
    text
}
