//! The markup of messages: paragraphs, lists, bold text and text to type, rendered as HTML and as plain text.
//! Names and quotes lose all of it in [`names`](crate::names).

use crate::text::isolate;

/// The mark in front of a list item.
const ITEM: &str = "- ";
/// The mark on both sides of bold text.
const BOLD: &str = "**";
/// The mark on both sides of text to type.
const CODE: char = '`';

/// A part of a line.
enum Span<'a> {
    Text(&'a str),
    /// Text to type.
    Code(&'a str),
    /// The beginning or the end of bold text.
    Bold,
}

/// The lines of a paragraph or list that is not yet complete.
#[derive(PartialEq, Eq)]
enum Open {
    Nothing,
    Paragraph,
    List,
}

impl Open {
    fn end(&self) -> &'static str {
        match self {
            Open::Nothing => "",
            Open::Paragraph => "</p>",
            Open::List => "</ul>",
        }
    }
}

/// The beginnings and ends of marked text on a terminal. By default all are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle<'a> {
    /// Around bold text, in place of its marks.
    pub bold: [&'a str; 2],
    /// Around text to type and its backticks.
    pub code: [&'a str; 2],
}

/// Returns a text without the marks of bold text. Backticks and list marks suit plain text and stay.
pub fn plain_text(text: &str) -> String {
    styled_text(text, TextStyle::default())
}

/// Returns a text as [`plain_text`] does, with bold text and text to type in a style.
pub fn styled_text(text: &str, style: TextStyle<'_>) -> String {
    let lines = text.split('\n').map(|line| {
        let mut is_bold = false;
        let spans = spans(line).into_iter().map(|span| match span {
            Span::Text(text) => text.to_owned(),
            Span::Code(code) => {
                let [begin, end] = style.code;
                // The end of a style ends every style.
                let again = if is_bold { style.bold[0] } else { "" };
                format!("{begin}{CODE}{code}{CODE}{end}{again}")
            }
            Span::Bold => {
                let [begin, end] = style.bold;
                is_bold = !is_bold;
                if is_bold { begin } else { end }.to_owned()
            }
        });
        spans.collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a line as an item of a list.
pub(crate) fn list_item(line: &str) -> String {
    format!("{ITEM}{line}")
}

/// Renders a text as HTML paragraphs and lists, with everything else escaped.
pub(super) fn formatted(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    let mut open = Open::Nothing;
    for line in text.split('\n') {
        let (next, line) = match line.strip_prefix(ITEM) {
            _ if line.is_empty() => (Open::Nothing, String::new()),
            Some(item) => (Open::List, format!("<li>{}</li>", inline(item))),
            None => (Open::Paragraph, inline(line)),
        };
        if next != open {
            html.push_str(open.end());
            html.push_str(match next {
                Open::Nothing => "",
                Open::Paragraph => "<p>",
                Open::List => "<ul>",
            });
        } else if next == Open::Paragraph {
            html.push_str("<br>");
        }
        html.push_str(&line);
        open = next;
    }
    html.push_str(open.end());
    html
}

/// Renders text in a monospaced font as it is.
pub(super) fn preformatted(text: &str) -> String {
    let text = escape(&isolate::plain(text));
    format!("<pre><code>{text}\n</code></pre>")
}

/// Renders monospaced lines that clients neither cut off nor number, as they do with [`preformatted`] text.
/// Spaces are non-breaking.
pub(super) fn code_lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if line.is_empty() {
            return String::new();
        }
        let line = isolate::plain(line);
        format!("<code>{}</code>", escape(&line).replace(' ', "\u{a0}"))
    });
    format!("<p>{}</p>", lines.collect::<Vec<_>>().join("<br>"))
}

/// Renders a line.
fn inline(line: &str) -> String {
    let mut html = String::with_capacity(line.len());
    let mut is_bold = false;
    for span in spans(line) {
        match span {
            Span::Text(text) => html.push_str(&escape(text)),
            Span::Code(code) => html.push_str(&format!("<code>{}</code>", escape(code))),
            Span::Bold => {
                html.push_str(if is_bold { "</strong>" } else { "<strong>" });
                is_bold = !is_bold;
            }
        }
    }
    html
}

/// Splits a line at its marks. A mark without a partner is text, and so is [`BOLD`] within text to type.
fn spans(line: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut pieces = line.split(CODE).peekable();
    let mut is_code = false;
    while let Some(piece) = pieces.next() {
        if is_code && pieces.peek().is_some() {
            spans.push(Span::Code(piece));
        } else {
            spans.extend(is_code.then_some(Span::Text("`")));
            let mut texts = piece.split(BOLD);
            spans.extend(texts.next().map(Span::Text));
            spans.extend(texts.flat_map(|text| [Span::Bold, Span::Text(text)]));
        }
        is_code = !is_code;
    }
    let bold = spans.iter().filter(|span| matches!(span, Span::Bold));
    if bold.count() % 2 == 1 {
        let last = spans.iter_mut().rfind(|span| matches!(span, Span::Bold));
        if let Some(last) = last {
            *last = Span::Text(BOLD);
        }
    }
    spans
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, html: &str) {
        assert_eq!(formatted(text), html);
        assert_eq!(plain_text(text), text);
    }

    fn check_bold(text: &str, plain: &str, html: &str) {
        assert_eq!(formatted(text), html);
        assert_eq!(plain_text(text), plain);
    }

    #[test]
    fn nothing_a_user_typed_reaches_html_unescaped() {
        check(
            "<b>&\"x'</b>",
            "<p>&lt;b&gt;&amp;&quot;x&#39;&lt;/b&gt;</p>",
        );
        check(
            "- <b>\n`<i>`",
            "<ul><li>&lt;b&gt;</li></ul><p><code>&lt;i&gt;</code></p>",
        );
    }

    #[test]
    fn backticks_mark_what_can_be_typed() {
        check(
            "type `m e1` or `m e2`",
            "<p>type <code>m e1</code> or <code>m e2</code></p>",
        );
        check("`a` b", "<p><code>a</code> b</p>");
        check("a ` b", "<p>a ` b</p>");
        check("a `b` ` c", "<p>a <code>b</code> ` c</p>");
    }

    #[test]
    fn lines_and_paragraphs_stay_apart() {
        check("", "");
        check("one\ntwo", "<p>one<br>two</p>");
        check("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>");
        check("\n\none\n\n\ntwo\n", "<p>one</p><p>two</p>");
    }

    #[test]
    fn lines_with_a_hyphen_are_lists() {
        check(
            "Play:\n- `a`\n- b\nthen\n- c",
            "<p>Play:</p><ul><li><code>a</code></li><li>b</li></ul><p>then</p><ul><li>c</li></ul>",
        );
        check("- a\n\n- b", "<ul><li>a</li></ul><ul><li>b</li></ul>");
        check("-1 or a - b\n-", "<p>-1 or a - b<br>-</p>");
    }

    #[test]
    fn a_style_replaces_the_marks() {
        let style = TextStyle {
            bold: ["<", ">"],
            code: ["(", ")"],
        };
        let text = "**Play**\n- **a `b` c** d `e`";
        assert_eq!(styled_text(text, style), "<Play>\n- <a (`b`)< c> d (`e`)");
        assert_eq!(styled_text("2 ** 3", style), "2 ** 3");
    }

    #[test]
    fn double_asterisks_enclose_bold_text() {
        check_bold(
            "**Play**\n- **a `b` c** d",
            "Play\n- a `b` c d",
            "<p><strong>Play</strong></p><ul><li><strong>a <code>b</code> c</strong> d</li></ul>",
        );
        check_bold(
            "**a** ** **b**",
            "a  b**",
            "<p><strong>a</strong> <strong> </strong>b**</p>",
        );
        check_bold("***a***", "*a*", "<p><strong>*a</strong>*</p>");
        for text in ["2 ** 3", "a*b*c", "`x**` **"] {
            assert_eq!(plain_text(text), text);
            assert!(!formatted(text).contains("strong"), "{text}");
        }
        check_bold("**a\nb**", "**a\nb**", "<p>**a<br>b**</p>");
    }
}
