//! Abilities of custom breakers: listing, price and effect.

use std::cmp::Reverse;

use super::{
    action::{Action, What},
    breakers::{Ability, Now, Used},
    event::Event,
    message::{Message, Price},
    position::{Phase, Position},
    power_ups::PowerUps,
    space::Space,
    structure::Colour,
};
use crate::dice::Dice;

/// Maximum number of uses compared to find an example, the nearest ones.
const EXAMPLES: usize = 12;

impl Position {
    /// Returns every legal use of an ability, with all arguments and payments.
    pub(super) fn uses(&self) -> impl Iterator<Item = Action> {
        Colour::ALL.into_iter().flat_map(move |breaker| {
            let abilities = self.abilities(breaker).iter();
            abilities.flat_map(move |ability| self.uses_of(breaker, ability))
        })
    }

    /// Returns the breakers that can use an ability now.
    pub(super) fn users(&self) -> impl Iterator<Item = Colour> {
        let can = |breaker: &Colour| {
            let mut abilities = self.abilities(*breaker).iter();
            abilities.any(|ability| self.uses_of(*breaker, ability).next().is_some())
        };
        Colour::ALL.into_iter().filter(can)
    }

    /// Returns the effect of each ability that can be used now, with its price and an example.
    pub(super) fn abilities_now(&self) -> Vec<Message> {
        let all = Colour::ALL.into_iter().flat_map(|breaker| {
            let abilities = self.abilities(breaker).iter();
            abilities.filter_map(move |ability| self.ability_now(breaker, ability))
        });
        all.collect()
    }

    fn ability_now(&self, breaker: Colour, ability: &'static Ability) -> Option<Message> {
        let uses = self.uses_of(breaker, ability);
        let mut ways: Vec<Action> = uses.collect();
        // Uses that differ in payment alone count as one.
        ways.dedup_by_key(|action| action.what());
        let from = self.place(breaker).unwrap_or(Space::MIDDLE);
        let far = |action: &&Action| match action.what() {
            Some(What::Space(space)) => space.steps_to(from),
            _ => 0,
        };
        let mut near: Vec<&Action> = ways.iter().collect();
        near.sort_by_key(far);
        near.truncate(EXAMPLES);
        let tried = near.into_iter().filter_map(|action| {
            let after = self.played(action, Dice::given([1]))?;
            Some((*action, after))
        });
        // Unlike `max_by_key`, this takes the first of equals: the nearest use.
        let (action, after) = tried.min_by_key(|(_, after)| Reverse(after.promise()))?;
        let tokens = match action {
            Action::Use { what, pay, .. } => ability.paid(&what, pay),
            _ => PowerUps::empty(),
        };
        let price = Price {
            action: action.to_string(),
            damage: ability.damage,
            tokens,
        };
        Some(match self.end_by_damage(ability.damage) {
            Some(end) => Message::NowFatal {
                price,
                end: end.ending(),
            },
            None => {
                let now = Now {
                    run: self,
                    after: &after,
                    breaker,
                    ways: ways.len(),
                };
                (ability.now)(&now, price)
            }
        })
    }

    /// Ranking of positions for an example: the number of breakers that hold their forts, then the
    /// sum of the breakers' best chances in percent.
    fn promise(&self) -> (usize, u32) {
        let home = Colour::ALL.iter().filter(|breaker| self.is_home(**breaker));
        let best = |breaker: Colour| {
            let steps = self.telling_steps(breaker).into_iter();
            let chances = steps.map(|odds| u32::from(odds.plain.percent()));
            chances.max().unwrap_or(0)
        };
        let chances = Colour::ALL.into_iter().map(best).sum();
        (home.count(), chances)
    }

    fn uses_of(&self, breaker: Colour, ability: &'static Ability) -> impl Iterator<Item = Action> {
        let affordable = self.hand.count() >= ability.tokens.count();
        let all = if affordable {
            ability.form.all(self)
        } else {
            Vec::new()
        };
        all.into_iter()
            .filter(move |what| (ability.may)(&self.view(breaker), what).is_ok())
            .flat_map(move |what| {
                let payments = ability.tokens.payments(&what).into_iter();
                payments
                    .filter(|tokens| self.hand.has(tokens))
                    .map(move |tokens| Action::Use {
                        breaker,
                        what,
                        pay: ability.tokens.is_open().then_some(tokens),
                    })
            })
    }

    /// Uses an ability: first its price, then its effect, then steps 6 and 7.
    pub(super) fn use_ability(
        &mut self,
        breaker: Colour,
        what: What,
        pay: Option<PowerUps>,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) {
        let Ok(ability) = self.ability(breaker, &what) else {
            return;
        };
        let tokens = ability.paid(&what, pay);
        let die = if self.rolls_for(ability) {
            dice.roll().unwrap_or_default()
        } else {
            0
        };
        log(Event::Used(self.named(breaker)));
        if tokens != PowerUps::empty() {
            self.hand.give(tokens, &mut self.bank);
            log(Event::Paid { tokens });
        }
        let fatal = self.end_by_damage(ability.damage);
        if ability.damage > 0 {
            self.suffer(ability.damage, log);
        }
        if let Some(end) = fatal {
            self.phase = Phase::Over(end);
            return;
        }
        (ability.effect)(self, &Used { breaker, what, die }, log);
        if self.phase == Phase::Step {
            self.phase = self.next_phase();
        }
    }

    /// Returns whether the ability rolls a die; it does not if its price ends the run.
    pub(super) fn rolls_for(&self, ability: &Ability) -> bool {
        ability.rolls && self.end_by_damage(ability.damage).is_none()
    }

    /// Adds a bonus to a breaker's next challenge.
    pub(super) fn keep_bonus(&mut self, breaker: Colour, more: u8, log: &mut dyn FnMut(Event)) {
        let kept = breaker.of_mut(&mut self.kept);
        kept.bonus = kept.bonus.saturating_add(more);
        let bonus = kept.bonus;
        log(Event::KeepsBonus { breaker, bonus });
    }

    /// Sets the strength of a breaker's next challenge.
    pub(super) fn keep_strength(
        &mut self,
        breaker: Colour,
        strength: u8,
        log: &mut dyn FnMut(Event),
    ) {
        breaker.of_mut(&mut self.kept).strength = Some(strength);
        log(Event::KeepsStrength { breaker, strength });
    }

    /// Moves a breaker to a space or outside; on a structure it takes the token.
    pub(super) fn put(&mut self, breaker: Colour, to: Option<Space>, log: &mut dyn FnMut(Event)) {
        if self.place(breaker) == to {
            return;
        }
        log(Event::Moved { breaker, to });
        match to {
            Some(space) => self.enter(breaker, space, log),
            None => *breaker.of_mut(&mut self.breakers) = None,
        }
    }

    /// Moves structures to other spaces, each with its token and the breakers on it.
    pub(super) fn shift(&mut self, ways: &[(Space, Space)], log: &mut dyn FnMut(Event)) {
        for (from, to) in ways {
            if let Some(tile) = self.matrix.at(*from) {
                log(Event::Shifted {
                    structure: tile.structure,
                    from: *from,
                    to: *to,
                });
            }
        }
        self.matrix.shift(ways);
        for place in self.breakers.iter_mut().flatten() {
            if let Some((_, to)) = ways.iter().find(|(from, _)| from == place) {
                *place = *to;
            }
        }
    }
}
