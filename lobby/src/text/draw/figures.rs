//! Tables of figures, as wide as a board where the words allow it.

use crate::text::draw::{
    Width,
    columns::{Align, ColumnRow, Columns, width, widths, wrapped},
};

/// Width of the label column; a longer label gets a line of its own above its row.
const LABEL: usize = 3;

/// The maximum width of a list or of text beside a picture.
const NARROW: usize = Width::Narrow.columns();

/// Draws a table below its title. Without headings the rows have no labels.
pub fn draw(title: &str, head: &[String], rows: &[Vec<String>], width: Width) -> String {
    match width {
        Width::Wide => format!("{title}\n{}", table(head, rows)),
        Width::Narrow => list(title, head, rows),
    }
}

/// Draws rows below their headings.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let headings = (!head.is_empty()).then_some(head).into_iter();
    let all = headings.chain(rows.iter().map(Vec::as_slice));
    let mut lines = Vec::new();
    for row in all {
        let mut cells = row.to_vec();
        if let Some(label) = cells.first_mut().filter(|_| !head.is_empty())
            && width(label) > LABEL
        {
            lines.push(ColumnRow::Line(std::mem::take(label)));
        }
        lines.push(ColumnRow::Cells(cells));
    }
    let widths = widths(&lines);
    let wide = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
    let columns = Columns {
        align: Align::Left,
        first: 0,
        gap: if wide <= Width::Wide.columns() { 2 } else { 1 },
        widest: usize::MAX,
    };
    columns.draw(&lines)
}

/// Draws the table as a list: each figure follows its heading in a line of its own, and impossible ones (`-`)
/// are omitted.
fn list(title: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let across = |text: &str| wrapped(text, NARROW).into_iter().map(ColumnRow::Line);
    let indent = if head.is_empty() { 0 } else { LABEL };
    let mut lines: Vec<ColumnRow> = across(title).collect();
    for row in rows {
        let (label, cells) = match row.split_first() {
            Some((label, cells)) if !head.is_empty() => (label.as_str(), cells),
            _ => ("", row.as_slice()),
        };
        let is_long = width(label) > LABEL;
        if is_long {
            lines.extend(across(label));
        }
        let mut label = if is_long { "" } else { label };
        let headings = head.iter().skip(1).map(String::as_str);
        let headings = headings.chain(std::iter::repeat(""));
        for (heading, cell) in headings.zip(cells).filter(|(_, cell)| is_figure(cell)) {
            for line in wrapped(&format!("{heading} {cell}"), NARROW - indent) {
                lines.push(ColumnRow::Cells(vec![label.to_owned(), line]));
                label = "";
            }
        }
    }
    let columns = Columns {
        align: Align::Left,
        first: indent,
        gap: 0,
        widest: usize::MAX,
    };
    columns.draw(&lines)
}

/// Draws the table for use beside a picture, which shows most of the context: each row takes one line, or more if
/// it exceeds a narrow board.
pub fn beside(title: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let mut lines = wrapped(title, NARROW);
    for row in rows {
        let headings = head.iter().map(String::as_str);
        let headings = headings.chain(std::iter::repeat(""));
        let cells = headings.zip(row).filter(|(_, cell)| is_figure(cell));
        let cells: Vec<String> = cells
            .map(|(heading, cell)| format!("{heading} {cell}").trim_start().to_owned())
            .collect();
        lines.extend(wrapped(&cells.join(" "), NARROW));
    }
    lines.join("\n")
}

fn is_figure(cell: &str) -> bool {
    !matches!(cell, "" | "-")
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
        assert_eq!(table(&head, &rows), expected.trim_matches('\n'));
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
        let drawn = list("Chance to break, once and again", &cells("|n|e"), &rows);
        let expected = "\
Chance to break, once
and again
k  n K3 4+ 50%
b lattice
   n new 9%
   e R1 99%";
        assert_eq!(drawn, expected);
        let drawn = list("Odds", &[], &[cells("m13 R3 50%|m14 R5 17%")]);
        assert_eq!(drawn, "Odds\nm13 R3 50%\nm14 R5 17%");
    }

    #[test]
    fn a_row_beside_a_picture_is_short() {
        let cells = |row: &str| row.split('|').map(str::to_owned).collect::<Vec<_>>();
        let rows = ["k+|46%|100%|-|46%", "g sum|new 33%|-|-|-"].map(cells);
        let drawn = beside("Chance to break", &cells("|n|e|s|w"), &rows);
        let expected = "\
Chance to break
k+ n 46% e 100% w 46%
g sum n new 33%";
        assert_eq!(drawn, expected);
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
