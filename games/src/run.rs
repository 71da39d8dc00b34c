//! The run: a piecepack solitaire in which four ice breakers go for four data forts.
//!
//! After "Matrix" by Jeff Barrett (2003). The headings of its rulebook are cited where a rule is
//! carried out: *Setup*, *Making a run* with its steps 1 to 7, *Minimize brain damage*, *Custom
//! ice breakers*.
//!
//! # The rules
//!
//! There are 24 *structures* in four colours, black (k), green (g), red (r) and blue (b): per
//! colour five pieces of *ice*, as strong as their number from 1 to 5, and one *fort* of strength
//! 6. They lie face down in the *data stack*, fourteen pieces of ice on top of ten tiles among
//! which the forts are hidden. The *matrix* is a table of 25 by 25 spaces, empty at first. The
//! runner has one *breaker* of each colour, all of them outside, and there are five *power-up
//! tokens* of each colour in the bank.
//!
//! A step names a breaker and a space: one of the four spaces around it, or, for a breaker that
//! is outside, any space at all. No other breaker may be there. When the space is empty, the top
//! of the stack is installed on it, with a token of its colour if the bank has one; no structure
//! may ever have more than three others around it, so on some spaces nothing can be installed.
//! Then the die is rolled. The breaker is as strong as the die says, and stronger by one against
//! its own colour. When that is not more than the strength of the structure, the runner may
//! *boost* it by discarding tokens of the structure's colour, one for each point, just as many as
//! are needed, or *hold* on to them.
//!
//! A stronger breaker moves in. Any other costs one point of *brain damage*; it moves in all the
//! same when the structure is ice, but a fort keeps it out. Moving in, a breaker picks up the
//! token that lies there. With ten points of damage the run ends in brain death. It is won when
//! each fort is held by the breaker of its own colour. A *target* from 0 to 9, set beforehand,
//! is the most damage with which it counts as won: one point more and the run is lost. So is a
//! run in which nothing is possible any more.
//!
//! *Custom breakers* may take the place of plain ones (*Custom ice breakers*): [`BREAKERS`] lists the
//! 24 of them, six of each colour, with their strengths, abilities and prices. An ability is used
//! instead of a step, its price is taken first, and what it gives to the next challenge is kept
//! until that has been settled. Distances are steps along structures; from outside every structure
//! is one step away, and nothing leads outside.
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
//!
//! # What happens, as codes
//!
//! Breakers and colours of tokens are lower-case letters, structures are written `R3` or `GF`,
//! `kind` is `ice` or `fort`. `custom` is a breaker with its number, `k3`, or `k` for a plain one.
//!
//! | fact | arguments |
//! | --- | --- |
//! | `run-installed` | `space`, `structure`, `colour`, `kind`, `strength`, `token` (0 or 1) |
//! | `run-rolled` | `breaker`, `die`, `bonus` (0 or 1), `strength`, `space`, `structure`, `against` |
//! | `run-boosted` | `breaker`, `tokens`, `colour`, `strength` (with the boost), `against` |
//! | `run-broken` | `breaker`, `space`, `structure` |
//! | `run-failed-ice` | `breaker`, `space`, `structure` |
//! | `run-fort-held` | `breaker`, `space`, `structure` |
//! | `run-damage` | `damage` (this time), `total` |
//! | `run-token` | `breaker`, `colour`, `have` |
//! | `run-measured` | `breaker`, `custom`, `dice` (`4 6`, `-` for none), `base`, `bonus` (0 or 1), `kept`, `lent`, `strength`, `space`, `structure`, `against` |
//! | `run-boosted-mixed` | `breaker`, `tokens`: `k2 r1`, `strength` (with the boost), `against` |
//! | `run-used` | `breaker`, `custom` |
//! | `run-paid` | `tokens` |
//! | `run-moved` | `breaker`, `to` (`-` for outside) |
//! | `run-shifted` | `structure`, `from`, `to` |
//! | `run-keeps-bonus` | `breaker`, `bonus` (all in all) |
//! | `run-keeps-strength` | `breaker`, `strength` |
//! | `run-reaches` | `breaker`, `within` |
//! | `run-passed` | `breaker` |
//! | `run-weakened` | `space`, `structure`, `strength` |
//!
//! `run-measured` takes the place of `run-rolled` when more than a die and the colour counts,
//! `run-boosted-mixed` that of `run-boosted` when not only tokens of the structure's colour are
//! spent for a point each.
//!
//! At the start `run-breaker-about` with `custom` tells what each custom breaker is.
//!
//! How a run ended is said by its outcome: `forts`, `brain-death`, `over-target`, `no-step`,
//! `jacked-out`; no fact repeats it, so `quit` has none.
//!
//! | question, choice | arguments |
//! | --- | --- |
//! | `run-step` | `damage`, `limit` (10), `target` (`-` for none), `stack`, `outside`: `k g` or `-` |
//! | `run-ask` | `breaker`, `space`, `structure`, `kind`, `strength`, `against`, `need`, `colour`, `have` |
//! | `run-choice-boost` | `tokens`, `colour`, and what it leads to: `damage`, `place` of the breaker (`-` for outside), `hand`, `found`: the colour of a token that is picked up with it, or `-`, `end` |
//! | `run-choice-hold` | `kind`, and what it leads to |
//! | `run-step-custom` | as `run-step`, and `uses`: the breakers that can use an ability now |
//! | `run-ask-mixed` | as `run-ask` up to `against`, then `tokens`, `red-twice` (`yes` where red ones count twice, else `no`), `have`: `k2 r1` |
//! | `run-choice-boost-mixed` | `tokens`: `k2 r1`, and what it leads to |
//! | `run-ask-reach` | `breaker`, `within`, `count` (of what can be reached) |
//! | `run-choice-reach` | `space`, `structure`, `strength`, `need`, `percent`, `boosted` (percent, 0 when tokens do not help) |
//! | `run-choice-pass` | |
//!
//! `end` is `won`, `dead`, `lost`, or `-` when the run goes on after this answer.
//!
//! A chance is `percent` and `need`, the lowest die that will do, 0 when no single die decides.
//!
//! | figures | arguments |
//! | --- | --- |
//! | `run-figures-inside`, `run-figures-outside` (titles) | `boosted`: 1 when there are rows with power-ups |
//! | `run-figures-far`, `run-figures-reach` (titles) | `breaker` |
//! | `run-head-way` | `way` |
//! | `run-head-inside`, `run-head-outside`, `run-head-new`, `run-head-easiest` | |
//! | `run-row`, `run-row-boosted` (with power-ups) | `breaker`, `word` of a choice or `-` |
//! | `run-cell` | a chance, `structure` (`-` for one to come) |
//! | `run-cell-far` | a chance, `space`, `structure` |
//! | `run-cell-chance` | a chance |
//! | `run-cell-taken` | `breaker` |
//! | `run-cell-same` (power-ups do not help), `run-cell-none` (no step) | |
//!
//! | what an ability would do now | arguments, besides `action` as an example, and the price: `damage`, `tokens` (`r1` or `-`) |
//! | --- | --- |
//! | `run-now-ways` | `count` |
//! | `run-now-stronger` | `bonus`, and what is gained: `who`, `space`, `structure` (`-` for one to come), `from`, `to` (percent); `who` is `-` when no step is possible |
//! | `run-now-all-stronger` | `breakers`: `k g`, `bonus`, and what is gained |
//! | `run-now-set` | `strength`, and what is gained |
//! | `run-now-reach` | `near`, `far` (how many structures with a die of 1 and of 6) |
//! | `run-now-weaken` | `structure`, `from`, `to` (its strength) |
//! | `run-now-fatal` | `end`: `dead` or `lost` |
//!
//! | look back at the end | arguments |
//! | --- | --- |
//! | `run-look-back` | `won`, `tried` (challenges), `boosts`, `structures`, `total`, `damage`, `limit` (10), `target` (`-` for none), `custom`: `k3 r1` or `-`, `uses` of abilities |
//! | `run-look-back-forts` (not after a won run) | `home`: breakers on their forts, `seen`: other forts, `RF m14, BF n9`, `unseen`: breakers whose forts have not appeared |
//!
//! | margin | arguments |
//! | --- | --- |
//! | `run-damage-now` | `damage`, `limit` (10), `target` (`-` for none) |
//! | `run-hand` | `tokens`: `k2 r1` or `-` |
//! | `run-bank` | `tokens` |
//! | `run-breakers-outside` | `breakers`: `k g` or `-` |
//! | `run-stack` | `count` |
//! | `run-breakers-are` (with custom ones) | `breakers`: all four, `k3 g r b1` |
//! | `run-breaker-is` | `breaker`, `custom`, `strength` (kept; `-` for none), `bonus` (kept) |
//! | `run-lowered` | `space`, `structure`, `strength` |
//!
//! | refusal | arguments |
//! | --- | --- |
//! | `run-over`, `run-nothing-asked` | |
//! | `run-answer-first` | `breaker`, `space` |
//! | `run-outside-way` | `breaker` |
//! | `run-edge` | `breaker`, `from`, `way` (`n`, `e`, `s`, `w`) |
//! | `run-same-space` | `breaker`, `space` |
//! | `run-not-next-to` | `breaker`, `from`, `space` |
//! | `run-occupied` | `breaker`, `space`, `by` |
//! | `run-stack-empty` | `space` |
//! | `run-too-crowded` | `space`, `of` (the structure with too many around it) |
//! | `run-unreadable` | `text` |
//! | `run-off-table` | `space` |
//! | `run-nothing-to-pass` | |
//! | `run-reach-first`, `run-plain-breaker` | `breaker` |
//! | `run-no-structure` | `space` |
//! | `run-no-path` | `breaker`, `space` |
//! | `run-too-far` | `breaker`, `space`, `distance`, `within` |
//! | `run-no-ability`, `run-needs-inside`, `run-deal-unequal`, `run-deal-nothing` | `breaker`, `custom` |
//! | `run-no-choice` | `breaker`, `custom`, `word` |
//! | `run-use-form` | `breaker`, `custom`, `examples` |
//! | `run-name-price` | `breaker`, `custom`, `example` |
//! | `run-wrong-price` | `breaker`, `custom`, `cost` (`k1 / r1`, or `any` for any two) |
//! | `run-missing-tokens` | `breaker`, `custom`, `cost`, `have` |
//! | `run-nobody-next`, `run-nobody-reached` | `breaker`, `custom`, `from` |
//! | `run-set-already` | `breaker`, `custom`, `strength` |
//! | `run-strength-zero`, `run-not-a-fort`, `run-not-empty`, `run-same-structure` | `breaker`, `custom`, `space` |
//! | `run-structure-taken` | `breaker`, `custom`, `space`, `by` |
//! | `run-neither-next` | `breaker`, `custom`, `from`, `one`, `other` |
//! | `run-same-place` | `breaker`, `other` |
//! | `custom-unreadable` | `text` |
//! | `common-no-die` | |
//! | `common-unknown-option` | `text` |
//! | `target-range` | `text` |
//! | `run-position-unreadable` | `part` (`run`, `matrix`, `breakers`, `hand`, `bank`, `damage`, `stack`, `options`, `order`), `text` |
//! | `run-position-structures`, `run-position-stack` | |
//! | `run-position-crowded` | `space` |
//! | `run-position-breakers`, `run-position-token` | `breaker`, `space` |
//! | `run-position-tokens` | `colour`, `count` |
//! | `run-position-damage` | `damage` |
//! | `run-position-ask` | `breaker`, `space`, `strength` |
//! | `run-position-reach` | `within` |
//! | `run-position-kept` | `breaker` |
//! | `run-position-lowered` | `space` |
//! | `run-position-result` | `expected` (`won`, `dead`, `lost`, `-`) |

