//! Figures in rows and columns, at most 44 columns wide where the words allow it.

use super::text::WIDTH;

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
