//! Data kept besides the tables: results of runs and duels, and settings of rooms, players and days. Every change
//! is an effect, so that it is stored in the same transaction as what led to it.

use std::collections::{BTreeMap, BTreeSet};

use games::{Seed, search::Level};
use jiff::Timestamp;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use crate::{
    clocks::Absences,
    day::Day,
    key::Key,
    person::Person,
    players::digests::Digests,
    players::direct_rooms::DirectRooms,
    players::notice_pace::NoticePace,
    players::results::{ComputerResults, DuelResult, PuzzleScore, RunResult},
    players::turn_notices::TurnNotices,
    preferences::{Owner, Preferences, SettingValue},
    traffic::Effect,
};

/// A daily event with one try per player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnceADay {
    /// The run of the day.
    Run,
    /// The puzzle of the day.
    Puzzle,
}

/// Data kept besides the tables.
#[derive(Debug, Default)]
pub struct PlayerData {
    /// By table.
    results: BTreeMap<u32, RunResult>,
    /// By table.
    duels: BTreeMap<u32, DuelResult>,
    preferences: Preferences,
    puzzles: BTreeMap<String, PuzzleScore>,
    computer: BTreeMap<String, ComputerResults>,
    days: BTreeMap<Day, Seed>,
    tried: BTreeSet<(Day, String)>,
    unreadable: BTreeSet<(Day, String)>,
    blocked: BTreeSet<String>,
    absences: Absences,
    digests: Digests,
    direct_rooms: DirectRooms,
    turn_notices: TurnNotices,
    notice_pace: NoticePace,
}

impl PlayerData {
    /// Returns the vacations and weekends of players.
    pub fn absences(&self) -> &Absences {
        &self.absences
    }

    /// Returns the digests of persons who want them, to be changed.
    pub fn digests_mut(&mut self) -> &mut Digests {
        &mut self.digests
    }

    /// Returns the direct messages with users.
    pub fn direct_rooms(&self) -> &DirectRooms {
        &self.direct_rooms
    }

    /// Returns the direct messages with users, to be changed.
    pub fn direct_rooms_mut(&mut self) -> &mut DirectRooms {
        &mut self.direct_rooms
    }

    /// Deletes a room that is no direct message any more.
    pub fn forget_direct_room(&mut self, room: &str) -> Vec<Effect> {
        self.direct_rooms.forget_room(room).into_iter().collect()
    }

    /// Returns the notices of turns.
    pub fn turn_notices(&self) -> &TurnNotices {
        &self.turn_notices
    }

    /// Returns the notices of turns, to be changed.
    pub fn turn_notices_mut(&mut self) -> &mut TurnNotices {
        &mut self.turn_notices
    }

    /// Returns the pace of digests and turn notices, to be changed.
    pub fn notice_pace_mut(&mut self) -> &mut NoticePace {
        &mut self.notice_pace
    }

    /// Queues the digests that are due.
    pub fn queue_digests(&mut self, now: Timestamp) {
        let preferences = &self.preferences;
        self.digests.queue_due(now, |user| {
            let own = preferences.person(user);
            let digest = own.find(SettingValue::digest).unwrap_or_default();
            (digest, preferences.zone_of(user))
        });
    }

    /// Returns the vacations and weekends of players, to be changed.
    pub fn absences_mut(&mut self) -> &mut Absences {
        &mut self.absences
    }

    /// Restores a stored result of a run.
    pub fn recall(&mut self, result: RunResult) {
        self.results.insert(result.table, result);
    }

    /// Restores a stored result of a duel.
    pub fn recall_duel(&mut self, result: DuelResult) {
        self.duels.insert(result.table, result);
    }

