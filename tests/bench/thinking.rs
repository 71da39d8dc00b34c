//! Latency benchmark of `board` while the computer thinks about another room's duel, compared with an idle
//! computer. Both take turns, so that load on the machine affects both alike.

use std::{
    env,
    time::{Duration, Instant},
};

use end_to_end::{Client, Homeserver, Limits, NewRoom, Party};

const USUAL_ROUNDS: usize = 30;

/// Boards asked for in a row, few enough to come while the computer still thinks about its first turn.
const BOARDS: usize = 8;

/// The computer begins, with the longest thinking time that the configuration allows.
const ASKED: &str = "!play matrx level 6 black";

fn main() {
    let rounds = env::args()
        .nth(1)
        .map_or(USUAL_ROUNDS, |word| word.parse().expect("a number"));
    let homeserver = Homeserver::start(Limits::Off);
    let party = Party::gather_in(&homeserver, "thinking", false);
    let duel = party.start_duel();
    let bot = party.bot.user();
    let other = party.bob.create_room(NewRoom {
        invite: &[bot],
        ..NewRoom::default()
    });
    party.bob.wait_for_member(&other, bot);
    // The greeting.
    party.bob.next_message(&other, bot);
    let (mut quiet, mut busy, mut thought) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        quiet.extend(boards(&party, &duel));
        let begin = Instant::now();
        let thread = party.bob.send(&other, ASKED);
        // Long enough for the line to arrive and the search to begin.
        std::thread::sleep(Duration::from_millis(300));
        let asked = boards(&party, &duel);
        let until = begin.elapsed();
        let answer = party.bob.next_message(&other, bot);
        let thinking = answer.seen - begin;
        assert!(
            thinking > until,
            "it has thought for {thinking:?} only, {until:?} are needed"
        );
        busy.extend(asked);
        thought.push(thinking);
        for line in ["resign", "yes"] {
            party.bob.send_in_thread(&other, &thread, line);
            party.bob.next_message(&other, bot);
        }
    }
    println!(
        "{} boards each          median     p95      p99",
        quiet.len()
    );
    let [alone, beside] = [("nobody thinks", quiet), ("it thinks", busy)].map(|(what, times)| {
        let [median, late, latest] = [50, 95, 99].map(|percent| at(percent, &times));
        println!("{what:<20} {median:8.1} ms {late:8.1} ms {latest:8.1} ms");
        latest
    });
    println!(
        "p99 while it thinks / while nobody does: {:.2}",
        beside / alone
    );
    println!(
        "the computer thought for {:.1} s in the middle",
        at(50, &thought) / 1000.0
    );
}

/// Returns a percentile of times, in milliseconds.
fn at(percent: usize, times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort();
    let place = (times.len() * percent / 100).min(times.len() - 1);
    times[place].as_secs_f64() * 1000.0
}

fn boards(party: &Party, thread: &str) -> Vec<Duration> {
    let ask = |_| board(&party.alice, party, thread);
    (0..BOARDS).map(ask).collect()
}

/// Returns the time from asking for a board to receiving it.
fn board(client: &Client, party: &Party, thread: &str) -> Duration {
    let begin = Instant::now();
    client.send_in_thread(&party.room, thread, "board");
    client.next_message(&party.room, party.bot.user()).seen - begin
}
