//! The run: a piecepack solitaire in which four ice breakers try to take four data forts.
//!
//! After "Matrix" by Jeff Barrett (2003). Comments cite the headings of its rulebook: *Setup*, *Making a
//! run* with its steps 1 to 7, *Minimize brain damage*, *Custom ice breakers*.
//!
//! # The rules
//!
//! There are 24 *structures* in four colours, black (k), green (g), red (r) and blue (b): per colour five
//! pieces of *ice*, as strong as their number from 1 to 5, and one *fort* of strength 6. They lie face down
//! in the *data stack*, fourteen pieces of ice on top of ten tiles that include the forts. The *matrix* is
//! a table of 25 by 25 spaces, empty at first. The runner has one *breaker* of each colour, all of them
//! outside, and there are five *power-up tokens* of each colour in the bank.
//!
//! A step names a breaker and a space: one of the four adjacent spaces, or, for a breaker outside, any
//! space at all. No other breaker may be there. If the space is empty, the top of the stack is installed on
//! it, with a token of its colour if the bank has one; no structure may ever have more than three others
//! around it, so on some spaces nothing can be installed. Then the die is rolled. The breaker is as strong
//! as the roll, and stronger by one against its own colour. If that is not more than the strength of the
//! structure, the runner may *boost* it by discarding tokens of the structure's colour, one for each point,
//! exactly as many as needed, or *hold* on to them.
//!
//! A stronger breaker moves in. Any other costs one point of *brain damage*; it moves in all the same if
//! the structure is ice, but a fort keeps it out. Moving in, a breaker picks up the token there. With ten
//! points of damage the run ends in brain death. It is won when each fort is held by the breaker of its own
//! colour. A *target* from 0 to 9, set beforehand, is the maximum damage of a win: one point more and the
//! run is lost. A run without a legal action is lost as well.
//!
//! *Custom breakers* may take the place of plain ones (*Custom ice breakers*): [`BREAKERS`] lists the 24 of
//! them, six of each colour, with their strengths, abilities and prices. An ability is used instead of a
//! step; its price is paid first, and its effect on the next challenge lasts until that has been settled.
//! Distances are steps along structures; from outside every structure is one step away, and no step leads
//! outside.
//!
//! ```text
//!           l      m      n
//!   14             R2     GF+      r has broken R2. To the east of it lies the green fort with
//!   13      B4     K3  g           its token; g on K3 can install something on n13 and then
//!                                  challenge it, or go west onto B4.
//! ```
//!
//! ```
//! use games::{Dice, Game, run};
//!
//! let deal = run::start("target=7", &mut Dice::none())?;
//! // Without a seed nothing is shuffled: black ice from 1 to 5 comes first.
//! let step = deal.play(&"k m13".parse()?, &mut Dice::given([4]))?;
//! assert_eq!(step.facts[1].code, "run-rolled");
//! assert!(step.position.to_string().starts_with("run m13=K1 k@m13,g@-,r@-,b@- k1 k4g5r5b5 0 K2,"));
//! # Ok::<(), games::Illegal>(())
//! ```

mod ability;
mod action;
mod action_text;
mod boost;
mod breaker_name;
mod breakers;
mod challenge;
mod deal;
mod event;
mod figures;
mod glossary;
mod hint;
mod layout;
mod matrix;
mod measure;
mod message;
mod notation;
mod odds;
mod options;
mod parse_error;
mod player;
mod position;
mod power_ups;
mod prompt;
mod read;
mod refusal;
mod scene;
mod setup;
mod space;
mod stack;
mod step;
mod structure;
mod summary;
mod teach;
#[cfg(test)]
mod tests;
mod turn;

pub use action::{Action, Move, Toward, What};
pub use boost::Boosting;
pub use breaker_name::{BreakerName, NamedBreaker};
pub use breakers::{BREAKERS, Breaker};
pub use deal::Deal;
pub use event::Event;
pub use hint::Hint;
pub use matrix::{Matrix, Tile};
pub use measure::{Measure, Rolls};
pub use message::{
    After, Ending, Gain, IceOrFort, Message, Price, RollOddsArguments, Settled, Standing,
};
pub use odds::{Chance, Odds};
pub use parse_error::ParseError;
pub use player::{Finished, PLAYERS, Player};
pub use position::{BRAIN_DEATH, Challenge, Kept, Phase, Position, Question, RunEnd};
pub use power_ups::PowerUps;
pub use refusal::Refusal;
pub use space::{Space, Way};
pub use stack::Stack;
pub use structure::{Colour, Structure, StructureKind};

