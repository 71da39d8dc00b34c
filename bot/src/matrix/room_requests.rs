//! Requests about one room, retried until the homeserver answers: a line cannot be understood without the
//! answer.
//!
//! All rooms wait for the answer. So an outage is waited out, but not a homeserver that fails at one room
//! only: after a timeout that room is skipped for a while.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use matrix_sdk::{
    Room, RoomState,
    ruma::{OwnedRoomId, RoomId},
};
use parking_lot::Mutex;
use tokio::time::timeout;
use tracing::{debug, error, info};

use super::{
    failure::Failure,
    session::session_error::{SessionError, failed},
};
use crate::{backoff::Backoff, error_chain::ErrorChain, logging::rate_limited::log_rate_limited};

/// Maximum attempts at something that fails on the bot's own side.
const MAX_OWN_ATTEMPTS: usize = 4;
/// Longest retry delay then, as all rooms wait.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Timeout for a room about which the homeserver fails while it answers other requests.
pub(super) const ROOM_OUTAGE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time for which a failing room is not asked about, doubled with each further failure up to the maximum.
const FAILED_ROOM_PAUSE: Duration = Duration::from_secs(60);
const MAX_FAILED_ROOM_PAUSE: Duration = Duration::from_mins(10);
/// Timeout of the one attempt after that.
const FAILED_ROOM_TIMEOUT: Duration = Duration::from_secs(5);

/// The rooms about which the homeserver has failed.
#[derive(Clone, Debug)]
pub(super) struct FailingRooms {
    /// The subject of the requests, for the log.
    about: &'static str,
    rooms: Arc<Mutex<HashMap<OwnedRoomId, Failing>>>,
}

/// A room about which the homeserver has failed.
#[derive(Clone, Copy, Debug)]
struct Failing {
    /// The last request that failed.
    since: Instant,
    /// The last request that failed or was skipped.
    unanswered: Instant,
    /// The time after the last failure for which the room is not asked about.
    pause: Duration,
}

/// The outcome of a request.
#[derive(Debug)]
enum Answer<T> {
    Told(T),
    /// No answer, ever: the homeserver refuses, or the bot is no longer in the room.
    Never,
    /// The homeserver answers other requests, but not this one.
    NotNow(ErrorChain),
    /// The maximum number of attempts failed on the bot's own side.
    Failed,
}

impl FailingRooms {
    pub(super) fn new(about: &'static str) -> Self {
        Self {
            about,
            rooms: Arc::default(),
        }
    }

    /// Asks about a room until there is an answer; `None` if there is none, and the lines that need it are
    /// dropped. There is a timeout for failures and for each attempt.
    pub(super) async fn ask_within<T>(
        &self,
        room: &Room,
        first_timeout: Duration,
        mut question: impl AsyncFnMut() -> Result<T, Failure>,
    ) -> Result<Option<T>, SessionError> {
        let id = room.room_id();
        let (failed, is_suspended) = self.failure(id);
        if is_suspended {
            debug!(room = %id, about = self.about, "message skipped: room is suspended");
            return Ok(None);
        }
        let (outage_timeout, attempt_timeout) = match failed {
            Some(_) => (Duration::ZERO, FAILED_ROOM_TIMEOUT.min(first_timeout)),
            None => (first_timeout, first_timeout),
        };
        let answer = retry(
            id.as_str(),
            Backoff::new(Duration::from_millis(500), Duration::from_secs(30)),
            outage_timeout,
            || room.state() != RoomState::Joined,
            async || room.client().whoami().await.is_ok(),
            async || match timeout(attempt_timeout, question()).await {
                Ok(answer) => answer,
                Err(_) => Err(Failure::unreachable("timed out")),
            },
        )
        .await?;
        match answer {
            Answer::Told(answer) => {
                if self.rooms.lock().remove(id).is_some() {
                    info!(room = %id, about = self.about, "room resumed: homeserver answers again");
                }
                return Ok(Some(answer));
            }
            Answer::Never => {
                self.rooms.lock().remove(id);
            }
            Answer::NotNow(reason) => {
                if failed.is_none() {
                    error!(
                        room = %id,
                        about = self.about,
                        error = %reason,
                        "room suspended: homeserver answers only for other rooms"
                    );
                }
                self.note_failure(id);
            }
            Answer::Failed => self.note_failure(id),
        }
        Ok(None)
    }

