//! Runs in a direct message.

use crate::{
    look::english,
    room::{Chat, Place},
};
use lobby::{Message, message::Block, saved::SavedStage};

#[test]
fn runs_need_no_prefix_in_direct_messages() {
    let mut chat = Chat::new();
    let begun = chat.say("alice", Place::Direct, "run target 7").unwrap();
    assert_eq!((&begun.thread, &begun.reply_to), (&None, &None));
    let begun = begun.plain();
    let target = "table-run-begun-target player=alice target=7\n";
    assert!(begun.starts_with(target), "{begun}");
    assert!(begun.contains("\nseed-promised hash="), "{begun}");
    let answer = chat.ask("alice", Place::Direct, "k m13");
    let installed = "run-installed again=no colour=b kind=ice space=m13 strength=3 \
                     structure=B3 token=1\nrun-rolled again=no against=3 ";
    assert!(answer.starts_with(installed), "{answer}");
    let mut ask = |line: &str| chat.ask("alice", Place::Direct, line);
    assert_eq!(ask("run"), "table-run-is-on prefix= table=t1");
    let unreadable = ask("hallo");
    let refused = "run-unreadable text=hallo answer-for-example example=";
    assert!(unreadable.starts_with(refused), "{unreadable}");
    assert_eq!(ask("draw"), "draw-alone");
    assert_eq!(ask("export"), "export-run-on");
}

#[test]
fn rolls_are_answered_by_number_after_a_restart() {
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
            let refused = chat.ask("alice", Place::Direct, "3");
            assert_eq!(refused, "answer-no-such-choice count=2");
            let first = chat.ask("alice", Place::Direct, "k n");
            assert!(first.starts_with("run-answer-first breaker="), "{first}");
            chat.ask("alice", Place::Direct, "1")
        } else {
            let actions = live.legal_actions();
            chat.ask(
                "alice",
                Place::Direct,
                &actions[live.actions() * 7 % actions.len()],
            )
        };
        assert!(answer.contains("run-damage-now "), "{answer}");
    }
    assert!(asked, "no roll fell short");
    assert!(matches!(chat.saved[&1].stage, SavedStage::Over { .. }));
}

#[test]
fn a_roll_shows_only_letters_that_answer_it() {
    let mut chat = Chat::new();
    chat.restart_with(english());
    for line in ["run seed friends", "k m13", "k n", "k n"] {
        chat.ask("alice", Place::Direct, line);
    }
    let asked = chat.ask("alice", Place::Direct, "k n");
    let question = asked
        .lines()
        .find(|line| line.contains("(you have"))
        .unwrap();
    let expected = "The black breaker has 3 against 3 at m16. \
                    Spend 1 red power-up to break in (you have 2)?";
    assert_eq!(question, expected);
    let refused = chat.ask("alice", Place::Direct, "k");
    assert!(refused.contains("`boost`"), "{refused}");
    let boosted = chat.ask("alice", Place::Direct, "r");
    assert!(boosted.starts_with("You spend 1 red power-up"), "{boosted}");
}

#[test]
fn large_saved_bonuses_do_not_overflow() {
    let mut chat = Chat::new();
    let setup = "setup run m13=G5,m14=K5+ k2@m13^254,g5@-,r@-,b@- - k4g5r5b5 0 K1,K2,K3,K4,G1,G2,G3,G4,\
                 R1,R2,R3,R4,R5,B1,B2,B3,B4,B5,KF,GF,RF,BF -";
    chat.ask("alice", Place::Direct, setup);
    let answer = chat.ask("alice", Place::Direct, "k m14");
    assert!(answer.contains("strength=255"), "{answer}");
}

#[test]
fn a_roll_that_reached_nothing_stands() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=4");
    let used = chat.ask("alice", Place::Direct, "use k");
    assert!(used.contains("pass"), "{used}");
    for _ in 0..2 {
        let refused = chat.ask("alice", Place::Direct, "takeback");
        assert_eq!(refused, "undo-die action=use k");
    }
}

