//! The figures of a chaos test.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    time::{Duration, Instant},
};

use super::{
    Place, Plan, World,
    book::Book,
    trouble::{Moment, Trouble},
};
use crate::{Exchange, Message};

/// The figures of a chaos test.
#[derive(Debug)]
pub struct Report {
    plan: Plan,
    /// Time from the first command to the last answer.
    took: Duration,
    kills: BTreeMap<Moment, Vec<Instant>>,
    restarts: usize,
    /// The number of messages that were sent more than once, under the same transaction id.
    repeated: usize,
    commands: usize,
    lost: usize,
    doubled: usize,
    /// Sending and answer times of each command.
    waits: Vec<(Instant, Instant)>,
    /// The errors found.
    pub wrong: Vec<String>,
}

impl Report {
    pub(super) fn new(plan: Plan, took: Duration, log: &[Exchange], trouble: Trouble) -> Report {
        let mut tries: HashMap<&str, usize> = HashMap::new();
        for transaction in log
            .iter()
            .filter_map(|exchange| exchange.request.transaction())
        {
            *tries.entry(transaction).or_default() += 1;
        }
        let mut kills: BTreeMap<Moment, Vec<Instant>> = BTreeMap::new();
        for (moment, at) in trouble.kills {
            kills.entry(moment).or_default().push(at);
        }
        Report {
            plan,
            took,
            kills,
            restarts: trouble.restarts,
            repeated: tries.values().filter(|tries| **tries > 1).count(),
            commands: 0,
            lost: 0,
            doubled: 0,
            waits: Vec::new(),
            wrong: Vec::new(),
        }
    }

    pub(super) fn check_record(&mut self, book: &Book) {
        self.wrong.extend(book.wrong());
    }

    /// Counts the answers to all commands in a room.
    pub(super) fn check_answers(&mut self, world: &World, place: &Place, books: &[&Book]) {
        let answers = world.answers(place);
        let sent: HashMap<&str, (&str, Instant)> = (books.iter().flat_map(|book| &book.sent))
            .map(|sent| (sent.event.as_str(), (sent.line.as_str(), sent.at)))
            .collect();
        self.commands += sent.len();
        let timeline = world.lines(place);
        let timeline = timeline
            .iter()
            .filter(|message| sent.contains_key(message.event.as_str()));
        let timeline: Vec<&str> = timeline.map(|message| message.event.as_str()).collect();
        // In a direct message, only the order tells which answer belongs to which command.
        let order: Vec<&str> = match place.direct {
            true => timeline.clone(),
            false => answers.iter().filter_map(Message::answered).collect(),
        };
        let doubled = answers.len().saturating_sub(sent.len());
        let mut found: HashMap<&str, usize> = HashMap::new();
        for (event, answer) in order.iter().zip(&answers) {
            *found.entry(event).or_default() += 1;
            if let Some((_, at)) = sent.get(event) {
                self.waits.push((*at, answer.seen));
            }
        }
        for (event, (line, _)) in &sent {
            match found.get(event).copied().unwrap_or(0) {
                0 => {
                    self.lost += 1;
                    self.wrong.push(format!("no answer to {line:?} ({event})"));
                }
                1 => {}
                many => {
                    self.doubled += many - 1;
                    self.wrong
                        .push(format!("{many} answers to {line:?} ({event})"));
                }
            }
        }
        if place.direct {
            self.doubled += doubled;
        }
        if answers.len() != sent.len() {
            let (said, asked) = (answers.len(), sent.len());
            self.wrong.push(format!(
                "{said} answers to {asked} commands in {}",
                place.room
            ));
        }
        if order != timeline {
            self.wrong
                .push(format!("the answers in {} are out of order", place.room));
        }
    }

    /// Returns the number of kills while at least one command was unanswered.
    fn kills_at_work(&self) -> usize {
        let kills = self.kills.values().flatten();
        let at_work = |kill: &&Instant| self.waits.iter().any(|(a, b)| a < *kill && *kill < b);
        kills.filter(at_work).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan {
            users,
            duels,
            runs,
            seed,
            ..
        } = self.plan;
        let mut waits: Vec<Duration> = self.waits.iter().map(|(a, b)| *b - *a).collect();
        waits.sort();
        let wait = |of: usize| {
            waits
                .get(waits.len() * of / 100)
                .copied()
                .unwrap_or_default()
        };
        writeln!(f, "seed                      {seed}")?;
        writeln!(f, "users                     {users}")?;
        writeln!(f, "tables                    {duels} duels, {runs} runs")?;
        writeln!(f, "commands                  {}", self.commands)?;
        let kills: Vec<String> = (self.kills.iter())
            .map(|(moment, kills)| format!("{} {moment:?}", kills.len()))
            .collect();
        let sum: usize = self.kills.values().map(Vec::len).sum();
        writeln!(f, "kills of the bot          {sum} ({})", kills.join(", "))?;
        writeln!(f, "  while answers were due  {}", self.kills_at_work())?;
        writeln!(f, "restarts of the server    {}", self.restarts)?;
        writeln!(f, "messages sent repeatedly  {}", self.repeated)?;
        writeln!(f, "lost                      {}", self.lost)?;
        writeln!(f, "doubled                   {}", self.doubled)?;
        writeln!(f, "wrong                     {}", self.wrong.len())?;
        let longest = waits.last().copied().unwrap_or_default();
        writeln!(
            f,
            "wait, median and longest  {:.1?}, {longest:.1?}",
            wait(50)
        )?;
        write!(f, "duration                  {:.0?}", self.took)?;
        self.wrong
            .iter()
            .try_for_each(|wrong| write!(f, "\nwrong: {wrong}"))
    }
}
