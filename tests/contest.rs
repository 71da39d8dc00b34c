//! A game of GIPF in which a jump is decided by a game of ZÈRTZ.

use end_to_end::{Client, Homeserver, Message, Party};

/// Short games of `zertz-basic`, one that the first player wins and one that the second wins.
const FIRST_WINS: &[&str] = &["Wf4,f5", "Wd6,g4", "Wg2,e1", "Wg1,a2", "g1-g3-e5-c6"];
const SECOND_WINS: &[&str] = &[
    "Wf3,a1",
    "Wf1,a2",
    "Wc5,d1",
    "Wd4,d7",
    "Wc6,g4",
    "c6-c4-e3-g3",
];

/// The jump is announced, challenged, and decided against the jumper, while the game waits; the bot is killed
/// in the middle of it.
#[test]
fn a_game_of_zertz_decides_a_jump() {
    let mut party = Party::gather_in(Homeserver::shared(), "contest", true);
    let bob_id = party.bob.user().to_owned();
    let wish =
        format!("!challenge {bob_id} gipf-standard white zertz 3 neutralise 1 by zertz-basic");
    let thread = party.alice.send(&party.room, &wish);
    party
        .answer()
        .says(&["challenge-made ", "gipf-opening-challenges by=zertz-basic"]);
    party.ask_in(&party.bob, &thread, "accept");
    for (who, action) in [
        (&party.alice, "Zc2"),
        (&party.bob, "Zg6"),
        (&party.alice, "Zc1-c3"),
        (&party.bob, "Zg7-g5"),
    ] {
        party.ask_in(who, &thread, action);
    }
    let announced = party.ask_in(&party.alice, &thread, "Zc2-c4");
    announced.mentions_only(&[&bob_id]).stands_in(Some(&thread));
    assert_eq!((announced.spot("c2"), announced.spot("c4")), ("BZ", ""));

    let opened = party.ask_in(&party.bob, &thread, "neutralise");
    opened
        .says(&["contest-begun ", "table=t2"])
        .stands_in(Some(&thread));
    party.ask(&party.alice, "!t1 b3").says(&["contest-waits "]);
    party.bot.kill();
    party.bot.start_again();

    let decided = play(&party, &thread, &opened);
    decided
        .says(&["gipf-neutralised ", "1Z"])
        .mentions_only(&[party.alice.user()])
        .stands_in(Some(&thread));
    assert_eq!((decided.spot("c2"), decided.spot("c4")), ("B", ""));
    // alice makes another move, and bob's own jump can be challenged by her.
    party
        .ask_in(&party.alice, &thread, "Zb3")
        .mentions_only(&[&bob_id]);
    let asked = party.ask_in(&party.bob, &thread, "zg6-g4");
    asked.mentions_only(&[party.alice.user()]);
    assert_eq!((asked.spot("g6"), asked.spot("g4")), ("bz", ""));
    let jump = party.ask_in(&party.alice, &thread, "allow");
    assert_eq!((jump.spot("g6"), jump.spot("g4")), ("b", "z"));
    // alice jumps at last: bob has no challenge left.
    let jump = party.ask_in(&party.alice, &thread, "Zb3-d3");
    assert_eq!((jump.spot("b3"), jump.spot("d3")), ("B", "Z"));
}

/// Plays the game of ZÈRTZ so that bob, who has challenged the jump, wins; returns the last answer.
fn play(party: &Party, thread: &str, opened: &Message) -> Message {
    // bob has just written, so he is not mentioned if he begins.
    let bob_begins = opened.mentions.is_empty();
    let (first, second): (&Client, &Client) = match bob_begins {
        true => (&party.bob, &party.alice),
        false => (&party.alice, &party.bob),
    };
    let moves = if bob_begins { FIRST_WINS } else { SECOND_WINS };
    let players = [first, second].into_iter().cycle();
    let answers = moves
        .iter()
        .zip(players)
        .map(|(action, player)| party.ask_in(player, thread, action));
    answers.last().expect("there are moves")
}
