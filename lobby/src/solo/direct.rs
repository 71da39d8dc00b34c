//! Runs requested in a room, which are played in the direct message with the player. A run whose room the player
//! can no longer enter is moved there as well.

use crate::{
    access::permission,
    command,
    context::{Context, Environment},
    job::{Direct, NoDirect, RunElsewhere},
    lessons::end_lesson,
    line::Line,
    names,
    play::{progress, report, start},
    players::PlayerData,
    refusal::{Answer, Cause},
    solo::run,
    tables::{TableIndex, threads},
    text::messages::{DirectMessage, Member},
    traffic::Effect,
};

/// Starts the run in the direct message, and reports its place in the room.
pub fn direct_opened(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: &RunElsewhere,
    found: &Result<Direct, NoDirect>,
) -> Vec<Effect> {
    let line = &request.line;
    // The user may have been blocked since.
    if !permission::may_play(env, players, &line.sender.id) {
        return Vec::new();
    }
    let direct = match found {
        Ok(direct) => direct,
        Err(why) => {
            let cx = Context::new(*env, line, tables, players);
            return report::refused(&cx, tables, DirectMessage::Failed { why: *why }.into());
        }
    };
    let there = if line.direct {
        line.clone()
    } else {
        Line {
            room: direct.room.clone(),
            direct: true,
            // The line itself is an event of another room.
            event: root_in(tables, players, &direct.room).unwrap_or_default(),
            thread: None,
            ..line.clone()
        }
    };
    let there = Context::new(*env, &there, tables, players);
    let stranded = stranded_run(&there, tables, &request.options, &direct.inaccessible_rooms);
    let begun = match stranded {
        Some(run) => move_run(&there, tables, players, run),
        None => run::run_at(&there, tables, players, &request.options),
    };
    let cx = &Context::new(*env, line, tables, players);
    if line.direct {
        return begun.unwrap_or_else(|refusal| report::refused(cx, tables, refusal));
    }
    let run = tables.open_in(&direct.room).find(|table| table.is_run());
    let thread = run.and_then(|table| table.thread.as_deref());
    let link = names::permalink(&direct.room, thread, []);
    let member = if direct.joined {
        Member::Joined
    } else {
        Member::Invited
    };
    let run_is_on = |link| DirectMessage::RunIsOn { member, link };
    let (mut effects, said) = match begun {
        Ok(effects) if stranded.is_some() => (effects, run_is_on(link)),
        Ok(effects) => (effects, DirectMessage::RunBegun { member, link }),
        Err(refusal) => match refusal.cause {
            Some(Cause::RunIsOn) => (Vec::new(), run_is_on(link)),
            Some(Cause::DuelIsOn) => (Vec::new(), DirectMessage::DuelIsOn { member, link }),
            Some(Cause::NoTable) | None => return report::refused(cx, tables, refusal),
        },
    };
    effects.push(cx.say(said));
    effects
}

/// Returns the event of a direct message below which a thread for a run begins: the last line there, if a game holds
/// the main timeline and none the thread. Lessons make way for a run.
fn root_in(tables: &TableIndex, players: &PlayerData, room: &str) -> Option<String> {
    let root = players.direct_rooms().last_line(room)?;
    let is_taken = |thread| {
        let mut there = tables.in_thread(room, thread);
        there.any(|table| table.is_open() && !table.is_lesson())
    };
    (is_taken(None) && !is_taken(Some(root))).then(|| root.to_owned())
}

/// Returns the sender's newest matching run in one of these rooms, unless another is in progress here.
fn stranded_run(
    there: &Context<'_>,
    tables: &TableIndex,
    request: &command::Run,
    inaccessible_rooms: &[String],
) -> Option<u32> {
    start::check_no_run(there, tables).ok()?;
    let today = there.today();
    let runs = tables.of_user(there.sender());
    let runs = runs.filter(|table| {
        inaccessible_rooms.contains(&table.room)
            && table.is_run()
            && (!request.day || table.occasion.day() == Some(today))
    });
    runs.map(|table| table.id).max()
}

/// Moves a run in progress to another room.
fn move_run(
    there: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Answer {
    let thread = threads::in_direct(there, tables, &[])?;
    let (mut effects, mut news) = end_lesson::end_lesson(there, tables, players, thread.as_deref());
    tables.edit(id, |table| {
        table.room.clone_from(&there.line.room);
        table.thread = thread;
    });
    let player = there.line.sender.name.clone();
    news.push(DirectMessage::RunGoesOn { player }.into());
    effects.extend(progress::changed(there, tables, players, id, &news)?);
    Ok(effects)
}
