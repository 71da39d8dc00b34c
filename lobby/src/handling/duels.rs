//! Statistics of duels: leaderboards, a player's own figures, and the summary of a duel.

use std::collections::BTreeMap;

use games::{CATALOG, Live, Seat};

use super::{Lobby, leaderboard_scope::Names};
use crate::{
    draw::grid,
    line::Line,
    message::Block,
    messages::{
        me::{DuelCounts, MeMessage},
        replay::LookBackMessage,
        top::TopMessage,
    },
    person::Person,
    results::{DuelFigures, DuelResult},
    table::{Over, Table},
};

impl Lobby {
    /// Returns the leaderboard of the duels of a game, or of all; empty if there are none.
    pub(super) fn top_duels(&self, line: &Line, names: &Names, game: Option<&str>) -> Vec<Block> {
        let players = self.duellists(names, game);
        if players.is_empty() {
            return Vec::new();
        }
        let rows: Vec<Vec<String>> = (1usize..)
            .zip(&players)
            // The user's own rank is shown, however low.
            .filter(|(place, (player, _))| {
                *place <= grid::MAX_LISTED || player.id == line.sender.id
            })
            .map(|(place, (player, figures))| {
                vec![
                    place.to_string(),
                    figures.won.to_string(),
                    figures.drawn.to_string(),
                    figures.lost.to_string(),
                    format!("{}/{}", figures.row.now, figures.row.best),
                    names.name(player),
                ]
            })
            .collect();
        let place = names.place();
        let heading = match game {
            Some(game) => TopMessage::DuelsOf {
                game: game.to_owned(),
                r#where: place,
            },
            None => TopMessage::Duels { r#where: place },
        };
        let head = self.sentence(&TopMessage::DuelsColumns.into());
        vec![
            Block::Text(self.sentence(&heading.into())),
            Block::Board(grid::draw(&head, &rows)),
            Block::Text(self.sentence(&TopMessage::DuelsFoot.into())),
        ]
    }

    /// Returns the listed players with their statistics, the best first.
    fn duellists(&self, names: &Names, game: Option<&str>) -> Vec<(&Person, DuelFigures)> {
        let mut duels: BTreeMap<&str, (&Person, Vec<&DuelResult>)> = BTreeMap::new();
        for duel in self.players.duels() {
            let fits = game.is_none_or(|game| duel.game == game);
            let listed = duel.players.iter();
            for player in listed.filter(|player| fits && self.is_listed(names, player)) {
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
    pub(super) fn own_duels(&self, user: &str) -> Vec<String> {
        let mut own = self.players.duels();
        own.retain(|duel| duel.is_of(user));
        if own.is_empty() {
            return Vec::new();
        }
        let all = DuelFigures::of(user, own.iter().copied());
        let duels = DuelCounts::from(&all);
        let mut lines = vec![self.sentence(&MeMessage::Duels { duels }.into())];
        for entry in CATALOG {
            let of_game = own.iter().filter(|duel| duel.game == entry.id).copied();
            let figures = DuelFigures::of(user, of_game);
            if figures.count() > 0 {
                let of_game = MeMessage::DuelsOf {
                    game: entry.id,
                    duels: (&figures).into(),
                };
                lines.push(self.sentence(&of_game.into()));
            }
        }
        lines
    }

    /// Returns the length and the captures of a duel; `None` if nothing was played.
    pub(super) fn look_back(&self, over: &Over, live: &Live) -> Option<String> {
        let [white, black] = over.players.as_slice() else {
            return None;
        };
        let turns = live.record().turns.len();
        let [by_white, by_black] = live.captured();
        let most = most_at_once(live);
        let look_back = LookBackMessage::Duel {
            game: live.entry().id,
            turns,
            white: white.name.clone(),
            black: black.name.clone(),
            by_white,
            by_black,
            most: most.count,
            taker: most.seat.of(&[white, black]).name.clone(),
            tipped: most.turn,
        };
        (turns > 0).then(|| self.sentence(&look_back.into()))
    }

    /// Returns the summary of a run: what was achieved, and what was missing. Empty for other games.
    pub(super) fn look_back_alone(&self, table: &Table, live: &Live) -> Vec<String> {
        let Some(score) = live.score() else {
            return Vec::new();
        };
        let names = table.names();
        let facts = live.look_back().into_iter();
        let facts = facts.map(|fact| fact.with("steps", score.steps));
        facts.map(|fact| self.wording.say(&fact, &names)).collect()
    }
}

impl From<&DuelFigures> for DuelCounts {
    fn from(figures: &DuelFigures) -> DuelCounts {
        DuelCounts {
            count: figures.count(),
            won: figures.won,
            drawn: figures.drawn,
            lost: figures.lost,
            now: figures.row.now,
            best: figures.row.best,
        }
    }
}

/// The largest capture in one turn of a duel.
struct Most {
    /// The capturing seat.
    seat: Seat,
    /// The number of pieces; 0 if none were captured.
    count: usize,
    /// The number of the turn, counted from 1.
    turn: usize,
}

/// Returns the first turn with the largest capture, which by the rules alone is the best guess at the turning
/// point.
fn most_at_once(live: &Live) -> Most {
    let mut most = Most {
        seat: Seat::First,
        count: 0,
        turn: 0,
    };
    let (mut before, mut turn) = ([0, 0], 0);
    // A game that was played can be replayed.
    let _ = Live::retrace(live.record(), &mut |now| {
        let captured = now.captured();
        for seat in Seat::BOTH {
            let count = seat.of(&captured).saturating_sub(*seat.of(&before));
            if count > most.count {
                most = Most { seat, count, turn };
            }
        }
        before = captured;
        turn += 1;
    });
    most
}
