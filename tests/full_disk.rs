//! A disk that becomes full during a game: the bot reports it and ends, disturbs nobody meanwhile, and
//! continues where it was when there is space again.

use std::time::{Duration, Instant};

use end_to_end::{Ended, Fault, Homeserver, Party, Proxy};
use games::{Entry, Live};

/// Asserts that the bot has ended because it cannot write, and says so in the last line.
#[track_caller]
fn check_told(ended: &Ended) {
    let told = &ended.told;
    assert_eq!(ended.code, 5, "{told}");
    let last = told.lines().next_back().unwrap_or_default();
    let says = |words| last.contains(words);
    assert!(
        says("ERROR icebreaker") && says("check whether the disk is full"),
        "{told}"
    );
}

/// Asserts that starts on the full disk end at once, without any request to the homeserver.
#[track_caller]
fn check_quiet(party: &mut Party, proxy: &Proxy) {
    let begin = Instant::now();
    for _ in 0..3 {
        party.bot.launch_on_full_disk();
        let ended = party.bot.ended();
        check_told(&ended);
        assert_eq!(ended.told.lines().count(), 1, "{}", ended.told);
    }
    let log = proxy.log();
    let asked: Vec<_> = log.iter().filter(|asked| asked.at > begin).collect();
    assert!(asked.is_empty(), "{asked:?}");
}

/// Asserts that the game is the result of these moves, and that everything was answered once.
#[track_caller]
fn check_game(party: &Party, thread: &str, moves: &[&str]) {
    let matrx = Entry::find("matrx").expect("MATRX GIPF is in the catalog");
    let mut expected = Live::start(matrx, "-", None).expect("a duel starts from its usual start");
    for entry in moves {
        expected.play(entry).expect("the entries are legal");
    }
    let export = party.ask_in(&party.alice, thread, "export");
    assert_eq!(export.game().as_ref(), Some(expected.record()), "{export}");
    // Two answers start the duel.
    assert_eq!(party.answers(), 2 + moves.len() + 1);
}

/// Plays until the disk is full, and on when there is space again.
fn check(name: &str, encrypted: bool) {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_behind_in(&proxy, homeserver, name, encrypted);
    let thread = party.start_duel();
    party.ask_in(&party.alice, &thread, "Gb2");
    party.bot.disk().fill();
    party.bob.send_in_thread(&party.room, &thread, "Gi2");
    let ended = party.bot.ended();
    check_told(&ended);
    check_quiet(&mut party, &proxy);

    party.alice.send_in_thread(&party.room, &thread, "Gb3");
    party.bot.start_again();
    assert_eq!(party.answer().spot("i2"), "g");
    assert_eq!(party.answer().spot("b3"), "G");
    assert_eq!(party.ask_in(&party.bob, &thread, "Gi3").spot("i3"), "g");
    check_game(&party, &thread, &["Gb2", "Gi2", "Gb3", "Gi3"]);
}

#[test]
fn a_full_disk_loses_nothing_and_repeats_nothing() {
    check("full", false);
}

#[test]
fn a_full_disk_loses_no_keys() {
    check("full-keys", true);
}

/// The homeserver has the answer, but the bot can no longer store that it was sent.
#[test]
fn an_answer_not_recorded_is_not_doubled() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_behind(&proxy, homeserver, "full-sent");
    let thread = party.start_duel();
    let disk = party.bot.disk();
    proxy.spoil(move |request| match request.transaction() {
        Some(_) => Fault::Between(Box::new(move || disk.fill())),
        None => Fault::None,
    });
    let begin = Instant::now();
    assert_eq!(party.ask_in(&party.alice, &thread, "Gb2").spot("b2"), "G");
    party.bob.send_in_thread(&party.room, &thread, "Gi2");
    check_told(&party.bot.ended());
    proxy.pass();

    party.bot.start_again();
    assert_eq!(party.answer().spot("i2"), "g");
    check_game(&party, &thread, &["Gb2", "Gi2"]);
    let sent = || -> Vec<String> {
        let log = proxy.log().into_iter().filter(|sent| sent.at > begin);
        log.filter_map(|sent| sent.request.transaction().map(str::to_owned))
            .collect()
    };
    // A message can be received before its request has ended.
    let patience = Instant::now() + Duration::from_secs(10);
    while sent().len() < 4 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut sent = sent();
    let tries = sent.len();
    sent.sort_unstable();
    sent.dedup();
    assert_eq!((tries, sent.len()), (4, 3), "one answer was sent twice");
}
