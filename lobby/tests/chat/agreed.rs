//! Options of a challenge.

use crate::room::{Chat, Place};

#[test]
fn agreed_options_are_announced_and_played() {
    let mut chat = Chat::new();
    let asked = chat
        .say(
            "alice",
            Place::Room,
            "!challenge @bob gipf-standard zertz 4 white",
        )
        .unwrap();
    assert!(
        asked
            .plain()
            .ends_with("\ngipf-opening-potentials count=4 piece=Z"),
        "{asked:?}"
    );
    let begun = chat.ask("bob", Place::Room, "!accept");
    let reserve = "\ngipf-reserve again=no pieces=12B,4Z player=alice seat=white\n";
    assert!(begun.contains(reserve), "{begun}");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let mut chat = Chat::new();
    let no_handicap = "gipf-no-handicap game=gipf-standard";
    let no_potentials = "gipf-no-potentials game=matrx";
    for (words, refusal) in [
        (
            "gipf-standard zertz 2",
            "gipf-potentials-range fewest=3 most=6 text=2",
        ),
        ("gipf-standard black+2", no_handicap),
        ("gipf-basic black+4", "gipf-handicap-range most=3 text=4"),
        ("matrx zertz 3", no_potentials),
        ("zertz-basic zertz 3", "challenge-unknown-option prefix=!"),
        ("zertz 3", no_potentials),
        ("gipf zertz", "challenge-too-much extra=zertz form="),
        ("gipf zertz3", "challenge-too-much extra=zertz3 form="),
        ("gipf black+1", no_handicap),
        (
            "gipf-basic black+1 white+1",
            "gipf-agreed-twice text=white+1",
        ),
        ("gipf zertz 3 zertz 4", "gipf-agreed-twice text=zertz=4"),
    ] {
        let refused = chat.ask("alice", Place::Room, &format!("!challenge @bob {words}"));
        assert!(refused.starts_with(refusal), "{words}: {refused}");
    }
}

#[test]
fn a_game_can_be_named_without_its_version() {
    let mut chat = Chat::new();
    for (name, meant) in [
        ("gipf", "gipf-standard"),
        ("ZÈRTZ", "zertz-basic"),
        ("Matrx", "matrx"),
    ] {
        let asked = chat.ask("alice", Place::Room, &format!("!challenge @bob {name}"));
        let made = format!("challenge-made from=alice game={meant} ");
        assert!(asked.starts_with(&made), "{asked}");
        let rules = chat.ask("alice", Place::Room, &format!("!rules {name} 1"));
        let next = format!("\nteach-next game={meant} number=2 ");
        assert!(rules.contains(&next), "{rules}");
    }
}

#[test]
fn a_handicap_follows_its_player_into_a_rematch() {
    let mut chat = Chat::new();
    chat.ask(
        "alice",
        Place::Room,
        "!challenge @bob gipf-basic white black+2",
    );
    let begun = chat.ask("bob", Place::Room, "!accept");
    let reserve = "\ngipf-reserve again=no pieces=14b player=bob seat=black\n";
    assert!(begun.contains(reserve), "{begun}");
    chat.ask("alice", Place::Room, "!resign");
    chat.ask("alice", Place::Room, "!resign");
    chat.ask("alice", Place::Room, "!rematch");
    let again = chat.ask("bob", Place::Room, "!accept");
    let sides = "duel-begun black=alice game=gipf-basic table=t2 white=bob\n";
    assert!(again.starts_with(sides), "{again}");
    let reserve = "\ngipf-reserve again=no pieces=14B player=bob seat=white\n";
    assert!(again.contains(reserve), "{again}");
}
