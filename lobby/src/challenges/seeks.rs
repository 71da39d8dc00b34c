//! Standing offers: challenges to anyone in a room that stay open for two weeks.

use crate::{
    access::limits::seeks_of,
    challenges::challenge,
    command::{ChallengeRequest, SeekRequest},
    context::Context,
    names::permalink,
    play::{report, start},
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{Stage, Table, TableIndex, list::listed, lookup},
    terms::{Challenge, ChallengeKind, Side},
    text::messages::{SeekMessage, TableId},
    traffic::Effect,
};

/// Makes a standing offer, or withdraws one.
pub fn seek(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    request: &SeekRequest,
) -> Answer {
    match request {
        SeekRequest::Offer(request) => offer(cx, tables, players, request),
        SeekRequest::Withdraw => withdraw(cx, tables),
    }
}

fn offer(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    request: &ChallengeRequest,
) -> Answer {
    if cx.line.direct {
        return refuse(cx.prefixed_for_rooms(SeekMessage::NeedsRoom));
    }
    let game = start::requested_game(cx, players, request)?;
    let terms = start::terms(cx, game, &request.options)?;
    let challenge = Challenge {
        from: cx.line.sender.clone(),
        to: None,
        game: game.id.to_owned(),
        side: request.side.unwrap_or(Side::Random),
        options: request.options.clone(),
        clock: start::clock(cx, players, request)?,
        strict: request.strict,
        asked: cx.now,
        moved: None,
        kind: ChallengeKind::Seek,
    };
    challenge::open(cx, tables, players, challenge, terms)
}

/// Lists the standing offers in a room; in a direct message those of the sender in all rooms.
pub fn list(cx: &Context<'_>, tables: &TableIndex) -> Effect {
    if cx.line.direct {
        let own: Vec<&Table> = seeks_of(tables, cx.sender()).collect();
        let lines = vec![(cx.sentence(SeekMessage::Own), lines(cx, &own))];
        let nothing = || cx.sentence(cx.prefixed_for_rooms(SeekMessage::NoneOwn));
        return cx.reply(listed(cx, lines).unwrap_or_else(nothing));
    }
    let here = tables.open_in(&cx.line.room);
    let is_seek = |table: &&Table| table.challenge().is_some_and(Challenge::is_seek);
    let here: Vec<&Table> = here.filter(is_seek).collect();
    let lines = vec![(cx.sentence(SeekMessage::Here), lines(cx, &here))];
    let Some(list) = listed(cx, lines) else {
        return cx.say(cx.prefixed(SeekMessage::NoneHere));
    };
    let is_own = |table: &Table| {
        let challenge = table.challenge();
        challenge.is_some_and(|challenge| challenge.from.id == cx.sender())
    };
    let Some(other) = here.iter().find(|table| !is_own(table)) else {
        return cx.reply(list);
    };
    let accept = SeekMessage::Accept {
        example: TableId(other.id),
    };
    cx.reply(format!("{list}\n\n{}", cx.sentence(cx.prefixed(accept))))
}

/// Returns the list lines of standing offers.
fn lines(cx: &Context<'_>, tables: &[&Table]) -> Vec<String> {
    let offers = tables
        .iter()
        .filter_map(|table| Some((table, table.challenge()?)));
    let lines = offers.map(|(table, challenge)| {
        let is_elsewhere = table.room != cx.line.room;
        let event = table.thread.as_deref();
        let link = is_elsewhere.then(|| permalink(&table.room, event, [cx.sender()]));
        cx.sentence(SeekMessage::Offer {
            table: TableId(table.id),
            game: challenge.game.clone(),
            from: challenge.from.name.clone(),
            side: challenge.side,
            clock: challenge.clock.map(|clock| clock.to_string()),
            strict: challenge.is_strict(),
            options: challenge.special_options(),
            until: cx.zone().show_day(challenge.seek_until()),
            link,
        })
    });
    lines.collect()
}

/// Withdraws a standing offer of the sender: the one named, or the only one in the room; in a direct message the only
/// one in all rooms.
fn withdraw(cx: &Context<'_>, tables: &mut TableIndex) -> Answer {
    let id = to_withdraw(cx, tables)?;
    tables.edit(id, |table| table.stage = Stage::Dropped);
    let withdrawn = SeekMessage::Withdrawn { table: TableId(id) };
    report::changed_and_said(cx, tables, id, withdrawn.into())
}

fn to_withdraw(cx: &Context<'_>, tables: &TableIndex) -> Result<u32, Refusal> {
    let own = seeks_of(tables, cx.sender());
    if let Some(id) = cx.named {
        let mut own = own.filter(|table| table.id == id);
        let found = own.next().map(|table| table.id);
        return found.ok_or_else(|| SeekMessage::NotYours { table: TableId(id) }.into());
    }
    let own = own.filter(|table| cx.line.direct || table.room == cx.line.room);
    let own: Vec<u32> = own.map(|table| table.id).collect();
    match own.as_slice() {
        [one] => Ok(*one),
        [] => refuse(SeekMessage::NothingToWithdraw),
        several => Err(lookup::which_table(cx, several)),
    }
}
