//! Lookup of pending requests: the table that `accept`, `decline` or `withdraw` is meant for.

use jiff::SignedDuration;

use crate::{
    challenges::{challenge, lapse},
    context::Context,
    person::Person,
    players::PlayerData,
    refusal::{Refusal, refuse},
    tables::{Stage, Table, TableIndex, lookup},
    terms::Challenge,
    text::messages::{AnswerMessage, ChallengeMessage, OfferMessage, TableId},
    traffic::Effect,
};

/// Age up to which a challenge to anyone may be what `accept` or `yes` is meant for.
const MAX_CHALLENGE_AGE: SignedDuration = SignedDuration::from_mins(2);

/// The kind of a request to a user, the most specific first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RequestKind {
    /// By the other player at a table: a rematch, a draw or a takeback.
    AtTable,
    /// A challenge by name.
    ByName,
    /// A challenge to anyone.
    ToAnyone,
    /// A standing offer to anyone.
    Seek,
}

/// Returns the table with a request to the sender, or else a challenge to anybody; in the thread of a table,
/// a request there.
pub fn request_to_sender(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
) -> Result<u32, Refusal> {
    let id = request_or_expired_challenge(cx, tables)?;
    match tables.get(id).map(|table| &table.stage) {
        Some(Stage::Lapsed(challenge)) => Err(lapse::expired(cx, players, id, challenge)),
        _ => Ok(id),
    }
}

/// Returns a table as [`request_to_sender`] does, or an expired challenge.
fn request_or_expired_challenge(cx: &Context<'_>, tables: &TableIndex) -> Result<u32, Refusal> {
    let user = cx.sender();
    if cx.named.is_some() {
        return Ok(lookup::find(cx, tables, |_| true)?.id);
    }
    let in_thread = tables.of_line(cx.line).is_some();
    let here = tables.current_in(&cx.line.room);
    let near = here.filter(|table| !in_thread || table.thread == cx.line.thread);
    let waiting = near.filter_map(|table| Some((request_kind(table, user)?, table)));
    let (unseen, seen): (Vec<_>, Vec<_>) =
        waiting.partition(|(_, table)| is_unseen(cx, tables, table));
    let waiting = if seen.is_empty() { unseen } else { seen };
    let first = waiting.iter().map(|(kind, _)| *kind).min();
    // Requests to the sender in particular, at several tables, are told apart by number only.
    let most = first.map(|first| {
        if in_thread {
            first
        } else {
            first.max(RequestKind::ByName)
        }
    });
    let fitting = waiting.iter().filter(|(kind, _)| Some(*kind) <= most);
    let fitting: Vec<u32> = fitting.map(|(_, table)| table.id).collect();
    match fitting.as_slice() {
        [one] => Ok(*one),
        [] => lookup::find(cx, tables, |table| request_kind(table, user).is_some())
            .map(|table| table.id)
            .or_else(|refusal| expired_for(cx, tables).ok_or(refusal))
            .or_else(|refusal| challenged(cx, tables).map_err(|_| refusal)),
        several => Err(lookup::which_table(cx, several)),
    }
}

/// Returns the table of a challenge to anyone that the sender may mean rather than an older question.
pub fn recent_challenge(cx: &Context<'_>, tables: &TableIndex) -> Option<u32> {
    recent_challenges(cx, tables).next().map(|table| table.id)
}

/// Returns the tables of recent challenges to anyone by others in the room, the newest first.
fn recent_challenges<'t>(
    cx: &Context<'t>,
    tables: &'t TableIndex,
) -> impl Iterator<Item = &'t Table> {
    let newest = tables.open_in(&cx.line.room).rev();
    let (now, user) = (cx.now, cx.sender());
    newest.filter(move |table| {
        table.challenge().is_some_and(|it| {
            let age = now.duration_since(it.asked);
            it.to.is_none() && it.from.id != *user && age < MAX_CHALLENGE_AGE
        })
    })
}

/// Returns the table with a request of the sender, or else anybody's challenge.
pub fn request_of_sender(cx: &Context<'_>, tables: &TableIndex) -> Result<u32, Refusal> {
    let is_own = |table: &Table| has_request_of(table, cx.sender());
    find_in_thread(cx, tables, is_own)
        .map_or_else(|| lookup::find(cx, tables, is_own), Ok)
        .map(|table| table.id)
        .or_else(|refusal| challenged(cx, tables).map_err(|_| refusal))
}