    /// Restores what is stored under a key.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn recall_value(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key.parse::<Key>().map_err(|error| error.to_string())? {
            Key::Room(room) => self.preferences.recall(Owner::Room(&room), read(value)?),
            Key::Player(player) => {
                self.preferences
                    .recall(Owner::Person(&player), read(value)?);
            }
            Key::Puzzles(player) => {
                self.puzzles.insert(player, read(value)?);
            }
            Key::Computer(player) => {
                self.computer.insert(player, read(value)?);
            }
            Key::Day(day) => {
                let seed = Seed::from_hex(&read::<String>(value)?);
                let seed = seed.ok_or("that is no seed")?;
                self.days.insert(day, seed);
            }
            Key::Blocked(user) => {
                self.blocked.insert(user);
            }
            Key::Absence(player) => self.absences.recall(player, value)?,
            Key::Digest(user) => self.digests.recall(user, value)?,
            Key::Direct(user) => self.direct_rooms.recall(user, read(value)?),
            Key::TurnNotice(user) => self.turn_notices.recall(user, read(value)?),
            Key::Left(_) | Key::Joined(_) | Key::Uptime => {
                return Err("that is no data about players".to_owned());
            }
            Key::Tried(day, fingerprint) => {
                self.tried.insert((day, fingerprint));
            }
            Key::Unreadable(day, who) => {
                self.unreadable.insert((day, who));
            }
        }
        Ok(())
    }

    /// Returns the results of runs in the order of their ends.
    pub fn results(&self) -> Vec<&RunResult> {
        let mut results: Vec<&RunResult> = self.results.values().collect();
        results.sort_by_key(|result| result.time);
        results
    }

    /// Returns whether a player has finished a run of at least 10 steps.
    pub fn has_made_a_run(&self, player: &str) -> bool {
        const LONG_RUN: u32 = 10;
        let mut results = self.results.values();
        results.any(|result| result.player.id == player && result.steps >= LONG_RUN)
    }

    /// Returns a player's result in the run of a day.
    pub fn result_of_day(&self, day: Day, player: &str) -> Option<&RunResult> {
        self.results
            .values()
            .find(|result| result.occasion.day() == Some(day) && result.player.id == player)
    }

    /// Adds the result of a run.
    pub fn keep(&mut self, result: RunResult) -> Effect {
        self.recall(result.clone());
        Effect::Result(result)
    }

    /// Returns the results of duels in the order of their ends.
    pub fn duels(&self) -> Vec<&DuelResult> {
        let mut duels: Vec<&DuelResult> = self.duels.values().collect();
        duels.sort_by_key(|duel| duel.time);
        duels
    }

    /// Adds the result of a duel.
    pub fn keep_duel(&mut self, result: DuelResult) -> Effect {
        self.recall_duel(result.clone());
        Effect::Duel(result)
    }

    /// Drops the result of a duel.
    pub fn drop_duel(&mut self, table: u32) -> Effect {
        self.duels.remove(&table);
        Effect::DropDuel(table)
    }

    /// Returns the settings of rooms and persons.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Returns the settings of rooms and persons, to change them.
    pub fn preferences_mut(&mut self) -> &mut Preferences {
        &mut self.preferences
    }

    /// Returns a player's puzzle progress.
    pub fn puzzles(&self, player: &str) -> PuzzleScore {
        self.puzzles.get(player).cloned().unwrap_or_default()
    }

    /// Sets a player's puzzle progress.
    pub fn set_puzzles(&mut self, player: &str, score: PuzzleScore) -> Effect {
        let effect = set_or_unset(Key::Puzzles(player.to_owned()), &score);
        self.puzzles.insert(player.to_owned(), score);
        effect
    }

    /// Returns a player's results against the computer.
    pub fn against_computer(&self, player: &str) -> Option<&ComputerResults> {
        self.computer.get(player)
    }

    /// Counts a duel against the computer.
    pub fn count_against_computer(
        &mut self,
        player: &str,
        level: Level,
        result: &DuelResult,
    ) -> Effect {
        let results = self.computer.entry(player.to_owned()).or_default();
        results.count(player, level, result);
        Effect::set(Key::Computer(player.to_owned()), results)
    }

    /// Returns whether an admin has blocked a user.
    pub fn is_blocked(&self, user: &str) -> bool {
        self.blocked.contains(user)
    }

    /// Returns the users blocked by admins.
    pub fn blocked(&self) -> impl ExactSizeIterator<Item = &str> {
        self.blocked.iter().map(String::as_str)
    }

    /// Blocks or unblocks a user; `None` if nothing changes.
    pub fn block(&mut self, user: &str, blocked: bool) -> Option<Effect> {
        let key = Key::Blocked(user.to_owned());
        if blocked {
            self.blocked
                .insert(user.to_owned())
                .then(|| Effect::set(key, &true))
        } else {
            self.blocked.remove(user).then_some(Effect::Unset(key))
        }
    }

    /// Returns whether a user was warned on a day that messages in a room cannot be decrypted.
    pub fn is_told_unreadable(&self, day: Day, room: &str, user: &str) -> bool {
        self.unreadable.contains(&(day, format!("{room} {user}")))
    }

    /// Notes that a user is warned of it.
    pub fn tell_unreadable(&mut self, day: Day, room: &str, user: &str) -> Effect {
        let who = format!("{room} {user}");
        self.unreadable.insert((day, who.clone()));
        Effect::set(Key::Unreadable(day, who), &true)
    }

    /// Returns the seed of a day's run; the first seed offered for a day is kept, and its effect stores it.
    pub fn seed_of_day(&mut self, day: Day, fresh: Seed) -> (Seed, Option<Effect>) {
        if let Some(seed) = self.days.get(&day) {
            return (*seed, None);
        }
        self.days.insert(day, fresh);
        (fresh, Some(Effect::set(Key::Day(day), &fresh.to_hex())))
    }

    /// Returns whether a since forgotten user has used the one try of a day.
    pub fn has_tried(&self, day: Day, once: OnceADay, player: &str) -> bool {
        let fingerprint = self.fingerprint(day, once, player);
        fingerprint.is_some_and(|fingerprint| self.tried.contains(&(day, fingerprint)))
    }

    /// Deletes a player's results, puzzle progress and settings; duels keep `somebody` in the player's place. The
    /// one try at the run and the puzzle of the day stays used until the day is over: an anonymous fingerprint is
    /// stored, also for a try in progress (`begun`). It needs the day's seed, `fresh` if nobody has begun the run
    /// yet.
    pub fn forget(
        &mut self,
        player: &str,
        somebody: &Person,
        today: Day,
        begun: &[OnceADay],
        fresh: Seed,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        for once in [OnceADay::Run, OnceADay::Puzzle] {
            let is_made = match once {
                OnceADay::Run => self.result_of_day(today, player).is_some(),
                OnceADay::Puzzle => self.puzzles(player).tried_on(today).is_some(),
            };
            if !is_made && !begun.contains(&once) {
                continue;
            }
            effects.extend(self.seed_of_day(today, fresh).1);
            if let Some(fingerprint) = self.fingerprint(today, once, player) {
                effects.push(Effect::set(Key::Tried(today, fingerprint.clone()), &true));
                self.tried.insert((today, fingerprint));
            }
        }
        self.results.retain(|_, result| result.player.id != player);
        let duels = std::mem::take(&mut self.duels).into_iter();
        let left = duels.filter_map(|(table, duel)| Some((table, duel.without(player, somebody)?)));
        self.duels = left.collect();
        effects.extend(self.preferences.forget(player));
        if self.puzzles.remove(player).is_some() {
            effects.push(Effect::Unset(Key::Puzzles(player.to_owned())));
        }
        if self.computer.remove(player).is_some() {
            effects.push(Effect::Unset(Key::Computer(player.to_owned())));
        }
        effects.extend(self.absences.forget(player));
        effects.extend(self.digests.forget(player));
        effects.extend(self.direct_rooms.forget_user(player));
        effects.extend(self.turn_notices.forget(player));
        let is_theirs = |who: &str| who.split_once(' ').is_some_and(|(_, user)| user == player);
        let told = self.unreadable.iter();
        let told: Vec<_> = told.filter(|(_, who)| is_theirs(who)).cloned().collect();
        for (day, who) in told {
            self.unreadable.remove(&(day, who.clone()));
            effects.push(Effect::Unset(Key::Unreadable(day, who)));
        }
        effects
    }

    /// Deletes the settings of past days.
    pub fn expire(&mut self, today: Day) -> Vec<Effect> {
        self.preferences.expire(today);
        let later = self.days.split_off(&today);
        let days = std::mem::replace(&mut self.days, later).into_keys();
        let days = days.map(|day| Effect::Unset(Key::Day(day)));
        let later = self.tried.split_off(&(today, String::new()));
        let tried = std::mem::replace(&mut self.tried, later).into_iter();
        let tried = tried.map(|(day, who)| Effect::Unset(Key::Tried(day, who)));
        let later = self.unreadable.split_off(&(today, String::new()));
        let told = std::mem::replace(&mut self.unreadable, later).into_iter();
        let told = told.map(|(day, who)| Effect::Unset(Key::Unreadable(day, who)));
        days.chain(tried).chain(told).collect()
    }

    /// Returns the SHA-256 of the day's seed, the day, the kind of try and the user id. The seed is deleted with
    /// its day; without it, ids could be found by trying them out.
    fn fingerprint(&self, day: Day, once: OnceADay, player: &str) -> Option<String> {
        let seed = self.days.get(&day)?;
        let mut hash = Sha256::new();
        hash.update(seed.0);
        hash.update(match once {
            OnceADay::Run => format!("{day} {player}"),
            OnceADay::Puzzle => format!("{day} puzzle {player}"),
        });
        Some(Seed(hash.finalize().into()).to_hex())
    }
}

