//! Device verification by emojis (SAS). The lobby decides whose request is confirmed; the rest happens in the
//! background, so that users who take time to compare emojis do not hold up the games.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt;
use jiff::Timestamp;
use lobby::access::{Quota, Trust};
use matrix_sdk::{
    Client,
    encryption::verification::{
        SasState, SasVerification, Verification as Started, VerificationRequest,
        VerificationRequestState,
    },
    ruma::{OwnedUserId, UserId},
    sync::SyncResponse,
};
use parking_lot::Mutex;
use serde_json::Value;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tracing::{debug, info};

use crate::{
    clock,
    logging::rate_limited::{log_rate_limited, server},
    matrix::failure::Failure,
};

/// Maximum number of concurrent verifications, for confirmed and for refused ones each.
const MAX_CONCURRENT_ANSWERS: usize = 8;
/// Quota of verifications in rooms per hour, for each user. Their messages are sent beside the queue, and so before others
/// under the homeserver's rate limit.
const MAX_OF_USER_PER_HOUR: usize = 3;
/// Quota of verifications that are refused in rooms per hour, for all users: one message each.
const MAX_REFUSED_PER_HOUR: usize = 5;
/// Quota of verifications that are confirmed in rooms per hour, for all users: five messages each.
const MAX_CONFIRMED_PER_HOUR: usize = 20;
/// Timeout of one verification, while the user compares emojis.
const VERIFICATION_TIMEOUT: Duration = Duration::from_secs(300);

const REQUEST: &str = "m.key.verification.request";
/// The first event of older clients, which send no request before.
const START: &str = "m.key.verification.start";

/// A user's request to verify the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The requesting user's id.
    pub user: String,
    /// The transaction id of the request: an event id in a room, or an id chosen by a device.
    pub(crate) flow: String,
}

/// The running verifications. Refused ones have a limit of their own and take no place from the others.
#[derive(Clone, Debug)]
pub(in crate::matrix) struct Verifications {
    confirmed: Arc<Semaphore>,
    refused: Arc<Semaphore>,
    in_rooms: Arc<Mutex<RoomQuotas>>,
}

/// The quotas of verifications in rooms.
#[derive(Debug)]
struct RoomQuotas {
    of_users: Quota,
    confirmed: Quota,
    refused: Quota,
}

impl Default for RoomQuotas {
    fn default() -> Self {
        Self {
            of_users: Quota::new(MAX_OF_USER_PER_HOUR),
            confirmed: Quota::new(MAX_CONFIRMED_PER_HOUR),
            refused: Quota::new(MAX_REFUSED_PER_HOUR),
        }
    }
}

impl RoomQuotas {
    /// Counts a verification in a room, and returns whether it is within the quotas.
    fn admit(&mut self, user: &str, trust: Trust, now: Timestamp) -> bool {
        let of_all = match trust {
            Trust::Confirmed => &mut self.confirmed,
            Trust::Refused | Trust::Ignored => &mut self.refused,
        };
        of_all.allows("", now) && self.of_users.take(&[user], now) && of_all.take(&[""], now)
    }
}

impl Default for Verifications {
    fn default() -> Self {
        Self {
            confirmed: Arc::new(Semaphore::new(MAX_CONCURRENT_ANSWERS)),
            refused: Arc::new(Semaphore::new(MAX_CONCURRENT_ANSWERS)),
            in_rooms: Arc::default(),
        }
    }
}

impl Verifications {
    /// Takes a place for another verification; `None` if there is none, or the request is ignored.
    fn place(&self, asked: &Verification, trust: Trust) -> Option<OwnedSemaphorePermit> {
        let user = &asked.user;
        let places = match trust {
            Trust::Ignored => return None,
            Trust::Confirmed => &self.confirmed,
            Trust::Refused => &self.refused,
        };
        let place = Arc::clone(places).try_acquire_owned().ok();
        match (&place, trust) {
            (Some(_), _) => {}
            (None, Trust::Confirmed) => log_rate_limited!(
                server(user),
                info!(user, "verification ignored: too many at once")
            ),
            (None, _) => debug!(user, "verification ignored: too many to refuse at once"),
        }
        place
    }
}

