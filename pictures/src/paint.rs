//! Colours: what they are for, and what they are in each theme.

/// Whether a picture is light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Both.
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];
}

/// Red, green, blue.
pub type Rgb = [u8; 3];

macro_rules! paints {
    ($($(#[doc = $doc:literal])* $name:ident $class:literal $light:literal $dark:literal)*) => {
        /// What a colour is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Paint { $($(#[doc = $doc])* $name),* }

        impl Paint {
            /// All of them, in order.
            pub const ALL: &[Paint] = &[$(Paint::$name),*];

            /// Its name in style sheets.
            pub fn class(self) -> &'static str {
                match self { $(Paint::$name => $class),* }
            }

            /// The colour.
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
    /// Behind everything.
    Paper "paper" 0xfaf8f3 0x1a1d22
    /// The board itself.
    Board "board" 0xd2b98a 0x4a5364
    /// Lines of the board.
    Line "line" 0x8f7747 0x7d889b
    /// Names of places.
    Name "name" 0x40331a 0xe3e7ee
    /// What is to be read.
    Text "text" 0x24211c 0xeceae4
    /// What need not be read.
    Quiet "quiet" 0x746c5e 0x98a1ae
    /// Behind the name of whoever is to move.
    Plate "plate" 0xe7e0d0 0x333a45
    /// The pieces of White.
    White "white" 0xfffefa 0xf2eee4
    /// Their edge.
    WhiteEdge "white-edge" 0x4a4438 0x77705f
    /// What is written on them.
    OnWhite "on-white" 0x24211c 0x1a1d22
    /// The pieces of Black.
    Black "black" 0x3a4049 0x0b0d10
    /// Their edge.
    BlackEdge "black-edge" 0xa8b0bb 0x8f99a8
    /// What is written on them.
    OnBlack "on-black" 0xfffefa 0xf2eee4
    /// What the last turn did.
    Fresh "fresh" 0xe07b00 0xffa02e
    /// What is to be dealt with now.
    Due "due" 0xc2185b 0xff5c93
    /// What may be done next.
    Open "open" 0x2e7d4f 0x6fcf97
    /// What is written on what is to be dealt with.
    OnDue "on-due" 0xffffff 0x1a1d22
    /// Black structures, breakers and tokens.
    SuitK "suit-k" 0x2f343b 0x0b0d10
    /// Green ones.
    SuitG "suit-g" 0x00855f 0x2fbf8f
    /// Red ones.
    SuitR "suit-r" 0xb81d24 0xff7a6b
    /// Blue ones.
    SuitB "suit-b" 0x1769b5 0x63b0ff
    /// What is written on green, red and blue.
    OnSuit "on-suit" 0xfffefa 0x12151a
    /// The card of a structure.
    Card "card" 0xfffdf8 0x434c5a
    /// Grey marbles.
    Grey "grey" 0x868e99 0x98a1ac
    /// What is written on them.
    OnGrey "on-grey" 0x14120f 0x0b0d10
}
