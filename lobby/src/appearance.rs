//! The appearance of boards in messages.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The appearance of boards in clients that show more than plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearance {
    /// The form of boards.
    pub boards: Boards,
    /// The colours of pictures.
    pub theme: Theme,
}

/// The form of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Boards {
    /// A picture with a caption.
    #[default]
    Picture,
    /// Text that is narrow enough for a thread beside a room.
    Text,
    /// Text with the name of every place.
    Wide,
}

/// The colours of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The error for a word that names no appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoLook(String);

impl Boards {
    /// All forms.
    pub const ALL: [Boards; 3] = [Boards::Picture, Boards::Text, Boards::Wide];

    /// Returns the word users type.
    pub fn as_str(self) -> &'static str {
        match self {
            Boards::Picture => "picture",
            Boards::Text => "text",
            Boards::Wide => "wide",
        }
    }
}

impl Theme {
    /// Both themes.
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];

    /// Returns the word users type.
    pub fn as_str(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Boards {
    type Err = NoLook;

    fn from_str(text: &str) -> Result<Boards, NoLook> {
        let mut all = Boards::ALL.into_iter();
        all.find(|boards| boards.as_str() == text)
            .ok_or_else(|| NoLook(text.to_owned()))
    }
}

impl FromStr for Theme {
    type Err = NoLook;

    fn from_str(text: &str) -> Result<Theme, NoLook> {
        let mut all = Theme::ALL.into_iter();
        all.find(|theme| theme.as_str() == text)
            .ok_or_else(|| NoLook(text.to_owned()))
    }
}

impl fmt::Display for NoLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "boards do not come as {:?}", self.0)
    }
}

impl std::error::Error for NoLook {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for boards in Boards::ALL {
            assert_eq!(boards.to_string().parse(), Ok(boards));
        }
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        assert!("pictures".parse::<Boards>().is_err());
        assert!("Dark".parse::<Theme>().is_err());
    }
}
