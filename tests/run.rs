//! The solitaire, played in a direct message.

use end_to_end::{Bot, Client, Homeserver, Message, NewRoom};
use games::{Seed, Termination};

/// More steps than a run usually takes.
const STEPS: usize = 120;

struct DirectMessage {
    bot: Bot,
    alice: Client,
    room: String,
}

impl DirectMessage {
    fn open(name: &str) -> DirectMessage {
        let homeserver = Homeserver::shared();
        let bot = Bot::start(homeserver, &format!("bot-{name}"));
        let alice = Client::login(homeserver, &format!("alice-{name}"));
        let invite = &[bot.user()];
        let encrypted = NewRoom {
            invite,
            encrypted: true,
            direct: true,
            ..NewRoom::default()
        };
        let room = alice.create_room(encrypted);
        alice.wait_for_member(&room, bot.user());
        alice.next_message(&room, bot.user());
        DirectMessage { bot, alice, room }
    }

    #[track_caller]
    fn ask(&self, line: &str) -> Message {
        self.alice.send(&self.room, line);
        self.alice.next_message(&self.room, self.bot.user())
    }
}

/// Returns whether the run waits for `boost` or `hold`.
fn asks(message: &Message) -> bool {
    message.body.contains("run-ask ")
}

/// Returns the words of 64 hexadecimal digits: the seed, or its commitment.
fn fingerprints(message: &Message) -> Vec<String> {
    let words = message.body.split(|c: char| !c.is_ascii_alphanumeric());
    let long = words.filter(|word| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit()));
    long.map(str::to_owned).collect()
}

#[test]
fn a_run_works_in_an_encrypted_direct_message() {
    let chat = DirectMessage::open("run");
    let start = chat.ask("run");
    let promised = fingerprints(&start);
    assert_eq!(promised.len(), 1, "no promise about the seed: {start}");

    let mut last = chat.ask("k m13");
    last.says(&["m13", "@k"]);
    let is_over = |message: &Message| message.body.contains("again-run");
    for step in 0..STEPS {
        if is_over(&last) {
            break;
        }
        last = chat.ask(&next_line(&last, step));
    }
    if !is_over(&last) {
        let sure = chat.ask("quit");
        assert!(!is_over(&sure), "one word gives a run up: {sure}");
        chat.ask("quit");
    }
    let verified = chat.ask("verify");
    let [hash, seed]: [String; 2] = fingerprints(&verified)
        .try_into()
        .expect("the hash and the seed");
    assert_eq!(hash, promised[0]);
    let seed = Seed::from_hex(&seed).expect("a seed");
    assert_eq!(seed.commitment(), promised[0]);
    let export = chat.ask("export");
    let record = export.record().expect("a record that can be replayed");
    assert_eq!(record.tags.players.len(), 1, "{export}");
    assert!(record.tags.date.is_some(), "{export}");
    let ending = record.tags.ending;
    assert!(matches!(ending, Some(Termination::Rules(_))), "{export}");

    let answers = chat.alice.messages(&chat.room, chat.bot.user());
    let lines = chat.alice.messages(&chat.room, chat.alice.user());
    assert_eq!(
        answers.len(),
        lines.len() + 1,
        "one greeting, one answer to each line"
    );
    assert!(
        answers
            .iter()
            .all(|answer| answer.encrypted && answer.thread.is_none())
    );
    let drawn = answers
        .iter()
        .filter(|answer| answer.body.contains("\n13 "));
    assert!(drawn.count() > 10, "nothing happened");
}

/// Returns an answer to a question, or else a step: brings the breakers in and then walks them in circles.
fn next_line(last: &Message, step: usize) -> String {
    if asks(last) {
        return if step.is_multiple_of(3) {
            "boost"
        } else {
            "hold"
        }
        .to_owned();
    }
    let breaker = ["k", "g", "r", "b"][step % 4];
    match last.body.contains("run-breakers-outside ") && step < 8 {
        true => format!("{breaker} {}", ["m12", "n13", "m14", "l13"][step % 4]),
        false => format!("{breaker} {}", ["n", "e", "s", "w"][step / 4 % 4]),
    }
}

#[test]
fn a_run_goes_on_after_a_kill() {
    let mut chat = DirectMessage::open("run-kill");
    chat.ask("run target 9");
    chat.ask("k m13");
    chat.bot.kill();
    chat.alice.send(&chat.room, "g m14");
    chat.bot.start_again();
    let answer = chat.alice.next_message(&chat.room, chat.bot.user());
    answer.says(&["m14"]);
    assert!(answer.encrypted);
    chat.ask("board").says(&["@k"]);
}

#[test]
fn a_kill_while_thinking_gives_one_hint() {
    let mut chat = DirectMessage::open("run-hint");
    chat.ask("run");
    chat.ask("k m13");
    chat.ask("hint").says(&["hint-price"]);
    for pause in [0, 30, 90] {
        chat.alice.send(&chat.room, "hint");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        chat.bot.kill();
        chat.bot.start_again();
        let hint = chat.alice.next_message(&chat.room, chat.bot.user());
        hint.says(&["hint-run ", "hint-run "]);
    }
    chat.ask("odds").says(&["odds-"]);
    chat.ask("board").says(&["@k"]);
}

#[test]
fn the_bots_device_is_signed_by_its_owner() {
    let chat = DirectMessage::open("signed");
    let bot = chat.bot.user();
    chat.ask("help");
    let keys = chat.alice.keys(bot);
    let own_keys = &keys["self_signing_keys"][bot]["keys"];
    let own_keys = own_keys
        .as_object()
        .expect("the bot has a cross-signing identity");
    let devices = keys["device_keys"][bot]
        .as_object()
        .expect("the bot has a device");
    assert_eq!(devices.len(), 1);
    let signatures = &devices.values().next().expect("a device")["signatures"][bot];
    assert!(
        own_keys.keys().any(|key| signatures[key].is_string()),
        "{keys:#}"
    );
}
