//! Hints and analyses in lessons: none about a duel in progress.

use crate::{
    lesson::check_start,
    room::{Chat, Place},
};
use games::{Entry, Live};

#[test]
fn lessons_give_no_help_with_duels() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let mut duel = Live::start(Entry::find("matrx").unwrap(), "-", None).unwrap();
    let mut play = |chat: &mut Chat, who: &str, action: &str| {
        chat.ask(who, Place::Thread(&root), action);
        duel.play(action).unwrap();
        duel.position_text()
    };
    let copied = |chat: &mut Chat, who: &str, position: &str| {
        chat.ask(who, Place::Direct, &format!("setup {position}"));
        let hint = chat.ask(who, Place::Direct, "hint");
        chat.ask(who, Place::Direct, "quit");
        hint
    };
    let analysed = |chat: &mut Chat, who: &str, position: &str| {
        for line in [&format!("setup {position}"), "Gh5", "quit"] {
            chat.ask(who, Place::Direct, line);
        }
        chat.ask(who, Place::Direct, "analyse")
    };
    play(&mut chat, "alice", "Gb2");
    play(&mut chat, "bob", "Gi2");
    let early = play(&mut chat, "alice", "Ge2");
    // Openings are common to many games.
    let hint = copied(&mut chat, "carol", &early);
    check_start(&hint, "hint-duel action=");
    let position = play(&mut chat, "bob", "Gf2");
    for who in ["alice", "carol"] {
        let refused = copied(&mut chat, who, &position);
        assert_eq!(refused, "hint-of-duel-on");
        let refused = analysed(&mut chat, who, &position);
        assert_eq!(refused, "hint-of-duel-on");
    }
    // The next turn is refused as well, and a lesson that began before it.
    for lines in [vec![&position, "Gh5"], vec![&early, "Gf2", "Gh5"]] {
        let (position, actions) = lines.split_first().unwrap();
        chat.ask("carol", Place::Direct, &format!("setup {position}"));
        for action in actions {
            chat.ask("carol", Place::Direct, action);
        }
        let refused = chat.ask("carol", Place::Direct, "hint");
        assert_eq!(refused, "hint-of-duel-on");
        chat.ask("carol", Place::Direct, "quit");
        let refused = chat.ask("carol", Place::Direct, "analyse");
        assert_eq!(refused, "hint-of-duel-on");
    }
    for line in ["resign", "yes"] {
        chat.ask("alice", Place::Thread(&root), line);
    }
    let hint = copied(&mut chat, "carol", &position);
    check_start(&hint, "hint-duel action=");
}

#[test]
fn lessons_give_no_help_near_duel_positions() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.say("bob", Place::Room, "!accept").unwrap();
    let mut duel = Live::start(Entry::find("gipf-basic").unwrap(), "-", None).unwrap();
    let actions = "e1-e3 a5-c5 e1-e4 a5-d5 g2 a5-e5 xe2,e3,e4,e5";
    for (number, action) in actions.split(' ').enumerate() {
        let who = ["alice", "bob"][number % 2];
        chat.ask(who, Place::Thread(&root), action);
        duel.play(action).unwrap();
    }
    assert!(duel.is_in_turn());
    let text = duel.position().text();
    let shown = text.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let hint = |chat: &mut Chat, lines: &[&str]| {
        for line in lines {
            chat.ask("carol", Place::Direct, line);
        }
        let hint = chat.ask("carol", Place::Direct, "hint");
        chat.ask("carol", Place::Direct, "quit");
        hint
    };
    for reserves in ["B13 B9", "B12 B9"] {
        let hint = hint(&mut chat, &[&format!("setup {shown} {reserves}")]);
        assert_eq!(hint, "hint-of-duel-on");
    }
    let before = duel.without_last(1).unwrap().position_text();
    for lines in [vec![], vec!["xe2,e3,e4,e5"], vec!["xe2,e3,e4,e5", "h1-h3"]] {
        let set_up = format!("setup {before}");
        let lines: Vec<&str> = [&*set_up].into_iter().chain(lines).collect();
        let hint = hint(&mut chat, &lines);
        assert_eq!(hint, "hint-of-duel-on");
    }
    // A different board gets hints.
    let other = hint(&mut chat, &["setup gipf-basic w b2=b,e2=B,h2=b B13 B9"]);
    check_start(&other, "hint-duel action=");
}
