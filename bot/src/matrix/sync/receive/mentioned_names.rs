//! Mentions without links, as clients write them without Markdown, or if a name or an id breaks the link. There, a line has
//! the name of the mentioned user, which that user has chosen.

use matrix_sdk::{Room, ruma::UserId};

use crate::matrix::sync::{event_filter::TextMessage, mention};

/// Characters that clients leave out of names: they override the direction of text.
const OVERRIDES: [char; 2] = ['\u{202d}', '\u{202e}'];

/// Begins a line with a mention that can't be found, so that it isn't read as a command.
const UNREADABLE: &str = "@? ";

/// Replaces the names of the users that a line without links mentions by their ids. If a user is mentioned by a name that
/// they no longer have, the line isn't read; a reply can mention the author of the other message without a name.
pub(super) async fn replace_names(room: &Room, written: &mut TextMessage) {
    if mention::with_user_ids(&written.body, written.html.as_deref()) != written.body {
        return;
    }
    let mut missing = 0;
    for id in &written.mentioned {
        let Ok(user) = UserId::parse(id) else {
            continue;
        };
        // The bot shows other names, without odd characters and not as long.
        let member = room.get_member_no_sync(&user).await.ok().flatten();
        let name = member.as_ref().and_then(|member| member.display_name());
        let replaced = with_id(&written.body, id, name.unwrap_or_default());
        let is_other = user != room.own_user_id() && *id != written.sender;
        missing += usize::from(is_other && !replaced.contains(id));
        written.body = replaced;
    }
    if missing > usize::from(written.replied_to.is_some()) {
        written.body.insert_str(0, UNREADABLE);
    }
}

/// Returns a line with a user's id in place of their name, where that is no part of a word, and of an `@` before it.
fn with_id(text: &str, id: &str, name: &str) -> String {
    // A typed id means that user.
    if text.contains(id) || UserId::parse(name).is_ok() {
        return text.to_owned();
    }
    let shown = name.replace(OVERRIDES, "");
    let forms = [name, &shown, name.trim(), shown.trim()];
    let mut places = forms.iter().flat_map(|form| text.match_indices(form));
    let is_word = |place: &(usize, &str)| {
        let (before, after) = around(text, *place);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    };
    match places.find(|place| !place.1.is_empty() && is_word(place)) {
        Some(place) => {
            let (before, after) = around(text, place);
            let before = before.strip_suffix('@').unwrap_or(before);
            format!("{before}{id}{after}")
        }
        None => text.to_owned(),
    }
}

/// Returns the text before and after a part.
fn around<'t>(text: &'t str, (at, part): (usize, &str)) -> (&'t str, &'t str) {
    let (before, rest) = text.split_at(at);
    (before, rest.split_at(part.len()).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_mentioned_users_become_ids() {
        for (text, name, expected) in [
            ("bot: ok", "bot", "@eve:x: ok"),
            ("@bot: ok", "bot", "@eve:x: ok"),
            ("draw\n\n", "draw\n\n", "@eve:x"),
            ("draw", "draw\n\n", "@eve:x"),
            ("draw", "dr\u{202e}aw", "@eve:x"),
            ("!resign lol", "!resign", "@eve:x lol"),
            ("!challenge a", "a", "!challenge @eve:x"),
            ("hello", "ell", "hello"),
            ("hello", "", "hello"),
            ("!challenge @bob:x", "@bob:x", "!challenge @bob:x"),
            ("@bot: accept", "@bot: accept", "@eve:x"),
            ("@eve:x draw", "draw", "@eve:x draw"),
        ] {
            assert_eq!(with_id(text, "@eve:x", name), expected, "{text}");
        }
    }
}