use options::Options;

use crate::{
    action_kind::ActionKind,
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    game::Game,
    hosted::{Hosted, HostedPosition},
    layout::Layout,
    outcome::{Reason, SolitaireScore},
    prompt::{Parts, Prompt, Term},
    rules::Rules,
    scene::Scene,
    search::{self, Advice, ShouldContinue, Value},
    seen_messages::SeenMessages,
    teach::Teaching,
};

/// Deals a run (*Setup*); [`Stack::deal`] documents the procedure, so that anybody can verify it.
///
/// Options are `-` for none, or one or both of these with a comma between them: `target=7` for a run that
/// is lost with more than seven points of damage (0 to 9, *Minimize brain damage*), and `custom=k3g` for
/// custom breakers, each a letter with its number. For a letter without a number a die is rolled after the
/// deal, in the order k g r b (*Custom ice breakers*).
///
/// # Errors
/// If an option is unknown or has an invalid value, or no die is left.
pub fn start(options: &str, dice: &mut Dice) -> Result<Position, Illegal> {
    let options = Options::read(options)?;
    let stack = Stack::deal(dice);
    Ok(Position {
        custom: options.numbers(dice)?,
        target: options.target,
        ..Position::new(stack)
    })
}

impl Game for Position {
    type Action = Action;

    const CHANCE: bool = true;

    fn read(&self, action: &Action) -> Result<Move, Illegal> {
        Ok(self.move_of(*action)?)
    }

    fn write(&self, played: Move) -> Action {
        played
    }

    fn facts(events: &[Event]) -> Vec<Fact> {
        events.iter().copied().map(Fact::from).collect()
    }

    fn rolls(&self, played: Move) -> usize {
        self.dice_of(played)
    }

    fn uncovers(event: &Event) -> bool {
        matches!(event, Event::Installed { .. })
    }
}

/// Minimum chance of success of an example step, in percent.
const MIN_EXAMPLE_PERCENT: u8 = 50;

impl HostedPosition for Position {
    fn ending(&self) -> Option<Fact> {
        let message = match self.outcome()?.reason {
            Reason::Forts => Message::Won,
            Reason::BrainDeath => Message::BrainDeath,
            Reason::OverTarget => Message::OverTarget,
            Reason::JackedOut => Message::JackedOut,
            _ => Message::NoStep,
        };
        Some(message.into())
    }

    /// Explains each custom breaker.
    fn opening(&self) -> Vec<Fact> {
        let custom = Colour::ALL.into_iter().filter(|b| self.custom(*b) > 0);
        let about = |breaker| Message::BreakerAbout {
            custom: self.custom_name(breaker),
        };
        custom.map(|breaker| about(breaker).into()).collect()
    }

    fn prompt(&self) -> Option<Prompt> {
        self.question()
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn weighed_scene(&self) -> Scene {
        self.weighed_picture()
    }

    fn layout(&self) -> Layout {
        self.lay_out()
    }

    fn side_panel(&self) -> Vec<Fact> {
        self.tell_side_panel().into_iter().map(Fact::from).collect()
    }

    fn side_panel_without_picture(&self) -> Vec<Fact> {
        self.breaker_lines().map(Fact::from).collect()
    }

    fn give_up(&self) -> Option<String> {
        self.to_move().map(|_| Action::Quit.to_string())
    }

    fn summary(&self, told: &SeenMessages) -> Vec<Fact> {
        let messages = self.summarize(told).into_iter();
        messages.map(Fact::from).collect()
    }

    fn advise(
        &self,
        budget: u32,
        seed: Seed,
        should_continue: &mut ShouldContinue<'_>,
    ) -> Option<Advice> {
        search::advise(self, budget, seed, should_continue)
    }
}

impl Hosted for Position {
    fn legend() -> Fact {
        Message::Legend.into()
    }

    fn kind(&self, action: &Action) -> (ActionKind, Fact) {
        let (kind, heading) = match *action {
            Action::Step { .. } if self.is_one_of_many(action) => {
                (ActionKind::Step, Message::MovesFar)
            }
            Action::Step { breaker, .. } => (ActionKind::Step, Message::MovesStep { breaker }),
            Action::Use { breaker, .. } => (ActionKind::Use, Message::MovesUse { breaker }),
            Action::Boost | Action::Hold | Action::Pass | Action::Quit => {
                (ActionKind::Answer, Message::MovesAnswer)
            }
        };
        (kind, heading.into())
    }

