//! `games @USER`: the open games of a user in a room that the sender shares.

use std::collections::BTreeMap;

use crate::{
    context::Context,
    person::Person,
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{
        Table, TableIndex,
        list::{listed, open_line},
        lookup,
    },
    text::messages::UserMessage,
};

/// Lists the open games of a user: in a room those of the room, in a direct message those with the sender. The bot
/// does not know which other rooms the two share.
pub fn games_of(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    wanted: &str,
) -> Answer {
    let person = public_person(cx, tables, players, wanted)?;
    let shown = |table: &&Table| {
        if cx.line.direct {
            table.concerns(cx.sender())
        } else {
            table.room == cx.line.room
        }
    };
    let theirs = tables.of_user(&person.id).filter(shown);
    let items: Vec<String> = theirs.filter_map(|table| open_line(cx, table)).collect();
    let name = || person.name.clone();
    let (heading, nothing) = if cx.line.direct {
        (
            UserMessage::GamesWithYou { name: name() },
            cx.prefixed_for_rooms(UserMessage::NoGamesWithYou { name: name() }),
        )
    } else {
        (
            UserMessage::Games { name: name() },
            UserMessage::NoGames { name: name() }.into(),
        )
    };
    let text = listed(cx, vec![(cx.sentence(heading), items)]);
    Ok(vec![cx.reply(text.unwrap_or_else(|| cx.sentence(nothing)))])
}

/// Returns the user with a name or id whose games and results the sender may see: a member of the room, in a direct
/// message somebody whom the sender plays.
///
/// # Errors
/// If there is none, or the user is not listed publicly.
pub fn public_person(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    wanted: &str,
) -> Result<Person, Refusal> {
    let person = if cx.line.direct {
        let own = tables.of_user(cx.sender());
        let met = own.flat_map(Table::people_playing);
        let known = met.chain(cx.line.people.iter());
        // Nobody is any of those who are forgotten.
        let known = known.filter(|one| !one.id.is_empty());
        let known: BTreeMap<&str, &Person> = known.map(|one| (one.id.as_str(), one)).collect();
        lookup::person_among(known.into_values(), wanted)?
    } else {
        lookup::person(cx, wanted)?
    };
    if players.preferences().is_unlisted(&person.id) && person.id != cx.sender() {
        return refuse(UserMessage::Private { name: person.name });
    }
    Ok(person)
}
