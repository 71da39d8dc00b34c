//! Duels between people that are copied into a duel with the computer to get its advice.

use crate::{
    computer::stored,
    room::{Chat, Place},
};

const OF_DUEL: &str = "hint-of-duel-on";

/// The refusal of a hint to a player of a duel of the game's family at t2.
fn own(game: &str) -> String {
    format!("hint-own-game-on game={game} table=t2")
}

/// Relays moves: alice plays the computer's moves from somebody's duel against bob, whose replies are copied
/// back; returns the root of their duel.
fn relayed(chat: &mut Chat, somebody: &str) -> String {
    let begun = chat.ask(somebody, Place::Direct, "play gipf-basic black level 1");
    assert!(
        begun.contains("told=duel-begun ") && begun.contains(" white=computer-name level=1\n"),
        "{begun}"
    );
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    for turn in 0..3 {
        let copied = stored(chat, 1).record().turns[2 * turn].clone();
        for action in &copied {
            chat.ask("alice", Place::Thread(&root), action);
        }
        while stored(chat, 2).record().turns.len() < 2 * turn + 2 || stored(chat, 2).is_in_turn() {
            let answer = stored(chat, 2).position().example().unwrap();
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
    assert!(over.contains("\nend-resigned "), "{over}");
}

/// A hint in a duel with the computer that somebody starts and resigns.
fn hint_in_another(chat: &mut Chat, who: &str, game: &str) -> String {
    let line = format!("play {game} white level 1");
    chat.ask(who, Place::Direct, &line);
    let hint = chat.ask(who, Place::Direct, "hint");
    resign(chat, who, Place::Direct);
    hint
}

fn is_analysis(told: &str, table: u32) -> bool {
    told.starts_with("analysis-heading ") && told.contains(&format!(" table=t{table} "))
}

#[test]
fn duels_copied_against_the_computer_get_no_advice() {
    for somebody in ["alice", "carol"] {
        let mut chat = Chat::new();
        let root = relayed(&mut chat, somebody);
        let refused = chat.ask(somebody, Place::Direct, "hint");
        assert_eq!(refused, OF_DUEL);
        resign(&mut chat, somebody, Place::Direct);
        let refused = chat.ask(somebody, Place::Direct, "analyse");
        assert_eq!(refused, OF_DUEL);
        resign(&mut chat, "bob", Place::Thread(&root));
        let told = chat.ask(somebody, Place::Direct, "analyse");
        assert!(is_analysis(&told, 1), "{told}");
    }
}

#[test]
fn takebacks_against_the_computer_unlock_no_advice() {
    let mut chat = Chat::new();
    relayed(&mut chat, "alice");
    let back = chat.ask("alice", Place::Direct, "takeback");
    assert!(back.starts_with("takeback-done actions=`"), "{back}");
    let refused = chat.ask("alice", Place::Direct, "hint");
    assert_eq!(refused, own("gipf-basic"));
    resign(&mut chat, "alice", Place::Direct);
    let refused = chat.ask("alice", Place::Direct, "analyse");
    assert_eq!(refused, own("gipf-basic"));
}

#[test]
fn a_player_gets_no_advice_against_the_computer() {
    let mut chat = Chat::new();
    let root = relayed(&mut chat, "carol");
    for game in ["gipf-basic", "gipf-standard"] {
        let refused = hint_in_another(&mut chat, "alice", game);
        assert_eq!(refused, own(game));
    }
    chat.ask("alice", Place::Direct, "play gipf-tournament white level 1");
    let action = stored(&chat, 5).position().example().unwrap();
    chat.ask("alice", Place::Direct, &action);
    resign(&mut chat, "alice", Place::Direct);
    let refused = chat.ask("alice", Place::Direct, "analyse");
    assert_eq!(refused, own("gipf-tournament"));
    resign(&mut chat, "bob", Place::Thread(&root));
    let told = chat.ask("alice", Place::Direct, "analyse");
    assert!(is_analysis(&told, 5), "{told}");
    let hint = hint_in_another(&mut chat, "alice", "gipf-basic");
    assert!(hint.starts_with("hint-duel action="), "{hint}");
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
        assert!(
            hint.starts_with("hint-duel action="),
            "{who}, {game}: {hint}"
        );
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
        let action = game.position().example().unwrap();
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
    assert_eq!(refused, OF_DUEL);
    resign(&mut chat, "bob", Place::Thread(&duel));
    let told = chat.ask("carol", Place::Thread(&copy), "analyse");
    assert!(is_analysis(&told, 2), "{told}");
}
