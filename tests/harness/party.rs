//! Two players and the bot in one room.

use std::thread;

use crate::{Bot, Client, Homeserver, Message, NewRoom, Proxy};

/// alice, who created the room, bob, and the bot, all joined.
#[derive(Debug)]
pub struct Party {
    /// The bot.
    pub bot: Bot,
    /// The creator of the room.
    pub alice: Client,
    /// The invited player.
    pub bob: Client,
    /// The room's id.
    pub room: String,
}

impl Party {
    /// Brings them together in an unencrypted room; the user names end with `-name`.
    pub fn gather(homeserver: &Homeserver, name: &str) -> Party {
        Party::gather_in(homeserver, name, false)
    }

    /// Brings them together in a room, encrypted or not.
    pub fn gather_in(homeserver: &Homeserver, name: &str, encrypted: bool) -> Party {
        let bot = || Bot::start(homeserver, &format!("bot-{name}"));
        Party::gather_with(bot, homeserver, name, encrypted)
    }

    /// Brings them together in an unencrypted room; the bot reaches the homeserver through a proxy.
    pub fn gather_behind(proxy: &Proxy, homeserver: &Homeserver, name: &str) -> Party {
        Party::gather_behind_in(proxy, homeserver, name, false)
    }

    /// Brings them together in a room; the bot reaches the homeserver through a proxy.
    pub fn gather_behind_in(
        proxy: &Proxy,
        homeserver: &Homeserver,
        name: &str,
        encrypted: bool,
    ) -> Party {
        let bot = || Bot::start_behind(proxy, homeserver, &format!("bot-{name}"), "");
        Party::gather_with(bot, homeserver, name, encrypted)
    }

    /// Brings them together in an unencrypted room; the bot reaches the homeserver through a proxy, and has more
    /// sections in its configuration.
    pub fn gather_configured(
        proxy: &Proxy,
        homeserver: &Homeserver,
        name: &str,
        sections: &str,
    ) -> Party {
        let bot = || Bot::start_behind(proxy, homeserver, &format!("bot-{name}"), sections);
        Party::gather_with(bot, homeserver, name, false)
    }

    fn gather_with(
        bot: impl FnOnce() -> Bot + Send,
        homeserver: &Homeserver,
        name: &str,
        encrypted: bool,
    ) -> Party {
        let (bot, alice, bob) = thread::scope(|scope| {
            let bot = scope.spawn(bot);
            let alice = scope.spawn(|| Client::login(homeserver, &format!("alice-{name}")));
            let bob = Client::login(homeserver, &format!("bob-{name}"));
            let alice = alice.join().expect("alice logs in");
            (bot.join().expect("the bot starts"), alice, bob)
        });
        let invite = &[bot.user(), bob.user()];
        let room = alice.create_room(NewRoom {
            invite,
            encrypted,
            ..NewRoom::default()
        });
        bob.join(&room);
        for client in [&alice, &bob] {
            client.wait_for_member(&room, alice.user());
            client.wait_for_member(&room, bob.user());
            client.wait_for_member(&room, bot.user());
        }
        // The bot's greeting comes first.
        alice.next_message(&room, bot.user());
        Party {
            bot,
            alice,
            bob,
            room,
        }
    }

    /// Starts a duel: alice challenges bob to MATRX GIPF, takes White, and bob accepts. Returns the thread's
    /// root.
    #[track_caller]
    pub fn start_duel(&self) -> String {
        let challenge = self
            .alice
            .send(&self.room, &format!("!challenge {} white", self.bob.user()));
        self.answer();
        self.ask_in(&self.bob, &challenge, "accept");
        challenge
    }

    /// Sends a line to the main timeline and returns the bot's next message.
    #[track_caller]
    pub fn ask(&self, who: &Client, line: &str) -> Message {
        who.send(&self.room, line);
        self.answer()
    }

    /// Sends a line to a thread and returns the bot's next message.
    #[track_caller]
    pub fn ask_in(&self, who: &Client, thread: &str, line: &str) -> Message {
        who.send_in_thread(&self.room, thread, line);
        self.answer()
    }

    /// Returns the bot's next message in the room. Every message is returned once and in order, so a second
    /// answer to one command would count as the answer to the next.
    #[track_caller]
    pub fn answer(&self) -> Message {
        self.alice.next_message(&self.room, self.bot.user())
    }

    /// Returns the number of messages that the bot has sent so far, without its greeting.
    pub fn answers(&self) -> usize {
        self.alice.messages(&self.room, self.bot.user()).len() - 1
    }
}
