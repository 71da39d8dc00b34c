//! Records: a record that can be read is printed and read again as the same, one that can be replayed leads
//! to the same end again, and a table with it can be restored, shown, exported and verified.

#![no_main]

use games::{Live, Record};
use jiff::Timestamp;
use libfuzzer_sys::fuzz_target;
use lobby::{
    Block, Effect, Incoming, Limits, Line, Lobby, Person, Saved, Settings,
    saved::{GameNotes, SavedStage},
    terms::{End, Occasion},
};

fuzz_target!(|text: &str| {
    if let Ok(saved) = serde_json::from_str::<Saved>(text) {
        restore(saved);
    }
    let Ok(record) = text.parse::<Record>() else {
        return;
    };
    assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
    let Ok(live) = Live::replay(&record) else {
        return;
    };
    let canonical = live.record();
    let again = Live::replay(canonical).unwrap_or_else(|why| panic!("{canonical}: {why}"));
    assert_eq!(again.record(), canonical);
    assert_eq!(again.position_text(), live.position_text());
    assert_eq!(again.outcome(), live.outcome());
    if let Some(back) = live.without_last(1) {
        assert_eq!(back.actions() + 1, live.actions());
    }
    let players = ["alice", "bob"].map(person);
    let stage = SavedStage::Over {
        players: players[..live.entry().seats].to_vec(),
        record: text.to_owned(),
        end: if live.outcome().is_some() {
            End::Rules
        } else {
            End::Abandoned
        },
        ended_at: Timestamp::UNIX_EPOCH.into(),
        rematch: None,
        clock: None,
    };
    let verified = restore(Saved {
        id: 1,
        room: "!alice:example.org".to_owned(),
        thread: None,
        occasion: Occasion::Free,
        stage,
    });
    restore(Saved {
        id: 2,
        room: "!alice:example.org".to_owned(),
        thread: None,
        occasion: Occasion::Lesson,
        stage: SavedStage::Playing {
            players: players[..1].to_vec(),
            record: text.to_owned(),
            notes: GameNotes::default(),
        },
    });
    assert_eq!(
        verified
            .as_deref()
            .is_some_and(|said| said.contains("leads to the same result")),
        canonical.seed.is_some()
    );
});

/// Restores a table and sends it commands; returns the answer to `verify`, if the table could be restored.
fn restore(saved: Saved) -> Option<String> {
    let mut tables = Lobby::new(Settings {
        limits: Limits::UNLIMITED,
        ..Settings::default()
    });
    let (id, room, thread) = (saved.id, saved.room.clone(), saved.thread.clone());
    if !tables.restore([saved]).is_empty() {
        return None;
    }
    let mut said = String::new();
    for command in [
        "board", "moves", "tables", "rematch", "1", "takeback", "export", "verify",
    ] {
        let effects = tables.handle(
            Timestamp::UNIX_EPOCH,
            &Incoming::Line(Line {
                direct: thread.is_none(),
                room: room.clone(),
                event: "$1".to_owned(),
                thread: thread.clone(),
                sender: person("alice"),
                may_change_room: true,
                people: vec![person("alice"), person("bob")].into(),
                by_name: false,
                body: format!("!t{id} {command}"),
                received: None,
                delivered: None,
                sent: None,
                seed: [7; 32],
            }),
        );
        for effect in effects {
            if let Effect::SendMessage(message) = effect {
                message.blocks.iter().for_each(check_record);
                said = message.plain();
            }
        }
    }
    Some(said)
}

/// Checks that an exported record can be read again, whatever the names of its players.
fn check_record(block: &Block) {
    if let Block::Board(text) = block
        && text.starts_with("icebreaker-record")
    {
        let record: Record = text.parse().unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(record.to_string(), *text);
    }
}

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:example.org"),
        name: name.to_owned(),
    }
}
