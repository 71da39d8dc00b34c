//! Runs in a direct message.

use crate::room::{Chat, Place};
use tables::{Message, message::Block, saved::SavedStage};

#[test]
fn a_run_is_made_in_a_direct_message_without_a_prefix() {
    let mut chat = Chat::new();
    let begun = chat.say("alice", Place::Direct, "run target 7").unwrap();
    assert_eq!((&begun.thread, &begun.reply_to), (&None, &None));
    assert!(begun.plain().contains("SHA-256") && begun.plain().contains("target 7"));
    let answer = chat.ask("alice", Place::Direct, "k m13");
    assert!(
        answer.contains("appears at m13") && answer.contains("rolls"),
        "{answer}"
    );
    assert!(
        chat.ask("alice", Place::Direct, "run")
            .contains("in the middle")
    );
    assert!(
        chat.ask("alice", Place::Direct, "hello")
            .contains("cannot read")
    );
    assert!(chat.ask("alice", Place::Direct, "draw").contains("no draw"));
    assert!(
        chat.ask("alice", Place::Direct, "export")
            .contains("when the run is over")
    );
}

#[test]
fn a_roll_can_be_answered_by_number_and_the_run_goes_on_after_a_restart() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    let mut asked = false;
    for _ in 0..300 {
        let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
            break;
        };
        let live = games::Live::replay(&record.parse().unwrap()).unwrap();
        chat.restart();
        let answer = if live
            .prompt()
            .is_some_and(|prompt| prompt.choices.len() == 2)
        {
            asked = true;
            assert!(
                chat.ask("alice", Place::Direct, "3")
                    .contains("from 1 to 2")
            );
            assert!(
                chat.ask("alice", Place::Direct, "k n")
                    .contains("First answer the roll")
            );
            chat.ask("alice", Place::Direct, "1")
        } else {
            let actions = live.legal_actions();
            chat.ask(
                "alice",
                Place::Direct,
                &actions[live.actions() * 7 % actions.len()],
            )
        };
        assert!(answer.contains("brain damage"), "{answer}");
    }
    assert!(asked, "no roll fell short");
    assert!(matches!(chat.saved[&1].stage, SavedStage::Over { .. }));
}

#[test]
fn custom_breakers_are_introduced_used_and_shown_beside_the_board() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run target 7 custom k=2 g1");
    assert!(
        begun.contains("`k2` Ankara: die −1. `use k` for 1 damage"),
        "{begun}"
    );
    assert!(
        begun.contains("k is Ankara\ng is Turing Scout Construct"),
        "{begun}"
    );
    assert!(begun.contains("Or an ability of k"), "{begun}");
    let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
        panic!("not on");
    };
    assert!(
        record.contains("options: target=7,custom=k2g1\n"),
        "{record}"
    );
    let used = chat.ask("alice", Place::Direct, "use k");
    assert!(
        used.contains("black breaker (k) uses its ability as Ankara"),
        "{used}"
    );
    assert!(used.contains("keeps +2 for its next challenge"), "{used}");
    assert!(used.contains("k is Ankara\n  next time +2"), "{used}");
    let step = chat.ask("alice", Place::Direct, "k m13");
    assert!(
        step.contains("The black breaker (k), Ankara, rolls "),
        "{step}"
    );
    assert!(
        step.contains(", +2 kept for this challenge: strength "),
        "{step}"
    );
    let other = chat.ask("alice", Place::Direct, "g m14");
    let scout = "The green breaker (g), Turing Scout Construct, needs no die and has 3";
    assert!(other.contains(scout), "{other}");
    let refused = chat.ask("alice", Place::Direct, "use r");
    assert!(refused.contains("r is a plain breaker"), "{refused}");
}

#[test]
fn rolled_breakers_are_named_and_unknown_ones_refused() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Direct, "run custom k=9");
    assert!(
        refused.contains("“k9” does not name custom breakers"),
        "{refused}"
    );
    let begun = chat.ask("alice", Place::Direct, "run custom all");
    for letter in ["k", "g", "r", "b"] {
        assert!(begun.contains(&format!("\n{letter} is ")), "{begun}");
    }
}

#[test]
fn help_lists_all_custom_breakers() {
    let mut chat = Chat::new();
    let help = chat.ask("alice", Place::Direct, "help breakers");
    assert_eq!(help.lines().count(), 1 + 24, "{help}");
    assert!(
        help.contains("`b6` Enigma: die −2. `use b m14=m16 m16=m14`"),
        "{help}"
    );
    let rules = chat.ask("alice", Place::Direct, "rules run 7");
    assert!(rules.contains("`help breakers`"), "{rules}");
}

