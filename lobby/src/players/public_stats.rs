//! `stats @USER`: the results of a user that everybody may see.

use crate::{
    context::Context,
    message::list_item,
    players::{
        PlayerData, duels,
        results::{RunResult, RunStatistics},
    },
    refusal::Answer,
    tables::{TableIndex, user_games::public_person},
    text::messages::{MeMessage, UserMessage},
};

/// Shows the results of a user that count for the leaderboards.
pub fn stats_of(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    wanted: &str,
) -> Answer {
    let person = public_person(cx, tables, players, wanted)?;
    let own = players.results().into_iter();
    let own: Vec<&RunResult> = own.filter(|run| run.player.id == person.id).collect();
    let counted = |custom| {
        let fits = move |run: &&&RunResult| run.is_comparable() && run.is_custom() == custom;
        RunStatistics::of(own.iter().filter(fits).copied())
    };
    let (basic, custom) = (counted(false), counted(true));
    let runs = [
        (basic.runs > 0).then(|| MeMessage::Basic((&basic).into())),
        (custom.runs > 0).then(|| MeMessage::Custom((&custom).into())),
    ];
    let runs = runs.into_iter().flatten();
    let mut figures: Vec<String> = runs.map(|said| cx.sentence(said)).collect();
    figures.extend(duels::own_duels(cx, players, &person.id));
    let name = person.name;
    if figures.is_empty() {
        return Ok(vec![cx.say(UserMessage::NoStats { name })]);
    }
    let mut lines = vec![cx.sentence(UserMessage::Stats { name })];
    lines.extend(figures.iter().map(|line| list_item(line)));
    Ok(vec![cx.reply(lines.join("\n"))])
}
