//! Bidirectional isolation (UAX #9) of right-to-left names, so that they do not reorder the text around them.
//! Other names, text to copy and columns get no isolates.

use std::borrow::Cow;

/// FIRST STRONG ISOLATE: the isolated text takes the direction of its first strong letter.
const BEGIN: char = '\u{2068}';
/// POP DIRECTIONAL ISOLATE.
const END: char = '\u{2069}';

/// Wraps a name or quote in isolates if it contains right-to-left letters.
pub(crate) fn isolated(text: &str) -> Cow<'_, str> {
    // A whole sentence already has its names isolated.
    if !text.contains(is_right_to_left) || text.contains([BEGIN, '\n']) {
        return text.into();
    }
    format!("{BEGIN}{text}{END}").into()
}

/// Removes all isolates.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.contains([BEGIN, END]) {
        text.replace([BEGIN, END], "").into()
    } else {
        text.into()
    }
}

/// Removes isolates from the code spans (backticks) of a sentence, which are meant to be copied.
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

/// Returns whether a character belongs to a right-to-left script.
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
