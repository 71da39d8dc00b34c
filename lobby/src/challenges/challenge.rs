//! Challenges, and the start of games.

use games::{Fact, Seed};

use crate::{
    access::{limits, permission},
    challenges::lapse::{self, is_here},
    clocks::Clock,
    command::{self, Opponent},
    computer::duel,
    context::{Context, Environment},
    person::Person,
    play::{
        progress,
        start::{self, by_side, duel_begun},
    },
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{
        Stage, Table, TableIndex,
        lookup::{self, begun},
        threads,
    },
    terms::{Challenge, ChallengeKind, Occasion, Side},
    text::messages::{AccessMessage, ChallengeMessage, TableId},
    traffic::Effect,
};

/// Makes a challenge to somebody or anyone; a duel with the computer begins at once.
pub fn challenge(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: &command::ChallengeRequest,
) -> Answer {
    let to = match &request.who {
        Opponent::Computer(level) => {
            return duel::play_computer(cx, tables, players, request, *level);
        }
        _ if cx.line.direct => return refuse(cx.prefixed_for_rooms(ChallengeMessage::NeedsRoom)),
        Opponent::Anyone => None,
        Opponent::Named(who) => Some(who),
    };
    let game = start::requested_game(cx, players, request)?;
    let to = to.map(|who| challenged_person(cx, players, who));
    let to = to.transpose()?;
    let terms = start::terms(cx, game, &request.options)?;
    let clock = start::clock(cx, players, request)?;
    let challenge = Challenge {
        from: cx.line.sender.clone(),
        to,
        game: game.id.to_owned(),
        side: request.side.unwrap_or(Side::Random),
        options: request.options.clone(),
        clock,
        strict: request.strict,
        asked: cx.now,
        moved: None,
        kind: ChallengeKind::Usual,
    };
    open(cx, tables, players, challenge, terms)
}

/// Opens a challenge, and announces it with the terms of its game.
pub fn open(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    challenge: Challenge,
    terms: Vec<Fact>,
) -> Answer {
    let crowded = limits::check_room_for_challenge(cx, tables, challenge.kind)?;
    limits::check_room_for_table(cx, tables, players)?;
    let id = tables.next_id()?;
    let thread = threads::root_for(cx, tables, &challenge.people());
    let mut lines = announcement(
        cx,
        id,
        &challenge,
        is_instead(cx, tables, &challenge),
        terms,
    );
    if thread.is_none() {
        let is_rematch_asked = threads::is_rematch_asked(cx, tables);
        let moved = threads::of_thread(cx, tables, |owner| {
            if is_rematch_asked {
                ChallengeMessage::BesideRematch { owner }
            } else {
                ChallengeMessage::Moved { owner }
            }
        });
        lines.push(cx.sentence(moved));
    }
    let mut answer = cx.reply(lines.join("\n"));
    if let Effect::SendMessage(message) = &mut answer {
        let to = challenge.to.iter();
        message.mentions = to.map(|person| person.id.clone()).collect();
        if thread.is_none() {
            // An event of a thread cannot be the root of another, so the challenge goes to the room itself,
            // and the line that accepts it becomes the root. A reply to a line in the thread would be shown
            // in that thread.
            message.thread = None;
            message.reply_to = None;
        }
    }
    let table = Table {
        id,
        room: cx.line.room.clone(),
        thread,
        occasion: Occasion::Free,
        stage: Stage::Challenge(challenge),
    };
    let mut effects = lapse::lapse(tables, crowded);
    effects.extend([tables.insert_and_save(table), answer]);
    Ok(effects)
}

/// Returns the user challenged by name.
fn challenged_person(cx: &Context<'_>, players: &PlayerData, who: &str) -> Result<Person, Refusal> {
    let person = lookup::person(cx, who)?;
    if person.id == cx.line.sender.id {
        return refuse(ChallengeMessage::Yourself);
    }
    if !permission::may_play(cx, players, &person.id) {
        return refuse(AccessMessage::OtherMayNotPlay { name: person.name });
    }
    Ok(person)
}

/// Returns whether an answer to a new challenge may be meant for an earlier one with other terms.
fn is_instead(cx: &Context<'_>, tables: &TableIndex, challenge: &Challenge) -> bool {
    let closed = tables.request_log();
    let mut closed = closed.recent(&cx.line.room, cx.now);
    closed.any(|earlier| earlier.is_replaced_by(challenge))
}

/// Announces a challenge again to a user who has accepted an earlier one.
pub fn asked_again(cx: &Context<'_>, id: u32, challenge: &Challenge) -> Result<Effect, Refusal> {
    let terms = start::terms(cx, start::game(&challenge.game)?, &challenge.options)?;
    Ok(cx.reply(announcement(cx, id, challenge, true, terms).join("\n")))
}