    /// Returns whether the homeserver has failed at a room and has not answered about it since.
    pub(super) fn has_failed(&self, room: &Room) -> bool {
        self.rooms.lock().contains_key(room.room_id())
    }

    /// Returns whether requests about a room are skipped now.
    pub(super) fn is_suspended(&self, room: &Room) -> bool {
        self.failure(room.room_id()).1
    }

    /// Returns the rooms about which a request has failed or was skipped since a moment.
    pub(super) fn failed_since(&self, moment: Instant) -> Vec<OwnedRoomId> {
        let rooms = self.rooms.lock();
        let failed = rooms.iter().filter(|(_, room)| room.unanswered >= moment);
        failed.map(|(id, _)| id.clone()).collect()
    }

    fn note_failure(&self, room: &RoomId) {
        let now = Instant::now();
        let mut rooms = self.rooms.lock();
        let last = rooms.get(room).map(|failing| failing.pause * 2);
        let failing = Failing {
            since: now,
            unanswered: now,
            pause: last.map_or(FAILED_ROOM_PAUSE, |pause| pause.min(MAX_FAILED_ROOM_PAUSE)),
        };
        rooms.insert(room.to_owned(), failing);
    }

    /// Notes a failure at a room that is asked about again now.
    #[cfg(test)]
    pub(super) fn note_past_failure(&self, room: &RoomId) {
        self.note_failure(room);
        for failing in self.rooms.lock().values_mut() {
            failing.pause = Duration::ZERO;
        }
    }

    /// Returns the last failure at a room, and whether the room is suspended, which skips a request.
    fn failure(&self, room: &RoomId) -> (Option<Instant>, bool) {
        let mut rooms = self.rooms.lock();
        let Some(failing) = rooms.get_mut(room) else {
            return (None, false);
        };
        let is_suspended = failing.since.elapsed() < failing.pause;
        if is_suspended {
            failing.unanswered = Instant::now();
        }
        (Some(failing.since), is_suspended)
    }
}

/// Retries a request with backoff until there is an answer. Stops if `gone` reports that there is nothing
/// left to ask about, or if `is_up` reports a working homeserver after the request has failed for longer than
/// `outage_timeout`.
async fn retry<T>(
    room: &str,
    mut backoff: Backoff,
    outage_timeout: Duration,
    gone: impl Fn() -> bool,
    is_up: impl AsyncFn() -> bool,
    mut question: impl AsyncFnMut() -> Result<T, Failure>,
) -> Result<Answer<T>, SessionError> {
    let begin = Instant::now();
    let (mut tries, mut warned) = (0, false);
    loop {
        if gone() {
            return Ok(Answer::Never);
        }
        let failure = match question().await {
            Ok(answer) => {
                if warned {
                    info!(room, "request succeeded after retry");
                }
                return Ok(Answer::Told(answer));
            }
            Err(failure) => failure,
        };
        let mut wait = failure.retry_delay(backoff.step());
        match &failure {
            Failure::SessionOver(_) | Failure::SoftLogout(_) | Failure::Unwritable(_) => {
                return Err(failed(failure));
            }
            Failure::Refused(reason) => {
                log_rate_limited!(
                    room,
                    warn!(room, error = %reason, "request rejected: message skipped")
                );
                return Ok(Answer::Never);
            }
            Failure::Internal(reason) => {
                tries += 1;
                if tries >= MAX_OWN_ATTEMPTS {
                    log_rate_limited!(
                        room,
                        error!(room, error = %reason, "request failed: message skipped")
                    );
                    return Ok(Answer::Failed);
                }
                wait = wait.min(MAX_RETRY_DELAY);
            }
            Failure::Unreachable { reason, .. } => {
                if begin.elapsed() >= outage_timeout && is_up().await {
                    return Ok(Answer::NotNow(reason.clone()));
                }
            }
        }
        if !warned && !outage_timeout.is_zero() {
            log_retry(room, &failure);
            warned = true;
        }
        tokio::time::sleep(wait).await;
    }
}

