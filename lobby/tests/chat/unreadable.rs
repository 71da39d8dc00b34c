//! Undecryptable messages: their senders are warned once a day.

use lobby::{Access, Effect, Key, Lobby, Settings, access::Pattern};

use crate::room::{Chat, HOUR, Place, ROOM, person, settings};

/// A duel of alice and bob, in a room with carol; returns its thread.
fn duel() -> (Chat, String) {
    let mut chat = Chat::new();
    let thread = chat.duel();
    (chat, thread)
}

#[test]
fn direct_messages_get_one_notice_a_day() {
    let mut chat = Chat::new();
    let told = chat.say_unreadable("carol", Place::Direct).unwrap();
    assert_eq!(told.plain(), "access-unreadable");
    assert_eq!(chat.say_unreadable("carol", Place::Direct), None);
    assert!(chat.say_unreadable("alice", Place::Direct).is_some());
    chat.restart();
    assert_eq!(chat.say_unreadable("carol", Place::Direct), None);
    chat.time += HOUR * 24;
    assert!(chat.say_unreadable("carol", Place::Direct).is_some());
    assert_eq!(chat.settings.len(), 1, "of the day before nothing is kept");
}

#[test]
fn rooms_tell_only_players_and_writers_in_threads() {
    let (mut chat, thread) = duel();
    assert_eq!(chat.say_unreadable("carol", Place::Room), None);
    assert_eq!(chat.say_unreadable("carol", Place::Thread("$other")), None);
    let told = chat.say_unreadable("alice", Place::Room).unwrap();
    assert_eq!(
        (told.thread, told.reply_to),
        (None, Some(chat.last_event()))
    );
    let told = chat
        .say_unreadable("carol", Place::Thread(&thread))
        .unwrap();
    assert_eq!(told.thread.as_ref(), Some(&thread));
    assert_eq!(chat.say_unreadable("alice", Place::Thread(&thread)), None);

    chat.say("alice", Place::Thread(&thread), "resign");
    chat.say("alice", Place::Thread(&thread), "resign");
    assert_eq!(chat.say_unreadable("bob", Place::Thread(&thread)), None);
}

#[test]
fn a_command_that_is_not_read_is_answered() {
    let mut chat = Chat::new();
    assert_eq!(chat.say_unread("carol", Place::Room, "hello"), None);
    let told = chat.say_unread("carol", Place::Room, "!tables").unwrap();
    assert_eq!(told.plain(), "access-unreadable");
}

#[test]
fn users_without_answers_get_no_notice() {
    let users = |patterns: &[&str]| {
        patterns
            .iter()
            .map(|pattern| Pattern::user(pattern).unwrap())
            .collect()
    };
    let mut chat = Chat::new();
    chat.tables = Lobby::new(Settings {
        access: Access {
            play: users(&["@alice:*", "@bob:*"]),
            deny: users(&["@bob:*"]),
            ..Access::default()
        },
        ..settings()
    });
    for who in ["bob", "carol"] {
        assert_eq!(chat.say_unreadable(who, Place::Direct), None);
    }
}

#[test]
fn forgotten_users_vanish_from_the_notices() {
    let mut chat = Chat::new();
    chat.say_unreadable("alice", Place::Direct);
    chat.say_unreadable("carol", Place::Direct);
    chat.say("carol", Place::Direct, "forget me");
    let effects = chat.effects("carol", Place::Direct, "forget me");
    let carol = person("carol").id;
    let is_hers = |effect: &&Effect| matches!(effect, Effect::Unset(Key::Unreadable(_, who)) if who.ends_with(&carol));
    assert_eq!(effects.iter().filter(is_hers).count(), 1, "{effects:?}");
    assert!(
        !effects
            .iter()
            .any(|effect| format!("{effect:?}").contains(ROOM))
    );
}
