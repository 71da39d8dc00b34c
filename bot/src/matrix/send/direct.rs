//! The direct message with a user: found among the bot's rooms, or opened; and the time zone in the user's profile.

use std::time::Duration;

use lobby::{
    ProfileZone,
    job::{Direct, JoinOutcome, NoDirect, Upgrade},
};
use matrix_sdk::{
    Client, Room, RoomMemberships, RoomState,
    ruma::{
        RoomId, UserId,
        api::client::{
            room::create_room::{self, v3::RoomPreset},
            state::get_state_event_for_key::v3::Request as StateRequest,
        },
        events::{
            InitialStateEvent, StateEventType,
            direct::DirectUserIdentifier,
            room::{
                encryption::RoomEncryptionEventContent,
                member::{MembershipState, RoomMemberEventContent},
            },
        },
    },
};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::{debug, info};

use crate::{
    backoff::Backoff,
    jobs::RoomApi,
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::Failure,
        rooms::{leaving::leave, members::has_others, private::is_private},
        session::Session,
    },
};

/// The field of a profile with the name of a time zone.
const ZONE_FIELD: &str = "m.tz";
/// The same field before version 1.16 of the specification (MSC4175).
const UNSTABLE_ZONE_FIELD: &str = "us.cloke.msc4175.tz";

/// Maximum attempts that fail, which take some minutes. Those under the homeserver's rate limit don't count.
const MAX_FAILED_ATTEMPTS: usize = 12;
/// Maximum delay that the homeserver may ask for: a user who has to wait longer is told so instead.
const MAX_RATE_LIMIT_DELAY: Duration = Duration::from_secs(10);
/// Delay if it asks for a shorter one.
const MIN_RATE_LIMIT_DELAY: Duration = Duration::from_millis(500);
/// Time after which no attempt under its rate limit is repeated.
const RATE_LIMIT_TIMEOUT: Duration = Duration::from_mins(3);
/// Timeout of the search for a room, as others may wait for it: somebody can have the homeserver never answer about a
/// room.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for the next sync response: the homeserver holds it for half a minute when nothing happens.
const SYNC_RESPONSE_TIMEOUT: Duration = Duration::from_secs(40);

impl RoomApi for Session {
    async fn direct_message(&self, user: &str) -> Result<Direct, NoDirect> {
        let Ok(user) = UserId::parse(user) else {
            return Err(NoDirect::Refused);
        };
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        let mut limited_since: Option<Instant> = None;
        let mut failures = 0;
        while failures < MAX_FAILED_ATTEMPTS {
            let mut responses = self.responses.subscribe();
            let failure = match self.find_or_open(&user, failures > 0).await {
                Ok(direct) => return direct,
                Err(failure) => failure,
            };
            log_rate_limited!(
                user.as_str(),
                warn!(%user, error = %failure.reason(), "cannot open direct message")
            );
            if is_limited(&failure) {
                return Err(NoDirect::Limited);
            }
            // The homeserver has done nothing. Under its rate limit, a longer wait misses each turn.
            if let Some(delay) = failure.announced_delay() {
                let since = limited_since.get_or_insert_with(Instant::now);
                if since.elapsed() >= RATE_LIMIT_TIMEOUT {
                    return Err(NoDirect::Limited);
                }
                sleep(delay.max(MIN_RATE_LIMIT_DELAY)).await;
                continue;
            }
            if failures > 0 && matches!(failure, Failure::Refused(_)) {
                self.invited.note_refusal(user.as_str());
                return Err(NoDirect::Refused);
            }
            limited_since = None;
            failures += 1;
            sleep(backoff.step()).await;
            // The room may have been created despite the error. Then the next sync response brings it.
            let _ = timeout(SYNC_RESPONSE_TIMEOUT, responses.changed()).await;
        }
        // Such attempts leave a room on the homeserver, as invitations do.
        self.invited.note(user.as_str());
        Err(NoDirect::Unreachable)
    }

