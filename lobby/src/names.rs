//! Sanitising of names and quotes that users chose, and matching of typed names.

mod link;
mod permalink;
mod user_id;

use link::unlinked;
pub use permalink::permalink;
pub use user_id::{is_user_id, is_user_link, linked_user, typed_user};

use unicode_width::UnicodeWidthChar;

use crate::person::Person;

/// The maximum length of a name or quote, in characters.
pub const MAX_SHOWN_CHARS: usize = 24;

/// Returns a person's name without anything that could disrupt a line: no control or direction marks, line breaks
/// or marks of markup, cut to [`MAX_SHOWN_CHARS`], and without addresses and ids that clients turn into links.
pub fn shown(person: &Person) -> String {
    let is_own_id = visible(&person.name) == person.id;
    let name = Some(person.name.as_str()).filter(|_| !is_own_id);
    let names = name.into_iter().chain([local_part(&person.id)]);
    let mut names = names.map(clean_name);
    let name = names.find(|name| !name.is_empty());
    // An id may have an empty local part.
    name.unwrap_or_else(|| clean(&person.id))
}

/// Returns a user's text as it is quoted in an answer.
pub fn quoted(text: &str) -> String {
    clean(text)
}

/// Returns the form of a typed name, with or without `@`, in which names are compared, case-insensitively.
pub fn lookup_key(typed: &str) -> String {
    clean_name(typed.trim_start_matches('@')).to_lowercase()
}

/// Returns the names by which a person is looked up, as compared: the shown name and the local part of the id.
pub fn lookup_keys(person: &Person) -> [String; 2] {
    [&shown(person), local_part(&person.id)].map(lookup_key)
}

/// Returns the local part of a user id: the part before the server name, without the `@`.
pub fn local_part(id: &str) -> &str {
    let id = id.strip_prefix('@').unwrap_or(id);
    id.split_once(':').map_or(id, |(local, _)| local)
}

/// Returns the server name of a user id.
pub fn server(id: &str) -> &str {
    id.split_once(':').map_or("", |(_, server)| server)
}

/// Returns an id in full, without anything that could disrupt a line.
pub fn id(id: &str) -> String {
    visible(id)
}

/// Returns a word in full without invisible characters; `None` if it is empty or longer than [`MAX_SHOWN_CHARS`].
pub fn word(word: &str) -> Option<String> {
    // A lone dash means no value.
    let word = Some(visible(word)).filter(|word| !word.is_empty() && word != "-");
    word.filter(|word| word.chars().count() <= MAX_SHOWN_CHARS)
}

/// Returns a whole text with its line breaks, without marks that reorder or hide it.
pub fn text(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(legible).collect();
    lines.join("\n").trim().to_owned()
}

/// Returns the text of a line without marks that show as nothing, which some keyboards add, and without the backticks
/// around it, which examples have. Ids, which may have such marks, stay as they are.
pub fn spoken(body: &str) -> String {
    let is_id = |word: &str| word.starts_with(['@', '!', '#']) && word.contains(':');
    let spoken = |word: &str| {
        let word = word.trim_matches(is_invisible);
        if is_id(word) {
            word.to_owned()
        } else {
            legible(word)
        }
    };
    let lines = body.lines().map(|line| {
        let words: Vec<String> = line.split(' ').map(spoken).collect();
        words.join(" ")
    });
    let said = lines.collect::<Vec<_>>().join("\n");
    let quoted = said.trim().strip_prefix('`');
    let quoted = quoted.and_then(|said| said.strip_suffix('`'));
    match quoted.filter(|quoted| !quoted.contains('`')) {
        Some(quoted) => quoted.to_owned(),
        None => said,
    }
}

/// Removes control, direction and invisible marks from a line.
fn legible(line: &str) -> String {
    line.chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect()
}

