//! Duels with the computer. A report before the computer's turn is deferred until the turn is found, so that one
//! message covers both turns.

use games::{Fact, Seat, search::Level};
use jiff::{SignedDuration, Timestamp};

use crate::{
    access::limits,
    command,
    context::{Context, Environment},
    job::{ComputerTurn, Job},
    lessons::end_lesson,
    line::Line,
    person::Person,
    play::{
        progress, report,
        start::{self, by_side, duel_begun},
    },
    players::{PlayerData, direct_rooms::DirectRooms},
    preferences::{LevelName, change},
    refusal::{Answer, refuse},
    tables::{Stage, Table, TableIndex, table::seat_index, threads},
    terms::{End, Occasion, Side},
    text::messages::{ChallengeMessage, ComputerMessage, TableMessage},
    traffic::Effect,
};

/// Time after which a waiting player is notified of the computer's turn; the computer thinks for a minute at
/// most.
const NOTIFY_AFTER: SignedDuration = SignedDuration::from_mins(2);

/// Starts a duel with the computer where it was requested: in a thread of its own, or in a direct message.
pub fn play_computer(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: &command::ChallengeRequest,
    wanted: Option<Level>,
) -> Answer {
    let entry = start::requested_game(cx, players, request)?;
    if request.clock.is_some() {
        return refuse(ChallengeMessage::NoClockWithComputer);
    }
    // The computer cannot settle a contest by itself.
    let options = request.options.replace("by=ourselves", "by=coin");
    let mut terms = start::terms(cx, entry, &options)?;
    start::check_no_duel(cx, tables)?;
    let taken = |owner| ComputerMessage::ThreadTaken { owner };
    let thread = threads::for_sender(cx, tables, &[], taken)?;
    limits::check_room_for_table(cx, tables, players)?;
    let usual = change::usual_level(cx, players);
    let level = wanted.or(usual).unwrap_or(change::FIRST_LEVEL);
    let name = ComputerMessage::Name {
        level: level.number(),
    };
    let name = cx.sentence(name);
    let side = request.side.unwrap_or(Side::Random);
    let computer = Person::computer(level, name);
    let seats = by_side(cx.line, side, cx.line.sender.clone(), computer);
    let id = tables.next_id()?;
    let mut news = vec![
        duel_begun(id, entry, &seats),
        told_level(cx, level, wanted.is_none() && usual.is_none()),
        start::legend(cx, entry),
    ];
    news.append(&mut terms);
    let stage = start::dealt(entry, &options, games::Seed(cx.line.seed), seats)?;
    let place = thread.clone();
    let table = Table {
        id,
        room: cx.line.room.clone(),
        thread,
        occasion: Occasion::Free,
        stage,
    };
    let (mut effects, left) = end_lesson::end_lesson(cx, tables, players, place.as_deref());
    news.splice(..0, left);
    effects.extend(progress::begin(cx, tables, players, table, &news)?);
    let preferences = players.preferences_mut();
    effects.extend(preferences.note_level(cx.sender(), LevelName(level)));
    Ok(effects)
}

/// Returns the message about the computer's level in a new duel.
fn told_level(cx: &Context<'_>, level: Level, is_first: bool) -> Fact {
    let (level, highest) = (level.number(), Level::HIGHEST.number());
    if is_first {
        cx.prefixed_beside_threads(ComputerMessage::First { level, highest })
    } else {
        ComputerMessage::Begun { level, highest }.into()
    }
}

/// Queues the computer's turns that have no job any more, because it was lost to a failure or stored in a
/// format that this version cannot read.
pub fn requeue_turns(
    tables: &TableIndex,
    players: &PlayerData,
    thinking: &[u32],
    seed: [u8; 32],
) -> Vec<Effect> {
    let direct_rooms = players.direct_rooms();
    let lost = tables
        .current()
        .filter(|table| !thinking.contains(&table.id));
    lost.filter_map(|table| table.requeued_turn(direct_rooms, seed))
        .map(|turn| Effect::Job(Job::Move(turn)))
        .collect()
}

