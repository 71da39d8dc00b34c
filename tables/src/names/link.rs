//! Parts of names that clients make links or mentions of: addresses, and ids of users and rooms.

/// Schemes of addresses that need no slashes.
const SCHEMES: [&str; 12] = [
    "bitcoin:", "geo:", "im:", "magnet:", "mailto:", "matrix:", "news:", "sip:", "sms:", "tel:",
    "urn:", "xmpp:",
];

/// The characters that make a word an address or an id.
const SEPARATORS: [char; 8] = [':', '/', '.', '@', '#', '!', '+', '?'];

/// The same line, in which each address and id is broken up into words. Nothing is left out but
/// separators, and spaces come in their place, so that no new address comes about.
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

/// Returns whether clients may make a link or a mention of a word, or of a part of it.
fn is_linked(word: &str) -> bool {
    let word = word.to_lowercase();
    let begins = |prefix: &&str| begins_anywhere(&word, prefix);
    // `@room` mentions everybody.
    ["://", "matrix.to", "@room"]
        .iter()
        .any(|it| word.contains(it))
        || begins(&"www.")
        || SCHEMES.iter().any(begins)
        || has_id(&word)
        || has_mail_address(&word)
}

/// Returns whether a prefix precedes other text, at the beginning or after a character that is no letter or digit.
fn begins_anywhere(word: &str, prefix: &str) -> bool {
    word.match_indices(prefix).any(|(place, _)| {
        let (before, rest) = word.split_at(place);
        !before.ends_with(char::is_alphanumeric) && rest.len() > prefix.len()
    })
}

/// Whether a word holds an id of Matrix: `@bob:example.org`, `#room:localhost`.
fn has_id(word: &str) -> bool {
    word.match_indices(['@', '#', '!', '+'])
        .any(|(place, sigil)| {
            let (before, rest) = word.split_at(place);
            let parts = rest.get(sigil.len()..).and_then(|id| id.split_once(':'));
            let is_id = parts.is_some_and(|(local, server)| {
                !local.is_empty() && server.starts_with(|c: char| c.is_alphanumeric() || c == '[')
            });
            // A plus within a word is none of a group.
            is_id && (sigil != "+" || !before.ends_with(char::is_alphanumeric))
        })
}

/// Whether a word holds `bob@example.org`; nobody's server is called without a dot.
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