/// Returns the effect that stores a value, or deletes the key if the value is the default.
fn set_or_unset<T: Serialize + Default + PartialEq>(key: Key, value: &T) -> Effect {
    if *value == T::default() {
        Effect::Unset(key)
    } else {
        Effect::set(key, value)
    }
}

fn read<T: DeserializeOwned>(value: &str) -> Result<T, String> {
    serde_json::from_str(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn the_first_seed_of_a_day_is_kept() {
        let mut memory = PlayerData::default();
        let (today, tomorrow) = (day("2026-11-21"), day("2026-11-22"));
        let (first, stored) = memory.seed_of_day(today, Seed([1; 32]));
        assert_eq!(first, Seed([1; 32]));
        let Some(Effect::Set(key, value)) = stored else {
            panic!("the seed is not stored");
        };
        let mut after_restart = PlayerData::default();
        after_restart
            .recall_value(&key.to_string(), &value)
            .unwrap();
        let second = after_restart.seed_of_day(today, Seed([2; 32]));
        assert_eq!(second, (Seed([1; 32]), None));
        let other = after_restart.seed_of_day(tomorrow, Seed([2; 32]));
        assert_eq!(other.0, Seed([2; 32]));
        assert_eq!(after_restart.expire(tomorrow), [Effect::Unset(key)]);
        assert_eq!(after_restart.expire(tomorrow), []);
    }

    #[test]
    fn an_unreadable_value_is_an_error() {
        let check = |key, value| {
            assert!(PlayerData::default().recall_value(key, value).is_err());
        };
        check("weather/today", "true");
        check("day/2026-11-21", "\"00\"");
        check("room/!a", "[");
    }
}
