//! The lessons of this family of games. Most pictures show the line from dot a1 through e5, or its
//! surroundings, which are the same on every board.

use super::{piece::PieceKind, position::Position, variant::Variant};
use crate::teach::{Picture, TeachText, Teaching, Topic};

impl Variant {
    /// Returns the lessons of the variant.
    pub(super) fn teaching(self) -> &'static Teaching {
        match self {
            Variant::Matrx | Variant::MatrxClassic => &MATRX,
            Variant::GipfBasic => &BASIC,
            Variant::GipfStandard => &STANDARD,
            Variant::GipfTournament => &TOURNAMENT,
        }
    }
}

/// The number of optional topics, which are last: ZÈRTZ potentials, then TAMSK potentials.
const AGREED: usize = 2;

impl Position {
    /// Returns the number of optional topics, about potentials, that apply to this game.
    pub(super) fn agreed_to_teach(&self) -> usize {
        let has = |kind| self.variant.potentials().contains(&kind) && self.has_kind(kind);
        match (has(PieceKind::Zertz), has(PieceKind::Tamsk)) {
            (_, true) => AGREED,
            (true, false) => 1,
            (false, false) => 0,
        }
    }
}

const MATRX: Teaching = Teaching {
    goal: TeachText::MatrxGoal,
    topics: &[
        MATRX_BOARD,
        MATRX_ENTER,
        MATRX_ROW,
        MATRX_STACKS,
        MATRX_ZERTZ,
        MATRX_YINSH,
        MATRX_DVONN,
        MATRX_TAMSK,
        Topic::of(TeachText::MatrxTurnTitle, TeachText::MatrxTurn, &[]),
    ],
    agreed: 0,
    play: TeachText::PlayMatrx,
    first_turn: Picture::of(
        "matrx w - G3T6Z6D6Y6P6 G3T6Z6D6Y6P6",
        &["Gb2"],
        &["a1", "d1", "c4"],
    ),
};

const MATRX_BOARD: Topic = Topic::of(
    TeachText::BoardTitle,
    TeachText::MatrxBoard,
    &[Picture::of(
        "matrx w b2=G,c3=TT,c5=DDd,d2=g G1T4D2 G2D5",
        &[],
        &["a1", "b6", "d1"],
    )],
);

const MATRX_ENTER: Topic = Topic::of(
    TeachText::EnterTitle,
    TeachText::MatrxEnter,
    &[
        Picture::of(
            "matrx w c4=g G3T6Z6D6Y6P6 G2T6Z6D6Y6P6",
            &["Gb2"],
            &["a1", "d1", "c4"],
        ),
        Picture::of(
            "matrx w b2=G,c3=g G2T6Z6D6Y6P6 G2T6Z6D6Y6P6",
            &["Ga1-d4"],
            &["a1", "b1", "d5"],
        ),
    ],
);

const MATRX_ROW: Topic = Topic::of(
    TeachText::RowTitle,
    TeachText::MatrxRow,
    &[Picture::of(
        "matrx w b2=Z,c3=G,d4=D,f5=y G2T6Z5D5Y6P6 G3T6Z6D6Y5P6",
        &["Ga1-e5", "xb2,c3,d4,e5,f5"],
        &["a1", "b1", "f5"],
    )],
);

const MATRX_STACKS: Topic = Topic::of(
    TeachText::MatrxStacksTitle,
    TeachText::MatrxStacks,
    &[Picture::of(
        "matrx w b2=ZZ,b5=G,c3=D,d4=P,e5=YY,f5=g T6Z4D5Y4P5 G1T6Z6D6Y6P6",
        &["xc3,d4,f5"],
        &["a1", "b1", "f5"],
    )],
);

const MATRX_ZERTZ: Topic = Topic::of(
    TeachText::ZertzTitle,
    TeachText::MatrxZertz,
    &[Picture::of(
        "matrx w b5=G,c3=ZZ,d4=g,e5=DD T6Z4D4Y6P6 G2T6Z6D6Y6P6",
        &["Zc3-f5"],
        &["c2", "d3", "f5"],
    )],
);

const MATRX_YINSH: Topic = Topic::of(
    TeachText::YinshTitle,
    TeachText::MatrxYinsh,
    &[Picture::of(
        "matrx w b5=G,c3=YY,f5=g T6Z6D6Y4P6 G2T6Z6D6Y6P6",
        &["Yc3-e5"],
        &["c2", "d3", "f5"],
    )],
);

const MATRX_DVONN: Topic = Topic::of(
    TeachText::DvonnTitle,
    TeachText::MatrxDvonn,
    &[Picture::of(
        "matrx w b5=G,c3=DD,e5=dd T6Z6D4Y6P6 G3T6Z6D4Y6P6",
        &["Dc3-e5"],
        &["c2", "d3", "f5"],
    )],
);

