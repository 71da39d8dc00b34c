//! Fault injection: kills of the bot, and restarts of the homeserver.

use std::{
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use super::{Chance, Pace, Plan};
use crate::{Bot, Fault, Homeserver, Proxy, Request};

/// Timeout for the moment of a kill.
const MOMENT: Duration = Duration::from_secs(5);

/// The moment at which the bot is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    /// Any time.
    Anytime,
    /// Up to 60 ms after a sync response.
    Received,
    /// While a message is being sent, which never arrives.
    BeforeSend,
    /// After the homeserver has the message, and before the bot gets the answer.
    AfterSend,
    /// During the start, before the bot is ready.
    Starting,
}

const MOMENTS: [Moment; 5] = [
    Moment::Anytime,
    Moment::Received,
    Moment::BeforeSend,
    Moment::AfterSend,
    Moment::Starting,
];

/// The faults injected so far.
#[derive(Debug)]
pub(super) struct Trouble {
    plan: Plan,
    chance: Chance,
    pub(super) kills: Vec<(Moment, Instant)>,
    pub(super) restarts: usize,
}

impl Trouble {
    pub(super) fn new(plan: &Plan) -> Trouble {
        Trouble {
            plan: *plan,
            chance: Chance::new(!plan.seed),
            kills: Vec::new(),
            restarts: 0,
        }
    }

    /// Kills the bot and restarts the homeserver as often as planned, spread over all commands.
    pub(super) fn make(
        &mut self,
        bot: &mut Bot,
        homeserver: &mut Homeserver,
        proxy: &Proxy,
        pace: &Pace,
    ) {
        for number in 0..self.plan.kills {
            let within = self.chance.below(pace.share() as u64);
            pace.wait_for(number * pace.share() + usize::try_from(within).unwrap_or(0));
            // A bot that was killed at its start is not ready yet.
            let moment = MOMENTS[number % MOMENTS.len()];
            self.wait_for(moment, proxy, |trouble| {
                bot.kill();
                trouble.kills.push((moment, Instant::now()));
            });
            if self.restarts < (number + 1) * self.plan.restarts / self.plan.kills {
                self.restart(homeserver);
            }
            bot.launch();
            if MOMENTS[(number + 1) % MOMENTS.len()] != Moment::Starting {
                bot.wait_until_ready();
            }
            pace.allow(match number + 1 == self.plan.kills {
                true => usize::MAX,
                false => (number + 2) * pace.share(),
            });
        }
        bot.wait_until_ready();
    }

    /// Waits for a moment and calls `happen` then.
    fn wait_for(&mut self, moment: Moment, proxy: &Proxy, happen: impl FnOnce(&mut Trouble)) {
        let after = match moment {
            Moment::Anytime | Moment::Starting => self.chance.below(1500),
            Moment::Received => self.chance.below(60),
            Moment::BeforeSend | Moment::AfterSend => 0,
        };
        let (go_on, waiting) = mpsc::channel();
        let (reached, comes) = mpsc::channel();
        if !matches!(moment, Moment::Anytime | Moment::Starting) {
            let mut once = Some((reached, waiting));
            proxy.spoil(move |request| {
                if once.is_some() && is_it(moment, request) {
                    let (reached, waiting) = once.take().expect("it is there");
                    return fault(moment, reached, waiting);
                }
                Fault::None
            });
            // Without such a request, the bot is killed at any time.
            let _ = comes.recv_timeout(MOMENT);
        }
        thread::sleep(Duration::from_millis(after));
        happen(self);
        proxy.pass();
        let _ = go_on.send(());
    }

    fn restart(&mut self, homeserver: &mut Homeserver) {
        homeserver.end(if self.restarts.is_multiple_of(2) {
            "TERM"
        } else {
            "KILL"
        });
        if self.restarts == 0 {
            thread::sleep(self.plan.outage);
        }
        self.restarts += 1;
        homeserver.start_again();
    }
}

fn is_it(moment: Moment, request: &Request) -> bool {
    match moment {
        Moment::Received => request.is_sync(),
        _ => request.transaction().is_some(),
    }
}

/// Builds the fault that reports the moment and, except for `Received`, holds the request until `happen` was
/// called.
fn fault(moment: Moment, reached: Sender<()>, waiting: Receiver<()>) -> Fault {
    let tell = move || {
        let _ = reached.send(());
        if moment != Moment::Received {
            let _ = waiting.recv_timeout(MOMENT);
        }
    };
    match moment {
        Moment::BeforeSend => Fault::Before(Box::new(tell)),
        _ => Fault::Between(Box::new(tell)),
    }
}
