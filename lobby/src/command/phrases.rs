//! Lines in everyday words: other ways to say a command, and lines that are answered with one.

use games::search::Level;

use crate::command::{Command, CommandError, level::read_level, split_word};

/// Punctuation at the end of a line that changes nothing.
const FINAL_PUNCTUATION: [char; 3] = ['!', '?', '.'];

/// A line in everyday words that no command answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// `hello`.
    Greeting,
    /// `thanks`.
    Thanks,
    /// `how do I play?`.
    HowToPlay,
    /// `new game`.
    NewGame,
    /// `exit`, `leave`.
    Leave,
    /// `level hard`, outside of a request for a game.
    Level(Option<Level>),
}

impl Phrase {
    /// Returns whether people also say it to each other, and bots to bots.
    pub fn is_small_talk(self) -> bool {
        matches!(self, Phrase::Greeting | Phrase::Thanks | Phrase::HowToPlay)
    }
}

/// Returns the wording of a line in everyday words, by which it is recognised: lower case, without final punctuation.
pub fn phrase_wording(line: &str) -> String {
    with_single_spaces(line)
        .trim_end_matches(FINAL_PUNCTUATION)
        .to_owned()
}

/// Returns a line in lower case, with single spaces.
fn with_single_spaces(line: &str) -> String {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ")
}

/// Parses a whole line in everyday words; `None` if it is none.
pub(super) fn parse(line: &str) -> Option<Result<Command, CommandError>> {
    let line = with_single_spaces(line);
    let (first, rest) = split_word(&line);
    let phrase = match line.trim_end_matches(FINAL_PUNCTUATION) {
        "hi" | "hello" | "hey" | "good morning" | "good evening" => Phrase::Greeting,
        "thanks" | "thank you" | "thx" => Phrase::Thanks,
        "how do i play" | "how do you play" | "how to play" | "how does this work"
        | "how do i win" | "what now" | "what can i do" | "what do i do" | "what should i do"
        | "what is this" => Phrase::HowToPlay,
        "whose turn is it" | "whose turn" | "is it my turn" | "who is next" => {
            return Some(Ok(Command::Board(None)));
        }
        _ => match line.as_str() {
            "take back" | "take it back" | "take that back" => return Some(Ok(Command::Takeback)),
            "offer draw" | "offer a draw" => return Some(Ok(Command::Draw)),
            "play again" => return Some(Ok(Command::Rematch)),
            "give up" | "i give up" => return Some(Ok(Command::Quit)),
            "new game" | "newgame" => Phrase::NewGame,
            "exit" | "leave" => Phrase::Leave,
            "level" => Phrase::Level(None),
            _ if first == "level" => {
                let level = read_level(rest);
                return Some(level.map(|level| Command::Phrase(Phrase::Level(Some(level)))));
            }
            _ => return None,
        },
    };
    Some(Ok(Command::Phrase(phrase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_are_phrases() {
        let read = |line| parse(line).map(Result::unwrap);
        let phrase = |phrase| Some(Command::Phrase(phrase));
        assert_eq!(read("Hi!"), phrase(Phrase::Greeting));
        assert_eq!(read("thank  you"), phrase(Phrase::Thanks));
        assert_eq!(read("How do I play?"), phrase(Phrase::HowToPlay));
        assert_eq!(read("What now?"), phrase(Phrase::HowToPlay));
        assert_eq!(read("Whose turn is it?"), Some(Command::Board(None)));
        assert_eq!(read("Take back"), Some(Command::Takeback));
        assert_eq!(read("offer a draw"), Some(Command::Draw));
        assert_eq!(read("play again"), Some(Command::Rematch));
        assert_eq!(read("leave"), phrase(Phrase::Leave));
        let hard = Phrase::Level(Some(Level::ALL[3]));
        assert_eq!(read("level hard"), phrase(hard));
        assert_eq!(read("level 4"), phrase(hard));
        for line in [
            "hi bob",
            "play again?",
            "thanks a lot",
            "leave it",
            "levels vary",
            "take back e4",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
        assert!(matches!(
            parse("level nine"),
            Some(Err(CommandError::Level { .. }))
        ));
    }
}
