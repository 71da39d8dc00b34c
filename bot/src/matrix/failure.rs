//! What an error of the SDK means for us: stop, give up, or try again later.

use std::time::{Duration, SystemTime};

use matrix_sdk::{
    HttpError,
    ruma::api::error::{Error as ApiError, ErrorKind, RetryAfter},
};

/// Whether another try makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The session is over: the server does not know us any more.
    SessionOver(String),
    /// The server has understood the request and will not do it.
    Refused(String),
    /// The server was not reached, is in trouble or wants us to wait.
    Unreachable {
        /// What it said.
        reason: String,
        /// How long it wants us to wait.
        after: Option<Duration>,
    },
    /// Something on our side.
    Internal(String),
}

impl Failure {
    /// What happened, in words.
    pub(super) fn reason(&self) -> &str {
        match self {
            Self::SessionOver(reason)
            | Self::Refused(reason)
            | Self::Unreachable { reason, .. }
            | Self::Internal(reason) => reason,
        }
    }
}

impl From<matrix_sdk::Error> for Failure {
    fn from(error: matrix_sdk::Error) -> Self {
        match error {
            matrix_sdk::Error::Http(error) => Self::from(*error),
            matrix_sdk::Error::WrongRoomState(state) => Self::Refused(state.to_string()),
            matrix_sdk::Error::SerdeJson(problem) => Self::Refused(problem.to_string()),
            other => Self::Internal(chain(&other)),
        }
    }
}

impl From<HttpError> for Failure {
    fn from(error: HttpError) -> Self {
        if let Some(answer) = error.as_client_api_error() {
            return from_answer(answer);
        }
        let reason = match error {
            // Its address holds the whole filter, and nothing that is not known.
            HttpError::Reqwest(error) => chain(&error.without_url()),
            other => chain(&other),
        };
        Self::Unreachable {
            reason,
            after: None,
        }
    }
}

fn from_answer(answer: &ApiError) -> Failure {
    let reason = answer.to_string();
    match answer.error_kind() {
        Some(
            ErrorKind::UnknownToken(_)
            | ErrorKind::MissingToken
            | ErrorKind::UserDeactivated
            | ErrorKind::UserLocked
            | ErrorKind::UserSuspended,
        ) => Failure::SessionOver(reason),
        Some(ErrorKind::LimitExceeded(limit)) => {
            let after = limit.retry_after.as_ref().and_then(|after| match after {
                RetryAfter::Delay(delay) => Some(*delay),
                RetryAfter::DateTime(time) => time.duration_since(SystemTime::now()).ok(),
            });
            Failure::Unreachable { reason, after }
        }
        _ => match answer.status_code.as_u16() {
            408 | 429 | 500.. => Failure::Unreachable {
                reason,
                after: None,
            },
            _ => Failure::Refused(reason),
        },
    }
}

/// The error with its causes: "error sending request" alone does not say that a name is unknown.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.contains(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}
