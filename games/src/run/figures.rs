//! Tables of odds, shown with the question for the next step.

use super::{
    message::Message,
    odds::{Chance, Odds},
    position::{Phase, Position},
    space::{Space, Way},
    structure::Colour,
};
use crate::{
    fact::Fact,
    prompt::{FigureRow, Figures, RowKind},
};

/// Number of distant structures in one row.
const FAR_PER_ROW: usize = 3;

impl Position {
    /// Returns the odds of every step: for breakers inside in each of the four directions, for
    /// those outside against a new structure and the easiest installed one.
    pub(super) fn step_figures(&self) -> Vec<Figures> {
        let inside = self.inside_figures();
        let far = Colour::ALL
            .into_iter()
            .filter_map(|breaker| self.far_figures(breaker));
        let outside = self.outside_figures();
        inside.into_iter().chain(far).chain(outside).collect()
    }

    fn inside_figures(&self) -> Option<Figures> {
        let mut rows = Vec::new();
        for breaker in Colour::ALL {
            let Some(from) = self.place(breaker) else {
                continue;
            };
            let custom = self.breaker(breaker);
            let word = custom.and_then(|custom| custom.choice.as_ref());
            for choice in std::iter::once(None).chain(word.map(|choice| Some(choice.word))) {
                rows.extend(self.way_rows(breaker, from, choice));
            }
        }
        let ways = Way::ALL.map(|way| Message::HeadWay { way });
        let head = std::iter::once(Message::HeadInside).chain(ways);
        figures(|boosted| Message::FiguresInside { boosted }, head, rows)
    }

    /// Returns the rows of a breaker's four directions, with a row for boosts if they help; empty
    /// if a choice is impossible in every direction.
    fn way_rows(
        &self,
        breaker: Colour,
        from: Space,
        choice: Option<&'static str>,
    ) -> Vec<FigureRow> {
        let ways = Way::ALL.map(|way| {
            let to = from.next(way)?;
            Some((to, self.odds(breaker, to, choice).ok()))
        });
        let odds = || ways.iter().map(|way| way.and_then(|(_, odds)| odds));
        if choice.is_some() && odds().flatten().next().is_none() {
            return Vec::new();
        }
        let taken = |space: Space| {
            let by = self.breaker_on(space)?;
            Some(Message::CellTaken { breaker: by })
        };
        let plain = ways.iter().map(|way| match way {
            Some((_, Some(odds))) => cell(odds),
            Some((space, None)) => taken(*space).unwrap_or(Message::CellNone),
            None => Message::CellNone,
        });
        let boosted = odds().map(|odds| {
            let lifted = odds.filter(Odds::is_lifted);
            lifted.map(|odds| chance_cell(odds.boosted))
        });
        with_boosted(breaker, choice, plain.collect(), boosted.collect())
    }

    /// Returns the odds of a breaker against the distant structures it can step to.
    fn far_figures(&self, breaker: Colour) -> Option<Figures> {
        let from = self.place(breaker)?;
        let far = self.steps(breaker).filter(|to| !from.is_next_to(*to));
        let title = Message::FiguresFar { breaker };
        self.list(title, breaker, far)
    }

    /// Returns the odds of a breaker against the structures within its reach.
    pub(super) fn reach_figures(&self, breaker: Colour, within: u8) -> Option<Figures> {
        let title = Message::FiguresReach { breaker };
        self.list(title, breaker, self.reachable(breaker, within))
    }

    fn list(
        &self,
        title: Message,
        breaker: Colour,
        spaces: impl Iterator<Item = Space>,
    ) -> Option<Figures> {
        let cell = |space| Some(far_cell(space, &self.odds(breaker, space, None).ok()?));
        let cells: Vec<Message> = spaces.filter_map(cell).collect();
        let rows = cells.chunks(FAR_PER_ROW).map(|cells| FigureRow {
            kind: RowKind::Plain,
            cells: cells.iter().cloned().map(Fact::from).collect(),
        });
        let rows: Vec<_> = rows.collect();
        (!rows.is_empty()).then(|| Figures {
            title: title.into(),
            head: Vec::new(),
            rows,
        })
    }

    fn outside_figures(&self) -> Option<Figures> {
        let outside = Colour::ALL.into_iter().filter(|b| self.place(*b).is_none());
        let rows = outside.flat_map(|breaker| self.outside_rows(breaker));
        let rows = rows.collect();
        let head = [Message::HeadOutside, Message::HeadNew, Message::HeadEasiest];
        figures(|boosted| Message::FiguresOutside { boosted }, head, rows)
    }