/// Plays the turn the computer has found; resigns if it found none. A turn for an outdated position is
/// ignored, as its news was reported already.
pub fn moved(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    turn: &ComputerTurn,
    found: Option<&[String]>,
) -> Vec<Effect> {
    let id = turn.table;
    let table = tables.get(id).filter(|table| table.waits_for(turn));
    let Some(table) = table else {
        return Vec::new();
    };
    let line = &table.line_in_current_room(&turn.line);
    let Some(game) = tables.playing_mut(id) else {
        return Vec::new();
    };
    let told = if game.live.record().turns.is_empty() {
        turn.told.join("\n")
    } else {
        env.text.paragraph(&turn.told)
    };
    let mut news = Vec::new();
    if !told.is_empty() {
        news.push(TableMessage::Told { told }.into());
    }
    let own = game.live.to_move();
    let mut has_failed = found.is_none_or(<[String]>::is_empty);
    for action in found.unwrap_or_default() {
        match game.live.play(action) {
            Ok(facts) => news.extend(facts),
            Err(_) => has_failed = true,
        }
    }
    if let Some(own) = own.filter(|_| has_failed) {
        let _ = progress::close_table(env, tables, id, End::Resigned(seat_index(own)));
    }
    let cx = &Context::new(*env, line, tables, players);
    let mut effects = progress::changed(cx, tables, players, id, &news)
        .unwrap_or_else(|refusal| report::refused(cx, tables, refusal));
    if turn.is_late(env.now) {
        mention(&line.sender, &mut effects);
    }
    effects
}

impl Table {
    /// Notes the line after which the computer thinks about its turn, if it is to move.
    pub fn think_after(&mut self, line: &Line) {
        let thinks = self.computer_to_move().is_some();
        if let Stage::Playing(game) = &mut self.stage {
            game.notes.thinks_after = thinks.then(|| line.event.clone());
        }
    }

    /// Returns the text of its record; empty before the game has begun.
    pub fn record_text(&self) -> String {
        let live = self.live();
        live.map_or_else(String::new, |live| live.record().to_string())
    }

    /// Returns whether a turn is the one expected, not one for a move that was taken back and repeated.
    fn waits_for(&self, turn: &ComputerTurn) -> bool {
        let after = self
            .playing()
            .and_then(|game| game.notes.thinks_after.as_ref());
        self.computer_to_move().is_some()
            && after == Some(&turn.line.event)
            && self.record_text() == turn.record
    }

    /// Returns the turn the computer has to make, without the news before it.
    fn requeued_turn(&self, direct_rooms: &DirectRooms, seed: [u8; 32]) -> Option<ComputerTurn> {
        let level = self.computer_to_move()?;
        let game = self.playing()?;
        Some(ComputerTurn {
            line: Line {
                // Without a thread it is in the main timeline, or moved to another room: there is nothing to reply to.
                direct: self.thread.is_none() || direct_rooms.contains(&self.room),
                event: game.notes.thinks_after.clone()?,
                thread: self.thread.clone(),
                seed,
                ..Line::unasked(&self.room, self.people_playing().next()?.clone())
            },
            table: self.id,
            record: self.record_text(),
            level: level.number(),
            told: Vec::new(),
            asked: None,
        })
    }

    /// Returns the computer's level, if it plays here.
    pub fn computer(&self) -> Option<Level> {
        self.players().iter().find_map(Person::level)
    }

    /// Returns the seat of the only person here, if the computer plays the other one.
    pub fn only_person(&self) -> Option<Seat> {
        self.computer()?;
        let mut seats = Seat::BOTH.into_iter().zip(self.players());
        let person = seats.find(|(_, player)| !player.is_computer());
        person.map(|(seat, _)| seat)
    }

    /// Returns the computer's level, if it is to move.
    pub fn computer_to_move(&self) -> Option<Level> {
        let game = self.playing()?;
        let mover = game.live.to_move();
        let mover = mover.filter(|_| game.live.position().contest().is_none())?;
        game.players.get(mover.index())?.level()
    }
}

impl ComputerTurn {
    /// Returns whether the player has probably turned to something else, as after a restart.
    fn is_late(&self, now: Timestamp) -> bool {
        self.asked
            .is_none_or(|asked| asked.duration_until(now) > NOTIFY_AFTER)
    }
}

/// Notifies a player of the messages among some effects.
fn mention(player: &Person, effects: &mut [Effect]) {
    for effect in effects {
        if let Effect::SendMessage(message) = effect
            && message.mentions.is_empty()
        {
            message.mentions.push(player.id.clone());
        }
    }
}
