//! Tests of custom breakers in texts: positions, actions, options.

use super::*;

#[test]
fn custom_breakers_are_chosen_or_rolled() {
    let check = |options: &str, dice: &[u8], expected: &str| {
        let mut dice = Dice::given(dice.iter().copied());
        let run = start(options, &mut dice).unwrap();
        assert_eq!(breakers(&run), expected, "{options}");
        assert_eq!(run.to_string().parse(), Ok(run));
        assert!(dice.roll().is_err());
    };
    check("custom=k3g1", &[], "k3@-,g1@-,r@-,b@-");
    check("custom=b6", &[], "k@-,g@-,r@-,b6@-");
    // The order is always k g r b.
    check("custom=brgk", &[1, 2, 3, 4], "k1@-,g2@-,r3@-,b4@-");
    check("target=7,custom=r5b", &[2], "k@-,g@-,r5@-,b2@-");
    check("custom=k,target=7", &[6], "k6@-,g@-,r@-,b@-");
    for wrong in [
        "", "k7", "k0", "kk", "k33", "x", "k=3", "K3", "k3 g1", "all",
    ] {
        let refused = start(&format!("custom={wrong}"), &mut Dice::none()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("run-custom-unreadable text={wrong}")
        );
    }
    let twice = start("custom=k1,custom=g1", &mut Dice::none()).unwrap_err();
    assert_eq!(twice.to_string(), "common-unknown-option text=custom=g1");
}

#[test]
fn the_dice_for_custom_breakers_follow_the_deal() {
    let seed = || Dice::from_seed(crate::dice::Seed([5; 32]));
    let mut plain = seed();
    let dealt = start("-", &mut plain).unwrap();
    let mut dice = seed();
    let custom = start("custom=gk", &mut dice).unwrap();
    assert!(dealt.stack.downwards().eq(custom.stack.downwards()));
    let rolled = [plain.roll().unwrap(), plain.roll().unwrap()];
    assert_eq!(
        rolled,
        [custom.custom(Colour::Black), custom.custom(Colour::Green)]
    );
    assert_eq!(plain.roll(), dice.roll());
}

#[test]
fn the_opening_tells_which_breakers_are_custom() {
    let run = start("custom=k3b1", &mut Dice::none()).unwrap();
    let told: Vec<String> = run.opening().iter().map(Fact::to_string).collect();
    assert_eq!(
        told,
        ["run-breaker-about custom=k3", "run-breaker-about custom=b1"]
    );
}

#[test]
fn the_question_says_whose_abilities_can_be_used() {
    let run = start("custom=k3g1r4", &mut Dice::none()).unwrap();
    let ask = run.prompt().unwrap().ask.to_string();
    assert_eq!(
        ask,
        "run-step-custom damage=0 limit=10 outside=k g r b stack=24 target=- uses=k"
    );
}

#[test]
fn looser_habits_of_abilities_are_understood() {
    let check = |text: &str, canonical: &str| {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), canonical, "{text}");
        assert_eq!(canonical.parse(), Ok(action));
    };
    check("USE K", "use k");
    check("use black", "use k");
    check("use k: m14", "use k m14");
    check("use k swap red", "use k swap r");
    check("use g swap k, r pay k", "use g swap k r pay k");
    check("use g swap kr pay black", "use g swap k r pay k");
    check("use b m16 pay rk", "use b m16 pay k r");
    check("use b M16 pay b,b", "use b m16 pay b b");
    check("use g k=r,r=k", "use g k=r r=k");
    check("use g black=red red=black", "use g k=r r=k");
    check("use b m14=m16; m16=m14", "use b m14=m16 m16=m14");
    check("use red WEAKEN", "use r weaken");
    check("g m14 sum", "g m14 sum");
    check("gnsum", "g n sum");
    check("red north, blade", "r n blade");
    check("Pass", "pass");
}

#[test]
fn abilities_that_cannot_be_read_are_refused() {
    for text in [
        "use",
        "use ",
        "usek",
        "use y",
        "use k swap",
        "use k swap k g r",
        "use k swap x",
        "use k pay",
        "use k pay x",
        "use k pay k g r b k",
        "use b m14 m15 m16",
        "use b m14=m15 k=r",
        "use b m14=",
        "use g k=r=k",
        "use g k=r r",
        "use r strengthen",
        "use k m14 swap r",
        "sum",
        "g sum",
        "k m14 sum sum",
        "pass k",
    ] {
        let why = text.parse::<Action>().unwrap_err();
        assert_eq!(why.code(), "run-unreadable", "{text}");
    }
    let off = "use k z9".parse::<Action>().unwrap_err();
    assert_eq!(off.to_string(), "run-off-table space=z9");
}

#[test]
fn impossible_custom_breaker_positions_are_refused() {
    let check = |matrix, breakers, options, why: &str| {
        let table = Table {
            matrix,
            breakers,
            options,
            ..Table::default()
        };
        let read = table.text().parse::<Position>();
        assert_eq!(read.unwrap_err().to_string(), why, "{}", table.text());
    };
    let matrix = "m13=K3,n13=G4";
    check(
        matrix,
        "k@m13^2,g@-,r@-,b@-",
        "-",
        "run-position-kept breaker=k",
    );
    check(
        matrix,
        "k2@m13^3,g@-,r@-,b@-",
        "-",
        "run-position-kept breaker=k2",
    );
    check(
        matrix,
        "k2@m13,g@-^2,r@-,b@-",
        "-",
        "run-position-kept breaker=g",
    );
    check(
        matrix,
        "k3@m13,g@-^2,r@-,b@-",
        "-",
        "run-position-kept breaker=g",
    );
    check(
        matrix,
        "k6@m13^=9,g@-,r@-,b@-",
        "-",
        "run-position-kept breaker=k6",
    );
    check(
        matrix,
        "k@-,g@-,r4@-^=8,b@-",
        "-",
        "run-position-kept breaker=r4",
    );
    check(
        matrix,
        "k@m13,g@m13,r@-,b@-",
        "-",
        "run-position-breakers breaker=k space=m13",
    );
    check(
        "m13=K3-2",
        "k@-,g@-,r@-,b@-",
        "-",
        "run-position-lowered space=m13",
    );
    check(
        "m13=K3-1",
        "k@-,g@-,r4@-,b@-",
        "-",
        "run-position-lowered space=m13",
    );
    check(
        "m13=K3-6",
        "k@-,g@-,r4@-,b@-",
        "-",
        "run-position-lowered space=m13",
    );
    check(
        matrix,
        "k@-,g@-,r@-,b@-",
        "reach=3",
        "run-position-reach within=3",
    );
    check(
        matrix,
        "k4@-,g@-,r@-,b@-",
        "reach=7",
        "run-position-reach within=7",
    );
    let unreadable = "run-position-unreadable part=breakers text=";
    for breakers in ["k7@-,g@-,r@-,b@-", "k0@-,g@-,r@-,b@-", "k12@-,g@-,r@-,b@-"] {
        check(matrix, breakers, "-", &format!("{unreadable}{breakers}"));
    }
    let order = "k2@-^0,g@-,r@-,b@-";
    let table = Table {
        matrix,
        breakers: order,
        ..Table::default()
    };
    let why = table.text().parse::<Position>().unwrap_err();
    assert!(
        why.to_string()
            .starts_with("run-position-unreadable part=order")
    );
}
