//! Figures about players: the best ones, and one's own.

use std::collections::BTreeMap;

use games::{Entry, Fact};

use super::{
    Tables,
    daily::{Try, with_result, with_time},
};
use crate::{
    command::{Ranking, Top},
    day::Day,
    draw::grid,
    line::Line,
    members::Members,
    memory::PlayerWish,
    message::Block,
    names,
    person::Person,
    results::{Figures, RunResult, days_in_a_row},
    traffic::Effect,
};

/// Who is shown, and under which names.
pub(super) enum Names<'a> {
    /// The members of a room, under their names there.
    Members(&'a Members),
    /// Everybody, under the names of their runs.
    Everybody,
}

impl<'a> Names<'a> {
    /// Who is shown where a line was written.
    pub(super) fn of(line: &'a Line) -> Names<'a> {
        if line.direct {
            Names::Everybody
        } else {
            Names::Members(&line.people)
        }
    }

    /// Whose names those are, as sentences tell it.
    pub(super) fn place(&self) -> &'static str {
        match self {
            Names::Members(_) => "here",
            Names::Everybody => "all",
        }
    }

    fn member(&self, player: &Person) -> Option<&Person> {
        match self {
            Names::Members(people) => people.get(&player.id),
            Names::Everybody => None,
        }
    }

    /// The name of a player.
    pub(super) fn name(&self, player: &Person) -> String {
        names::shown(self.member(player).unwrap_or(player))
    }
}

/// Which runs are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Those with plain breakers.
    Basic,
    /// Those with custom ones.
    Custom,
}

impl Kind {
    /// As sentences tell it.
    fn word(self) -> &'static str {
        match self {
            Kind::Basic => "basic",
            Kind::Custom => "custom",
        }
    }
}

fn is_for_one(game: &str) -> bool {
    Entry::find(game).is_some_and(|entry| entry.seats == 1)
}

impl Tables {
    /// Whether a player appears in a list.
    pub(super) fn is_listed(&self, names: &Names, player: &Person) -> bool {
        let here = matches!(names, Names::Everybody) || names.member(player).is_some();
        let is_there = !player.id.is_empty();
        here && is_there && !self.memory.is_unlisted(&player.id)
    }

    /// The best players: in duels, if there were any, and in runs.
    pub(super) fn top(&self, line: &Line, top: Top) -> Effect {
        let names = if top.all {
            Names::Everybody
        } else {
            Names::of(line)
        };
        let runs = |kind| self.top_runs(line, &names, kind);
        let mut blocks = match top.of {
            Ranking::Usual => {
                let mut blocks = self.top_duels(line, &names, None);
                blocks.extend(runs(Kind::Basic));
                blocks
            }
            Ranking::Custom => runs(Kind::Custom),
            Ranking::Game(game) if is_for_one(game) => runs(Kind::Basic),
            Ranking::Game(game) => self.top_duels(line, &names, Some(game)),
        };
        if blocks.is_empty() {
            let none = match top.of {
                Ranking::Usual => Fact::new("top-empty-usual"),
                Ranking::Custom => Fact::new("top-empty").with("kind", Kind::Custom.word()),
                Ranking::Game(game) if is_for_one(game) => {
                    Fact::new("top-empty").with("kind", Kind::Basic.word())
                }
                Ranking::Game(game) => Fact::new("top-empty-game").with("game", game),
            };
            let none = none.with("where", names.place());
            blocks = vec![Block::Text(self.sentence(&none))];
        }
        self.answer(line, blocks)
    }

    /// The players with the best runs of a kind; nothing when there are none.
    fn top_runs(&self, line: &Line, names: &Names, kind: Kind) -> Vec<Block> {
        let players = self.players(names, kind);
        if players.is_empty() {
            return Vec::new();
        }
        let heading = Fact::new("top")
            .with("kind", kind.word())
            .with("where", names.place());
        let rows: Vec<Vec<String>> = (1usize..)
            .zip(&players)
            // The asker wants to know the own place, however far down.
            .filter(|(place, (player, _))| *place <= grid::LISTED || player.id == line.sender.id)
            .map(|(place, (player, figures))| {
                let none = || "-".to_owned();
                let best = figures.best;
                vec![
                    place.to_string(),
                    best.map_or_else(none, |(damage, steps)| format!("{damage}/{steps}")),
                    format!("{}/{}", figures.won, figures.runs),
                    format!("{}/{}", figures.row.now, figures.row.best),
                    figures.average().unwrap_or_else(none),
                    names.name(player),
                ]
            })
            .collect();
        let head = self.sentence(&Fact::new("top-columns"));
        vec![
            Block::Text(self.sentence(&heading)),
            Block::Board(grid::draw(&head, &rows)),
            Block::Text(self.sentence(&Fact::new("top-foot"))),
        ]
    }

