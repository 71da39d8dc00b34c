//! Tests of the engine protocol.

use std::{
    io::{self, BufRead, BufReader, Cursor, PipeReader, PipeWriter, Write, pipe},
    sync::mpsc,
    thread::{self, JoinHandle},
};

use super::{MAX_QUEUED_LINES, conversation::Conversation, converse};

/// Sends the lines marked `>` and compares the answers with those that follow them.
fn check(conversation: &str) {
    let (events, _heard) = mpsc::sync_channel(MAX_QUEUED_LINES);
    let mut engine = Conversation::new([7; 32], events);
    let mut answers: Vec<String> = Vec::new();
    for line in conversation
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        match line.strip_prefix("> ") {
            Some(command) => {
                assert!(
                    answers.is_empty(),
                    "not expected before {command}: {answers:?}"
                );
                let answer = engine.answer(command);
                answers = answer.lines().map(str::to_owned).collect();
            }
            None => {
                assert!(!answers.is_empty(), "missing: {line}");
                let answer = answers.remove(0);
                let fits = match line.strip_suffix("...") {
                    Some(start) => answer.starts_with(start),
                    None => answer == line,
                };
                assert!(fits, "{answer} is not {line}");
            }
        }
    }
    assert!(answers.is_empty(), "{answers:?}");
}

#[test]
fn a_turn_in_progress_shows_its_actions() {
    check(
        "> isready
         readyok
         > position fen matrx w b3=G,b4=g,c6=dd,e5=TT,g3=G,h2=DD,h3=g,h5=PP,i2=g,i3=dd,i4=G T4Z6D4Y6P4 T6Z6D2Y6P6
         > play +b2
         played +b2
         > fen
         matrx w b3=G,b4=g,c6=dd,e5=TT,g3=G,h2=DD,h3=g,h5=PP,i2=g,i3=dd,i4=G T4Z6D4Y6P4 T6Z6D2Y6P6 moves +b2
         > perft 1
         error engine-perft-in-turn...",
    );
}

#[test]
fn a_bad_line_errors_and_changes_nothing() {
    check(
        "> position startpos moves Gb2 Gi2
         > fen
         matrx w b2=G,i2=g G2T6Z6D6Y6P6 G2T6Z6D6Y6P6
         > play Tb3
         error gipf-gipf-first count=2...
         > position startpos moves Gb2 Gb2 Gb2 Gb2 Gb2 Gb2
         error gipf-...
         > position fen chess w -
         error common-unknown-game...
         > setoption name Dice value 7
         error engine-bad-value...
         > perft x
         error engine-bad-form...
         > hello
         error engine-unknown-command...
         > fen
         matrx w b2=G,i2=g G2T6Z6D6Y6P6 G2T6Z6D6Y6P6
         > position startpos moves
         > perft 2
         nodes 386
         > position\tstartpos \tmoves\tGb2
         > fen
         matrx b b2=G G2T6Z6D6Y6P6 G3T6Z6D6Y6P6
         > setoption name Game value zertz
         > position startpos
         > perft 1
         nodes 1944",
    );
}

#[test]
fn a_run_uses_the_dice_option() {
    check(
        "> setoption name Game value run
         > setoption name Target value 7
         > setoption name Seed value 0000000000000000000000000000000000000000000000000000000000000000
         > position startpos
         > setoption name Dice value 6
         > play k m13
         played k m13
         > perft 1
         error engine-perft-chance...
         > setoption name Dice value 6,5
         > position startpos moves k m13 gm14
         > play r n13 please
         error run-unreadable...",
    );
}

#[test]
fn a_bad_option_error_names_the_range() {
    check(
        "> setoption name Level value 7
         error search-no-such-level...
         > setoption name Threads value 257
         error engine-out-of-range highest=256 lowest=1 name=Threads text=257...
         > setoption name Hash value 0
         error engine-out-of-range highest=1024...
         > setoption name Level value 2
         > setoption name Threads value 2
         > setoption name Hash value 16",
    );
}

#[test]
fn queries_tell_side_to_move_and_result() {
    check(
        "> query p1turn
         response true
         > query gameover
         response false
         > query result
         response none
         > position fen zertz-basic 1 d1,d2=w,d3=b,d4 w4g6b4 b4 -
         > play x d2Bd4
         played x d2Bd4
         result first zertz-won
         > query gameover
         response true
         > query p1turn
         response false
         > query result
         response p1win
         > go
         error engine-game-over...
         > uginewgame
         > query result
         response none
         > query winner
         error engine-bad-form...
         > setoption name Game value run
         > position startpos
         > play quit
         played quit
         result - jacked-out
         > query result
         response p2win",
    );
}

#[test]
fn bounds_that_are_none_are_refused() {
    for bad in [
        "go fast",
        "go depth",
        "go depth 0",
        "go nodes -1",
        "go movetime 1s",
        "go depth 1 depth 2",
        "go infinite infinite",
    ] {
        check(&format!("> {bad}\n error engine-bad-form..."));
    }
}

/// Returns all output for these lines of input.
fn all(lines: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    converse(Cursor::new(lines.join("\n")), &mut out, [7; 32]).unwrap();
    let out = String::from_utf8(out).unwrap();
    out.lines().map(str::to_owned).collect()
}

/// Returns the number behind a word of an `info` line.
fn number(info: &str, word: &str) -> u64 {
    let mut words = info.split(' ').skip_while(|other| *other != word);
    words.nth(1).unwrap().parse().unwrap()
}

/// Returns the turn behind the last `bestmove`.
fn best(said: &[String]) -> &str {
    said.last().unwrap().strip_prefix("bestmove ").unwrap()
}

