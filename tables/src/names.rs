//! Names and quotes that users chose, made fit to be shown.

use crate::chat::Person;

/// The longest name or quote that is shown, in characters.
const LONGEST: usize = 24;

/// A person's name without anything that could disturb a line: no control or direction marks, no
/// line breaks, no backticks, not too long.
pub fn shown(person: &Person) -> String {
    let name = clean(&person.name);
    if name.is_empty() {
        clean(local_part(&person.id))
    } else {
        name
    }
}

/// Something a user typed, as it is quoted in an answer.
pub fn quoted(text: &str) -> String {
    clean(text)
}

/// The part of a user id before the server's name, without the `@`.
pub fn local_part(id: &str) -> &str {
    let id = id.strip_prefix('@').unwrap_or(id);
    id.split_once(':').map_or(id, |(local, _)| local)
}

fn clean(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c) && *c != '`')
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.chars().count() <= LONGEST {
        return plain;
    }
    let mut short: String = plain.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// Marks that change the direction or hide what stands around them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
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
        check(&"a".repeat(30), &format!("{}…", "a".repeat(23)));
    }
}
