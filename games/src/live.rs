//! A game being played: its record, and the position to which the record leads.

mod asked;

pub use asked::Possible;

use std::ops::ControlFlow;

use crate::{
    actions::Actions,
    catalog::{Entry, Play, read_position, unknown_game},
    common::Common,
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    layout::Layout,
    outcome::{Outcome, Revealed, Turn},
    record::{Record, RecordError, Tags},
    scene::{Deed, Scene},
    seat::Seat,
    told::Told,
};

/// A game being played.
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
#[derive(Debug)]
pub struct Live {
    entry: &'static Entry,
    record: Record,
    dice: Dice,
    position: Box<dyn Play>,
    /// The position at the start of the turn in progress.
    turn_start: Box<dyn Play>,
    /// What the board looked like before the turn that changed it last.
    before: Scene,
    /// What the turn that changed it last did to it.
    deeds: Vec<Deed>,
    turn_is_open: bool,
    /// Who made each action, in order.
    movers: Vec<Seat>,
    /// What each action brought to light, in order.
    revealed: Vec<Revealed>,
    /// How many actions have led to something that is decided elsewhere.
    contests: usize,
    /// How many pieces of others each seat has taken off the board for good.
    captured: [usize; 2],
    /// What it has told.
    told: Told,
    /// What each seat was warned of at the beginning of its last turn.
    warned: [Vec<Fact>; 2],
}

impl Live {
    /// Starts a game. A game with chance needs a seed, others ignore it.
    ///
    /// # Errors
    /// The options are not of this game, or [`Common::NoSeed`].
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
    /// The reason why the text is no position, [`Common::PositionOver`] when nobody can move there, or
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

