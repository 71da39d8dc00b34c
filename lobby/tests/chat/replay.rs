//! Replays of whole games.

use games::{Record, Seat, Termination};
use lobby::{
    Boards, Message, Replay, ReplayForm, messages::ReplayMessage, saved::SavedStage,
    wording::Wording,
};

use crate::room::{Chat, HOUR, Place};

fn replay(message: &Message) -> &Replay {
    let replay = message.replay();
    replay.unwrap_or_else(|| panic!("{message:?}"))
}

/// The caption of a file, in English.
fn caption(message: ReplayMessage) -> String {
    Wording::english().say(&message.into(), &[])
}

#[test]
fn threads_without_a_table_show_no_other_game() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let elsewhere = chat.say("alice", Place::Thread("$elsewhere"), "!replay");
    let elsewhere = elsewhere.unwrap();
    assert!(elsewhere.replay().is_none(), "{elsewhere:?}");
    let named = chat.say("alice", Place::Thread("$elsewhere"), "!replay t1");
    assert_eq!(replay(&named.unwrap()).table, 1);
}

#[test]
fn games_are_shown_while_on_and_when_over() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    let film = chat.say("carol", thread, "replay").unwrap();
    let shown = replay(&film);
    assert_eq!(shown.form, ReplayForm::Film);
    assert_eq!((shown.name.as_str(), shown.table), ("matrx-t1.gif", 1));
    assert_eq!(shown.players, ["alice", "bob"]);
    assert!(shown.record.contains("Gb2"), "{}", shown.record);
    let (form, turns) = ("film", 1);
    let told = caption(ReplayMessage::Whole { form, turns });
    let heading = "list-duel black=bob game=matrx mover=bob table=t1 white=alice";
    assert_eq!(film.with_caption(1).plain(), format!("{heading}\n{told}"));
    let text = film.with_boards(Boards::Text);
    assert!(
        text.html().contains("replay-instead form=film"),
        "{}",
        text.html()
    );
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    let page = chat.say("carol", thread, "replay page").unwrap();
    assert_eq!(replay(&page).name, "matrx-t1.html");
    let result = "end-resigned loser=bob player=alice seat=white replay-ended date=2026-11-21";
    assert!(page.plain().contains(result), "{}", page.plain());
    let shown = replay(&page);
    assert_eq!(shown.result, result);
    let tags = shown.record.parse::<Record>().unwrap().tags;
    assert_eq!(tags.players, ["alice", "bob"]);
    assert_eq!(tags.ending, Some(Termination::Resigned(Seat::Second)));
}

#[test]
fn a_caption_tells_how_many_turns_are_shown() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for (who, turn) in [("alice", "Gb2"), ("bob", "gi2"), ("alice", "g b1 b2")] {
        chat.ask(who, thread, turn);
    }
    let turns = 3;
    for (line, form, shown) in [
        ("replay", "film", 3),
        ("replay", "film", 2),
        ("replay page", "page", 2),
    ] {
        let file = chat.say("alice", thread, line).unwrap();
        let told = if shown == turns {
            caption(ReplayMessage::Whole { form, turns })
        } else {
            caption(ReplayMessage::Last { form, turns, shown })
        };
        let html = file.with_caption(shown).html();
        assert!(html.contains(&format!("<br>{told}</p>")), "{html}");
        // No caption without a file.
        let text = file.with_boards(Boards::Text);
        assert_eq!(text.with_caption(shown), text);
    }
}

#[test]
fn a_film_comes_where_boards_come_as_text() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Room, "!boards text");
    chat.ask("alice", Place::Room, "!theme dark");
    let film = chat.say("bob", Place::Thread(&root), "replay").unwrap();
    replay(&film);
    assert_eq!(film.appearance.theme, lobby::Theme::Dark);
}

#[test]
fn a_long_finished_game_is_found_by_number() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "rematch");
    chat.ask("alice", thread, "accept");
    for line in ["!replay t1", "!t1 replay", "!replay page t1"] {
        let shown = chat.say("alice", Place::Room, line).unwrap();
        assert!(replay(&shown).record.contains("Gb2"));
        assert!(replay(&shown).record.contains("\ndate: 2026-11-21\n"));
        assert!(
            shown.plain().ends_with(" replay-ended date=2026-11-21"),
            "{shown:?}"
        );
    }
    let newest = chat.say("alice", thread, "replay").unwrap();
    assert_eq!(replay(&newest).table, 2);
    for unknown in ["t3", "t0"] {
        let refused = chat.ask("alice", Place::Room, &format!("!replay {unknown}"));
        assert_eq!(refused, format!("table-unknown table={unknown}"));
    }
}

#[test]
fn a_user_gets_twenty_replays_an_hour() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    for _ in 0..20 {
        chat.time += HOUR / 60;
        replay(&chat.say("alice", thread, "replay").unwrap());
    }
    let refused = chat.ask("alice", thread, "replay");
    assert_eq!(refused, "replay-too-many count=20");
    replay(&chat.say("bob", thread, "replay").unwrap());
    chat.time += HOUR;
    replay(&chat.say("alice", thread, "replay").unwrap());
}

#[test]
fn games_are_shown_only_in_their_room() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let own = chat.say("alice", Place::Direct, "replay t1").unwrap();
    assert_eq!(replay(&own).table, 1);
    // The player learns the kind of place.
    for (who, told) in [
        ("alice", "table-elsewhere place=direct table=t1"),
        ("bob", "table-unknown table=t1"),
    ] {
        let refused = chat.ask(who, Place::Room, "!replay t1");
        assert_eq!(refused, told);
    }
    // The same for a table in the store.
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let own = chat.say("alice", Place::Direct, "replay t1").unwrap();
    assert_eq!(replay(&own).table, 1);
    let refused = chat.ask("bob", Place::Direct, "replay t1");
    assert_eq!(refused, "table-unknown table=t1");
}

#[test]
fn runs_of_the_day_are_not_shown_early() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let refused = chat.ask("alice", Place::Direct, "replay");
    assert_eq!(refused, "day-seed-later hours=12 minutes=0");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let refused = chat.ask("alice", Place::Direct, "replay page");
    assert_eq!(refused, "day-seed-later hours=12 minutes=0");
    chat.time += HOUR * 24;
    let film = chat.say("alice", Place::Direct, "replay").unwrap();
    let seed = replay(&film).record.lines().nth(4).unwrap_or_default();
    assert!(!film.plain().contains(seed) || seed.is_empty());
}

#[test]
fn challenges_and_damaged_records_are_not_shown() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!challenge @carol");
    let refused = chat.ask("alice", Place::Room, "!replay t1");
    assert_eq!(refused, "table-not-begun");
    chat.ask("bob", Place::Room, "!withdraw");
    let root = chat.duel();
    chat.ask("bob", Place::Thread(&root), "resign");
    chat.ask("bob", Place::Thread(&root), "resign");
    chat.ask("bob", Place::Thread(&root), "rematch");
    chat.ask("alice", Place::Thread(&root), "accept");
    let saved = chat
        .saved
        .values_mut()
        .find(|saved| matches!(saved.stage, SavedStage::Over { .. }));
    let saved = saved.unwrap();
    if let SavedStage::Over { record, .. } = &mut saved.stage {
        record.push_str("\nGa1");
    }
    let id = saved.id;
    let told = chat.ask("alice", Place::Room, &format!("!replay t{id}"));
    assert_eq!(told, format!("table-record-refused table=t{id}"));
}