const MATRX_TAMSK: Topic = Topic::of(
    TeachText::TamskTitle,
    TeachText::MatrxTamsk,
    &[Picture::of(
        "matrx w b2=g,b5=G,c3=P,d4=TT T4Z6D6Y6P5 G2T6Z6D6Y6P6",
        &["Ya1-e5", "+c2"],
        &["a1", "c1", "e5"],
    )],
);

const BASIC: Teaching = Teaching {
    goal: TeachText::GipfGoal,
    topics: &[BOARD, ENTER, ROW, GIPF_TURN, LOADED, LOADED_TAMSK],
    agreed: AGREED,
    play: TeachText::PlayGipf,
    first_turn: Picture::of(
        "gipf-basic w b2=b,b5=B,e2=B,e8=b,h2=b,h5=B B12 B12",
        &["a1-c3"],
        &["a1", "c1", "d4"],
    ),
};

const STANDARD: Teaching = Teaching {
    goal: TeachText::GipfGoal,
    topics: &[
        BOARD_GIPF,
        ENTER,
        ROW,
        GIPFS_STAY,
        GIPF_TURN,
        LOADED,
        LOADED_TAMSK,
    ],
    agreed: AGREED,
    play: TeachText::PlayGipf,
    first_turn: Picture::of(
        "gipf-standard w b2=bb,b5=BB,e2=BB,e8=bb,h2=bb,h5=BB B12 B12",
        &["a1-c3"],
        &["a1", "c1", "d4"],
    ),
};

const TOURNAMENT: Teaching = Teaching {
    goal: TeachText::GipfGoal,
    topics: &[
        BOARD_GIPF,
        BEGIN,
        ENTER,
        ROW,
        GIPFS_STAY,
        GIPF_TURN,
        LOADED,
        LOADED_TAMSK,
    ],
    agreed: AGREED,
    play: TeachText::PlayGipf,
    first_turn: Picture::of(
        "gipf-tournament w - B18 B18 Gg",
        &["Gb2"],
        &["a1", "d1", "c4"],
    ),
};

const BOARD: Topic = Topic::of(
    TeachText::BoardTitle,
    TeachText::GipfBoard,
    &[Picture::of(
        "gipf-basic w b2=B,c3=b,c5=B B11 B12",
        &[],
        &["a1", "b6", "d1"],
    )],
);

const BOARD_GIPF: Topic = Topic::of(
    TeachText::BoardTitle,
    TeachText::GipfBoardTwo,
    &[Picture::of(
        "gipf-standard w b2=B,c3=bb,c5=BB B11 B12",
        &[],
        &["a1", "b6", "d1"],
    )],
);

const BEGIN: Topic = Topic::of(
    TeachText::BeginTitle,
    TeachText::GipfBegin,
    &[Picture::of(
        "gipf-tournament w b2=BB,h5=bb B16 B16 Gg",
        &["a1-c3"],
        &["a1", "c1", "d4"],
    )],
);

const ENTER: Topic = Topic::of(
    TeachText::EnterTitle,
    TeachText::GipfEnter,
    &[
        Picture::of("gipf-basic w c4=b B12 B12", &["b2"], &["a1", "d1", "c4"]),
        Picture::of(
            "gipf-basic w b2=B,c3=b B12 B12",
            &["a1-d4"],
            &["a1", "b1", "d5"],
        ),
    ],
);

const ROW: Topic = Topic::of(
    TeachText::RowTitle,
    TeachText::GipfRow,
    &[Picture::of(
        "gipf-basic w b2=B,c3=B,d4=B,f5=b B9 B11",
        &["a1-e5", "xb2,c3,d4,e5,f5"],
        &["a1", "b1", "f5"],
    )],
);

const GIPFS_STAY: Topic = Topic::of(
    TeachText::GipfsStayTitle,
    TeachText::GipfsStay,
    &[Picture::of(
        "gipf-standard w b2=B,c3=BB,d4=B,e5=B,f5=bb,h2=bb B9 B9",
        &["xb2,d4,e5,f5*"],
        &["a1", "b1", "f5"],
    )],
);

const GIPF_TURN: Topic = Topic::of(TeachText::GipfTurnTitle, TeachText::GipfTurn, &[]);

const LOADED: Topic = Topic::of(
    TeachText::LoadedTitle,
    TeachText::Loaded,
    &[
        Picture::of(
            "gipf-basic w b2=b B9Z3 B10Z3",
            &["Za1-c3"],
            &["a1", "c1", "d4"],
        ),
        Picture::of(
            "gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3",
            &["Zc3-f5"],
            &["c2", "d3", "f5"],
        ),
    ],
);

const LOADED_TAMSK: Topic = Topic::of(
    TeachText::TamskTitle,
    TeachText::LoadedTamsk,
    &[Picture::of(
        "gipf-basic w b2=B,c3=b,d4=BT B9T2 B10T3",
        &["Ta1-e5", "+c2"],
        &["a1", "c1", "e5"],
    )],
);
