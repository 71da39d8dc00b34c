//! A test of the run with the most actions: many spaces to step to, and an ability for any space at
//! any price.

use crate::{MAX_LISTED, dice::Seed, live::Live};

#[test]
fn no_run_has_more_actions_than_are_listed() {
    let text = "run m13=K1 k@-,g2@-,r6@-,b3@m13 k2g2r2b2 k3g3r3b3 0 \
                K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,KF,R5,GF,B1,RF,B2,BF,B3,B4,B5 -";
    let run = Live::set_up(text, Some(Seed([1; 32]))).unwrap();
    let possible = run.possible(&|_| true);
    assert!(
        !possible.has_more && possible.actions.len() > 8_000,
        "{}",
        possible.actions.len()
    );
    assert!(possible.actions.len() < MAX_LISTED);
    let line = "use b m16 pay k r";
    assert!(run.possible(&|action| action == line).actions.len() == 1);
}