#[test]
fn custom_breakers_are_introduced_and_used() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run target 7 custom k=2 g1");
    let about = "run-breaker-about custom=k2\nrun-breaker-about custom=g1\n";
    assert!(begun.contains(about), "{begun}");
    let beside = "run-breaker-is again=no bonus=0 breaker=k custom=k2 strength=none\n\
                  run-breaker-is again=no bonus=0 breaker=g custom=g1 strength=none\n";
    assert!(begun.contains(beside), "{begun}");
    assert!(begun.contains("\nrun-step-custom again=no "), "{begun}");
    assert!(begun.contains(" uses=k\n"), "{begun}");
    let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
        panic!("not on");
    };
    assert!(
        record.contains("options: target=7,custom=k2g1\n"),
        "{record}"
    );
    let used = chat.ask("alice", Place::Direct, "use k");
    let keeps = "run-used again=no breaker=k custom=k2\n\
                 run-damage again=no damage=1 total=1\n\
                 run-keeps-bonus again=no bonus=2 breaker=k\n";
    assert!(used.starts_with(keeps), "{used}");
    let beside = "run-breaker-is again=no bonus=2 breaker=k custom=k2 strength=none\n";
    assert!(used.contains(beside), "{used}");
    let step = chat.ask("alice", Place::Direct, "k m13");
    let rolled = "run-measured again=no against=3 base=3 bonus=0 breaker=k custom=k2 dice=4 \
                  kept=2 lent=0 space=m13 strength=5 ";
    assert!(step.contains(rolled), "{step}");
    let other = chat.ask("alice", Place::Direct, "g m14");
    let scout = "run-measured again=yes against=2 base=3 bonus=0 breaker=g custom=g1 dice=none \
                 kept=0 lent=0 space=m14 strength=3 ";
    assert!(other.contains(scout), "{other}");
    let refused = chat.ask("alice", Place::Direct, "use r");
    assert_eq!(refused, "run-plain-breaker breaker=r");
}

#[test]
fn rolled_breakers_are_named_and_unknown_ones_refused() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Direct, "run custom k=9");
    assert_eq!(refused, "run-custom-unreadable text=k9");
    let begun = chat.ask("alice", Place::Direct, "run custom all");
    for letter in ["k", "g", "r", "b"] {
        let beside = format!("\nrun-breaker-is again=no bonus=0 breaker={letter} custom={letter}");
        assert!(begun.contains(&beside), "{begun}");
    }
}

#[test]
fn help_lists_all_custom_breakers() {
    let mut chat = Chat::new();
    let help = chat.ask("alice", Place::Direct, "help breakers");
    assert_eq!(help.lines().count(), 1 + 4, "{help}");
    assert!(help.ends_with(", `b6` Enigma"), "{help}");
    let rules = chat.ask("alice", Place::Direct, "rules run 7");
    assert!(
        rules.contains("\nteach-run-custom game=run prefix=\n"),
        "{rules}"
    );
}

#[test]
fn quitting_is_confirmed_and_shows_the_seed() {
    for word in ["quit", "m quit", "resign"] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "run");
        let sure = chat.ask("alice", Place::Direct, word);
        assert_eq!(sure, "resign-sure-run");
        let ended = chat.ask("alice", Place::Direct, word);
        let seed = "07".repeat(32);
        assert!(ended.contains("\nrun-jacked-out "), "{ended}");
        assert!(ended.contains("\nagain-run prefix="), "{ended}");
        let verified = chat.ask("alice", Place::Direct, "verify");
        assert!(
            verified.starts_with("verify-done count=1 hash=")
                && verified.ends_with(&format!(" seed={seed} source=fresh")),
            "{verified}"
        );
        let record = chat.ask("alice", Place::Direct, "export");
        assert!(record.contains("\ngame: run\n"), "{record}");
        let begun = chat.ask("alice", Place::Direct, "run");
        assert!(
            begun.starts_with("table-run-begun player=alice\n"),
            "{begun}"
        );
    }
}

