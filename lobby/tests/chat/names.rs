//! Names, and the lookup of people by name.

use lobby::{Person, Settings, wording::Language};

use crate::room::{Chat, Place, person, settings};

/// A chat of alice, bob, carol and a user with the given name.
fn with_mallory(name: &str) -> Chat {
    let mut chat = Chat::new();
    let mallory = person("mallory");
    chat.people.push(Person {
        name: name.into(),
        ..mallory
    });
    chat
}

/// The user id that alice challenges, or the refusal.
fn challenged(chat: &mut Chat, who: &str) -> Result<Vec<String>, String> {
    let answer = chat.say("alice", Place::Room, &format!("!challenge {who}"));
    let answer = answer.unwrap();
    if answer.mentions.is_empty() {
        Err(answer.plain())
    } else {
        Ok(answer.mentions)
    }
}

fn check(name: &str, who: &str, expected: &str) {
    let found = challenged(&mut with_mallory(name), who);
    assert_eq!(found, Ok(vec![person(expected).id]), "{who} beside {name}");
}

#[test]
fn names_and_quotes_never_become_markup() {
    let mut chat = with_mallory("- **Mal** `lory` **");
    chat.restart_with(Settings {
        language: Language::English,
        ..settings()
    });
    chat.ask("alice", Place::Room, "!challenge @mallory:example.org");
    let list = chat.say("alice", Place::Room, "!tables").unwrap().html();
    let listed = "<p><strong>Games and challenges</strong></p>\
                  <ul><li>t1: MATRX GIPF, alice challenges Mal lory</li></ul>";
    assert_eq!(list, listed);
    let quoted = chat.say("alice", Place::Room, "!help **qqq** `ww`");
    let quoted = quoted.unwrap().html();
    assert!(quoted.contains("“qqq ww”"), "{quoted}");
    assert!(!quoted.contains("strong"), "{quoted}");
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
        assert_eq!(told, "person-unknown-id id=@dora:example.org");
    }
}

#[test]
fn names_never_take_over_commands_or_moves() {
    for name in [
        "accept", "resign", "Gb2", "b2-c3", "games", "@e1-e4", "!resign", "t1",
    ] {
        let mut chat = with_mallory(name);
        let root = chat.duel();
        let listed = chat.ask("alice", Place::Room, "!games");
        let games = "list-games\nlist-game game=matrx\n";
        assert!(listed.starts_with(games), "{name}: {listed}");
        let moved = chat.ask("alice", Place::Thread(&root), "Gb2");
        let question =
            "\ngipf-ask-gipf again=no count=3 example=Ge2 listed=no player=bob seat=black";
        assert!(moved.ends_with(question), "{name}: {moved}");
        let asked = chat.ask("bob", Place::Thread(&root), "resign");
        let sure = "resign-sure again=resign game=matrx table=t1";
        assert_eq!(asked, sure, "{name}");
        chat.ask("bob", Place::Thread(&root), "resign");
        // After `challenge` the same word is a name.
        check(name, name, "mallory");
    }
    // Keywords keep their meaning.
    for name in ["anyone", "ANYONE"] {
        let mut chat = with_mallory(name);
        let asked = chat.ask("alice", Place::Room, "!challenge anyone");
        assert!(
            asked.starts_with("challenge-made-anyone from=alice "),
            "{name}: {asked}"
        );
        check(name, "@anyone", "mallory");
    }
}

#[test]
fn words_behind_names_are_never_part_of_them() {
    check("bob matrx", "bob matrx", "bob");
    check("bob matrx", "\"bob matrx\"", "mallory");
    check("Bob B.", "\"bob b.\" matrx-classic", "mallory");
    let mut chat = with_mallory("dora matrx");
    let told = challenged(&mut chat, "dora matrx").unwrap_err();
    assert_eq!(told, "person-unknown-name computer=no name=dora");
}