#[test]
fn quitting_is_asked_for_twice_and_shows_the_seed() {
    for word in ["quit", "m quit", "resign"] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "run");
        assert!(chat.ask("alice", Place::Direct, word).contains("once more"));
        let ended = chat.ask("alice", Place::Direct, word);
        assert!(
            ended.contains("jacked out") && ended.contains(&"07".repeat(32)),
            "{ended}"
        );
        let verified = chat.ask("alice", Place::Direct, "verify");
        assert!(verified.contains("to the same end"), "{verified}");
        assert!(
            chat.ask("alice", Place::Direct, "export")
                .contains("game: run")
        );
        assert!(
            chat.ask("alice", Place::Direct, "run")
                .contains("A new run")
        );
    }
}

#[test]
fn a_seed_word_is_used_as_it_is_shown() {
    let deal = |line: &str| {
        let mut chat = Chat::new();
        let begun = chat.ask("alice", Place::Direct, line);
        for _ in 0..2 {
            chat.ask("alice", Place::Direct, "quit");
        }
        (begun, chat.ask("alice", Place::Direct, "export"))
    };
    let plain = deal("run seed turing");
    assert!(plain.0.contains("“turing”"), "{}", plain.0);
    for word in ["tu\u{200b}ring", "\u{202e}Turing\u{2069}", "turing`"] {
        assert_eq!(deal(&format!("run seed {word}")), plain, "{word}");
    }
    let mut chat = Chat::new();
    for word in ["\u{200b}", "-", &"a".repeat(25)] {
        let refused = chat.ask("alice", Place::Direct, &format!("run seed {word}"));
        assert!(refused.contains("1 to 24 characters"), "{refused}");
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn the_same_word_deals_the_same_run_to_friends() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run seed Turing");
    assert!(begun.contains("the word “turing”"), "{begun}");
    chat.ask("bob", Place::Direct, "run seed turing");
    chat.ask("carol", Place::Direct, "run");
    let step = chat.ask("alice", Place::Direct, "k m13");
    assert_eq!(chat.ask("bob", Place::Direct, "k m13"), step);
    assert_ne!(chat.ask("carol", Place::Direct, "k m13"), step);
}

#[test]
fn what_showed_nothing_new_is_taken_back_at_once_and_everything_else_stands() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=2 g=1");
    let nothing = chat.ask("alice", Place::Direct, "undo");
    assert!(nothing.contains("nothing to take back"), "{nothing}");
    let before = chat.ask("alice", Place::Direct, "board");
    chat.ask("alice", Place::Direct, "use k");
    chat.ask("alice", Place::Direct, "quit");
    let undone = chat.ask("alice", Place::Direct, "undo");
    assert!(undone.starts_with("Taken back: `use k`."), "{undone}");
    assert!(!undone.contains("next time +2"), "{undone}");
    assert_eq!(chat.ask("alice", Place::Direct, "board"), before);
    // To give up is not meant any more.
    let sure = chat.ask("alice", Place::Direct, "quit");
    assert!(sure.contains("once more"), "{sure}");
    chat.ask("alice", Place::Direct, "k m13");
    let shown = chat.ask("alice", Place::Direct, "takeback");
    assert!(shown.contains("`k m13` stands, for it has shown a structure"));
    // What is asked is asked once more.
    let board = chat.ask("alice", Place::Direct, "board");
    let asked = board.split("\n\n").last().unwrap();
    assert!(shown.ends_with(asked), "{shown}\n{asked}");
}

#[test]
fn an_answer_is_taken_back_but_not_the_roll_before_it() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed turing");
    for _ in 0..300 {
        let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
            panic!("no roll fell short");
        };
        let live = games::Live::replay(&record.parse().unwrap()).unwrap();
        let actions = live.legal_actions();
        if actions[0] == "boost" {
            break;
        }
        let action = &actions[live.actions() * 7 % actions.len()];
        chat.ask("alice", Place::Direct, action);
    }
    let asked = chat.ask("alice", Place::Direct, "board");
    chat.ask("alice", Place::Direct, "boost");
    chat.restart();
    let undone = chat.ask("alice", Place::Direct, "undo");
    assert!(undone.starts_with("Taken back: `boost`."), "{undone}");
    assert_eq!(chat.ask("alice", Place::Direct, "board"), asked);
    let stands = chat.ask("alice", Place::Direct, "undo");
    assert!(stands.contains(" stands, for "), "{stands}");
}

#[test]
fn a_step_is_asked_for_with_the_odds_and_what_abilities_would_do_now() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run custom k=2 b=2 seed turing");
    let odds = "Chance to break from outside: the next\n\
                structure, or the easiest on the board\n   new  easiest\nk  38%  -\n";
    assert!(begun.contains(odds), "{begun}");
    let ability = "`use k` (1 damage): +2 on its next roll \
                   (k against a new structure: 38 % becomes 70 %)";
    assert!(begun.contains(ability), "{begun}");
    let step = chat.ask("alice", Place::Direct, "g m13");
    assert!(step.contains("Chance to break. 4+: roll 4 or more;\nnew: the next structure"));
    assert!(
        step.contains("    n        e        s        w\ng "),
        "{step}"
    );
}

