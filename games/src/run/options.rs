//! The options of a run, `target=7,custom=k3gb`.

use super::{breakers, refusal::Refusal, structure::Colour};
use crate::{common::Common, dice::Dice, fact::Illegal, message::Typed};

/// The options set before a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) target: Option<u8>,
    custom: [BreakerChoice; 4],
}

/// The breaker of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum BreakerChoice {
    #[default]
    Plain,
    Numbered(u8),
    /// A custom breaker chosen by a die.
    Rolled,
}

impl Options {
    /// Reads the text; `-` sets no option.
    pub(super) fn read(text: &str) -> Result<Options, Illegal> {
        let mut options = Options::default();
        if text == "-" {
            return Ok(options);
        }
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("target", value)) if options.target.is_none() => {
                    let target = target(value).ok_or_else(|| Refusal::TargetRange {
                        text: Typed::shortened(value),
                    });
                    options.target = Some(target?);
                }
                Some(("custom", value)) if options.custom == [BreakerChoice::Plain; 4] => {
                    let custom = custom(value).ok_or_else(|| Refusal::CustomUnreadable {
                        text: Typed::shortened(value),
                    });
                    options.custom = custom?;
                }
                // Unknown or repeated.
                _ => {
                    let text = Typed::shortened(part);
                    return Err(Common::UnknownOption { text }.into());
                }
            }
        }
        Ok(options)
    }

    /// Returns the numbers of the custom breakers, 0 for plain ones. Those not chosen are rolled,
    /// one die each, in the order k g r b.
    pub(super) fn numbers(&self, dice: &mut Dice) -> Result<[u8; 4], Illegal> {
        let mut numbers = [0; 4];
        for (number, custom) in numbers.iter_mut().zip(self.custom) {
            *number = match custom {
                BreakerChoice::Plain => 0,
                BreakerChoice::Numbered(number) => number,
                BreakerChoice::Rolled => dice.roll()?,
            };
        }
        Ok(numbers)
    }
}

/// Reads a target: one digit.
pub(super) fn target(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Reads `k3gb`: letters, each once, each with or without the number of a breaker.
fn custom(text: &str) -> Option<[BreakerChoice; 4]> {
    let mut custom = [BreakerChoice::Plain; 4];
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let colour = Colour::from_letter(letter)?;
        let slot = colour.of_mut(&mut custom);
        if *slot != BreakerChoice::Plain {
            return None;
        }
        *slot = match rest.next_if(char::is_ascii_digit) {
            Some(digit) => {
                let number = digit as u8 - b'0';
                breakers::find(colour, number)?;
                BreakerChoice::Numbered(number)
            }
            None => BreakerChoice::Rolled,
        };
    }
    (!text.is_empty()).then_some(custom)
}