fn log_retry(room: &str, failure: &Failure) {
    log_rate_limited!(
        room,
        warn!(
            room,
            error = %failure.reason(),
            "request failed: retrying"
        )
    );
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        time::{Duration, Instant},
    };

    use super::*;

    #[test]
    fn a_skipped_request_is_unanswered() {
        let rooms = FailingRooms::new("members");
        let id = RoomId::parse("!r:x").unwrap();
        assert_eq!(rooms.failure(&id), (None, false));
        rooms.note_failure(&id);
        let later = Instant::now();
        assert!(rooms.failed_since(later).is_empty());
        assert!(rooms.failure(&id).1, "it is suspended");
        assert_eq!(rooms.failed_since(later), [id]);
    }

    fn unreachable(after: Option<Duration>) -> Failure {
        let reason = ErrorChain::new("502");
        Failure::Unreachable { reason, after }
    }

    /// Asks a homeserver that fails `failures` times; returns the answer and the number of requests.
    async fn check(
        failure: Failure,
        failures: usize,
        gone_after: usize,
    ) -> (Result<Answer<()>, SessionError>, usize) {
        check_with(failure, failures, gone_after, usize::MAX).await
    }

    /// Like [`check`], with a homeserver that answers other requests from attempt `up_from` on.
    async fn check_with(
        failure: Failure,
        failures: usize,
        gone_after: usize,
        up_from: usize,
    ) -> (Result<Answer<()>, SessionError>, usize) {
        let asked = Cell::new(0);
        let backoff = Backoff::new(Duration::from_millis(1), Duration::from_millis(2));
        let answer = retry(
            "!r",
            backoff,
            Duration::from_millis(20),
            || asked.get() >= gone_after,
            async || asked.get() >= up_from,
            async || {
                asked.set(asked.get() + 1);
                if asked.get() > failures {
                    Ok(())
                } else {
                    Err(failure.clone())
                }
            },
        );
        (answer.await, asked.get())
    }

    #[tokio::test]
    async fn an_outage_is_waited_out() {
        let (answer, asked) = check(unreachable(None), 20, 100).await;
        assert!(matches!((answer, asked), (Ok(Answer::Told(())), 21)));
        let begin = Instant::now();
        check(unreachable(Some(Duration::from_millis(60))), 1, 100)
            .await
            .0
            .unwrap();
        assert!(begin.elapsed() >= Duration::from_millis(60));
    }

    #[tokio::test]
    async fn retries_end_while_other_requests_succeed() {
        let begin = Instant::now();
        let (answer, asked) = check_with(unreachable(None), 1000, 1000, 0).await;
        let reason = match answer {
            Ok(Answer::NotNow(reason)) => reason.to_string(),
            answer => panic!("{answer:?}"),
        };
        assert_eq!(reason, "502");
        assert!(asked > 1 && begin.elapsed() >= Duration::from_millis(20));
        // Right after an outage, this request may fail a little longer than others.
        let (answer, asked) = check_with(unreachable(None), 1000, 1000, 50).await;
        assert!(matches!((answer, asked), (Ok(Answer::NotNow(_)), 50)));
        let (answer, asked) = check_with(unreachable(None), 40, 1000, 50).await;
        assert!(matches!((answer, asked), (Ok(Answer::Told(())), 41)));
    }

    #[tokio::test]
    async fn some_questions_have_no_answer() {
        let (answer, asked) = check(Failure::Refused(ErrorChain::new("403")), 1, 100).await;
        assert!(matches!((answer, asked), (Ok(Answer::Never), 1)));
        let (answer, asked) = check(Failure::Internal(ErrorChain::new("store")), 100, 100).await;
        assert!(matches!(
            (answer, asked),
            (Ok(Answer::Failed), MAX_OWN_ATTEMPTS)
        ));
        let (answer, asked) = check(unreachable(None), 100, 3).await;
        assert!(matches!((answer, asked), (Ok(Answer::Never), 3)));
        let (answer, _) = check(Failure::SessionOver(ErrorChain::new("401")), 1, 100).await;
        assert!(matches!(answer, Err(SessionError::Refused(_))));
        let (answer, asked) = check(Failure::Unwritable(ErrorChain::new("full")), 100, 100).await;
        assert!(matches!(
            (answer, asked),
            (Err(SessionError::Unwritable(_)), 1)
        ));
    }
}