#[test]
fn odds_that_a_picture_does_not_show_stand_in_its_caption() {
    let mut chat = Chat::new();
    let plain = chat.say("alice", Place::Direct, "run seed chiba").unwrap();
    assert!(plain.plain().contains("Chance to break"));
    assert!(
        !plain.html().contains("Chance to break"),
        "{}",
        plain.html()
    );
    let position = "run l13=R5,l14=B4,l15=K3,l16=G3,m12=K1,m13=B1,m14=R4,m15=G5,n15=K5 \
                    k4@-,g5@-,r2@l16,b@- k2g2r2b1 k3g3r3b4 8 \
                    G1,R2,G4,R1,G2,BF,GF,R3,K4,KF,B3,B2,B5,K2,RF -";
    let mut chat = Chat::new();
    let setup = chat.say("alice", Place::Direct, &format!("setup {position}"));
    let html = setup.unwrap().html();
    // With power-ups, but not without them.
    assert!(html.contains("<code>b+"), "{html}");
    assert!(!html.contains("<code>b\u{a0}"), "{html}");
}

/// Every block in a font of equal widths fits on a phone, and every message is said in sentences
/// that are there, whatever breakers are in the run.
/// A phone shows the drawing, with what stands below it, and figures without breaking their lines.
fn check_narrow(message: &Message) {
    for block in &message.blocks {
        let text = match block {
            Block::Board(text) => text.clone(),
            Block::Figures(figures) => {
                let wide = figures
                    .narrow
                    .lines()
                    .find(|line| line.chars().count() > 22);
                assert_eq!(wide, None, "{}", figures.narrow);
                figures.wide.clone()
            }
            Block::Position(position) => position.wide(),
            _ => continue,
        };
        let most = if text.contains("structures to come") {
            40
        } else {
            44
        };
        let wide = text.lines().find(|line| line.chars().count() > most);
        assert_eq!(wide, None, "{text}");
    }
}

#[test]
fn boards_and_figures_are_narrow_in_every_run() {
    for seed in 0..24u8 {
        let mut chat = Chat::new();
        chat.seed = [seed; 32];
        let begun = chat.say("alice", Place::Direct, "run custom all");
        check_narrow(&begun.unwrap());
        for number in 0..40usize {
            let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
                break;
            };
            let live = games::Live::replay(&record.parse().unwrap()).unwrap();
            let mut actions = live.legal_actions();
            // Beside what lies there, as people play.
            let seen: Vec<String> = live.scene().points.into_iter().map(|p| p.name).collect();
            let near = |action: &String| seen.iter().any(|name| action.contains(name));
            if actions.iter().any(near) && number % 3 > 0 {
                actions.retain(near);
            }
            let action = &actions[(number * 7919 + usize::from(seed)) % actions.len()];
            let message = chat.say("alice", Place::Direct, action).unwrap();
            check_narrow(&message);
            assert!(!message.plain().contains("run-"), "{}", message.plain());
        }
    }
}

#[test]
fn moves_lists_what_can_be_seen_on_the_board_first() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed chiba");
    chat.ask("alice", Place::Direct, "k m13");
    let moves = chat.ask("alice", Place::Direct, "moves g");
    let first = "624 actions are possible:\n\nStep with the green breaker (g) (4):\n\
                 `g l13` `g m12` `g m14` `g n13`\n\n\
                 A breaker outside can also step to any space that touches no structure (620 ways)";
    assert!(moves.contains(first), "{moves}");
    assert!(moves.ends_with("For example:\n`g a1`"), "{moves}");
    let far = chat.ask("alice", Place::Direct, "moves g b2");
    assert!(far.ends_with("For example:\n`g b2`"), "{far}");
}

#[test]
fn a_slip_in_a_direct_message_is_answered_by_the_run_with_prefix_and_without() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    for line in ["k m99", "!k m99"] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(refused.contains("off the table"), "{line}: {refused}");
        assert!(refused.contains("Your step"), "{line}: {refused}");
    }
}

#[test]
fn who_has_nothing_to_use_is_told_what_is_typed_instead() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom g2 r6 b2 k=6");
    for (line, instead) in [
        ("use g", "`g n sum`"),
        ("use r", "`r n blade`"),
        ("use b", "`b n lattice`"),
    ] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(refused.contains(instead), "{line}: {refused}");
    }
}

#[test]
fn help_knows_every_breaker_by_its_name() {
    let mut chat = Chat::new();
    for name in ["k3", "K=3", "k3 "] {
        let told = chat.ask("alice", Place::Direct, &format!("help {name}"));
        assert!(told.starts_with("`k3` Black Diamond: "), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let all = chat.ask("alice", Place::Direct, "help breakers");
    for name in ["k1", "g6", "r6", "b6"] {
        let told = chat.ask("alice", Place::Room, &format!("!help {name}"));
        assert!(all.contains(&told), "{told}");
    }
    let refused = chat.ask("alice", Place::Direct, "help k7");
    assert!(refused.contains("breakers"), "{refused}");
}
