//! Colours and bold text on a terminal. They say nothing that the words do not say, too: [`anstream`] removes the codes
//! in a pipe and with `NO_COLOR`.

use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use lobby::{TextStyle, styled_text};

/// The style of headings and of the prompt.
const HEADING: Style = Style::new().bold();
/// The style of text to type.
const CODE: Style = AnsiColor::Cyan.on_default();
/// The style of the name of the player to move.
const MOVER: Style = AnsiColor::Green.on_default().bold();

/// Returns a text with its marks as styles, and the name of the player to move where it begins a line.
pub fn marked(text: &str, mover: Option<&str>) -> String {
    let [bold, code] = [HEADING, CODE].map(|style| [format!("{style}"), format!("{style:#}")]);
    let style = TextStyle {
        bold: bold.each_ref().map(String::as_str),
        code: code.each_ref().map(String::as_str),
    };
    let text = styled_text(text, style);
    let lines = text.split('\n').map(|line| {
        let behind = mover.and_then(|name| Some((name, line.strip_prefix(name)?)));
        match behind {
            Some((name, rest)) if !rest.starts_with(|c: char| c.is_alphanumeric()) => {
                format!("{MOVER}{name}{MOVER:#}{rest}")
            }
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the prompt for the line editor, which writes it as it is.
pub fn prompt(prompt: &str) -> String {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => prompt.to_owned(),
        _ => format!("{HEADING}{prompt}{HEADING:#}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_text_to_type_and_mover_are_marked() {
        let text = "**Play**\n`run`\nann, your turn\nanna waits for ann";
        let expected = "\u{1b}[1mPlay\u{1b}[0m\n\u{1b}[36m`run`\u{1b}[0m\n\
                        \u{1b}[1m\u{1b}[32mann\u{1b}[0m, your turn\nanna waits for ann";
        assert_eq!(marked(text, Some("ann")), expected);
        let plain = anstream::adapter::strip_str(&marked(text, Some("ann"))).to_string();
        assert_eq!(plain, lobby::plain_text(text));
    }
}
