//! Messages as enums: the id and the arguments follow from the declaration of a variant.
//!
//! ```
//! use games::{Fact, Message, Seat, Typed};
//! use serde::Serialize;
//!
//! #[derive(Serialize)]
//! #[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
//! enum Challenge {
//!     UnknownLevel { level: Typed, highest: u8 },
//!     Begun { first: Seat, is_rematch: bool },
//!     NothingAsked,
//! }
//!
//! impl Message for Challenge {
//!     const AREA: &'static str = "challenge";
//! }
//!
//! let told = |message: Challenge| Fact::from(message).to_string();
//! let (level, first) = (Typed::new("easyy"), Seat::Second);
//! assert_eq!(
//!     told(Challenge::UnknownLevel { level, highest: 6 }),
//!     "challenge-unknown-level highest=6 level=easyy",
//! );
//! assert_eq!(
//!     told(Challenge::Begun { first, is_rematch: true }),
//!     "challenge-begun first=2 is-rematch=yes",
//! );
//! assert_eq!(told(Challenge::NothingAsked), "challenge-nothing-asked");
//! ```

#[cfg(feature = "schema")]
mod schema;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(feature = "schema")]
pub use schema::declared;

use crate::{
    fact::{Arg, Fact, Illegal},
    seat::Seat,
};

/// An enum of messages, serialized with variants and fields in kebab case.
///
/// A message is a variant without fields, with named ones, or with a struct of named ones. Its id is the area, a hyphen and the variant:
/// `challenge-begun`. Fields are strings, numbers, flags, seats, text typed by users, or lists and options
/// of these.
pub trait Message: Serialize {
    /// The prefix of all ids, which keeps those of different areas apart.
    const AREA: &'static str;

    /// Converts the message to its id and arguments.
    fn to_fact(&self) -> Fact
    where
        Self: Sized,
    {
        let (variant, fields) = match serde_json::to_value(self) {
            Ok(Value::String(variant)) => (variant, None),
            Ok(Value::Object(variants)) => variants
                .into_iter()
                .next()
                .map(|(variant, fields)| (variant, Some(fields)))
                .unwrap_or_default(),
            _ => Default::default(),
        };
        debug_assert!(
            !variant.is_empty(),
            "messages of {} are no enum",
            Self::AREA
        );
        let code = format!("{}-{variant}", Self::AREA);
        let fields = fields.as_ref().and_then(Value::as_object);
        let args = fields.into_iter().flatten();
        let args = args.map(|(name, value)| (Cow::from(name.clone()), argument(value)));
        let mut args: Vec<_> = args.collect();
        // The order is only alphabetical by default: the `preserve_order` feature of `serde_json`, which any
        // other crate can enable, keeps the order of the declaration.
        args.sort_by(|(one, _), (other, _)| one.cmp(other));
        Fact {
            code: code.into(),
            args,
        }
    }
}

impl<M: Message> From<M> for Fact {
    fn from(message: M) -> Fact {
        message.to_fact()
    }
}

impl<M: Message> From<M> for Illegal {
    fn from(message: M) -> Illegal {
        Illegal(message.to_fact())
    }
}

/// Text typed by a user, which the renderer quotes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Typed {
    typed: String,
}

impl Typed {
    /// Maximum length of a shortened text, in characters.
    const MAX_SHORTENED: usize = 40;

    /// Creates a wrapper of text as it was typed.
    pub fn new(text: impl Into<String>) -> Typed {
        Typed { typed: text.into() }
    }

    /// Creates a wrapper of the beginning of a text: a refusal does not repeat a whole page.
    pub(crate) fn shortened(text: &str) -> Typed {
        Typed::new(text.chars().take(Typed::MAX_SHORTENED).collect::<String>())
    }
}

impl From<&str> for Typed {
    fn from(text: &str) -> Typed {
        Typed::new(text)
    }
}

/// Implements serialization of types in messages as their notation.
macro_rules! as_notation {
    ($($t:ty),* $(,)?) => {$(
        impl serde::Serialize for $t {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $t {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($t).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    )*};
}

pub(crate) use as_notation;

/// Converts a serialized field to an argument.
fn argument(value: &Value) -> Arg {
    match value {
        Value::Null => Arg::None,
        Value::Bool(true) => Arg::Text("yes".to_owned()),
        Value::Bool(false) => Arg::Text("no".to_owned()),
        Value::Number(number) => Arg::Number(number.as_i64().unwrap_or(i64::MAX)),
        Value::String(text) => Arg::from(text.as_str()),
        Value::Array(items) => {
            let items = items.iter().map(|item| argument(item).to_string());
            Arg::List(items.collect())
        }
        Value::Object(fields) => match fields.get("typed").and_then(Value::as_str) {
            Some(typed) => Arg::quoted(typed),
            None => Seat::deserialize(value).map_or(Arg::None, Arg::Seat),
        },
    }
}