    async fn profile_zone(&self, user: &str) -> ProfileZone {
        let Ok(user) = UserId::parse(user) else {
            return ProfileZone::Missing;
        };
        for field in [ZONE_FIELD, UNSTABLE_ZONE_FIELD] {
            let account = self.client.account();
            let fetched = account.fetch_profile_field_of(user.clone(), field.into());
            match fetched.await.map_err(Failure::from) {
                Ok(Some(value)) => return value.value().as_str().map(str::to_owned).into(),
                // Most users have no such field, and older homeservers know none: an error, too.
                Ok(None) | Err(Failure::Refused(_)) => {}
                Err(failure) => {
                    debug!(%user, field, error = %failure.reason(), "cannot read profile");
                    return ProfileZone::Unread;
                }
            }
        }
        ProfileZone::Missing
    }

    async fn join_successor(&self, upgrade: &Upgrade) -> JoinOutcome {
        self.process_upgrade(upgrade).await
    }

    async fn inaccessible_rooms(&self, user: &str, rooms: &[String]) -> Vec<String> {
        let Ok(user) = UserId::parse(user) else {
            return Vec::new();
        };
        let mut inaccessible = Vec::new();
        for room in rooms {
            match self.can_enter(&user, room).await {
                Ok(true) => {}
                Ok(false) => inaccessible.push(room.clone()),
                // Unknown, so the run stays where it is.
                Err(failure) => {
                    debug!(room, error = %failure.reason(), "cannot check direct message")
                }
            }
        }
        inaccessible
    }
}

