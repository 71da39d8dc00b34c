//! Games in progress: a record, and the position to which it leads.

mod asked;

pub use asked::Possible;

use std::{ops::ControlFlow, sync::OnceLock};

use crate::{
    catalog::{Entry, Play, read_position, unknown_game},
    common::Common,
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    layout::Layout,
    outcome::{Outcome, Revealed, Turn},
    record::{Record, RecordError, Tags},
    scene::{BoardChange, Scene},
    seat::Seat,
    seen_messages::SeenMessages,
};

/// A game in progress.
///
/// ```
/// use games::{Entry, Live};
/// let matrx = Entry::find("matrx").unwrap();
/// let mut game = Live::start(matrx, "-", None)?;
/// game.play("g a1 b2")?;
/// let replayed = Live::replay(&game.record().to_string().parse().unwrap()).unwrap();
/// assert_eq!(replayed.position_text(), game.position_text());
/// # Ok::<(), games::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Live {
    entry: &'static Entry,
    record: Record,
    dice: Dice,
    position: Box<dyn Play>,
    /// The position at the start of the turn in progress.
    turn_start: Box<dyn Play>,
    /// Cache of the layouts of both positions, filled on first use.
    layouts: OnceLock<[Layout; 2]>,
    /// The board before the last turn, to mark its changes.
    before: Scene,
    /// The changes of the board by the last turn.
    changes: Vec<BoardChange>,
    turn_is_open: bool,
    /// The seat that made each action, in order.
    movers: Vec<Seat>,
    /// The information that each action revealed, in order.
    revealed: Vec<Revealed>,
    /// The number of contests so far.
    contests: usize,
    /// The number of pieces captured by each seat, without own ones.
    captured: [usize; 2],
    /// The events so far, counted.
    told: SeenMessages,
    /// The warnings that each seat was shown at the beginning of its last turn.
    warned: [Vec<Fact>; 2],
}

impl Live {
    /// Starts a game. A game with chance needs a seed, others ignore it.
    ///
    /// # Errors
    /// If the game does not accept the options, or [`Common::NoSeed`].
    pub fn start(
        entry: &'static Entry,
        options: &str,
        seed: Option<Seed>,
    ) -> Result<Live, Illegal> {
        let mut dice = dice_of(entry, seed)?;
        let position = entry.start(options, &mut dice)?;
        Ok(Live::begin(entry, options, seed, position, dice))
    }

    /// Starts a game from a position text in place of its usual start. Dice follow from the seed.
    ///
    /// ```
    /// use games::Live;
    /// let mut game = Live::set_up("gipf-basic w b2=b,e2=B B12 B12", None)?;
    /// game.play("b3")?;
    /// let replayed = Live::replay(&game.record().to_string().parse().unwrap()).unwrap();
    /// assert_eq!(replayed.position_text(), game.position_text());
    /// # Ok::<(), games::Illegal>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the text is no position, [`Common::PositionOver`] if the game is over there, or
    /// [`Common::NoSeed`].
    pub fn set_up(text: &str, seed: Option<Seed>) -> Result<Live, Illegal> {
        let position = read_position(text)?;
        if position.outcome().is_some() {
            return Err(Common::PositionOver.into());
        }
        let text = position.text();
        let id = text.split_whitespace().next().unwrap_or_default();
        let entry = Entry::find(id).ok_or_else(|| unknown_game(id))?;
        let dice = dice_of(entry, seed)?;
        let mut live = Live::begin(entry, "-", seed, position, dice);
        live.record.position = Some(text);
        Ok(live)
    }

    /// Creates a game at its first position.
    fn begin(
        entry: &'static Entry,
        options: &str,
        seed: Option<Seed>,
        position: Box<dyn Play>,
        dice: Dice,
    ) -> Live {
        let record = Record {
            game: entry.id.to_owned(),
            rules: entry.rules,
            options: options.to_owned(),
            seed: seed.filter(|_| entry.chance),
            position: None,
            tags: Tags::default(),
            turns: Vec::new(),
        };
        Live {
            entry,
            record,
            dice,
            turn_start: position.copy(),
            layouts: OnceLock::new(),
            before: position.scene(),
            position,
            changes: Vec::new(),
            turn_is_open: false,
            movers: Vec::new(),
            revealed: Vec::new(),
            contests: 0,
            captured: [0; 2],
            told: SeenMessages::default(),
            warned: [Vec::new(), Vec::new()],
        }
    }

