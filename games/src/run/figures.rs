//! Tables of odds, shown with the question for the next step.

use std::cmp::Reverse;

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
            let word = self.choice(breaker).map(|choice| choice.word);
            rows.extend(self.way_rows(breaker, from, None));
            if word.is_some() {
                rows.extend(self.way_rows(breaker, from, word));
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
        let odds = Way::ALL.map(|way| self.odds(breaker, from.next(way)?, choice).ok());
        if choice.is_some() && odds.iter().flatten().next().is_none() {
            return Vec::new();
        }
        let taken = |way| {
            let breaker = self.breaker_on(from.next(way)?)?;
            Some(Message::CellTaken { breaker })
        };
        let plain = odds.iter().zip(Way::ALL).map(|(odds, way)| match odds {
            Some(odds) => Message::Cell {
                structure: odds.structure,
                odds: odds.plain.into(),
            },
            None => taken(way).unwrap_or(Message::CellNone),
        });
        let improved = odds.map(|odds| odds?.improved().map(chance_cell));
        with_boosted(breaker, choice, plain.collect(), improved.to_vec())
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
        let odds = self.odds_on(breaker, spaces);
        let cells: Vec<Message> = odds.map(|odds| far_cell(&odds, odds.plain)).collect();
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
        let outside = self.outside().into_iter();
        let rows = outside.flat_map(|breaker| self.outside_rows(breaker));
        let rows = rows.collect();
        let head = [Message::HeadOutside, Message::HeadNew, Message::HeadEasiest];
        figures(|boosted| Message::FiguresOutside { boosted }, head, rows)
    }

    fn outside_rows(&self, breaker: Colour) -> Vec<FigureRow> {
        let new = self.new_outside(breaker);
        let installed = |chance: fn(&Odds) -> Chance| {
            let all = self.installed_steps(breaker);
            // Unlike `max_by_key`, this takes the first of equals.
            all.min_by_key(|odds| Reverse(chance(odds).percent()))
        };
        let plain = [
            new.map(|odds| chance_cell(odds.plain)),
            installed(|odds| odds.plain).map(|odds| far_cell(&odds, odds.plain)),
        ];
        let improved = vec![
            new.and_then(|odds| Some(chance_cell(odds.improved()?))),
            installed(|odds| odds.boosted).and_then(|odds| Some(far_cell(&odds, odds.improved()?))),
        ];
        let plain = plain.map(|cell| cell.unwrap_or(Message::CellNone));
        with_boosted(breaker, None, plain.to_vec(), improved)
    }

    /// Returns the odds of a breaker outside against a new structure.
    fn new_outside(&self, breaker: Colour) -> Option<Odds> {
        if self.phase != Phase::Step || self.stack.is_empty() {
            return None;
        }
        let empty = Space::all().filter(|space| !self.matrix.has(*space));
        self.odds_on(breaker, empty).next()
    }

    /// Returns the odds by which a breaker's strength is judged: those of all steps of a breaker
    /// inside, or for one outside against a new structure and the installed ones.
    pub(super) fn telling_steps(&self, breaker: Colour) -> Vec<Odds> {
        match self.place(breaker) {
            Some(_) => self.odds_on(breaker, self.steps(breaker)).collect(),
            None => {
                let new = self.new_outside(breaker).into_iter();
                new.chain(self.installed_steps(breaker)).collect()
            }
        }
    }

    /// Returns the odds against the installed structures that a breaker can step to.
    fn installed_steps(&self, breaker: Colour) -> impl Iterator<Item = Odds> {
        let tiles = self.matrix.tiles().iter().map(|tile| tile.space);
        self.odds_on(breaker, tiles)
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

/// Returns the figure of a distant structure, with its plain or its improved chance.
fn far_cell(odds: &Odds, chance: Chance) -> Message {
    Message::CellFar {
        space: odds.space,
        structure: odds.structure,
        odds: chance.into(),
    }
}

fn chance_cell(chance: Chance) -> Message {
    Message::CellChance(chance.into())
}
