//! Quoting of players' names in records. Names are arbitrary text, so they are written in double quotes,
//! with invisible characters escaped as in a Rust string: `"Zo\u{202e}ë"`.

use std::str::Chars;

/// Maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 255;

/// Quotes a name, in one line whatever it contains.
pub(super) fn quoted(name: &str) -> String {
    // The standard library decides which characters to escape; only an apostrophe stays as it is.
    let parts = name.split('\'').map(|part| part.escape_debug().to_string());
    format!("\"{}\"", parts.collect::<Vec<_>>().join("'"))
}

/// Parses a quoted name, or returns what is wrong with it.
pub(super) fn unquoted(text: &str) -> Result<String, String> {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let inner = inner.ok_or("a name stands in double quotes: \"Zoë\"")?;
    let mut name = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        name.push(match c {
            '\\' => escaped(&mut chars)
                .ok_or(r#"behind a \ stands one of " \ ' n r t 0 or u{…}, as in "Zo\u{eb}""#)?,
            '"' => return Err(r#"a quote within a name is written as \""#.to_owned()),
            c => c,
        });
    }
    match name.chars().count() {
        0..=MAX_NAME_CHARS => Ok(name),
        long => Err(format!(
            "a name of {long} characters, at most {MAX_NAME_CHARS} are possible"
        )),
    }
}

/// Parses the rest of an escape sequence after its `\`.
fn escaped(chars: &mut Chars) -> Option<char> {
    Some(match chars.next()? {
        c @ ('"' | '\\' | '\'') => c,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'u' => {
            let (code, rest) = chars.as_str().strip_prefix('{')?.split_once('}')?;
            *chars = rest.chars();
            let is_code =
                (1..=6).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_hexdigit());
            let code = is_code.then(|| u32::from_str_radix(code, 16).ok())??;
            char::from_u32(code)?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_special_characters_are_escaped() {
        for (name, written) in [
            ("alice", r#""alice""#),
            ("", r#""""#),
            ("  Bob  ", r#""  Bob  ""#),
            ("O'Hara; #1: x", r#""O'Hara; #1: x""#),
            ("Zoë हिन्दी שלום 🎲", r#""Zoë हिन्दी שלום 🎲""#),
            (r#"a"b\"#, r#""a\"b\\""#),
            ("a\nresult: x\r\n\nGb2", r#""a\nresult: x\r\n\nGb2""#),
            (
                "\u{202e}evil\u{200b}\u{2028}\u{85}\u{0}",
                r#""\u{202e}evil\u{200b}\u{2028}\u{85}\0""#,
            ),
        ] {
            assert_eq!(quoted(name), written);
            assert_eq!(unquoted(written).as_deref(), Ok(name));
        }
    }

    #[test]
    fn escapes_written_by_others_are_read() {
        assert_eq!(unquoted(r#""a\tb\'\u{41}""#).as_deref(), Ok("a\tb'A"));
    }

    #[test]
    fn an_unreadable_name_is_refused_with_a_reason() {
        for (text, reason) in [
            ("alice", "in double quotes"),
            ("\"alice", "in double quotes"),
            ("\"", "in double quotes"),
            (r#""a"b""#, r#"written as \""#),
            (r#""alice\""#, r"behind a \"),
            (r#""\x""#, r"behind a \"),
            (r#""\u41""#, r"behind a \"),
            (r#""\u{}""#, r"behind a \"),
            (r#""\u{+41}""#, r"behind a \"),
            (r#""\u{0000041}""#, r"behind a \"),
            (r#""\u{d800}""#, r"behind a \"),
            (r#""\u{110000}""#, r"behind a \"),
        ] {
            let refused = unquoted(text).expect_err(text);
            assert!(refused.contains(reason), "{text}: {refused}");
        }
    }

    #[test]
    fn a_name_has_a_limit_in_characters() {
        let name = |length| quoted(&"\u{eb}".repeat(length));
        assert!(unquoted(&name(MAX_NAME_CHARS)).is_ok());
        let refused = unquoted(&name(MAX_NAME_CHARS + 1)).expect_err("a long name");
        assert!(refused.contains("256 characters"), "{refused}");
    }

    proptest! {
        #[test]
        fn any_name_is_one_line_and_reads_back(name in any::<String>()) {
            let written = quoted(&name);
            prop_assert!(!written.contains(char::is_control), "{}", written);
            prop_assert_eq!(written.lines().count(), 1);
            prop_assert_eq!(unquoted(&written), Ok(name));
        }
    }
}