/// Returns the verification requests in a sync response. Requests of the bot's own account are never
/// confirmed: the SDK would hand over the account's keys.
pub(in crate::matrix) fn of(response: &SyncResponse, own: &str) -> Vec<Verification> {
    let to_device = response
        .to_device
        .iter()
        .map(|event| event.as_raw().json().get());
    let rooms = response.rooms.joined.values();
    let in_rooms = rooms
        .flat_map(|update| &update.timeline.events)
        .map(|event| event.raw().json().get());
    to_device
        .chain(in_rooms)
        .filter_map(asked)
        .filter(|asked| asked.user != own)
        .collect()
}

fn asked(json: &str) -> Option<Verification> {
    let event: Value = serde_json::from_str(json).ok()?;
    let text = |pointer: &str| event.pointer(pointer)?.as_str();
    let flow = match text("/type")? {
        REQUEST | START => text("/content/transaction_id")?,
        "m.room.message" if text("/content/msgtype") == Some(REQUEST) => text("/event_id")?,
        _ => return None,
    };
    Some(Verification {
        user: text("/sender")?.to_owned(),
        flow: flow.to_owned(),
    })
}

/// The outcome of a verification.
enum End {
    Verified,
    Refused,
    /// Cancelled, with the reason.
    Cancelled(String),
    /// Unknown to the SDK: too old, for another member of the room, or running already.
    Unknown,
    /// In a room, beyond a quota.
    BeyondQuota,
}

impl Verifications {
    /// Confirms or refuses a verification, in the background.
    pub(in crate::matrix) fn answer(&self, client: &Client, asked: Verification, trust: Trust) {
        let Some(place) = self.place(&asked, trust) else {
            return;
        };
        let (client, quotas) = (client.clone(), Arc::clone(&self.in_rooms));
        tokio::spawn(async move {
            let user = &asked.user;
            match answer(&client, &asked, trust, &quotas).await {
                Ok(End::Verified) => info!(user, "verified"),
                Ok(End::Refused) => log_rate_limited!(
                    server(user),
                    info!(user, "verification refused: user not in [access] verify")
                ),
                Ok(End::Cancelled(reason)) => {
                    log_rate_limited!(server(user), info!(user, reason, "verification cancelled"))
                }
                Ok(End::Unknown) => {}
                Ok(End::BeyondQuota) => log_rate_limited!(
                    server(user),
                    info!(user, "verification ignored: too many in rooms in an hour")
                ),
                Err(error) => {
                    let failure = Failure::from(error);
                    log_rate_limited!(
                        server(user),
                        warn!(user, error = %failure.reason(), "verification failed")
                    );
                }
            }
            drop(place);
        });
    }
}

async fn answer(
    client: &Client,
    asked: &Verification,
    trust: Trust,
    quotas: &Mutex<RoomQuotas>,
) -> matrix_sdk::Result<End> {
    let Ok(user) = UserId::parse(&asked.user) else {
        return Ok(End::Unknown);
    };
    let encryption = client.encryption();
    if let Some(request) = encryption
        .get_verification_request(&user, &asked.flow)
        .await
    {
        if !matches!(request.state(), VerificationRequestState::Requested { .. }) {
            return Ok(End::Unknown);
        }
        let is_in_room = request.room_id().is_some();
        if is_in_room && !quotas.lock().admit(user.as_str(), trust, clock::now()) {
            return Ok(End::BeyondQuota);
        }
        if trust != Trust::Confirmed {
            request.cancel().await?;
            return Ok(End::Refused);
        }
        let done = timeout(VERIFICATION_TIMEOUT, confirm_request(&request, user)).await;
        return match done {
            Ok(end) => end,
            Err(_) => request.cancel().await.map(|()| too_late()),
        };
    }
    match encryption.get_verification(&user, &asked.flow).await {
        Some(Started::SasV1(sas)) if trust != Trust::Confirmed => {
            sas.cancel().await?;
            Ok(End::Refused)
        }
        Some(Started::SasV1(sas)) => match timeout(VERIFICATION_TIMEOUT, confirm(&sas, user)).await
        {
            Ok(end) => end,
            Err(_) => sas.cancel().await.map(|()| too_late()),
        },
        _ => Ok(End::Unknown),
    }
}

fn too_late() -> End {
    End::Cancelled("timed out".to_owned())
}

