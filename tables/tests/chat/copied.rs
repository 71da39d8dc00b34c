//! Duels between people that are made again against the computer, to have it say what it would do.

use crate::{
    computer::stored,
    room::{Chat, Place},
};

const OF_DUEL: &str = "I help neither of them";
const OWN: &str = "nothing about that game, in any version";

/// Alice plays Bob what the computer plays somebody, who makes Bob's turns against it; the root of their duel.
fn relayed(chat: &mut Chat, somebody: &str) -> String {
    let begun = chat.ask(somebody, Place::Direct, "play gipf-basic black level 1");
    assert!(begun.contains("Computer 1"), "{begun}");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    for turn in 0..3 {
        let copied = stored(chat, 1).record().turns[2 * turn].clone();
        for action in &copied {
            chat.ask("alice", Place::Thread(&root), action);
        }
        while stored(chat, 2).record().turns.len() < 2 * turn + 2 || stored(chat, 2).is_in_turn() {
            let answer = stored(chat, 2).example().unwrap();
            chat.ask("bob", Place::Thread(&root), &answer);
            chat.ask(somebody, Place::Direct, &answer);
        }
    }
    let (copy, duel) = (stored(chat, 1), stored(chat, 2));
    assert_eq!(copy.record().turns[..6], duel.record().turns);
    assert_eq!(copy.record().turns.len(), 7);
    root
}

fn resign(chat: &mut Chat, who: &str, place: Place) {
    chat.ask(who, place, "resign");
    let over = chat.ask(who, place, "yes");
    assert!(over.contains("resign"), "{over}");
}

/// A hint in a duel of a game that somebody begins with the computer and gives up.
fn hint_in_another(chat: &mut Chat, who: &str, game: &str) -> String {
    let line = format!("play {game} white level 1");
    chat.ask(who, Place::Direct, &line);
    let hint = chat.ask(who, Place::Direct, "hint");
    resign(chat, who, Place::Direct);
    hint
}

#[test]
fn a_duel_copied_against_the_computer_gets_no_advice() {
    for somebody in ["alice", "carol"] {
        let mut chat = Chat::new();
        let root = relayed(&mut chat, somebody);
        let refused = chat.ask(somebody, Place::Direct, "hint");
        assert!(refused.contains(OF_DUEL), "{refused}");
        resign(&mut chat, somebody, Place::Direct);
        let refused = chat.ask(somebody, Place::Direct, "analyse");
        assert!(refused.contains(OF_DUEL), "{refused}");
        resign(&mut chat, "bob", Place::Thread(&root));
        let told = chat.ask(somebody, Place::Direct, "analyse");
        assert!(told.contains("Table t1"), "{told}");
    }
}

#[test]
fn a_takeback_against_the_computer_leads_to_no_advice() {
    let mut chat = Chat::new();
    relayed(&mut chat, "alice");
    let back = chat.ask("alice", Place::Direct, "takeback");
    assert!(back.contains("Taken back"), "{back}");
    let refused = chat.ask("alice", Place::Direct, "hint");
    assert!(refused.contains(OWN), "{refused}");
    resign(&mut chat, "alice", Place::Direct);
    let refused = chat.ask("alice", Place::Direct, "analyse");
    assert!(refused.contains(OWN), "{refused}");
}

#[test]
fn a_player_gets_no_advice_against_the_computer() {
    let mut chat = Chat::new();
    let root = relayed(&mut chat, "carol");
    for game in ["gipf-basic", "gipf-standard"] {
        let refused = hint_in_another(&mut chat, "alice", game);
        assert!(refused.contains(OWN), "{game}: {refused}");
        assert!(refused.contains("Your duel t2 is on"), "{game}: {refused}");
    }
    chat.ask("alice", Place::Direct, "play gipf-tournament white level 1");
    let action = stored(&chat, 5).example().unwrap();
    chat.ask("alice", Place::Direct, &action);
    resign(&mut chat, "alice", Place::Direct);
    let refused = chat.ask("alice", Place::Direct, "analyse");
    assert!(refused.contains(OWN), "{refused}");
    resign(&mut chat, "bob", Place::Thread(&root));
    let told = chat.ask("alice", Place::Direct, "analyse");
    assert!(told.contains("Table t5"), "{told}");
    let hint = hint_in_another(&mut chat, "alice", "gipf-basic");
    assert!(hint.starts_with("Try `"), "{hint}");
}

#[test]
fn others_get_advice_against_the_computer_as_ever() {
    let mut chat = Chat::new();
    relayed(&mut chat, "carol");
    for (who, game) in [
        ("alice", "zertz"),
        ("bob", "matrx"),
        ("dave", "gipf-basic"),
        ("dave", "gipf-standard"),
    ] {
        let hint = hint_in_another(&mut chat, who, game);
        assert!(hint.starts_with("Try `"), "{who}, {game}: {hint}");
    }
}

#[test]
fn a_copy_between_people_is_not_analysed() {
    let mut chat = Chat::new();
    let begin = |chat: &mut Chat, from: &str, to: &str| {
        let line = format!("!challenge @{to} gipf-basic white");
        chat.ask(from, Place::Room, &line);
        let root = chat.last_event();
        chat.ask(to, Place::Room, "!accept");
        root
    };
    let duel = begin(&mut chat, "alice", "bob");
    let copy = begin(&mut chat, "carol", "bob");
    for _ in 0..6 {
        let game = stored(&chat, 1);
        let action = game.example().unwrap();
        let (mover, copier) = [("alice", "carol"), ("bob", "bob")][game.to_move().unwrap().index()];
        chat.ask(mover, Place::Thread(&duel), &action);
        chat.ask(copier, Place::Thread(&copy), &action);
    }
    assert_eq!(
        stored(&chat, 1).record().turns,
        stored(&chat, 2).record().turns
    );
    resign(&mut chat, "bob", Place::Thread(&copy));
    let refused = chat.ask("carol", Place::Thread(&copy), "analyse");
    assert!(refused.contains(OF_DUEL), "{refused}");
    resign(&mut chat, "bob", Place::Thread(&duel));
    let told = chat.ask("carol", Place::Thread(&copy), "analyse");
    assert!(told.contains("Table t2"), "{told}");
}
