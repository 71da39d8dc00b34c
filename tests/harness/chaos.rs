//! The chaos test: many tables, many commands, and a bot that is killed again and again. At the end every
//! table has the state that its commands lead to, and every command has exactly one answer.
//!
//! The bot reaches the homeserver through a [`Proxy`], which finds the most critical moments for a kill:
//! right after a sync response, and before and after a message is sent.

mod book;
mod chance;
mod pace;
mod report;
mod trouble;

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::{Bot, Client, Homeserver, NewRoom, PATIENCE, Proxy};
use book::Book;
pub use chance::Chance;
use pace::Pace;
pub use report::Report;
use trouble::Trouble;

/// The size of a chaos test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of players.
    pub users: usize,
    /// The number of duels, each in a thread of its own.
    pub duels: usize,
    /// The number of runs, each in an encrypted direct message.
    pub runs: usize,
    /// The number of commands in total, without those at the end that ask for the records.
    pub commands: usize,
    /// The number of kills of the bot.
    pub kills: usize,
    /// The number of restarts of the homeserver, alternately by `TERM` and `KILL`.
    pub restarts: usize,
    /// The duration of its first outage.
    pub outage: Duration,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A room with its members.
#[derive(Clone, Debug)]
struct Place {
    room: String,
    /// The members' indexes among the users; the first one's timeline is checked.
    members: Vec<usize>,
    direct: bool,
}

/// All clients and rooms.
struct World {
    clients: Vec<Client>,
    bot: String,
    places: Vec<Place>,
}

/// Runs the test and reports its figures.
pub fn run(plan: &Plan) -> Report {
    let folder = tempfile::Builder::new().prefix("synapse-").tempdir();
    let folder = folder.expect("a temporary folder can be made");
    let mut homeserver = Homeserver::start_kept(folder.path(), Homeserver::free_port())
        .expect("the homeserver starts");
    let proxy = Proxy::start(homeserver.port());
    let mut bot = Bot::start_behind(&proxy, &homeserver, "bot-chaos", "");
    let world = World::gather(plan, &homeserver, bot.user());
    let mut books = world.books(plan);
    let pace = Pace::new(plan);
    let begin = Instant::now();
    let trouble = thread::scope(|scope| {
        let (world, pace) = (&world, &pace);
        for book in &mut books {
            scope.spawn(|| book.fill(world, pace));
        }
        let mut trouble = Trouble::new(plan);
        trouble.make(&mut bot, &mut homeserver, &proxy, pace);
        trouble
    });
    let all_answered = world.wait_until_answered(&books);
    let took = begin.elapsed();
    let mut report = Report::new(*plan, took, &proxy.log(), trouble);
    if all_answered {
        thread::scope(|scope| {
            for book in &mut books {
                scope.spawn(|| book.close(&world));
            }
        });
    }
    for book in &books {
        report.check_record(book);
    }
    for (number, place) in world.places.iter().enumerate() {
        let written: Vec<&Book> = books.iter().filter(|book| book.place == number).collect();
        report.check_answers(&world, place, &written);
    }
    report
}

impl World {
    fn gather(plan: &Plan, homeserver: &Homeserver, bot: &str) -> World {
        let clients: Vec<Client> = thread::scope(|scope| {
            let logins: Vec<_> = (0..plan.users)
                .map(|user| scope.spawn(move || Client::login(homeserver, &format!("user{user}"))))
                .collect();
            let logins = logins.into_iter();
            logins
                .map(|login| login.join().expect("a user logs in"))
                .collect()
        });
        let mut world = World {
            clients,
            bot: bot.to_owned(),
            places: Vec::new(),
        };
        // Three users in each room; every other room is encrypted.
        for number in 0..(plan.users / 3 * 2) {
            let first = number / 2 * 3;
            world.open(vec![first, first + 1, first + 2], number % 2 == 1, false);
        }
        for run in 0..plan.runs {
            world.open(vec![plan.users - 1 - run], true, true);
        }
        world
    }

    fn open(&mut self, members: Vec<usize>, encrypted: bool, direct: bool) {
        let maker = &self.clients[members[0]];
        let mut invite: Vec<&str> = members[1..].iter().map(|user| self.user(*user)).collect();
        invite.push(&self.bot);
        let room = maker.create_room(NewRoom {
            invite: &invite,
            encrypted,
            direct,
            ..NewRoom::default()
        });
        for member in &members[1..] {
            self.clients[*member].join(&room);
        }
        for (member, other) in members
            .iter()
            .flat_map(|m| invite.iter().map(move |o| (m, o)))
        {
            self.clients[*member].wait_for_member(&room, other);
        }
        maker.next_message(&room, &self.bot);
        self.places.push(Place {
            room,
            members,
            direct,
        });
    }

    fn user(&self, user: usize) -> &str {
        self.clients[user].user()
    }

    fn books(&self, plan: &Plan) -> Vec<Book> {
        let rooms: Vec<usize> = (0..self.places.len())
            .filter(|p| !self.places[*p].direct)
            .collect();
        let tables = plan.duels + plan.runs;
        let commands = plan.commands.div_ceil(tables);
        let mut chance = Chance::new(plan.seed);
        let duels = (0..plan.duels).map(|duel| {
            let place = rooms[duel % rooms.len()];
            let members = &self.places[place].members;
            let white = duel / rooms.len();
            let seat = |number: usize| members[number % members.len()];
            Book::duel(place, [seat(white), seat(white + 1)])
        });
        let runs = (self.places.iter().enumerate()).filter(|(_, place)| place.direct);
        let runs = runs.map(|(number, place)| Book::run(number, place.members[0]));
        let books = duels.chain(runs);
        books
            .map(|book| book.with(commands, chance.split()))
            .collect()
    }

    /// Waits until there are as many answers as commands in every room.
    fn wait_until_answered(&self, books: &[Book]) -> bool {
        let deadline = Instant::now() + 2 * PATIENCE;
        loop {
            let missing = self.places.iter().enumerate().any(|(number, place)| {
                let here = books.iter().filter(|book| book.place == number);
                let commands: usize = here.map(|book| book.sent.len()).sum();
                self.answers(place).len() < commands
            });
            if !missing || Instant::now() > deadline {
                return !missing;
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Returns the bot's messages in a place, without its greeting.
    fn answers(&self, place: &Place) -> Vec<crate::Message> {
        let mut said = self.clients[place.members[0]].messages(&place.room, &self.bot);
        said.drain(..1.min(said.len()));
        said
    }

    /// Returns the members' messages in a place, in the order of the room's timeline.
    fn lines(&self, place: &Place) -> Vec<crate::Message> {
        let mut said = self.clients[place.members[0]].timeline(&place.room);
        said.retain(|message| message.sender != self.bot);
        said
    }
}
