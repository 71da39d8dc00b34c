//! The lesson of ZÈRTZ, on boards with few rings.

use crate::teach::{Picture, TeachText, Teaching, Topic};

pub(super) const TEACHING: Teaching = Teaching {
    goal: TeachText::RingsGoal,
    topics: &[BOARD, PLACE, CAPTURE, CHAIN, ISOLATE, END],
    agreed: 0,
    play: TeachText::PlayZertz,
    first_turn: Picture::of(START, &["Wb3,a4"], &["a1", "a4", "d4"]),
};

/// The full board at the start.
const START: &str = "zertz-basic 1 a1,a2,a3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5,d6,d7,\
                     e1,e2,e3,e4,e5,e6,f1,f2,f3,f4,f5,g1,g2,g3,g4 w5g7b9 - -";

const BOARD: Topic = Topic::of(
    TeachText::BoardTitle,
    TeachText::RingsBoard,
    &[Picture::of(
        "zertz-basic 1 c2,c3=w,c4,d2,d3,d4,d5=g,e2=b,e3,e4 w4g6b8 - -",
        &[],
        &[],
    )],
);

const PLACE: Topic = Topic::of(
    TeachText::RingsPlaceTitle,
    TeachText::RingsPlace,
    &[Picture::of(
        "zertz-basic 1 c3,c4,d3,d4,d5,e3,e4 w5g7b9 - -",
        &["Wd4,e3"],
        &[],
    )],
);

const CAPTURE: Topic = Topic::of(
    TeachText::RingsCaptureTitle,
    TeachText::RingsCapture,
    &[Picture::of(
        "zertz-basic 1 c3=w,c4,d3,d4=g,d5,e3,e4 w4g6b9 - -",
        &["c3-e4"],
        &[],
    )],
);

const CHAIN: Topic = Topic::of(
    TeachText::RingsChainTitle,
    TeachText::RingsChain,
    &[Picture::of(
        "zertz-basic 1 c3=w,c4,d3,d4=g,d5,e2,e3=b,e4 w4g6b8 - -",
        &["c3-e4-e2"],
        &[],
    )],
);

const ISOLATE: Topic = Topic::of(
    TeachText::RingsIsolateTitle,
    TeachText::RingsIsolate,
    &[Picture::of(
        "zertz-basic 1 c3,c4,d3,d4,d5,e4,f3=w w4g7b9 - -",
        &["Bc3,e4"],
        &[],
    )],
);

const END: Topic = Topic::of(TeachText::RingsEndTitle, TeachText::RingsEnd, &[]);