    /// A step from outside to an empty space without adjacent structures, once the table is not empty: all of
    /// them are equivalent.
    fn is_one_of_many(&self, action: &Action) -> bool {
        let Some((breaker, space)) = action.step() else {
            return false;
        };
        let touches = self.matrix.has(space) || self.matrix.count_around(space) > 0;
        self.place(breaker).is_none() && !touches && !self.matrix.tiles().is_empty()
    }

    /// On an empty table every breaker can go to every space, and all choices are equivalent. The target of an
    /// ability that costs any two power-ups, and their colours, are independent choices as well.
    fn parts(&self, action: &Action) -> Option<Parts> {
        let (heads, parts) = match *action {
            Action::Step {
                breaker,
                to: Toward::Space(space),
                choice: None,
            } if self.matrix.tiles().is_empty() => (
                [Message::MovesAnyBreaker, Message::MovesAnySpace],
                vec![breaker.to_string(), space.to_string()],
            ),
            Action::Use {
                breaker,
                what: What::Space(space),
                pay: Some(tokens),
            } => (
                [
                    Message::MovesAnyUse { breaker },
                    Message::MovesAnyPay { breaker },
                ],
                vec![space.to_string(), tokens.as_price()],
            ),
            _ => return None,
        };
        let heads = heads.map(Fact::from).to_vec();
        Some(Parts { heads, parts })
    }

    fn teaching(_id: &str) -> &'static Teaching {
        &teach::TEACHING
    }

    /// Prefers, in this order, a step close to the structures, a breaker that does not hold its fort yet, and a
    /// step that succeeds with `MIN_EXAMPLE_PERCENT` or else the highest chance. Abilities only if there is no step.
    fn example(&self) -> Option<Action> {
        let scene = self.picture();
        let mut actions = self.legal_actions();
        if actions.iter().any(|action| action.step().is_some()) {
            actions.retain(|action| action.step().is_some());
        }
        let is_near = |action: &&Action| {
            let space = action.step().map(|(_, space)| space.to_string());
            space.is_none_or(|name| scene.point(&name).is_some())
        };
        let moves_on = |action: &&Action| {
            let step = action.step();
            step.is_none_or(|(breaker, _)| !self.is_home(breaker))
        };
        let chance = |action: &&Action| match action.step() {
            Some((breaker, space)) => {
                let odds = self.odds(breaker, space, None);
                odds.map_or(0, |odds| odds.plain.percent())
            }
            None => MIN_EXAMPLE_PERCENT,
        };
        let near = || actions.iter().filter(is_near);
        let useful = || near().filter(moves_on);
        let likely = useful().find(|action| chance(action) >= MIN_EXAMPLE_PERCENT);
        let best = likely.or_else(|| useful().max_by_key(chance));
        best.or_else(|| near().next()).or(actions.first()).copied()
    }

    /// Follows a line that is no action. Other refusals name an action, or the rule from which one follows.
    fn example_after(&self, refused: &Fact) -> Option<Action> {
        let is_unreadable = refused.code == "run-unreadable";
        is_unreadable.then(|| Hosted::example(self)).flatten()
    }

    fn score(&self, actions: &[Action]) -> Option<SolitaireScore> {
        if actions.iter().all(|action| *action == Action::Quit) {
            return None;
        }
        let is_step = |action: &&Action| matches!(action, Action::Step { .. });
        let steps = actions.iter().filter(is_step).count();
        Some(SolitaireScore {
            damage: self.damage(),
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
        })
    }

    fn glossary() -> Vec<Term> {
        glossary::terms()
    }

    fn explain(&self, line: &[Action], _turn: usize, _worth: Option<Value>) -> Vec<Fact> {
        line.first()
            .map_or_else(Vec::new, |action| self.why(*action))
            .into_iter()
            .map(Fact::from)
            .collect()
    }

    fn chance_with(
        &self,
        action: &Action,
        budget: u32,
        seed: Seed,
        should_continue: &mut ShouldContinue<'_>,
    ) -> Option<(f64, f64)> {
        search::chance_with(self, action, budget, seed, should_continue)
    }
}
