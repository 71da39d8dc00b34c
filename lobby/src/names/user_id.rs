//! User ids in texts: the id itself, and links to it.

/// Maximum length of an id, in bytes.
const MAX_ID_BYTES: usize = 255;

/// Maximum length of a link, in bytes; percent-encoding triples each byte of an id.
const LONGEST_LINK: usize = 1000;

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

/// Returns the user id in a link, `https://matrix.to/#/@bob:example.org` or `matrix:u/bob:example.org`; anything
/// after the id is ignored.
pub fn linked_user(address: &str) -> Option<String> {
    let address = Some(address).filter(|address| address.len() <= LONGEST_LINK)?;
    let until_the_rest = |text: &str| decoded(text.split(['?', '/']).next().unwrap_or_default());
    let id = match address.strip_prefix("https://matrix.to/#/") {
        Some(id) => until_the_rest(id)?,
        None => format!("@{}", until_the_rest(address.strip_prefix("matrix:u/")?)?),
    };
    is_user_id(&id).then_some(id)
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
        for address in [
            "https://matrix.to/#/!room:x.org",
            "https://matrix.to/#/#room:x.org",
            "https://matrix.to/#/%ff@bob:x.org",
            "https://matrix.to/#/@bob:x.org%4",
            "https://matrix.to/#/",
            "https://evil.org/https://matrix.to/#/@bob:x.org",
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
