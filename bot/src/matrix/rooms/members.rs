//! The members of rooms, under names fit to be shown.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use lobby::{Person, names};
use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    deserialized_responses::RawAnySyncOrStrippedState,
    ruma::{
        OwnedRoomId, OwnedUserId, RoomId, UserId,
        events::{StateEventType, room::member::MembershipState},
    },
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::time::timeout;

use super::private::is_private;
use crate::{
    logging::rate_limited::log_rate_limited, matrix::session::Session, scheduler::MemberLookup,
};

/// Timeout of a lookup for the scheduler.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(15);

/// The members of a room.
#[derive(Debug, Default)]
pub(in crate::matrix) struct Members {
    /// The joined members without the bot.
    pub(in crate::matrix) people: lobby::Members,
    /// The bot itself.
    own: Option<Person>,
    /// The ids of the members who have the power to change the room's state.
    privileged: HashSet<String>,
    /// `true` if only the bot and one other user are in, or invited to, the room, and it is private.
    pub(in crate::matrix) direct: bool,
}

impl Members {
    /// Returns the member with this id, who may be the bot.
    pub(super) fn find(&self, id: &str) -> Option<&Person> {
        let own = self.own.as_ref().filter(|own| own.id == id);
        self.people.get(id).or(own)
    }

    /// Returns whether a user may change the room.
    pub(in crate::matrix) fn may_change_room(&self, id: &str) -> bool {
        self.privileged.contains(id)
    }

    /// Returns this many members.
    #[cfg(test)]
    pub(in crate::matrix) fn made_up(count: usize) -> Arc<Self> {
        let people = (0..count).map(|number| person(&format!("@{number}:x"), None));
        Arc::new(Self {
            people: people.collect::<Vec<_>>().into(),
            ..Self::default()
        })
    }

    /// Returns a user, who may have left.
    pub(in crate::matrix) fn person(&self, id: &str) -> Person {
        self.find(id).cloned().unwrap_or_else(|| person(id, None))
    }
}

/// Maximum number of cached members of all rooms. Each takes up to a kilobyte.
const MAX_CACHED_MEMBERS: usize = 50_000;

/// The members of rooms, cached until they change or too many of others are.
#[derive(Debug, Default)]
pub(in crate::matrix) struct MemberCache {
    rooms: HashMap<OwnedRoomId, CachedMembers>,
    /// The bot as the only member of rooms that are no direct messages.
    bots: HashMap<OwnedRoomId, Arc<Members>>,
    /// The number of lookups so far.
    lookups: u64,
}

/// The members of a room, and the last lookup of them.
#[derive(Debug)]
struct CachedMembers {
    members: Arc<Members>,
    last_lookup: u64,
}

impl MemberCache {
    /// Evicts a room's members. Call it when a member has come, gone, or changed their name or power, and
    /// when the join rule changes.
    pub(in crate::matrix) fn forget(&mut self, room: &RoomId) {
        self.rooms.remove(room);
        self.bots.remove(room);
    }

    /// Returns the bot as the only member of a room that is no direct message, without reading the others; `None` where
    /// they have to be read.
    pub(in crate::matrix) async fn bot_of_group(&mut self, room: &Room) -> Option<Arc<Members>> {
        let id = room.room_id();
        if self.rooms.contains_key(id) {
            return None;
        }
        if let Some(bot) = self.bots.get(id) {
            return Some(Arc::clone(bot));
        }
        let bot = Arc::new(bot_of_group(room).await?);
        self.bots.insert(id.to_owned(), Arc::clone(&bot));
        Some(bot)
    }

    /// Returns the members of a room.
    ///
    /// # Errors
    ///
    /// If they are not cached and the homeserver does not answer.
    pub(in crate::matrix) async fn of(&mut self, room: &Room) -> matrix_sdk::Result<Arc<Members>> {
        if let Some(members) = self.cached(room.room_id()) {
            return Ok(members);
        }
        let members = Arc::new(members(room).await?);
        self.insert(room.room_id(), &members, MAX_CACHED_MEMBERS);
        Ok(members)
    }

    #[cfg(test)]
    pub(in crate::matrix) fn has(&self, room: &RoomId) -> bool {
        self.rooms.contains_key(room)
    }

