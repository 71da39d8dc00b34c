//! Custom breakers use their abilities: what is allowed, what it costs, what it does.

use super::{
    action::{Action, What},
    breakers::{Ability, Now, Used},
    deeds::Deed,
    facts::Event,
    position::{End, Phase, Position},
    refusals,
    space::Space,
    structure::Colour,
    tokens::Tokens,
};
use crate::{
    dice::Dice,
    game::{Fact, Illegal},
};

impl Position {
    /// Every ability that can be used now, with everything that can be named and paid.
    pub(super) fn uses(&self) -> impl Iterator<Item = Action> {
        Colour::ALL.into_iter().flat_map(move |breaker| {
            let abilities = self.breaker(breaker).map(|custom| custom.abilities);
            let abilities = abilities.unwrap_or_default().iter();
            abilities.flat_map(move |ability| self.uses_of(breaker, ability))
        })
    }

    /// The breakers that can use an ability now.
    pub(super) fn users(&self) -> impl Iterator<Item = Colour> {
        let can = |breaker: &Colour| {
            let abilities = self.breaker(*breaker).map(|custom| custom.abilities);
            let mut abilities = abilities.unwrap_or_default().iter();
            abilities.any(|ability| self.uses_of(*breaker, ability).next().is_some())
        };
        Colour::ALL.into_iter().filter(can)
    }

    /// What each ability that can be used now would do, with its price and an example.
    pub(super) fn abilities_now(&self) -> Vec<Fact> {
        let all = Colour::ALL.into_iter().flat_map(|breaker| {
            let abilities = self.breaker(breaker).map(|custom| custom.abilities);
            let abilities = abilities.unwrap_or_default().iter();
            abilities.filter_map(move |ability| self.ability_now(breaker, ability))
        });
        all.collect()
    }

    fn ability_now(&self, breaker: Colour, ability: &'static Ability) -> Option<Fact> {
        let uses = self.uses_of(breaker, ability);
        let mut ways: Vec<Action> = uses.collect();
        // Several ways to pay for the same thing are one.
        ways.dedup_by_key(|action| action.what());
        let from = self.place(breaker).unwrap_or(Space::MIDDLE);
        let far = |action: &&Action| match action.what() {
            Some(What::Space(space)) => space.steps_to(from),
            _ => 0,
        };
        let action = *ways.iter().min_by_key(far)?;
        let mut after = self.clone();
        let mut die = Dice::given([1]);
        after.act(action, &mut die, &mut |_| {}).ok()?;
        let fact = match self.fatal(ability.damage) {
            Some(end) => Fact::new("run-now-fatal").with("end", end.name()),
            None => (ability.now)(&Now {
                run: self,
                after: &after,
                breaker,
                ways: ways.len(),
            }),
        };
        let payments = action.what().map(|what| ability.tokens.payments(&what));
        let paid = match action {
            Action::Use { pay: Some(pay), .. } => Some(pay),
            _ => payments.and_then(|payments| payments.first().copied()),
        };
        let fact = fact.with("action", action.to_string());
        let fact = fact.with("damage", ability.damage);
        Some(fact.with("tokens", paid.unwrap_or_default().listed()))
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

    /// Uses an ability: first its price, then what it does, then steps 6 and 7.
    pub(super) fn use_ability(
        &mut self,
        breaker: Colour,
        what: What,
        pay: Option<Tokens>,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        let what = what.canonical();
        let ability = self.ability(breaker, &what)?;
        (ability.may)(&self.view(breaker), &what)?;
        let tokens = self.payment(breaker, ability, &what, pay)?;
        // The last thing that can be refused; only now does anything change.
        let fatal = self.fatal(ability.damage);
        let die = match fatal {
            None if ability.rolls => dice.roll()?,
            _ => 0,
        };
        log(Deed::Used {
            breaker,
            number: self.custom(breaker),
        }
        .into());
        if tokens != Tokens::none() {
            self.hand.give(tokens, &mut self.bank);
            log(Deed::Paid { tokens }.into());
        }
        if ability.damage > 0 {
            self.suffer(ability.damage, log);
        }
        if let Some(end) = fatal {
            self.phase = Phase::Over(end);
        } else {
            (ability.effect)(self, &Used { breaker, what, die }, log);
            if self.phase == Phase::Step {
                self.phase = self.next_phase();
            }
        }
        Ok(Action::Use {
            breaker,
            what,
            pay: ability.tokens.is_open().then_some(tokens),
        })
    }

    /// The ability for which this is named.
    fn ability(&self, breaker: Colour, what: &What) -> Result<&'static Ability, Illegal> {
        let number = self.custom(breaker);
        let Some(custom) = self.breaker(breaker) else {
            return Err(refusals::plain_breaker(breaker));
        };
        if custom.abilities.is_empty() {
            return Err(refusals::no_ability(breaker, number));
        }
        let fitting = custom.abilities.iter().find(|a| a.form.fits(what));
        fitting.ok_or_else(|| {
            let examples = custom.examples();
            refusals::use_form(breaker, number, &examples.collect::<Vec<_>>().join(", "))
        })
    }

