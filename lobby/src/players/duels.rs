//! Statistics of duels: leaderboards, a player's own figures, and the summary of a duel.

use std::collections::BTreeMap;

use games::CATALOG;

use crate::{
    context::{Context, Environment},
    message::Block,
    person::Person,
    players::{
        Names, PlayerData,
        results::{DuelFigures, DuelResult, LevelCounts},
    },
    text::{
        draw::grid,
        messages::{DuelCounts, LeaderboardMessage, MeMessage},
    },
};

/// Returns the leaderboard of the duels of a game, or of all; empty if there are none.
pub fn duel_ranking(
    cx: &Context<'_>,
    players: &PlayerData,
    names: &Names,
    game: Option<&str>,
) -> Vec<Block> {
    let players = duellists(players, names, game);
    if players.is_empty() {
        return Vec::new();
    }
    let rows: Vec<Vec<String>> = (1usize..)
        .zip(&players)
        // The user's own rank is shown, however low.
        .filter(|(place, (player, _))| *place <= grid::MAX_LISTED || player.id == cx.line.sender.id)
        .map(|(place, (player, figures))| {
            vec![
                place.to_string(),
                figures.won.to_string(),
                figures.drawn.to_string(),
                figures.lost.to_string(),
                format!("{}/{}", figures.streak.now, figures.streak.best),
                names.name(player),
            ]
        })
        .collect();
    let place = names.place();
    let heading = match game {
        Some(game) => LeaderboardMessage::DuelsOf {
            game: game.to_owned(),
            r#where: place,
        },
        None => LeaderboardMessage::Duels { r#where: place },
    };
    let head = cx.sentence(LeaderboardMessage::DuelsColumns);
    vec![
        Block::Text(cx.sentence(heading)),
        Block::Board(grid::draw(&head, &rows)),
        Block::Text(cx.sentence(LeaderboardMessage::DuelsFoot)),
    ]
}

/// Returns the listed players with their statistics, the best first.
fn duellists<'a>(
    players: &'a PlayerData,
    names: &Names,
    game: Option<&str>,
) -> Vec<(&'a Person, DuelFigures)> {
    let mut duels: BTreeMap<&str, (&Person, Vec<&DuelResult>)> = BTreeMap::new();
    for duel in players.duels() {
        let fits = game.is_none_or(|game| duel.game == game);
        let listed = duel.players.iter();
        for player in listed.filter(|player| fits && names.lists(players, player)) {
            let (last, own) = duels.entry(&player.id).or_insert((player, Vec::new()));
            // The name in the latest duel is the current one.
            *last = player;
            own.push(duel);
        }
    }
    let mut players: Vec<(&Person, DuelFigures)> = duels
        .into_values()
        .map(|(player, duels)| (player, DuelFigures::of(&player.id, duels)))
        .collect();
    players.sort_by_key(|(_, figures)| figures.order());
    players
}

/// Returns a user's statistics, in total and per game; empty before the first duel.
pub fn own_duels(env: &Environment<'_>, players: &PlayerData, user: &str) -> Vec<String> {
    let mut own = players.duels();
    own.retain(|duel| duel.is_of(user));
    if own.is_empty() {
        return Vec::new();
    }
    let all = DuelFigures::of(user, own.iter().copied());
    let mut lines = vec![env.sentence(MeMessage::Duels((&all).into()))];
    for entry in CATALOG {
        let of_game = own.iter().filter(|duel| duel.game == entry.id).copied();
        let figures = DuelFigures::of(user, of_game);
        if figures.count() > 0 {
            let of_game = MeMessage::DuelsOf {
                game: entry.id,
                duels: (&figures).into(),
            };
            lines.push(env.sentence(of_game));
        }
    }
    lines
}

/// Returns a user's results against the computer by game and level; empty before the first.
pub fn against_computer(env: &Environment<'_>, players: &PlayerData, user: &str) -> Vec<String> {
    let Some(results) = players.against_computer(user) else {
        return Vec::new();
    };
    let levels = CATALOG.iter().flat_map(|entry| {
        let of_game = results.of_game(entry.id);
        of_game.map(
            |(level, LevelCounts { won, drawn, lost })| MeMessage::ComputerOf {
                game: entry.id,
                level,
                won,
                drawn,
                lost,
            },
        )
    });
    let said = std::iter::once(MeMessage::Computer).chain(levels);
    said.map(|said| env.sentence(said)).collect()
}

impl From<&DuelFigures> for DuelCounts {
    fn from(figures: &DuelFigures) -> DuelCounts {
        DuelCounts {
            count: figures.count(),
            won: figures.won,
            drawn: figures.drawn,
            lost: figures.lost,
            now: figures.streak.now,
            best: figures.streak.best,
        }
    }
}
