//! What is remembered besides the tables: results of runs and duels, and what rooms, players and days have
//! set. Every change of it is an effect, so that it is stored along with what led to it.

use std::collections::{BTreeMap, BTreeSet};

use games::Seed;
use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::{
    day::Day,
    key::Key,
    look::{Boards, Theme},
    person::Person,
    results::{DuelResult, PuzzleScore, RunResult},
    traffic::Effect,
};

/// What a room wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomWish {
    /// The last day whose table needs not be posted any more; `None` if the room wants none.
    pub posted: Option<Day>,
    /// As what boards come, if that is set.
    pub boards: Option<Boards>,
    /// The colours of pictures, if they are set.
    pub theme: Option<Theme>,
}

/// What a player wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerWish {
    /// Whether to be left out of every list that others see.
    pub unlisted: bool,
    /// As what boards come in direct messages, if that is set.
    pub boards: Option<Boards>,
    /// The colours of pictures there, if they are set.
    pub theme: Option<Theme>,
}

/// What everybody has one try at on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnceADay {
    /// The run of the day.
    Run,
    /// The puzzle of the day.
    Puzzle,
}

/// Everything that is remembered besides the tables.
#[derive(Debug, Default)]
pub struct Memory {
    /// By table.
    results: BTreeMap<u32, RunResult>,
    /// By table.
    duels: BTreeMap<u32, DuelResult>,
    rooms: BTreeMap<String, RoomWish>,
    players: BTreeMap<String, PlayerWish>,
    puzzles: BTreeMap<String, PuzzleScore>,
    days: BTreeMap<Day, Seed>,
    tried: BTreeSet<(Day, String)>,
    unreadable: BTreeSet<(Day, String)>,
    blocked: BTreeSet<String>,
    /// When the bot left rooms because their state was too large.
    left: BTreeMap<String, Timestamp>,
}

impl Memory {
    /// Takes up a stored result.
    pub fn recall(&mut self, result: RunResult) {
        self.results.insert(result.table, result);
    }

    /// Takes up the stored result of a duel.
    pub fn recall_duel(&mut self, result: DuelResult) {
        self.duels.insert(result.table, result);
    }

