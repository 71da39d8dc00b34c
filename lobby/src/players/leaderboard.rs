//! Leaderboards of runs, and a player's own statistics.

use std::collections::BTreeMap;

use games::Entry;

use crate::{
    command::{Leaderboard, Ranking, Switch},
    context::Context,
    message::{Block, list_item},
    person::Person,
    players::{
        Names, PlayerData, duels,
        results::{RunResult, RunStatistics, days_in_a_row},
    },
    preferences::{Listing, SettingValue, change},
    puzzles::score,
    solo::day_try::{self, Try},
    tables::TableIndex,
    text::{
        draw::grid,
        messages::{LeaderboardMessage, MeMessage, RunFigures, RunKind, TableId},
    },
    traffic::Effect,
};

fn is_for_one(game: &str) -> bool {
    Entry::find(game).is_some_and(|entry| entry.seats == 1)
}

/// Returns the leaderboard of duels, if there are any, and of runs.
pub fn leaderboard(cx: &Context<'_>, players: &PlayerData, request: Leaderboard) -> Effect {
    let names = if request.all {
        Names::Everybody
    } else {
        Names::of(cx.line)
    };
    let runs = |kind| run_ranking(cx, players, &names, kind);
    let mut blocks = match request.of {
        Ranking::Usual => {
            let mut blocks = duels::duel_ranking(cx, players, &names, None);
            blocks.extend(runs(RunKind::Basic));
            blocks
        }
        Ranking::Custom => runs(RunKind::Custom),
        Ranking::Game(game) if is_for_one(game) => runs(RunKind::Basic),
        Ranking::Game(game) => duels::duel_ranking(cx, players, &names, Some(game)),
    };
    if blocks.is_empty() {
        let place = names.place();
        let empty = |kind| LeaderboardMessage::Empty {
            kind,
            r#where: place,
        };
        let none = match request.of {
            Ranking::Usual => LeaderboardMessage::EmptyUsual { r#where: place },
            Ranking::Custom => empty(RunKind::Custom),
            Ranking::Game(game) if is_for_one(game) => empty(RunKind::Basic),
            Ranking::Game(game) => LeaderboardMessage::EmptyGame {
                game: game.to_owned(),
                r#where: place,
            },
        };
        blocks = vec![Block::Text(cx.sentence(none))];
    }
    cx.answer(blocks)
}

/// Returns the leaderboard of a kind of runs; empty if there are none.
fn run_ranking(cx: &Context<'_>, players: &PlayerData, names: &Names, kind: RunKind) -> Vec<Block> {
    let runners = runners(players, names, kind);
    if runners.is_empty() {
        return Vec::new();
    }
    let heading = LeaderboardMessage::Runs {
        kind,
        r#where: names.place(),
    };
    let rows: Vec<Vec<String>> = (1usize..)
        .zip(&runners)
        // The user's own rank is shown, however low.
        .filter(|(place, (player, _))| *place <= grid::MAX_LISTED || player.id == cx.line.sender.id)
        .map(|(place, (player, figures))| {
            let none = || "-".to_owned();
            let best = figures.best;
            vec![
                place.to_string(),
                best.map_or_else(none, |(damage, steps)| format!("{damage}/{steps}")),
                format!("{}/{}", figures.won, figures.runs),
                format!("{}/{}", figures.streak.now, figures.streak.best),
                figures.average().unwrap_or_else(none),
                names.name(player),
            ]
        })
        .collect();
    let head = cx.sentence(LeaderboardMessage::Columns);
    vec![
        Block::Text(cx.sentence(heading)),
        Block::Board(grid::draw(&head, &rows)),
        Block::Text(cx.sentence(LeaderboardMessage::Foot)),
    ]
}

/// Returns the listed players with their statistics, the best first.
fn runners<'a>(
    players: &'a PlayerData,
    names: &Names,
    kind: RunKind,
) -> Vec<(&'a Person, RunStatistics)> {
    let mut runs: BTreeMap<&str, Vec<&RunResult>> = BTreeMap::new();
    for run in players.results() {
        let fits = run.is_comparable() && run.is_custom() == (kind == RunKind::Custom);
        if fits && names.lists(players, &run.player) {
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
pub fn me(cx: &Context<'_>, tables: &TableIndex, players: &PlayerData) -> Effect {
    let sender = cx.sender();
    let mut own = players.results();
    own.retain(|run| run.player.id == *sender);
    let counted = |custom| {
        let fits = move |run: &&&RunResult| run.counts() && run.is_custom() == custom;
        RunStatistics::of(own.iter().filter(fits).copied())
    };
    let name = cx.line.sender.name.clone();
    let (basic, custom) = (counted(false), counted(true));
    let mut said = vec![MeMessage::Basic((&basic).into())];
    if custom.runs > 0 {
        said.push(MeMessage::Custom((&custom).into()));
    }
    let others = own.iter().filter(|run| !run.counts()).count();
    if others > 0 {
        said.push(MeMessage::Uncounted { count: others });
    }
    let today = cx.today();
    let row = days_in_a_row(own, today);
    said.push(MeMessage::Days {
        now: row.now,
        best: row.best,
    });
    let day = match day_try::try_of(tables, players, today, sender) {
        Try::Done(result) => MeMessage::TodayDone(result.into()).into(),
        Try::Gone => MeMessage::TodayGone.into(),
        Try::On(table) => MeMessage::TodayOn {
            table: TableId(table.id),
        }
        .into(),
        Try::Free => cx.prefixed(MeMessage::TodayFree(cx.time_left_today())),
    };
    let said = said.into_iter();
    let mut figures: Vec<String> = said.map(|said| cx.sentence(said)).collect();
    figures.push(cx.sentence(day));
    figures.extend(duels::own_duels(cx, players, sender));
    let against_computer = duels::against_computer(cx, players, sender);
    if cx.line.direct || cx.config.is_shared_screen {
        figures.extend(against_computer);
    } else if !against_computer.is_empty() {
        figures.push(cx.sentence(MeMessage::ComputerElsewhere));
    }
    figures.extend(score::own_puzzles(cx, players, sender));
    let listed = if players.preferences().is_unlisted(sender) {
        MeMessage::Unlisted
    } else {
        MeMessage::Listed
    };
    let mut lines = vec![cx.sentence(MeMessage::Runs { name })];
    lines.extend(figures.iter().map(|line| list_item(line)));
    lines.extend([String::new(), cx.sentence(cx.prefixed(listed))]);
    cx.reply(lines.join("\n"))
}

/// Sets whether the sender is listed publicly.
pub fn list_me(cx: &Context<'_>, players: &mut PlayerData, switch: Switch) -> Vec<Effect> {
    let (said, listing) = match switch {
        Switch::On => (MeMessage::On, Listing::Public),
        Switch::Off => (MeMessage::Off, Listing::Private),
    };
    let set = change::set_own(cx, players, SettingValue::Results(listing));
    set.into_iter().chain([cx.say(cx.prefixed(said))]).collect()
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
            now: figures.streak.now,
            best: figures.streak.best,
        }
    }
}
