//! Lists of actions on one line, as in the engine protocol.
//!
//! Separators are spaces, or `;` where an action contains a space itself, as some of ZÈRTZ do. A list
//! with a `;` anywhere is split at `;` only. A trailing `;` is allowed.

use crate::catalog::Play;

/// Joins actions into one line; a single action stays unchanged.
///
/// ```
/// use games::actions;
/// assert_eq!(actions::join(&["Gb2", "xb2,c3"]), "Gb2 xb2,c3");
/// assert_eq!(actions::join(&["x d1Gd3", "Wd4,d1"]), "x d1Gd3;Wd4,d1");
/// ```
pub fn join<S: AsRef<str>>(actions: &[S]) -> String {
    let actions: Vec<&str> = actions.iter().map(AsRef::as_ref).collect();
    let spaced = actions.iter().any(|action| action.contains(' '));
    actions.join(if spaced { ";" } else { " " })
}

/// A parser of a line of actions, which needs the position of each action to split the line.
///
/// ```
/// use games::{actions::Actions, read_position};
/// let position = read_position("matrx w - G3T6Z6D6Y6P6 G3T6Z6D6Y6P6")?;
/// let mut actions = Actions::read("g b2 Gi2");
/// assert_eq!(actions.next(&*position).as_deref(), Some("g b2"));
/// assert_eq!(actions.next(&*position).as_deref(), Some("Gi2"));
/// assert_eq!(actions.next(&*position), None);
/// # Ok::<(), games::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Actions<'a> {
    /// The input: whole actions where they are separated by `;`, else words.
    parts: Vec<&'a str>,
    are_words: bool,
    read: usize,
}

impl<'a> Actions<'a> {
    /// Creates a parser of a line, at its beginning.
    pub fn read(line: &'a str) -> Actions<'a> {
        let are_words = !line.contains(';');
        let parts = if are_words {
            line.split_whitespace().collect()
        } else {
            let parts = line.split(';').map(str::trim);
            parts.filter(|part| !part.is_empty()).collect()
        };
        Actions {
            parts,
            are_words,
            read: 0,
        }
    }

    /// Returns the next action, or `None` at the end of the line. The action may still be unreadable or illegal:
    /// the position decides that.
    ///
    /// Where words could be one action or several, the longest run of words that is a legal action in canonical
    /// notation wins; otherwise an action ends as soon as it can be parsed. A number is one by itself: no notation
    /// begins with it, and hosts let it stand for a listed answer.
    pub fn next(&mut self, position: &dyn Play) -> Option<String> {
        let rest = self
            .parts
            .get(self.read..)
            .filter(|rest| !rest.is_empty())?;
        let words = if self.are_words {
            canonical(position, rest).unwrap_or_else(|| readable(position, rest))
        } else {
            1
        };
        self.read += words;
        Some(rest.get(..words)?.join(" "))
    }

    /// Returns what is left of the line: whole actions where they are separated by `;`, else words.
    pub fn rest(&self) -> &[&'a str] {
        self.parts.get(self.read..).unwrap_or_default()
    }
}

/// Upper bound of the words of one canonical action, with some to spare: `use g swap k r pay k` has 7.
const MAX_WORDS: usize = 10;

/// Returns the number of words in the longest legal action in canonical notation that the words begin with.
fn canonical(position: &dyn Play, words: &[&str]) -> Option<usize> {
    let mut lengths = (1..=words.len().min(MAX_WORDS)).rev();
    lengths.find(|length| {
        let text = words.get(..*length).unwrap_or_default().join(" ");
        position.is_canonical(&text)
    })
}

/// Returns the number of words in the shortest action that can be parsed, or of all words if none can; a number
/// is one.
fn readable(position: &dyn Play, words: &[&str]) -> usize {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    if words.first().is_some_and(is_number) {
        return 1;
    }
    let mut lengths = 1..words.len();
    let readable = lengths.find(|length| {
        let text = words.get(..*length).unwrap_or_default().join(" ");
        position.reads(&text)
    });
    readable.unwrap_or(words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::read_position;

    /// Checks the actions parsed from a line in a single position.
    fn check(position: &str, line: &str, expected: &[&str]) {
        let position = read_position(position).unwrap();
        let mut actions = Actions::read(line);
        let mut read = Vec::new();
        while let Some(action) = actions.next(&*position) {
            read.push(action);
        }
        assert_eq!(read, expected, "{line}");
    }

    const GIPF: &str = "gipf-basic w b2=b,b5=B,e2=B,e8=b,h2=b,h5=B B12 B12";

    #[test]
    fn words_join_until_they_read_as_an_action() {
        check(GIPF, "a1-b2 xb2,c3 e1-e4", &["a1-b2", "xb2,c3", "e1-e4"]);
        check(GIPF, " B  a1  c1 ", &["B a1", "c1"]);
        check(GIPF, "b3 2 c1", &["b3", "2", "c1"]);
        check(GIPF, "hello world", &["hello world"]);
        check(GIPF, "", &[]);
    }

    #[test]
    fn a_semicolon_is_the_only_separator() {
        check(GIPF, "b a1 b2; xb2 c3;", &["b a1 b2", "xb2 c3"]);
        check(GIPF, "a1-b2;", &["a1-b2"]);
        check(GIPF, ";", &[]);
    }

    #[test]
    fn a_legal_action_that_holds_spaces_stays_whole() {
        let position = "zertz-basic 1 d1=w,d2,d4,d5,d6,e4,e5 g3b5 - -";
        let claim = "Bd4,d2 x Wd1";
        check(position, claim, &[claim]);
        check(position, &format!("{claim} Gd5"), &[claim, "Gd5"]);
        check(position, "Bd4,d2 leave Gd5", &["Bd4,d2 leave", "Gd5"]);
        let capture = "x d1Gd3";
        let position = "zertz-basic 1 d1=w,d2=g,d3,d4 w4g6b8 - -";
        check(position, &format!("{capture} Wd4"), &[capture, "Wd4"]);
    }

    #[test]
    fn written_actions_are_read_back() {
        let claim = "Bd7,b2 x Wa1Wa2";
        for actions in [
            &["a1-b2", "xb2,c3"][..],
            &["x d1Gd3", claim],
            &[claim, claim],
        ] {
            check(GIPF, &join(actions), actions);
        }
    }
}
