//! Counts of the events of a game.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{
    fact::{Arg, Fact},
    message::Message,
    seat::Seat,
};

/// The number of events with each code and player, from the first action of a game on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenMessages(BTreeMap<(Cow<'static, str>, Option<usize>), usize>);

impl SeenMessages {
    /// Counts the events of one action.
    pub(crate) fn note(&mut self, facts: &[Fact]) {
        for fact in facts {
            let seat = fact.args.iter().find_map(|(name, arg)| match arg {
                Arg::Seat(seat) if name == "seat" => Some(seat.index()),
                _ => None,
            });
            *self.0.entry((fact.code.clone(), seat)).or_default() += 1;
        }
    }

    /// Returns the number of events with this code.
    pub fn count(&self, code: &str) -> usize {
        let told = self.0.iter().filter(|((told, _), _)| *told == code);
        told.map(|(_, count)| count).sum()
    }

    /// Returns the number of events of the kind of this message.
    pub(crate) fn count_like(&self, message: &impl Message) -> usize {
        self.count(&message.to_fact().code)
    }

    /// Returns the number of events of a player of the same kind as this one.
    pub fn count_of(&self, event: &Fact, seat: Seat) -> usize {
        self.0
            .get(&(event.code.clone(), Some(seat.index())))
            .copied()
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_count_for_the_seat_they_name() {
        let mut told = SeenMessages::default();
        let fact = || Fact::new("gipf-row-cleared");
        told.note(&[
            fact().with("seat", Seat::Second),
            fact().with("other", Seat::First),
        ]);
        told.note(&[
            fact(),
            fact().with("other", Seat::First).with("seat", Seat::Second),
        ]);
        assert_eq!(told.count("gipf-row-cleared"), 4);
        assert_eq!(told.count("gipf-entered"), 0);
        assert_eq!(Seat::BOTH.map(|seat| told.count_of(&fact(), seat)), [0, 2]);
    }
}
