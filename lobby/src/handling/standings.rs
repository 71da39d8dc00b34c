//! Leaderboards of runs, and a player's own statistics.

use std::collections::BTreeMap;

use games::{Entry, Message};

use crate::{
    command::{Ranking, Top},
    day::Day,
    draw::grid,
    handling::{Lobby, day_try::Try, leaderboard_scope::Names},
    line::Line,
    message::Block,
    messages::{
        TableId, TimeLeft,
        me::{MeMessage, RunFigures},
        top::{RunKind, TopMessage},
    },
    person::Person,
    player_data::PlayerWish,
    results::{RunResult, RunStatistics, days_in_a_row},
    traffic::Effect,
};

fn is_for_one(game: &str) -> bool {
    Entry::find(game).is_some_and(|entry| entry.seats == 1)
}

impl Lobby {
    /// Returns whether a player appears on a leaderboard.
    pub(super) fn is_listed(&self, names: &Names, player: &Person) -> bool {
        let here = matches!(names, Names::Everybody) || names.member(player).is_some();
        let is_there = !player.id.is_empty();
        here && is_there && !self.players.is_unlisted(&player.id)
    }

    /// Returns the leaderboard of duels, if there are any, and of runs.
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
                blocks.extend(runs(RunKind::Basic));
                blocks
            }
            Ranking::Custom => runs(RunKind::Custom),
            Ranking::Game(game) if is_for_one(game) => runs(RunKind::Basic),
            Ranking::Game(game) => self.top_duels(line, &names, Some(game)),
        };
        if blocks.is_empty() {
            let place = names.place();
            let empty = |kind| TopMessage::Empty {
                kind,
                r#where: place,
            };
            let none = match top.of {
                Ranking::Usual => TopMessage::EmptyUsual { r#where: place },
                Ranking::Custom => empty(RunKind::Custom),
                Ranking::Game(game) if is_for_one(game) => empty(RunKind::Basic),
                Ranking::Game(game) => TopMessage::EmptyGame {
                    game: game.to_owned(),
                    r#where: place,
                },
            };
            blocks = vec![Block::Text(self.sentence(&none.into()))];
        }
        self.answer(line, blocks)
    }

    /// Returns the leaderboard of a kind of runs; empty if there are none.
    fn top_runs(&self, line: &Line, names: &Names, kind: RunKind) -> Vec<Block> {
        let players = self.players(names, kind);
        if players.is_empty() {
            return Vec::new();
        }
        let heading = TopMessage::Runs {
            kind,
            r#where: names.place(),
        };
        let rows: Vec<Vec<String>> = (1usize..)
            .zip(&players)
            // The user's own rank is shown, however low.
            .filter(|(place, (player, _))| {
                *place <= grid::MAX_LISTED || player.id == line.sender.id
            })
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
        let head = self.sentence(&TopMessage::Columns.into());
        vec![
            Block::Text(self.sentence(&heading.into())),
            Block::Board(grid::draw(&head, &rows)),
            Block::Text(self.sentence(&TopMessage::Foot.into())),
        ]
    }

    /// Returns the listed players with their statistics, the best first.
    fn players(&self, names: &Names, kind: RunKind) -> Vec<(&Person, RunStatistics)> {
        let mut runs: BTreeMap<&str, Vec<&RunResult>> = BTreeMap::new();
        for run in self.players.results() {
            let fits = run.is_comparable() && run.is_custom() == (kind == RunKind::Custom);
            if fits && self.is_listed(names, &run.player) {
                runs.entry(&run.player.id).or_default().push(run);
            }
        }
        let mut players: Vec<(&Person, RunStatistics)> = runs
            .into_values()
            // The name in the latest run is the current one.
            .filter_map(|runs| {
                Some((
                    &runs.last()?.player,
                    RunStatistics::of(runs.iter().copied()),
                ))
            })
            .collect();
        players.sort_by_key(|(_, figures)| figures.order());
        players
    }

    /// Returns the sender's own statistics.
    pub(super) fn me(&self, line: &Line) -> Effect {
        let sender = &line.sender.id;
        let mut own = self.players.results();
        own.retain(|run| run.player.id == *sender);
        let counted = |custom| {
            let fits = move |run: &&&RunResult| run.counts() && run.is_custom() == custom;
            RunStatistics::of(own.iter().filter(fits).copied())
        };
        let name = line.sender.name.clone();
        let (basic, custom) = (counted(false), counted(true));
        let mut said = vec![
            MeMessage::Runs { name },
            MeMessage::Basic {
                runs: (&basic).into(),
            },
        ];
        if custom.runs > 0 {
            said.push(MeMessage::Custom {
                runs: (&custom).into(),
            });
        }
        let others = own.iter().filter(|run| !run.counts()).count();
        if others > 0 {
            said.push(MeMessage::Uncounted { count: others });
        }
        let today = Day::of(self.now);
        let row = days_in_a_row(own, today);
        said.push(MeMessage::Days {
            now: row.now,
            best: row.best,
        });
        said.push(match self.try_of(today, sender) {
            Try::Done(result) => MeMessage::TodayDone { end: result.into() },
            Try::Gone => MeMessage::TodayGone,
            Try::On(table) => MeMessage::TodayOn {
                table: TableId(table.id),
            },
            Try::Free => MeMessage::TodayFree {
                left: TimeLeft::of(today.minutes_left(self.now)),
            },
        });
        let said = said.into_iter();
        let mut lines: Vec<String> = said.map(|said| self.sentence(&said.into())).collect();
        lines.extend(self.own_duels(sender));
        lines.extend(self.own_puzzles(sender));
        let listed = if self.players.is_unlisted(sender) {
            MeMessage::Unlisted
        } else {
            MeMessage::Listed
        };
        let listed = listed.to_fact().with("prefix", self.shown_prefix(line));
        lines.push(self.sentence(&listed));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    /// Sets whether the sender is listed publicly.
    pub(super) fn list_me(&mut self, line: &Line, listed: bool) -> Vec<Effect> {
        let said = if listed {
            MeMessage::On
        } else {
            MeMessage::Off
        };
        let said = said.to_fact().with("prefix", self.shown_prefix(line));
        let answer = self.answer(line, vec![Block::Text(self.sentence(&said))]);
        if listed != self.players.is_unlisted(&line.sender.id) {
            return vec![answer];
        }
        let wish = PlayerWish {
            unlisted: !listed,
            ..self.players.player(&line.sender.id)
        };
        vec![self.players.set_player(&line.sender.id, wish), answer]
    }
}

impl From<&RunStatistics> for RunFigures {
    fn from(figures: &RunStatistics) -> RunFigures {
        let (damage, steps) = figures.best.unwrap_or_default();
        RunFigures {
            runs: figures.runs,
            won: figures.won,
            damage,
            steps,
            average: figures.average().unwrap_or_default(),
            now: figures.row.now,
            best: figures.row.best,
        }
    }
}
