//! Golden tests: every kind of board, compared with its checked-in picture.
//!
//! `UPDATE_PICTURES=1 cargo test -p pictures --test golden` rewrites the pictures that have changed: look
//! at each of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{env, fs, path::PathBuf};

use games::{Diagram, Entry, Live, Seed, diagram::Course};
use pictures::{Picture, Theme, png};

const NAMES: [&str; 2] = ["alice", "Bob"];

/// Plays a game from a game id or a position text, then the actions, each after ` ; `.
fn live(game: &str) -> Live {
    let mut actions = game.split(" ; ");
    let start = actions.next().unwrap();
    let seed = Some(Seed([7; 32]));
    let mut live = match Entry::find(start) {
        Some(entry) => Live::start(entry, "-", seed).unwrap(),
        None => Live::set_up(start, seed).unwrap(),
    };
    for action in actions {
        live.play(action)
            .unwrap_or_else(|illegal| panic!("{game}: {action}: {illegal}"));
    }
    live
}

#[track_caller]
fn check(name: &str, game: &str) {
    for theme in Theme::ALL {
        check_names(
            &format!("{name}-{theme:?}").to_lowercase(),
            game,
            theme,
            &NAMES,
        );
    }
}

#[track_caller]
fn check_names(name: &str, game: &str, theme: Theme, names: &[&str]) {
    let live = live(game);
    let names = names.iter().take(live.entry().seats);
    let names: Vec<String> = names.map(|&name| name.to_owned()).collect();
    compare(name, png(&[&Diagram::of(&live, Some(7), &names)], theme));
}

/// Fails unless a picture has the palette and the pixels of the checked-in one.
#[track_caller]
fn compare(name: &str, picture: Picture) {
    assert!(picture.height <= picture.width, "clients show it too small");
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let path = folder.join(name).with_extension("png");
    let same = fs::read(&path).is_ok_and(|known| decoded(&known) == decoded(&picture.bytes));
    if !same && env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&path, &picture.bytes).unwrap();
    } else {
        assert!(same, "{name} looks different from what it was, or is new");
    }
}

/// Returns width, height, palette and pixels of a PNG file.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    let palette = reader.info().palette.as_ref().unwrap().to_vec();
    (frame.width, frame.height, palette, pixels)
}

const DUEL: &str =
    "matrx ; Gb2 ; gi2 ; g b1 b2 ; Gi4 ; Gb5 ; Gd2 ; Tf2 ; Zc2 ; Tb4 ; xb2,b3,b4*,b5";

#[test]
fn the_course_is_drawn_below_a_duel() {
    let names = NAMES.map(str::to_owned);
    let diagram = Diagram::past(&live(DUEL), Some(7), &names);
    let short = Course {
        balances: vec![0, 20, -35, 60, 250, 240, -150, -900],
        tipped: vec![5, 8],
    };
    let ways = (0..90).map(|turn: i32| (turn % 30 - 15) * 40);
    let long = Course {
        balances: ways.collect(),
        tipped: vec![1, 31, 90],
    };
    for (name, course) in [("course-short", short), ("course-long", long)] {
        for theme in Theme::ALL {
            let diagram = diagram.clone().with_course(course.clone());
            let name = format!("{name}-{theme:?}").to_lowercase();
            compare(&name, png(&[&diagram], theme));
        }
    }
}

#[test]
fn matrx() {
    check("matrx-start", "matrx");
    check("matrx-push", "matrx ; Gb2 ; gi2 ; g b1 b2");
    check("matrx-captured", DUEL);
    check("matrx-jump", &format!("{DUEL} ; Zc2-e2"));
    check(
        "matrx-middle",
        "matrx b b2=G,b4=DD,b5=tt,c4=PP,d2=PP,d4=pp,d7=g,e5=zz,e7=Y,e8=zz,f3=g,f4=pp,f5=YY,f6=TT,\
         f7=ZZ,g2=DD,g5=tt,g6=DD,h2=tt,h4=G,i2=G,i4=ZZ Y3P2 Z2Y2",
    );
    check(
        "matrx-extra-move",
        "matrx w b5=G,c3=YY,d4=zz,e5=TT T4Z6D6Y4P6 G2T6Z4D6Y6P6",
    );
    check("matrx-classic-start", "matrx-classic");
}

