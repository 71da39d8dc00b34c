//! The odds of everything that can be challenged, as they are shown with a question.

use super::{
    code::Code,
    odds::{Chance, Odds},
    position::{Phase, Position},
    space::{Space, Way},
    structure::Colour,
};
use crate::{fact::Fact, prompt::Figures};

/// As many structures further away stand in one row.
const FAR_IN_A_ROW: usize = 3;

impl Position {
    /// The odds of every step: of the breakers inside for each of the four ways, of those outside
    /// for a new structure and for the easiest one that is installed.
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
        let ways = Way::ALL.map(|way| Fact::new(Code::HeadWay).with("way", way.to_string()));
        let head = std::iter::once(Fact::new(Code::HeadInside)).chain(ways);
        figures(Code::FiguresInside, head.collect(), rows)
    }

    /// The four ways of a breaker, and what a boost makes of them if it helps; nothing when a
    /// choice cannot be made on any way.
    fn way_rows(
        &self,
        breaker: Colour,
        from: Space,
        choice: Option<&'static str>,
    ) -> Vec<Vec<Fact>> {
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
            Some(Fact::new(Code::CellTaken).with("breaker", by.letter()))
        };
        let plain = ways.iter().map(|way| match way {
            Some((_, Some(odds))) => cell(odds),
            Some((space, None)) => taken(*space).unwrap_or_else(nothing),
            None => nothing(),
        });
        let boosted = odds().map(|odds| match odds {
            Some(odds) if odds.is_lifted() => chance_cell(odds.boosted),
            _ => Fact::new(Code::CellSame),
        });
        with_boosted(breaker, choice, plain.collect(), boosted.collect())
    }

    /// The structures further away that a breaker can step to.
    fn far_figures(&self, breaker: Colour) -> Option<Figures> {
        let from = self.place(breaker)?;
        let far = self.steps(breaker).filter(|to| !from.is_next_to(*to));
        let title = Fact::new(Code::FiguresFar).with("breaker", breaker.letter());
        self.list(title, breaker, far)
    }

    /// The structures within reach of a breaker that may challenge one of them.
    pub(super) fn reach_figures(&self, breaker: Colour, within: u8) -> Option<Figures> {
        let title = Fact::new(Code::FiguresReach).with("breaker", breaker.letter());
        self.list(title, breaker, self.reachable(breaker, within))
    }

    fn list(
        &self,
        title: Fact,
        breaker: Colour,
        spaces: impl Iterator<Item = Space>,
    ) -> Option<Figures> {
        let cell = |space| Some(far_cell(space, &self.odds(breaker, space, None).ok()?));
        let cells: Vec<Fact> = spaces.filter_map(cell).collect();
        let rows: Vec<_> = cells.chunks(FAR_IN_A_ROW).map(<[Fact]>::to_vec).collect();
        (!rows.is_empty()).then_some(Figures {
            title,
            head: Vec::new(),
            rows,
        })
    }

    fn outside_figures(&self) -> Option<Figures> {
        let outside = Colour::ALL.into_iter().filter(|b| self.place(*b).is_none());
        let rows = outside.flat_map(|breaker| self.outside_rows(breaker));
        let rows = rows.collect();
        let head = [Code::HeadOutside, Code::HeadNew, Code::HeadEasiest];
        figures(Code::FiguresOutside, head.map(Fact::new).to_vec(), rows)
    }

    fn outside_rows(&self, breaker: Colour) -> Vec<Vec<Fact>> {
        let new = self.new_outside(breaker).map(|(_, odds)| odds);
        let installed = |chance: fn(&Odds) -> Chance| {
            let all = self.installed_steps(breaker);
            // The first of several that are as easy.
            all.rev().max_by_key(|(_, odds)| chance(odds).percent())
        };
        let plain = installed(|odds| odds.plain);
        let boosted = installed(|odds| odds.boosted).filter(|(_, odds)| odds.is_lifted());
        let same = || Fact::new(Code::CellSame);
        with_boosted(
            breaker,
            None,
            vec![
                new.map_or_else(nothing, |odds| chance_cell(odds.plain)),
                plain.map_or_else(nothing, |(space, odds)| far_cell(space, &odds)),
            ],
            vec![
                new.filter(Odds::is_lifted)
                    .map_or_else(same, |odds| chance_cell(odds.boosted)),
                boosted.map_or_else(same, |(space, odds)| {
                    let plain = odds.boosted;
                    far_cell(space, &Odds { plain, ..odds })
                }),
            ],
        )
    }

    /// An empty space on which a breaker outside can have a structure installed, and the odds.
    pub(super) fn new_outside(&self, breaker: Colour) -> Option<(Space, Odds)> {
        let open = self.phase == Phase::Step && !self.stack.is_empty();
        let mut empty = Space::all().filter(move |space| open && !self.matrix.has(*space));
        let space = empty.find(|space| self.may_step(breaker, *space).is_ok())?;
        Some((space, self.odds(breaker, space, None).ok()?))
    }

    /// The steps that tell how strong a breaker is: all of one inside, and for one outside a
    /// structure to come and those that are installed.
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

    /// The installed structures that a breaker can step to, with the odds.
    pub(super) fn installed_steps(
        &self,
        breaker: Colour,
    ) -> impl DoubleEndedIterator<Item = (Space, Odds)> {
        let tiles = self.matrix.tiles().iter().map(|tile| tile.space);
        tiles.filter_map(move |space| Some((space, self.odds(breaker, space, None).ok()?)))
    }
}

