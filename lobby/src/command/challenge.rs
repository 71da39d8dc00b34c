//! Parser of `challenge @USER|anyone|computer [GAME] [white|black|random] [level N] [CLOCK] [OPTIONS]`, and of `play
//! [GAME] …`, which challenges the computer.

use games::{Entry, search::Level};

use crate::{
    command::{
        CommandError,
        level::{named_level, read_level},
    },
    terms::{ClockChoice, Side},
};

/// A challenge: the opponent and the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRequest {
    /// The opponent.
    pub who: Opponent,
    /// The game as typed.
    pub game: Option<String>,
    /// The side the challenger wants.
    pub side: Option<Side>,
    /// The clock the challenger wants.
    pub clock: Option<ClockChoice>,
    /// `true` if vacations and weekends do not stop the clock.
    pub strict: bool,
    /// The other terms, as the options of a record; `-` for none.
    pub options: String,
}

/// A request about standing offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeekRequest {
    /// Makes an offer to anyone.
    Offer(ChallengeRequest),
    /// Withdraws an offer of the sender.
    Withdraw,
}

/// The opponent of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Any user.
    Anyone,
    /// A user by user id or name.
    Named(String),
    /// The computer at this level, or at the challenger's usual one.
    Computer(Option<Level>),
}

/// Parses the text after `challenge`: the opponent, then the terms in any order.
pub(super) fn parse(rest: &str) -> Result<ChallengeRequest, CommandError> {
    let (who, rest) = split_opponent(rest).ok_or(CommandError::form("challenge", ""))?;
    parse_strictness("challenge", who, rest)
}

/// Parses the terms of a challenge to people, with or without the word `strict`.
fn parse_strictness(
    name: &'static str,
    who: Opponent,
    rest: &str,
) -> Result<ChallengeRequest, CommandError> {
    let is_strict = |word: &&str| is_word(word, "strict");
    let (strict, others): (Vec<&str>, Vec<&str>) = rest.split_whitespace().partition(is_strict);
    Ok(ChallengeRequest {
        strict: !strict.is_empty(),
        ..parse_terms(name, who, &others.join(" "))?
    })
}

/// Parses the text after `seek`: the terms in any order.
pub(super) fn parse_seek(rest: &str) -> Result<SeekRequest, CommandError> {
    parse_strictness("seek", Opponent::Anyone, rest).map(SeekRequest::Offer)
}

/// Parses the text after `play`: the terms in any order.
pub(super) fn parse_play(rest: &str) -> Result<ChallengeRequest, CommandError> {
    let (first, others) = super::split_word(rest);
    // A user's name makes it a challenge.
    if first.starts_with('@') || first.eq_ignore_ascii_case("anyone") {
        return parse(rest);
    }
    // `play computer` is the same as `play`.
    let rest = if first.eq_ignore_ascii_case("computer") {
        others
    } else {
        rest
    };
    let rest = without_computer(rest);
    parse_terms("play", Opponent::Computer(None), &rest)
}

/// Returns the terms of `play` without the opponent it implies, as in `gipf vs the computer`.
fn without_computer(rest: &str) -> String {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let versus = ["vs", "vs.", "versus", "against", "with"];
    let is_versus = |word: &&str| versus.contains(&word.to_lowercase().as_str());
    if let Some(start) = words.iter().position(is_versus) {
        let article = usize::from(
            words
                .get(start + 1)
                .is_some_and(|word| is_word(word, "the")),
        );
        let end = start + 1 + article;
        if words.get(end).is_some_and(|word| is_word(word, "computer")) {
            words.drain(start..=end);
        }
    }
    words.join(" ")
}

fn is_word(word: &str, other: &str) -> bool {
    word.eq_ignore_ascii_case(other)
}

