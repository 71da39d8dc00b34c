//! One table: its players, its game and what is pending.

use games::{Ending, Live, Record, Seat, diagram::State};
use jiff::{SignedDuration, Timestamp};

use crate::{
    day::Day,
    finished::Finished,
    person::Person,
    saved::{Saved, SavedStage},
    terms::{Challenge, End, Occasion, Pending, Report, Warning},
};

/// How long a question whether something is really meant waits for its answer.
pub const PATIENCE: SignedDuration = SignedDuration::from_mins(2);

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its number.
    pub id: u32,
    /// The room in which it is played.
    pub room: String,
    /// The root event of its thread.
    pub thread: Option<String>,
    /// What it is played for.
    pub occasion: Occasion,
    /// How far it has come.
    pub stage: Stage,
}

/// How far a table has come.
#[derive(Debug)]
pub enum Stage {
    /// Somebody waits for an opponent.
    Challenge(Challenge),
    /// Somebody has waited too long, or in vain.
    Lapsed(Challenge),
    /// The game is on.
    Playing(Playing),
    /// The game is over.
    Over(Over),
    /// The challenge was declined or withdrawn, or has lapsed long ago.
    Dropped,
}

/// A game that is on.
#[derive(Debug)]
pub struct Playing {
    /// The players in the order of their seats.
    pub players: Vec<Person>,
    /// The game.
    pub live: Live,
    /// What one side has asked for.
    pub pending: Option<Pending>,
    /// By seat, when it was asked whether giving up is really meant.
    pub giving_up: [Option<Timestamp>; 2],
    /// By seat, the action of which it was asked once whether it is meant at its price.
    pub warned: [Option<Warning>; 2],
    /// When it was asked whether a hint is wanted at its price.
    pub hint_asked: Option<Timestamp>,
    /// The line after which the computer has begun to think about its turn.
    pub thinks_after: Option<String>,
    /// Whether a hint was taken.
    pub hinted: bool,
    /// Whether a wrong turn was tried at a puzzle.
    pub missed: bool,
    /// How many actions there were when somebody asked for the odds last.
    pub odds_at: Option<usize>,
    /// How a contest has ended that the players settle themselves, as each seat tells it.
    pub reports: [Option<Report>; 2],
}

impl Playing {
    /// A game that has just begun.
    pub fn new(players: Vec<Person>, live: Live) -> Playing {
        Playing {
            players,
            live,
            pending: None,
            giving_up: [None; 2],
            warned: [None, None],
            hint_asked: None,
            thinks_after: None,
            hinted: false,
            missed: false,
            odds_at: None,
            reports: [None; 2],
        }
    }

    /// Whether it can have come about.
    fn check(&self, occasion: Occasion) -> Result<(), String> {
        if self.players.len() < 2 && self.pending.is_some() {
            return Err("somebody alone is asked by another player".to_owned());
        }
        occasion.check_players(self.live.entry(), self.players.len())
    }

    /// The action of a seat of which it was asked just now whether it is meant at its price, unless one
    /// has been made since.
    pub fn is_warned_of(&self, own: Seat, now: Timestamp) -> Option<&str> {
        let warning = own.of(&self.warned).as_ref()?;
        let is_new = warning.asked.duration_until(now) <= PATIENCE;
        is_new.then_some(warning.action.as_str())
    }

    /// Whether it was asked just now whether a hint is wanted at its price, and none was taken.
    pub fn is_asked_for_hint(&self, now: Timestamp) -> bool {
        let asked = self.hint_asked.filter(|_| !self.hinted);
        asked.is_some_and(|asked| asked.duration_until(now) <= PATIENCE)
    }

    /// What was asked about a move or a hint is no question any more; that it was asked is remembered.
    pub fn close_questions(&mut self) {
        let long_ago = Timestamp::UNIX_EPOCH;
        for warning in self.warned.iter_mut().flatten() {
            warning.asked = long_ago;
        }
        self.hint_asked = self.hint_asked.map(|_| long_ago);
    }

    /// Whether a seat has said once, and not long ago, that it gives up.
    pub fn gives_up(&self, own: Seat, now: Timestamp) -> bool {
        let asked = own.of(&self.giving_up);
        asked.is_some_and(|asked| asked.duration_until(now) <= PATIENCE)
    }
}

