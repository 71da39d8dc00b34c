//! Health check and metrics, for monitoring programs on the same machine.

use std::{
    thread,
    time::{Duration, Instant},
};

use end_to_end::{Bot, Client, Homeserver, NewRoom, PATIENCE, get};

/// Waits until the metrics contain this line, and returns them.
#[track_caller]
fn numbers_with(port: u16, line: &str) -> String {
    let begin = Instant::now();
    loop {
        let numbers = get(port, "/metrics");
        if numbers.lines().any(|found| found == line) {
            return numbers;
        }
        assert!(begin.elapsed() < PATIENCE, "no {line}:\n{numbers}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_operators_programs_learn_how_the_bot_is() {
    let homeserver = Homeserver::shared();
    let port = Homeserver::free_port();
    let config = format!("[http]\nlisten = \"127.0.0.1:{port}\"\n");
    let mut bot = Bot::start_with(homeserver, "bot-health", &config);
    let healthy = bot.command(&["health"]);
    assert_eq!((healthy.code, healthy.told.as_str()), (0, "ok\n"));
    assert!(get(port, "/healthz").starts_with("HTTP/1.0 200"));

    let alice = Client::login(homeserver, "alice-health");
    let bot_user = bot.user().to_owned();
    let direct = alice.create_room(NewRoom {
        invite: &[&bot_user],
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&direct, &bot_user).says(&["hello-"]);
    alice.send(&direct, "run");
    alice
        .next_message(&direct, &bot_user)
        .says(&["table-run-begun"]);
    let numbers = numbers_with(port, "icebreaker_messages_total{outcome=\"sent\"} 2");
    for line in [
        "icebreaker_commands_total 1",
        "icebreaker_tables{stage=\"game\"} 1",
        "icebreaker_rooms 1",
        "icebreaker_outbox_messages 0",
        "icebreaker_undecrypted_events 0",
        "icebreaker_answer_seconds_count 2",
    ] {
        assert!(
            numbers.lines().any(|found| found == line),
            "{line}:\n{numbers}"
        );
    }
    bot.stop();
    let gone = bot.command(&["health"]);
    assert_eq!(gone.code, 1, "{gone:?}");
    assert!(gone.told.contains("refused"), "{gone:?}");
}
