//! Removal of link and mention syntax from names: addresses, and ids of users and rooms.

/// URI schemes without slashes.
const SCHEMES: [&str; 12] = [
    "bitcoin:", "geo:", "im:", "magnet:", "mailto:", "matrix:", "news:", "sip:", "sms:", "tel:",
    "urn:", "xmpp:",
];

/// The characters that turn a word into an address or an id.
const SEPARATORS: [char; 8] = [':', '/', '.', '@', '#', '!', '+', '?'];

/// Breaks up each address and id of a line into words. Separators become spaces and nothing else is removed, so
/// that no new address can arise.
pub(super) fn unlinked(line: &str) -> String {
    if !line.contains(SEPARATORS) {
        return line.to_owned();
    }
    let words = line.split(' ').map(|word| {
        if is_linked(word) {
            word.replace(SEPARATORS, " ")
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether clients may turn a word, or a part of it, into a link or a mention.
fn is_linked(word: &str) -> bool {
    let word = word.to_lowercase();
    let begins = |prefix: &&str| begins_anywhere(&word, prefix);
    // `@room` mentions the whole room.
    ["://", "matrix.to", "@room"]
        .iter()
        .any(|it| word.contains(it))
        || begins(&"www.")
        || SCHEMES.iter().any(begins)
        || has_id(&word)
        || has_mail_address(&word)
}

/// Returns whether a prefix with more text after it occurs at the beginning or after a character that is no
/// letter or digit.
fn begins_anywhere(word: &str, prefix: &str) -> bool {
    word.match_indices(prefix).any(|(place, _)| {
        let (before, rest) = word.split_at(place);
        !before.ends_with(char::is_alphanumeric) && rest.len() > prefix.len()
    })
}

/// Returns whether a word contains a Matrix id: `@bob:example.org`, `#room:localhost`.
fn has_id(word: &str) -> bool {
    word.match_indices(['@', '#', '!', '+'])
        .any(|(place, sigil)| {
            let (before, rest) = word.split_at(place);
            let parts = rest.get(sigil.len()..).and_then(|id| id.split_once(':'));
            let is_id = parts.is_some_and(|(local, server)| {
                !local.is_empty() && server.starts_with(|c: char| c.is_alphanumeric() || c == '[')
            });
            // A plus inside a word starts no group id.
            is_id && (sigil != "+" || !before.ends_with(char::is_alphanumeric))
        })
}

/// Returns whether a word contains a mail address, `bob@example.org`; the host must have a dot.
fn has_mail_address(word: &str) -> bool {
    word.match_indices('@').any(|(place, at)| {
        let (before, rest) = word.split_at(place);
        let parts = rest.get(at.len()..).and_then(|host| host.split_once('.'));
        let is_host = parts.is_some_and(|(name, rest)| {
            name.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric)
        });
        is_host && before.ends_with(char::is_alphanumeric)
    })
}
