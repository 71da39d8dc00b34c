//! Duels in rooms, from the challenge to the rematch.

use end_to_end::{Client, Homeserver, Limits, Party};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    White,
    Black,
}
use Side::{Black, White};

/// A side and its action, the spots after it, and the side to move next.
type Step = (
    Side,
    &'static str,
    &'static [(&'static str, &'static str)],
    Side,
);

/// Entries, a push, a row removed in the same turn, a jump, and another entry.
const DUEL: &[Step] = &[
    (White, "Gb2", &[("b2", "G")], Black),
    (Black, "gi2", &[("i2", "g")], White),
    (White, "g b1 b2", &[("b2", "G"), ("b3", "G")], Black),
    (Black, "Gi4", &[("i4", "g")], White),
    (White, "Gb5", &[("b5", "G")], Black),
    (Black, "Gd2", &[("d2", "g")], White),
    (White, "Tf2", &[("f2", "TT")], Black),
    (Black, "Zc2", &[("c2", "zz")], White),
    (White, "Tb4", &[("b4", "TT")], White),
    (
        White,
        "xb2,b3,b4*,b5",
        &[("b2", ""), ("b3", ""), ("b4", ""), ("b5", "")],
        Black,
    ),
    (Black, "Zc2-e2", &[("c2", "z"), ("e2", "z")], White),
    (White, "Ge8", &[("e8", "G")], Black),
];

fn player(party: &Party, side: Side) -> &Client {
    match side {
        White => &party.alice,
        Black => &party.bob,
    }
}

#[test]
fn a_duel_goes_from_challenge_to_rematch() {
    let party = Party::gather(Homeserver::shared(), "duel");
    let (alice, bob) = (party.alice.user(), party.bob.user());

    let challenge = party
        .alice
        .send(&party.room, &format!("!challenge {bob} white"));
    party
        .answer()
        .says(&["challenge-made ", "table=t1"])
        .mentions_only(&[bob])
        .stands_in(None);
    let start = party.ask(&party.bob, "!accept");
    // He wrote in the room, and sees there that the game goes on in the thread.
    start
        .mentions_only(&[alice, bob])
        .stands_in(Some(&challenge));
    assert_eq!(start.spot("b2"), "");

    for (side, line, cells, next) in DUEL {
        let answer = party.ask_in(player(&party, *side), &challenge, line);
        // The player who has just written is not mentioned.
        let called = player(&party, *next).user();
        let called = if next == side { &[][..] } else { &[called] };
        answer.mentions_only(called).stands_in(Some(&challenge));
        for (spot, pieces) in *cells {
            assert_eq!(answer.spot(spot), *pieces, "{spot} after {line}: {answer}");
        }
    }

    party
        .ask_in(&party.bob, &challenge, "resign")
        .says(&["resign-sure "])
        .stands_in(Some(&challenge));
    let end = party.ask_in(&party.bob, &challenge, "resign");
    end.says(&["end-resigned "]).stands_in(Some(&challenge));
    party
        .ask_in(&party.alice, &challenge, "rematch")
        .mentions_only(&[bob]);
    // Colours are swapped.
    let again = party.ask_in(&party.bob, &challenge, "rematch");
    again.mentions_only(&[]).stands_in(Some(&challenge));
    assert_eq!(again.spot("e8"), "");
    assert_eq!(party.answers(), DUEL.len() + 6);
}

#[test]
fn tables_in_one_room_stay_apart() {
    let party = Party::gather(Homeserver::shared(), "tables");
    let Party { alice, bob, .. } = &party;
    let first = party.start_duel();
    let second = bob.send(&party.room, &format!("!challenge {} white", alice.user()));
    party.answer().says(&["t2"]);
    party
        .ask_in(alice, &second, "accept")
        .mentions_only(&[bob.user()]);

    assert_eq!(
        party
            .ask_in(alice, &first, "Gb2")
            .stands_in(Some(&first))
            .spot("b2"),
        "G"
    );
    assert_eq!(
        party
            .ask_in(bob, &second, "Gb3")
            .stands_in(Some(&second))
            .spot("b2"),
        ""
    );
    // Outside the threads a table has to be named.
    party
        .ask(alice, "!board")
        .says(&["t1", "t2"])
        .stands_in(None);
    assert_eq!(party.ask(alice, "!t1 board").spot("b2"), "G");
    assert_eq!(party.ask(alice, "!t2 board").spot("b3"), "G");
    party.ask(bob, "!tables").says(&["t1", "t2"]);
    assert_eq!(party.answers(), 10);
}

