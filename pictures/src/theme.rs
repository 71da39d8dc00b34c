//! Colours by their use, and their values in each theme.

/// A colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Both themes.
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];
}

/// Red, green, blue.
pub type Rgb = [u8; 3];

macro_rules! paints {
    ($($(#[doc = $doc:literal])* $name:ident $class:literal $light:literal $dark:literal)*) => {
        /// A colour, by its use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Paint { $($(#[doc = $doc])* $name),* }

        impl Paint {
            /// All of them, in order.
            pub const ALL: &[Paint] = &[$(Paint::$name),*];

            /// Returns its class in style sheets.
            pub fn class(self) -> &'static str {
                match self { $(Paint::$name => $class),* }
            }

            /// Returns the value in a theme.
            pub fn rgb(self, theme: Theme) -> Rgb {
                let rgb: u32 = match (self, theme) {
                    $((Paint::$name, Theme::Light) => $light, (Paint::$name, Theme::Dark) => $dark),*
                };
                let [_, red, green, blue] = rgb.to_be_bytes();
                [red, green, blue]
            }
        }
    };
}

paints! {
    /// The background.
    Paper "paper" 0xfaf8f3 0x1a1d22
    /// The board itself.
    Board "board" 0xd2b98a 0x4a5364
    /// Lines of the board.
    Line "line" 0x8f7747 0x7d889b
    /// Names of spots, dots and spaces.
    Name "name" 0x40331a 0xe3e7ee
    /// Primary text.
    Text "text" 0x24211c 0xeceae4
    /// Secondary text.
    Quiet "quiet" 0x746c5e 0x98a1ae
    /// Accented backgrounds and borders of a page.
    Plate "plate" 0xe7e0d0 0x333a45
    /// The pieces of White.
    White "white" 0xfffefa 0xf2eee4
    /// The edges of White's pieces.
    WhiteEdge "white-edge" 0x4a4438 0x77705f
    /// Text on White's pieces.
    OnWhite "on-white" 0x24211c 0x1a1d22
    /// The pieces of Black.
    Black "black" 0x3a4049 0x0b0d10
    /// The edges of Black's pieces.
    BlackEdge "black-edge" 0xa8b0bb 0x8f99a8
    /// Text on Black's pieces.
    OnBlack "on-black" 0xfffefa 0xf2eee4
    /// The effects of the last turn.
    LastTurn "last-turn" 0xe07b00 0xffa02e
    /// Pieces and rows that must be dealt with now, and captured pieces.
    Alert "alert" 0xc2185b 0xff5c93
    /// Complete sets, and the target of a run.
    Complete "complete" 0x2e7d4f 0x6fcf97
    /// Text on the alert colour.
    OnAlert "on-alert" 0xffffff 0x1a1d22
    /// Black structures, breakers and power-ups.
    SuitK "suit-k" 0x2f343b 0x0b0d10
    /// Green ones.
    SuitG "suit-g" 0x00855f 0x2fbf8f
    /// Red ones.
    SuitR "suit-r" 0xb81d24 0xff7a6b
    /// Blue ones.
    SuitB "suit-b" 0x1769b5 0x63b0ff
    /// Text on green, red and blue.
    OnSuit "on-suit" 0xfffefa 0x12151a
    /// The card of a structure.
    Card "card" 0xfffdf8 0x434c5a
    /// Grey marbles.
    Grey "grey" 0x868e99 0x98a1ac
    /// Text on grey marbles.
    OnGrey "on-grey" 0x14120f 0x0b0d10
}
