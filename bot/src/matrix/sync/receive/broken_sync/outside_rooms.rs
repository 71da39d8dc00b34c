//! The parts of sync responses besides the events of joined rooms: messages between devices, changes of devices, account
//! data and invitations. Synapse 1.163 answers requests for these alone also while it fails at an event of a room.

use std::{
    collections::BTreeMap,
    ops::Range,
    time::{Duration, Instant},
};

use futures_util::TryFutureExt;
use matrix_sdk::{
    Client, HttpError,
    config::RequestConfig,
    ruma::{
        OwnedRoomId,
        api::{
            client::sync::sync_events::{v3, v5},
            error::ErrorKind,
        },
        events::StateEventType,
        presence::PresenceState,
    },
    sync::SyncResponse,
};
use tokio::time::timeout;

use super::{
    super::Inbox,
    BrokenSync,
    missed_state::{STATE_MARK, send_sync_request},
    present_token,
};
use crate::matrix::{
    failure::{Failure, is_internal_error},
    response_body::{answer_begin::answered_in_time, is_too_large},
    sync::request_filter,
};

/// Time limit for the homeserver to begin its answer to a request from a token on. It may fail because of an invitation.
const FIRST_TIMEOUT: Duration = Duration::from_secs(6);
/// The same while recoveries follow each other, so that rooms don't wait for it again and again.
const NEXT_TIMEOUT: Duration = Duration::from_secs(2);
/// The same for a request from behind the events of rooms. The answer itself may take longer: there may be many large
/// messages between devices.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum attempts at a request from behind the events of rooms.
const MAX_ATTEMPTS: usize = 3;
/// Maximum number of invitations that are read by sliding syncs.
const MAX_INVITATIONS: u16 = 500;
/// Timeout of a sliding sync for invitations.
const INVITATIONS_TIMEOUT: Duration = Duration::from_secs(3);
/// Time limit for all sliding syncs for invitations.
const MAX_INVITATIONS_TIME: Duration = Duration::from_secs(10);
/// The same where nothing else is read outside rooms.
const SHORT_INVITATIONS_TIME: Duration = Duration::from_secs(4);
/// Maximum number of sliding syncs for invitations: enough to find a few that can't be read.
const MAX_INVITATIONS_REQUESTS: usize = 60;
/// Time after which no further messages between devices are requested, of which a response has a hundred.
const MAX_PAGING_TIME: Duration = Duration::from_secs(4);
/// Place of the position in the messages between devices in a token of Synapse.
const TO_DEVICE_PLACE: usize = 6;

impl BrokenSync {
    /// Returns the time limit for the homeserver to begin its answer to a request from a token on.
    fn first_timeout(&self) -> Duration {
        if self.recoveries_in_a_row > 1 {
            NEXT_TIMEOUT
        } else {
            FIRST_TIMEOUT
        }
    }
}

impl Inbox {
    /// Reads what is outside rooms; only invitations if the last reading was slow.
    pub(super) async fn read_outside_rooms_in_turn(
        &mut self,
        token: Option<&str>,
        present: &str,
    ) -> Result<Option<SyncResponse>, Failure> {
        let next_batch = token.map(|token| with_room_position(token, present));
        // Tokens of another form are replaced by the present: what is left out would be lost.
        let next_batch = next_batch.filter(|next_batch| next_batch != present);
        if let Some(next_batch) = next_batch.filter(|_| self.broken_sync.is_reading_paused()) {
            // Their position is that of rooms.
            let mut page = v3::Response::new(next_batch.clone());
            page.rooms.invite =
                newest_invitations(&self.session.client, SHORT_INVITATIONS_TIME).await;
            let mut all = SyncResponse {
                next_batch,
                ..SyncResponse::default()
            };
            self.store(page, &mut all).await?;
            return Ok(Some(all));
        }
        let begun = Instant::now();
        let read = self.read_outside_rooms(token, present).await?;
        if read.is_some() {
            self.broken_sync.note_reading(begun.elapsed());
        }
        Ok(read)
    }

    /// Has the SDK store what came between a token and the present besides the events of joined rooms, and returns it.
    /// `None` if the homeserver doesn't answer.
    async fn read_outside_rooms(
        &self,
        token: Option<&str>,
        present: &str,
    ) -> Result<Option<SyncResponse>, Failure> {
        let client = &self.session.client;
        let first = match token {
            Some(token) => ask(client, token, self.broken_sync.first_timeout()).await,
            None => None,
        };
        let first = match first {
            Some(first) => Some(first),
            None => {
                let mut page = ask_behind_rooms(client, token.unwrap_or(present)).await;
                if let Some(page) = &mut page {
                    page.rooms.invite = newest_invitations(client, MAX_INVITATIONS_TIME).await;
                }
                page
            }
        };
        let Some(mut page) = first else {
            return Ok(None);
        };
        let begun = Instant::now();
        let mut all = SyncResponse::default();
        loop {
            all.next_batch = with_room_position(&page.next_batch, present);
            let is_last =
                !is_before(&all.next_batch, present) || begun.elapsed() >= MAX_PAGING_TIME;
            // Before the next request, which has the homeserver delete the messages between devices.
            self.store(page, &mut all).await?;
            if is_last {
                return Ok(Some(all));
            }
            match ask_behind_rooms(client, &all.next_batch).await {
                Some(next) => page = next,
                None => return Ok(Some(all)),
            }
        }
    }

