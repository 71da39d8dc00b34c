//! Expiry of challenges without an answer: after `Limits::challenge_days`, or once a party leaves the room or may no
//! longer play. Expired challenges are reported only to a late reply. Requests for rematches also expire after
//! `challenge_days`.

use jiff::SignedDuration;

use crate::{
    access::permission,
    context::{Context, Environment},
    line::Line,
    names,
    players::PlayerData,
    preferences::{SettingValue, change},
    refusal::Refusal,
    tables::{Stage, Table, TableIndex},
    terms::{Challenge, ClockChoice, Side},
    text::messages::{AccessMessage, ChallengeMessage, TableId},
    traffic::Effect,
};

/// Expires challenges and requests for rematches past their lifetime, and removes expired challenges after the same time
/// again.
pub fn expire_unanswered(env: &Environment<'_>, tables: &mut TableIndex) -> Vec<Effect> {
    let late = tables.requests_due(env.now);
    // A request for a rematch leaves no trace that would answer a late `accept`, so it counts as closed just now.
    for id in &late {
        if tables.get(*id).is_some_and(|table| !table.is_over()) {
            tables.note_expired_request(*id);
        }
    }
    lapse(tables, late)
}

/// Expires challenges by or to users who may no longer play.
pub fn expire_blocked(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
) -> Vec<Effect> {
    let barred = challenges_of(tables.current(), |user| {
        !permission::may_play(env, players, user)
    });
    lapse(tables, barred)
}

/// Time that people of a challenge have to follow an upgrade.
const FOLLOW_TIMEOUT: SignedDuration = SignedDuration::from_hours(24);

/// Expires challenges by or to users who have left the room of a line, or have not followed its upgrade in time.
pub fn expire_left(cx: &Context<'_>, tables: &mut TableIndex) -> Vec<Effect> {
    if cx.line.direct {
        return Vec::new();
    }
    let may_follow = |table: &&Table| {
        let moved = table.challenge().and_then(|challenge| challenge.moved);
        moved.is_some_and(|moved| cx.now.duration_since(moved) < FOLLOW_TIMEOUT)
    };
    let here = tables.open_in(&cx.line.room);
    let here = here.filter(|table| !may_follow(table));
    let left = challenges_of(here, |user| !is_here(cx.line, user));
    lapse(tables, left)
}

/// Removes the expired challenges by or to a user.
pub fn drop_expired(tables: &mut TableIndex, user: &str) -> Vec<Effect> {
    let theirs = tables.of_user(user);
    let lapsed = theirs.filter(|table| matches!(table.stage, Stage::Lapsed(_)));
    let lapsed: Vec<u32> = lapsed.map(|table| table.id).collect();
    lapse(tables, lapsed)
}

/// Expires open challenges and requests for rematches, and removes expired challenges.
pub fn lapse(tables: &mut TableIndex, numbers: impl IntoIterator<Item = u32>) -> Vec<Effect> {
    let expired = numbers.into_iter().filter_map(|id| {
        let mut table = tables.remove(id)?;
        table.stage = match table.stage {
            Stage::Challenge(challenge) => Stage::Lapsed(challenge),
            Stage::Lapsed(_) => Stage::Dropped,
            Stage::Over(mut game) => {
                game.rematch = None;
                Stage::Over(game)
            }
            stage => stage,
        };
        Some(tables.insert_and_save(table))
    });
    expired.collect()
}

/// Returns the refusal for an expired challenge, with the command for a new one.
pub fn expired(cx: &Context<'_>, players: &PlayerData, id: u32, challenge: &Challenge) -> Refusal {
    let from = &challenge.from;
    if !permission::may_play(cx, players, &from.id) {
        let name = from.name.clone();
        return AccessMessage::OtherMayNotPlay { name }.into();
    }
    let is_here = is_here(cx.line, &from.id);
    let (from, table) = (from.name.clone(), TableId(id));
    let usual = change::usual(cx, players, SettingValue::clock);
    let has_usual_clock = usual.and_then(ClockChoice::time_control).is_some();
    let again = asked_anew(challenge, cx.sender(), has_usual_clock);
    let refusal = if is_here {
        ChallengeMessage::Lapsed { from, table, again }
    } else {
        ChallengeMessage::Gone { from, table, again }
    };
    cx.prefixed_for_rooms(refusal).into()
}

/// Returns the numbers of the open challenges by or to a matching user.
fn challenges_of<'a>(
    tables: impl Iterator<Item = &'a Table>,
    fits: impl Fn(&str) -> bool,
) -> Vec<u32> {
    let is_theirs = |challenge: &Challenge| challenge.people().into_iter().any(&fits);
    let theirs = tables.filter(|table| table.challenge().is_some_and(is_theirs));
    theirs.map(|table| table.id).collect()
}

/// Returns the arguments of a new challenge by a user for the same game, where challenges that name no clock have one
/// or not.
fn asked_anew(challenge: &Challenge, user: &str, has_usual_clock: bool) -> String {
    let (who, side) = match &challenge.to {
        Some(to) if challenge.from.id == user => (names::id(&to.id), challenge.side),
        None if challenge.from.id == user => ("anyone".to_owned(), challenge.side),
        _ => (names::id(&challenge.from.id), challenge.side.other()),
    };
    let mut words = vec![who.as_str(), challenge.game.as_str()];
    words.extend((side != Side::Random).then(|| side.word()));
    let clock = challenge.clock.map(|clock| clock.to_string());
    words.extend(clock.as_deref().or(has_usual_clock.then_some("none")));
    words.extend(challenge.is_strict().then_some("strict"));
    let options = challenge.special_options();
    words.extend(options.as_deref());
    words.join(" ")
}

/// Returns whether a user is still in the room of a line.
pub fn is_here(line: &Line, user: &str) -> bool {
    line.people.get(user).is_some()
}
