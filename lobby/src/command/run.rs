//! Parser of `run [here] [target N] [custom all|k=3 r …] [seed WORD]` and `run day`.

use serde::{Deserialize, Serialize};

use crate::{command::CommandError, names};

/// The terms of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The highest brain damage that counts as a win.
    pub target: Option<u8>,
    /// The custom breakers as the options of a run write them, `k3r`; empty for none.
    pub custom: String,
    /// The seed word of deal and dice, in lower case and as it is shown.
    pub seed: Option<String>,
    /// `true` for the run of the day, which has no options.
    pub day: bool,
    /// `true` to play in the room of the request, so that others can watch.
    pub here: bool,
}

impl Run {
    /// Returns the options of the record.
    pub fn options(&self) -> String {
        let target = self.target.map(|target| format!("target={target}"));
        let custom = Some(&self.custom).filter(|custom| !custom.is_empty());
        let custom = custom.map(|custom| format!("custom={custom}"));
        let parts: Vec<String> = target.into_iter().chain(custom).collect();
        if parts.is_empty() {
            "-".to_owned()
        } else {
            parts.join(",")
        }
    }
}

/// Parses the text after `run`, in any order.
pub(super) fn parse(rest: &str) -> Result<Run, CommandError> {
    let lower = rest.to_lowercase();
    let form = |extra| CommandError::form("run", extra);
    let (mut target, mut custom, mut seed, mut here) = (None, None, None, false);
    if let ("day", extra) = super::split_word(lower.trim()) {
        if !extra.is_empty() {
            return Err(form(extra));
        }
        return Ok(Run {
            day: true,
            ..Run::default()
        });
    }
    let mut words = lower
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .peekable();
    while let Some(word) = words.next() {
        match word {
            "target" if target.is_none() => {
                let number = words.next().ok_or_else(|| form(""))?;
                match number.parse() {
                    Ok(number) if number <= 9 => target = Some(number),
                    _ => {
                        let text = number.to_owned();
                        return Err(CommandError::Target { text });
                    }
                }
            }
            "custom" if custom.is_none() => {
                let mut list = String::new();
                let is_other = |word: &str| matches!(word, "here" | "target" | "seed");
                while let Some(word) = words.next_if(|word| !is_other(word)) {
                    let more = parse_breakers(word).ok_or_else(|| form(word))?;
                    list.push_str(&more);
                }
                // `custom` alone means all of them.
                custom = Some(if list.is_empty() { ALL.into() } else { list });
            }
            "seed" if seed.is_none() => {
                let word = words.next().ok_or_else(|| form(""))?;
                seed = Some(names::word(word).ok_or(CommandError::Seed)?);
            }
            "here" if !here => here = true,
            _ => return Err(form(word)),
        }
    }
    let custom = custom.unwrap_or_default();
    Ok(Run {
        target,
        custom,
        seed,
        day: false,
        here,
    })
}

/// One custom breaker of each colour; the die decides which.
const ALL: &str = "kgrb";

/// Parses `all`, `k=3`, `k3`, `red`, or several without a gap. The game checks whether such breakers exist.
fn parse_breakers(word: &str) -> Option<String> {
    if word == "all" {
        return Some(ALL.to_owned());
    }
    let (name, number) = match word.find(|c: char| c == '=' || c.is_ascii_digit()) {
        Some(place) => word.split_at(place),
        None => (word, ""),
    };
    let letter = match name {
        "black" => "k",
        "green" => "g",
        "red" => "r",
        "blue" => "b",
        name => name,
    };
    let list = format!("{letter}{}", number.replace('=', ""));
    let known = |c: char| ALL.contains(c) || c.is_ascii_digit();
    (list.starts_with(|c| ALL.contains(c)) && list.chars().all(known)).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rest: &str, options: &str) {
        assert_eq!(parse(rest).unwrap().options(), options, "{rest}");
    }

    #[test]
    fn target_and_custom_breakers_become_options() {
        check("", "-");
        check("target 7", "target=7");
        check("custom all", "custom=kgrb");
        check("custom", "custom=kgrb");
        check("custom k=3 r", "custom=k3r");
        check("Custom Black=3, red target 0", "target=0,custom=k3r");
        check("target 9 custom k3g1", "target=9,custom=k3g1");
        check("custom k3 seed Zoë target 2", "target=2,custom=k3");
        assert_eq!(parse("seed Zoë").unwrap().seed.as_deref(), Some("zoë"));
        let marked = parse("seed z\u{200b}o\u{202e}ë`").unwrap();
        assert_eq!(marked.seed.as_deref(), Some("zoë"));
        check("here target 7", "target=7");
        check("custom k=3 here", "custom=k3");
        assert!(parse("target 7 custom here").unwrap().here);
        assert!(!parse("target 7").unwrap().here);
        // Unknown and duplicate breakers are left to the game to refuse.
        check("custom k=9", "custom=k9");
        check("custom k k", "custom=kk");
    }

    #[test]
    fn surplus_or_missing_words_are_named() {
        let check = |rest: &str, extra: Option<&str>| match parse(rest) {
            Err(CommandError::Form { extra: found, .. }) => {
                assert_eq!(found.as_deref(), extra, "{rest}");
            }
            other => panic!("{rest}: {other:?}"),
        };
        check("fast", Some("fast"));
        check("target", None);
        check("seed", None);
        check("seed a b", Some("b"));
        check("target 7 8", Some("8"));
        check("target 7 target 8", Some("target"));
        check("custom y", Some("y"));
        check("custom k=three", Some("k=three"));
        check("custom 3", Some("3"));
        check("here here", Some("here"));
        // Spectators must not see the run that everybody gets.
        check("day here", Some("here"));
        check("here day", Some("day"));
        for word in ["\u{200b}", "-", &"a".repeat(25)] {
            let seed = parse(&format!("seed {word}")).unwrap_err();
            assert_eq!(seed, CommandError::Seed, "{word}");
        }
        let target = parse("target 10").unwrap_err();
        assert_eq!(target, CommandError::Target { text: "10".into() });
    }
}