mod ability;
mod action;
mod breakers;
mod challenge;
mod code;
mod deal;
mod deeds;
mod event;
mod figures;
mod glossary;
mod layout;
mod look_back;
mod matrix;
mod moves;
mod notation;
mod odds;
mod options;
mod player;
mod position;
mod prompt;
mod read;
mod refusals;
mod scene;
mod setup;
mod space;
mod stack;
mod step;
mod structure;
mod teach;
#[cfg(test)]
mod tests;
mod tokens;
mod turn;

pub use action::{Action, Toward, What};
pub use breakers::{BREAKERS, Boosting, Breaker};
pub use challenge::{Measure, Rolls};
pub use code::{FACTS, LOOKS_BACK, MARGIN, OPENING, QUESTIONS, REASONS, REFUSALS, TERMS, WHY};
pub use deal::Deal;
pub use deeds::Deed;
pub use event::Event;
pub use matrix::{Matrix, Tile};
pub use moves::Move;
pub use odds::{Chance, Odds};
pub use player::{Finished, PLAYERS, Player};
pub use position::{BRAIN_DEATH, Challenge, End, Kept, Phase, Position, Question};
pub use refusals::Refusal;
pub use space::{Space, Way};
pub use stack::Stack;
pub use structure::{Colour, Kind, Structure};
pub use tokens::Tokens;

