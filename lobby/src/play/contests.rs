//! Contests: challenged jumps of a waiting game, decided by other means. A deciding game is played in the same
//! thread, and commands without a table number go to it until it is over.

use games::Means;

use crate::{
    context::Context,
    play::{progress, report},
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{Table, TableIndex, lookup},
    terms::ContestResult,
    text::messages::{ContestMessage, TableId},
};

/// Returns the reply at a waiting table to any command. A deciding game that is missing is started again.
pub fn blocked_by_contest(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Option<Answer> {
    let table = tables.get(id)?;
    let contest = table.contest()?;
    let other = match (contest.by, lookup::contest_of(tables, id)) {
        (Means::Game(_), None) => {
            if let Err(none) = tables.check_number_left() {
                return Some(refuse(none));
            }
            let news = [ContestMessage::Anew.into()];
            return Some(progress::effects_of_change(cx, tables, players, id, &news));
        }
        (_, other) => other.map(|other| TableId(other.id)),
    };
    let refusal = ContestMessage::Waits {
        by: contest.by.text(),
        table: other,
    };
    Some(Err(Refusal::from(refusal).at(id)))
}

/// Records a player's report of a contest that the two settle themselves. Both reports have to match.
pub fn report_contest(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    said: ContestResult,
) -> Answer {
    let settles = |table: &Table| {
        table.seat_of(cx.sender()).is_some()
            && table
                .contest()
                .is_some_and(|contest| contest.by == Means::Ourselves)
    };
    let id = lookup::find(cx, tables, settles)?.id;
    let own = lookup::seat_at(cx, tables, id)?;
    let game = lookup::game_on(cx, tables, id)?;
    let contest = game
        .live
        .position()
        .contest()
        .filter(|contest| contest.by == Means::Ourselves);
    let Some(contest) = contest else {
        return refuse(ContestMessage::NothingToReport);
    };
    *own.of_mut(&mut game.notes.reports) = Some(said);
    let reported = *own.other().of(&game.notes.reports);
    match reported {
        Some(other) if said == other.seen_by_the_other() => {
            let won = match said {
                ContestResult::Tied => false,
                said => (said == ContestResult::Won) == (own == contest.challenger),
            };
            let news = [ContestMessage::Agreed.into()];
            progress::tell(cx, tables, players, id, contest, won, &news)
        }
        Some(_) => {
            lookup::game_on(cx, tables, id)?.notes.reports = [None; 2];
            report::tell_other(cx, tables, id, own, |name, other| {
                ContestMessage::Disagreed { name, other }
            })
        }
        None => {
            let answer = said.seen_by_the_other();
            report::tell_other(cx, tables, id, own, |name, other| {
                ContestMessage::Reported {
                    name,
                    other,
                    said,
                    answer,
                }
            })
        }
    }
}