/// Returns the newest matching table in the thread of a line that names none: when one game waits for
/// another, either may have the request.
fn find_in_thread<'t>(
    cx: &Context<'_>,
    tables: &'t TableIndex,
    fits: impl Fn(&Table) -> bool,
) -> Option<&'t Table> {
    let root = cx.line.thread.as_deref().filter(|_| cx.named.is_none())?;
    let mut newest = tables.in_thread(&cx.line.room, Some(root)).rev();
    newest.find(|table| fits(table))
}

/// Returns the newest expired challenge in the room that the sender could have answered.
fn expired_for(cx: &Context<'_>, tables: &TableIndex) -> Option<u32> {
    let user = cx.sender();
    let mut newest = tables.current_in(&cx.line.room).rev();
    let expired = newest.find(|table| match &table.stage {
        Stage::Lapsed(challenge) => check_challenged(challenge, user).is_ok(),
        _ => false,
    });
    expired.map(|table| table.id)
}

/// Returns the answer to `accept` if the sender can't have seen the request, or gave no number and may have meant another
/// one that was closed lately. The number of a challenge proves that it was seen; that of a game doesn't, as a game has
/// one request after the other.
///
/// # Errors
/// If the asker has also announced a jump or made an open challenge to anyone, or anybody a newer one lately, with the
/// question which of them is meant.
pub fn number_required(
    cx: &Context<'_>,
    tables: &TableIndex,
    id: u32,
) -> Result<Option<Effect>, Refusal> {
    let table = lookup::table(tables, id)?;
    let Some(asker) = table.asker().filter(|asker| asker.id != cx.sender()) else {
        return Ok(None);
    };
    if cx.named.is_some() {
        let log = tables.request_log();
        let is_unseen =
            table.challenge().is_none() && log.is_unseen_by_number(id, cx.line.sent, cx.now);
        let question = || ask_for_number(cx, tables, table, asker);
        return Ok(is_unseen.then(question).flatten());
    }
    check_no_newer_jump(cx, tables, table)?;
    // In the thread of a table, only its requests can be meant.
    let thread = tables.of_line(cx.line).and(cx.line.thread.as_ref());
    let is_near = |other: Option<&String>| thread.is_none() || other == thread;
    if thread.is_none() && has_request_to(table, cx.sender()) {
        let mut newer = recent_challenges(cx, tables)
            .filter(|other| is_older(tables, id, other.id) && !is_unseen(cx, tables, other));
        if let Some(other) = newer.next().map(|other| other.id) {
            return Err(lookup::which_table(cx, &[id.min(other), id.max(other)]));
        }
    }
    let mut open = tables.open_in(&cx.line.room).filter(|other| {
        let is_to_anyone = |it: &Challenge| it.to.is_none() && !it.is_seek();
        let is_by_asker = other.asker().is_some_and(|by| by.id == asker.id);
        let is_beside = other.id != id && is_near(other.thread.as_ref());
        is_beside && is_by_asker && other.challenge().is_some_and(is_to_anyone)
    });
    if let Some(other) = open.next() {
        return Err(lookup::which_table(
            cx,
            &[other.id.min(id), other.id.max(id)],
        ));
    }
    let closed = tables.request_log();
    let mut closed = closed.recent(&cx.line.room, cx.now);
    let may_be_meant = closed.any(|other| {
        other.is_near(thread.map(String::as_str)) && other.may_be_meant(table, cx.sender(), cx.now)
    });
    if !may_be_meant && !is_unseen(cx, tables, table) {
        return Ok(None);
    }
    if let Some(asked) = table.challenge() {
        return challenge::asked_again(cx, id, asked).map(Some);
    }
    Ok(ask_for_number(cx, tables, table, asker))
}

/// Returns the question whether the sender means the request at a table. If that isn't announced yet, users have seen it
/// once they have seen the question.
pub fn ask_for_number(
    cx: &Context<'_>,
    tables: &TableIndex,
    table: &Table,
    asker: &Person,
) -> Option<Effect> {
    let message = OfferMessage::NumberRequired {
        what: table.stage.offer()?,
        asker: asker.name.clone(),
        table: TableId(table.id),
    };
    let mut question = cx.say(cx.prefixed(message));
    if let Effect::SendMessage(message) = &mut question {
        message.asks = tables.request_log().unannounced(table.id);
    }
    Some(question)
}