impl Session {
    /// Returns whether a user is in, or invited to, a room that the bot is in.
    async fn can_enter(&self, user: &UserId, room: &str) -> Result<bool, Failure> {
        // A room with a successor counts as inaccessible, as nothing can be said there any more.
        let is_open = |room: &Room| room.state() == RoomState::Joined && !room.is_tombstoned();
        let Some(room) = self.known_room(room).filter(is_open) else {
            return Ok(false);
        };
        let member = room.get_member(user).await?;
        if !member.is_some_and(|member| is_there(member.membership())) {
            return Ok(false);
        }
        match asked_membership(&room, user).await {
            Ok(membership) => Ok(is_there(&membership)),
            // The bot is no longer in the room itself.
            Err(Failure::Refused(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Finds or opens a direct message. A room left behind by a failed attempt counts only `again`. Nobody is invited
    /// beyond the rate limit, nor where an invitation was refused within the hour: each attempt makes a room on the
    /// homeserver.
    async fn find_or_open(
        &self,
        user: &UserId,
        again: bool,
    ) -> Result<Result<Direct, NoDirect>, Failure> {
        let client = &self.client;
        let (found, _opening) = if again {
            // A room that is being opened for another user looks as if it were left behind.
            let Ok(alone) = self.opening.try_write() else {
                let reason = "too many direct messages are being opened";
                return Err(Failure::unreachable(reason));
            };
            let found = find(client, user, again).await?;
            (found, alone.downgrade())
        } else {
            let opening = self.opening.read().await;
            (find(client, user, again).await?, opening)
        };
        let hindrance = if self.invited.is_refused(user.as_str()) {
            Some(NoDirect::Refused)
        } else if self.invited.allows(user.as_str()) {
            None
        } else {
            Some(NoDirect::Invited)
        };
        let Some((place, room)) = found else {
            return match hindrance {
                Some(hindrance) => Ok(Err(hindrance)),
                None => self.open(user).await.map(Ok),
            };
        };
        let id = room.room_id();
        if matches!(place, PeerMembership::Left | PeerMembership::Never) {
            if let Some(hindrance) = hindrance {
                return Ok(Err(hindrance));
            }
            self.invite(&room, user, place).await?;
        }
        if !is_noted(&room, user)
            && let Err(error) = client.account().mark_as_dm(id, &[user.to_owned()]).await
        {
            // It will be found without the note as well.
            log_rate_limited!(
                user.as_str(),
                warn!(room = %id, error = %error, "cannot mark room as direct message")
            );
        }
        Ok(Ok(direct(id, place)))
    }

    /// Opens an encrypted direct message and marks it as one in the account data. An invited user can read
    /// messages from before they join.
    async fn open(&self, user: &UserId) -> Result<Direct, Failure> {
        let client = &self.client;
        let mut responses = self.responses.subscribe();
        let room = client.create_room(new_direct_message(user)).await?;
        let id = room.room_id();
        self.invited.note(user.as_str());
        info!(room = %id, %user, "opened direct message");
        // A sync response can come while the homeserver is still creating the room. A message sent before the
        // SDK knows the invited user would not be encrypted for them. Of a response, the SDK stores the members before it
        // takes the rest into account; a room that is not known to be private would not be found again.
        let known = async {
            while room.get_member_no_sync(user).await?.is_none() || !is_private(&room, user).await {
                responses.changed().await.ok();
            }
            Ok::<_, Failure>(())
        };
        timeout(SYNC_RESPONSE_TIMEOUT, known)
            .await
            .unwrap_or(Ok(()))?;
        Ok(direct(id, PeerMembership::Invited))
    }

    /// Invites a user to a room of the bot's making. Leaves a room that the user cannot be invited to, now or soon, and
    /// that nobody else has been in.
    async fn invite(
        &self,
        room: &Room,
        user: &UserId,
        place: PeerMembership,
    ) -> Result<(), Failure> {
        let id = room.room_id();
        let invited = room.invite_user_by_id(user).await.map_err(Failure::from);
        if let Err(failure) = &invited
            && place == PeerMembership::Never
            && (matches!(failure, Failure::Refused(_)) || is_limited(failure))
        {
            self.invited.note(user.as_str());
            if let Err(failure) = leave(room).await {
                log_rate_limited!(
                    user.as_str(),
                    warn!(room = %id, error = %failure.reason(), "cannot leave unused direct message")
                );
            }
        }
        invited?;
        self.invited.note(user.as_str());
        info!(room = %id, %user, "invited user to direct message");
        Ok(())
    }
}

/// Returns whether the homeserver asks for a delay that is too long to wait for.
fn is_limited(failure: &Failure) -> bool {
    let Failure::Unreachable { after, .. } = failure else {
        return false;
    };
    after.is_some_and(|after| after > MAX_RATE_LIMIT_DELAY)
}

/// Returns the request for an encrypted direct message in which the bot alone has power: its guest can
/// neither send the bot elsewhere by a tombstone, nor give themselves more power, nor open the room to the
/// public.
fn new_direct_message(user: &UserId) -> create_room::v3::Request {
    let encryption = RoomEncryptionEventContent::with_recommended_defaults();
    let encryption = InitialStateEvent::with_empty_state_key(encryption);
    let mut request = create_room::v3::Request::new();
    request.invite = vec![user.to_owned()];
    request.is_direct = true;
    request.preset = Some(RoomPreset::PrivateChat);
    request.initial_state = vec![encryption.to_raw_any()];
    request
}

/// Returns whether the bot has created a room.
pub(in crate::matrix) fn is_own(room: &Room) -> bool {
    let made = room.create_content();
    made.is_some_and(|made| made.creator == room.own_user_id())
}

/// The membership of a user in a room, actual or possible, with the bot alone; better ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PeerMembership {
    Joined,
    Invited,
    /// The user has left; the bot created the room and nobody else has been in it.
    Left,
    /// The user was never there, nor was anybody but the bot, which created the room.
    Never,
}

/// Returns the best room for a direct message with a user. Rooms without the user are skipped if the homeserver doesn't
/// answer about them in time.
async fn find(
    client: &Client,
    user: &UserId,
    again: bool,
) -> Result<Option<(PeerMembership, Room)>, Failure> {
    let mut rooms = Vec::new();
    for room in client.joined_rooms() {
        // First, as the members of a large room take long to read.
        if room.is_tombstoned() || has_others(&room) {
            continue;
        }
        let member = room.get_member_no_sync(user).await?;
        let is_there = member.is_some_and(|member| is_there(member.membership()));
        if is_there || is_own(&room) {
            rooms.push((is_there, room));
        }
    }
    rooms.sort_by_key(|(is_there, room)| {
        let id = room.room_id().to_owned();
        (!is_noted(room, user), !is_there, id)
    });
    let mut best: Option<(PeerMembership, Room)> = None;
    let deadline = Instant::now() + SEARCH_TIMEOUT;
    for (is_there, room) in rooms {
        let place = timeout_at(deadline, place(&room, user, is_there)).await;
        let place = place.unwrap_or_else(|too_long| Err(Failure::unreachable(too_long)));
        let place = match place {
            // The creator of that room may have made it unreadable.
            Err(Failure::Internal(reason) | Failure::Refused(reason)) => {
                debug!(room = %room.room_id(), error = %reason, "cannot check direct message");
                None
            }
            // So may somebody who has left it.
            Err(Failure::Unreachable { reason, .. }) if !is_there => {
                debug!(room = %room.room_id(), error = %reason, "cannot check direct message");
                None
            }
            place => place?,
        };
        let Some(place) = place.filter(|place| again || *place != PeerMembership::Never) else {
            continue;
        };
        if place == PeerMembership::Joined {
            return Ok(Some((place, room)));
        }
        if best.as_ref().is_none_or(|(other, _)| place < *other) {
            best = Some((place, room));
        }
    }
    Ok(best)
}

/// Returns whether the bot's account data marks a room as the direct message with a user (`m.direct`).
fn is_noted(room: &Room, user: &UserId) -> bool {
    let targets = room.direct_targets();
    targets.len() == 1 && targets.contains(<&DirectUserIdentifier>::from(user))
}

/// Returns the place of a user in a room, of which they are a member or not as far as the SDK knows; `None` if the room
/// is not fit for a direct message. The homeserver is asked about likely rooms only.
async fn place(
    room: &Room,
    user: &UserId,
    is_member: bool,
) -> Result<Option<PeerMembership>, Failure> {
    let active = room.members_no_sync(RoomMemberships::ACTIVE).await?;
    if active.len() != usize::from(is_member) + 1
        || !room.latest_encryption_state().await?.is_encrypted()
    {
        return Ok(None);
    }
    let members = room.members(RoomMemberships::all()).await?;
    if !is_private(room, user).await {
        return Ok(None);
    }
    let mut others = members
        .iter()
        .filter(|member| member.user_id() != user && member.user_id() != room.own_user_id());
    let member = members.iter().find(|member| member.user_id() == user);
    let mut membership = member.map(|member| member.membership().clone());
    if membership.as_ref().is_some_and(is_there) {
        membership = match asked_membership(room, user).await {
            // The bot is no longer in this room itself; another room may do.
            Err(Failure::Refused(_)) => return Ok(None),
            asked => Some(asked?),
        };
    }
    Ok(match membership {
        Some(membership) if is_there(&membership) => {
            let alone = !others.any(|other| is_there(other.membership()));
            let joined = membership == MembershipState::Join;
            alone.then_some(if joined {
                PeerMembership::Joined
            } else {
                PeerMembership::Invited
            })
        }
        _ if !is_own(room) || others.next().is_some() => None,
        Some(MembershipState::Leave) => Some(PeerMembership::Left),
        Some(_) => None,
        None => Some(PeerMembership::Never),
    })
}

/// Fetches the membership of a user in a room. The SDK's copy has been seen to be stale: users who joined and
/// left at once stayed members there.
async fn asked_membership(room: &Room, user: &UserId) -> Result<MembershipState, Failure> {
    let room_id = room.room_id().to_owned();
    let request = StateRequest::new(room_id, StateEventType::RoomMember, user.to_string());
    let content = room.client().send(request).await?.into_content();
    let content = content.deserialize_as_unchecked::<RoomMemberEventContent>();
    Ok(content.map_err(matrix_sdk::Error::SerdeJson)?.membership)
}

/// Returns whether a user with this membership is in a room or can join it.
fn is_there(membership: &MembershipState) -> bool {
    matches!(membership, MembershipState::Join | MembershipState::Invite)
}

fn direct(room: &RoomId, place: PeerMembership) -> Direct {
    Direct {
        room: room.to_string(),
        joined: place == PeerMembership::Joined,
        inaccessible_rooms: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use wiremock::{Mock, matchers::path_regex};

    use super::*;
    use crate::matrix::mocked::{Mocked, in_time, rate_limit};

    /// Has the homeserver ask for a delay before a room is created, so many times.
    async fn limits(mocked: &Mocked, times: usize, delay: Duration) {
        Mock::given(path_regex("/createRoom$"))
            .respond_with(rate_limit(delay))
            .up_to_n_times(times as u64)
            .expect(times as u64)
            .mount(mocked.server.server())
            .await;
    }

    #[tokio::test]
    async fn attempts_under_a_rate_limit_are_no_failures() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        limits(&mocked, MAX_FAILED_ATTEMPTS + 1, Duration::from_millis(1)).await;
        limits(&mocked, 1, 2 * MAX_RATE_LIMIT_DELAY).await;
        let direct = in_time(session.direct_message("@alice:example.org")).await;
        assert_eq!(direct, Err(NoDirect::Limited));
    }
}
