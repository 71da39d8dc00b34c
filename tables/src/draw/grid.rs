//! A list in columns, at most 44 wide: figures to the right, and a name at the end of each line, where
//! letters of unusual width disturb nothing.

use super::text::WIDTH;

/// As many lines as a list has.
pub const LISTED: usize = 20;

/// Columns between two columns.
const GAP: usize = 2;

/// Draws rows below their heading, in which `|` separates the columns.
pub fn draw(head: &str, rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.split('|').map(str::to_owned).collect();
    let all = || std::iter::once(&head).chain(rows);
    let wide = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| all().filter_map(|row| row.get(column)).map(wide).max())
        .map(Option::unwrap_or_default)
        .collect();
    let lines = all().map(|row| {
        let mut line = String::new();
        for (column, text) in row.iter().enumerate() {
            if column + 1 == head.len() {
                let rest = WIDTH.saturating_sub(line.chars().count());
                line.extend(text.chars().take(rest));
            } else {
                let width = widths.get(column).copied().unwrap_or_default();
                line.push_str(&format!("{text:>width$}{:GAP$}", ""));
            }
        }
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other_and_lines_stay_narrow() {
        let row = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
        let long = "x".repeat(60);
        let drawn = draw(
            "#|best|name",
            &[row(["1", "3/24", "Zoë"]), row(["10", "-", &long])],
        );
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[..2], [" #  best  name", " 1  3/24  Zoë"]);
        assert!(lines[2].starts_with("10     -  xxx"), "{drawn}");
        assert_eq!(lines[2].len(), WIDTH);
    }
}