    /// A game at its first position.
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
            before: position.scene(),
            position,
            deeds: Vec::new(),
            turn_is_open: false,
            movers: Vec::new(),
            revealed: Vec::new(),
            contests: 0,
            captured: [0; 2],
            told: Told::default(),
            warned: [Vec::new(), Vec::new()],
        }
    }

    /// Plays a record through. The game has none of its tags: they tell of the whole game, and this
    /// one may go on.
    ///
    /// # Errors
    /// The line and the reason where it is damaged, of another version, against the rules, or tells
    /// of another end than its turns.
    pub fn replay(record: &Record) -> Result<Live, RecordError> {
        Live::retrace(record, &mut |_| ())
    }

    /// The same, and shows the game on the way: at its start and after every turn.
    ///
    /// # Errors
    /// As when it is only played through.
    pub fn retrace(record: &Record, seen: &mut dyn FnMut(&Live)) -> Result<Live, RecordError> {
        Live::retrace_while(record, &mut |live| {
            seen(live);
            ControlFlow::Continue(())
        })
    }

    /// The same, but only until `seen` breaks off: the game as far as it has come by then.
    ///
    /// # Errors
    /// As when it is only played through, as far as that has come.
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

    /// Plays one action and returns what happened.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn play(&mut self, action: &str) -> Result<Vec<Fact>, Illegal> {
        let mover = self.position.to_move();
        // Within a turn questions may not have been shown, and not all kinds of warnings come up.
        let warned = (!self.is_in_turn()).then(|| self.position.warnings());
        let step = self.position.play(action, &mut self.dice)?;
        self.movers.extend(mover);
        if let Some(mover) = mover {
            if let Some(warned) = warned {
                *mover.of_mut(&mut self.warned) = warned;
            }
            *mover.of_mut(&mut self.captured) += captured(mover, &step.deeds);
        }
        self.revealed.push(step.revealed);
        match self.record.turns.last_mut() {
            Some(turn) if self.turn_is_open => turn.push(step.action),
            _ => {
                self.before = self.position.scene();
                self.deeds.clear();
                self.record.turns.push(vec![step.action]);
            }
        }
        self.deeds.extend(step.deeds);
        self.turn_is_open = step.turn == Turn::GoesOn;
        self.position = step.position;
        self.contests += usize::from(self.position.contest().is_some());
        if !self.turn_is_open {
            self.turn_start = self.position.copy();
        }
        self.told.note(&step.facts);
        Ok(step.facts)
    }

    /// What it has told so far, the last action included.
    pub fn told(&self) -> &Told {
        &self.told
    }

    /// The next action of a line of them, as it is to be played now; see [`Actions::next`].
    pub fn next_of(&self, actions: &mut Actions<'_>) -> Option<String> {
        actions.next(&*self.position)
    }

    /// How many actions have been made since a seat's last one, that one included; `None` when
    /// it has made none.
    pub fn actions_since(&self, seat: Seat) -> Option<usize> {
        self.movers
            .iter()
            .rev()
            .position(|mover| *mover == seat)
            .map(|after| after + 1)
    }

    /// How many actions have been made since a seat's last whole turn began, its first one included;
    /// `None` when the turn in which it acted last goes on, or belongs to the other seat.
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

    /// Who made each action, in order.
    pub fn movers(&self) -> &[Seat] {
        &self.movers
    }

    /// The most that the last actions, as many as that, brought to light.
    pub fn revealed_by_last(&self, actions: usize) -> Revealed {
        let last = self.revealed.iter().rev().take(actions);
        last.copied().max().unwrap_or(Revealed::Nothing)
    }

    /// The game without its last actions, as many as that; `None` when there were not so many.
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

    /// The game that is being played.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The game as text, without tags.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How many actions have been played.
    pub fn actions(&self) -> usize {
        self.record.turns.iter().map(Vec::len).sum()
    }

    /// Whose turn it is, or `None` once there is an outcome.
    pub fn to_move(&self) -> Option<Seat> {
        self.position.to_move()
    }

    /// Whether the turn in which the last action was made goes on.
    pub fn is_in_turn(&self) -> bool {
        self.turn_is_open
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How many times something had to be decided elsewhere, that which is waited for included.
    pub fn contests(&self) -> usize {
        self.contests
    }

    /// How many pieces each seat has captured, those that belong to both players included.
    pub fn captured(&self) -> [usize; 2] {
        self.captured
    }

    /// The last turn, as far as it has been made: whose it was, and its actions as they are written
    /// in records.
    pub fn last_turn(&self) -> Option<(Seat, String)> {
        let turn = self.record.turns.last()?;
        Some((*self.movers.last()?, turn.join(";")))
    }

    /// The game, who is to move and the board as in a position text, also within a turn. What stands behind them
    /// there does not tell which part of a turn it is.
    pub fn board_text(&self) -> String {
        self.position.text()
    }

    /// The board now, and at the start of the turn in progress; see [`Hosted::layout`](crate::Hosted::layout).
    pub fn layouts(&self) -> [Layout; 2] {
        [self.position.layout(), self.turn_start.layout()]
    }

    /// The position text; a turn in progress is its start and ` moves ` with the actions made.
    pub fn position_text(&self) -> String {
        match self.record.turns.last() {
            Some(turn) if self.turn_is_open => {
                format!("{} moves {}", self.turn_start.text(), turn.join(" "))
            }
            _ => self.position.text(),
        }
    }
}

/// How many pieces a seat has captured by what it did. In one go, own ones may leave the board as well.
fn captured(by: Seat, deeds: &[Deed]) -> usize {
    let captured = deeds.iter().flat_map(|deed| match deed {
        Deed::Leave {
            pieces,
            captured: true,
            ..
        } => pieces.as_slice(),
        _ => &[],
    });
    captured.filter(|piece| piece.owner != Some(by)).count()
}

/// The dice of a game: from its seed, or none where there is no chance.
fn dice_of(entry: &Entry, seed: Option<Seed>) -> Result<Dice, Illegal> {
    match seed {
        Some(seed) if entry.chance => Ok(Dice::from_seed(seed)),
        None if entry.chance => Err(Common::NoSeed.into()),
        _ => Ok(Dice::none()),
    }
}