    /// Has the SDK store a response without joined rooms, and adds it to others.
    async fn store(&self, mut page: v3::Response, all: &mut SyncResponse) -> Result<(), Failure> {
        // The missed state is stored with one mark.
        page.next_batch = format!("{}{STATE_MARK}{STATE_MARK}", all.next_batch);
        let base = &self.session.remote_keys.base;
        let stored = base.receive_sync_response(page).await;
        let stored = stored.map_err(Failure::of_store)?;
        all.to_device.extend(stored.to_device);
        all.account_data.extend(stored.account_data);
        all.rooms.invited.extend(stored.rooms.invited);
        Ok(())
    }
}

/// Requests the part of a sync response from a token on; `None` if the homeserver fails, or doesn't begin to answer in time.
async fn ask(client: &Client, token: &str, time: Duration) -> Option<v3::Response> {
    let asked = send_sync_request(client, token, request_filter::of_no_events(), false);
    let asked = answered_in_time(asked.map_err(matrix_sdk::Error::from), Some(time));
    let mut response = asked.await.ok()?;
    let invite = std::mem::take(&mut response.rooms.invite);
    response.rooms = v3::Rooms::new();
    response.rooms.invite = invite;
    Some(response)
}

/// Requests it from behind the events of rooms, without invitations, which the next sync response has. If the homeserver
/// fails at an event that has just been written, it is asked again from behind that.
async fn ask_behind_rooms(client: &Client, token: &str) -> Option<v3::Response> {
    for _ in 0..MAX_ATTEMPTS {
        let present = present_token(client).await?;
        let token = with_room_position(token, &present);
        let begun = Instant::now();
        if let Some(mut response) = ask(client, &token, TIMEOUT).await {
            response.rooms = v3::Rooms::new();
            return Some(response);
        }
        if begun.elapsed() >= TIMEOUT {
            break;
        }
    }
    None
}

/// Requests the newest invitations by sliding syncs without events of rooms. Synapse 1.163 answers these also while it
/// fails at what was written since the last sync. Other homeservers may not. A few large invitations can make an answer
/// too large, so a list that can't be read is requested in halves.
async fn newest_invitations(
    client: &Client,
    time: Duration,
) -> BTreeMap<OwnedRoomId, v3::InvitedRoom> {
    let deadline = Instant::now() + time;
    let mut invitations = BTreeMap::new();
    let mut parts = Vec::from([Range {
        start: 0,
        end: MAX_INVITATIONS,
    }]);
    for _ in 0..MAX_INVITATIONS_REQUESTS {
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(part) = parts.pop().filter(|_| !left.is_zero()) else {
            break;
        };
        let asked = ask_for_invitations(client, &part);
        match timeout(left.min(INVITATIONS_TIMEOUT), asked).await {
            Ok(Ok(read)) => invitations.extend(read),
            Ok(Err(error)) if !depends_on_invitations(&error) => break,
            Ok(Err(_)) | Err(_) if part.len() > 1 => {
                let middle = part.start.midpoint(part.end);
                parts.extend([middle..part.end, part.start..middle]);
            }
            Ok(Err(_)) | Err(_) => {}
        }
    }
    invitations
}

/// Requests some of the newest invitations.
async fn ask_for_invitations(
    client: &Client,
    part: &Range<u16>,
) -> Result<BTreeMap<OwnedRoomId, v3::InvitedRoom>, HttpError> {
    let asked = client
        .send(invitations_request(part))
        .with_request_config(RequestConfig::new().disable_retry());
    let rooms = asked.await?.rooms.into_iter();
    let invitations = rooms.filter_map(|(id, room)| {
        let invitation = v3::InviteState::from(room.invite_state?);
        Some((id, invitation.into()))
    });
    Ok(invitations.collect())
}

/// Returns whether a request can have failed at some of its invitations. Synapse 1.163 answers 404 (`M_NOT_FOUND`) if it
/// can't read one.
fn depends_on_invitations(error: &HttpError) -> bool {
    let answer = error.as_client_api_error();
    is_too_large(error)
        || answer.is_some_and(|answer| {
            is_internal_error(answer) || answer.error_kind() == Some(&ErrorKind::NotFound)
        })
}

/// Builds the request for some of the newest invitations.
fn invitations_request(part: &Range<u16>) -> v5::Request {
    let mut filters = v5::request::ListFilters::default();
    filters.is_invite = Some(true);
    let mut list = v5::request::List::default();
    list.ranges = vec![(part.start.into(), (part.end - 1).into())];
    list.filters = Some(filters);
    // Synapse wants a list that isn't empty, and has no such state for invitations.
    list.room_details.required_state = vec![(StateEventType::RoomCreate, String::new())];
    let mut request = v5::Request::new();
    request.set_presence = PresenceState::Offline;
    request.timeout = Some(Duration::ZERO);
    request.lists.insert("invitations".to_owned(), list);
    request
}