#[test]
fn seed_words_are_used_as_shown() {
    let deal = |line: &str| {
        let mut chat = Chat::new();
        let begun = chat.ask("alice", Place::Direct, line);
        for _ in 0..2 {
            chat.ask("alice", Place::Direct, "quit");
        }
        (begun, chat.ask("alice", Place::Direct, "export"))
    };
    let plain = deal("run seed turing");
    assert!(plain.0.contains("\nseed-word text=turing\n"), "{}", plain.0);
    for word in ["tu\u{200b}ring", "\u{202e}Turing\u{2069}", "turing`"] {
        assert_eq!(deal(&format!("run seed {word}")), plain, "{word}");
    }
    let mut chat = Chat::new();
    for word in ["\u{200b}", "-", &"a".repeat(25)] {
        let refused = chat.ask("alice", Place::Direct, &format!("run seed {word}"));
        assert_eq!(refused, "seed-word-unfit limit=24", "{word}");
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn the_same_word_deals_the_same_run() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run seed Turing");
    assert!(begun.contains("\nseed-word text=turing\n"), "{begun}");
    chat.ask("bob", Place::Direct, "run seed turing");
    chat.ask("carol", Place::Direct, "run");
    let step = chat.ask("alice", Place::Direct, "k m13");
    assert_eq!(chat.ask("bob", Place::Direct, "k m13"), step);
    assert_ne!(chat.ask("carol", Place::Direct, "k m13"), step);
}

#[test]
fn undo_takes_back_actions_that_showed_nothing_new() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=2 g=1");
    let nothing = chat.ask("alice", Place::Direct, "undo");
    assert_eq!(nothing, "takeback-nothing");
    let before = chat.ask("alice", Place::Direct, "board");
    chat.ask("alice", Place::Direct, "use k");
    chat.ask("alice", Place::Direct, "quit");
    let undone = chat.ask("alice", Place::Direct, "undo");
    assert!(
        undone.starts_with("takeback-done actions=`use k`\n"),
        "{undone}"
    );
    let kept = "run-breaker-is again=no bonus=0 breaker=k custom=k2 strength=none\n";
    assert!(undone.contains(kept), "{undone}");
    assert_eq!(chat.ask("alice", Place::Direct, "board"), before);
    // Giving up has to be confirmed anew.
    let sure = chat.ask("alice", Place::Direct, "quit");
    assert_eq!(sure, "resign-sure-run");
    chat.ask("alice", Place::Direct, "k m13");
    let shown = chat.ask("alice", Place::Direct, "takeback");
    assert_eq!(shown, "undo-revealed action=k m13");
}

#[test]
fn an_answer_is_taken_back_without_its_roll() {
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
    assert!(
        undone.starts_with("takeback-done actions=`boost`\n"),
        "{undone}"
    );
    assert_eq!(chat.ask("alice", Place::Direct, "board"), asked);
    let stands = chat.ask("alice", Place::Direct, "undo");
    assert_eq!(stands, "undo-revealed action=b a16");
}

#[test]
fn steps_are_asked_with_odds_and_abilities() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run custom k=2 b=2 seed turing");
    let odds = "\n\nrun-figures-outside again=no boosted=0\nrun-head-outside\n";
    assert!(begun.contains(odds), "{begun}");
    let chance =
        "\nrun-row breaker=k word=none\n run-cell-chance need=0 percent=38 run-cell-none\n";
    assert!(begun.contains(chance), "{begun}");
    let ability = "\nrun-now-stronger action=use k bonus=2 damage=1 from=38 space=a1 \
                   structure=none to=70 tokens=none who=k";
    assert!(begun.ends_with(ability), "{begun}");
    let step = chat.ask("alice", Place::Direct, "g m13");
    assert!(
        step.contains("\n\nrun-figures-inside again=no boosted=1\n"),
        "{step}"
    );
}

#[test]
fn odds_stand_in_columns() {
    let mut chat = Chat::new();
    chat.restart_with(english());
    let begun = chat.ask("alice", Place::Direct, "run custom k=2 b=2 seed turing");
    assert!(begun.contains("\n   new  easiest\nk  38%  -\n"), "{begun}");
    let step = chat.ask("alice", Place::Direct, "g m13");
    assert!(
        step.contains("\n    n        e        s        w\ng "),
        "{step}"
    );
}

#[test]
fn captions_hold_odds_that_the_picture_lacks() {
    let mut chat = Chat::new();
    let plain = chat.say("alice", Place::Direct, "run seed chiba").unwrap();
    assert!(plain.plain().contains("\nrun-figures-outside "));
    assert!(!plain.html().contains("run-figures-"), "{}", plain.html());
    let position = "run l13=R5,l14=B4,l15=K3,l16=G3,m12=K1,m13=B1,m14=R4,m15=G5,n15=K5 \
                    k4@-,g5@-,r2@l16,b@- k2g2r2b1 k3g3r3b4 8 \
                    G1,R2,G4,R1,G2,BF,GF,R3,K4,KF,B3,B2,B5,K2,RF -";
    let mut chat = Chat::new();
    chat.restart_with(english());
    let setup = chat.say("alice", Place::Direct, &format!("setup {position}"));
    let html = setup.unwrap().html();
    // The figures include power-ups only.
    assert!(html.contains("<code>b+"), "{html}");
    assert!(!html.contains("<code>b\u{a0}"), "{html}");
}

