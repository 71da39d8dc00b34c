//! Fatal errors: each has its own exit code and advice in the log.

use std::fs;

use end_to_end::{Bot, Homeserver, Party};
use serde_json::json;

/// Asserts that the bot ends with this code, and so does its next start, with one line of advice in the log.
#[track_caller]
fn check_ending(bot: &mut Bot, code: i32, advice: &str) {
    for start in ["this one", "the next one"] {
        let ended = bot.ended();
        assert_eq!(ended.code, code, "{start}: {}", ended.told);
        let errors: Vec<&str> = ended
            .told
            .lines()
            .filter(|line| line.contains("ERROR icebreaker"))
            .collect();
        assert!(
            errors.len() == 1 && errors[0].contains(advice),
            "{start}: {}",
            ended.told
        );
        bot.launch();
    }
    bot.ended();
}

#[test]
fn a_session_ended_elsewhere_ends_the_bot() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-logged-out");
    // An unfinished recovery setup would log errors as well.
    bot.recovery_key();
    homeserver.post("/_matrix/client/v3/logout", &bot.access_token(), &json!({}));
    check_ending(&mut bot, 3, "remove session.json");
    // The advice of the log line.
    fs::remove_file(bot.state().join("session.json")).expect("the session can be removed");
    bot.start_again();
    bot.stop();
}

/// Lines from before and during the expiry are answered once, and the keys of the device are still used.
#[test]
fn an_expired_session_keeps_its_device() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut homeserver = Homeserver::start_kept(folder.path(), Homeserver::free_port())
        .expect("the homeserver starts");
    let mut party = Party::gather_in(&homeserver, "expired", true);
    party.bot.recovery_key();
    let device = party.bot.device();
    party.ask(&party.alice, "!games").says(&["matrx-classic"]);
    homeserver.end("TERM");
    homeserver.expire_tokens(party.bot.user());
    homeserver.start_again();
    party.ask(&party.alice, "!games").says(&["matrx-classic"]);
    assert_eq!(party.bot.device(), device);
    assert!(party.bot.log().contains("logged in again"));
    party.bot.stop();
    // The next token expires between two starts.
    homeserver.end("TERM");
    homeserver.expire_tokens(party.bot.user());
    homeserver.start_again();
    party.bot.start_again();
    assert!(party.bot.log().contains("logged in again"));
    party.ask(&party.alice, "!games").says(&["matrx-classic"]);
    assert_eq!(party.bot.device(), device);
    assert_eq!(party.answers(), 3);
}

#[test]
fn a_deactivated_account_ends_the_bot() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-deactivated");
    bot.recovery_key();
    let auth = json!({
        "type": "m.login.password",
        "identifier": {"type": "m.id.user", "user": bot.user()},
        "password": "bot-deactivated-pass",
    });
    homeserver.post(
        "/_matrix/client/v3/account/deactivate",
        &bot.access_token(),
        &json!({"auth": auth}),
    );
    check_ending(&mut bot, 3, "check [matrix]");
    fs::remove_file(bot.state().join("session.json")).expect("the session can be removed");
    bot.launch();
    assert_eq!(bot.ended().code, 3, "it cannot log in either");
}

#[test]
fn a_second_bot_with_the_folder_is_refused() {
    let mut bot = Bot::start(Homeserver::shared(), "bot-twice");
    let second = bot.command(&["run"]);
    assert_eq!(second.code, 4, "{second:?}");
    assert!(
        second.told.contains("is in use by another icebreaker"),
        "{second:?}"
    );
    bot.stop();
}

/// Both would answer everything.
#[test]
fn a_second_bot_on_the_account_is_refused() {
    let homeserver = Homeserver::shared();
    let mut party = Party::gather(homeserver, "leased");
    let name = party.bot.user().trim_start_matches('@');
    let (name, _) = name.split_once(':').expect("a user id");
    let mut second = Bot::on_same_account(homeserver, name);
    second.launch();
    check_ending(&mut second, 8, "stop that one first");
    party.ask(&party.alice, "!games").says(&["matrx-classic"]);
    // A start with its own state folder is not refused.
    party.bot.kill();
    party.bot.start_again();
    party.ask(&party.alice, "!games").says(&["matrx-classic"]);
    party.bot.stop();
    second.start_again();
    party.ask(&party.alice, "!games").says(&["matrx-classic"]);
    assert_eq!(party.answers(), 3);
    // The lease of the second bot is removed by the operator.
    second.release_lease(homeserver);
    party.bot.launch();
    party.bot.wait_until_ready();
    let ended = second.ended();
    assert_eq!(ended.code, 8, "{}", ended.told);
    assert!(ended.told.contains("taken over"), "{}", ended.told);
    party.bot.stop();
}

#[test]
fn damaged_keys_end_the_running_bot() {
    let mut party = Party::gather_in(Homeserver::shared(), "overwritten", true);
    let keys = party.bot.state().join("sdk/matrix-sdk-crypto.sqlite3");
    for file in [keys.clone(), keys.with_extension("sqlite3-wal")] {
        let length = fs::metadata(&file).expect("the file is there").len();
        let garbage = vec![0xa5; length as usize];
        fs::write(&file, garbage).expect("the file can be written");
    }
    party.alice.send(&party.room, "!games");
    let ended = party.bot.ended();
    assert_eq!(ended.code, 6, "{}", ended.told);
    assert!(ended.told.contains("move it away"), "{}", ended.told);
}

#[test]
fn a_damaged_store_ends_the_bot_first() {
    let mut bot = Bot::start(Homeserver::shared(), "bot-damaged");
    bot.stop();
    let letter = "this was a database once. ".repeat(400);
    for (file, advice) in [
        ("sdk/matrix-sdk-crypto.sqlite3", "move it away"),
        ("icebreaker.db", "icebreaker restore FILE"),
    ] {
        fs::write(bot.state().join(file), &letter).expect("the file can be written");
        bot.launch();
        check_ending(&mut bot, 6, advice);
    }
}
