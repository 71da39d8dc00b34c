use super::*;
use games::{Entry, Live, Seed, read_position};

fn check(position: &str, expected: &str) {
    let scene = read_position(position)
        .unwrap_or_else(|error| panic!("{error}"))
        .scene();
    let drawn = draw(&scene);
    assert_eq!(drawn.trim_end(), expected.trim_matches('\n'), "\n{drawn}");
}

#[test]
fn a_duel_is_drawn_with_every_name() {
    check(
        "matrx b b4=DDd,c3=zz,e5=TT,f2=G,f6=g,g3=y,i3=tt G1T4Z2D2 G2T2",
        r"
                .e9
            .d8     .f8
        .c7      e8     .g7
    .b6      d7      f7     .h6
.a5      c6      e7      g6     .i5
     b5      d6      f6 g    h5     .j4
.a4      c5      e6      g5      i4
     b4 d'   d5      f5      h4     .j3
.a3      c4      e5 TT   g4      i3 tt
     b3      d4      f4      h3     .j2
.a2      c3 zz   e4      g3 y    i2
     b2      d3      f3      h2     .j1
.a1      c2      e3      g2     .i1
    .b1      d2      f2 G   .h1
        .c1      e2     .g1
            .d1     .f1
                .e1
",
    );
}

#[test]
fn a_run_is_drawn_with_strengths_tokens_and_breakers() {
    check(
        "run l12=G5+,l13=G1,m12=K1,m13=G2,m14=K5 k@l13,g@-,r@m14,b@m12 k2g2 k3g2r5b5 1 \
         B5,B3,K4,R1,K3,K2,R3,B4,R5,R2,KF,G4,BF,B2,R4,RF,G3,GF,B1 ask=k:l12:4",
        r"
   k   l   m   n
15         .
14     .   K5  .
           @r
13 .   G1  G2
       @k
12 .   G5+ K1  .
       ?   @b
11     .   .
   k   l   m   n
",
    );
}

#[test]
fn no_drawing_is_wider_than_promised() {
    for entry in games::CATALOG {
        for seed in 0..8u8 {
            let mut live = Live::start(entry, "-", Some(Seed([seed; 32]))).unwrap();
            let mut choice = u64::from(seed);
            while live.outcome().is_none() && live.actions() < 120 {
                let actions = live.legal_actions();
                choice = choice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(17);
                live.play(&actions[(choice >> 33) as usize % actions.len()])
                    .unwrap();
                let drawn = draw(&live.scene());
                assert!(drawn.lines().all(|line| line.len() <= WIDTH), "{drawn}");
            }
        }
    }
}

#[test]
fn structures_far_apart_stand_in_panels_of_their_own() {
    let entry = Entry::find("run").unwrap();
    let mut live = Live::start(entry, "-", Some(Seed([3; 32]))).unwrap();
    for step in ["k b2", "g x24"] {
        live.play(step).unwrap();
        if live
            .prompt()
            .is_some_and(|prompt| !prompt.choices.is_empty())
        {
            live.play("hold").unwrap();
        }
    }
    let drawn = draw(&live.scene());
    assert_eq!(drawn.matches("\n\n").count(), 1, "{drawn}");
    assert!(drawn.lines().count() < 20, "{drawn}");
}

#[test]
fn a_wide_matrix_is_cut_into_panels_that_say_so() {
    let entry = Entry::find("run").unwrap();
    let mut live = Live::start(entry, "-", Some(Seed([3; 32]))).unwrap();
    for column in 'f'..='p' {
        if live.play(&format!("k {column}9")).is_err() {
            live.play("hold").unwrap();
            live.play(&format!("k {column}9")).unwrap();
        }
        if live
            .prompt()
            .is_some_and(|prompt| !prompt.choices.is_empty())
        {
            live.play("hold").unwrap();
        }
        if live.outcome().is_some() {
            break;
        }
    }
    let drawn = draw(&live.scene());
    let (left, right) = drawn.split_once("\n\n").expect(&drawn);
    assert!(
        left.starts_with("   e   f   g") && left.ends_with("m   >"),
        "{drawn}"
    );
    assert!(right.starts_with(" < n   o"), "{drawn}");
    assert!(drawn.lines().all(|line| line.len() <= WIDTH), "{drawn}");
}
