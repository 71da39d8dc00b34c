//! The lesson of the run.

use crate::teach::{Picture, TeachText, Teaching, Topic};

pub(super) const TEACHING: Teaching = Teaching {
    goal: TeachText::RunGoal,
    topics: &[BOARD, STEP, FAIL, BOOST, FORT, END, CUSTOM],
    agreed: 0,
    play: TeachText::PlayRun,
    first_turn: Picture {
        position: "run - k@-,g@-,r@-,b@- - k5g5r5b5 0 G2,K1,K2,K3,K4,K5,G1,G3,G4,G5,R1,R2,R3,R4,\
                   R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -",
        actions: &["k m13"],
        dice: &[4],
        seen: &[],
    },
};

const BOARD: Topic = Topic::of(
    TeachText::BoardTitle,
    TeachText::RunBoard,
    &[Picture {
        position: "run m13=K5,m14=G2,n13=R3+ k@m13,g@m14,r@-,b@- k1g1 k4g4r4b5 1 K1,K2,K3,K4,G1,G3,G4,\
                   G5,R1,R2,R4,KF,R5,B1,GF,B2,RF,B3,BF,B4,B5 -",
        actions: &[],
        dice: &[],
        seen: &[],
    }],
);

const STEP: Topic = Topic::of(
    TeachText::RunStepTitle,
    TeachText::RunStep,
    &[Picture {
        position: "run m13=K1 k@m13,g@-,r@-,b@- k1 k4g5r5b5 0 G3,K2,K3,K4,K5,G1,G2,G4,G5,R1,R2,R3,R4,\
                   KF,R5,B1,GF,B2,RF,B3,BF,B4,B5 -",
        actions: &["k e"],
        dice: &[5],
        seen: &[],
    }],
);

const FAIL: Topic = Topic::of(
    TeachText::RunFailTitle,
    TeachText::RunFail,
    &[Picture {
        position: "run m13=K1,n13=G3 k@n13,g@-,r@-,b@- g1 k5g4r5b5 0 K2,K3,K4,K5,G1,G2,G4,G5,R1,R2,\
                   R3,R4,R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -",
        actions: &["r m13"],
        dice: &[1],
        seen: &[],
    }],
);

const BOOST: Topic = Topic::of(
    TeachText::RunBoostTitle,
    TeachText::RunBoost,
    &[Picture {
        position: "run m13=K1,n13=G4 k@m13,g@-,r@-,b@- g2 k5g3r5b5 0 K2,K3,K4,K5,G1,G2,G3,G5,R1,R2,\
                   R3,R4,R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -",
        actions: &["k n13", "boost"],
        dice: &[3],
        seen: &[],
    }],
);

// A fort can be on the table only if at least 14 ice tiles are.
const FORT: Topic = Topic::of(
    TeachText::RunFortTitle,
    TeachText::RunFort,
    &[Picture {
        position: "run l12=K1,l13=K4,l14=B1,m13=R1,m14=K5,m15=G1,n13=G2,n15=R4,n16=GF,o13=R5,o14=R2,\
                   o15=KF+,p12=G3,p13=K3,q12=B5,r12=G5,s12=R3 k@o14,g@n16,r@n13,b@l12 k1g3r5b2 k3g2b3 4 \
                   BF,RF,B2,B3,K2,B4,G4 -",
        actions: &["k n", "boost"],
        dice: &[5],
        seen: &["n13", "n16", "p13"],
    }],
);

const END: Topic = Topic::of(TeachText::RunEndTitle, TeachText::RunEnd, &[]);

const CUSTOM: Topic = Topic::of(TeachText::RunCustomTitle, TeachText::RunCustom, &[]);