    fn outside_rows(&self, breaker: Colour) -> Vec<FigureRow> {
        let new = self.new_outside(breaker).map(|(_, odds)| odds);
        let installed = |chance: fn(&Odds) -> Chance| {
            let all = self.installed_steps(breaker);
            // `max_by_key` takes the last maximum, so reversed it takes the first of equals.
            all.rev().max_by_key(|(_, odds)| chance(odds).percent())
        };
        let plain = installed(|odds| odds.plain);
        let boosted = installed(|odds| odds.boosted).filter(|(_, odds)| odds.is_lifted());
        with_boosted(
            breaker,
            None,
            vec![
                new.map_or(Message::CellNone, |odds| chance_cell(odds.plain)),
                plain.map_or(Message::CellNone, |(space, odds)| far_cell(space, &odds)),
            ],
            vec![
                new.filter(Odds::is_lifted)
                    .map(|odds| chance_cell(odds.boosted)),
                boosted.map(|(space, odds)| {
                    let plain = odds.boosted;
                    far_cell(space, &Odds { plain, ..odds })
                }),
            ],
        )
    }

    /// Returns an empty space on which a breaker outside can have a structure installed, with the
    /// odds.
    pub(super) fn new_outside(&self, breaker: Colour) -> Option<(Space, Odds)> {
        let open = self.phase == Phase::Step && !self.stack.is_empty();
        let mut empty = Space::all().filter(move |space| open && !self.matrix.has(*space));
        let space = empty.find(|space| self.may_step(breaker, *space).is_ok())?;
        Some((space, self.odds(breaker, space, None).ok()?))
    }

    /// Returns the steps by which a breaker's strength is judged: all steps of a breaker inside, or
    /// for one outside a new structure and the installed ones.
    pub(super) fn telling_steps(&self, breaker: Colour) -> Vec<(Space, Odds)> {
        match self.place(breaker) {
            Some(_) => {
                let odds = |space| Some((space, self.odds(breaker, space, None).ok()?));
                self.steps(breaker).filter_map(odds).collect()
            }
            None => {
                let new = self.new_outside(breaker).into_iter();
                new.chain(self.installed_steps(breaker)).collect()
            }
        }
    }

    /// Returns the installed structures that a breaker can step to, with the odds.
    pub(super) fn installed_steps(
        &self,
        breaker: Colour,
    ) -> impl DoubleEndedIterator<Item = (Space, Odds)> {
        let tiles = self.matrix.tiles().iter().map(|tile| tile.space);
        tiles.filter_map(move |space| Some((space, self.odds(breaker, space, None).ok()?)))
    }
}

impl Odds {
    /// Returns whether tokens in hand change the odds.
    pub(super) fn is_lifted(&self) -> bool {
        self.boosted != self.plain
    }
}

/// Builds figures under a title with the argument 1 if there are rows with tokens, else 0.
fn figures(
    title: fn(u8) -> Message,
    head: impl IntoIterator<Item = Message>,
    rows: Vec<FigureRow>,
) -> Option<Figures> {
    let boosted = rows.iter().any(|row| row.kind == RowKind::Boosted);
    (!rows.is_empty()).then(|| Figures {
        title: title(boosted.into()).into(),
        head: head.into_iter().map(Fact::from).collect(),
        rows,
    })
}

/// Builds a row, and below it one with the odds after spending tokens, if any differ.
fn with_boosted(
    breaker: Colour,
    word: Option<&'static str>,
    plain: Vec<Message>,
    boosted: Vec<Option<Message>>,
) -> Vec<FigureRow> {
    let row = |kind, label: Message, cells: Vec<Message>| FigureRow {
        kind,
        cells: [label].into_iter().chain(cells).map(Fact::from).collect(),
    };
    let kind = match word {
        None => RowKind::Plain,
        Some(_) => RowKind::Choice,
    };
    let mut rows = vec![row(kind, Message::Row { breaker, word }, plain)];
    if boosted.iter().any(Option::is_some) {
        let or_same = |cell: Option<Message>| cell.unwrap_or(Message::CellSame);
        let cells = boosted.into_iter().map(or_same).collect();
        let label = Message::RowBoosted { breaker, word };
        rows.push(row(RowKind::Boosted, label, cells));
    }
    rows
}

fn cell(odds: &Odds) -> Message {
    Message::Cell {
        structure: odds.structure,
        odds: odds.plain.into(),
    }
}

fn far_cell(space: Space, odds: &Odds) -> Message {
    Message::CellFar {
        space,
        structure: odds.structure,
        odds: odds.plain.into(),
    }
}

fn chance_cell(chance: Chance) -> Message {
    Message::CellChance {
        odds: chance.into(),
    }
}
