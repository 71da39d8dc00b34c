//! Whole games, from their first turn to their last.

use games::{Ending, Record, Seat};
use tables::{Boards, Message, Replay, ReplayForm, saved::SavedStage};

use crate::room::{Chat, HOUR, Place};

fn replay(message: &Message) -> &Replay {
    let replay = message.replay();
    replay.unwrap_or_else(|| panic!("{message:?}"))
}

#[test]
fn in_a_thread_without_a_table_no_other_game_is_shown() {
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
fn a_game_is_shown_as_far_as_it_has_come_and_when_it_is_over() {
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
    let caption = film.with_caption(1).plain();
    assert!(caption.starts_with("t1: MATRX GIPF, alice"), "{caption}");
    assert!(
        caption.ends_with("\nThe whole game as a film, one turn."),
        "{caption}"
    );
    let text = film.with_boards(Boards::Text);
    assert!(
        text.html().contains("cannot be sent here now"),
        "{}",
        text.html()
    );
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    let page = chat.say("carol", thread, "replay page").unwrap();
    assert_eq!(replay(&page).name, "matrx-t1.html");
    assert!(
        page.plain()
            .contains("alice wins: bob resigns. That was on 2026-11-21 (UTC)."),
        "{}",
        page.plain()
    );
    let shown = replay(&page);
    assert_eq!(
        shown.result,
        "alice wins: bob resigns. That was on 2026-11-21 (UTC)."
    );
    let tags = shown.record.parse::<Record>().unwrap().tags;
    assert_eq!(tags.players, ["alice", "bob"]);
    assert_eq!(tags.ending, Some(Ending::Resigned(Seat::Second)));
}

#[test]
fn a_caption_tells_how_many_turns_are_shown() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for (who, turn) in [("alice", "Gb2"), ("bob", "gi2"), ("alice", "g b1 b2")] {
        chat.ask(who, thread, turn);
    }
    for (line, shown, told) in [
        ("replay", 3, "The whole game as a film, 3 turns."),
        ("replay", 2, "The last 2 of 3 turns as a film."),
        ("replay page", 2, "The last 2 of 3 turns as a page. Open"),
    ] {
        let film = chat.say("alice", thread, line).unwrap();
        let caption = film.with_caption(shown);
        assert!(caption.html().contains(told), "{}", caption.html());
        // Nothing is said about a file that is not there.
        let text = film.with_boards(Boards::Text).with_caption(shown).html();
        assert!(!text.contains("turns as a"), "{text}");
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
    assert_eq!(film.look.theme, tables::Theme::Dark);
}

#[test]
fn a_game_that_is_over_for_long_is_found_by_its_number() {
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
        assert!(shown.plain().contains("on 2026-11-21"), "{shown:?}");
    }
    let newest = chat.say("alice", thread, "replay").unwrap();
    assert_eq!(replay(&newest).table, 2);
    for unknown in ["!replay t3", "!replay t0"] {
        let refused = chat.ask("alice", Place::Room, unknown);
        assert!(refused.starts_with("There is no table t"), "{refused}");
    }
}

#[test]
fn what_is_played_in_one_room_is_shown_in_no_other() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let own = chat.say("alice", Place::Direct, "replay t1").unwrap();
    assert_eq!(replay(&own).table, 1);
    // Whose it is hears where it is shown.
    for (who, told) in [
        ("alice", "Table t1 is in our direct message: ask there."),
        ("bob", "There is no table t1 in this room."),
    ] {
        let refused = chat.ask(who, Place::Room, "!replay t1");
        assert_eq!(refused, told);
    }
    // So it is when the table has to be looked for.
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let own = chat.say("alice", Place::Direct, "replay t1").unwrap();
    assert_eq!(replay(&own).table, 1);
    let refused = chat.ask("bob", Place::Direct, "replay t1");
    assert_eq!(refused, "There is no table t1 in this room.");
}

#[test]
fn the_run_of_the_day_is_not_shown_before_the_day_is_over() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let refused = chat.ask("alice", Place::Direct, "replay");
    assert!(refused.contains("others can still make today"), "{refused}");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let refused = chat.ask("alice", Place::Direct, "replay page");
    assert!(refused.contains("others can still make today"), "{refused}");
    chat.time += HOUR * 24;
    let film = chat.say("alice", Place::Direct, "replay").unwrap();
    let seed = replay(&film).record.lines().nth(4).unwrap_or_default();
    assert!(!film.plain().contains(seed) || seed.is_empty());
}

#[test]
fn a_challenge_has_nothing_to_be_shown_and_a_damaged_game_is_told_of() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob");
    let refused = chat.ask("alice", Place::Room, "!replay t1");
    assert!(refused.starts_with("That game has not begun"), "{refused}");
    chat.ask("alice", Place::Room, "!withdraw");
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
    assert!(told.contains("cannot play its record through"), "{told}");
}