/// A game that is over.
#[derive(Debug)]
pub struct Over {
    /// The players in the order of their seats.
    pub players: Vec<Person>,
    /// The game.
    pub game: Finished,
    /// How it ended.
    pub end: End,
    /// The day on which it ended, if that was stored.
    pub ended_on: Day,
    /// The seat that wants to play again.
    pub rematch: Option<Seat>,
}

impl Over {
    /// How it ended, as records tell it. What the turns have led to, they tell themselves.
    pub fn ending(&self) -> Ending {
        match (self.game.live().and_then(Live::outcome), self.end) {
            (Some(outcome), _) => Ending::Rules(outcome.winner),
            (None, End::Rules) => Ending::Unfinished,
            (None, End::Resigned(loser)) => Ending::Resigned(seat(loser)),
            (None, End::Agreed) => Ending::Agreed,
            (None, End::Abandoned) => Ending::Abandoned,
        }
    }
}

/// The seat with this index.
pub fn seat(index: u8) -> Seat {
    if index == 0 {
        Seat::First
    } else {
        Seat::Second
    }
}

/// A seat as it is stored.
pub fn index(seat: Seat) -> u8 {
    seat.index() as u8
}

impl Table {
    /// The players in the order of their seats, none before the game has begun.
    pub fn players(&self) -> &[Person] {
        match &self.stage {
            Stage::Playing(game) => &game.players,
            Stage::Over(game) => &game.players,
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => &[],
        }
    }

    /// Everybody who plays here, or has asked or been asked by name.
    pub fn people_mut(&mut self) -> Vec<&mut Person> {
        match &mut self.stage {
            Stage::Playing(game) => game.players.iter_mut().collect(),
            Stage::Over(game) => game.players.iter_mut().collect(),
            Stage::Challenge(challenge) | Stage::Lapsed(challenge) => {
                let to = challenge.to.as_mut();
                [&mut challenge.from].into_iter().chain(to).collect()
            }
            Stage::Dropped => Vec::new(),
        }
    }

    /// The game, once it has begun; of a game that is over, only if its record can be played through.
    pub fn live(&self) -> Option<&Live> {
        match &self.stage {
            Stage::Playing(game) => Some(&game.live),
            Stage::Over(over) => over.game.live(),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => None,
        }
    }

    /// Whether nobody else than these people plays here, but for the computer.
    pub fn is_of(&self, people: &[&str]) -> bool {
        let mut players = self.players().iter();
        players.all(|player| player.level().is_some() || people.contains(&player.id.as_str()))
    }

    /// Whether its game has begun, and is perhaps over.
    pub fn has_begun(&self) -> bool {
        matches!(self.stage, Stage::Playing(_) | Stage::Over(_))
    }

    /// Lets go of the positions of a game that is over.
    pub fn fold(&mut self) {
        if let Stage::Over(over) = &mut self.stage {
            over.game.fold();
        }
    }

    /// Whether somebody is alone at it to learn: at a lesson, at which one person plays all sides, or at a
    /// puzzle.
    pub fn is_lesson(&self) -> bool {
        self.occasion == Occasion::Lesson || self.is_puzzle()
    }

    /// Whether it is a puzzle.
    pub fn is_puzzle(&self) -> bool {
        matches!(self.occasion, Occasion::Puzzle(_))
    }

    /// The seat of a user; at a lesson the one whose turn it is.
    pub fn seat_of(&self, user: &str) -> Option<Seat> {
        let index = self.players().iter().position(|player| player.id == user)?;
        match &self.stage {
            Stage::Playing(game) if self.is_lesson() => game.live.to_move(),
            _ => Some(seat(index as u8)),
        }
    }

    /// How the game has ended where its record does not tell; nothing while it goes on.
    pub fn ended(&self) -> Option<State> {
        match &self.stage {
            Stage::Over(over) => over.ending().state(),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Playing(_) | Stage::Dropped => None,
        }
    }

    /// The names of the players in the order of their seats; who plays both sides of a lesson is
    /// told apart by number.
    pub fn names(&self) -> Vec<String> {
        let names = self.players().iter().map(|player| player.name.clone());
        if !self.is_lesson() || self.is_puzzle() {
            return names.collect();
        }
        match self.live().map_or(1, |live| live.entry().seats) {
            1 => names.collect(),
            seats => names
                .flat_map(|name| (1..=seats).map(move |number| format!("{name} {number}")))
                .collect(),
        }
    }

