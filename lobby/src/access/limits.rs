//! Limits on open tables and challenges.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::SignedDuration;

use crate::{
    access::permission,
    context::{Context, Environment},
    names,
    person::Person,
    players::PlayerData,
    refusal::{Refusal, refuse},
    tables::{Table, TableIndex},
    terms::{Challenge, ChallengeKind, ClockChoice},
    text::messages::{LimitMessage, SettingMessage},
};

/// Maximum number of open tables in a room, as a multiple of the limit, however many servers their players are of.
const MAX_SERVERS_TABLES: usize = 5;

/// Checks that the sender of a line may open another table in its room. Games that decide jumps don't count.
pub fn check_room_for_table(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
) -> Result<(), Refusal> {
    let limits = &cx.config.limits;
    // Challenges by others do not count.
    let is_own = |table: &&Table| match table.challenge() {
        Some(challenge) => challenge.from.id == cx.line.sender.id,
        None => table.is_open() && !table.is_contest(),
    };
    let own = || tables.of_user(cx.sender()).filter(is_own);
    let has_own = own().any(|table| table.room == cx.line.room);
    let here = tables.open_in(&cx.line.room);
    let here = here.filter(|table| !table.is_contest() && !is_deserted(cx, players, table));
    check_tables_here(cx, here, has_own)?;
    if own().count() >= limits.user_tables {
        let limit = limits.user_tables;
        return refuse(LimitMessage::OwnTables { limit });
    }
    Ok(())
}

/// Checks that the sender of a line may open a table in its room besides those open there. For one without a table there,
/// at most so many of users of other servers count as the limit, so that no server keeps others out.
fn check_tables_here<'t>(
    cx: &Context<'_>,
    here: impl Iterator<Item = &'t Table>,
    has_own: bool,
) -> Result<(), Refusal> {
    let limit = cx.config.limits.room_tables;
    let server = names::server(cx.sender());
    let is_of_server = |table: &&Table| {
        let mut players = table.players().iter();
        players.any(|player| names::server(&player.id) == server)
    };
    let (of_server, of_others): (Vec<&Table>, Vec<_>) = here.partition(is_of_server);
    let all = of_server.len() + of_others.len();
    let counted = of_server.len() + of_others.len().min(limit);
    let max = max_open_here(limit, has_own);
    let max_of_servers = limit.saturating_mul(MAX_SERVERS_TABLES);
    let is_full = if has_own { all >= max } else { counted >= max };
    if is_full {
        refuse(LimitMessage::TablesHere { limit: max })
    } else if all >= max_of_servers {
        refuse(LimitMessage::TablesHere {
            limit: max_of_servers,
        })
    } else {
        Ok(())
    }
}

/// Returns the maximum number of open tables or challenges in a room for a user: twice the limit without one there, so that
/// a few users don't keep others out.
const fn max_open_here(limit: usize, has_own: bool) -> usize {
    if has_own {
        limit
    } else {
        limit.saturating_mul(2)
    }
}

/// Returns whether nobody can go on with a game: all its players have left the room of the line, as banned ones have,
/// or may not play any more.
fn is_deserted(cx: &Context<'_>, players: &PlayerData, table: &Table) -> bool {
    let is_member = |user: &str| cx.line.people.get(user).is_some();
    let knows_members = is_member(cx.sender());
    let is_gone = |player: &Person| {
        let has_left = knows_members && !is_member(&player.id);
        has_left || !permission::may_play(cx, players, &player.id)
    };
    let mut people = table
        .players()
        .iter()
        .filter(|player| !player.is_computer());
    table.is_playing() && people.all(is_gone)
}

/// Bank below which a clock counts as fast.
const FAST_BANK: SignedDuration = SignedDuration::from_hours(1);

/// Checks that a new clock gains no more time each turn than it begins with. The first turn gains nothing, so of `10s+60d`
/// players would have ten seconds for their second turn, and then two months.
pub fn check_increment(choice: ClockChoice) -> Result<(), Refusal> {
    match choice {
        ClockChoice::Timed(control) if control.increment() > control.bank() => {
            refuse(SettingMessage::IncrementAboveBank)
        }
        ClockChoice::Timed(_) | ClockChoice::Untimed => Ok(()),
    }
}

/// Checks that the operator allows a clock.
pub fn check_clock(env: &Environment<'_>, choice: ClockChoice) -> Result<(), Refusal> {
    let features = env.config.features;
    match choice {
        ClockChoice::Untimed => Ok(()),
        ClockChoice::Timed(_) if !features.clocks => {
            refuse(SettingMessage::SwitchedOff { name: "clock" })
        }
        ClockChoice::Timed(control) if control.bank() < FAST_BANK && !features.fast_clocks => {
            refuse(SettingMessage::NoFastClocks)
        }
        ClockChoice::Timed(_) => Ok(()),
    }
}

/// Maximum number of standing offers of a user, in all rooms.
pub const MAX_SEEKS: usize = 3;

/// Checks that the sender of a line may make another challenge of a kind in its room. If the room is full, a user without
/// such a challenge there replaces the oldest one of the user with most, who must have at least two; returns the number of
/// that table. Without one, twice as many may be open before such a user is refused.
pub fn check_room_for_challenge(
    cx: &Context<'_>,
    tables: &TableIndex,
    kind: ChallengeKind,
) -> Result<Option<u32>, Refusal> {
    let of_kind = |challenge: &&Challenge| challenge.kind == kind;
    let limits = &cx.config.limits;
    let mut waiting: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for table in tables.open_in(&cx.line.room) {
        if let Some(challenge) = table.challenge().filter(of_kind) {
            let own = waiting.entry(&challenge.from.id).or_default();
            own.push(table.id);
        }
    }
    let own = waiting.get(cx.sender()).map_or(0, Vec::len);
    match kind {
        ChallengeKind::Usual if own >= limits.user_challenges => {
            let limit = limits.user_challenges;
            return refuse(LimitMessage::OwnChallenges { limit });
        }
        ChallengeKind::Seek if seeks_of(tables, cx.sender()).count() >= MAX_SEEKS => {
            return refuse(cx.prefixed(LimitMessage::OwnSeeks { limit: MAX_SEEKS }));
        }
        ChallengeKind::Usual | ChallengeKind::Seek => {}
    }
    let here: usize = waiting.values().map(Vec::len).sum();
    if here < limits.room_challenges {
        return Ok(None);
    }
    let others = waiting.values().filter(|ids| own == 0 && ids.len() > 1);
    let most = others.max_by_key(|ids| (ids.len(), Reverse(ids.first())));
    if let Some(oldest) = most.and_then(|ids| ids.first()) {
        return Ok(Some(*oldest));
    }
    let limit = max_open_here(limits.room_challenges, own > 0);
    if here < limit {
        return Ok(None);
    }
    refuse(match kind {
        ChallengeKind::Usual => LimitMessage::Challenges { limit },
        ChallengeKind::Seek => LimitMessage::Seeks { limit },
    })
}

/// Returns the tables of a user's standing offers.
pub fn seeks_of<'t>(tables: &'t TableIndex, user: &str) -> impl Iterator<Item = &'t Table> {
    let own = tables.of_user(user);
    own.filter(|table| table.challenge().is_some_and(Challenge::is_seek))
}
