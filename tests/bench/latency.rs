//! Latency benchmark: the time from sending a command to receiving the answer, in the same client, compared
//! with a bot that only echoes. The kinds take turns, so that load on the machine affects all alike.

use std::{
    env,
    time::{Duration, Instant},
};

use end_to_end::{Bot, Client, Homeserver, Limits, Message, NewRoom, Party, Program, play_as_bot};
use games::{Entry, Live, Seat};

const USUAL_ROUNDS: usize = 40;

/// The measured kinds of answers, in turn; moves come with pictures.
const KINDS: [&str; 4] = ["echo", "text board", "picture", "move"];

fn main() {
    let rounds = env::args()
        .nth(1)
        .map_or(USUAL_ROUNDS, |word| word.parse().expect("a number"));
    let homeserver = Homeserver::start(Limits::Off);
    let echo = Bot::start_program(Program::Echo, &homeserver, "echo");
    let mut plain = Course::new(&homeserver, &echo, "plain", false);
    let mut secret = Course::new(&homeserver, &echo, "encrypted", true);
    println!("memory without players: {}", memory(&plain.party.bot));
    for _ in 0..rounds {
        plain.round();
        secret.round();
    }
    println!("memory afterwards:      {}", memory(&plain.party.bot));
    println!("{rounds} rounds                 median     95 %   median / echo's   / text's");
    plain.report("plain");
    secret.report("encrypted");
}

fn memory(bot: &Bot) -> String {
    bot.memory()
        .map_or("unknown".to_owned(), |kib| format!("{} MiB", kib / 1024))
}

/// A duel in one room, an echo in another, and the times taken in them.
struct Course {
    party: Party,
    echo: String,
    echo_room: String,
    duel: Live,
    thread: String,
    times: [Vec<Duration>; KINDS.len()],
}

impl Course {
    fn new(homeserver: &Homeserver, echo: &Bot, name: &str, encrypted: bool) -> Course {
        let party = Party::gather_in(homeserver, name, encrypted);
        // The same number of members as in the duel's room, as keys are sent to each.
        let invite = &[echo.user(), party.bob.user()];
        let alice = &party.alice;
        let echo_room = alice.create_room(NewRoom {
            invite,
            encrypted,
            ..NewRoom::default()
        });
        party.bob.join(&echo_room);
        alice.wait_for_member(&echo_room, echo.user());
        // The first messages exchange keys.
        answered(alice, &echo_room, echo.user(), || {
            alice.send(&echo_room, "!hello");
        });
        let (duel, thread) = Course::start_duel(&party);
        let times = Default::default();
        Course {
            party,
            echo: echo.user().to_owned(),
            echo_room,
            duel,
            thread,
            times,
        }
    }

    fn start_duel(party: &Party) -> (Live, String) {
        let matrx = Entry::find("matrx").expect("MATRX GIPF is in the catalog");
        let duel = Live::start(matrx, "-", None).expect("a duel starts from its usual start");
        (duel, party.start_duel())
    }

    /// Measures one answer of each kind.
    fn round(&mut self) {
        let Party {
            alice,
            bob,
            room,
            bot,
        } = &self.party;
        let echo = answered(alice, &self.echo_room, &self.echo, || {
            alice.send(&self.echo_room, "!board");
        });
        let board = |line: &str| {
            answered(alice, room, bot.user(), || {
                alice.send_in_thread(room, &self.thread, line);
            })
        };
        let (text, picture) = (board("board text"), board("board picture"));
        let Some(seat) = self.duel.to_move() else {
            let (duel, thread) = Course::start_duel(&self.party);
            (self.duel, self.thread) = (duel, thread);
            return self.round();
        };
        let mover = if seat == Seat::First { alice } else { bob };
        let actions = self.duel.legal_actions();
        let action = &actions[self.duel.actions() * 37 % actions.len()];
        let play = answered(alice, room, bot.user(), || {
            mover.send_in_thread(room, &self.thread, action);
        });
        play_as_bot(&mut self.duel, action);
        for (times, time) in self.times.iter_mut().zip([echo, text, picture, play]) {
            times.push(time);
        }
    }

    fn report(&mut self, room: &str) {
        for times in &mut self.times {
            times.sort();
        }
        let median = |times: &[Duration]| times[times.len() / 2].as_secs_f64() * 1000.0;
        let late = |times: &[Duration]| times[times.len() * 95 / 100].as_secs_f64() * 1000.0;
        let [echo, text] = [0, 1].map(|kind: usize| median(&self.times[kind]));
        for (times, what) in self.times.iter().zip(KINDS) {
            let (median, late) = (median(times), late(times));
            println!(
                "{room:<10} {what:<10} {median:8.1} ms {late:8.1} ms {:10.2} {:10.2}",
                median / echo,
                median / text
            );
        }
    }
}

/// Returns the time until the answer to what `send` sends.
fn answered(client: &Client, room: &str, bot: &str, send: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    send();
    let Message { seen, .. } = client.next_message(room, bot);
    seen - begin
}
