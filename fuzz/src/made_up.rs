//! Random lines for a conversation.

use lobby::command::{ADMIN_FORMS, FORMS};
use rand::{RngExt, rngs::ChaCha20Rng};

use crate::{conversation::PEOPLE, lines::one};

/// Words behind commands.
const WORDS: &[&str] = &[
    "@alice",
    "@bob:example.org",
    "@carol:example.org",
    "@dave",
    "@eve:example.org",
    "bob",
    "anyone",
    "matrx",
    "matrx-classic",
    "zertz-basic",
    "zertz-tournament",
    "run",
    "white",
    "black",
    "random",
    "day",
    "here",
    "target",
    "custom",
    "all",
    "seed",
    "word",
    "on",
    "off",
    "me",
    "k3",
    "k=1",
    "g",
    "rb6",
    "7",
    "0",
    "t1",
    "t2",
    "%1",
    "%2",
    "quit",
    "!room:example.org",
    "!alice:example.org",
    "boost",
    "hold",
    "pass",
    "Gb2",
    "g a1 b2",
    "k m13",
    "gipf-basic w c2=b,c3=B,c4=B,c5=B,c6=B,e2=b B10 B12",
    "zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -",
    "use k",
    "<b>",
    "`x`",
    "\u{202e}",
    "{ $x }",
    "é",
    "12",
    "1",
];

/// Makes up a line for [`Conversation`](crate::conversation::Conversation).
pub fn made_up(chance: &mut ChaCha20Rng) -> String {
    let (who, _) = PEOPLE[chance.random_range(0..PEOPLE.len())];
    let place = one(chance, &["room", "room", "dm", "dm", "1", "2", "3"]);
    let number = chance.random_range(0..300);
    let words = match chance.random_range(0..12) {
        0..5 => format!("%{number}"),
        5 => {
            return format!(
                "- {} {who}",
                one(
                    chance,
                    &[
                        "gone",
                        "back",
                        "restart",
                        "joined",
                        "deleted",
                        "left",
                        "overfull",
                        "upgraded",
                        "unreadable"
                    ]
                )
            );
        }
        6 => return format!("- later {}", [1, 60, 3600, 86_400][number % 4]),
        7 if who == "root" => ADMIN_FORMS[number % ADMIN_FORMS.len()].name.to_owned(),
        8 => one(chance, WORDS).to_owned(),
        _ => FORMS[number % FORMS.len()].name.to_owned(),
    };
    let prefix = if place == "room" { "!" } else { "" };
    let mut line = format!("{who} {place} {prefix}{words}");
    for _ in 0..chance.random_range(0..4) {
        line = format!("{line} {}", one(chance, WORDS));
    }
    line
}
