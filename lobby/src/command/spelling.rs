//! Fuzzy matching of misspelt words.

/// Normalises a word for comparison: lower case, without accents, spaces, hyphens, `=` and `_`.
pub fn plain(word: &str) -> String {
    let letters = word.chars().flat_map(char::to_lowercase);
    let letters = letters.filter(|c| !c.is_whitespace() && !matches!(c, '-' | '=' | '_'));
    let letters = letters.map(|c| match c {
        'è' | 'é' | 'ê' => 'e',
        'ü' => 'u',
        c => c,
    });
    letters.collect()
}

/// Returns up to `most` known words closest to a word, the nearest first: those within 1 edit (2 for words of
/// more than four letters), and those of which one is a prefix of the other.
pub fn nearest(word: &str, known: impl Iterator<Item = String>, most: usize) -> Vec<String> {
    let word = plain(word);
    let slips = if word.chars().count() > 4 { 2 } else { 1 };
    let mut near: Vec<(usize, String)> = Vec::new();
    for name in known {
        let plain = plain(&name);
        let begins = word.len() > 2 && (plain.starts_with(&word) || word.starts_with(&plain));
        let begins = begins && plain.len() > 2;
        let slipped = distance(&word, &plain);
        let is_near = begins || (slipped <= slips && plain.len() > slips);
        if is_near && !near.iter().any(|(_, other)| *other == name) {
            near.push((slipped, name));
        }
    }
    near.sort_by_key(|(slipped, _)| *slipped);
    near.truncate(most);
    near.into_iter().map(|(_, name)| name).collect()
}

/// Returns the known word that another one is a slip of: one letter is missing, surplus or another, or two neighbours
/// have changed places. Words of one or two letters are none.
pub fn slip_of(word: &str, known: impl Iterator<Item = String>) -> Option<String> {
    const MIN_CHARS: usize = 3;
    let word = plain(word);
    let is_word =
        |word: &str| word.chars().count() >= MIN_CHARS && word.chars().all(char::is_alphabetic);
    let is_slip = |name: &String| is_word(name) && distance(&word, name) == 1;
    known.filter(|_| is_word(&word)).find(is_slip)
}

/// Returns the number of slips between two words, each cut to its first 40 characters: the Levenshtein distance with
/// transpositions of neighbours.
fn distance(one: &str, other: &str) -> usize {
    /// No explained word is longer.
    const MAX_WORD_CHARS: usize = 40;
    let beginning = |word: &str| word.chars().take(MAX_WORD_CHARS).collect::<String>();
    strsim::osa_distance(&beginning(one), &beginning(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (one, other, slips) in [
            ("tamsk", "tamsk", 0),
            ("tamsq", "tamsk", 1),
            ("tmask", "tamsk", 1),
            ("tmaks", "tamsk", 2),
            ("boards", "board", 1),
            ("", "ice", 3),
        ] {
            assert_eq!(distance(one, other), slips, "{one} {other}");
        }
    }

    #[test]
    fn the_nearest_words_come_first_and_none_twice() {
        let known = || ["board", "boards", "boost", "ice", "board"].map(str::to_owned);
        assert_eq!(
            nearest("bords", known().into_iter(), 2),
            ["boards", "board"]
        );
        assert_eq!(nearest("boo", known().into_iter(), 4), ["boost"]);
        assert!(nearest("zzz", known().into_iter(), 4).is_empty());
    }

    #[test]
    fn one_slip_of_a_letter_is_found() {
        let known = || {
            ["moves", "hint", "me", "board"]
                .map(str::to_owned)
                .into_iter()
        };
        for (word, meant) in [
            ("mvoes", Some("moves")),
            ("hitn", Some("hint")),
            ("baord", Some("board")),
            ("Hnt", Some("hint")),
            ("hint", None),
            ("mo", None),
            ("b2", None),
            ("hi2nt", None),
            ("board game", None),
        ] {
            assert_eq!(slip_of(word, known()).as_deref(), meant, "{word}");
        }
    }

    #[test]
    fn accents_gaps_and_capitals_make_no_difference() {
        assert_eq!(plain("ZÈRTZ"), "zertz");
        assert_eq!(plain("Power-Ups"), plain("powerups"));
        assert_eq!(plain("k = 3"), "k3");
    }
}
