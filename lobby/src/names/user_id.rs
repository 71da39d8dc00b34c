//! User ids in texts: the id itself, and links to it.

/// Maximum length of an id, in bytes.
const MAX_ID_BYTES: usize = 255;

/// Maximum length of a link, in bytes; percent-encoding triples each byte of an id.
const LONGEST_LINK: usize = 1000;

/// The first character of an id, percent-encoded.
const ENCODED_AT: &str = "%40";

/// Returns whether a text is a whole user id, `@bob:example.org`, as one word.
pub fn is_user_id(text: &str) -> bool {
    let is_word = |part: &str| !part.contains(|c: char| c.is_whitespace() || c.is_control());
    // A port may follow, and an IPv6 address is in brackets.
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    let parts = text.strip_prefix('@').and_then(|id| id.split_once(':'));
    text.len() <= MAX_ID_BYTES
        && parts.is_some_and(|(local, server)| {
            !local.is_empty()
                && is_word(local)
                && server.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
                && server.chars().all(is_host)
        })
}

/// Returns the user id in a typed word: with or without its `@`, or in a link.
pub fn typed_user(word: &str) -> Option<String> {
    let with_at = || format!("@{word}");
    if is_user_id(word) {
        Some(word.to_owned())
    } else {
        linked_user(word).or_else(|| Some(with_at()).filter(|id| is_user_id(id)))
    }
}

/// Returns the user id in a link, `https://matrix.to/#/@bob:example.org`, `matrix:u/bob:example.org` or one of a web
/// client, `https://chat.example.org/#/user/@bob:example.org`; anything after the id is ignored.
pub fn linked_user(address: &str) -> Option<String> {
    let address = Some(address).filter(|address| address.len() <= LONGEST_LINK)?;
    let without_the_rest = |text: &str| decoded(text.split(['?', '/']).next().unwrap_or_default());
    let written = written_user(address)?;
    let id = if written.starts_with(ENCODED_AT) {
        without_the_rest(written)?
    } else {
        // Many clients don't encode ids, whose first part can have any of these characters.
        let (name, server) = written.split_once(':')?;
        let name = decoded(name.strip_prefix('@').unwrap_or(name))?;
        if name.contains(':') {
            return None;
        }
        format!("@{name}:{}", without_the_rest(server)?)
    };
    is_user_id(&id).then_some(id)
}

/// Returns whether a link leads to a user, whose id may be unreadable.
pub fn is_user_link(address: &str) -> bool {
    written_user(address).is_some()
}

/// Returns the part of a link to a user that begins with the id.
fn written_user(address: &str) -> Option<&str> {
    if let Some(written) = address.strip_prefix("matrix:u/") {
        return Some(written);
    }
    let (_, part) = address.split_once("#/")?;
    let part = part.strip_prefix("user/").unwrap_or(part);
    (part.starts_with('@') || part.starts_with(ENCODED_AT)).then_some(part)
}

/// Decodes percent-encoding; `None` if it is malformed or not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_name_and_a_server() {
        for id in ["@bob:localhost", "@b=o/b:x.org:8448", "@bob:[::1]:80"] {
            assert!(is_user_id(id), "{id}");
        }
        let long = format!("@{}:x", "a".repeat(255));
        for text in [
            "",
            "@",
            "@:x",
            "@bob",
            "@bob:",
            "bob:x",
            "@bob::",
            "@bob:)",
            "@bob:x, white",
            "@bo b:x",
            "@bob:x\u{202e}",
            &long,
        ] {
            assert!(!is_user_id(text), "{text}");
        }
    }

    #[test]
    fn links_lead_to_users() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(linked_user(address).as_deref(), expected, "{address}");
        };
        let bob = Some("@bob:x.org");
        check("https://matrix.to/#/@bob:x.org", bob);
        check("https://matrix.to/#/%40bob%3Ax.org?via=x.org", bob);
        check("matrix:u/bob:x.org?action=chat", bob);
        check("matrix:u/b%2Fb:x.org", Some("@b/b:x.org"));
        check("https://chat.x.org/#/user/@bob:x.org", bob);
        check("https://chat.x.org/#/@bob:x.org", bob);
        // Ids that are not encoded.
        check("https://matrix.to/#/@b/b:x.org", Some("@b/b:x.org"));
        check(
            "https://matrix.to/#/@b?b:x.org?via=x.org:8448",
            Some("@b?b:x.org"),
        );
        check("https://matrix.to/#/@bob%3Ax.org?:evil.org", None);
        for address in [
            "https://matrix.to/#/!room:x.org",
            "https://matrix.to/#/#room:x.org",
            "https://matrix.to/#/%ff@bob:x.org",
            "https://matrix.to/#/@bob:x.org%4",
            "https://matrix.to/#/",
            "https://evil.org/@bob:x.org",
            "matrix:u/",
            "matrix:r/bob:x.org",
            "",
        ] {
            check(address, None);
        }
        check(
            &format!("https://matrix.to/#/@bob:x.org?{}", "a".repeat(1000)),
            None,
        );
    }

    #[test]
    fn unreadable_links_lead_to_users() {
        for address in [
            "https://matrix.to/#/@bob",
            "https://matrix.to/#/@b ob:x.org",
            "https://matrix.to/#/%40bob",
            "https://chat.x.org/#/user/@:x",
            "matrix:u/",
        ] {
            assert!(is_user_link(address), "{address}");
            assert_eq!(linked_user(address), None, "{address}");
        }
        for address in [
            "https://matrix.to/#/!r:x.org/@bob:x.org",
            "https://x.org/@bob:x.org",
        ] {
            assert!(!is_user_link(address), "{address}");
        }
    }

    #[test]
    fn a_typed_user_has_three_forms() {
        let bob = Some("@bob:x.org".to_owned());
        for word in ["@bob:x.org", "bob:x.org", "https://matrix.to/#/@bob:x.org"] {
            assert_eq!(typed_user(word), bob, "{word}");
        }
        for word in ["bob", "@bob", "https://x.org", "Bob :)", ""] {
            assert_eq!(typed_user(word), None, "{word}");
        }
    }
}
