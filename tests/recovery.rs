//! Recovery of the bot with the recovery key, after its state folder was lost.

use std::{
    fs,
    os::unix::fs::DirBuilderExt,
    thread,
    time::{Duration, Instant},
};

use end_to_end::{Bot, Client, Fault, Homeserver, NewRoom, PATIENCE, Proxy, Request};
use serde_json::Value;

/// Waits until the homeserver's key backup has a room key, encrypted for the recovery key.
#[track_caller]
fn wait_for_key_backup(homeserver: &Homeserver, bot: &Bot, room: &str, session: &str) {
    let token = bot.access_token();
    let deadline = Instant::now() + PATIENCE;
    loop {
        let keys = homeserver.get("/_matrix/client/v3/room_keys/version", &token);
        let version = keys["version"].as_str().expect("a version of the backup");
        let path = format!("/_matrix/client/v3/room_keys/keys?version={version}");
        let keys = homeserver.get(&path, &token);
        if keys["rooms"][room]["sessions"][session].is_object() {
            return;
        }
        assert!(Instant::now() < deadline, "no key {session} in {keys}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the master key of the account, which is independent of its devices.
#[track_caller]
fn identity(keys: &Value, user: &str) -> String {
    let master = keys["master_keys"][user]["keys"].as_object();
    let master = master.and_then(|keys| keys.keys().next());
    master.expect("the bot has an identity").clone()
}

/// Returns whether the account has signed a device.
#[track_caller]
fn is_signed(keys: &Value, user: &str, device: &str) -> bool {
    let own = keys["self_signing_keys"][user]["keys"].as_object();
    let signatures = &keys["device_keys"][user][device]["signatures"][user];
    own.expect("the bot signs devices")
        .keys()
        .any(|key| signatures[key].is_string())
}

/// Returns the id of the bot's device.
#[track_caller]
fn device(bot: &Bot) -> String {
    let json = fs::read_to_string(bot.state().join("session.json")).expect("the bot has logged in");
    let session: Value = serde_json::from_str(&json).expect("the session is JSON");
    session["device_id"].as_str().expect("a device").to_owned()
}

#[test]
fn the_recovery_key_restores_trust_and_old_keys() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-recovery");
    let alice = Client::login(homeserver, "alice-recovery");
    let user = bot.user().to_owned();
    let key = bot.recovery_key();
    let room = alice.create_room(NewRoom {
        invite: &[&user],
        encrypted: true,
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&room, &user).says(&["hello-"]);
    let run = alice.send(&room, "run seed chiba");
    alice.next_message(&room, &user).says(&["run-step "]);
    alice.keep_key(&room);
    let session = alice.session(&room, &run);
    wait_for_key_backup(homeserver, &bot, &room, &session);
    let (before, first) = (alice.keys(&user), device(&bot));
    assert!(is_signed(&before, &user, &first));
    bot.configure_matrix("recovery_key", &key);

    // The keys are lost and the tables are not: lines written meanwhile are answered, although no device that
    // could read them is left.
    bot.stop();
    alice.send(&room, "k m13");
    fs::remove_dir_all(bot.state().join("sdk")).expect("the keys can be removed");
    bot.start_again();
    let step = alice.next_message(&room, &user);
    step.says(&["m13", "@k"]);
    assert!(step.encrypted);
    let (after, second) = (alice.keys(&user), device(&bot));
    assert_ne!(first, second);
    assert_eq!(identity(&after, &user), identity(&before, &user));
    assert!(is_signed(&after, &user, &second), "{after:#}");

    // Everything is lost but a backup of the tables, as on a new machine.
    assert_eq!(bot.command(&["backup", "backup.db"]).code, 0);
    bot.kill();
    bot.release_lease(homeserver);
    fs::remove_dir_all(bot.state()).expect("the state can be removed");
    assert_eq!(bot.command(&["restore", "backup.db"]).code, 2);
    let mut folder = fs::DirBuilder::new();
    let made = folder.mode(0o700).create(bot.state());
    made.expect("the state folder can be made");
    assert_eq!(bot.command(&["restore", "backup.db"]).code, 0);
    bot.start_again();
    alice.send(&room, "board");
    alice.next_message(&room, &user).says(&["13 .k  K5", "@k*"]);
    let (last, third) = (alice.keys(&user), device(&bot));
    assert_eq!(identity(&last, &user), identity(&before, &user));
    assert!(is_signed(&last, &user, &third), "{last:#}");
    assert_eq!(alice.messages(&room, &user).len(), 4);
}

#[test]
fn lost_keys_need_the_token_of_a_new_login() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-token");
    let alice = Client::login(homeserver, "alice-token");
    let key = bot.recovery_key();
    let (user, first) = (bot.user().to_owned(), bot.device());
    let used = bot.access_token();
    bot.stop();
    let token = format!("access_token = {used:?}");
    bot.change_config("password = \"bot-token-pass\"", &token);
    bot.configure_matrix("recovery_key", &key);

    // The token goes on to work with the keys, and not without them.
    bot.start_again();
    bot.stop();
    fs::remove_dir_all(bot.state().join("sdk")).expect("the keys can be removed");
    bot.launch();
    let ended = bot.ended();
    assert_eq!(ended.code, 3, "{}", ended.told);
    let why = format!("device {first} already has encryption keys");
    assert!(ended.told.contains(&why), "{}", ended.told);

    let new = homeserver.login("bot-token");
    bot.change_config(&used, &new);
    bot.start_again();
    bot.wait_to_log("device verified with recovery key");
    let second = bot.device();
    assert_ne!(first, second);
    assert!(is_signed(&alice.keys(&user), &user, &second));
    let room = alice.create_room(NewRoom {
        invite: &[&user],
        encrypted: true,
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&room, &user).says(&["hello-"]);
    alice.send(&room, "games");
    assert!(alice.next_message(&room, &user).encrypted);
}

/// Makes a fault once, of the first `POST` request whose path contains this.
fn once(path: &'static str, fault: fn() -> Fault) -> impl FnMut(&Request) -> Fault + Send {
    let mut is_due = true;
    move |request| {
        if is_due && request.method == "POST" && request.path.contains(path) {
            is_due = false;
            fault()
        } else {
            Fault::None
        }
    }
}

#[test]
fn an_interrupted_first_start_makes_a_valid_key() {
    let homeserver = Homeserver::shared();
    let alice = Client::login(homeserver, "alice-interrupted");
    for (name, path, fault) in [
        (
            "bot-signing",
            "/keys/device_signing/upload",
            (|| Fault::BadGateway) as fn() -> Fault,
        ),
        ("bot-keys", "/keys/upload", || Fault::BadGateway),
        ("bot-version", "/room_keys/version", || Fault::CutAfter),
    ] {
        let proxy = Proxy::start(homeserver.port());
        proxy.spoil(once(path, fault));
        let mut bot = Bot::start_behind(&proxy, homeserver, name, "");
        let key = bot.recovery_key();
        let (before, user) = (alice.keys(bot.user()), bot.user().to_owned());
        assert!(is_signed(&before, &user, &device(&bot)), "{path}");
        bot.configure_matrix("recovery_key", &key);
        bot.stop();
        fs::remove_dir_all(bot.state()).expect("the state can be removed");
        bot.start_again();
        bot.wait_to_log("device verified with recovery key");
        let after = alice.keys(&user);
        assert_eq!(identity(&after, &user), identity(&before, &user), "{path}");
        assert!(is_signed(&after, &user, &device(&bot)), "{path}");
    }
}