    /// The players of a list with what their runs come to, the best first.
    fn players(&self, names: &Names, kind: Kind) -> Vec<(&Person, Figures)> {
        let mut runs: BTreeMap<&str, Vec<&RunResult>> = BTreeMap::new();
        for run in self.memory.results() {
            let fits = run.is_comparable() && run.is_custom() == (kind == Kind::Custom);
            if fits && self.is_listed(names, &run.player) {
                runs.entry(&run.player.id).or_default().push(run);
            }
        }
        let mut players: Vec<(&Person, Figures)> = runs
            .into_values()
            // The name of the last run is the latest one.
            .filter_map(|runs| Some((&runs.last()?.player, Figures::of(runs.iter().copied()))))
            .collect();
        players.sort_by_key(|(_, figures)| figures.order());
        players
    }

    /// The sender's own figures.
    pub(super) fn me(&self, line: &Line) -> Effect {
        let sender = &line.sender.id;
        let mut own = self.memory.results();
        own.retain(|run| run.player.id == *sender);
        let counted = |custom| {
            let fits = move |run: &&&RunResult| run.counts() && run.is_custom() == custom;
            Figures::of(own.iter().filter(fits).copied())
        };
        let name = line.sender.name.as_str();
        let mut lines = vec![self.sentence(&Fact::new("me").with("name", name))];
        let (basic, custom) = (counted(false), counted(true));
        lines.push(self.sentence(&with_figures("me-basic", &basic)));
        if custom.runs > 0 {
            lines.push(self.sentence(&with_figures("me-custom", &custom)));
        }
        let others = own.iter().filter(|run| !run.counts()).count();
        if others > 0 {
            lines.push(self.sentence(&Fact::new("me-uncounted").with("count", others)));
        }
        let today = Day::of(self.now);
        let row = days_in_a_row(own, today);
        let days = Fact::new("me-days")
            .with("now", row.now)
            .with("best", row.best);
        lines.push(self.sentence(&days));
        lines.push(self.sentence(&match self.try_of(today, sender) {
            Try::Done(result) => with_result(Fact::new("me-today-done"), result),
            Try::Gone => Fact::new("me-today-gone"),
            Try::On(table) => Fact::new("me-today-on").with("table", format!("t{}", table.id)),
            Try::Free => with_time("me-today-free", today.minutes_left(self.now)),
        }));
        lines.extend(self.own_duels(sender));
        lines.extend(self.own_puzzles(sender));
        let unlisted = self.memory.is_unlisted(sender);
        let listed = Fact::new(if unlisted { "me-unlisted" } else { "me-listed" });
        lines.push(self.sentence(&listed.with("prefix", self.shown_prefix(line))));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    /// Sets whether others see the sender in lists.
    pub(super) fn list_me(&mut self, line: &Line, listed: bool) -> Vec<Effect> {
        let said = Fact::new(if listed { "me-on" } else { "me-off" });
        let said = said.with("prefix", self.shown_prefix(line));
        let answer = self.answer(line, vec![Block::Text(self.sentence(&said))]);
        if listed != self.memory.is_unlisted(&line.sender.id) {
            return vec![answer];
        }
        let wish = PlayerWish {
            unlisted: !listed,
            ..self.memory.player(&line.sender.id)
        };
        vec![self.memory.set_player(&line.sender.id, wish), answer]
    }
}

fn with_figures(code: &'static str, figures: &Figures) -> Fact {
    let (damage, steps) = figures.best.unwrap_or_default();
    Fact::new(code)
        .with("runs", figures.runs)
        .with("won", figures.won)
        .with("damage", damage)
        .with("steps", steps)
        .with("average", figures.average().unwrap_or_default())
        .with("now", figures.row.now)
        .with("best", figures.row.best)
}
