//! Memory use, which cannot be observed from outside: evicted positions.

use super::*;
use crate::{
    line::Line,
    person::Person,
    tables::{Stage, Table},
};

const ROOM: &str = "!room:example.org";

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:example.org"),
        name: name.to_owned(),
    }
}

/// A line by alice or bob in the thread of `$root`; the challenge itself is that root.
fn say(tables: &mut Lobby, who: &str, thread: Option<&str>, body: &str) -> Vec<Effect> {
    let line = line(who, thread, body);
    tables.handle(Timestamp::UNIX_EPOCH, &Incoming::Line(line))
}

fn line(who: &str, thread: Option<&str>, body: &str) -> Line {
    Line {
        room: ROOM.into(),
        direct: false,
        event: thread.map_or("$root", |_| "$other").into(),
        thread: thread.map(str::to_owned),
        sender: person(who),
        may_change_room: true,
        people: vec![person("alice"), person("bob")].into(),
        by_name: false,
        body: body.into(),
        received: None,
        delivered: None,
        sent: None,
        seed: [0; 32],
    }
}

/// The text of a reply.
fn told(effects: &[Effect]) -> String {
    let said = effects.iter().filter_map(|effect| match effect {
        Effect::SendMessage(message) => Some(message.plain()),
        _ => None,
    });
    said.collect()
}

fn evicted(tables: &Lobby) -> Vec<bool> {
    let over = tables
        .state
        .tables
        .all()
        .filter_map(|table| match &table.stage {
            Stage::Over(over) => Some(over.game.has_no_positions()),
            _ => None,
        });
    over.collect()
}

#[test]
fn an_evicted_game_is_still_shown() {
    let mut tables = Lobby::new(Settings::default());
    say(&mut tables, "alice", None, "!challenge @bob white");
    say(&mut tables, "bob", Some("$root"), "accept");
    say(&mut tables, "alice", Some("$root"), "Gb2");
    say(&mut tables, "alice", Some("$root"), "resign");
    let end = told(&say(&mut tables, "alice", Some("$root"), "resign"));
    assert_eq!(evicted(&tables), [true]);
    let board = told(&say(&mut tables, "bob", Some("$root"), "board"));
    for told in [end, board] {
        assert!(
            told.contains("[G]") && told.contains("alice resigns"),
            "{told}"
        );
    }
    let export = told(&say(&mut tables, "bob", Some("$root"), "export"));
    assert!(export.contains("Gb2"), "{export}");
    assert_eq!(evicted(&tables), [true]);
    // After a restart nothing is cached yet, and a rematch begins from the record.
    let saved: Vec<Saved> = tables.state.tables.all().map(Table::save).collect();
    let mut tables = Lobby::new(Settings::default());
    assert_eq!(tables.restore(saved), []);
    assert_eq!(evicted(&tables), [true]);
    say(&mut tables, "alice", Some("$root"), "rematch");
    let begun = told(&say(&mut tables, "bob", Some("$root"), "rematch"));
    assert!(begun.contains("t2"), "{begun}");
}

#[test]
fn an_illegal_record_is_reported() {
    let mut tables = Lobby::new(Settings::default());
    say(&mut tables, "alice", None, "!challenge @bob white");
    say(&mut tables, "bob", Some("$root"), "accept");
    for _ in 0..2 {
        say(&mut tables, "alice", Some("$root"), "resign");
    }
    let saved = tables.state.tables.all().map(|table| {
        let json = serde_json::to_string(&table.save()).unwrap();
        // As if other rules had let a player enter a pile in the middle of the board.
        let json = json.replace("options: -\\n\\n", "options: -\\n\\nGe5\\n");
        serde_json::from_str::<Saved>(&json).unwrap()
    });
    let saved: Vec<Saved> = saved.collect();
    let mut tables = Lobby::new(Settings::default());
    assert_eq!(tables.restore(saved), []);
    for command in ["board", "export"] {
        let told = told(&say(&mut tables, "bob", Some("$root"), command));
        assert!(told.contains("can no longer replay t1"), "{told}");
    }
}

#[test]
fn a_game_ended_by_leaving_has_no_positions() {
    let mut tables = Lobby::new(Settings::default());
    say(&mut tables, "alice", None, "!challenge @bob white");
    say(&mut tables, "bob", Some("$root"), "accept");
    say(&mut tables, "alice", Some("$root"), "Gb2");
    let left = Incoming::Left { room: ROOM.into() };
    tables.handle(Timestamp::UNIX_EPOCH, &left);
    assert_eq!(evicted(&tables), [true]);
}

#[test]
fn a_hint_in_a_lesson_replays_no_finished_duel() {
    let mut tables = Lobby::new(Settings::default());
    say(&mut tables, "alice", None, "!challenge @bob white");
    say(&mut tables, "bob", Some("$root"), "accept");
    say(&mut tables, "alice", Some("$root"), "Gb2");
    say(&mut tables, "alice", Some("$root"), "resign");
    say(&mut tables, "alice", Some("$root"), "resign");
    for (event, body) in [("$1", "setup run"), ("$2", "hint")] {
        let line = Line {
            room: "!direct:example.org".into(),
            direct: true,
            event: event.into(),
            may_change_room: false,
            people: vec![person("alice")].into(),
            ..line("alice", None, body)
        };
        tables.handle(Timestamp::UNIX_EPOCH, &Incoming::Line(line));
    }
    assert!(tables.state.tables.all().any(Table::is_lesson));
    assert_eq!(evicted(&tables), [true]);
}

#[test]
fn talk_after_a_game_replays_nothing() {
    let mut tables = Lobby::new(Settings::default());
    say(&mut tables, "alice", None, "!challenge @bob white");
    say(&mut tables, "bob", Some("$root"), "accept");
    say(&mut tables, "alice", Some("$root"), "Gb2");
    say(&mut tables, "alice", Some("$root"), "resign");
    say(&mut tables, "alice", Some("$root"), "resign");
    for (who, body, is_viewed) in [
        ("alice", "zz; yy", false),
        ("bob", "well played, thanks", false),
        ("carol", "b2", false),
        ("bob", "board", true),
    ] {
        let Lobby {
            config,
            text,
            state,
            ..
        } = &mut tables;
        let uptime = Arc::clone(&state.uptime);
        let env = Environment::new(Timestamp::UNIX_EPOCH, config, text, &uptime);
        state.answer_line(&env, &line(who, Some("$root"), body));
        assert_eq!(evicted(&tables), [!is_viewed], "{who}: {body}");
    }
}
