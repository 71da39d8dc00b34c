//! A list in columns, at most 44 columns wide: right-aligned figures, then a name at the end of each line, cut
//! off at the margin.

use crate::text::draw::{
    Width,
    columns::{Align, ColumnRow, Columns},
};

/// The maximum number of rows of a list.
pub const MAX_LISTED: usize = 20;

/// Draws rows below a heading whose columns are separated by `|`.
pub fn draw(head: &str, rows: &[Vec<String>]) -> String {
    let head = head.split('|').map(str::to_owned).collect();
    let rows = [head].into_iter().chain(rows.iter().cloned());
    let rows: Vec<ColumnRow> = rows.map(ColumnRow::Cells).collect();
    let columns = Columns {
        align: Align::Right,
        first: 0,
        gap: 2,
        widest: Width::Wide.columns(),
    };
    columns.draw(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_are_narrow() {
        let row = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
        let long = "x".repeat(60);
        let drawn = draw(
            "#|best|name",
            &[row(["1", "3/24", "Zoë"]), row(["10", "-", &long])],
        );
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[..2], [" #  best  name", " 1  3/24  Zoë"]);
        assert!(lines[2].starts_with("10     -  xxx"), "{drawn}");
        assert_eq!(lines[2].len(), Width::Wide.columns());
    }
}
