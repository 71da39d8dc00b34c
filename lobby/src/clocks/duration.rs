//! Durations as players type and read them: `2d 3h`, `45m`.

use jiff::SignedDuration;

/// Formats a duration in its two largest units, rounded down; no time left is `0m`.
pub fn format_duration(time: SignedDuration) -> String {
    let seconds = time.as_secs().max(0);
    let parts = [
        (seconds / 86_400, 'd'),
        (seconds / 3600 % 24, 'h'),
        (seconds / 60 % 60, 'm'),
        (seconds % 60, 's'),
    ];
    let first = parts.iter().position(|(count, _)| *count > 0).unwrap_or(2);
    let shown = parts
        .iter()
        .skip(first)
        .take(if first == 2 { 1 } else { 2 });
    let shown = shown.filter(|(count, _)| *count > 0);
    let words: Vec<String> = shown
        .map(|(count, unit)| format!("{count}{unit}"))
        .collect();
    if words.is_empty() {
        "0m".to_owned()
    } else {
        words.join(" ")
    }
}

/// Parses a duration of a whole number and a unit, such as `10d`, `36h` or `90m`.
pub fn parse_duration(text: &str) -> Option<SignedDuration> {
    let unit = text.chars().next_back()?;
    let seconds = match unit {
        'd' => 24 * 60 * 60,
        'h' => 60 * 60,
        'm' => 60,
        's' => 1,
        _ => return None,
    };
    let number = &text[..text.len() - unit.len_utf8()];
    let is_number = number.len() <= 6 && number.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = number.parse().ok().filter(|_| is_number)?;
    Some(SignedDuration::from_secs(number * seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_show_their_largest_units() {
        let check = |seconds: i64, expected: &str| {
            assert_eq!(
                format_duration(SignedDuration::from_secs(seconds)),
                expected
            );
        };
        check(-5, "0m");
        check(0, "0m");
        check(30, "30s");
        check(45 * 60 + 10, "45m");
        check(3 * 3600, "3h");
        check(3 * 3600 + 61, "3h 1m");
        check(2 * 86_400 + 3 * 3600 + 60, "2d 3h");
        check(2 * 86_400 + 60, "2d");
    }

    #[test]
    fn durations_are_a_number_and_a_unit() {
        let hours = |hours| Some(SignedDuration::from_hours(hours));
        assert_eq!(parse_duration("10d"), hours(240));
        assert_eq!(parse_duration("36h"), hours(36));
        for text in ["", "d", "-1d", "1", "1w", "1.5d", "+1d", "9999999d", "é"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