impl Odds {
    /// Whether tokens in hand make a difference.
    pub(super) fn is_lifted(&self) -> bool {
        self.boosted != self.plain
    }
}

fn figures(title: Code, head: Vec<Fact>, rows: Vec<Vec<Fact>>) -> Option<Figures> {
    let lifted = rows
        .iter()
        .flatten()
        .any(|c| c.code == Code::RowBoosted.as_str());
    (!rows.is_empty()).then(|| Figures {
        title: Fact::new(title).with("boosted", u8::from(lifted)),
        head,
        rows,
    })
}

/// A row, and below it another one with what changes when tokens are spent, if anything does.
fn with_boosted(
    breaker: Colour,
    choice: Option<&'static str>,
    plain: Vec<Fact>,
    boosted: Vec<Fact>,
) -> Vec<Vec<Fact>> {
    let row = |code, cells| {
        let label = Fact::new(code)
            .with("breaker", breaker.letter())
            .with("word", choice);
        std::iter::once(label).chain(cells).collect()
    };
    let helps = boosted
        .iter()
        .any(|cell| cell.code != Code::CellSame.as_str());
    let mut rows = vec![row(Code::Row, plain)];
    if helps {
        rows.push(row(Code::RowBoosted, boosted));
    }
    rows
}

/// Nothing can be challenged there.
fn nothing() -> Fact {
    Fact::new(Code::CellNone)
}

fn cell(odds: &Odds) -> Fact {
    let structure = odds.structure.map(|structure| structure.to_string());
    with_chance(Fact::new(Code::Cell), odds.plain).with("structure", structure)
}

fn far_cell(space: Space, odds: &Odds) -> Fact {
    let structure = odds.structure.map(|structure| structure.to_string());
    with_chance(Fact::new(Code::CellFar), odds.plain)
        .with("space", space.to_string())
        .with("structure", structure)
}

fn chance_cell(chance: Chance) -> Fact {
    with_chance(Fact::new(Code::CellChance), chance)
}

/// The lowest die that will do (0 when it does not matter), and the chance.
pub(super) fn with_chance(fact: Fact, chance: Chance) -> Fact {
    fact.with("need", chance.from.unwrap_or(0))
        .with("percent", chance.percent())
}