const ROW: &str = "position fen gipf-basic w b2=b,b5=B,c5=B,d5=B,e2=B,e8=b,h2=b,h5=B B10 B12";

#[test]
fn a_search_finishes_after_the_input_ends() {
    let said = all(&["position startpos", "go depth 3"]);
    let (_, infos) = said.split_last().unwrap();
    let depths: Vec<u64> = infos.iter().map(|info| number(info, "depth")).collect();
    assert_eq!(depths, [1, 2, 3]);
    assert!(infos.is_sorted_by_key(|info| number(info, "nodes")));
    for info in infos {
        assert!(
            info.contains(" score cp ") && info.contains(" pv G"),
            "{info}"
        );
    }
    assert!(infos[2].contains(&format!(" pv {}", best(&said))));
}

#[test]
fn a_search_without_bounds_repeats_per_seed() {
    let think = |seed: &str| {
        let seed = format!("setoption name Seed value {}", seed.repeat(64));
        let lines = [
            "setoption name Level value 2",
            &seed,
            "position startpos",
            "go",
        ];
        best(&all(&lines)).to_owned()
    };
    assert_eq!(think("0"), think("0"));
    let turns = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].map(think);
    assert!(turns.iter().any(|turn| *turn != turns[0]), "{turns:?}");
}

#[test]
fn the_bound_that_is_reached_first_counts() {
    let said = all(&[ROW, "go nodes 5000 depth 90 movetime 3600000"]);
    let last = &said[said.len() - 2];
    assert!((4_000..=6_000).contains(&number(last, "nodes")), "{last}");
    let said = all(&[ROW, "go infinite movetime 1"]);
    assert!(said.last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_best_turn_can_be_played_back() {
    let capture = "position fen zertz-basic 1 d1,d2=w,d3=b,d4,d5=g,d6,d7 w4g6b8 - -";
    let row = "position fen gipf-basic w b2=b,b4=B,b5=B,c5=B,d5=B,e2=B,e8=b,h2=b,h5=B B10 B12";
    for position in ["position startpos", capture, row] {
        let turn = best(&all(&[position, "go depth 1"])).to_owned();
        let played = format!("{position} moves {turn}");
        let said = all(&[position, "query p1turn", &played, "query p1turn", "fen"]);
        assert_eq!(said[..2], ["response true", "response false"]);
        assert!(!said[2].contains(" moves "), "{}", said[2]);
    }
}

#[test]
fn a_run_search_is_refused_without_disconnecting() {
    let said = all(&[
        "setoption name Game value run",
        "uginewgame",
        "go",
        "isready",
    ]);
    assert!(said.contains(&"readyok".to_owned()));
    let refused = said.iter().find(|line| line.starts_with("error "));
    assert!(refused.unwrap().starts_with("error engine-plays-duels"));
    assert_eq!(said.len(), 2, "{said:?}");
}

/// An engine at the other end of two pipes.
struct Engine {
    tell: PipeWriter,
    told: BufReader<PipeReader>,
    running: JoinHandle<io::Result<()>>,
}

impl Engine {
    fn start() -> Engine {
        let ((input, tell), (told, out)) = (pipe().unwrap(), pipe().unwrap());
        Engine {
            tell,
            told: BufReader::new(told),
            running: thread::spawn(move || converse(BufReader::new(input), out, [7; 32])),
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.tell, "{line}").unwrap();
    }

    /// Reads the next line; `None` at the end of the output.
    fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.told.read_line(&mut line).unwrap();
        (length > 0).then(|| line.trim_end().to_owned())
    }

    /// Reads the next line that is no `info`.
    fn answer(&mut self) -> String {
        loop {
            let line = self.hear().unwrap();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }
}

#[test]
fn changes_are_refused_while_the_engine_thinks() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    assert!(engine.hear().unwrap().starts_with("info depth 1 "));
    engine.say("isready");
    assert_eq!(engine.answer(), "readyok");
    for refused in [
        "position startpos moves Gb2",
        "setoption name Level value 1",
        "uginewgame",
        "play Gb2",
        "go depth 1",
        "perft 1",
    ] {
        engine.say(refused);
        let answer = engine.answer();
        assert!(answer.starts_with("error engine-thinks: "), "{answer}");
    }
    engine.say("stop please");
    assert!(engine.answer().starts_with("error engine-too-much "));
    engine.say("what?");
    assert!(engine.answer().starts_with("error engine-unknown-command "));
    engine.say("fen");
    assert_eq!(engine.answer(), "matrx w - G3T6Z6D6Y6P6 G3T6Z6D6Y6P6");
    engine.say("stop");
    assert!(engine.answer().starts_with("bestmove G"));
    // No search is running any more, and there is no second turn.
    engine.say("stop");
    engine.say("position startpos moves Gb2");
    engine.say("go nodes 100");
    assert!(engine.answer().starts_with("bestmove G"));
    engine.say("quit");
    assert_eq!(engine.hear(), None);
    engine.running.join().unwrap().unwrap();
}

#[test]
fn quit_ends_thinking_with_its_turn() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("quit");
    engine.say("isready");
    assert!(engine.answer().starts_with("bestmove G"));
    assert_eq!(engine.hear(), None);
    engine.running.join().unwrap().unwrap();
}

#[test]
fn infinite_search_stops_when_the_input_ends() {
    let said = all(&["position startpos", "go infinite"]);
    assert!(best(&said).starts_with('G'));
}

#[test]
fn the_engine_ends_when_its_output_closes() {
    let Engine {
        mut tell,
        told,
        running,
    } = Engine::start();
    drop(told);
    writeln!(tell, "go infinite").unwrap();
    let ended = running.join().unwrap().unwrap_err();
    assert_eq!(ended.kind(), io::ErrorKind::BrokenPipe);
}
