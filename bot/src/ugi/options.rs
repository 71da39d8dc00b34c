//! Engine options.

use std::ops::RangeInclusive;

use games::{CATALOG, Entry, Illegal, Level, SearchLimits, Seed, unknown_game};
use lobby::messages::EngineMessage;

/// Number of search threads.
const THREADS: RangeInclusive<usize> = 1..=256;

/// Size of the transposition table, in MiB.
const HASH: RangeInclusive<usize> = 1..=1024;

/// The options as set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) game: &'static Entry,
    /// The options of a new game, as in its record, `-` for none.
    pub(super) agreed: String,
    pub(super) level: Level,
    pub(super) threads: usize,
    /// Size of the transposition table, in bytes.
    pub(super) hash: usize,
    pub(super) seed: Seed,
}

/// The effect of a `setoption` line.
pub(super) enum Set {
    /// A changed option.
    Option,
    /// The next dice.
    Dice(Vec<u8>),
}

impl Options {
    pub(super) fn new(seed: Seed) -> Options {
        Options {
            game: Entry::FIRST,
            agreed: "-".to_owned(),
            level: Level::HIGHEST,
            threads: *THREADS.start(),
            hash: SearchLimits::DEFAULT_HASH_BYTES,
            seed,
        }
    }

    /// Executes `setoption`.
    pub(super) fn set(&mut self, rest: &str) -> Result<Set, Illegal> {
        let (name, value) = rest
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "))
            .map(|(name, value)| (name.trim(), value.trim()))
            .ok_or_else(|| {
                let form = "setoption name NAME value VALUE";
                Illegal::from(EngineMessage::BadForm { form })
            })?;
        let bad = || {
            Illegal::from(EngineMessage::BadValue {
                name: name.to_owned(),
                text: value.into(),
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                self.game = Entry::named(value).ok_or_else(|| unknown_game(value))?;
                self.agreed = "-".to_owned();
            }
            "level" => self.level = value.parse()?,
            "threads" => self.threads = whole(name, value, THREADS)?,
            "hash" => self.hash = whole(name, value, HASH)? << 20,
            "seed" => self.seed = Seed::from_hex(value).ok_or_else(bad)?,
            "target" if value == "-" => self.agreed = "-".to_owned(),
            "target" => match value.parse::<u8>() {
                Ok(target) if target <= 9 => self.agreed = format!("target={target}"),
                _ => return Err(bad()),
            },
            "dice" => return dice(value).ok_or_else(bad).map(Set::Dice),
            _ => return Err(EngineMessage::UnknownOption { text: name.into() }.into()),
        }
        Ok(Set::Option)
    }
}

/// Parses a number within a range.
fn whole(name: &str, text: &str, range: RangeInclusive<usize>) -> Result<usize, Illegal> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let refusal = EngineMessage::OutOfRange {
            name: name.to_owned(),
            text: text.into(),
            lowest: *range.start(),
            highest: *range.end(),
        };
        refusal.into()
    })
}

fn dice(text: &str) -> Option<Vec<u8>> {
    let dice = text.split(',').map(|die| die.trim().parse().ok());
    dice.map(|die| die.filter(|die| (1..=6).contains(die)))
        .collect()
}

/// Returns the answer to `ugi`: the engine's name and its options.
pub(super) fn introduction() -> String {
    let games: Vec<String> = CATALOG
        .iter()
        .map(|entry| format!("var {}", entry.id))
        .collect();
    let spin = |name: &str, default: usize, lowest: usize, highest: usize| {
        format!("option name {name} type spin default {default} min {lowest} max {highest}")
    };
    let level = |level: Level| usize::from(level.number());
    [
        format!("id name Icebreaker {}", env!("CARGO_PKG_VERSION")),
        "id author the Icebreaker developers".to_owned(),
        format!(
            "option name Game type combo default {} {}",
            Entry::FIRST.id,
            games.join(" ")
        ),
        spin(
            "Level",
            level(Level::HIGHEST),
            level(Level::LOWEST),
            level(Level::HIGHEST),
        ),
        spin(
            "Threads",
            *THREADS.start(),
            *THREADS.start(),
            *THREADS.end(),
        ),
        spin(
            "Hash",
            SearchLimits::DEFAULT_HASH_BYTES >> 20,
            *HASH.start(),
            *HASH.end(),
        ),
        "option name Seed type string".to_owned(),
        "option name Target type string default -".to_owned(),
        "option name Dice type string".to_owned(),
        "ugiok".to_owned(),
    ]
    .join("\n")
}