    /// Whether somebody may still do something here besides playing again.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Challenge(_) | Stage::Playing(_))
    }

    /// Whether it decides what another table waits for.
    pub fn is_contest(&self) -> bool {
        matches!(self.occasion, Occasion::Contest(_))
    }

    /// Whether a user plays here or has asked or been asked by name.
    pub fn concerns(&self, user: &str) -> bool {
        match &self.stage {
            Stage::Challenge(challenge) | Stage::Lapsed(challenge) => {
                challenge.people().contains(&user)
            }
            _ => self.seat_of(user).is_some(),
        }
    }

    /// The table as it is stored.
    pub fn save(&self) -> Saved {
        let stage = match &self.stage {
            Stage::Challenge(challenge) => SavedStage::Challenge(challenge.clone()),
            Stage::Lapsed(challenge) => SavedStage::Lapsed(challenge.clone()),
            Stage::Playing(game) => SavedStage::Playing {
                players: game.players.clone(),
                record: game.live.record().to_string(),
                pending: game.pending,
                giving_up: game.giving_up,
                warned: game.warned.clone(),
                hint_asked: game.hint_asked,
                thinks_after: game.thinks_after.clone(),
                hinted: game.hinted,
                missed: game.missed,
                odds_at: game.odds_at,
                reports: game.reports,
            },
            Stage::Over(over) => SavedStage::Over {
                players: over.players.clone(),
                record: over.game.record().to_owned(),
                end: over.end,
                ended_on: over.ended_on,
                rematch: over.rematch.map(index),
            },
            Stage::Dropped => SavedStage::Dropped,
        };
        Saved {
            id: self.id,
            room: self.room.clone(),
            thread: self.thread.clone(),
            occasion: self.occasion,
            stage,
        }
    }

    /// Rebuilds a table from what was stored. A game that is over is not played through.
    ///
    /// # Errors
    /// The record is damaged or of an unknown version.
    pub fn restore(saved: Saved) -> Result<Table, String> {
        Ok(Table {
            id: saved.id,
            room: saved.room,
            thread: saved.thread,
            occasion: saved.occasion,
            stage: Stage::restore(saved.stage, saved.occasion)?,
        })
    }
}

impl Stage {
    fn restore(saved: SavedStage, occasion: Occasion) -> Result<Stage, String> {
        Ok(match saved {
            SavedStage::Challenge(challenge) => Stage::Challenge(challenge),
            SavedStage::Lapsed(challenge) => Stage::Lapsed(challenge),
            SavedStage::Playing {
                players,
                record,
                pending,
                giving_up,
                warned,
                hint_asked,
                thinks_after,
                hinted,
                missed,
                odds_at,
                reports,
            } => {
                let game = Playing {
                    players,
                    live: replayed(&record)?,
                    pending,
                    giving_up,
                    warned,
                    hint_asked,
                    thinks_after,
                    hinted,
                    missed,
                    odds_at,
                    reports,
                };
                game.check(occasion)?;
                Stage::Playing(game)
            }
            SavedStage::Over {
                players,
                record,
                end,
                ended_on,
                rematch,
            } => Stage::Over(Over {
                game: Finished::stored(record, players.len(), occasion)?,
                players,
                end,
                ended_on,
                rematch: rematch.map(seat),
            }),
            SavedStage::Dropped => Stage::Dropped,
        })
    }
}

/// The game that a record leads to.
fn replayed(record: &str) -> Result<Live, String> {
    let record: Record = record.parse().map_err(|error| format!("{error}"))?;
    Live::replay(&record).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use games::{Entry, Seed};

    use super::*;

    #[test]
    fn a_run_in_which_another_player_asks_for_something_is_damaged() {
        let run = Entry::find("run").expect("there are runs");
        let live = Live::start(run, "-", Some(Seed([7; 32]))).expect("it starts");
        let restore = |pending| {
            Table::restore(Saved {
                id: 1,
                room: "!room:example.org".into(),
                thread: None,
                occasion: Occasion::Free,
                stage: SavedStage::Playing {
                    players: vec![Person {
                        id: "@alice:example.org".into(),
                        name: "alice".into(),
                    }],
                    record: live.record().to_string(),
                    pending,
                    giving_up: [None; 2],
                    warned: [None, None],
                    hint_asked: None,
                    thinks_after: None,
                    hinted: false,
                    missed: false,
                    odds_at: None,
                    reports: [None; 2],
                },
            })
        };
        assert!(restore(None).is_ok());
        assert!(restore(Some(Pending::Draw(1))).is_err());
        assert!(restore(Some(Pending::Takeback(0))).is_err());
    }
}
