//! Outages: bad connections, broken proxies, and a homeserver that is down, frozen or limits senders. Nothing
//! is dropped, nothing is sent twice, order is kept, and other rooms go on.

use std::{
    collections::HashMap,
    thread,
    time::{Duration, Instant},
};

use end_to_end::{Exchange, Fault, Homeserver, NewRoom, Party, Proxy, Request};

/// Commands with distinct answers.
const QUESTIONS: [(&str, &str); 4] = [
    ("!rules matrx", "teach-matrx-goal "),
    ("!games", "list-game "),
    ("!tables", "list-nothing "),
    ("!help", "help-overview "),
];

/// Sends all questions of alice without waiting, and returns their event ids.
fn ask_all(party: &Party, room: &str) -> Vec<String> {
    let ask = |(line, _): &(&str, &str)| party.alice.send(room, line);
    QUESTIONS.iter().map(ask).collect()
}

/// Asserts that the next answers in a room are those to these questions, in order.
#[track_caller]
fn answered(party: &Party, room: &str, questions: &[String]) {
    for (question, (_, says)) in questions.iter().zip(QUESTIONS) {
        let answer = party.alice.next_message(room, party.bot.user());
        assert_eq!(answer.answered(), Some(question.as_str()), "{answer}");
        answer.says(&[says]);
    }
}

/// Asserts that there is one answer to each command: duplicates would come before the answer to another
/// command.
#[track_caller]
fn nothing_twice(party: &Party, room: &str, commands: usize) {
    let last = party.alice.send(room, "!games");
    while party.alice.next_message(room, party.bot.user()).answered() != Some(&last) {}
    let said = party.alice.messages(room, party.bot.user()).len();
    assert_eq!(said, 1 + commands + 1, "a greeting and one answer to each");
}

/// Opens another room with alice and the bot.
fn other_room(party: &Party) -> String {
    let invite = &[party.bot.user(), party.bob.user()];
    let room = party.alice.create_room(NewRoom {
        invite,
        ..NewRoom::default()
    });
    party.alice.next_message(&room, party.bot.user());
    room
}

/// Returns the attempts to send each message, in order, with their times and status codes.
fn tries(log: &[Exchange]) -> HashMap<String, Vec<(Instant, Option<u16>)>> {
    let mut tries: HashMap<String, Vec<(Instant, Option<u16>)>> = HashMap::new();
    for Exchange {
        at,
        request,
        status,
    } in log
    {
        if let Some(transaction) = request.transaction() {
            let tries = tries.entry(transaction.to_owned()).or_default();
            tries.push((*at, *status));
        }
    }
    tries
}

/// Returns a rule that injects a fault into the first attempts to send each message.
fn first_tries(count: usize, fault: impl Fn(&Request) -> Fault) -> impl FnMut(&Request) -> Fault {
    let mut tries: HashMap<String, usize> = HashMap::new();
    move |request| {
        let Some(transaction) = request.transaction() else {
            return Fault::None;
        };
        let tries = tries.entry(transaction.to_owned()).or_default();
        *tries += 1;
        match *tries <= count {
            true => fault(request),
            false => Fault::None,
        }
    }
}

#[test]
fn an_unconfirmed_message_is_not_doubled() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "cut");
    let before = proxy.log().len();
    proxy.spoil(first_tries(1, |_| Fault::CutAfter));
    let questions = ask_all(&party, &party.room);
    answered(&party, &party.room, &questions);
    proxy.pass();
    nothing_twice(&party, &party.room, questions.len());
    let tries = tries(&proxy.log()[before..]);
    let repeated = tries.values().filter(|tries| tries.len() == 2).count();
    assert_eq!(repeated, questions.len(), "{tries:?}");
}

#[test]
fn connections_that_are_cut_or_slow_lose_nothing() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "slow");
    let mut count = 0;
    proxy.spoil(move |_| {
        count += 1;
        match count % 4 {
            0 => Fault::CutBefore,
            1 => Fault::CutAfter,
            2 => Fault::Delay(Duration::from_millis(300)),
            _ => Fault::None,
        }
    });
    let questions = ask_all(&party, &party.room);
    answered(&party, &party.room, &questions);
    proxy.pass();
    nothing_twice(&party, &party.room, questions.len());
}

#[test]
fn a_bad_gateway_is_waited_out() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "gateway");
    let other = other_room(&party);
    // One answer is in flight when the outage begins.
    let first = party.alice.send(&party.room, "!games");
    proxy.spoil(|_| Fault::BadGateway);
    let questions = ask_all(&party, &party.room);
    let others = ask_all(&party, &other);
    thread::sleep(Duration::from_secs(6));
    let log = proxy.log();
    let failed = log.iter().filter(|exchange| exchange.status == Some(502));
    assert!((2..40).contains(&failed.count()), "{log:?}");
    proxy.pass();
    let answer = party.answer();
    assert_eq!(answer.answered(), Some(first.as_str()));
    answered(&party, &party.room, &questions);
    answered(&party, &other, &others);
    nothing_twice(&party, &party.room, 1 + questions.len());
    nothing_twice(&party, &other, others.len());
}