/// Returns whether the request of a table is older than the challenge of another one.
fn is_older(tables: &TableIndex, id: u32, other: u32) -> bool {
    let made = |id| tables.request_log().request(id).map(|(_, made)| made);
    made(id)
        .zip(made(other))
        .is_none_or(|(made, other)| made <= other)
}

/// Checks that an answer that names no action was not sent before the jump that it would allow was announced.
///
/// # Errors
/// If it was, with the actions.
pub fn check_jump_seen(cx: &Context<'_>, tables: &TableIndex, id: u32) -> Result<(), Refusal> {
    let table = lookup::table(tables, id)?;
    if !is_asked_about_jump(cx, table) || !tables.request_log().is_unseen_jump(id, cx.line.sent) {
        return Ok(());
    }
    let answers = at_table(cx, id, table.choices());
    refuse(AnswerMessage::TooEarly { answers })
}

/// Checks that `accept` is not meant for a jump that was announced after the request of its table.
fn check_no_newer_jump(
    cx: &Context<'_>,
    tables: &TableIndex,
    table: &Table,
) -> Result<(), Refusal> {
    let id = table.id;
    if !is_asked_about_jump(cx, table) || !tables.request_log().is_jump_newer(id) {
        return Ok(());
    }
    let request = ["accept", "decline"].map(str::to_owned).to_vec();
    let answers = [request, table.choices()].map(|answers| at_table(cx, id, answers));
    let answers = answers.join("; ");
    refuse(AnswerMessage::Which { answers })
}

/// Returns whether the sender has to reply to a jump.
fn is_asked_about_jump(cx: &Context<'_>, table: &Table) -> bool {
    let asked = table.announcement().map(|(_, replies)| replies.id.as_str());
    asked == Some(cx.sender())
}

/// Returns commands at a table as they are typed.
fn at_table(cx: &Context<'_>, id: u32, commands: Vec<String>) -> String {
    let prefix = cx.prefix();
    let typed = commands.into_iter();
    let typed = typed.map(|command| format!("`{prefix}t{id} {command}`"));
    typed.collect::<Vec<_>>().join(", ")
}

/// Returns whether the sender can't have seen the request of a table when they wrote. In the thread below the command that
/// made a challenge, they have seen that command.
fn is_unseen(cx: &Context<'_>, tables: &TableIndex, table: &Table) -> bool {
    let root = cx.line.thread.as_deref();
    let is_below = table.challenge().is_some()
        && root.is_some()
        && tables
            .in_thread(&cx.line.room, root)
            .map(|it| it.id)
            .eq([table.id]);
    !is_below && tables.request_log().is_unseen(table.id, cx.line.sent)
}

/// Returns the table of an open challenge.
fn challenged(cx: &Context<'_>, tables: &TableIndex) -> Result<u32, Refusal> {
    Ok(lookup::find(cx, tables, |table| table.challenge().is_some())?.id)
}

/// Returns the kind of a table's pending request to a user.
fn request_kind(table: &Table, user: &str) -> Option<RequestKind> {
    match (&table.stage, table.seat_of(user)) {
        (Stage::Challenge(challenge), _) => {
            check_challenged(challenge, user).ok()?;
            Some(match challenge.to {
                Some(_) => RequestKind::ByName,
                None if challenge.is_seek() => RequestKind::Seek,
                None => RequestKind::ToAnyone,
            })
        }
        (stage, Some(own)) => {
            let by_the_other = stage.asker().is_some_and(|asker| asker != own);
            by_the_other.then_some(RequestKind::AtTable)
        }
        (_, None) => None,
    }
}

/// Returns whether a table has a request to this user in particular.
pub fn has_request_to(table: &Table, user: &str) -> bool {
    matches!(
        request_kind(table, user),
        Some(RequestKind::AtTable | RequestKind::ByName)
    )
}

/// Returns whether a table has a pending request of this user.
pub fn has_request_of(table: &Table, user: &str) -> bool {
    table.asker().is_some_and(|asker| asker.id == user)
}

/// Checks that a user can answer a challenge.
pub fn check_challenged(challenge: &Challenge, user: &str) -> Result<(), Refusal> {
    match &challenge.to {
        _ if challenge.from.id == user => refuse(ChallengeMessage::Own),
        Some(person) if person.id != user => {
            let name = person.name.clone();
            refuse(ChallengeMessage::ToAnother { name })
        }
        _ => Ok(()),
    }
}