use code::Code;
use options::Options;

use crate::{
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    game::Game,
    hosted::Hosted,
    layout::Layout,
    outcome::Score,
    prompt::{Parts, Prompt, Term},
    rules::Rules,
    scene::Scene,
    search::{self, Advice, GoOn, Value},
    teach::Teaching,
    told::Told,
};

/// Deals a run (*Setup*); [`Stack::deal`] says how, so that anybody can check it.
///
/// Options are `-` for none, or one or both of these with a comma between them: `target=7` for a
/// run that is lost with more than seven points of damage (0 to 9, *Minimize brain damage*), and
/// `custom=k3g` for custom breakers, each a letter with its number. For a letter without a number
/// a die is rolled after the deal, in the order k g r b (*Custom ice breakers*).
///
/// # Errors
/// `common-unknown-option`, `target-range`, `custom-unreadable`, or `common-no-die`.
pub fn start(options: &str, dice: &mut Dice) -> Result<Position, Illegal> {
    let options = Options::read(options)?;
    let stack = Stack::deal(dice);
    Ok(Position {
        matrix: Matrix::default(),
        breakers: [None; 4],
        custom: options.numbers(dice)?,
        kept: [Kept::default(); 4],
        hand: Tokens::none(),
        bank: Tokens::every(),
        damage: 0,
        stack,
        target: options.target,
        phase: Phase::Step,
    })
}