fn visible(text: &str) -> String {
    // Backticks and double asterisks are markup of messages.
    let plain = legible(text).replace('`', "").replace("**", "");
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    // Leading combining marks would attach to the text in front.
    words
        .trim_start_matches(|c| c == ' ' || is_mark(c))
        .to_owned()
}

/// Returns whether a character has no width of its own, as combining accents.
fn is_mark(c: char) -> bool {
    c.width() == Some(0)
}

/// Returns a clean name without addresses and ids, and without hyphens that would begin a list item. Cut first, as
/// clients make no link of text they do not get.
fn clean_name(name: &str) -> String {
    let name = visible(&unlinked(&clean(name)));
    name.trim_start_matches(|c| matches!(c, ' ' | '-') || is_mark(c))
        .to_owned()
}

fn clean(text: &str) -> String {
    let plain = visible(text);
    if plain.chars().count() <= MAX_SHOWN_CHARS {
        return plain;
    }
    let mut short: String = plain.chars().take(MAX_SHOWN_CHARS - 1).collect();
    short.push('…');
    short
}

/// Returns whether a character changes the direction, hides the text around it, or has no visible shape.
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{70f}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{13430}'..='\u{1343f}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &str) {
        let person = Person {
            id: "@zoe:example.org".into(),
            name: name.into(),
        };
        assert_eq!(shown(&person), expected);
    }

    #[test]
    fn names_lose_what_could_disturb_a_line() {
        check("Zoë", "Zoë");
        check("\u{202e}evil\u{200b}\n`x`", "evil x");
        check("", "zoe");
        check("\u{200b}", "zoe");
        check("\u{3164}\u{2800}", "zoe");
        check("\u{2066}a\u{2069}\u{e0041}\u{34f}", "a");
        check("❤\u{fe0f}", "❤");
        check("a\u{2028}b\u{85}c\u{0}", "a b c");
        check(&"a".repeat(30), &format!("{}…", "a".repeat(23)));
    }

    #[test]
    fn names_contain_no_markup() {
        check("`x`", "x");
        check("**Zoë**", "Zoë");
        check("*`*Zoë*\u{200b}*", "Zoë");
        check("a***b", "a*b");
        check("- Zoë", "Zoë");
        check("- -\u{301} Zoë - z", "Zoë - z");
        check("-", "zoe");
        check("-zoe-", "zoe-");
        assert_eq!(quoted("**xb2,c3*** `x`"), "xb2,c3* x");
    }

    #[test]
    fn addresses_in_names_are_broken_up() {
        check("https://evil.example", "https evil example");
        check(
            "https:\u{200b}/`/evil.example/x?y",
            "https evil example x y",
        );
        check("www.evil.com", "www evil com");
        check("see (WWW.evil.com)", "see (WWW evil com)");
        check("mailto:x@y.z", "mailto x y z");
        check("x@y.z", "x y z");
        check("Tel:112", "Tel 112");
        check("matrix:u/bob:x.org", "matrix u bob x org");
        check("matrix.to/#/@bob:x.org", "matrix to bob x org");
        check("hi @room", "hi room");
    }

    #[test]
    fn names_are_shown_as_no_id() {
        check("@bob:localhost", "bob localhost");
        check("Eve @bob:x.org", "Eve bob x org");
        check("Eve(@bob:[::1]:80)", "Eve( bob [ 1] 80)");
        check("x@bob:localhost", "x bob localhost");
        check("@\u{2060}bob`:localhost", "bob localhost");
        check("#room:localhost", "room localhost");
        check("!room:localhost", "room localhost");
        check("+group:localhost", "group localhost");
        check("@@bob:localhost", "bob localhost");
        check("#@bob:x#y:z", "bob x y z");
        // The own id shows only its local part.
        check("@zoe:example.org", "zoe");
    }

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for name in [
            "a.b",
            "Dr. No",
            "C++",
            "C++: why",
            "Tom & Jerry",
            "x@y",
            "@bob",
            "#1",
            "Wow! :)",
            "J.R.R. Tolkien",
            "12:30",
            "Matrix: a fan",
            "swww.x",
            "AC/DC",
            "bob@home :)",
            "1+1=2",
            "a+b:c",
        ] {
            check(name, name);
        }
    }

    #[test]
    fn a_name_is_never_empty() {
        check("://", "zoe");
        check("@ ://.!", "@");
        for (id, expected) in [
            ("@www.evil.com:x.org", "www evil com"),
            ("@@bob#x:x.org", "@bob#x"),
            ("@bob@x.org:x.org", "bob x org"),
            ("@:x.org", "@:x.org"),
        ] {
            let person = Person {
                id: id.into(),
                name: "\u{200b}".into(),
            };
            assert_eq!(shown(&person), expected);
        }
    }

    #[test]
    fn a_shown_name_stays_as_it_is() {
        for name in [
            "https://evil.example/long/path/here",
            "@bob:localhost",
            "a @b.c",
        ] {
            let mut person = Person {
                id: "@zoe:example.org".into(),
                name: name.into(),
            };
            person.name = shown(&person);
            assert_eq!(shown(&person), person.name);
        }
    }

    #[test]
    fn a_broken_name_calls_its_owner() {
        let person = Person {
            id: "@zoe:example.org".into(),
            name: "www.zoe.org".into(),
        };
        let keys = lookup_keys(&person);
        for typed in ["www.zoe.org", "@WWW zoe org", "zoe", "@Zoe"] {
            assert!(keys.contains(&lookup_key(typed)), "{typed}");
        }
        assert!(!keys.contains(&lookup_key("zoe.org")));
    }

    #[test]
    fn marks_and_backticks_around_a_move_are_ignored() {
        for (body, said) in [
            ("g6\u{200f}", "g6"),
            ("\u{200e}g6 ", "g6 "),
            ("`Gd7-d5`", "Gd7-d5"),
            ("`g6`\u{200f}", "g6"),
            ("`a` and `b`", "`a` and `b`"),
            ("`", "`"),
            ("announce a\n\nb", "announce a\n\nb"),
            ("block @a\u{200b}:x", "block @a\u{200b}:x"),
            ("`quiet 22:00-7:00`", "quiet 22:00-7:00"),
            (
                "challenge \u{200e}@bob:x\u{200f} go\u{200f}",
                "challenge @bob:x go",
            ),
        ] {
            assert_eq!(spoken(body), said, "{body:?}");
        }
    }

    #[test]
    fn an_invisible_name_becomes_the_local_part() {
        check("\u{fe0f}\u{1d173}", "zoe");
        for mark in [
            '\u{70f}',
            '\u{115f}',
            '\u{1160}',
            '\u{180b}',
            '\u{180e}',
            '\u{2060}',
            '\u{2064}',
            '\u{3164}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{ffa0}',
            '\u{fff0}',
            '\u{13430}',
            '\u{16fe4}',
            '\u{1bca0}',
            '\u{1bca3}',
            '\u{1d159}',
            '\u{1d173}',
            '\u{1d17a}',
            '\u{e0020}',
            '\u{e01ef}',
        ] {
            check(&mark.to_string(), "zoe");
            check(&format!("a{mark}b"), "ab");
        }
        // Combining marks without a base letter.
        check("\u{301}", "zoe");
        check("\u{301} \u{20dd}\u{fe0f}", "zoe");
        check(&"\u{489}".repeat(30), "zoe");
        check("\u{301}e\u{301}", "e\u{301}");
        check("नमस्ते", "नमस्ते");
        assert_eq!(word("\u{301}\u{fe0f}"), None);
    }

    #[test]
    fn an_id_is_shown_whole_without_control_characters() {
        let long = format!("@{}:example.org", "a".repeat(100));
        assert_eq!(id(&long), long);
        assert_eq!(id("@b`\u{202e}ob\0:x\n"), "@bob:x");
    }
}
