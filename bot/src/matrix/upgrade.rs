//! Rooms whose place another one takes: the tombstone tells of it, and the bot follows.

use std::time::Duration;

use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    ruma::{OwnedServerName, RoomId, RoomOrAliasId},
    sync::JoinedRoomUpdate,
};
use serde::Deserialize;
use tables::errand::Upgrade;
use tokio::time::{sleep, timeout};
use tracing::{debug, info};

use super::{failure::Failure, leaving::leave, session::Session, state};
use crate::{backoff::Backoff, seldom::seldom};

/// How often it is tried, which takes a quarter of an hour: clients invite the members one after another,
/// and people may think of the bot last.
const TRIES: usize = 20;
/// How long the state of a room may take to come after the bot has joined it.
const STATE_COMES: Duration = Duration::from_secs(60);

/// A tombstone, as far as it concerns the bot.
#[derive(Debug, Deserialize)]
struct Tombstone {
    r#type: String,
    state_key: String,
    event_id: String,
    content: Content,
}

#[derive(Debug, Deserialize)]
struct Content {
    replacement_room: String,
}

/// The event that tells in an update of a room that another one takes its place, and which.
pub(super) fn of(room: &RoomId, update: &JoinedRoomUpdate) -> Option<(String, Upgrade)> {
    let found = state::events(update).filter_map(tombstone).next_back()?;
    Some((
        found.event_id,
        Upgrade {
            room: room.to_string(),
            successor: found.content.replacement_room,
        },
    ))
}

fn tombstone(json: &str) -> Option<Tombstone> {
    let found: Tombstone = serde_json::from_str(json).ok()?;
    let is_one = found.r#type == "m.room.tombstone" && found.state_key.is_empty();
    (is_one && RoomId::parse(&found.content.replacement_room).is_ok()).then_some(found)
}

impl Session {
    /// Joins the successor of a room; whether the bot is in it, and it is one.
    pub(super) async fn go_after(&self, upgrade: &Upgrade) -> bool {
        let (Ok(old), Ok(id)) = (
            RoomId::parse(&upgrade.room),
            RoomId::parse(&upgrade.successor),
        ) else {
            return false;
        };
        let was_there = self.client.get_room(&id);
        let was_there = was_there.is_some_and(|room| room.state() == RoomState::Joined);
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        let mut tries = 0;
        while tries < TRIES {
            let joined = if was_there {
                Ok(self.client.get_room(&id))
            } else {
                let servers = self.servers_of(&old).await;
                let alias: &RoomOrAliasId = (&*id).into();
                let joined = self.client.join_room_by_id_or_alias(alias, &servers);
                joined.await.map(Some).map_err(Failure::from)
            };
            match joined {
                Ok(Some(room)) => return self.is_successor(&room, &old, was_there).await,
                Ok(None) => return false,
                Err(failure) => {
                    debug!(room = %id, "not entered: {}", failure.reason());
                    let wait = match failure {
                        Failure::Refused(_) | Failure::Internal(_) => {
                            tries += 1;
                            backoff.step()
                        }
                        // A homeserver that is away says nothing about the room.
                        Failure::Unreachable {
                            after: Some(after), ..
                        } => after.max(backoff.step()),
                        _ => backoff.step(),
                    };
                    sleep(wait).await;
                }
            }
        }
        seldom!(
            &upgrade.room,
            warn!(room = %id, "the games of a room cannot go on in the one that takes its place")
        );
        false
    }

    /// Whether a room says itself that it takes the place of another one. Whoever only points at it is
    /// not followed: the bot leaves again.
    async fn is_successor(&self, room: &Room, old: &RoomId, was_there: bool) -> bool {
        let mut responses = self.client.subscribe_to_all_room_updates();
        let known = async {
            while room.create_content().is_none() {
                responses.recv().await.ok();
            }
        };
        let _known = timeout(STATE_COMES, known).await;
        let made = room.create_content();
        let before = made.and_then(|made| made.predecessor);
        let is_one = before.is_some_and(|before| before.room_id == *old);
        if is_one {
            info!(room = %room.room_id(), "takes the place of {old}");
        } else if !was_there && let Err(failure) = leave(room).await {
            debug!(room = %room.room_id(), "not left: {}", failure.reason());
        }
        is_one && room.state() == RoomState::Joined
    }

    /// The servers of the members of a room, which can help into its successor.
    async fn servers_of(&self, room: &RoomId) -> Vec<OwnedServerName> {
        let Some(room) = self.client.get_room(room) else {
            return Vec::new();
        };
        let members = room.members_no_sync(RoomMemberships::JOIN).await;
        let mut servers: Vec<OwnedServerName> = Vec::new();
        for member in members.unwrap_or_default() {
            let server = member.user_id().server_name();
            if servers.len() < 5 && !servers.iter().any(|known| known == server) {
                servers.push(server.to_owned());
            }
        }
        servers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Option<&str>) {
        let found = tombstone(json).map(|found| found.content.replacement_room);
        assert_eq!(found.as_deref(), expected, "{json}");
    }

    #[test]
    fn a_tombstone_names_the_room_that_takes_the_place() {
        let event = |kind: &str, key: &str, content: &str| {
            format!(
                r#"{{"type":"{kind}","state_key":"{key}","event_id":"$e","sender":"@a:x","content":{content}}}"#
            )
        };
        let to = r#"{"replacement_room":"!new:x","body":"gone"}"#;
        check(&event("m.room.tombstone", "", to), Some("!new:x"));
        check(&event("m.room.tombstone", "other", to), None);
        check(&event("m.room.name", "", to), None);
        check(&event("m.room.tombstone", "", r#"{"body":"gone"}"#), None);
        let nowhere = r#"{"replacement_room":"nowhere"}"#;
        check(&event("m.room.tombstone", "", nowhere), None);
        check("no JSON", None);
    }
}