/// Parses the terms besides the opponent.
fn parse_terms(
    name: &'static str,
    mut who: Opponent,
    rest: &str,
) -> Result<ChallengeRequest, CommandError> {
    let mut words = rest.split_whitespace().peekable();
    let (mut game, mut side, mut clock, mut options) = (None::<String>, None, None, Vec::new());
    // `perhaps_level` is the number in `zertz 2`, which may be a level.
    let (mut has_level, mut perhaps_level) = (false, None);
    while let Some(word) = words.next() {
        let lower = word.to_lowercase();
        let wanted = match lower.as_str() {
            "white" | "first" => Some(Side::White),
            "black" | "second" => Some(Side::Black),
            "random" => Some(Side::Random),
            _ => None,
        };
        if wanted.is_some() && side.is_none() {
            side = wanted;
        } else if clock.is_none()
            && let Some(wanted) = clock_of(&lower, || words.next())
        {
            clock = Some(wanted?);
        } else if let Opponent::Computer(level) = &mut who
            && !has_level
            && let Some(wanted) = level_of(&lower, || words.next())
        {
            *level = Some(read_level(&wanted)?);
            has_level = true;
        } else if !matches!(who, Opponent::Computer(_)) && is_word_of_level(&lower) {
            return Err(CommandError::LevelOfPerson);
        } else if let Some(entry) = game_of_two_words(game.as_deref(), &lower) {
            game = Some(entry.id.to_owned());
        } else if let Some(key) = option_key(&lower)
            && let Some(value) = words.next_if(|value| is_value(key, value))
        {
            perhaps_level = (key == "zertz").then_some(value);
            options.push(format!("{key}={}", value.to_lowercase()));
        } else if option_key(&lower) == Some("neutralise") {
            options.push("neutralise=1".to_owned());
        } else if lower.contains(['=', '+']) {
            options.push(lower);
        } else if wanted.is_none() && game.is_none() {
            game = Some(word.to_owned());
        } else {
            return Err(CommandError::form(name, word));
        }
    }
    // Without another game or term, `zertz 2` names the game and the level, not potentials.
    if let (Opponent::Computer(level), None, [_], false) =
        (&mut who, &game, &options[..], has_level)
        && let Some(number) = perhaps_level
    {
        (*level, game) = (Some(read_level(number)?), Some("zertz".to_owned()));
        options.clear();
    }
    if options.is_empty() {
        options.push("-".to_owned());
    }
    Ok(ChallengeRequest {
        who,
        game,
        side,
        clock,
        strict: false,
        options: options.join(","),
    })
}

/// Returns the game named by two words, as in `gipf standard`.
fn game_of_two_words(first: Option<&str>, second: &str) -> Option<&'static Entry> {
    Entry::find(&format!("{}-{second}", first?.to_lowercase()))
}

/// Splits off the opponent. A name with spaces needs quotation marks; otherwise a user could choose a name that
/// swallows the terms.
pub(super) fn split_opponent(rest: &str) -> Option<(Opponent, &str)> {
    let quoted = rest.strip_prefix('@').unwrap_or(rest);
    let quoted = quoted.strip_prefix(['"', '“', '„', '«']);
    let closed = quoted.and_then(|rest| rest.split_once(['"', '”', '“', '»']));
    if let Some((name, rest)) = closed.filter(|(name, _)| !name.trim().is_empty()) {
        return Some((Opponent::Named(name.to_owned()), rest));
    }
    let (who, rest) = super::split_word(rest);
    let opponent = match who.to_lowercase().as_str() {
        "anyone" => Opponent::Anyone,
        "computer" => Opponent::Computer(None),
        _ => Opponent::Named(who.to_owned()),
    };
    (!who.is_empty()).then_some((opponent, rest))
}

/// Returns the text of a level in `level=3`, `level 3`, `level3`, `3` or `medium`; any word after `level` counts as
/// one.
fn level_of<'a>(word: &str, next: impl FnOnce() -> Option<&'a str>) -> Option<String> {
    if is_number(word) || named_level(word).is_some() {
        return Some(word.to_owned());
    }
    let behind = word.strip_prefix("level").or(word.strip_prefix("lvl"))?;
    match behind.strip_prefix('=').unwrap_or(behind) {
        "" => Some(next().unwrap_or(word).to_owned()),
        level => (behind.starts_with('=') || is_number(level)).then(|| level.to_owned()),
    }
}

/// Returns the clock in `3d`, `none` or `clock 3d`; any word after `clock` counts as one.
fn clock_of<'a>(
    word: &str,
    next: impl FnOnce() -> Option<&'a str>,
) -> Option<Result<ClockChoice, CommandError>> {
    let text = match word.strip_prefix("clock") {
        None => return word.parse().ok().map(Ok),
        Some("") => next().unwrap_or(word).to_lowercase(),
        Some(behind) => behind.strip_prefix('=')?.to_owned(),
    };
    let clock = text.parse();
    Some(clock.map_err(|_| CommandError::Clock { text }))
}

/// Returns whether a word begins a level, such as `level`, `level3` or `easy`.
fn is_word_of_level(word: &str) -> bool {
    !is_number(word) && level_of(word, || None).is_some()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the key of an option whose value follows as a separate word.
fn option_key(word: &str) -> Option<&'static str> {
    match word {
        "zertz" | "zèrtz" => Some("zertz"),
        "tamsk" => Some("tamsk"),
        "neutralise" | "neutralize" => Some("neutralise"),
        "by" => Some("by"),
        _ => None,
    }
}