    /// Replays a record. The game gets none of its tags: they describe the whole game, and this one may go on.
    ///
    /// # Errors
    /// The line and the reason if the record is damaged, of another version, against the rules, or contradicts
    /// its own result.
    pub fn replay(record: &Record) -> Result<Live, RecordError> {
        Live::retrace(record, &mut |_| ())
    }

    /// Replays a record and calls `seen` at the start and after every turn.
    ///
    /// # Errors
    /// The same as of [`Live::replay`].
    pub fn retrace(record: &Record, seen: &mut dyn FnMut(&Live)) -> Result<Live, RecordError> {
        Live::retrace_while(record, &mut |live| {
            seen(live);
            ControlFlow::Continue(())
        })
    }

    /// Replays a record until `seen` breaks off, and returns the game at that point.
    ///
    /// # Errors
    /// The same as of [`Live::replay`], up to that point.
    pub fn retrace_while(
        record: &Record,
        seen: &mut dyn FnMut(&Live) -> ControlFlow<()>,
    ) -> Result<Live, RecordError> {
        let fail = |line, reason: String| RecordError { line, reason };
        let entry = Entry::find(&record.game)
            .ok_or_else(|| fail(2, format!("there is no game {:?}", record.game)))?;
        if record.rules != entry.rules {
            let reason = format!(
                "rules {} are unknown, {} are known",
                record.rules, entry.rules
            );
            return Err(fail(3, reason));
        }
        record.check_players(entry.seats)?;
        let mut live = match &record.position {
            None => Live::start(entry, &record.options, record.seed)
                .map_err(|illegal| fail(4, illegal.to_string()))?,
            Some(_) if record.options != "-" => {
                return Err(fail(4, "the options are told by the position".to_owned()));
            }
            Some(text) => {
                let fail = |reason| fail(record.line_of_position(), reason);
                let live =
                    Live::set_up(text, record.seed).map_err(|illegal| fail(illegal.to_string()))?;
                if live.entry.id != entry.id {
                    return Err(fail(format!("that is a position of {}", live.entry.id)));
                }
                live
            }
        };
        if seen(&live).is_break() {
            return Ok(live);
        }
        for (number, turn) in record.turns.iter().enumerate() {
            let line = record.line_of(number);
            for action in turn {
                live.play(action)
                    .map_err(|illegal| fail(line, illegal.to_string()))?;
            }
            if live.record.turns.len() != number + 1 {
                return Err(fail(line, "the turn before it is not complete".to_owned()));
            }
            if live.turn_is_open && number + 1 < record.turns.len() {
                return Err(fail(line, "the turn is not complete".to_owned()));
            }
            if seen(&live).is_break() {
                return Ok(live);
            }
        }
        record.check_ending(entry.seats, live.outcome())?;
        Ok(live)
    }

    /// Plays one action and returns its events.
    ///
    /// # Errors
    /// The reason why it is refused; the game is unchanged.
    pub fn play(&mut self, action: &str) -> Result<Vec<Fact>, Illegal> {
        let mover = self.position.to_move();
        // Within a turn, the question may not have been shown, and not all kinds of warnings are given.
        let warned = (!self.is_in_turn()).then(|| self.position.warnings());
        let step = self.position.play(action, &mut self.dice)?;
        self.movers.extend(mover);
        if let Some(mover) = mover {
            if let Some(warned) = warned {
                *mover.of_mut(&mut self.warned) = warned;
            }
            *mover.of_mut(&mut self.captured) += captured(mover, &step.changes);
        }
        self.revealed.push(step.revealed);
        match self.record.turns.last_mut() {
            Some(turn) if self.turn_is_open => turn.push(step.action),
            _ => {
                self.before = self.position.scene();
                self.changes.clear();
                self.record.turns.push(vec![step.action]);
            }
        }
        self.changes.extend(step.changes);
        self.turn_is_open = step.turn == Turn::GoesOn;
        self.position = step.position;
        self.contests += usize::from(self.position.contest().is_some());
        if !self.turn_is_open {
            self.turn_start = self.position.copy();
        }
        self.layouts.take();
        self.told.note(&step.facts);
        Ok(step.facts)
    }

    /// Returns the counted events so far, including those of the last action.
    pub fn told(&self) -> &SeenMessages {
        &self.told
    }