    /// Returns the number of cached members of a room.
    pub(in crate::matrix) fn count(&self, room: &RoomId) -> usize {
        let cached = self.rooms.get(room);
        cached.map_or(0, |cached| cached.members.people.iter().count())
    }

    fn cached(&mut self, room: &RoomId) -> Option<Arc<Members>> {
        let cached = self.rooms.get_mut(room)?;
        self.lookups += 1;
        cached.last_lookup = self.lookups;
        Some(Arc::clone(&cached.members))
    }

    /// Caches the members of a room, and evicts those that were not looked up for the longest time while there are more
    /// than `max` of all rooms.
    pub(in crate::matrix) fn insert(&mut self, room: &RoomId, members: &Arc<Members>, max: usize) {
        self.lookups += 1;
        let cached = CachedMembers {
            members: Arc::clone(members),
            last_lookup: self.lookups,
        };
        self.rooms.insert(room.to_owned(), cached);
        let mut count: usize = self.rooms.keys().map(|room| self.count(room)).sum();
        while count > max && self.rooms.len() > 1 {
            let oldest = self.rooms.iter().min_by_key(|(_, it)| it.last_lookup);
            let Some(oldest) = oldest.map(|(room, _)| room.clone()) else {
                return;
            };
            count -= self.count(&oldest);
            self.rooms.remove(&oldest);
        }
    }
}

impl MemberLookup for Session {
    async fn members(&self, room: &str) -> Option<lobby::Members> {
        let room = self.known_room(room)?;
        if room.state() != RoomState::Joined {
            return None;
        }
        let lookup = timeout(LOOKUP_TIMEOUT, members(&room)).await;
        match lookup.unwrap_or_else(|late| Err(matrix_sdk::Error::UnknownError(late.into()))) {
            Ok(members) => Some(members.people),
            Err(error) => {
                let room = room.room_id().as_str();
                log_rate_limited!(
                    room,
                    warn!(room, error = %error, "cannot read room members")
                );
                None
            }
        }
    }
}

/// A membership, as far as the bot reads it. Any user can put malformed fields into their own, so only the
/// membership itself has to be well-formed; the SDK would read all members of a room or none.
#[derive(Debug, Deserialize)]
struct Membership {
    #[serde(rename = "state_key")]
    user: OwnedUserId,
    content: MembershipContent,
}

#[derive(Debug, Deserialize)]
struct MembershipContent {
    membership: MembershipState,
    #[serde(default)]
    displayname: Value,
}

/// Reads those fields of a stored state event that `T` has.
pub(super) fn read<T: DeserializeOwned>(event: &RawAnySyncOrStrippedState) -> Option<T> {
    let json = match event {
        RawAnySyncOrStrippedState::Sync(event) => event.json(),
        RawAnySyncOrStrippedState::Stripped(event) => event.json(),
    };
    serde_json::from_str(json.get()).ok()
}

impl Membership {
    fn person(&self) -> Person {
        person(self.user.as_str(), self.content.displayname.as_str())
    }
}

/// Returns the memberships of a room's joined and invited users.
async fn active_members(room: &Room) -> matrix_sdk::Result<Vec<Membership>> {
    room.sync_members().await?;
    let client = room.client();
    let store = client.state_store();
    let users = store.get_user_ids(room.room_id(), RoomMemberships::ACTIVE);
    let users = users.await?;
    let keys: Vec<&str> = users.iter().map(|user| user.as_str()).collect();
    let events = store
        .get_state_events_for_keys(room.room_id(), StateEventType::RoomMember, &keys)
        .await?;
    let members = events.iter().filter_map(read::<Membership>);
    let is_active = |membership: &MembershipState| {
        matches!(membership, MembershipState::Join | MembershipState::Invite)
    };
    Ok(members
        .filter(|member| is_active(&member.content.membership))
        .collect())
}

/// Returns whether a room is the direct message with a user, who is there or invited, with nobody else.
pub(in crate::matrix) async fn is_alone_with(room: &Room, user: &str) -> matrix_sdk::Result<bool> {
    if has_others(room) {
        return Ok(false);
    }
    Ok(match other_member(room, &active_members(room).await?) {
        Some(other) => other == user && is_private(room, &other).await,
        None => false,
    })
}

