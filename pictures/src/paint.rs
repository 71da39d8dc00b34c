//! Colours: what they are for, and what they are in each theme.

use std::sync::LazyLock;

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

/// What meets at an edge: halfway between these pairs a palette has a colour.
const MEET: &[(Paint, Paint)] = {
    use Paint::{
        Black, BlackEdge, Board, Card, Due, Fresh, Grey, Line, Name, OnBlack, OnDue, OnWhite, Open,
        Paper, Plate, Quiet, SuitB, SuitG, SuitK, SuitR, Text, White, WhiteEdge,
    };
    &[
        (Paper, Board),
        (Paper, Line),
        (Paper, Name),
        (Paper, Text),
        (Paper, Quiet),
        (Paper, Plate),
        (Paper, WhiteEdge),
        (Paper, BlackEdge),
        (Paper, Fresh),
        (Paper, Due),
        (Paper, Open),
        (Board, Line),
        (Board, Name),
        (Board, WhiteEdge),
        (Board, BlackEdge),
        (Board, Fresh),
        (Board, Due),
        (Board, Open),
        (Plate, Text),
        (White, WhiteEdge),
        (White, OnWhite),
        (White, Fresh),
        (Black, BlackEdge),
        (Black, OnBlack),
        (Black, Fresh),
        (Fresh, WhiteEdge),
        (Fresh, BlackEdge),
        (Due, OnDue),
        (SuitK, OnBlack),
        (SuitG, OnBlack),
        (SuitR, OnBlack),
        (SuitB, OnBlack),
        (Card, OnBlack),
        (Card, Fresh),
        (Card, Due),
        (Card, Text),
        (Card, Line),
        (Paper, OnBlack),
        (Board, Grey),
        (Board, Black),
        (Paper, Grey),
        (Paper, Black),
        (Grey, Fresh),
    ]
};

/// The colours of a picture, at most 256 of them.
#[derive(Debug)]
pub struct Palette {
    colours: Vec<Rgb>,
    /// The number of the nearest colour, by the five upper bits of red, green, blue.
    nearest: Vec<u8>,
}

impl Palette {
    /// The colours of a theme.
    pub fn of(theme: Theme) -> &'static Palette {
        static LIGHT: LazyLock<Palette> = LazyLock::new(|| Palette::new(Theme::Light));
        static DARK: LazyLock<Palette> = LazyLock::new(|| Palette::new(Theme::Dark));
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    fn new(theme: Theme) -> Palette {
        let mut colours: Vec<Rgb> = Vec::new();
        let mut add = |colour: Rgb| {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        };
        for paint in Paint::ALL {
            add(paint.rgb(theme));
        }
        for (one, other) in MEET {
            let (one, other) = (one.rgb(theme), other.rgb(theme));
            add([0, 1, 2].map(|part: usize| one[part].midpoint(other[part])));
        }
        colours.truncate(256);
        let mut nearest: Vec<u8> = (0..1 << 15)
            .map(|cell: u32| {
                let middle = |shift: u32| ((cell >> shift & 31) << 3 | 4) as u8;
                nearest_of(&colours, [middle(10), middle(5), middle(0)])
            })
            .collect();
        for (number, colour) in colours.iter().enumerate().rev() {
            nearest[cell(*colour)] = number as u8;
        }
        Palette { colours, nearest }
    }

    /// Red, green, blue of each colour, one after the other.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The number of the nearest colour.
    pub fn number(&self, colour: Rgb) -> u8 {
        self.nearest[cell(colour)]
    }
}

fn cell(colour: Rgb) -> usize {
    let [red, green, blue] = colour.map(|part| usize::from(part >> 3));
    red << 10 | green << 5 | blue
}

fn nearest_of(colours: &[Rgb], colour: Rgb) -> u8 {
    let distance = |other: &Rgb| -> u32 {
        let parts = colour.iter().zip(other);
        parts.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let nearest = (0u8..=255)
        .zip(colours)
        .min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(number, _)| number)
}
