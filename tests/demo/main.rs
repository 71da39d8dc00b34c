//! A demo for any Matrix client: a homeserver, three users, the bot and a room.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use end_to_end::{Bot, Client, Homeserver, NewRoom};
use signal_hook::{consts::TERM_SIGNALS, iterator::Signals};

const USAGE: &str = "usage: demo [--port N] [--folder DIR] [--check]";
const USUAL_PORT: u16 = 8008;
const ROOM: &str = "Icebreaker demo";

/// The command-line options.
#[derive(Debug, Default)]
struct Options {
    port: Option<u16>,
    folder: Option<PathBuf>,
    check: bool,
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Option<Options> {
        let mut options = Options::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--port" => options.port = Some(words.next()?.parse().ok()?),
                "--folder" => options.folder = Some(words.next()?.into()),
                "--check" => options.check = true,
                _ => return None,
            }
        }
        Some(options)
    }
}

fn main() -> ExitCode {
    let Some(options) = Options::read(env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    // From here on, Ctrl-C takes effect after the current step.
    let mut signals = Signals::new(TERM_SIGNALS).expect("signals can be caught");
    let temporary = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = options
        .folder
        .unwrap_or_else(|| temporary.path().to_owned());
    let part = |name: &str| {
        let part = folder.join(name);
        fs::create_dir_all(&part).expect("the folder can be written");
        part.canonicalize().expect("the folder is there")
    };

    let Some(homeserver) = homeserver(&part("homeserver"), options.port, options.check) else {
        eprintln!("demo: no homeserver; is the port taken?");
        return ExitCode::FAILURE;
    };
    let bot = Bot::start_kept(&homeserver, "icebreaker", &part("bot"));
    for name in ["alice", "bob", "carol"] {
        homeserver.register(name);
    }
    let room = room(&homeserver, &bot, &folder.join("room"));
    if options.check {
        play(&homeserver, &bot, &room);
        println!("A challenge was made and accepted.");
        return ExitCode::SUCCESS;
    }
    explain(&homeserver, &bot, &folder);
    signals.forever().next();
    println!("\nEnding.");
    ExitCode::SUCCESS
}

fn homeserver(folder: &Path, port: Option<u16>, check: bool) -> Option<Homeserver> {
    match port {
        Some(port) => Homeserver::start_kept(folder, port),
        None if check => Homeserver::start_kept(folder, Homeserver::free_port()),
        None => {
            let taken = !Homeserver::is_free(USUAL_PORT);
            let port = if taken {
                Homeserver::free_port()
            } else {
                USUAL_PORT
            };
            Homeserver::start_kept(folder, port)
        }
    }
}

/// Returns the room of an earlier run in that folder, or a new one with alice, bob and the bot.
fn room(homeserver: &Homeserver, bot: &Bot, note: &Path) -> String {
    if let Ok(room) = fs::read_to_string(note) {
        return room;
    }
    let alice = Client::login(homeserver, "alice");
    let bob = Client::login(homeserver, "bob");
    let invite = &[bot.user(), bob.user()];
    let room = alice.create_room(NewRoom {
        name: Some(ROOM),
        invite,
        ..NewRoom::default()
    });
    bob.join(&room);
    alice.wait_for_member(&room, bot.user());
    fs::write(note, &room).expect("the folder can be written");
    room
}

/// Plays from a challenge to the first move.
fn play(homeserver: &Homeserver, bot: &Bot, room: &str) {
    let alice = Client::login(homeserver, "alice");
    let bob = Client::login(homeserver, "bob");
    let challenge = alice.send(room, &format!("!challenge {} white", bob.user()));
    let seen = |fragment: &str| loop {
        let message = alice.next_message(room, bot.user());
        if message.body.contains(fragment) {
            break message;
        }
    };
    seen("!accept").mentions_only(&[bob.user()]);
    bob.send(room, "!accept");
    // Bob has written in the room, and the game is in the thread.
    seen(".b1")
        .mentions_only(&[alice.user(), bob.user()])
        .stands_in(Some(&challenge));
}

fn explain(homeserver: &Homeserver, bot: &Bot, folder: &Path) {
    let (url, bot) = (homeserver.url(), bot.user());
    println!(
        "\
Homeserver   {url}   (in any Matrix client: sign in, change the homeserver to this)
Users        alice, bob, carol; passwords alice-pass, bob-pass, carol-pass
Room         \"{ROOM}\": alice, bob and {bot} are in it
Files        {}

As alice, in the room:   !challenge @bob white
As bob, in the room:     !accept
Then in the thread:      Gb2, and whatever the bot proposes
A run for one player:    a direct message to {bot}, saying: run
What else there is:      !help

Ctrl-C ends all of it.",
        folder.display()
    );
}
