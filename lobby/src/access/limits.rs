//! Limits on open tables and challenges.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::SignedDuration;

use crate::{
    context::{Context, Environment},
    refusal::{Refusal, refuse},
    tables::{Table, TableIndex},
    terms::ClockChoice,
    text::messages::{LimitMessage, SettingMessage},
};

/// Checks that the sender of a line may open another table in its room.
pub fn check_room_for_table(cx: &Context<'_>, tables: &TableIndex) -> Result<(), Refusal> {
    let limits = &cx.config.limits;
    if tables.open_in(&cx.line.room).count() >= limits.room_tables {
        let limit = limits.room_tables;
        return refuse(LimitMessage::TablesHere { limit });
    }
    // Challenges by others do not count.
    let own = |table: &&Table| match table.challenge() {
        Some(challenge) => challenge.from.id == cx.line.sender.id,
        None => table.is_open(),
    };
    if tables.of(cx.sender()).filter(own).count() >= limits.user_tables {
        let limit = limits.user_tables;
        return refuse(LimitMessage::OwnTables { limit });
    }
    Ok(())
}

/// Bank below which a clock counts as fast.
const FAST_BANK: SignedDuration = SignedDuration::from_hours(1);

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

/// Checks that the sender of a line may make another challenge in its room. If the room is full, the first
/// challenge of a user evicts the oldest one of the user with most, if that is more than one; returns the
/// number of that table.
pub fn check_room_for_challenge(
    cx: &Context<'_>,
    tables: &TableIndex,
) -> Result<Option<u32>, Refusal> {
    let limits = &cx.config.limits;
    let mut waiting: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for table in tables.open_in(&cx.line.room) {
        if let Some(challenge) = table.challenge() {
            let own = waiting.entry(&challenge.from.id).or_default();
            own.push(table.id);
        }
    }
    let own = waiting.get(cx.sender()).map_or(0, Vec::len);
    if own >= limits.user_challenges {
        let limit = limits.user_challenges;
        return refuse(LimitMessage::OwnChallenges { limit });
    }
    if waiting.values().map(Vec::len).sum::<usize>() < limits.room_challenges {
        return Ok(None);
    }
    let others = waiting.values().filter(|ids| own == 0 && ids.len() > 1);
    let most = others.max_by_key(|ids| (ids.len(), Reverse(ids.first())));
    match most.and_then(|ids| ids.first()) {
        Some(oldest) => Ok(Some(*oldest)),
        None => refuse(LimitMessage::Challenges {
            limit: limits.room_challenges,
        }),
    }
}
