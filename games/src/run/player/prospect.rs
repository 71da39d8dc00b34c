//! What a single step can lead to, over all dice and over everything that may be installed.

use crate::{
    dice::Dice,
    run::{
        action::Action,
        breakers::Base,
        facts::Event,
        position::{End, Phase, Position},
        space::Space,
        stack::Stack,
        structure::Structure,
    },
};

/// Shares from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// The structure is broken without tokens.
    pub(super) breaks: f64,
    /// The same, or it can be with the tokens in hand.
    pub(super) boosted: f64,
    /// What is installed is a fort.
    pub(super) fort: f64,
    /// The run is won, with or without tokens.
    pub(super) wins: f64,
}

impl Prospect {
    /// What a legal step to a space leads to.
    pub(super) fn of(position: &Position, action: Action, space: Space) -> Prospect {
        let mut all = Prospect::default();
        if position.matrix.at(space).is_some() {
            all.add_dice(position, action, 1.0);
            return all;
        }
        let tops = position.stack.possible_tops();
        let share = 1.0 / tops.len().max(1) as f64;
        for top in tops {
            let mut imagined = position.clone();
            imagined.stack = position.stack.with_top(top);
            all.fort += if top.is_fort() { share } else { 0.0 };
            all.add_dice(&imagined, action, share);
        }
        all
    }

    /// Every roll of the dice, all together as likely as this share.
    fn add_dice(&mut self, position: &Position, action: Action, share: f64) {
        let rolls = rolls(position, action);
        let share = share / rolls.len() as f64;
        for dice in rolls {
            self.add_roll(position, action, dice, share);
        }
    }

    fn add_roll(&mut self, position: &Position, action: Action, dice: [u8; 3], share: f64) {
        let mut after = position.clone();
        let mut broken = false;
        let mut log = |event: Event| broken |= matches!(event, Event::Broken(_));
        let played = after.act(action, &mut Dice::given(dice), &mut log);
        if played.is_err() {
            return;
        }
        let asked = matches!(after.phase, Phase::Asked(_));
        if asked {
            let boosted = after.act(Action::Boost, &mut Dice::none(), &mut |_| {});
            debug_assert!(boosted.is_ok());
        }
        self.breaks += if broken { share } else { 0.0 };
        self.boosted += if broken || asked { share } else { 0.0 };
        self.wins += if after.phase == Phase::Over(End::Won) {
            share
        } else {
            0.0
        };
    }
}

/// What up to three dice can show; only sums of several breakers need more than one.
fn rolls(position: &Position, action: Action) -> Vec<[u8; 3]> {
    let sum = match action {
        Action::Step {
            breaker, choice, ..
        } => {
            matches!(position.base(breaker, choice, None), Ok(Base::Sum))
        }
        _ => false,
    };
    let others = if sum { 1..=6u8 } else { 1..=1 };
    let mut rolls = Vec::new();
    for first in 1..=6 {
        for second in others.clone() {
            rolls.extend(others.clone().map(|third| [first, second, third]));
        }
    }
    rolls
}

impl Stack {
    /// What may be uppermost from what a player knows: ice as long as more than the bottom ten are
    /// left, then anything.
    fn possible_tops(&self) -> Vec<Structure> {
        let only_ice = self.count() > Stack::BOTTOM;
        self.downwards()
            .filter(|top| !only_ice || !top.is_fort())
            .collect()
    }

    /// The same stack with one of its structures on top.
    fn with_top(&self, top: Structure) -> Stack {
        let rest = self.downwards().filter(|structure| *structure != top);
        Stack::of(std::iter::once(top).chain(rest).collect())
    }
}
