//! The run of the day: the same deal and dice for everybody on a day, with one try each.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::{
    access::permission,
    challenges::lapse,
    command::Switch,
    context::{Context, Environment},
    day::Day,
    members::Members,
    message::{Block, Message},
    players::{Names, PlayerData, results::RunResult},
    preferences::{SettingValue, change},
    puzzles::{give, score},
    refusal::{Answer, refuse},
    rooms::{LeftRooms, membership},
    schedule::Schedule,
    solo::day_try::{self, Try},
    tables::{Table, TableIndex},
    text::{
        draw::grid,
        messages::{DayMessage, OwnTry, PuzzleMessage, RoomSetting},
    },
    traffic::{Effect, LEADERBOARDS},
};

/// Maximum number of rooms that get the daily leaderboard per wake-up (one minute): half of the rate limit that
/// homeservers set by default, so that replies are not delayed.
const POSTS_AT_ONCE: usize = 5;

/// Expires late challenges; on a new day, or at the start, also daily data, and challenges of users who may
/// no longer play.
pub fn expire(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &mut LeftRooms,
    schedule: &mut Schedule,
) -> Vec<Effect> {
    let mut effects = lapse::expire_unanswered(env, tables);
    let today = env.today();
    if !schedule.begin_day(today) {
        return effects;
    }
    effects.extend(lapse::expire_blocked(env, tables, players));
    effects.extend(membership::end_kept(env, tables, players, left));
    effects.extend(players.expire(today));
    effects
}

/// Returns the leaderboard of today's run so far.
pub fn day(cx: &Context<'_>, tables: &TableIndex, players: &PlayerData) -> Effect {
    let today = cx.today();
    let names = Names::of(cx.line);
    let is_on = |table: &&Table| {
        table.occasion.day() == Some(today)
            && table.is_playing()
            && table
                .players()
                .iter()
                .any(|player| names.lists(players, player))
    };
    let under_way = tables.current().filter(is_on).count();
    let leaderboard = day_leaderboard(cx, players, today, &names);
    let day = today;
    let heading = match leaderboard {
        Some(_) => DayMessage::SoFar { day },
        None => DayMessage::Nobody { day },
    };
    let mut blocks = vec![Block::Text(cx.sentence(heading))];
    blocks.extend(leaderboard);
    let foot = DayMessage::Foot {
        own: match day_try::try_of(tables, players, today, cx.sender()) {
            Try::Done(_) | Try::Gone => OwnTry::Done,
            Try::On(_) => OwnTry::On,
            Try::Free => OwnTry::Free,
        },
        count: under_way,
        left: cx.time_left_today(),
    };
    blocks.push(Block::Text(cx.sentence(foot)));
    if !cx.line.direct {
        let room = players.preferences().room(&cx.line.room);
        let posting = if room.find(SettingValue::day) == Some(Switch::On) {
            DayMessage::Posted
        } else {
            DayMessage::NotPosted
        };
        blocks.push(Block::Text(cx.sentence(cx.prefixed(posting))));
    }
    cx.answer(blocks)
}

/// Returns the leaderboard of a day's run; `None` if it is empty.
fn day_leaderboard(
    env: &Environment<'_>,
    players: &PlayerData,
    day: Day,
    names: &Names,
) -> Option<Block> {
    let is_shown = |run: &&RunResult| {
        run.occasion.day() == Some(day) && run.is_comparable() && names.lists(players, &run.player)
    };
    let mut runs = players.results();
    runs.retain(is_shown);
    runs.sort_by_key(|run| run.order());
    let rows: Vec<Vec<String>> = runs
        .iter()
        .take(grid::MAX_LISTED)
        .map(|run| {
            // Ties share a rank.
            let better = runs.partition_point(|other| other.order() < run.order());
            let reason = run.reason;
            vec![
                (better + 1).to_string(),
                env.sentence(DayMessage::End { reason }),
                run.damage.to_string(),
                run.steps.to_string(),
                names.name(&run.player),
            ]
        })
        .collect();
    let head = env.sentence(DayMessage::Columns);
    (!rows.is_empty()).then(|| Block::Board(grid::draw(&head, &rows)))
}

/// Turns the daily leaderboard post of a room on or off.
pub fn want_day(cx: &Context<'_>, players: &mut PlayerData, switch: Switch) -> Answer {
    if cx.line.direct {
        return refuse(cx.prefixed_for_rooms(DayMessage::NeedsRoom));
    }
    permission::check_may_change_room(cx, RoomSetting::Day)?;
    let said = match switch {
        Switch::On => DayMessage::On,
        Switch::Off => DayMessage::Off,
    };
    let set = change::set_here(cx, players, SettingValue::Day(switch));
    let answer = cx.say(cx.prefixed(said));
    Ok(set.into_iter().chain([answer]).collect())
}

/// Returns the rooms that want the leaderboard of the previous day and have not got it.
pub fn waiting_for_day_leaderboard(players: &PlayerData, at: Timestamp) -> Vec<String> {
    let rooms = players
        .preferences()
        .rooms_without_leaderboard(Day::of(at).before());
    rooms.map(str::to_owned).collect()
}

/// Posts yesterday's leaderboard where it is wanted, once, in a few rooms at a time; the others follow at the
/// next wake-ups. Without results, nothing is posted.
pub fn woken(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &mut LeftRooms,
    schedule: &mut Schedule,
    rooms: &[(String, Members)],
) -> Vec<Effect> {
    schedule.note_wake_up(env.now);
    let mut effects = expire(env, tables, players, left, schedule);
    let yesterday = env.today().before();
    let waiting = waiting_for_day_leaderboard(players, env.now);
    let waiting: BTreeSet<String> = waiting.into_iter().collect();
    let mut posts = 0;
    for (room, people) in rooms.iter().filter(|(room, _)| waiting.contains(room)) {
        if posts == POSTS_AT_ONCE {
            break;
        }
        effects.extend(players.preferences_mut().note_posted(room, yesterday));
        let env = &env.in_room(players, room);
        let names = Names::Members(people);
        let leaderboard = day_leaderboard(env, players, yesterday, &names);
        let puzzles = score::puzzlers_of(players, yesterday, &names);
        if leaderboard.is_none() && puzzles.is_none() {
            continue;
        }
        posts += 1;
        effects.push(Effect::SendMessage(Message {
            asked_by: Some(LEADERBOARDS.to_owned()),
            appearance: env.appearance_of_room(players, room),
            ..Message::new(room, day_over(env, yesterday, leaderboard, puzzles))
        }));
    }
    effects
}

/// Returns the post after a day: the leaderboard if there are results, the statistics of its puzzle, and the
/// puzzle of the new day.
fn day_over(
    env: &Environment<'_>,
    day: Day,
    table: Option<Block>,
    puzzles: Option<PuzzleMessage>,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(table) = table {
        let heading = DayMessage::Over { day };
        blocks.push(Block::Text(env.sentence(heading)));
        blocks.push(table);
        let next = env.prefixed_for_rooms(DayMessage::Next);
        blocks.push(Block::Text(env.sentence(next)));
    }
    blocks.extend(puzzles.map(|told| Block::Text(env.sentence(told))));
    blocks.extend(give::posted_puzzle(env, env.today()));
    blocks
}
