//! The start of games: rules, options, seats, and what newcomers are told.

use games::{Dice, Entry, Fact, Live, Seed, StartError};

use crate::{
    access::limits,
    appearance::Boards,
    clocks::TimeControl,
    command::{self, malformed},
    context::{Context, Environment},
    line::Line,
    person::Person,
    players::PlayerData,
    preferences::{DuelId, SettingValue, change},
    refusal::{Cause, Refusal, refuse},
    tables::{Playing, Stage, Table, TableIndex},
    terms::{ClockChoice, Side},
    text::messages::{ChallengeMessage, DuelMessage, TableId, TableMessage},
};

/// Returns the game for two of a challenge: the usual one if it names none.
pub fn requested_game(
    cx: &Context<'_>,
    players: &PlayerData,
    request: &command::ChallengeRequest,
) -> Result<&'static Entry, Refusal> {
    let usual = || change::usual(cx, players, SettingValue::game).unwrap_or(DuelId::USUAL);
    let game = match &request.game {
        Some(name) => game(name)?,
        None => game(usual().as_str())?,
    };
    match game.seats {
        2 => Ok(game),
        _ => refuse(cx.prefixed(ChallengeMessage::NotADuel { game: game.id })),
    }
}

/// Returns the clock of a challenge: the usual one, if that is allowed, where it names none.
pub fn clock(
    cx: &Context<'_>,
    players: &PlayerData,
    request: &command::ChallengeRequest,
) -> Result<Option<TimeControl>, Refusal> {
    if let Some(choice) = request.clock {
        limits::check_clock(cx, choice)?;
        limits::check_increment(choice)?;
        return Ok(choice.time_control());
    }
    let usual = change::usual(cx, players, SettingValue::clock);
    let allowed = usual.filter(|choice| limits::check_clock(cx, *choice).is_ok());
    Ok(allowed.and_then(ClockChoice::time_control))
}

/// Returns the terms of a game with these options besides its rules.
pub fn terms(env: &Environment<'_>, game: &Entry, options: &str) -> Result<Vec<Fact>, Refusal> {
    let start = game.start(options, &mut Dice::none());
    let start = start.map_err(|error| match error {
        StartError::UnknownOption { .. } => env.prefixed_for_rooms(ChallengeMessage::UnknownOption),
        StartError::Refused(illegal) => illegal.0,
    })?;
    Ok(start.opening())
}

/// Returns the game with an id.
pub fn game(id: &str) -> Result<&'static Entry, Refusal> {
    Entry::named(id).ok_or_else(|| malformed::unknown_game(id).0.into())
}

/// Returns a game at its start.
pub fn dealt(
    entry: &'static Entry,
    options: &str,
    seed: Seed,
    players: Vec<Person>,
) -> Result<Stage, Refusal> {
    let live =
        Live::start(entry, options, Some(seed)).map_err(|illegal| Refusal::from(illegal.0))?;
    Ok(Stage::Playing(Playing::new(players, live)))
}

/// Checks for a run in progress: one is allowed per direct message, and per player in a room. A run that is requested
/// in a room without a known root for its thread takes the main timeline of the direct message, which a duel there does
/// not leave.
pub fn check_no_run(cx: &Context<'_>, tables: &TableIndex) -> Result<(), Refusal> {
    let sender = cx.sender();
    let is_own = |table: &Table| table.players().iter().all(|player| player.id == *sender);
    let mut here = tables.open_in(&cx.line.room);
    if let Some(on) = here.find(|table| table.is_run() && (cx.line.direct || is_own(table))) {
        let table = TableId(on.id);
        return Err(if cx.line.direct {
            let refusal = Refusal::from(cx.prefixed(TableMessage::RunIsOn { table }));
            refusal.because(Cause::RunIsOn)
        } else {
            cx.prefixed(TableMessage::RunIsOnHere { table }).into()
        });
    }
    let is_without_root = cx.line.direct && cx.line.event.is_empty();
    match duel_here(cx, tables) {
        Some(duel) if is_without_root && duel.thread.is_none() => Err(duel_is_on(cx, duel)),
        _ => Ok(()),
    }
}

/// Checks for a duel with the computer in progress: one is allowed per direct message.
pub fn check_no_duel(cx: &Context<'_>, tables: &TableIndex) -> Result<(), Refusal> {
    match duel_here(cx, tables).filter(|_| cx.line.direct) {
        Some(duel) => Err(duel_is_on(cx, duel)),
        None => Ok(()),
    }
}

/// Returns the duel in progress in the room of a line.
fn duel_here<'t>(cx: &Context<'_>, tables: &'t TableIndex) -> Option<&'t Table> {
    let is_duel =
        |table: &&Table| table.is_playing() && !table.is_lesson() && table.players().len() == 2;
    tables.open_in(&cx.line.room).find(is_duel)
}

fn duel_is_on(cx: &Context<'_>, duel: &Table) -> Refusal {
    let table = TableId(duel.id);
    let refusal = Refusal::from(cx.prefixed(TableMessage::DuelIsOn { table }));
    refusal.because(Cause::DuelIsOn)
}

/// Returns a newcomer's introduction to board and notation, for the appearance of boards where the line was
/// written.
pub fn legend(cx: &Context<'_>, entry: &Entry) -> Fact {
    let boards = match cx.appearance.boards {
        Boards::Picture => "picture",
        Boards::Text | Boards::Wide => "text",
    };
    entry
        .legend()
        .with("game", entry.id)
        .with("boards", boards)
        .with("place", if cx.line.direct { "direct" } else { "thread" })
}

/// Returns challenger and opponent in the order of their seats.
pub fn by_side(line: &Line, side: Side, asks: Person, answers: Person) -> Vec<Person> {
    let asker_is_white = match side {
        Side::White => true,
        Side::Black => false,
        Side::Random => line.seed[0].is_multiple_of(2),
    };
    if asker_is_white {
        vec![asks, answers]
    } else {
        vec![answers, asks]
    }
}

/// Returns two players in a random order.
pub fn shuffled(line: &Line, mut players: Vec<Person>) -> Vec<Person> {
    if !line.seed[0].is_multiple_of(2) {
        players.reverse();
    }
    players
}

/// Returns the announcement of a duel.
pub fn duel_begun(id: u32, entry: &Entry, players: &[Person]) -> Fact {
    let name = |index: usize| players.get(index).map(|person| person.name.clone());
    let begun = DuelMessage::Begun {
        table: TableId(id),
        game: entry.id,
        white: name(0).unwrap_or_default(),
        black: name(1).unwrap_or_default(),
    };
    begun.into()
}
