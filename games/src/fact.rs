//! Facts: events, refusals and other information as data, a code with arguments, never a sentence.

use std::{
    borrow::Cow,
    fmt::{self, Display},
};

use crate::seat::Seat;

/// One value inside a [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Notation: a spot, a piece, a word of the game. Never a sentence.
    Text(String),
    /// Text typed by a user or read from a file, to be shown verbatim.
    Quoted(String),
    /// A list of notations, in order; an empty one counts as [`Arg::None`].
    List(Vec<String>),
    /// An absent value.
    None,
    /// A number.
    Number(i64),
    /// A seat.
    Seat(Seat),
}

impl Arg {
    /// Creates an argument of text that a user typed.
    pub fn quoted(text: impl Into<String>) -> Arg {
        Arg::Quoted(text.into())
    }

    /// Returns whether the argument is absent or an empty list.
    pub fn is_none(&self) -> bool {
        match self {
            Arg::List(items) => items.is_empty(),
            other => *other == Arg::None,
        }
    }
}

/// The form of logs and of the engine protocol: a dash for no value, spaces between items, 1 or 2 for a
/// seat.
impl Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            nothing if nothing.is_none() => f.write_str("-"),
            Arg::Text(text) | Arg::Quoted(text) => f.write_str(text),
            Arg::List(items) => f.write_str(&items.join(" ")),
            Arg::Number(number) => write!(f, "{number}"),
            Arg::Seat(seat) => write!(f, "{}", seat.index() + 1),
            Arg::None => Ok(()),
        }
    }
}

impl<T: Into<Arg>> From<Option<T>> for Arg {
    fn from(something: Option<T>) -> Arg {
        something.map_or(Arg::None, Into::into)
    }
}
impl From<Vec<String>> for Arg {
    fn from(items: Vec<String>) -> Arg {
        Arg::List(items)
    }
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

/// A code with arguments. Sentences are made elsewhere, so that the rules need no language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// A stable id such as `line-full`; the key of the sentence.
    pub code: Cow<'static, str>,
    /// Named arguments, in alphabetical order.
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

impl Fact {
    /// Creates a fact without arguments.
    pub fn new(code: impl Into<&'static str>) -> Fact {
        Fact {
            code: Cow::Borrowed(code.into()),
            args: Vec::new(),
        }
    }

    /// Adds or replaces an argument.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Fact {
        let value = value.into();
        match self
            .args
            .binary_search_by(|(known, _)| known.as_ref().cmp(name))
        {
            Ok(place) => {
                if let Some(arg) = self.args.get_mut(place) {
                    arg.1 = value;
                }
            }
            Err(place) => self.args.insert(place, (name.into(), value)),
        }
        self
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)?;
        for (name, value) in &self.args {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

/// The reason why an action was refused or could not be parsed. A refused action changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illegal(pub Fact);

impl Illegal {
    /// Returns the code of the reason.
    pub fn code(&self) -> &str {
        &self.0.code
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl std::error::Error for Illegal {}
