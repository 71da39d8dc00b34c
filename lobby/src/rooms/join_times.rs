//! Times at which the bot joined its rooms.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::{
    context::Environment,
    key::Key,
    traffic::{Effect, Incoming, JoinTime},
};

/// Maximum difference between the clocks of two homeservers.
const MAX_CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_mins(10);

/// The times at which the bot joined its rooms. Other servers can show older messages as new ones, but the server of their
/// sender has dated them. Every change is an effect.
#[derive(Debug, Default)]
pub struct JoinTimes {
    times: BTreeMap<String, Timestamp>,
}

impl JoinTimes {
    /// Restores a stored time.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn recall(&mut self, room: String, time: &str) -> Result<(), String> {
        let time = serde_json::from_str(time).map_err(|error| error.to_string())?;
        self.times.insert(room, time);
        Ok(())
    }

    /// Notes that the bot has joined a room. The server through which it joined can date that as it likes, so the time of
    /// the bot's request counts: homeservers may show a large room only minutes after the join. Without that, the bot was
    /// not there at the sync response before.
    pub fn note(&mut self, env: &Environment<'_>, room: &str, join: JoinTime) -> Effect {
        let bounded = || join.dated.max(env.uptime.last_response());
        let at = join
            .requested
            .or_else(bounded)
            .unwrap_or(env.now)
            .min(env.now);
        self.times.insert(room.to_owned(), at);
        Effect::set(Key::Joined(room.to_owned()), &at)
    }

    /// Deletes the time of a room that the bot is no longer in. `None` if there was none.
    pub fn clear(&mut self, room: &str) -> Option<Effect> {
        self.times.remove(room)?;
        Some(Effect::Unset(Key::Joined(room.to_owned())))
    }

    /// Returns whether an event is a line written before the bot joined its room. A join in the future was dated by a clock
    /// that was ahead, and counts as now.
    pub fn is_before_join(&self, incoming: &Incoming, now: Timestamp) -> bool {
        let (Incoming::Line(line) | Incoming::Unreadable(line)) = incoming else {
            return false;
        };
        let joined = self.times.get(&line.room);
        let sent = joined.zip(line.sent);
        sent.is_some_and(|(joined, sent)| {
            now.min(*joined).duration_since(sent) > MAX_CLOCK_DIFFERENCE
        })
    }
}
