//! What happened or is so, as data: a code with arguments, and never a sentence.

use std::fmt::{self, Display};

use crate::seat::Seat;

/// One value inside a [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Notation: a spot, a piece, a list of them. Never a sentence.
    Text(String),
    /// A number.
    Number(i64),
    /// A seat.
    Seat(Seat),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }
}
impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text)
    }
}
impl From<char> for Arg {
    fn from(letter: char) -> Arg {
        Arg::Text(letter.to_string())
    }
}
impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        Arg::Seat(seat)
    }
}
macro_rules! number {
    ($($t:ty),*) => {$(
        impl From<$t> for Arg {
            fn from(number: $t) -> Arg {
                Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}
number!(u8, u32, i32, i64, u64, usize);

/// Something that happened or is so, as a code with arguments. Sentences are made elsewhere, so
/// the rules need no language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// A stable name such as `line-full`; the key of the sentence.
    pub code: &'static str,
    /// Named arguments, in the order in which they were given.
    pub args: Vec<(&'static str, Arg)>,
}

impl Fact {
    /// A fact without arguments.
    pub fn new(code: impl Into<&'static str>) -> Fact {
        Fact {
            code: code.into(),
            args: Vec::new(),
        }
    }

    /// The same fact with one more argument.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Fact {
        self.args.push((name, value.into()));
        self
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)?;
        for (name, value) in &self.args {
            match value {
                Arg::Text(text) => write!(f, " {name}={text}")?,
                Arg::Number(number) => write!(f, " {name}={number}")?,
                Arg::Seat(seat) => write!(f, " {name}={}", seat.index() + 1)?,
            }
        }
        Ok(())
    }
}

/// Why an action was refused, or could not be read. A refused action has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illegal(pub Fact);

impl Illegal {
    /// A refusal without arguments.
    pub fn new(code: impl Into<&'static str>) -> Illegal {
        Illegal(Fact::new(code))
    }

    /// The same refusal with one more argument.
    pub fn with(self, name: &'static str, value: impl Into<Arg>) -> Illegal {
        Illegal(self.0.with(name, value))
    }

    /// The code alone.
    pub fn code(&self) -> &'static str {
        self.0.code
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl std::error::Error for Illegal {}
