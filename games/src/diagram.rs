//! A board as it is shown to people: who plays, what was played last, what it looks like. Plain
//! data, from which pictures and pages are made.

use serde::{Deserialize, Serialize};

pub use crate::outcome::State;

use crate::{live::Live, scene::Scene, seat::Seat};

/// A board with who plays at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    /// The id of the game in the [`CATALOG`](crate::CATALOG).
    pub game: String,
    /// The number of its table, if it has one.
    pub table: Option<u32>,
    /// The names of the players in the order of their seats; none where nobody plays.
    pub players: Vec<String>,
    /// The last turn.
    pub last: Option<LastTurn>,
    /// Whose turn it is, or how it ended.
    pub state: State,
    /// The board.
    pub scene: Scene,
    /// How the game went, once it has been looked through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

/// How far somebody can be ahead as [`Course`] shows it, in hundredths of a piece: whoever has gained more
/// is as good as winning.
pub const FAR_AHEAD: i32 = 400;

/// How a finished duel went, as the computer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// How far the first seat was ahead after each turn, in hundredths of a piece.
    pub balances: Vec<i32>,
    /// The numbers of the turns at which it tipped, counted from 1.
    pub tipped: Vec<usize>,
}

/// The last turn, as far as it has been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTurn {
    /// Whose it was.
    pub seat: Seat,
    /// Its number, counted from 1.
    pub number: usize,
    /// Its actions as they are written in records, joined by `;`.
    pub text: String,
}

impl Diagram {
    /// The board of a game that is being played.
    pub fn of(live: &Live, table: Option<u32>, players: &[String]) -> Diagram {
        Diagram::with(live.weighed_scene(), live, table, players)
    }

    /// The same without the odds of what can come next: a game that is looked back at.
    pub fn past(live: &Live, table: Option<u32>, players: &[String]) -> Diagram {
        Diagram::with(live.scene(), live, table, players)
    }

    fn with(scene: Scene, live: &Live, table: Option<u32>, players: &[String]) -> Diagram {
        let number = live.record().turns.len();
        let last = live.last_turn();
        Diagram {
            game: live.entry().id.to_owned(),
            table,
            players: players.to_vec(),
            last: last.map(|(seat, text)| LastTurn { seat, number, text }),
            state: match (live.outcome(), live.to_move()) {
                (Some(outcome), _) => outcome.winner.map_or(State::NobodyWon, State::Won),
                (None, Some(seat)) => State::ToMove(seat),
                (None, None) => State::Still,
            },
            scene,
            course: None,
        }
    }

    /// The same with how the game went.
    pub fn with_course(mut self, course: Course) -> Diagram {
        self.course = Some(course);
        self
    }

    /// A board at which nobody plays.
    pub fn still(game: &str, scene: Scene) -> Diagram {
        Diagram {
            game: game.to_owned(),
            table: None,
            players: Vec::new(),
            last: None,
            state: State::Still,
            scene,
            course: None,
        }
    }
}
