//! The rules of turn notices and digests, counted beside the lobby.

use std::collections::BTreeSet;

use lobby::Message;

use super::{
    Fortnight, is_outage,
    people::{Digest, Player},
};

/// Minutes that a turn lasts before its notice.
const NOTICE_DELAY: i64 = 15;

/// Seconds between two notices to a person.
const NOTICE_INTERVAL: i64 = 6 * 3_600;

/// Minutes after a start or an outage in which old turns come before new ones.
pub const CATCH_UP: i64 = 20;

/// Minutes after which a digest that is due has been looked for.
const SEARCH: i64 = 6;

/// The hour of digests, in minutes of the day.
const DIGEST_FROM: i64 = 8 * 60;
const DIGEST_UNTIL: i64 = 9 * 60 - 1;

/// Minutes after which a digest that could not be sent is dropped.
const DIGEST_DELAY: i64 = 6 * 60;

/// Maximum number of games that a notice lists.
const MAX_LISTED: usize = 20;

/// The pace of messages that nobody has asked for: three at once, and another one every ten seconds.
pub struct Pace {
    /// Seconds of credit, of which a message costs ten.
    credit: i64,
    /// The second of the last change.
    at: i64,
    /// The last minute after which credit was left, so that nothing waited.
    spare_at: i64,
}

impl Pace {
    pub fn new() -> Pace {
        Pace {
            credit: 30,
            at: 0,
            spare_at: 0,
        }
    }

    /// Notes a restart, which takes longer than a burst needs.
    pub fn note_restart(&mut self) {
        self.credit = 30;
    }

    pub fn is_spare(&mut self, second: i64) -> bool {
        self.credit = (self.credit + second - self.at).min(30);
        self.at = second;
        self.credit >= 10
    }

    fn take(&mut self, second: i64) {
        assert!(self.is_spare(second), "too many messages at once");
        self.credit -= 10;
    }
}

/// Returns the table numbers of a list, and the number of those left out.
fn listed(text: &str) -> (BTreeSet<u32>, usize) {
    let tables = text.lines().filter_map(|line| line.split_once("table=t"));
    let tables = tables.map(|(_, rest)| rest.split_whitespace().next().expect("a number"));
    let tables = tables.map(|number| number.parse().expect("a number"));
    let more = text.split_once("list-more count=");
    let more = more.map(|(_, rest)| rest.split_whitespace().next().expect("a number"));
    let more = more.map_or(0, |more| more.parse().expect("a number"));
    (tables.collect(), more)
}

impl Fortnight {
    /// Checks a direct message that nobody has asked for.
    pub fn check_notice(&mut self, message: &Message) {
        let text = message.plain();
        let room = message.room.strip_prefix("!dm").expect("a direct message");
        let who = room.split(':').next().expect("a number");
        let who: usize = who.parse().expect("a number");
        let own = self.games.iter();
        let own = own.filter(|(_, game)| !game.is_over && game.on_turn() == who);
        let own: BTreeSet<u32> = own.map(|(table, _)| *table).collect();
        let (tables, more) = listed(&text);
        assert!(tables.is_subset(&own), "{own:?}: {text}");
        assert_eq!(tables.len(), own.len().min(MAX_LISTED), "{own:?}: {text}");
        assert_eq!(tables.len() + more, own.len(), "{own:?}: {text}");
        let (minute, second) = (self.minute, self.now_in_seconds());
        self.pace.take(second);
        let player = &self.players[who];
        assert!(player.has_direct && !player.is_quiet(minute), "{text}");
        if text.contains("mine-notice-heading kind=turn") {
            self.check_turn_notice(player, &own, &text);
            *self.counts.entry("turn notices").or_default() += 1;
        } else {
            assert!(text.contains("mine-notice-heading kind=digest"), "{text}");
            self.check_digest(player);
            *self.counts.entry("digests").or_default() += 1;
            let day = player.local(minute).day;
            self.players[who].digest_on = Some(day);
        }
        self.players[who].told_at = Some(second);
        for table in own {
            self.games.get_mut(&table).expect("a game").is_told = true;
        }
    }

