//! The gate that lines of chat pass: rate limits, detection of conversations between bots, and notices that were
//! already given. Held in memory only.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::{
    access::{CommandTime, Limits, Quota, Rate, RateDecision, RateLimiter},
    day::Day,
    line::Line,
    text::messages::LimitMessage,
};

/// Maximum number of unintelligible lines that are answered in a direct message without a command between them.
/// Beyond it another bot is likely to reply there, which would never end.
const MAX_UNKNOWN_LINES: u32 = 3;

/// Quota of room upgrades per hour, for each room and each sender.
const MAX_UPGRADES_PER_HOUR: usize = 10;

/// Quota of replays per hour for each user: the homeserver stores each of up to 1 MB for good.
pub const REPLAYS_PER_HOUR: usize = 20;

/// Number of users among whom the rate of a room is divided into shares.
const SHARES_OF_ROOM: u32 = 20;

/// Rate limits of users and rooms, and what they were told about them.
#[derive(Debug)]
pub struct AccessGate {
    users: RateLimiter,
    rooms: RateLimiter,
    /// The share of each user of a room in its limit.
    members: RateLimiter,
    /// Users who were informed of missing permission to play, by day.
    refused: BTreeSet<(Day, String)>,
    /// The lines since the last command, by direct message.
    talk: BTreeMap<String, Talk>,
    /// The day of these lines.
    talk_day: Option<Day>,
    /// Quota of room upgrades, by room and by sender.
    upgrades: Quota,
    /// Quota of replays, by user.
    replays: Quota,
}

/// The lines in a direct message since the last command of a day.
#[derive(Debug, Default)]
struct Talk {
    /// Number of unintelligible lines and of repeated small talk.
    unknown_lines: u32,
    /// The small talk, each wording once.
    small_talk: BTreeSet<String>,
}

/// The decision about a line.
#[derive(Debug)]
pub enum Admission {
    /// The line is dispatched.
    Allowed,
    /// The line is answered by a warning only.
    Warned(LimitMessage),
    /// The line is ignored, after a warning was sent.
    Ignored,
}

impl Default for AccessGate {
    fn default() -> AccessGate {
        AccessGate {
            users: RateLimiter::default(),
            rooms: RateLimiter::default(),
            members: RateLimiter::default(),
            refused: BTreeSet::new(),
            talk: BTreeMap::new(),
            talk_day: None,
            upgrades: Quota::new(MAX_UPGRADES_PER_HOUR),
            replays: Quota::new(REPLAYS_PER_HOUR),
        }
    }
}

impl AccessGate {
    /// Charges the `cost` of a line, in commands, to its sender and then to its room. A move of a player whose time runs
    /// there, or a late one, `is_awaited`: it is admitted whatever others write in the room. Each user's share of the
    /// room's limit is used first, so that a few users can't keep others out.
    pub fn admit(
        &mut self,
        line: &Line,
        limits: &Limits,
        cost: u32,
        is_awaited: bool,
        time: CommandTime,
    ) -> Admission {
        match self.users.take(&line.sender.id, limits.user, cost, time) {
            RateDecision::Allowed => {}
            RateDecision::Ignored => return Admission::Ignored,
            RateDecision::Warned(seconds) => {
                return Admission::Warned(LimitMessage::TooFast { seconds });
            }
        }
        if is_awaited || self.charge_share(line, limits, cost, time) {
            self.rooms.drain(&line.room, limits.room, cost, time);
            return Admission::Allowed;
        }
        match self.rooms.take(&line.room, limits.room, cost, time) {
            RateDecision::Allowed => Admission::Allowed,
            RateDecision::Ignored => Admission::Ignored,
            RateDecision::Warned(seconds) => {
                Admission::Warned(LimitMessage::RoomTooFast { seconds })
            }
        }
    }

    /// Charges a line to its sender's share in the limit of the room. Returns whether that was enough.
    fn charge_share(&mut self, line: &Line, limits: &Limits, cost: u32, time: CommandTime) -> bool {
        let share = Rate {
            per_minute: limits.room.per_minute.div_ceil(SHARES_OF_ROOM),
            burst: limits.room.burst.div_ceil(SHARES_OF_ROOM),
        };
        self.members.take(&member_key(line), share, cost, time) == RateDecision::Allowed
    }

    /// Charges a notice to a user, and returns whether the user is within the limit.
    pub fn admit_notice(&mut self, user: &str, limits: &Limits, now: Timestamp) -> bool {
        self.users.take(user, limits.user, 1, now) == RateDecision::Allowed
    }

    /// Charges further commands to sender and room after a line that took long.
    pub fn charge(&mut self, line: &Line, cost: u32) {
        self.users.charge(&line.sender.id, cost);
        self.members.charge(&member_key(line), cost);
        self.rooms.reduce(&line.room, cost);
    }

