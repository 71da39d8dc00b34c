//! Figures in rows and columns, at most 44 columns wide where the words allow it.

use super::{compact, text::WIDTH};

/// A longer label of a row stands in a line of its own above it.
const LABEL: usize = 3;

/// Draws rows below their headings; the first text of each is its label unless there are no
/// headings.
pub fn draw(head: &[String], rows: &[Vec<String>]) -> String {
    let all = || {
        (!head.is_empty())
            .then_some(head)
            .into_iter()
            .chain(rows.iter().map(Vec::as_slice))
    };
    let count = all().map(<[String]>::len).max().unwrap_or(0);
    let width = |column: usize| {
        let texts = all().filter_map(|row| row.get(column));
        let widths = texts.map(|text| text.chars().count());
        let labels = column == 0 && !head.is_empty();
        widths
            .filter(|width| !labels || *width <= LABEL)
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let wide = widths.iter().sum::<usize>() + 2 * count.saturating_sub(1);
    let gap = if wide <= WIDTH { 2 } else { 1 };
    let line = |row: &[String]| {
        let mut line = String::new();
        for (text, width) in row.iter().zip(&widths) {
            let long = text.chars().count() > *width;
            line.push_str(text);
            if long {
                line.push('\n');
            }
            let used = if long { 0 } else { text.chars().count() };
            line.push_str(&" ".repeat(width - used + gap));
        }
        let lines: Vec<&str> = line.lines().map(str::trim_end).collect();
        lines.join("\n")
    };
    all().map(line).collect::<Vec<_>>().join("\n")
}

/// Draws the same below each other, no wider than a compact board and without what is not possible:
/// each figure stands behind its heading in a line of its own.
pub fn narrow(title: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let mut lines = wrapped(title, compact::WIDTH);
    for row in rows {
        let (label, cells) = match row.split_first() {
            Some((label, cells)) if !head.is_empty() => (label.as_str(), cells),
            _ => ("", row.as_slice()),
        };
        let is_long = label.chars().count() > LABEL;
        if is_long {
            lines.extend(wrapped(label, compact::WIDTH));
        }
        let mut label = if is_long { "" } else { label };
        let indent = if head.is_empty() { 0 } else { LABEL };
        let headings = head.iter().skip(1).map(String::as_str);
        let headings = headings.chain(std::iter::repeat(""));
        for (heading, cell) in headings.zip(cells).filter(|(_, cell)| is_figure(cell)) {
            for line in wrapped(&format!("{heading} {cell}"), compact::WIDTH - indent) {
                lines.push(format!("{label:indent$}{line}"));
                label = "";
            }
        }
    }
    lines.join("\n")
}

fn is_figure(cell: &str) -> bool {
    !matches!(cell, "" | "-")
}

/// The words of a text in lines of at most so many columns.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, rows: &[&str], expected: &str) {
        let cells = |row: &str| row.split('|').map(str::to_owned).collect::<Vec<_>>();
        let head = if head.is_empty() {
            Vec::new()
        } else {
            cells(head)
        };
        let rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row)).collect();
        assert_eq!(draw(&head, &rows), expected.trim_matches('\n'));
    }

    #[test]
    fn columns_stand_below_each_other() {
        check(
            "|n|e",
            &["k|K3 4+ 50%|-", "k+|3+ 67%|"],
            "
    n          e
k   K3 4+ 50%  -
k+  3+ 67%
",
        );
        check("", &["m13 R3 50%|m14 R5 17%"], "m13 R3 50%  m14 R5 17%");
    }

    #[test]
    fn beside_a_room_every_figure_has_its_line() {
        let cells = |row: &str| row.split('|').map(str::to_owned).collect::<Vec<_>>();
        let rows = ["k|K3 4+ 50%|-", "b lattice|new 9%|R1 99%"].map(cells);
        let drawn = narrow("Chance to break, once and again", &cells("|n|e"), &rows);
        let expected = "\
Chance to break, once
and again
k  n K3 4+ 50%
b lattice
   n new 9%
   e R1 99%";
        assert_eq!(drawn, expected);
        let drawn = narrow("Odds", &[], &[cells("m13 R3 50%|m14 R5 17%")]);
        assert_eq!(drawn, "Odds\nm13 R3 50%\nm14 R5 17%");
    }

    #[test]
    fn a_long_label_stands_above_its_row() {
        check(
            "|n|e",
            &["b|new 9%|-", "b lattice|new 99%|B3 100%"],
            "
   n        e
b  new 9%   -
b lattice
   new 99%  B3 100%
",
        );
    }
}
