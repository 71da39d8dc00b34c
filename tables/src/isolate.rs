//! Names that are written from right to left, set off so that they turn nothing but themselves: Unicode's
//! isolates around them (UAX #9). There are none around other names, and none where text is copied or
//! columns are drawn.

use std::borrow::Cow;

/// FIRST STRONG ISOLATE: what follows has the direction of its own first letter.
const BEGIN: char = '\u{2068}';
/// POP DIRECTIONAL ISOLATE.
const END: char = '\u{2069}';

/// A name or quote for a sentence, set off if it could turn what stands around it.
pub(crate) fn isolated(text: &str) -> Cow<'_, str> {
    // A whole sentence has its names set off already.
    if !text.contains(is_right_to_left) || text.contains([BEGIN, '\n']) {
        return text.into();
    }
    format!("{BEGIN}{text}{END}").into()
}

/// A text without isolates.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    match text.contains([BEGIN, END]) {
        true => text.replace([BEGIN, END], "").into(),
        false => text.into(),
    }
}

/// A sentence without isolates in what can be copied from it, which stands in backticks.
pub(crate) fn plain_in_code(sentence: String) -> String {
    if !sentence.contains(BEGIN) {
        return sentence;
    }
    let parts = sentence.split('`').enumerate();
    let parts = parts.map(|(number, part)| match number % 2 {
        0 => part.into(),
        _ => plain(part),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Letters and digits of scripts that run from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_turn_are_set_off() {
        for name in [
            "שלום",
            "bob שלום",
            "سلام 1",
            "𞤀𞤣𞤤𞤢𞤥",
            "\u{fffd}\u{fdfd}\u{fffd}",
        ] {
            assert_eq!(isolated(name), format!("\u{2068}{name}\u{2069}"));
        }
        for name in ["", "bob", "Zoë", "Ольга", "井上", "❤", "१२"] {
            assert_eq!(isolated(name), name);
        }
    }

    #[test]
    fn nothing_is_set_off_twice_or_over_lines() {
        let sentence = format!("{}, it's your turn", isolated("שלום"));
        assert_eq!(isolated(&sentence), sentence);
        assert_eq!(isolated("שלום\nשלום"), "שלום\nשלום");
        assert_eq!(plain(&sentence), "שלום, it's your turn");
    }

    #[test]
    fn code_in_a_sentence_stays_plain() {
        let sentence = "\u{2068}ש\u{2069}: type `accept \u{2068}ש\u{2069}` or `no`".to_owned();
        assert_eq!(
            plain_in_code(sentence),
            "\u{2068}ש\u{2069}: type `accept ש` or `no`"
        );
    }
}