    /// Returns whether a user is to be told of the missing permission to play: once a day.
    pub fn note_refusal(&mut self, user: &str, today: Day) -> bool {
        self.refused.retain(|(day, _)| *day == today);
        self.refused.insert((today, user.to_owned()))
    }

    /// Notes an intelligible line in a direct message.
    pub fn note_known_line(&mut self, room: &str) {
        self.talk.remove(room);
    }

    /// Notes small talk in a direct message. A wording counts as unintelligible only when it is repeated: the bot knows
    /// few, so that another bot runs out of them.
    pub fn note_small_talk(&mut self, room: &str, wording: String, today: Day) -> Admission {
        let talk = self.talk_of(room, today);
        let is_answered = talk.unknown_lines <= MAX_UNKNOWN_LINES;
        if is_answered && talk.small_talk.insert(wording) {
            return Admission::Allowed;
        }
        self.note_unknown_line(room, today)
    }

    /// Notes an unintelligible line in a direct message; after several without a command the bot stops answering until
    /// the next day.
    pub fn note_unknown_line(&mut self, room: &str, today: Day) -> Admission {
        let talk = self.talk_of(room, today);
        talk.unknown_lines = talk.unknown_lines.saturating_add(1);
        match talk.unknown_lines {
            ..=MAX_UNKNOWN_LINES => Admission::Allowed,
            times if times == MAX_UNKNOWN_LINES + 1 => {
                Admission::Warned(LimitMessage::QuietUntilCommand)
            }
            _ => Admission::Ignored,
        }
    }

    /// Returns the lines in a direct message since the last command of today.
    fn talk_of(&mut self, room: &str, today: Day) -> &mut Talk {
        if self.talk_day != Some(today) {
            self.talk.clear();
            self.talk_day = Some(today);
        }
        self.talk.entry(room.to_owned()).or_default()
    }

    /// Returns whether the successor of an upgraded room may be joined, within the quotas of the room and of its sender.
    pub fn admit_upgrade(&mut self, room: &str, sender: &str, now: Timestamp) -> bool {
        self.upgrades.take(&[room, sender], now)
    }

    /// Counts the upgrades of a room for its successor, which could be upgraded as often otherwise.
    pub fn pass_on_upgrades(&mut self, room: &str, successor: &str) {
        self.upgrades.copy(room, successor);
    }

    /// Counts a replay of a user, and returns whether it is within the quota.
    pub fn admit_replay(&mut self, user: &str, now: Timestamp) -> bool {
        self.replays.take(&[user], now)
    }
}

/// Returns the key of a line's sender in its room.
fn member_key(line: &Line) -> String {
    format!("{} {}", line.room, line.sender.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_get_one_last_warning() {
        let mut gate = AccessGate::default();
        let today = Day::of(Timestamp::UNIX_EPOCH);
        let unknown = |gate: &mut AccessGate| gate.note_unknown_line("!r", today);
        for _ in 0..MAX_UNKNOWN_LINES {
            assert!(matches!(unknown(&mut gate), Admission::Allowed));
        }
        assert!(matches!(
            unknown(&mut gate),
            Admission::Warned(LimitMessage::QuietUntilCommand)
        ));
        assert!(matches!(unknown(&mut gate), Admission::Ignored));
        let hello = gate.note_small_talk("!r", "hello".to_owned(), today);
        assert!(matches!(hello, Admission::Ignored));
        gate.note_known_line("!r");
        assert!(matches!(unknown(&mut gate), Admission::Allowed));
    }

    #[test]
    fn repeated_small_talk_counts_as_unknown() {
        let mut gate = AccessGate::default();
        let today = Day::of(Timestamp::UNIX_EPOCH);
        let mut talk = |wording: &str| gate.note_small_talk("!r", wording.to_owned(), today);
        for wording in ["hi", "how to play", "thanks", "hello", "thx"] {
            assert!(matches!(talk(wording), Admission::Allowed), "{wording}");
        }
        for _ in 0..MAX_UNKNOWN_LINES {
            assert!(matches!(talk("hi"), Admission::Allowed));
        }
        assert!(matches!(talk("thx"), Admission::Warned(_)));
    }

    #[test]
    fn users_are_refused_once_a_day() {
        let mut gate = AccessGate::default();
        let today = Day::of(Timestamp::UNIX_EPOCH);
        assert!(gate.note_refusal("@a:x", today));
        assert!(!gate.note_refusal("@a:x", today));
        assert!(gate.note_refusal("@b:x", today));
        assert!(gate.note_refusal("@a:x", today.before()));
    }
}