impl Game for Position {
    type Action = Action;

    const CHANCE: bool = true;

    fn read(&self, action: &Action) -> Result<Move, Illegal> {
        self.move_of(*action)
    }

    fn write(&self, played: Move) -> Action {
        played
    }

    fn facts(events: &[Event]) -> Vec<Fact> {
        events.iter().map(|event| Fact::from(*event)).collect()
    }

    fn rolls(&self, played: Move) -> usize {
        self.dice_of(played)
    }

    fn uncovers(event: &Event) -> bool {
        matches!(event, Event::Installed { .. })
    }
}

/// A step that succeeds so often, in percent, is good enough for an example.
const LIKELY: u32 = 50;

impl Hosted for Position {
    fn legend() -> Fact {
        Fact::new(Code::Legend)
    }

    fn ending(&self) -> Option<Fact> {
        self.outcome().map(|outcome| Fact::new(outcome.reason))
    }

    fn kind(&self, action: &Action) -> Fact {
        let of = |code, breaker: &Colour| Fact::new(code).with("breaker", breaker.letter());
        match action {
            Action::Step { .. } if self.is_one_of_many(action) => Fact::new(Code::MovesFar),
            Action::Step { breaker, .. } => of(Code::MovesStep, breaker),
            Action::Use { breaker, .. } => of(Code::MovesUse, breaker),
            Action::Boost | Action::Hold | Action::Pass | Action::Quit => {
                Fact::new(Code::MovesAnswer)
            }
        }
    }

    /// A step from outside to an empty space that touches no structure: all of them come to the same.
    fn is_one_of_many(&self, action: &Action) -> bool {
        let is_seen = |space: Space| self.matrix.has(space);
        match action {
            Action::Step {
                breaker,
                to: Toward::Space(space),
                ..
            } => {
                let touches = is_seen(*space) || space.around().any(is_seen);
                self.place(*breaker).is_none() && !touches && !self.matrix.tiles().is_empty()
            }
            _ => false,
        }
    }