#[test]
fn a_challenge_can_be_declined_withdrawn_or_open() {
    let party = Party::gather(Homeserver::shared(), "challenges");
    let Party { alice, bob, .. } = &party;
    party.ask(alice, &format!("!challenge {}", bob.user()));
    party.ask(bob, "!decline").stands_in(None);
    party
        .ask(alice, &format!("!challenge {}", bob.user()))
        .says(&["t2"]);
    party.ask(alice, "!withdraw").says(&["t2"]);
    let open = alice.send(&party.room, "!challenge anyone black");
    party.answer().says(&["t3"]).mentions_only(&[]);
    party
        .ask(bob, "!accept t3")
        .says(&["gipf-ask-gipf "])
        .mentions_only(&[bob.user()])
        .stands_in(Some(&open));
    assert_eq!(party.answers(), 6);
}

#[test]
fn a_duel_is_played_in_an_encrypted_room() {
    let party = Party::gather_in(Homeserver::shared(), "secret", true);
    let thread = party.start_duel();
    let answer = party.ask_in(&party.alice, &thread, "Gb2");
    answer
        .mentions_only(&[party.bob.user()])
        .stands_in(Some(&thread));
    assert!(answer.encrypted);
    let seen_by_bob = (0..4).map(|_| party.bob.next_message(&party.room, party.bot.user()));
    assert_eq!(
        seen_by_bob.last().map(|message| message.event),
        Some(answer.event)
    );
}

#[test]
fn rate_limited_commands_are_answered_in_order() {
    let homeserver = Homeserver::start(Limits::Default);
    let party = Party::gather(&homeserver, "limits");
    let thread = party.start_duel();
    // Neither player exceeds the homeserver's rate limit, but the bot does.
    let mut moves = Vec::new();
    for (side, line, ..) in &DUEL[..6] {
        player(&party, *side).send_in_thread(&party.room, &thread, line);
        moves.push(party.answer());
    }
    for _ in 0..4 {
        party.bob.send_in_thread(&party.room, &thread, "board");
    }
    let boards: Vec<_> = (0..4).map(|_| party.answer()).collect();
    assert_eq!(boards[3].spot("d2"), "g");
    let waited = boards[3].seen - moves[0].seen;
    assert!(
        waited.as_secs() >= 4,
        "the limit was not reached: {waited:?}"
    );
    assert_eq!(party.answers(), 12);
}

/// While the bot is rate limited, newer boards replace older ones; the events are still reported.
#[test]
fn rate_limited_players_skip_old_boards() {
    let homeserver = Homeserver::start(Limits::Default);
    let party = Party::gather(&homeserver, "fast");
    let thread = party.start_duel();
    for (side, line, ..) in DUEL {
        player(&party, *side).send_in_thread(&party.room, &thread, line);
    }
    let mut answers = vec![party.answer()];
    while answers[answers.len() - 1].spot("e8") != "G" {
        answers.push(party.answer());
    }
    assert!(answers.len() < DUEL.len(), "{} answers", answers.len());
    let told: Vec<&str> = answers
        .iter()
        .flat_map(|answer| answer.body.lines())
        .filter(|line| {
            ["gipf-entered ", "gipf-moved ", "gipf-row-"]
                .iter()
                .any(|did| line.contains(did))
        })
        .collect();
    assert_eq!(told.len(), DUEL.len(), "{told:?}");
    let last = &answers[answers.len() - 1];
    last.mentions_only(&[party.bob.user()]);
    assert_eq!((last.spot("c2"), last.spot("e2")), ("z", "z"));
}