/// Returns the lines that announce a challenge: who plays what, the terms, the clock.
fn announcement(
    cx: &Context<'_>,
    id: u32,
    challenge: &Challenge,
    is_instead: bool,
    terms: Vec<Fact>,
) -> Vec<String> {
    let mut lines = vec![cx.sentence(challenge_told(cx, id, challenge, is_instead))];
    lines.extend(terms.into_iter().map(|term| cx.sentence(term)));
    let clock = challenge.clock;
    let clock = clock.map(|control| ChallengeMessage::clock(control, challenge.is_strict()));
    lines.extend(clock.map(|clock| cx.sentence(clock)));
    lines
}

/// Returns the first line of the announcement. If an answer may be meant for an earlier challenge, it asks for the
/// number.
fn challenge_told(env: &Environment<'_>, id: u32, challenge: &Challenge, is_instead: bool) -> Fact {
    let table = TableId(id);
    let from = challenge.from.name.clone();
    let game = challenge.game.clone();
    let side = challenge.side;
    let told = match &challenge.to {
        Some(to) => {
            let to = to.name.clone();
            if is_instead {
                ChallengeMessage::MadeInstead {
                    table,
                    from,
                    to,
                    game,
                    side,
                }
            } else {
                ChallengeMessage::Made {
                    table,
                    from,
                    to,
                    game,
                    side,
                }
            }
        }
        None if challenge.is_seek() => ChallengeMessage::Sought {
            table,
            from,
            game,
            side,
            until: env.zone().show_day(challenge.seek_until()),
        },
        None if is_instead => ChallengeMessage::MadeAnyoneInstead {
            table,
            from,
            game,
            side,
        },
        None => ChallengeMessage::MadeAnyone {
            table,
            from,
            game,
            side,
        },
    };
    env.prefixed_for_rooms(told)
}

/// Starts the game of a challenge.
pub fn begin(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    challenge: Challenge,
) -> Answer {
    if !is_here(cx.line, &challenge.from.id) {
        let from = challenge.from.name;
        return refuse(ChallengeMessage::NotFollowed { from });
    }
    let entry = start::game(&challenge.game)?;
    let table = tables.get(id);
    let thread = match table.and_then(|table| table.thread.clone()) {
        Some(thread) => thread,
        None => {
            let people = [challenge.from.id.as_str(), cx.sender()];
            threads::root_for(cx, tables, &people).ok_or_else(|| {
                let table = TableId(id);
                let is_rematch_asked = threads::is_rematch_asked(cx, tables);
                threads::of_thread(cx, tables, |owner| {
                    if is_rematch_asked {
                        ChallengeMessage::AcceptBesideRematch { owner, table }
                    } else {
                        ChallengeMessage::AcceptInRoom { owner, table }
                    }
                })
            })?
        }
    };
    // A standing offer may have been forgotten by the user who made it.
    let called = challenge.is_seek().then(|| challenge.from.id.clone());
    let seats = by_side(
        cx.line,
        challenge.side,
        challenge.from,
        cx.line.sender.clone(),
    );
    let news = [duel_begun(id, entry, &seats), start::legend(cx, entry)];
    let stage = start::dealt(entry, &challenge.options, Seed(cx.line.seed), seats)?;
    let clock = Clock::new(challenge.clock, challenge.strict);
    let stage = stage.with_clock(Some(clock));
    tables.edit(id, |table| {
        table.stage = stage;
        table.thread = Some(thread);
    });
    let mut effects = progress::changed(cx, tables, players, id, &news)?;
    if let (Some(called), Some(Effect::SendMessage(message))) = (called, effects.last_mut())
        && !message.mentions.contains(&called)
    {
        message.mentions.push(called);
    }
    Ok(effects)
}

/// Starts a rematch: another game with the sides exchanged, in the same thread.
pub fn begin_again(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Answer {
    let old = lookup::table(tables, id)?;
    let live = begun(old)?;
    let mut seats: Vec<Person> = old.players().to_vec();
    seats.reverse();
    let entry = live.entry();
    let options = entry.exchanged(&live.record().options);
    let stage = start::dealt(entry, &options, Seed(cx.line.seed), seats.clone())?;
    let is_between_people = !seats.iter().any(Person::is_computer);
    let clock = old.over().and_then(|over| over.clock.as_deref());
    let clock = clock.map_or_else(|| Clock::new(None, false), Clock::anew);
    let stage = stage.with_clock(is_between_people.then_some(clock));
    let (room, thread) = (old.room.clone(), place_of_rematch(cx, tables, old)?);
    let mut effects = vec![Effect::Save(old.save())];
    let id = tables.next_id()?;
    let table = Table {
        id,
        room,
        thread,
        occasion: Occasion::Free,
        stage,
    };
    let news = [duel_begun(id, entry, &seats)];
    effects.extend(progress::begin(cx, tables, players, table, &news)?);
    Ok(effects)
}

/// Returns the thread of the next game at a table: its own, or another one if that is taken in a direct message.
fn place_of_rematch(
    cx: &Context<'_>,
    tables: &TableIndex,
    old: &Table,
) -> Result<Option<String>, Refusal> {
    let mut beside = tables.in_thread(&old.room, old.thread.as_deref());
    if cx.line.direct && beside.any(Table::is_open) {
        return threads::in_direct(cx, tables, &[]);
    }
    Ok(old.thread.clone())
}