    /// On an empty table every breaker can go to every space, and all are alike. What an ability that costs
    /// any two power-ups is used for, and how it is paid, are two choices as well.
    fn parts(&self, action: &Action) -> Option<Parts> {
        match action {
            Action::Step {
                breaker,
                to: Toward::Space(space),
                choice: None,
            } if self.matrix.tiles().is_empty() => Some(Parts {
                heads: [Code::MovesAnyBreaker, Code::MovesAnySpace]
                    .map(Fact::new)
                    .to_vec(),
                parts: vec![breaker.letter().to_string(), space.to_string()],
            }),
            Action::Use {
                breaker,
                what: What::Space(space),
                pay: Some(tokens),
            } => Some(Parts {
                heads: [Code::MovesAnyUse, Code::MovesAnyPay]
                    .map(|code| Fact::new(code).with("breaker", breaker.letter()))
                    .to_vec(),
                parts: vec![space.to_string(), tokens.spelt()],
            }),
            _ => None,
        }
    }

    fn teaching(_id: &str) -> &'static Teaching {
        &teach::TEACHING
    }

    /// A step close to what lies on the table rather than somewhere far away, of a breaker that is not on
    /// its fort already rather than of one that is, and one that may well succeed rather than one that cannot.
    fn example(&self) -> Option<Action> {
        let seen: Vec<String> = self
            .picture()
            .points
            .into_iter()
            .map(|point| point.name)
            .collect();
        let actions = self.legal_actions();
        let is_near = |action: &&Action| match action {
            Action::Step {
                to: Toward::Space(space),
                ..
            } => seen.contains(&space.to_string()),
            _ => true,
        };
        let moves_on = |action: &&Action| match action {
            Action::Step { breaker, .. } => !self.is_home(*breaker),
            _ => true,
        };
        let chance = |action: &&Action| match action {
            Action::Step {
                breaker,
                to: Toward::Space(space),
                ..
            } => {
                let odds = self.odds(*breaker, *space, None);
                odds.map_or(0, |odds| odds.plain.percent())
            }
            _ => LIKELY,
        };
        let near = || actions.iter().filter(is_near);
        let useful = || near().filter(moves_on);
        let likely = useful().find(|action| chance(action) >= LIKELY);
        let best = likely.or_else(|| useful().max_by_key(chance));
        best.or_else(|| near().next()).or(actions.first()).copied()
    }

    /// What each custom breaker is.
    fn opening(&self) -> Vec<Fact> {
        let custom = Colour::ALL.into_iter().filter(|b| self.custom(*b) > 0);
        let about =
            |breaker| Fact::new(Code::BreakerAbout).with("custom", self.custom_name(breaker));
        custom.map(about).collect()
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

    fn margin(&self) -> Vec<Fact> {
        self.tell_margin()
    }

    fn give_up(&self) -> Option<Action> {
        self.to_move().map(|_| Action::Quit)
    }

    fn score(&self, actions: &[Action]) -> Option<Score> {
        if actions.iter().all(|action| *action == Action::Quit) {
            return None;
        }
        let is_step = |action: &&Action| matches!(action, Action::Step { .. });
        let steps = actions.iter().filter(is_step).count();
        Some(Score {
            damage: self.damage(),
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
        })
    }

    fn glossary() -> Vec<Term> {
        glossary::terms()
    }

    fn look_back(&self, told: &Told) -> Vec<Fact> {
        self.looked_back(told)
    }

    fn advise(&self, budget: u32, seed: Seed, go_on: &mut GoOn<'_>) -> Option<Advice> {
        search::advise(self, budget, seed, go_on)
    }

    fn explain(&self, line: &[Action], _turn: usize, _worth: Option<Value>) -> Vec<Fact> {
        line.first()
            .map_or_else(Vec::new, |action| self.why(*action))
    }

    fn chance_with(
        &self,
        action: &Action,
        budget: u32,
        seed: Seed,
        go_on: &mut GoOn<'_>,
    ) -> Option<(f64, f64)> {
        search::chance_with(self, action, budget, seed, go_on)
    }
}
