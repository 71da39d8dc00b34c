//! Parts of notation that the families of games share: names of points with letters before them, and counts by
//! letter.

use std::fmt;

use crate::hex::Coord;

/// Parses the name of a point at the start of a text; returns it with the remaining text.
pub(crate) fn point(text: &str) -> Option<(Coord, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let digits = text.get(letter.len_utf8()..)?.bytes();
    let digits = digits.take_while(u8::is_ascii_digit).count();
    let (point, rest) = text.split_at_checked(1 + digits)?;
    Some((point.parse().ok()?, rest))
}

/// Parses the name of a point, perhaps after the letter of a piece; returns the letter and the point with the
/// remaining text. A letter before another letter is a piece, one before a digit is a column.
pub(crate) fn piece_and_point<'a>(
    text: &'a str,
    between: &[char],
) -> Option<((Option<char>, Coord), &'a str)> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let behind = letters.as_str().trim_start_matches(between);
    let (letter, place) = match behind.chars().next() {
        Some(next) if next.is_ascii_lowercase() => (Some(first), behind),
        _ => (None, text),
    };
    let (at, rest) = point(place)?;
    Some(((letter, at), rest))
}

/// Parses counts by letter, such as `w5g7b9`: the letters in this order, without those of count 0; `-` is none.
pub(crate) fn read_counts<const N: usize>(
    text: &str,
    letters: [char; N],
    most: u8,
) -> Option<[u8; N]> {
    let mut counts = [0; N];
    if text == "-" {
        return Some(counts);
    }
    let mut rest = text;
    for (count, letter) in counts.iter_mut().zip(letters) {
        if let Some(after) = rest.strip_prefix(letter) {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = after.split_at_checked(digits)?;
            let is_plain = !number.starts_with('0');
            let number = number.parse().ok();
            *count = number.filter(|number| is_plain && *number <= most)?;
            rest = after;
        }
    }
    (rest.is_empty() && counts != [0; N]).then_some(counts)
}

/// Writes counts by letter as they are read.
pub(crate) fn write_counts(
    f: &mut fmt::Formatter<'_>,
    counts: impl IntoIterator<Item = (char, u8)>,
) -> fmt::Result {
    let mut counts = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .peekable();
    if counts.peek().is_none() {
        return f.write_str("-");
    }
    counts.try_for_each(|(letter, count)| write!(f, "{letter}{count}"))
}