#[test]
fn shared_names_are_asked_about() {
    for name in ["bob", "BOB", "@Bob", "b\u{200b}ob\u{202e}", " bob "] {
        let mut chat = with_mallory(name);
        for who in ["bob", "@bob", "\u{202e}bob"] {
            let told = challenged(&mut chat, who).unwrap_err();
            let several = "person-several ids=@bob:example.org, @mallory:example.org more=0 name=";
            assert!(told.starts_with(several), "{name}: {told}");
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
    assert!(told.starts_with("person-several ids="), "{told}");
    assert!(told.ends_with(" more=997 name=bob"), "{told}");
}

#[test]
fn people_without_names_go_by_their_id() {
    for name in ["", " ", "\u{202e}\u{200b}", "@"] {
        check(name, "@mallory", "mallory");
        let mut chat = with_mallory(name);
        for who in ["@", "\u{200b}", "@\u{202e}"] {
            let told = challenged(&mut chat, who).unwrap_err();
            let nobody = "person-unknown-name computer=no name=";
            assert!(told.starts_with(nobody), "{told}");
        }
    }
    let told = challenged(&mut Chat::new(), "").unwrap_err();
    assert!(told.starts_with("command-too-little "), "{told}");
}

/// Checks that nothing in `<code>` is isolated, as it is copied or in columns.
#[track_caller]
fn check_code(html: &str) {
    for code in html.split("<code>").skip(1) {
        let (code, _) = code.split_once("</code>").unwrap();
        assert!(!code.contains(['\u{2068}', '\u{2069}']), "{html}");
    }
}

#[test]
fn right_to_left_names_turn_only_themselves() {
    let mut chat = Chat::new();
    // Sentences isolate names, ids do not.
    chat.restart_with(Settings {
        language: Language::English,
        ..settings()
    });
    chat.people[1].name = "\u{202e}שלום".into();
    let set_off = "\u{2068}שלום\u{2069}";
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let refused = chat.say("carol", thread, "!m Gb2").unwrap();
    let players = format!("alice, {set_off}");
    assert!(refused.plain().contains(&players), "{}", refused.plain());
    for look in ["picture", "text", "wide"] {
        chat.ask("alice", Place::Room, &format!("!boards {look}"));
        for command in ["board", "export", "moves", "tables"] {
            let told = chat.say("carol", thread, command).unwrap();
            check_code(&told.html());
        }
    }
    // A duel counts once both have moved.
    chat.ask("alice", thread, "Gb2");
    chat.ask("bob", thread, "Gi2");
    let ended = chat.say("bob", thread, "resign");
    let ended = chat.say("bob", thread, "yes").or(ended).unwrap();
    assert!(ended.plain().contains(set_off), "{}", ended.plain());
    let challenge = chat.say("alice", Place::Room, "!challenge @bob:example.org white");
    let challenge = challenge.unwrap();
    assert!(challenge.plain().contains(set_off), "{}", challenge.plain());
    let list = chat.say("alice", Place::Room, "!top matrx").unwrap();
    assert!(list.plain().contains("שלום"), "{}", list.plain());
    check_code(&list.html());
    let export = chat.say("carol", thread, "export").unwrap();
    assert!(export.plain().contains("\"שלום\""), "{}", export.plain());
    check_code(&export.html());
}

#[test]
fn questions_about_moves_repeat_no_other_text() {
    for (game, action) in [("gipf-basic", "a2"), ("gipf-standard zertz 3", "c2")] {
        let mut chat = Chat::new();
        chat.restart_with(Settings {
            language: Language::English,
            ..settings()
        });
        let challenge = format!("!challenge @bob {game} white");
        chat.ask("alice", Place::Room, &challenge);
        let root = chat.last_event();
        chat.ask("bob", Place::Room, "!accept");
        let thread = Place::Thread(&root);
        let line = format!("{action}; **alice has won**\n\n- `!resign`");
        let refused = chat.say("alice", thread, &line).unwrap();
        let html = refused.html();
        assert!(!html.contains("<strong>alice"), "{html}");
        assert!(!html.contains("<code>!resign"), "{html}");
        let asked = chat.ask("alice", thread, action);
        assert!(asked.contains('?') && asked.contains(action), "{asked}");
    }
}