/// Checks that drawings, the lines below them and figures fit on a phone without wrapping.
fn check_narrow(message: &Message) {
    for block in &message.blocks {
        let (text, most) = match block {
            Block::Board(text) => (text.clone(), 44),
            Block::Figures(figures) => {
                let wide = figures
                    .narrow
                    .lines()
                    .find(|line| line.chars().count() > 22);
                assert_eq!(wide, None, "{}", figures.narrow);
                (figures.wide.clone(), 44)
            }
            Block::Position(position) => (position.wide(), 40),
            _ => continue,
        };
        let wide = text.lines().find(|line| line.chars().count() > most);
        assert_eq!(wide, None, "{text}");
    }
}

#[test]
fn boards_and_figures_are_narrow_in_every_run() {
    for seed in 0..24u8 {
        let mut chat = Chat::new();
        chat.restart_with(english());
        chat.seed = [seed; 32];
        let begun = chat.say("alice", Place::Direct, "run custom all");
        check_narrow(&begun.unwrap());
        for number in 0..40usize {
            let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
                break;
            };
            let live = games::Live::replay(&record.parse().unwrap()).unwrap();
            let mut actions = live.legal_actions();
            // Mostly beside structures, as people play.
            let seen: Vec<String> = live.scene().points.into_iter().map(|p| p.name).collect();
            let near = |action: &String| seen.iter().any(|name| action.contains(name));
            if actions.iter().any(near) && number % 3 > 0 {
                actions.retain(near);
            }
            let action = &actions[(number * 7919 + usize::from(seed)) % actions.len()];
            let message = chat.say("alice", Place::Direct, action).unwrap();
            check_narrow(&message);
            // No message id is shown, so every message has a sentence.
            assert!(!message.plain().contains("run-"), "{}", message.plain());
        }
    }
}

#[test]
fn moves_lists_steps_to_visible_spaces_first() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed chiba");
    chat.ask("alice", Place::Direct, "k m13");
    let moves = chat.ask("alice", Place::Direct, "moves g");
    let listed = "\nmoves-found count=624\n\n\
                  run-moves-step breaker=g count=4 more=no\n\
                  `g l13` `g m12` `g m14` `g n13`\n\n\
                  run-moves-far count=620\n`g a1`";
    assert!(moves.ends_with(listed), "{moves}");
    let far = chat.ask("alice", Place::Direct, "moves g b2");
    assert!(far.ends_with("\n\nrun-moves-far count=7\n`g b2`"), "{far}");
}

#[test]
fn a_slip_is_answered_with_and_without_prefix() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    for line in ["k m99", "!k m99"] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert_eq!(refused, "run-off-table space=m99", "{line}");
    }
}

#[test]
fn use_explains_breakers_without_an_ability() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom g2 r6 b2 k=6");
    for (line, explained) in [
        ("use g", "run-no-ability breaker=g custom=g2"),
        ("use r", "run-no-ability breaker=r custom=r6"),
        ("use b", "run-no-ability breaker=b custom=b2"),
    ] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(refused.starts_with(explained), "{line}: {refused}");
    }
}

#[test]
fn help_knows_every_breaker_by_its_name() {
    let mut chat = Chat::new();
    for name in ["k3", "K=3", "k3 "] {
        let told = chat.ask("alice", Place::Direct, &format!("help {name}"));
        assert_eq!(told, "run-breaker-about custom=k3", "{name}");
    }
    let all = chat.ask("alice", Place::Direct, "help breakers");
    for name in ["k1", "g6", "r6", "b6"] {
        let told = chat.ask("alice", Place::Room, &format!("!help {name}"));
        assert_eq!(told, format!("run-breaker-about custom={name}"));
        assert!(all.contains(&format!("`{name}` ")), "{all}");
    }
    let refused = chat.ask("alice", Place::Direct, "help k7");
    assert!(refused.starts_with("help-no-such-topic "), "{refused}");
    assert!(
        refused.contains(" near=`help k1`, `help k2`, `help k3`, `help k4` text=k7 "),
        "{refused}"
    );
    assert!(refused.ends_with(", breakers, settings"), "{refused}");
}
