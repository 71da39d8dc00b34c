//! Asking the homeserver for what a line cannot be understood without.

use tracing::{error, info, warn};

use super::{failure::Failure, session::SessionError};
use crate::backoff::Backoff;

/// How often something that fails on our own side is tried.
const TRIES: usize = 8;

/// Asks about a room until there is an answer. `None` if there never will be one: the homeserver
/// refuses, or `gone` says that the bot is no longer in the room.
pub(super) async fn ask<T>(
    room: &str,
    mut backoff: Backoff,
    gone: impl Fn() -> bool,
    mut question: impl AsyncFnMut() -> Result<T, Failure>,
) -> Result<Option<T>, SessionError> {
    let (mut tries, mut warned) = (0, false);
    loop {
        if gone() {
            return Ok(None);
        }
        let failure = match question().await {
            Ok(answer) => {
                if warned {
                    info!(room, "the homeserver answers again");
                }
                return Ok(Some(answer));
            }
            Err(failure) => failure,
        };
        let after = match &failure {
            Failure::SessionOver(reason) => return Err(SessionError::Refused(reason.clone())),
            Failure::SoftLogout(reason) => return Err(SessionError::SoftLogout(reason.clone())),
            Failure::Unwritable(reason) => return Err(SessionError::Unwritable(reason.clone())),
            Failure::Refused(reason) => {
                warn!(room, "what was written here is left out: {reason}");
                return Ok(None);
            }
            Failure::Internal(reason) => {
                tries += 1;
                if tries >= TRIES {
                    error!(room, "what was written here is left out: {reason}");
                    return Ok(None);
                }
                None
            }
            Failure::Unreachable { after, .. } => *after,
        };
        if !warned {
            warn!(
                room,
                "a question failed, trying again: {}",
                failure.reason()
            );
            warned = true;
        }
        let wait = backoff.step();
        tokio::time::sleep(after.unwrap_or_default().max(wait)).await;
    }
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        time::{Duration, Instant},
    };

    use super::*;

    fn unreachable(after: Option<Duration>) -> Failure {
        let reason = "502".to_owned();
        Failure::Unreachable { reason, after }
    }

    /// Asks a homeserver that fails `failures` times; returns the answer and how often it was asked.
    async fn check(
        failure: Failure,
        failures: usize,
        gone_after: usize,
    ) -> (Result<Option<()>, SessionError>, usize) {
        let asked = Cell::new(0);
        let backoff = Backoff::new(Duration::from_millis(1), Duration::from_millis(2));
        let answer = ask(
            "!r",
            backoff,
            || asked.get() >= gone_after,
            async || {
                asked.set(asked.get() + 1);
                match asked.get() > failures {
                    true => Ok(()),
                    false => Err(failure.clone()),
                }
            },
        );
        (answer.await, asked.get())
    }

    #[tokio::test]
    async fn an_outage_is_waited_out() {
        let (answer, asked) = check(unreachable(None), 20, 100).await;
        assert!(matches!((answer, asked), (Ok(Some(())), 21)));
        let begin = Instant::now();
        check(unreachable(Some(Duration::from_millis(60))), 1, 100)
            .await
            .0
            .unwrap();
        assert!(begin.elapsed() >= Duration::from_millis(60));
    }

    #[tokio::test]
    async fn some_questions_have_no_answer() {
        let (answer, asked) = check(Failure::Refused("403".into()), 1, 100).await;
        assert!(matches!((answer, asked), (Ok(None), 1)));
        let (answer, asked) = check(Failure::Internal("store".into()), 100, 100).await;
        assert!(matches!((answer, asked), (Ok(None), TRIES)));
        let (answer, asked) = check(unreachable(None), 100, 3).await;
        assert!(matches!((answer, asked), (Ok(None), 3)));
        let (answer, _) = check(Failure::SessionOver("401".into()), 1, 100).await;
        assert!(matches!(answer, Err(SessionError::Refused(_))));
        let (answer, asked) = check(Failure::Unwritable("full".into()), 100, 100).await;
        assert!(matches!(
            (answer, asked),
            (Err(SessionError::Unwritable(_)), 1)
        ));
    }
}