/// Returns whether a word can be the value of an option: `zertz` without a number is a game, and `3d` a clock.
fn is_value(key: &str, word: &str) -> bool {
    key == "by" || (is_number(word) && word.parse::<ClockChoice>().is_err())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocks::TimeControl;

    fn read(
        read: Result<ChallengeRequest, CommandError>,
    ) -> (Opponent, Option<String>, Option<Side>, String) {
        let ChallengeRequest {
            who,
            game,
            side,
            clock,
            strict,
            options,
        } = read.unwrap();
        assert_eq!((clock, strict), (None, false));
        (who, game, side, options)
    }

    fn check(rest: &str, who: Option<&str>, game: Option<&str>, side: Option<Side>, options: &str) {
        let read = parse(rest).unwrap();
        let who = who.map_or(Opponent::Anyone, |who| Opponent::Named(who.to_owned()));
        let game = game.map(str::to_owned);
        let options = options.to_owned();
        let expected = ChallengeRequest {
            who,
            game,
            side,
            clock: None,
            strict: false,
            options,
        };
        assert_eq!(read, expected, "{rest}");
    }

    #[test]
    fn game_and_side_come_in_any_order() {
        check("@bob", Some("@bob"), None, None, "-");
        check("anyone black", None, None, Some(Side::Black), "-");
        let (bob, game, white) = (Some("@bob:x.org"), Some("matrx-classic"), Some(Side::White));
        check("@bob:x.org matrx-classic white", bob, game, white, "-");
        check("@bob:x.org WHITE matrx-classic", bob, game, white, "-");
    }

    #[test]
    fn a_name_with_spaces_stands_in_quotation_marks() {
        let matrx = Some("matrx");
        let check = |rest: &str, who: &str| check(rest, Some(who), matrx, None, "-");
        check("\"Bob B.\" matrx", "Bob B.");
        check("@“Bob B.” matrx", "Bob B.");
        check("„Bob B.“matrx", "Bob B.");
        check("\"anyone\" matrx", "anyone");
        // No user name can absorb these words.
        check("bob matrx", "bob");
        check("\"bob matrx", "\"bob");
        check("\"\" matrx", "\"\"");
    }

    #[test]
    fn agreed_terms_become_options_of_the_record() {
        let (bob, game) = (Some("bob"), Some("gipf-standard"));
        check("bob gipf-standard zertz 3", bob, game, None, "zertz=3");
        let both = "zertz=3,tamsk=4";
        check("bob ZÈRTZ 3 tamsk 4 gipf-standard", bob, game, None, both);
        check("bob gipf-standard zertz=3 TAMSK=4", bob, game, None, both);
        let white = Some(Side::White);
        let basic = Some("gipf-basic");
        check("bob gipf-basic white black+2", bob, basic, white, "black+2");
        let how = "zertz=3,neutralise=2,by=coin";
        let words = "bob gipf-standard zertz 3 neutralise 2 by coin";
        check(words, bob, game, None, how);
        let words = "bob gipf-standard zertz 3 neutralise by coin";
        let once = "zertz=3,neutralise=1,by=coin";
        check(words, bob, game, None, once);
        // A game, not an option.
        check("bob zertz", bob, Some("zertz"), None, "-");
    }

    #[test]
    fn a_clock_is_a_term_of_its_own() {
        let check = |rest: &str, clock: &str, game: Option<&str>, options: &str| {
            let read = parse(rest).unwrap();
            let found = read.clock.map(|clock| clock.to_string());
            assert_eq!(found.as_deref(), Some(clock), "{rest}");
            assert_eq!(read.game.as_deref(), game, "{rest}");
            assert_eq!(read.options, options, "{rest}");
        };
        let basic = Some("gipf-basic");
        check("bob 3d", "3d", None, "-");
        check("bob gipf-basic NORMAL", "normal", basic, "-");
        check("bob 2d+12h/4d gipf-basic white", "2d+12h/4d", basic, "-");
        check("bob gipf-basic black+2 slow", "slow", basic, "black+2");
        check("bob clock none", "none", None, "-");
        check("bob none zertz 3", "none", None, "zertz=3");
        check("bob clock=36H", "36h", None, "-");
        check("bob zertz 3d", "3d", Some("zertz"), "-");
        let read = parse_play("@bob zertz fast").unwrap();
        assert_eq!(read.clock, Some(ClockChoice::Timed(TimeControl::FAST)));
        let read = parse_play("zertz 2 3d").unwrap();
        assert_eq!(read.who, Opponent::Computer(Some(Level::ALL[1])));
        for (rest, text) in [("bob clock soon", "soon"), ("bob clock", "clock")] {
            let text = text.to_owned();
            assert_eq!(parse(rest), Err(CommandError::Clock { text }), "{rest}");
        }
        assert!(parse("bob 3d 4d matrx").is_err());
    }

    #[test]
    fn the_level_of_the_computer_is_optional() {
        let computer =
            |level: usize| Opponent::Computer(Level::ALL.get(level.wrapping_sub(1)).copied());
        let zertz = Some("zertz".to_owned());
        let dash = || "-".to_owned();
        let black = Some(Side::Black);
        for (rest, expected) in [
            ("computer", (computer(0), None, None, dash())),
            (
                "Computer zertz level 5 black",
                (computer(5), zertz.clone(), black, dash()),
            ),
            (
                "computer LEVEL=1 zertz",
                (computer(1), zertz.clone(), None, dash()),
            ),
        ] {
            assert_eq!(read(parse(rest)), expected, "{rest}");
        }
        let expected = (computer(2), zertz, black, dash());
        assert_eq!(read(parse_play("zertz level 2 black")), expected);
        assert_eq!(read(parse_play("")), (computer(0), None, None, dash()));
        // The word `level` may be omitted.
        let matrx = Some("matrx".to_owned());
        for rest in [
            "matrx 4",
            "4 matrx",
            "computer matrx level 4",
            "matrx level4",
            "lvl 4 matrx",
        ] {
            let expected = (computer(4), matrx.clone(), None, dash());
            assert_eq!(read(parse_play(rest)), expected, "{rest}");
        }
        let expected = (computer(2), Some("zertz".to_owned()), None, dash());
        assert_eq!(read(parse("computer zertz 2")), expected);
        let gipf = Some("gipf-basic".to_owned());
        let expected = (computer(0), gipf, None, "zertz=2".to_owned());
        assert_eq!(read(parse_play("zertz 2 gipf-basic")), expected);
        // With other terms the number means potentials, which the game may refuse.
        let potentials = |rest, level, options: &str| {
            let expected = (computer(level), None, None, options.to_owned());
            assert_eq!(read(parse_play(rest)), expected, "{rest}");
        };
        potentials("zertz 2 level 4", 4, "zertz=2");
        potentials("2 zertz 3", 2, "zertz=3");
        potentials("zertz=2", 0, "zertz=2");
        // A user with that name can be challenged, too.
        let named = Opponent::Named("@computer".to_owned());
        assert_eq!(read(parse("@computer")).0, named);
        assert_eq!(
            read(parse("\"computer\"")).0,
            Opponent::Named("computer".to_owned())
        );
        for (rest, text) in [
            ("level 7", "7"),
            ("level=0", "0"),
            ("level=x", "x"),
            ("zertz 9", "9"),
            ("matrx 0", "0"),
            ("matrx level nine", "nine"),
            ("level hardest white", "hardest"),
            ("zertz level", "level"),
        ] {
            let refused = CommandError::Level {
                text: text.to_owned(),
            };
            assert_eq!(parse_play(rest).map(|_| ()), Err(refused), "{rest}");
        }
        assert!(parse("@bob matrx level 3").is_err());
    }

    #[test]
    fn levels_have_names() {
        let play = |rest| {
            let (who, game, side, _) = read(parse_play(rest));
            let Opponent::Computer(level) = who else {
                panic!("{rest} challenges {who:?}");
            };
            (level.map(Level::number), game, side)
        };
        let game = |id: &str| Some(id.to_owned());
        assert_eq!(play("easy"), (Some(2), None, None));
        assert_eq!(play("zertz HARD"), (Some(4), game("zertz"), None));
        assert_eq!(play("level master"), (Some(6), None, None));
        let black = Some(Side::Black);
        assert_eq!(play("beginner gipf black"), (Some(1), game("gipf"), black));
        for rest in [
            "gipf vs computer",
            "gipf against the computer",
            "vs Computer gipf",
        ] {
            assert_eq!(play(rest), (None, game("gipf"), None), "{rest}");
        }
        let expert = (Some(5), game("gipf"), None);
        assert_eq!(play("gipf vs computer expert"), expert);
        let easy = Opponent::Computer(Some(Level::ALL[1]));
        assert_eq!(read(parse("computer easy")).0, easy);
        let person = parse("@bob easy").map(|_| ());
        assert_eq!(person, Err(CommandError::LevelOfPerson));
    }

    #[test]
    fn surplus_or_missing_words_are_an_error() {
        for rest in [
            "",
            "bob matrx white black",
            "bob matrx zertz",
            "bob tamsk 3 matrx 4",
        ] {
            assert!(parse(rest).is_err(), "{rest}");
        }
    }
}
