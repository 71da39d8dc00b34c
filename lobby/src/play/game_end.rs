//! The end of a game: its summary, and invitations to the next one.

use games::{Live, Seat};

use crate::{
    context::{Context, Environment},
    message::Block,
    players::{
        PlayerData,
        results::{RunResult, days_in_a_row},
    },
    solo::day_try::{self, Try},
    tables::{Over, Table, TableIndex},
    text::messages::{DayMessage, Lead, LookBackMessage},
};

/// The captures of a duel, turn by turn.
struct Captures {
    /// The seat with the largest capture in one turn.
    taker: Seat,
    /// The number of pieces in that turn; 0 if none were captured.
    most: usize,
    /// The number of that turn, counted from 1.
    tipped: usize,
    /// The turn from which the winner had captured more than the loser until the end.
    led: Option<usize>,
}

/// Returns a short text to share about a finished run of the day, without anything that could help others.
pub fn to_share(env: &Environment<'_>, players: &PlayerData, table: &Table) -> Vec<Block> {
    let day = table.occasion.day();
    let player = table.players().first();
    let Some((day, player)) = day.zip(player) else {
        return Vec::new();
    };
    let Some(result) = players.result_of_day(day, &player.id) else {
        return Vec::new();
    };
    let until_then = |run: &&RunResult| {
        run.player.id == player.id && run.occasion.day().is_some_and(|other| other <= day)
    };
    let runs = players.results().into_iter().filter(until_then);
    let row = days_in_a_row(runs, day);
    let damage = usize::from(result.damage).min(10);
    let share = DayMessage::Share {
        day,
        bar: format!("{:-<10}", "#".repeat(damage)),
        end: result.into(),
        row: row.now,
        late: result.is_late(),
    };
    vec![
        Block::Text(env.sentence(DayMessage::ToShare)),
        Block::Board(env.sentence(share)),
    ]
}

/// Returns an invitation to today's run, after a run of another kind.
pub fn invitation_of_day(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    table: &Table,
) -> Option<Block> {
    let [player] = table.players() else {
        return None;
    };
    let today = cx.today();
    let is_other_run = !table.is_lesson() && table.occasion.day().is_none();
    let is_free = matches!(
        day_try::try_of(tables, players, today, &player.id),
        Try::Free
    );
    let free = cx.prefixed(DayMessage::StillFree(cx.time_left_today()));
    (is_other_run && is_free).then(|| Block::Text(cx.sentence(free)))
}

/// Returns the length and the captures of a duel; `None` if nothing was played.
pub fn duel_summary(env: &Environment<'_>, over: &Over, live: &Live) -> Option<String> {
    let [white, black] = over.players.as_slice() else {
        return None;
    };
    let turns = live.record().turns.len();
    let [by_white, by_black] = live.captured();
    let winner = over.ending().winner();
    let captures = captures(live, winner);
    let name = |seat: Seat| seat.of(&[white, black]).name.clone();
    // A lead that begins with the last turns says no more than the result.
    let led = captures.led.filter(|led| led + 1 < turns);
    let lead = match led {
        None => Lead::Never,
        Some(_) if winner != Some(captures.taker) => Lead::Other,
        Some(led) if led == captures.tipped => Lead::Then,
        Some(led) if led < captures.tipped => Lead::Before,
        Some(_) => Lead::Other,
    };
    let summary = LookBackMessage::Duel {
        game: live.entry().id,
        turns,
        white: white.name.clone(),
        black: black.name.clone(),
        by_white,
        by_black,
        most: captures.most,
        taker: name(captures.taker),
        tipped: captures.tipped,
        lead,
        led: led.unwrap_or(0),
        leader: winner.map(name).unwrap_or_default(),
    };
    (turns > 0).then(|| env.sentence(summary))
}

/// Returns the summary of a run: what was achieved, and what was missing. Empty for other games.
pub fn run_summary(env: &Environment<'_>, table: &Table, live: &Live) -> Vec<String> {
    let Some(score) = live.score() else {
        return Vec::new();
    };
    let names = table.names();
    let facts = live.summary().into_iter();
    let facts = facts.map(|fact| fact.with("steps", score.steps));
    facts.map(|fact| env.text.say(&fact, &names)).collect()
}

/// Returns the captures of a duel: the first turn with the largest one, and the turn from which the winner led.
fn captures(live: &Live, winner: Option<Seat>) -> Captures {
    let mut captures = Captures {
        taker: Seat::First,
        most: 0,
        tipped: 0,
        led: None,
    };
    let (mut before, mut turn) = ([0, 0], 0);
    // A game that was played can be replayed.
    let _ = Live::retrace(live.record(), &mut |now| {
        let captured = now.captured();
        for seat in Seat::BOTH {
            let count = seat.of(&captured).saturating_sub(*seat.of(&before));
            if count > captures.most {
                captures.taker = seat;
                captures.most = count;
                captures.tipped = turn;
            }
        }
        let leads = |seat: Seat| seat.of(&captured) > seat.other().of(&captured);
        captures.led = winner
            .filter(|winner| leads(*winner))
            .map(|_| captures.led.unwrap_or(turn));
        before = captured;
        turn += 1;
    });
    captures
}