#[test]
fn a_limited_room_waits_and_others_go_on() {
    const WAIT: u64 = 3000;
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "told");
    let other = other_room(&party);
    let before = proxy.log().len();
    // The room id as it is in the path of a request.
    let limited = party.room.trim_start_matches('!').to_owned();
    let (room, _) = limited.split_once(':').unwrap_or((&limited, ""));
    let room = room.to_owned();
    proxy.spoil(first_tries(1, move |request| {
        match request.path.contains(&room) {
            true => Fault::Limit(WAIT),
            false => Fault::None,
        }
    }));
    let questions = ask_all(&party, &party.room);
    let others = ask_all(&party, &other);
    answered(&party, &other, &others);
    let limited = party.alice.messages(&party.room, party.bot.user()).len() - 1;
    assert!(limited < questions.len(), "the other room has waited, too");
    answered(&party, &party.room, &questions);
    proxy.pass();

    let tries = tries(&proxy.log()[before..]);
    let mut waited = 0;
    for tries in tries.values().filter(|tries| tries[0].1 == Some(429)) {
        let wait = tries[1].0 - tries[0].0;
        assert!(wait >= Duration::from_millis(WAIT), "{tries:?}");
        assert_eq!(tries[1].1, Some(200), "{tries:?}");
        waited += 1;
    }
    assert_eq!(waited, questions.len());
    nothing_twice(&party, &party.room, questions.len());
    nothing_twice(&party, &other, others.len());
}

/// Longer outages are tested by `scripts/chaos`.
#[test]
fn a_frozen_or_stopped_homeserver_is_waited_for() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut homeserver = Homeserver::start_kept(folder.path(), Homeserver::free_port())
        .expect("the homeserver starts");
    let party = Party::gather(&homeserver, "down");
    let first = party.alice.send(&party.room, "!games");
    homeserver.freeze();
    let questions = thread::scope(|scope| {
        let asking = scope.spawn(|| ask_all(&party, &party.room));
        thread::sleep(Duration::from_secs(20));
        homeserver.thaw();
        asking.join().expect("the questions arrive")
    });
    let answer = party.answer();
    assert_eq!(answer.answered(), Some(first.as_str()));
    answered(&party, &party.room, &questions);

    let first = party.alice.send(&party.room, "!games");
    homeserver.end("KILL");
    let more = thread::scope(|scope| {
        let asking = scope.spawn(|| ask_all(&party, &party.room));
        thread::sleep(Duration::from_secs(8));
        homeserver.start_again();
        asking.join().expect("the questions arrive")
    });
    let answer = party.answer();
    assert_eq!(answer.answered(), Some(first.as_str()));
    answered(&party, &party.room, &more);
    nothing_twice(&party, &party.room, 2 + questions.len() + more.len());
}

#[test]
fn a_failing_room_holds_others_up_briefly() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_behind(&proxy, homeserver, "dead");
    party.ask(&party.alice, "!games").says(&["list-game "]);
    // Those of the other room are known.
    proxy.spoil(|request| match request.path.contains("/members") {
        true => Fault::BadGateway,
        false => Fault::None,
    });
    let dead = party.alice.create_room(NewRoom {
        invite: &[party.bot.user()],
        ..NewRoom::default()
    });
    party.alice.wait_for_member(&dead, party.bot.user());
    party.alice.send(&dead, "!help");
    party.bot.wait_to_log("request failed: retrying");
    party.ask(&party.alice, "!games").says(&["list-game "]);
    let begin = Instant::now();
    party.alice.send(&dead, "!help");
    party.ask(&party.alice, "!tables");
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    let given_up = party.bot.log().matches("room suspended").count();
    assert_eq!(given_up, 1);

    proxy.pass();
    party.bot.stop();
    party.bot.start_again();
    let greeting = party.alice.next_message(&dead, party.bot.user());
    greeting.says(&["hello-room "]);
    party.alice.send(&dead, "!games");
    let answer = party.alice.next_message(&dead, party.bot.user());
    answer.says(&["list-game "]);
}

#[test]
fn a_slow_direct_message_holds_up_no_other() {
    const SLOW: Duration = Duration::from_secs(20);
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "slow-direct");
    let mut is_first = true;
    proxy.spoil(move |request| {
        let opens = request.path.contains("/createRoom");
        match opens && std::mem::take(&mut is_first) {
            true => Fault::Delay(SLOW),
            false => Fault::None,
        }
    });
    let begin = Instant::now();
    for who in [&party.alice, &party.bob] {
        who.send(&party.room, "!run");
    }
    party.answer().says(&["direct-run-begun "]);
    assert!(begin.elapsed() < SLOW);
    party.answer().says(&["direct-run-begun "]);
    assert!(begin.elapsed() > SLOW);
}

#[test]
fn users_are_told_when_rooms_are_limited() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "limited-direct");
    proxy.spoil(|request| {
        if request.path.contains("/createRoom") {
            Fault::Limit(60_000)
        } else {
            Fault::None
        }
    });
    let begin = Instant::now();
    party
        .ask(&party.alice, "!run")
        .says(&["direct-failed why=limited"]);
    assert!(begin.elapsed() < Duration::from_secs(20));

    proxy.pass();
    party.ask(&party.alice, "!run").says(&["direct-run-begun "]);
}