/// Returns whether the homeserver answers a request from behind the events of rooms.
pub(super) async fn is_answered(client: &Client, token: &str) -> bool {
    ask_behind_rooms(client, token).await.is_some()
}

/// Returns a token of Synapse with the position in the rooms of another one. The positions in all else, such as messages
/// between devices, stay. Tokens of another form are replaced.
fn with_room_position(token: &str, present: &str) -> String {
    match (token.split_once('_'), present.split_once('_')) {
        (Some((_, rest)), Some((room, other)))
            if rest.split('_').count() == other.split('_').count() =>
        {
            format!("{room}_{rest}")
        }
        _ => present.to_owned(),
    }
}

/// Returns whether a token of Synapse is before another one in the messages between devices.
fn is_before(token: &str, other: &str) -> bool {
    let position = |token: &str| token.split('_').nth(TO_DEVICE_PLACE)?.parse::<u64>().ok();
    matches!((position(token), position(other)), (Some(one), Some(other)) if one < other)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};
    use wiremock::{
        Mock, Request, Respond, ResponseTemplate,
        matchers::{method, path_regex},
    };

    use super::*;
    use crate::matrix::mocked::{BOT, Mocked, refusal, state};

    const INVITER: &str = "@alice:far.example";

    /// Returns the invitations that are read from these answers to sliding syncs, and the number of requests.
    async fn read_invitations(answer: impl Respond + 'static) -> (Vec<OwnedRoomId>, usize) {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let sync = Mock::given(method("POST")).and(path_regex("simplified_msc3575/sync"));
        let sync = sync.respond_with(answer);
        sync.mount(mocked.server.server()).await;
        let invitations = newest_invitations(&session.client, MAX_INVITATIONS_TIME).await;
        let events = invitations
            .values()
            .flat_map(|room| &room.invite_state.events);
        for event in events {
            let kind: Option<String> = event.get_field("type").unwrap();
            assert_eq!(kind.as_deref(), Some("m.room.member"));
        }
        let requests = mocked.server.received_requests().await.unwrap();
        let requests = requests
            .iter()
            .filter(|request| request.url.path().contains("simplified_msc3575"));
        (invitations.into_keys().collect(), requests.count())
    }

    /// Returns the state of an invitation, with one that the inviter's server has made up.
    fn invite_state() -> Value {
        let invitation = json!({ "membership": "invite" });
        let made = json!({ "creator": "@bob:example.org" });
        json!([
            state(INVITER, "m.room.create", "", made),
            state(INVITER, "m.room.member", BOT, invitation),
        ])
    }

    #[tokio::test]
    async fn unreadable_invitations_hide_no_others() {
        let answer = |request: &Request| {
            let list = request.body_json::<Value>().unwrap()["lists"]["invitations"].clone();
            let [first, last] = [0, 1].map(|end| list["ranges"][0][end].as_u64().unwrap());
            if (first..=last).contains(&7) {
                return refusal(404, "M_NOT_FOUND");
            }
            let rooms = (first..=last.min(40)).map(|number| {
                let room = json!({ "invite_state": invite_state() });
                (format!("!{number}:far.example"), room)
            });
            let rooms: Map<String, Value> = rooms.collect();
            let lists = json!({ "invitations": { "count": rooms.len() } });
            let body = json!({ "pos": "1", "lists": lists, "rooms": rooms });
            ResponseTemplate::new(200).set_body_json(body)
        };
        let (invitations, _) = read_invitations(answer).await;
        assert_eq!(invitations.len(), 40);
    }

    #[tokio::test]
    async fn a_homeserver_without_sliding_sync_is_asked_once() {
        let (invitations, requests) = read_invitations(refusal(404, "M_UNRECOGNIZED")).await;
        assert_eq!((invitations.len(), requests), (0, 1));
    }

    #[tokio::test]
    async fn a_sliding_sync_has_only_memberships_of_invitations() {
        let room = |name: Value| json!({ "name": name, "invite_state": invite_state() });
        let answer = json!({
            "pos": "1",
            "lists": { "invitations": { "count": 2 } },
            "rooms": { "!a:far.example": room(json!("A")), "!b:far.example": room(json!(5)) },
        });
        let answer = ResponseTemplate::new(200).set_body_json(answer);
        let (invitations, _) = read_invitations(answer).await;
        assert_eq!(
            invitations,
            ["!a:far.example"],
            "an unreadable one hides no others"
        );
    }

    #[test]
    fn tokens_keep_all_positions_but_those_of_rooms() {
        let token = with_room_position("s1_2_3_4", "s50_60_70_80");
        assert_eq!(token, "s50_2_3_4");
        assert_eq!(with_room_position("s1_2", "s50_60_70"), "s50_60_70");
        assert_eq!(with_room_position("1", "2"), "2");
    }

    #[test]
    fn tokens_tell_of_more_messages_between_devices() {
        let token = "s1_2_3_4_5_6_99_8_9";
        assert!(is_before(token, "s1_2_3_4_5_6_100_8_9"));
        assert!(!is_before(token, token));
        assert!(!is_before("s1_2", "s1_3"));
    }
}