    /// The tokens that are paid: those named, or the only ones that can be.
    fn payment(
        &self,
        breaker: Colour,
        ability: &Ability,
        what: &What,
        pay: Option<Tokens>,
    ) -> Result<Tokens, Illegal> {
        let number = self.custom(breaker);
        let payments = ability.tokens.payments(what);
        if let Some(named) = pay
            && !payments.contains(&named)
        {
            return Err(refusals::wrong_price(breaker, number, &payments));
        }
        let wanted = payments
            .iter()
            .filter(|tokens| pay.is_none_or(|pay| pay == **tokens));
        let mut can = wanted.filter(|tokens| self.hand.has(tokens));
        match (can.next(), can.next()) {
            (Some(tokens), None) => Ok(*tokens),
            (Some(_), Some(_)) => Err(refusals::name_price(breaker, number, ability.example)),
            (None, _) => {
                let cost = pay.map_or(payments, |pay| vec![pay]);
                Err(refusals::missing_tokens(breaker, number, &cost, &self.hand))
            }
        }
    }

    /// How a price ends the run before the effect: brain death, or the target is passed.
    fn fatal(&self, damage: u8) -> Option<End> {
        let damage = self.damage.saturating_add(damage);
        if damage >= super::BRAIN_DEATH {
            Some(End::Dead)
        } else {
            self.target
                .is_some_and(|target| damage > target)
                .then_some(End::Lost)
        }
    }

    /// Strengthens a breaker's next challenge.
    pub(super) fn keep_bonus(&mut self, breaker: Colour, more: u8, log: &mut dyn FnMut(Event)) {
        let kept = breaker.of_mut(&mut self.kept);
        kept.bonus = kept.bonus.saturating_add(more);
        let bonus = kept.bonus;
        log(Deed::KeepsBonus { breaker, bonus }.into());
    }

    /// Sets the strength of a breaker's next challenge.
    pub(super) fn keep_strength(
        &mut self,
        breaker: Colour,
        strength: u8,
        log: &mut dyn FnMut(Event),
    ) {
        breaker.of_mut(&mut self.kept).strength = Some(strength);
        log(Deed::KeepsStrength { breaker, strength }.into());
    }

    /// Puts a breaker somewhere; on a structure it takes the token.
    pub(super) fn put(&mut self, breaker: Colour, to: Option<Space>, log: &mut dyn FnMut(Event)) {
        if self.place(breaker) == to {
            return;
        }
        log(Deed::Moved { breaker, to }.into());
        match to {
            Some(space) => self.enter(breaker, space, log),
            None => *breaker.of_mut(&mut self.breakers) = None,
        }
    }

    /// Moves structures to other spaces, each with its token and the breakers on it.
    pub(super) fn shift(&mut self, ways: &[(Space, Space)], log: &mut dyn FnMut(Event)) {
        for (from, to) in ways {
            if let Some(tile) = self.matrix.at(*from) {
                log(Deed::Shifted {
                    structure: tile.structure,
                    from: *from,
                    to: *to,
                }
                .into());
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