    /// Returns the number of actions since a seat's last one, including it; `None` if it has made none.
    pub fn actions_since(&self, seat: Seat) -> Option<usize> {
        self.movers
            .iter()
            .rev()
            .position(|mover| *mover == seat)
            .map(|after| after + 1)
    }

    /// Returns the number of actions since the start of the turn of a seat's last action; `None` if that turn
    /// goes on, or belongs to the other seat.
    pub fn actions_since_turn(&self, seat: Seat) -> Option<usize> {
        let after = self.actions().checked_sub(self.actions_since(seat)?)?;
        let mut begun = 0;
        for (number, turn) in self.record.turns.iter().enumerate() {
            if begun + turn.len() > after {
                let goes_on = self.turn_is_open && number + 1 == self.record.turns.len();
                let is_own = self.movers.get(begun) == Some(&seat);
                return (is_own && !goes_on).then(|| self.actions() - begun);
            }
            begun += turn.len();
        }
        None
    }

    /// Returns the seat that made each action, in order.
    pub fn movers(&self) -> &[Seat] {
        &self.movers
    }

    /// Returns the most revealing outcome of the last `actions` actions.
    pub fn revealed_by_last(&self, actions: usize) -> Revealed {
        let last = self.revealed.iter().rev().take(actions);
        last.copied().max().unwrap_or(Revealed::Nothing)
    }

    /// Returns the game without its last `actions` actions, by replay; `None` if there are fewer.
    pub fn without_last(&self, actions: usize) -> Option<Live> {
        let mut record = self.record.clone();
        for _ in 0..actions {
            let turn = record.turns.last_mut()?;
            turn.pop();
            if turn.is_empty() {
                record.turns.pop();
            }
        }
        Live::replay(&record).ok()
    }

    /// Returns the catalog entry of the game.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Returns the position, which answers all questions that do not depend on the course of the game.
    pub fn position(&self) -> &dyn Play {
        &*self.position
    }

    /// Returns the record, without tags.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the number of actions played.
    pub fn actions(&self) -> usize {
        self.record.turns.iter().map(Vec::len).sum()
    }

    /// Returns the seat to move, or `None` once there is an outcome.
    pub fn to_move(&self) -> Option<Seat> {
        self.position.to_move()
    }

    /// Returns whether the turn of the last action goes on.
    pub fn is_in_turn(&self) -> bool {
        self.turn_is_open
    }

    /// Returns the outcome once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Returns the number of contests so far, including an open one.
    pub fn contests(&self) -> usize {
        self.contests
    }

    /// Returns the number of pieces captured by each seat, including shared ones such as marbles.
    pub fn captured(&self) -> [usize; 2] {
        self.captured
    }

    /// Returns the seat and the actions of the last turn, complete or in progress, in canonical notation joined
    /// by `;`. The other seat's answers to a jump belong to the turn.
    pub fn last_turn(&self) -> Option<(Seat, String)> {
        let turn = self.record.turns.last()?;
        let begun = self.actions().checked_sub(turn.len())?;
        Some((*self.movers.get(begun)?, turn.join(";")))
    }

    /// Returns the layouts of the board now and at the start of the turn in progress; see
    /// [`HostedPosition::layout`](crate::HostedPosition::layout).
    pub fn layouts(&self) -> &[Layout; 2] {
        self.layouts
            .get_or_init(|| [self.position.layout(), self.turn_start.layout()])
    }

    /// Returns the position text; within a turn, that of its start and ` moves ` with the actions made.
    pub fn position_text(&self) -> String {
        match self.record.turns.last() {
            Some(turn) if self.turn_is_open => {
                format!("{} moves {}", self.turn_start.text(), turn.join(" "))
            }
            _ => self.position.text(),
        }
    }
}

/// Counts the pieces that a seat captured. A single capture can include own pieces, which are not counted.
fn captured(by: Seat, changes: &[BoardChange]) -> usize {
    let captured = changes.iter().flat_map(|deed| match deed {
        BoardChange::Leave {
            pieces,
            captured: true,
            ..
        } => pieces.as_slice(),
        _ => &[],
    });
    captured.filter(|piece| piece.owner != Some(by)).count()
}

/// Creates the dice of a game: from its seed, or none for a game without chance.
fn dice_of(entry: &Entry, seed: Option<Seed>) -> Result<Dice, Illegal> {
    match seed {
        Some(seed) if entry.chance => Ok(Dice::from_seed(seed)),
        None if entry.chance => Err(Common::NoSeed.into()),
        _ => Ok(Dice::none()),
    }
}
