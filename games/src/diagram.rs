//! A board with its players, its last turn and its state. Plain data, from which pictures and pages are
//! rendered.

use serde::{Deserialize, Serialize};

pub use crate::outcome::State;

use crate::{live::Live, scene::Scene, seat::Seat};

/// A board with its players and its last turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    /// The id of the game in the [`CATALOG`](crate::CATALOG).
    pub game: String,
    /// The number of its table, if any.
    pub table: Option<u32>,
    /// The names of the players in the order of their seats; empty for a board without players.
    pub players: Vec<String>,
    /// The last turn, if any.
    pub last: Option<LastTurn>,
    /// The seat to move, or the result.
    pub state: State,
    /// The board.
    pub scene: Scene,
    /// The evaluation of the whole game, after an analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

/// Upper bound of a lead in [`Course`], in hundredths of a piece; a larger lead is as good as a win.
pub const FAR_AHEAD: i32 = 400;

/// The computer's evaluation of a finished duel, turn by turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The lead of the first seat after each turn, in hundredths of a piece.
    pub balances: Vec<i32>,
    /// The numbers of the turning points, counted from 1.
    pub tipped: Vec<usize>,
}

/// The last turn, complete or in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTurn {
    /// The seat that made it.
    pub seat: Seat,
    /// Its number, counted from 1.
    pub number: usize,
    /// Its actions in canonical notation, joined by `;`.
    pub text: String,
}

impl Diagram {
    /// Creates the diagram of a game in progress, with odds.
    pub fn of(live: &Live, table: Option<u32>, players: &[String]) -> Diagram {
        Diagram::with(live.weighed_scene(), live, table, players)
    }

    /// Creates the diagram of a game under review, without odds.
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

    /// Adds the evaluation of the whole game.
    pub fn with_course(mut self, course: Course) -> Diagram {
        self.course = Some(course);
        self
    }

    /// Creates the diagram of a board without players.
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
