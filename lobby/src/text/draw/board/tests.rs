use super::*;
use games::{Entry, Live, Seed, read_position};

fn drawn(position: &str, width: Width) -> String {
    let position = read_position(position).unwrap_or_else(|error| panic!("{error}"));
    draw(&position.scene(), width)
}

fn check(position: &str, expected: &str) {
    let drawn = drawn(position, Width::Wide);
    assert_eq!(drawn.trim_end(), expected.trim_matches('\n'), "\n{drawn}");
}

fn check_narrow(position: &str, expected: &str) {
    let drawn = drawn(position, Width::Narrow);
    assert_eq!(drawn, expected.trim_matches('\n'), "\n{drawn}");
}

/// Checks the positions of eight games of each kind, every other one with the options for its id.
fn each_position(options: fn(&str) -> &str, check: impl Fn(&Live)) {
    for entry in games::CATALOG {
        for seed in 0..8u8 {
            let options = if seed % 2 == 1 {
                options(entry.id)
            } else {
                "-"
            };
            let mut live = Live::start(entry, options, Some(Seed([seed; 32]))).unwrap();
            let mut choice = u64::from(seed);
            while live.outcome().is_none() && live.actions() < 120 {
                let actions = live.legal_actions();
                choice = choice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(17);
                live.play(&actions[(choice >> 33) as usize % actions.len()])
                    .unwrap();
                check(&live);
            }
        }
    }
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
fn zertz_is_drawn_as_rings() {
    check(
        "zertz-basic 1 a1,b1,b2,c1,c2,c3=w,d1,d2,d3=g,d4,e3=b,f1,g4 w2g3b7 w1 w1g1",
        r"
                               ____
                              /g4  \
                              \____/
                ____
           ____/d4  \____
      ____/c3 W\____/e3!B\
 ____/b2  \____/d3 G\____/
/a1  \____/c2  \____/     ____
\____/b1  \____/d2  \    /f1  \
     \____/c1  \____/    \____/
          \____/d1  \
               \____/
",
    );
}

#[test]
fn a_run_shows_strengths_tokens_and_breakers() {
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
fn all_structures_of_a_run_fit_a_phone() {
    check(
        "run f13=RF,g12=R4,g13=K5,h12=R5,h13=G5,h15=R3,h16=GF+,i12=R1,i13=K2,i14=G3,i15=K3,j14=R2,\
         k12=G4,k13=K4,k14=B1,l12=B5,l13=K1,m10=B4,m11=B3,m12=G2,m13=B2,n10=KF,n11=G1,o11=BF+ \
         k@f13,g@l12,r@i13,b@m10 k1r2b2 k4g4r3b2 5 - -",
        r"
   f   g   h   i   j   k   l   m   n   >
16         GF+
15         R3  K3
14             G3  R2  B1
               >r
13 RF  K5  G5  K2      K4  K1  B2
   @k  >k  >r  @r          >g
12     R4  R5  R1      G4  B5  G2
               >r      >g  @g  >g
11                             B3  G1
                               >b
10                             B4  KF
                               @b  >b
   f   g   h   i   j   k   l   m   n   >

 < o
11 BF+
 < o
",
    );
}

#[test]
fn a_space_with_many_breakers_widens_the_grid() {
    check(
        "run l13=G3,m13=K5,m14=G2,n13=R3 k@n13,g@m14,r@-,b@l13 k1g2r1 k4g3r4b5 3 \
         K1,K2,K3,K4,G1,G4,R1,R2,R4,R5,B1,B2,B3,B4,B5,G5,KF,GF,RF,BF -",
        r"
   k    l    m    n    o
15           .g
14      .gb  G2   .kg
             @g
13 .b   G3   K5   R3   .k
        @b   >kgb @k
12      .b        .k
   k    l    m    n    o
",
    );
}

#[test]
fn no_drawing_is_wider_than_promised() {
    // A custom breaker that reaches distant structures.
    let odd = |id: &str| if id == "run" { "custom=k4grb" } else { "-" };
    each_position(odd, |live| {
        let scene = live.scene();
        let drawn = draw(&scene, Width::Wide);
        let weighed = draw(&live.weighed_scene(), Width::Wide);
        assert_eq!(drawn, weighed, "odds are told elsewhere");
        let most = match scene.lattice {
            Lattice::Hex => Width::Wide.columns(),
            Lattice::Square | Lattice::Rings => 40,
        };
        assert!(drawn.lines().all(|line| line.len() <= most), "{drawn}");
    });
}

#[test]
fn structures_far_apart_have_panels_of_their_own() {
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
    let drawn = draw(&live.scene(), Width::Wide);
    assert_eq!(drawn.matches("\n\n").count(), 1, "{drawn}");
    assert!(drawn.lines().count() < 20, "{drawn}");
}

#[test]
fn structures_a_little_apart_stand_in_one_panel() {
    check(
        "run l13=G3,p13=K5 k@p13,g@l13,r@-,b@- k1g1 k4g4r5b5 0 \
         K1,K2,K3,K4,G1,G2,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5,KF,GF,RF,BF -",
        r"
   k   l   m       o   p   q
14     .g              .k
13 .g  G3  .g      .k  K5  .k
       @g              @k
12     .g              .k
   k   l   m       o   p   q
",
    );
}

#[test]
fn a_wide_matrix_is_cut_into_marked_panels() {
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
    let drawn = draw(&live.scene(), Width::Wide);
    let (left, right) = drawn.split_once("\n\n").expect(&drawn);
    assert!(
        left.starts_with("   e   f   g") && left.ends_with("m   >"),
        "{drawn}"
    );
    assert!(right.starts_with(" < n   o"), "{drawn}");
    assert!(
        drawn
            .lines()
            .all(|line| line.len() <= Width::Wide.columns()),
        "{drawn}"
    );
}

#[test]
fn a_duel_is_read_from_its_names() {
    check_narrow(
        "matrx b b4=DDd,c3=zz,e5=TT,f2=G,f6=g,g3=y,i3=tt G1T4Z2D2 G2T2",
        r"
        .e9
      .d8 .f8
    .c7  e8 .g7
  .b6  d7  f7 .h6
.a5  c6  e7  g6 .i5
   b5  d6  g   h5 .j4
.a4  c5  e6  g5  i4
   d'  d5  f5  h4 .j3
.a3  c4  TT  g4  tt
   b3  d4  f4  h3 .j2
.a2  zz  e4  y   i2
   b2  d3  f3  h2 .j1
.a1  c2  e3  g2 .i1
  .b1  d2  G  .h1
    .c1  e2 .g1
      .d1 .f1
        .e1
",
    );
}

#[test]
fn narrow_rings_have_no_edges() {
    check_narrow(
        "zertz-basic 1 a1,b1,b2,c1,c2,c3=w,d1,d2,d3=g,d4,e3=b,f1,g4 w2g3b7 w1 w1g1",
        r"
                  g4


         d4
      c3 W  e3!B
   b2    d3 G
a1    c2
   b1    d2    f1
      c1
         d1
",
    );
}

#[test]
fn a_matrix_has_more_panels() {
    check_narrow(
        "run f13=RF,g12=R4,g13=K5,h12=R5,h13=G5,h15=R3,h16=GF+,i12=R1,i13=K2,i14=G3,i15=K3,j14=R2,\
         k12=G4,k13=K4,k14=B1,l12=B5,l13=K1,m10=B4,m11=B3,m12=G2,m13=B2,n10=KF,n11=G1,o11=BF+ \
         k@f13,g@l12,r@i13,b@m10 k1r2b2 k4g4r3b2 5 - -",
        r"
   f  g  h  i  j  k  >
16       GF+
15       R3 K3
14          G3 R2 B1
            >r
13 RF K5 G5 K2    K4
   @k >k >r @r
12    R4 R5 R1    G4
            >r    >g
   f  g  h  i  j  k  >

 < l  m  n  o
13 K1 B2
   >g
12 B5 G2
   @g >g
11    B3 G1 BF+
      >b
10    B4 KF
      @b >b
 < l  m  n  o
",
    );
}

/// Returns the letters of the pieces in a drawing; names of spots are left out.
fn letters(drawn: &str) -> String {
    let is_piece = |word: &&str| !word.starts_with('.') && !word.contains(char::is_numeric);
    let words = drawn.split([' ', '\n', '*', '!']).filter(is_piece);
    words.collect()
}

#[test]
fn every_narrow_position_fits_and_shows_every_piece() {
    let odd = |id: &str| match id {
        "run" => "custom=kgrb",
        "gipf-tournament" => "zertz=3,tamsk=3",
        _ => "-",
    };
    each_position(odd, |live| check_shown(&live.weighed_scene()));
}

fn check_shown(scene: &Scene) {
    let drawn = draw(scene, Width::Narrow);
    let fits = |line: &str| line.is_ascii() && line.len() <= Width::Narrow.columns();
    assert!(drawn.lines().all(fits), "{drawn}");
    for point in &scene.points {
        let on: String = point.pieces.iter().map(|piece| piece.letter).collect();
        let shown = match scene.lattice {
            Lattice::Hex if on.is_empty() => point.name.clone(),
            Lattice::Hex => hex_pieces(point),
            Lattice::Rings => rings::inside(point).trim_end().to_owned(),
            Lattice::Square if on.is_empty() => continue,
            Lattice::Square => format!("@{}", on.to_ascii_lowercase()),
        };
        assert!(drawn.contains(&shown), "{shown} in\n{drawn}");
    }
    if scene.lattice == Lattice::Hex {
        let on = scene.points.iter().filter(|point| !point.pieces.is_empty());
        let expected: String = on.map(hex_pieces).collect();
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&letters(&drawn)), sorted(&expected), "{drawn}");
    }
}