/// Returns the only other one of the active members of a room; `None` if there are more or none.
fn other_member(room: &Room, active: &[Membership]) -> Option<OwnedUserId> {
    let other = match active {
        [one, other] if one.user == room.own_user_id() => other,
        [other, one] if one.user == room.own_user_id() => other,
        _ => return None,
    };
    (!has_others(room)).then(|| other.user.clone())
}

async fn members(room: &Room) -> matrix_sdk::Result<Members> {
    let active = active_members(room).await?;
    let mut people: Vec<Person> = active
        .iter()
        .filter(|member| member.content.membership == MembershipState::Join)
        .map(Membership::person)
        .collect();
    let direct = match other_member(room, &active) {
        Some(other) => is_private(room, &other).await,
        None => false,
    };
    let own = people
        .iter()
        .position(|person| person.id == room.own_user_id().as_str())
        .map(|own| people.remove(own));
    let levels = room.power_levels_or_default().await;
    let privileged = active
        .iter()
        .map(|member| &member.user)
        .filter(|user| levels.for_user(user) >= levels.state_default)
        .map(ToString::to_string);
    Ok(Members {
        people: people.into(),
        own,
        privileged: privileged.collect(),
        direct,
    })
}

async fn bot_of_group(room: &Room) -> Option<Members> {
    let (client, own) = (room.client(), room.own_user_id().as_str());
    let store = client.state_store();
    let users = store.get_user_ids(room.room_id(), RoomMemberships::ACTIVE);
    if users.await.ok()?.len() <= 2 {
        return None;
    }
    let stored = store.get_state_event(room.room_id(), StateEventType::RoomMember, own);
    let member: Membership = read(&stored.await.ok()??)?;
    Some(Members {
        own: Some(member.person()),
        ..Members::default()
    })
}

/// Returns whether a user is joined to a room, and has the power to invite there and to change it, by the state that the
/// SDK has stored.
pub(super) async fn is_moderator(room: &Room, user: &str) -> matrix_sdk::Result<bool> {
    let Ok(user) = UserId::parse(user) else {
        return Ok(false);
    };
    let client = room.client();
    let stored = client
        .state_store()
        .get_state_event(room.room_id(), StateEventType::RoomMember, user.as_str())
        .await?;
    let member = stored.and_then(|stored| read::<Membership>(&stored));
    let is_joined = member.is_some_and(|it| it.content.membership == MembershipState::Join);
    let levels = room.power_levels_or_default().await;
    let may_change_room = levels.for_user(&user) >= levels.state_default;
    Ok(is_joined && may_change_room && levels.user_can_invite(&user))
}

/// Returns whether the homeserver counts more members than the bot and one other. The SDK drops malformed
/// memberships when it fetches the members.
pub(in crate::matrix) fn has_others(room: &Room) -> bool {
    room.active_members_count() > 2
}

/// Returns a user by id and display name.
pub(super) fn person(id: &str, display_name: Option<&str>) -> Person {
    let mut person = Person {
        id: id.to_owned(),
        name: display_name.unwrap_or_default().to_owned(),
    };
    person.name = names::shown(&person);
    person
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::room_id;

    use super::*;

    #[test]
    fn members_looked_up_last_stay_cached() {
        let of = Members::made_up;
        let [one, two, three] = [room_id!("!1:x"), room_id!("!2:x"), room_id!("!3:x")];
        let mut cache = MemberCache::default();
        cache.insert(one, &of(4), 10);
        cache.insert(two, &of(4), 10);
        assert!(cache.cached(one).is_some());
        cache.insert(three, &of(5), 10);
        assert_eq!([one, two, three].map(|room| cache.count(room)), [4, 0, 5]);
        cache.insert(two, &of(20), 10);
        assert_eq!([one, two, three].map(|room| cache.count(room)), [0, 20, 0]);
    }

    fn check(display_name: Option<&str>, expected: &str) {
        assert_eq!(person("@alice:example.org", display_name).name, expected);
    }

    #[test]
    fn names_are_fit_to_be_shown() {
        check(Some("Alice"), "Alice");
        check(Some("  Al\u{202e}i\u{0007}ce \n\t B "), "Alice B");
        check(None, "alice");
        check(Some(" \u{200f}\u{200b} "), "alice");
        assert_eq!(person("odd", None).name, "odd");
    }
}
