//! Whom a line means, whatever people call themselves.

use tables::Person;

use crate::room::{Chat, Place, person};

/// A chat in which somebody calls themselves like this, besides alice, bob and carol.
fn with_mallory(name: &str) -> Chat {
    let mut chat = Chat::new();
    let mallory = person("mallory");
    chat.people.push(Person {
        name: name.into(),
        ..mallory
    });
    chat
}

/// Whom alice challenges; what she is told if it is nobody.
fn challenged(chat: &mut Chat, who: &str) -> Result<Vec<String>, String> {
    let answer = chat.say("alice", Place::Room, &format!("!challenge {who}"));
    let answer = answer.unwrap();
    match answer.mentions.is_empty() {
        true => Err(answer.plain()),
        false => Ok(answer.mentions),
    }
}

fn check(name: &str, who: &str, expected: &str) {
    let found = challenged(&mut with_mallory(name), who);
    assert_eq!(found, Ok(vec![person(expected).id]), "{who} beside {name}");
}

#[test]
fn a_whole_user_id_means_that_id_alone() {
    let bob = "@bob:example.org";
    for name in [bob, "bob:example.org", "BOB:example.org"] {
        for who in [
            bob,
            "bob:example.org",
            "https://matrix.to/#/@bob:example.org",
        ] {
            check(name, who, "bob");
        }
    }
    let mut chat = with_mallory("dora:example.org");
    for who in [
        "@dora:example.org",
        "dora:example.org",
        "\"@dora:example.org\"",
        "matrix:u/dora:example.org",
    ] {
        let told = challenged(&mut chat, who).unwrap_err();
        assert!(told.contains("has the user id @dora:example.org"), "{told}");
    }
}

#[test]
fn nobody_takes_a_command_or_a_move_by_their_name() {
    for name in [
        "accept", "resign", "Gb2", "b2-c3", "games", "@e1-e4", "!resign", "t1",
    ] {
        let mut chat = with_mallory(name);
        let root = chat.duel();
        let listed = chat.ask("alice", Place::Room, "!games");
        assert!(listed.contains("MATRX GIPF"), "{name}: {listed}");
        let moved = chat.ask("alice", Place::Thread(&root), "Gb2");
        assert!(moved.contains("bob (Black)"), "{name}: {moved}");
        let asked = chat.ask("bob", Place::Thread(&root), "resign");
        assert!(asked.contains("resign"), "{name}: {asked}");
        chat.ask("bob", Place::Thread(&root), "resign");
        // Behind `challenge` the same word is a name.
        check(name, name, "mallory");
    }
    // What is no name stays what it is.
    for name in ["anyone", "ANYONE"] {
        let mut chat = with_mallory(name);
        let asked = chat.ask("alice", Place::Room, "!challenge anyone");
        assert!(asked.contains("challenges anyone here"), "{asked}");
        check(name, "@anyone", "mallory");
    }
}

#[test]
fn words_behind_a_name_are_never_part_of_it() {
    check("bob matrx", "bob matrx", "bob");
    check("bob matrx", "\"bob matrx\"", "mallory");
    check("Bob B.", "\"bob b.\" matrx-classic", "mallory");
    let mut chat = with_mallory("dora matrx");
    let told = challenged(&mut chat, "dora matrx").unwrap_err();
    assert!(told.contains("Nobody here is called “dora”"), "{told}");
    assert!(told.contains("quotation marks"), "{told}");
}

#[test]
fn who_is_called_like_somebody_else_is_asked_about() {
    for name in ["bob", "BOB", "@Bob", "b\u{200b}ob\u{202e}", " bob "] {
        let mut chat = with_mallory(name);
        for who in ["bob", "@bob", "\u{202e}bob"] {
            let told = challenged(&mut chat, who).unwrap_err();
            let ids = "@bob:example.org, @mallory:example.org. Mention the one you mean";
            assert!(told.contains(ids), "{name}: {told}");
        }
    }
    let mut chat = with_mallory("bob");
    for number in 0..1000 {
        chat.people.push(Person {
            name: "bob".into(),
            ..person(&format!("m{number}"))
        });
    }
    let told = challenged(&mut chat, "bob").unwrap_err();
    assert!(told.contains(" and 997 more. Mention"), "{told}");
}

#[test]
fn who_has_no_name_is_known_by_the_first_part_of_the_id() {
    for name in ["", " ", "\u{202e}\u{200b}", "@"] {
        check(name, "@mallory", "mallory");
        let mut chat = with_mallory(name);
        for who in ["@", "\u{200b}", "@\u{202e}"] {
            let told = challenged(&mut chat, who).unwrap_err();
            assert!(told.contains("Nobody here is called"), "{told}");
        }
    }
    assert!(challenged(&mut Chat::new(), "").is_err());
}

/// Everything in `<code>` is there to be copied, or stands in columns.
#[track_caller]
fn check_code(html: &str) {
    for code in html.split("<code>").skip(1) {
        let (code, _) = code.split_once("</code>").unwrap();
        assert!(!code.contains(['\u{2068}', '\u{2069}']), "{html}");
    }
}

#[test]
fn a_name_from_right_to_left_turns_only_itself() {
    let mut chat = Chat::new();
    chat.people[1].name = "\u{202e}שלום".into();
    let set_off = "\u{2068}שלום\u{2069}";
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let refused = chat.say("carol", thread, "!m Gb2").unwrap();
    let players = format!("alice, {set_off}");
    assert!(refused.plain().contains(&players), "{}", refused.plain());
    for look in ["picture", "text", "wide"] {
        chat.ask("alice", Place::Room, &format!("!boards {look}"));
        for command in ["board", "status", "export", "turns", "players"] {
            let told = chat.say("carol", thread, command);
            let told = told.map(|message| (message.plain(), message.html()));
            let (_, html) = told.unwrap_or_default();
            check_code(&html);
        }
    }
    let ended = chat.say("bob", thread, "resign");
    let ended = chat.say("bob", thread, "yes").or(ended).unwrap();
    assert!(ended.plain().contains(set_off), "{}", ended.plain());
    let challenge = chat.say("alice", Place::Room, "!challenge @bob:example.org white");
    let challenge = challenge.unwrap();
    assert!(challenge.plain().contains(set_off), "{}", challenge.plain());
    let list = chat.say("alice", Place::Room, "!top duels").unwrap();
    check_code(&list.html());
    let export = chat.say("carol", thread, "export").unwrap();
    assert!(export.plain().contains("\"שלום\""), "{}", export.plain());
    check_code(&export.html());
}
