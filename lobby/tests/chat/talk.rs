//! Talk between people in the threads of their tables, which the bot ignores.

use crate::room::{Chat, Place};

/// Lines of players to each other.
const TALK: &[&str] = &[
    "good luck",
    "thanks",
    "nice move",
    "well played",
    "hm",
    "gg",
    "be right back",
    "lol",
    "b",
    "come on",
    "oh no",
    "draw?",
    "hi bob",
    "have fun",
    "wait",
    "your turn",
    "go",
    "g",
    "no way",
    "you win",
    "I see",
    "yes",
    "ok",
    "a",
    "help me",
    "i win",
    "ha",
    "bad move",
    "c'mon",
    "dead",
    "ace",
    "board is nice",
    "moves are hard",
    "top notch",
    "me too",
    "run!",
    "rules?",
    "who won?",
    "won",
    "lost it",
    "odds are bad",
    "games people play",
    "replay that",
    "day off soon",
    "accept my apologies",
    "draw near",
    "hint hint",
    "resign already",
    "move it",
    "tables turned",
    "board game night",
    "run run run",
    "5 minutes please",
    "t3 is full",
    "challenge accepted",
    "export that game later",
    "hello",
    "thank you!",
    "how do I play?",
    "play again",
    "new game",
    "level 2",
    "leave",
    "exit",
];

#[test]
fn talk_between_players_gets_no_answer() {
    let mut answered = Vec::new();
    for game in ["matrx", "gipf-standard", "zertz-basic"] {
        let mut chat = Chat::new();
        chat.ask(
            "alice",
            Place::Room,
            &format!("!challenge @bob {game} white"),
        );
        let root = chat.last_event();
        chat.ask("bob", Place::Room, "!accept");
        for talk in TALK {
            for who in ["alice", "bob", "carol"] {
                if let Some(answer) = chat.say(who, Place::Thread(&root), talk) {
                    answered.push(format!("{game}, {who}: {talk} => {}", answer.plain()));
                }
            }
        }
    }
    assert!(answered.is_empty(), "{}", answered.join("\n"));
}

#[test]
fn a_slip_of_a_player_is_answered() {
    for (game, slips) in [
        (
            "matrx",
            ["Gb2 please", "move Gb22", "board pictures", "accept @carol"],
        ),
        ("zertz-basic", ["Wd4 d9", "Wd4,d1 please", "Wd4", "rules"]),
    ] {
        let mut chat = Chat::new();
        chat.ask(
            "alice",
            Place::Room,
            &format!("!challenge @bob {game} white"),
        );
        let root = chat.last_event();
        chat.ask("bob", Place::Room, "!accept");
        for slip in slips {
            let answer = chat.say("alice", Place::Thread(&root), slip);
            assert!(answer.is_some(), "{game}: {slip}");
        }
    }
}
