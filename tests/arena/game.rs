//! A game with a referee, which checks every turn of the engines.

use std::time::Duration;

use games::{
    Dice, Live, Reason, Record, Seat, Termination, actions, actions::Actions,
    record::MAX_NAME_CHARS,
};

use crate::{
    engine::{Engine, Fault},
    plan::Plan,
    statistics::Result as GameResult,
};

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its record, with the names of the sides in the order of their seats.
    pub record: Record,
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// The kind of its end.
    pub end: End,
    /// The turns and time of each seat.
    pub spent: [Spent; 2],
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// An end by the rules, with its reason.
    Rules(Reason),
    /// The maximum number of turns, which makes a draw.
    Long,
    /// A fault of an engine, which loses.
    Fault(Seat, Fault),
}

/// The turns of an engine and its thinking time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The number of turns.
    pub turns: u32,
    /// The thinking time of all turns.
    pub time: Duration,
    /// The longest thinking time of a turn.
    pub longest: Duration,
}

impl Spent {
    /// Counts a turn.
    fn add(&mut self, time: Duration) {
        self.turns += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }

    /// Adds another engine's or game's turns.
    pub fn and(self, other: Spent) -> Spent {
        Spent {
            turns: self.turns + other.turns,
            time: self.time + other.time,
            longest: self.longest.max(other.longest),
        }
    }

    /// Returns the mean time of a turn.
    pub fn mean(self) -> Duration {
        self.time / self.turns.max(1)
    }
}

impl Played {
    /// Returns the result for a seat.
    pub fn result(&self, seat: Seat) -> GameResult {
        match self.winner {
            None => GameResult::Draw,
            Some(winner) if winner == seat => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }
}

/// A game in progress.
pub struct Game<'a> {
    plan: &'a Plan,
    /// The start position for the engines: `startpos` or `fen …`.
    start: String,
    live: Live,
    /// The dice that decide contests.
    coin: Dice,
    spent: [Spent; 2],
}

