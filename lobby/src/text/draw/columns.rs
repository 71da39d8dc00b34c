//! Text columns for a monospaced font: each as wide as its widest cell. East Asian letters and emojis count as
//! two columns, combining accents as none.

use unicode_width::UnicodeWidthStr;

/// A row of a table.
#[derive(Clone, Debug)]
pub enum ColumnRow {
    /// A text across all columns.
    Line(String),
    /// One text for each column.
    Cells(Vec<String>),
}

/// The alignment of texts in their columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left-aligned.
    Left,
    /// Right-aligned, except for the last column.
    Right,
}

/// The layout of columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The alignment of texts.
    pub align: Align,
    /// The minimum width of the first column.
    pub first: usize,
    /// The gap between columns.
    pub gap: usize,
    /// The maximum width of a line; the text of the last column is cut there.
    pub widest: usize,
}

/// Returns the display width of a text, in columns.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Returns the widths of the columns of some rows.
pub fn widths(rows: &[ColumnRow]) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in rows {
        let ColumnRow::Cells(cells) = row else {
            continue;
        };
        widths.resize(cells.len().max(widths.len()), 0);
        for (widest, cell) in widths.iter_mut().zip(cells) {
            *widest = width(cell).max(*widest);
        }
    }
    widths
}

/// Wraps a text at a number of columns; longer words are not broken.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Columns {
    /// Draws rows below each other.
    pub fn draw(&self, rows: &[ColumnRow]) -> String {
        let mut widths = widths(rows);
        if let Some(first) = widths.first_mut() {
            *first = self.first.max(*first);
        }
        let lines = rows.iter().map(|row| match row {
            ColumnRow::Line(text) => text.trim_end().to_owned(),
            ColumnRow::Cells(cells) => self.line(cells, &widths),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for (column, (text, wide)) in cells.iter().zip(widths).enumerate() {
            let is_last = column + 1 == widths.len();
            let pad = " ".repeat(wide.saturating_sub(width(text)));
            match self.align {
                _ if is_last => line.push_str(cut(text, self.widest.saturating_sub(width(&line)))),
                Align::Left => line.extend([text.as_str(), &pad]),
                Align::Right => line.extend([pad.as_str(), text]),
            }
            line.push_str(&" ".repeat(self.gap));
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// Returns the longest prefix of a text that fits into a number of columns.
fn cut(text: &str, columns: usize) -> &str {
    if width(text) <= columns {
        return text;
    }
    let ends = text.char_indices().map(|(end, _)| end);
    let fitting = ends.take_while(|end| width(&text[..*end]) <= columns);
    &text[..fitting.last().unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &str) -> ColumnRow {
        ColumnRow::Cells(cells.split('|').map(str::to_owned).collect())
    }

    fn drawn(align: Align, rows: &[&str]) -> String {
        let columns = Columns {
            align,
            first: 0,
            gap: 2,
            widest: 16,
        };
        let rows: Vec<ColumnRow> = rows.iter().map(|cells| row(cells)).collect();
        columns.draw(&rows)
    }

    #[test]
    fn wide_and_combining_characters_keep_columns_aligned() {
        let names = ["名前|1|x", "Zoe\u{308}|20|y", "🦀|3|z", "ann|4|a"];
        let left = "名前  1   x\nZoe\u{308}   20  y\n🦀    3   z\nann   4   a";
        assert_eq!(drawn(Align::Left, &names), left);
        let right = "名前   1  x\n Zoe\u{308}  20  y\n  🦀   3  z\n ann   4  a";
        assert_eq!(drawn(Align::Right, &names), right);
    }

    #[test]
    fn the_last_text_is_cut_to_the_line() {
        let rows = [
            "1|aaaaaaaaaaaaaaaaaaaa",
            "2|名前名前名前名前名前",
            "3|e\u{301}e\u{301}",
        ];
        let expected = "1  aaaaaaaaaaaaa\n2  名前名前名前\n3  e\u{301}e\u{301}";
        assert_eq!(drawn(Align::Left, &rows), expected);
    }

    #[test]
    fn words_stand_in_lines_by_their_width() {
        assert_eq!(wrapped("名前 名前  ab", 9), ["名前 名前", "ab"]);
        assert_eq!(wrapped("abcdef gh", 4), ["abcdef", "gh"]);
        assert!(wrapped(" ", 4).is_empty());
    }
}
