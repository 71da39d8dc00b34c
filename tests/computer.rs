//! Duels with the computer.

use std::thread;

use end_to_end::{Bot, Client, Homeserver, NewRoom, Party};
use games::{Entry, Live};

/// Thinking time of a second, long enough to be interrupted.
const COMPUTER: &str = "[computer]\nseconds = 1\n\n[matrix]";

/// More turns than any game of ZÈRTZ has.
const LONGEST: usize = 60;

/// Returns the game of the exported record.
#[track_caller]
fn exported(party: &Party, thread: &str) -> Live {
    let export = party.ask_in(&party.alice, thread, "export");
    let record = export.game().expect("a record can be exported");
    Live::replay(&record).expect("a record leads through its game")
}

#[test]
fn a_kill_while_thinking_loses_no_turn() {
    let mut party = Party::gather_in(Homeserver::shared(), "computer", true);
    party.bot.stop();
    party.bot.change_config("[matrix]", COMPUTER);
    party.bot.start_again();
    let asked = "!challenge computer zertz-basic level 6 first";
    let thread = party.alice.send(&party.room, asked);
    let begun = party.answer();
    assert!(begun.encrypted);
    begun.says(&["computer-begun", "level=6"]);
    // alice has written in the room.
    begun
        .mentions_only(&[party.alice.user()])
        .stands_in(Some(&thread));
    let zertz = Entry::find("zertz-basic").expect("ZÈRTZ is in the catalog");
    let mut live = Live::start(zertz, "-", None).expect("a duel starts from its usual start");
    for turn in 0..LONGEST {
        let before = live.actions();
        let legal = live.legal_actions();
        let action = &legal[turn * 7 % legal.len()];
        party.alice.send_in_thread(&party.room, &thread, action);
        if turn == 1 {
            let thinking = "SELECT 1 FROM jobs WHERE data LIKE '%\"move\"%'";
            party.bot.wait_until_stored(thinking);
            party.bot.kill();
            party.bot.start_again();
        }
        // Both turns are in one answer.
        let answer = party.answer();
        assert!(answer.encrypted);
        live = exported(&party, &thread);
        let played = live.record().turns.iter().flatten().nth(before);
        assert_eq!(played, Some(action), "{answer}");
        if live.outcome().is_some() {
            break;
        }
        assert_eq!(live.to_move(), Some(games::Seat::First), "{answer}");
        assert!(live.actions() > before + 1, "{answer}");
        answer.mentions_only(&[]);
    }
    assert!(live.outcome().is_some(), "the game has an end");
}

/// Opens a direct message with the bot and reads its greeting.
fn direct_message(client: &Client, bot: &str) -> String {
    let room = client.create_room(NewRoom {
        invite: &[bot],
        direct: true,
        ..NewRoom::default()
    });
    client.next_message(&room, bot);
    room
}

/// A user in a lesson with a position that takes the whole thinking time.
struct Asker {
    client: Client,
    room: String,
}

impl Asker {
    fn gather(homeserver: &Homeserver, bot: &str, number: usize) -> Asker {
        let client = Client::login(homeserver, &format!("asker{number}-fair"));
        let room = direct_message(&client, bot);
        client.send(&room, "setup gipf-tournament w - B18T3Z3 B18T3Z3 Gg");
        client.next_message(&room, bot).says(&["lesson-begun "]);
        Asker { client, room }
    }
}

#[test]
fn a_turn_passes_the_hints_of_many() {
    let homeserver = Homeserver::shared();
    let computer = "[computer]\nthreads = 1\nseconds = 5\n";
    let bot = Bot::start_with(homeserver, "bot-fair", computer);
    let bot = &bot;
    let (player, room) = {
        let player = Client::login(homeserver, "player-fair");
        let room = direct_message(&player, bot.user());
        (player, room)
    };
    player.send(&room, "challenge computer gipf-basic level 1 first");
    player
        .next_message(&room, bot.user())
        .says(&["computer-begun "]);
    let askers: Vec<Asker> = thread::scope(|scope| {
        let gathering: Vec<_> = (0..4)
            .map(|number| scope.spawn(move || Asker::gather(homeserver, bot.user(), number)))
            .collect();
        let gathered = gathering.into_iter().map(thread::ScopedJoinHandle::join);
        gathered
            .map(|asker| asker.expect("an asker is there"))
            .collect()
    });
    for asker in &askers {
        asker.client.send(&asker.room, "hint");
    }
    let wait_for_hints = |least: usize| {
        let open = "SELECT count(*) FROM jobs WHERE data LIKE '{\"think\"%'";
        bot.wait_until_stored(&format!("SELECT 1 WHERE ({open}) >= {least}"));
    };
    // One may have been answered by now.
    wait_for_hints(askers.len() - 1);
    player.send(&room, "b1-b2");
    let answer = player.next_message(&room, bot.user());
    answer.says(&["computer-name level=1"]);
    // In order of arrival, all hints would have been answered before.
    wait_for_hints(2);
    for asker in &askers {
        let hint = asker.client.next_message(&asker.room, bot.user());
        hint.says(&["hint-duel "]);
    }
}