    fn check_turn_notice(&self, player: &Player, own: &BTreeSet<u32>, text: &str) {
        assert!(player.wants_notices, "an unwanted notice: {text}");
        assert!(player.away_until <= self.minute, "on vacation: {text}");
        let next = player.told_at.map(|at| at + NOTICE_INTERVAL);
        assert!(
            next <= Some(self.now_in_seconds()),
            "{next:?}, too early: {text}"
        );
        let mut own = own.iter().map(|table| &self.games[table]);
        let is_new = own.any(|game| !game.is_told && self.minute - game.began >= NOTICE_DELAY);
        assert!(is_new, "minute {}, nothing new: {text}", self.minute);
    }

    fn check_digest(&self, player: &Player) {
        let now = player.local(self.minute);
        let last = player.digest_on;
        assert!(last < Some(now.day), "two digests a day");
        match player.digest {
            Digest::Off => panic!("an unwanted digest"),
            Digest::Daily => {}
            Digest::Weekly => assert_eq!(now.weekday(), 0, "a digest on another day"),
        }
        let window = DIGEST_FROM..DIGEST_UNTIL + DIGEST_DELAY;
        assert!(window.contains(&now.minute), "{now:?}");
        // The moment from which it could be sent: 8:59, or the end of later quiet hours or an outage.
        let since = self.minute - (now.minute - DIGEST_UNTIL).max(0);
        let mut minutes = (since..self.minute).rev();
        let hindered = minutes.find(|at| player.is_quiet(*at) || is_outage(*at));
        let since = hindered.map_or(since, |at| at + 1);
        let is_in_time = self.minute <= since + SEARCH;
        assert!(
            is_in_time || self.pace.spare_at <= since + SEARCH,
            "{now:?}"
        );
    }

    /// Checks that nothing which may be sent is missing after the messages of a minute.
    pub fn check_missing_notices(&mut self) {
        let second = self.now_in_seconds();
        let mut waiting = vec![false; self.players.len()];
        let mut untold = vec![false; self.players.len()];
        for game in self.games.values().filter(|game| !game.is_over) {
            let who = game.on_turn();
            waiting[who] = true;
            untold[who] |= !game.is_told && self.minute - game.began >= NOTICE_DELAY;
        }
        for (player, waits) in self.players.iter_mut().zip(waiting) {
            if !waits {
                player.idle_at = self.minute;
            }
        }
        if !self.pace.is_spare(second) {
            return;
        }
        self.pace.spare_at = self.minute;
        let is_caught_up = self.minute >= self.started_at + CATCH_UP;
        for (who, player) in self.players.iter().enumerate() {
            let is_quiet = player.is_quiet(self.minute);
            if !player.has_direct || is_quiet {
                continue;
            }
            let next = player.told_at.map(|at| at + NOTICE_INTERVAL);
            let may_be_told =
                player.wants_notices && player.away_until <= self.minute && next <= Some(second);
            let is_missing = is_caught_up && untold[who] && may_be_told;
            assert!(!is_missing, "minute {}: p{who} is not told", self.minute);
            assert!(
                !self.is_digest_missing(player),
                "minute {}: p{who} has no digest at {:?}, {:?}",
                self.minute,
                player.local(self.minute),
                player.digest_on,
            );
        }
    }

    /// Returns whether a person who is not in quiet hours should have got a digest by now.
    fn is_digest_missing(&self, player: &Player) -> bool {
        let now = player.local(self.minute);
        let window = DIGEST_UNTIL + SEARCH..DIGEST_FROM + DIGEST_DELAY;
        let is_day = match player.digest {
            Digest::Off => false,
            Digest::Daily => true,
            Digest::Weekly => now.weekday() == 0,
        };
        if !is_day || !window.contains(&now.minute) || player.digest_on == Some(now.day) {
            return false;
        }
        let since = self.minute - (now.minute - DIGEST_FROM);
        let mut recent = self.minute - SEARCH..self.minute;
        let is_hindered = recent.any(|at| player.is_quiet(at) || is_outage(at));
        // On the first day, they are set up later.
        since > 1 && player.idle_at < since && !is_hindered
    }
}