#[test]
fn gipf() {
    check("gipf-basic-start", "gipf-basic");
    check("gipf-standard-start", "gipf-standard");
    check(
        "gipf-tournament-middle",
        "gipf-tournament w c2=B,c5=B,c6=b,d2=b,d5=bb,d6=B,d7=B,e2=b,e3=B,e4=B,e5=b,e7=b,f2=BB,f3=B,\
         f5=B,f6=B,f7=b,g2=b,g3=B,g5=b,h2=b,h3=b,h4=b,h5=B B5 B5 -",
    );
    check(
        "three-rows-at-once",
        "gipf-basic w b2=b,b4=b,c5=B,d2=b,d4=b,d5=b,d6=B,e4=B,e5=B,e6=B,e8=B,f2=b,f3=B,f5=B,f6=B,\
         f7=B,g2=B,g3=b,g5=b,h2=B,h4=B,h5=B B1 B7 ; i3-e7",
    );
}

#[test]
fn the_highest_piles() {
    check(
        "highest-piles",
        "matrx w b2=DD,b4=g,c2=DD,c3=g,c6=tt,d3=G,d6=TT,d7=TT,e2=g,e4=zz,e5=PP,e6=dd,f2=G,f3=P,\
         f4=ppPpPp,f5=Z,f6=y,f7=YY,g3=Y,g4=z,g5=tt,g6=y,h2=DD,h3=Y,h4=TT,h5=dd,i3=zz,i4=pp Y2P1 \
         T2Z1Y4 ; Pe5-f4",
    );
}

#[test]
fn everything_in_reserve_and_out_of_the_game() {
    check(
        "matrx-stocks",
        "matrx w b2=g,b3=G,b4=TT,c3=z,d4=zz G1T2Z2D2Y2P2 G1T4Z2D4Y4P4 ; Ge8",
    );
}

#[test]
fn zertz() {
    check(
        "zertz-capture",
        "zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -",
    );
    check("zertz-start", "zertz-tournament");
    check("zertz-placed", "zertz-basic ; Wa1,g1");
    check(
        "zertz-jumps",
        "zertz-basic 2 a2=b,a3,b2=g,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2=b,d3,d4=b,d5,d6,d7,e1,e2,e3,\
         e4,e5,e6,f1,f2,f3=g,f4,g1,g4 w4g5b6 - w1 ; x a2Gc2Be1",
    );
}

#[test]
fn the_run() {
    check("run-start", "run");
    check("run-begun", "run ; k m14 ; g m15");
    check(
        "run-middle",
        "run l13=R5,l14=B4,l15=K3,l16=G3,m12=K1,m13=B1,m14=R4,m15=G5,n15=K5 k4@-,g5@-,r2@l16,b@- \
         k2g2r2b1 k3g3r3b4 8 G1,R2,G4,R1,G2,BF,GF,R3,K4,KF,B3,B2,B5,K2,RF -",
    );
    check(
        "run-question",
        "run i14=G4,i15=KF+,j14=K1,k14=R5-2,l12=K2,l13=G3,l14=B2,l15=G1,l16=G5,m13=G2,m16=K3,\
         n13=B4,n14=BF,n15=B5,n16=R1,o15=K4 k@l13,g6@o15,r4@i14^=3,b6@n14 k4g1b2 g4r5b3 7 \
         RF,R2,K5,GF,B1,B3,R3,R4 ask=r:i15:3",
    );
    check(
        "run-of-24-structures",
        "run a23=R2,a24=B5,a25=R5,m17=GF+,n16=KF+,n17=G4,o17=B4,o18=G3,o19=G5,p19=G2,t1=K2,u1=K1,\
         v1=R3,v2=R1,w1=K3,w11=K5,x6=B1,x7=B2,x10=K4,x11=B3,y7=RF,y8=BF,y9=R4,y10=G1 \
         k@a24,g@n17,r@x7,b@t1 k3g3r3b3 k1g1r2b2 9 - -",
    );
}

#[test]
fn names_that_are_long_or_cannot_be_written() {
    let long = ["Wilhelmina Wolkenstein-Mommsen the Third", "Москва Ωμέγα"];
    check_names("names-long", DUEL, Theme::Light, &long);
    let foreign = ["שלום עולם", "안녕하세요"];
    check_names("names-foreign", DUEL, Theme::Light, &foreign);
}

#[test]
fn steps_of_a_lesson() {
    let first = live("matrx ; Gb2");
    let second = live("matrx ; Gb2 ; gi2 ; g b1 b2");
    let stills = [first, second].map(|live| Diagram::still("matrx", live.scene()));
    let [first, second] = &stills;
    compare("steps", png(&[first, second, first], Theme::Light));
}