impl<'a> Game<'a> {
    /// Creates a game that starts with an opening.
    pub fn new(plan: &'a Plan, opening: Live, coin: Dice) -> Game<'a> {
        let agreed = plan.options != "-";
        let first = opening.without_last(opening.actions());
        let first = first.filter(|_| agreed);
        let fen = first.map(|first| format!("fen {}", first.position_text()));
        Game {
            plan,
            start: fen.unwrap_or_else(|| "startpos".to_owned()),
            live: opening,
            coin,
            spent: Default::default(),
        }
    }

    /// Plays the game to its end, with the engines in the order of their seats. An engine that breaks the
    /// rules of the game or of the protocol loses.
    pub fn play(mut self, engines: &mut [Engine; 2], names: [&str; 2]) -> Played {
        let end = loop {
            if let Some(outcome) = self.live.outcome() {
                break End::Rules(outcome.reason);
            }
            if self.live.record().turns.len() >= self.plan.turns {
                break End::Long;
            }
            if let Some(contest) = self.live.position().contest() {
                // Contests are decided by a coin, whatever the options say.
                let won = matches!(self.coin.roll(), Ok(1..=3));
                let action = if won { contest.won } else { contest.lost };
                let decided = self.live.play(action);
                decided.expect("a contest is decided by either of its actions");
                continue;
            }
            let Some(seat) = self.live.to_move() else {
                break End::Long;
            };
            if let Err(fault) = self.turn(seat, seat.of_mut(engines)) {
                break End::Fault(seat, fault);
            }
        };
        self.end(end, names)
    }

    /// Lets an engine make a turn.
    fn turn(&mut self, seat: Seat, engine: &mut Engine) -> Result<(), Fault> {
        engine.say(&self.position());
        engine.ready()?;
        let (line, time) = engine.think(self.plan)?;
        seat.of_mut(&mut self.spent).add(time);
        let before = self.live.actions();
        let played = self.play_turn(seat, &line);
        played.map_err(|why| {
            // A refused turn is taken back as a whole.
            let refused = self.live.actions() - before;
            if let Some(live) = self.live.without_last(refused) {
                self.live = live;
            }
            Fault::Illegal(line, why)
        })
    }

    /// Returns the `position` command for the engines.
    fn position(&self) -> String {
        let start = &self.start;
        match self.live.record().turns.concat().as_slice() {
            [] => format!("position {start}"),
            played => format!("position {start} moves {}", actions::join(played)),
        }
    }

    /// Plays a whole turn of a seat, no less and no more.
    fn play_turn(&mut self, seat: Seat, line: &str) -> Result<(), String> {
        let mut actions = Actions::read(line);
        let mut is_on = true;
        while let Some(action) = actions.next(self.live.position()) {
            if !is_on {
                return Err(format!("the turn is over before {action}"));
            }
            let played = self.live.play(&action);
            played.map_err(|illegal| format!("{action}: {illegal}"))?;
            let live = &self.live;
            // A seat that allows a jump which ends the other seat's turn has its own turn next.
            let contest = live.position().contest();
            is_on = live.is_in_turn() && live.to_move() == Some(seat) && contest.is_none();
        }
        match is_on {
            true => Err("the turn is not complete".to_owned()),
            false => Ok(()),
        }
    }

    fn end(self, end: End, names: [&str; 2]) -> Played {
        let (winner, ending) = match &end {
            End::Rules(_) => {
                let winner = self.live.outcome().and_then(|outcome| outcome.winner);
                (winner, Termination::Rules(winner))
            }
            End::Long => (None, Termination::Abandoned),
            End::Fault(loser, _) => (Some(loser.other()), Termination::Resigned(*loser)),
        };
        let mut record = self.live.record().clone();
        record.tags.ending = Some(ending);
        let names = names.map(|name| name.chars().take(MAX_NAME_CHARS).collect());
        record.tags.players = names.to_vec();
        Played {
            record,
            winner,
            end,
            spent: self.spent,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::plan::tests::read;

    /// Writes a shell script that runs `go` as the answer to a `go` command.
    fn engine(folder: &Path, name: &str, go: &str) -> Vec<String> {
        let script = format!(
            "while read -r word rest; do case $word in
             ugi) echo ugiok ;;
             isready) echo readyok ;;
             position) played=$rest ;;
             go) {go} ;;
             esac; done"
        );
        let file = folder.join(name);
        fs::write(&file, script).unwrap();
        vec!["sh".to_owned(), file.display().to_string()]
    }

    /// Plays a game from the opening Gb2, so that Black, with the script `black`, is to move.
    fn play(black: &str) -> Played {
        let folder = tempfile::tempdir().unwrap();
        let line = "--level 1 --level 1 --game matrx --patience 1 --turns 3";
        let mut plan = read(line).unwrap();
        let white = "echo info depth 1; echo bestmove Ge2";
        for (number, (side, go)) in plan.sides.iter_mut().zip([white, black]).enumerate() {
            side.command = engine(folder.path(), &number.to_string(), go);
            side.with.clear();
        }
        let sides = plan.sides.each_ref();
        let mut engines = sides.map(|side| Engine::start(side, &plan).unwrap());
        let mut opening = Live::start(plan.game, "-", None).unwrap();
        opening.play("Gb2").unwrap();
        let game = Game::new(&plan, opening, Dice::none());
        game.play(&mut engines, ["one", "two"])
    }

    /// Checks that Black loses by this script, and that its turn is not in the record.
    fn loses(black: &str, why: &str) {
        let played = play(black);
        let End::Fault(Seat::Second, fault) = &played.end else {
            panic!("{:?}", played.end);
        };
        assert!(fault.to_string().contains(why), "{fault}");
        assert_eq!(played.result(Seat::First), GameResult::Win);
        assert_eq!(played.result(Seat::Second), GameResult::Loss);
        let record: Record = played.record.to_string().parse().unwrap();
        assert_eq!(Live::replay(&record).unwrap().actions(), 1);
        assert_eq!(
            record.tags.ending,
            Some(Termination::Resigned(Seat::Second))
        );
        assert_eq!(record.tags.players, ["one", "two"]);
    }

    #[test]
    fn a_turn_against_the_rules_loses() {
        loses("echo bestmove Gb2-z9", r#"illegal turn "Gb2-z9""#);
        loses("echo bestmove Tb3", r#"illegal turn "Tb3": Tb3: gipf-"#);
        loses("echo bestmove", "the turn is not complete");
        loses("echo 'bestmove Gi2 Ge2'", "the turn is over before Ge2");
    }

    #[test]
    fn whoever_is_silent_ends_or_refuses_loses() {
        loses("echo info depth 1", "silent for 1 s");
        loses(
            "echo farewell; exit 3",
            r#"(exit status: 3) after "farewell""#,
        );
        loses("echo error no idea", r#"refused: "error no idea""#);
    }

    #[test]
    fn too_many_turns_are_a_draw() {
        let played = play("echo bestmove Gi2");
        assert_eq!(played.end, End::Long);
        assert_eq!(played.result(Seat::First), GameResult::Draw);
        assert_eq!(played.record.turns.concat(), ["Gb2", "Gi2", "Ge2"]);
        assert_eq!(played.record.tags.ending, Some(Termination::Abandoned));
        assert_eq!(played.spent.map(|spent| spent.turns), [1, 1]);
    }

    #[test]
    fn engines_get_the_position_with_all_moves() {
        // The engine answers with the position as an illegal turn, which shows it in the error.
        loses(
            "echo bestmove $played",
            r#"illegal turn "startpos moves Gb2""#,
        );
    }

    #[test]
    fn agreed_options_are_sent_as_a_position() {
        let line = "--level 1 --level 1 --game gipf-basic --options black+2,zertz=3,by=coin";
        let plan = read(line).unwrap();
        let mut opening = Live::start(plan.game, &plan.options, None).unwrap();
        let start = opening.position_text();
        let action = opening.position().example().unwrap();
        opening.play(&action).unwrap();
        let game = Game::new(&plan, opening, Dice::none());
        let told = game.position();
        assert_eq!(told, format!("position fen {start} moves {action}"));
    }
}