/// Accepts a request. The other side starts the comparison.
async fn confirm_request(
    request: &VerificationRequest,
    user: OwnedUserId,
) -> matrix_sdk::Result<End> {
    let mut changes = Box::pin(request.changes());
    request.accept().await?;
    loop {
        match request.state() {
            VerificationRequestState::Transitioned {
                verification: Started::SasV1(sas),
            } => return confirm(&sas, user).await,
            VerificationRequestState::Cancelled(info) => {
                return Ok(End::Cancelled(info.reason().to_owned()));
            }
            VerificationRequestState::Done => return Ok(End::Verified),
            _ => {}
        }
        if changes.next().await.is_none() {
            return Ok(End::Unknown);
        }
    }
}

/// Confirms that the emojis match, without a comparison: the bot cannot see the other screen. They are logged
/// for users who want to compare them.
async fn confirm(sas: &SasVerification, user: OwnedUserId) -> matrix_sdk::Result<End> {
    let mut changes = Box::pin(sas.changes());
    sas.accept().await?;
    loop {
        match sas.state() {
            SasState::KeysExchanged { emojis, decimals } => {
                let emojis = emojis.map(|emojis| {
                    let named = emojis.emojis.iter();
                    let named =
                        named.map(|emoji| format!("{} {}", emoji.symbol, emoji.description));
                    named.collect::<Vec<_>>().join(", ")
                });
                let (first, second, third) = decimals;
                info!(
                    %user,
                    device = %sas.other_device().device_id(),
                    emojis = %emojis.unwrap_or_default(),
                    numbers = %format!("{first} {second} {third}"),
                    "verification confirmed: emojis and numbers must match the other device"
                );
                sas.confirm().await?;
            }
            SasState::Done { .. } => return Ok(End::Verified),
            SasState::Cancelled(info) => return Ok(End::Cancelled(info.reason().to_owned())),
            _ => {}
        }
        if changes.next().await.is_none() {
            return Ok(End::Unknown);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(event: Value, flow: Option<&str>) {
        let expected = flow.map(|flow| Verification {
            user: "@alice:x".into(),
            flow: flow.into(),
        });
        assert_eq!(asked(&event.to_string()), expected, "{event}");
    }

    #[test]
    fn requests_come_in_rooms_and_from_devices() {
        let from_device = |kind: &str| {
            let content = json!({ "transaction_id": "t1", "from_device": "D" });
            json!({ "type": kind, "sender": "@alice:x", "content": content })
        };
        check(from_device(REQUEST), Some("t1"));
        check(from_device(START), Some("t1"));
        check(from_device("m.key.verification.key"), None);
        let in_room = |kind: &str, msgtype: &str| {
            let content = json!({ "msgtype": msgtype, "to": "@bot:x", "body": "" });
            json!({ "type": kind, "sender": "@alice:x", "event_id": "$1", "content": content })
        };
        check(in_room("m.room.message", REQUEST), Some("$1"));
        check(in_room("m.room.message", "m.text"), None);
        // In a room, later events of a verification are ignored without the request.
        check(in_room(START, REQUEST), None);
        check(json!({ "type": REQUEST, "content": {} }), None);
        check(json!([1]), None);
    }

    #[test]
    fn verifications_in_rooms_are_limited() {
        let mut quotas = RoomQuotas::default();
        let now = Timestamp::UNIX_EPOCH;
        let mut admitted = |user: &str, trust| {
            let admitted = (0..100).filter(|_| quotas.admit(user, trust, now));
            admitted.count()
        };
        assert_eq!(admitted("@a:x", Trust::Refused), 3);
        assert_eq!(admitted("@b:x", Trust::Refused), 2);
        assert_eq!(admitted("@c:x", Trust::Refused), 0);
        assert_eq!(admitted("@c:x", Trust::Confirmed), 3);
        let later = now + jiff::SignedDuration::from_hours(1);
        assert!(quotas.admit("@a:x", Trust::Refused, later));
    }

    #[test]
    fn refused_requests_do_not_block_trusted_users() {
        let verifications = Verifications::default();
        let asked = Verification {
            user: "@alice:x".into(),
            flow: "t1".into(),
        };
        let take = |trust| verifications.place(&asked, trust);
        let flood: Vec<_> = (0..100).filter_map(|_| take(Trust::Refused)).collect();
        assert_eq!(flood.len(), MAX_CONCURRENT_ANSWERS);
        assert!(take(Trust::Confirmed).is_some() && take(Trust::Ignored).is_none());
        drop(flood);
        assert!(take(Trust::Refused).is_some());
    }
}