    /// Takes up something that was set.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn recall_setting(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key.parse::<Key>().map_err(|error| error.to_string())? {
            Key::Room(room) => {
                self.rooms.insert(room, read(value)?);
            }
            Key::Player(player) => {
                self.players.insert(player, read(value)?);
            }
            Key::Puzzles(player) => {
                self.puzzles.insert(player, read(value)?);
            }
            Key::Day(day) => {
                let seed = Seed::from_hex(&read::<String>(value)?);
                let seed = seed.ok_or("that is no seed")?;
                self.days.insert(day, seed);
            }
            Key::Blocked(user) => {
                self.blocked.insert(user);
            }
            Key::Left(room) => {
                self.left.insert(room, read(value)?);
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

    /// The results in the order in which the runs ended.
    pub fn results(&self) -> Vec<&RunResult> {
        let mut results: Vec<&RunResult> = self.results.values().collect();
        results.sort_by_key(|result| result.time);
        results
    }

    /// Whether a player has made a run of some length.
    pub fn has_made_a_run(&self, player: &str) -> bool {
        const LENGTH: u32 = 10;
        let mut results = self.results.values();
        results.any(|result| result.player.id == player && result.steps >= LENGTH)
    }

    /// The result of the run of a table.
    pub fn result(&self, table: u32) -> Option<&RunResult> {
        self.results.get(&table)
    }

    /// The result of a player in the run of a day.
    pub fn result_of_day(&self, day: Day, player: &str) -> Option<&RunResult> {
        self.results
            .values()
            .find(|result| result.occasion.day() == Some(day) && result.player.id == player)
    }

    /// Keeps a result.
    pub fn keep(&mut self, result: RunResult) -> Effect {
        self.recall(result.clone());
        Effect::Result(result)
    }

    /// The results of duels in the order in which they ended.
    pub fn duels(&self) -> Vec<&DuelResult> {
        let mut duels: Vec<&DuelResult> = self.duels.values().collect();
        duels.sort_by_key(|duel| duel.time);
        duels
    }

    /// Keeps the result of a duel.
    pub fn keep_duel(&mut self, result: DuelResult) -> Effect {
        self.recall_duel(result.clone());
        Effect::Duel(result)
    }

    /// What a room wants.
    pub fn room(&self, room: &str) -> RoomWish {
        self.rooms.get(room).cloned().unwrap_or_default()
    }

    /// The rooms that want the table of a day and have not got it.
    pub fn rooms_without_table(&self, day: Day) -> impl Iterator<Item = &str> {
        let without = move |wish: &RoomWish| wish.posted.is_some_and(|posted| posted < day);
        let rooms = self.rooms.iter().filter(move |(_, wish)| without(wish));
        rooms.map(|(room, _)| room.as_str())
    }

    /// Sets what a room wants.
    pub fn set_room(&mut self, room: &str, wish: RoomWish) -> Effect {
        let effect = set_or_unset(Key::Room(room.to_owned()), &wish);
        self.rooms.insert(room.to_owned(), wish);
        effect
    }

    /// Returns whether the bot has left a room because its state was too large.
    pub fn has_left(&self, room: &str) -> bool {
        self.left.contains_key(room)
    }

    /// The rooms that the bot left before a moment because their state was too large.
    pub fn rooms_left_before(&self, before: Timestamp) -> Vec<String> {
        let left = self.left.iter().filter(|(_, at)| **at < before);
        left.map(|(room, _)| room.clone()).collect()
    }

    /// Notes that the bot leaves a room because its state is too large.
    pub fn note_left(&mut self, room: &str, at: Timestamp) -> Effect {
        self.left.insert(room.to_owned(), at);
        set(Key::Left(room.to_owned()), &at)
    }

    /// Notes that the bot is back in a room that it had left because its state was too large, or need not come
    /// back any more. `None` if it had not left it.
    pub fn clear_left(&mut self, room: &str) -> Option<Effect> {
        self.left.remove(room)?;
        Some(Effect::Unset(Key::Left(room.to_owned())))
    }

    /// What a player wants.
    pub fn player(&self, player: &str) -> PlayerWish {
        self.players.get(player).cloned().unwrap_or_default()
    }

    /// Whether a player wants to be left out of every list that others see.
    pub fn is_unlisted(&self, player: &str) -> bool {
        self.players.get(player).is_some_and(|wish| wish.unlisted)
    }

    /// Sets what a player wants.
    pub fn set_player(&mut self, player: &str, wish: PlayerWish) -> Effect {
        let effect = set_or_unset(Key::Player(player.to_owned()), &wish);
        self.players.insert(player.to_owned(), wish);
        effect
    }

    /// How far a player has come with puzzles.
    pub fn puzzles(&self, player: &str) -> PuzzleScore {
        self.puzzles.get(player).cloned().unwrap_or_default()
    }

    /// Sets how far a player has come with puzzles.
    pub fn set_puzzles(&mut self, player: &str, score: PuzzleScore) -> Effect {
        let effect = set_or_unset(Key::Puzzles(player.to_owned()), &score);
        self.puzzles.insert(player.to_owned(), score);
        effect
    }

    /// Whether an admin has blocked a user.
    pub fn is_blocked(&self, user: &str) -> bool {
        self.blocked.contains(user)
    }

    /// The users whom admins have blocked.
    pub fn blocked(&self) -> impl ExactSizeIterator<Item = &str> {
        self.blocked.iter().map(String::as_str)
    }

    /// Blocks a user or ends that; `None` if it was so already.
    pub fn block(&mut self, user: &str, blocked: bool) -> Option<Effect> {
        let key = Key::Blocked(user.to_owned());
        if blocked {
            self.blocked
                .insert(user.to_owned())
                .then(|| set(key, &true))
        } else {
            self.blocked.remove(user).then_some(Effect::Unset(key))
        }
    }

    /// Whether somebody has been told on a day that messages in a room cannot be read.
    pub fn is_told_unreadable(&self, day: Day, room: &str, user: &str) -> bool {
        self.unreadable.contains(&(day, format!("{room} {user}")))
    }

    /// Notes that somebody is told so.
    pub fn tell_unreadable(&mut self, day: Day, room: &str, user: &str) -> Effect {
        let who = format!("{room} {user}");
        self.unreadable.insert((day, who.clone()));
        set(Key::Unreadable(day, who), &true)
    }

    /// The seed of a day's run: the one given when nobody has begun it yet, with what stores it.
    pub fn seed_of_day(&mut self, day: Day, fresh: Seed) -> (Seed, Option<Effect>) {
        if let Some(seed) = self.days.get(&day) {
            return (*seed, None);
        }
        self.days.insert(day, fresh);
        (fresh, Some(set(Key::Day(day), &fresh.to_hex())))
    }

    /// Whether somebody who has been forgotten since has made the one try at something of a day.
    pub fn has_tried(&self, day: Day, once: OnceADay, player: &str) -> bool {
        let fingerprint = self.fingerprint(day, once, player);
        fingerprint.is_some_and(|fingerprint| self.tried.contains(&(day, fingerprint)))
    }

    /// Forgets a player: results, puzzles and wishes. In duels somebody takes the player's place. What keeps
    /// the run and the puzzle of the day from being tried twice stays until that day is over: a fingerprint
    /// that tells nobody who it was, also of a run or puzzle that the player was in the middle of. It needs the
    /// day's seed, the given one if nobody has made the run yet.
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
                effects.push(set(Key::Tried(today, fingerprint.clone()), &true));
                self.tried.insert((today, fingerprint));
            }
        }
        self.results.retain(|_, result| result.player.id != player);
        let duels = std::mem::take(&mut self.duels).into_iter();
        let left = duels.filter_map(|(table, duel)| Some((table, duel.without(player, somebody)?)));
        self.duels = left.collect();
        if self.players.remove(player).is_some() {
            effects.push(Effect::Unset(Key::Player(player.to_owned())));
        }
        if self.puzzles.remove(player).is_some() {
            effects.push(Effect::Unset(Key::Puzzles(player.to_owned())));
        }
        let is_theirs = |who: &str| who.split_once(' ').is_some_and(|(_, user)| user == player);
        let told = self.unreadable.iter();
        let told: Vec<_> = told.filter(|(_, who)| is_theirs(who)).cloned().collect();
        for (day, who) in told {
            self.unreadable.remove(&(day, who.clone()));
            effects.push(Effect::Unset(Key::Unreadable(day, who)));
        }
        effects
    }

    /// Forgets what days that are over have set.
    pub fn expire(&mut self, today: Day) -> Vec<Effect> {
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

    /// SHA-256 of the day's seed, the day, what was tried and the user id. Without the seed, which goes with its day,
    /// anybody could try out ids.
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

/// That something is set from now on.
fn set(key: Key, value: &impl Serialize) -> Effect {
    // Booleans, texts and days always have a JSON.
    let value = serde_json::to_string(value).unwrap_or_default();
    Effect::Set(key, value)
}

/// The same, but for what everybody has who never set anything.
fn set_or_unset<T: Serialize + Default + PartialEq>(key: Key, value: &T) -> Effect {
    if *value == T::default() {
        Effect::Unset(key)
    } else {
        set(key, value)
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
    fn everybody_of_a_day_gets_its_first_seed_and_another_day_another_one() {
        let mut memory = Memory::default();
        let (today, tomorrow) = (day("2026-11-21"), day("2026-11-22"));
        let (first, stored) = memory.seed_of_day(today, Seed([1; 32]));
        assert_eq!(first, Seed([1; 32]));
        let Some(Effect::Set(key, value)) = stored else {
            panic!("the seed is not stored");
        };
        let mut after_restart = Memory::default();
        after_restart
            .recall_setting(&key.to_string(), &value)
            .unwrap();
        let second = after_restart.seed_of_day(today, Seed([2; 32]));
        assert_eq!(second, (Seed([1; 32]), None));
        let other = after_restart.seed_of_day(tomorrow, Seed([2; 32]));
        assert_eq!(other.0, Seed([2; 32]));
        assert_eq!(after_restart.expire(tomorrow), [Effect::Unset(key)]);
        assert_eq!(after_restart.expire(tomorrow), []);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let check = |key, value| {
            assert!(Memory::default().recall_setting(key, value).is_err());
        };
        check("weather/today", "true");
        check("day/2026-11-21", "\"00\"");
        check("room/!a", "[");
    }
}
