//! Classification of SDK errors: end the session, give up, or retry.

use std::{
    error::Error,
    time::{Duration, SystemTime},
};

use matrix_sdk::{
    HttpError, StoreError,
    ruma::{
        api::error::{Error as ApiError, ErrorKind, RetryAfter},
        exports::http::StatusCode,
    },
};

use super::response_body::is_large_refusal;
use crate::error_chain::ErrorChain;

/// Maximum retry delay taken from a response. A proxy may answer with an odd one.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(10);

/// An SDK error, by what to do about it.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The session is over: the homeserver does not know it any more.
    #[error("{0}")]
    SessionOver(#[source] ErrorChain),
    /// A soft logout: the access token is no longer valid, but the homeserver still knows the device and asks
    /// for the password again.
    #[error("{0}")]
    SoftLogout(#[source] ErrorChain),
    /// The homeserver refuses the request. Retrying it is pointless.
    #[error("{0}")]
    Refused(#[source] ErrorChain),
    /// The homeserver cannot be reached, is in trouble, or limits the bot: retry later.
    #[error("{reason}")]
    Unreachable {
        /// The error.
        #[source]
        reason: ErrorChain,
        /// The delay that the homeserver asks for (`Retry-After`).
        after: Option<Duration>,
    },
    /// The SDK's store cannot be written. Nothing must be retried: the SDK's state in memory may be ahead of
    /// the disk, and only a restart repairs that.
    #[error("{0}")]
    Unwritable(#[source] ErrorChain),
    /// Another failure on the bot's own side.
    #[error("{0}")]
    Internal(#[source] ErrorChain),
}

impl Failure {
    /// Creates the failure of a request that the homeserver has not answered.
    pub(super) fn unreachable(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Unreachable {
            reason: ErrorChain::new(reason),
            after: None,
        }
    }

    /// Returns the underlying error.
    pub(super) fn reason(&self) -> &ErrorChain {
        match self {
            Self::SessionOver(reason)
            | Self::SoftLogout(reason)
            | Self::Refused(reason)
            | Self::Unreachable { reason, .. }
            | Self::Unwritable(reason)
            | Self::Internal(reason) => reason,
        }
    }

    /// Returns whether a rate limit has refused the request (429).
    pub(super) fn is_rate_limit(&self) -> bool {
        let reason = self.reason();
        let cause = reason.source().and_then(<dyn Error>::downcast_ref);
        let answer: Option<&ApiError> = reason.downcast_ref().or(cause);
        answer.is_some_and(|answer| answer.status_code == StatusCode::TOO_MANY_REQUESTS)
    }

    /// Returns the delay before the next attempt that the homeserver asks for.
    pub(super) fn announced_delay(&self) -> Option<Duration> {
        match self {
            Self::Unreachable { after, .. } => *after,
            _ => None,
        }
    }

    /// Returns the delay before the next attempt: that of the backoff, or a longer one that the homeserver
    /// asks for.
    pub(super) fn retry_delay(&self, backoff: Duration) -> Duration {
        self.announced_delay()
            .map_or(backoff, |after| backoff.max(after))
    }
}

impl From<matrix_sdk::Error> for Failure {
    fn from(error: matrix_sdk::Error) -> Self {
        match error {
            matrix_sdk::Error::Http(error) => Self::from(*error),
            matrix_sdk::Error::WrongRoomState(state) => Self::Refused(ErrorChain::new(state)),
            matrix_sdk::Error::SerdeJson(problem) => Self::Refused(ErrorChain::new(problem)),
            // Another request for the same failed, most often because of an outage.
            failed @ matrix_sdk::Error::ConcurrentRequestFailed => Self::unreachable(failed),
            // A retry cannot read a malformed event either.
            matrix_sdk::Error::StateStore(error) if matches!(*error, StoreError::Json(_)) => {
                Self::Refused(ErrorChain::new(error))
            }
            other => Self::of_store(other),
        }
    }
}

impl Failure {
    /// Classifies an error of the bot's own side, most often of the SDK's store.
    pub(super) fn of_store(error: impl Error + Send + Sync + 'static) -> Self {
        let cause = ErrorChain::new(error);
        if is_full(&cause.to_string()) {
            Self::Unwritable(cause)
        } else {
            Self::Internal(cause)
        }
    }
}

/// Returns whether the homeserver itself has failed at a request, rather than a proxy before it.
pub(super) fn is_internal_error(answer: &ApiError) -> bool {
    answer.status_code == StatusCode::INTERNAL_SERVER_ERROR && answer.error_kind().is_some()
}

/// Returns whether an SQLite error says that nothing can be written. The SDK passes on the text of the error
/// only, so the text is matched.
fn is_full(reason: &str) -> bool {
    // A truncated file is damaged, though SQLite calls it an I/O error, too.
    let is_damaged = reason.contains("Unable to obtain number of requested bytes");
    let cannot_write = [
        "disk is full",
        "readonly database",
        "disk I/O error",
        "unable to open",
    ]
    .iter()
    .any(|words| reason.contains(words));
    cannot_write && !is_damaged
}

impl From<HttpError> for Failure {
    fn from(error: HttpError) -> Self {
        if let Some(answer) = error.as_client_api_error() {
            return from_answer(answer.clone());
        }
        if is_large_refusal(&error) {
            return Self::Refused(ErrorChain::new(error));
        }
        match error {
            // The URL contains the whole sync filter and nothing new.
            HttpError::Reqwest(error) => Self::unreachable(error.without_url()),
            other => Self::unreachable(other),
        }
    }
}

/// An answer not of the homeserver but of something in front of it, such as a reverse proxy that cannot reach
/// it.
#[derive(Debug, thiserror::Error)]
#[error("not a homeserver response")]
struct NoHomeserver(#[source] ApiError);

fn from_answer(answer: ApiError) -> Failure {
    let Some(kind) = answer.error_kind() else {
        return Failure::unreachable(NoHomeserver(answer));
    };
    let reason = ErrorChain::new(answer.clone());
    let status = answer.status_code.as_u16();
    match kind {
        // With other statuses, homeservers pass on errors of policy servers and others.
        ErrorKind::UnknownToken(token) if status == 401 && token.soft_logout => {
            Failure::SoftLogout(reason)
        }
        ErrorKind::UnknownToken(_) | ErrorKind::UserDeactivated if status == 401 => {
            Failure::SessionOver(reason)
        }
        ErrorKind::LimitExceeded(limit) if status == 429 => {
            let after = limit.retry_after.as_ref().and_then(|after| match after {
                RetryAfter::Delay(delay) => Some(*delay),
                RetryAfter::DateTime(time) => time.duration_since(SystemTime::now()).ok(),
            });
            Failure::Unreachable {
                reason,
                after: after.map(|after| after.min(MAX_RETRY_AFTER)),
            }
        }
        _ => match status {
            408 | 429 | 500.. => Failure::Unreachable {
                reason,
                after: None,
            },
            // Of the account or the homeserver, not of a room: answers wait until its admin has ended that.
            401 | 403 if is_passing(kind) => Failure::Unreachable {
                reason,
                after: None,
            },
            _ => Failure::Refused(reason),
        },
    }
}

/// Returns whether a refusal holds for all requests until an admin of the homeserver or the account ends it. A proxy
/// can remove the token from requests, too.
fn is_passing(kind: &ErrorKind) -> bool {
    matches!(
        kind.errcode().as_str(),
        "M_USER_SUSPENDED"
            | "M_USER_LOCKED"
            | "M_CONSENT_NOT_GIVEN"
            | "M_RESOURCE_LIMIT_EXCEEDED"
            | "M_MISSING_TOKEN"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::mocked::answered;

    /// Checks the kind of failure and the retry delay of an answer.
    fn check(status: u16, body: &str, expected: &str, seconds: Option<u64>) {
        let failure = answered(status, body);
        let (name, after) = match &failure {
            Failure::SessionOver(_) => ("over", None),
            Failure::SoftLogout(_) => ("soft logout", None),
            Failure::Refused(_) => ("refused", None),
            Failure::Unreachable { after, .. } => ("unreachable", *after),
            Failure::Unwritable(_) => ("unwritable", None),
            Failure::Internal(_) => ("internal", None),
        };
        assert_eq!(name, expected, "{status} {body}: {failure:?}");
        assert_eq!(after, seconds.map(Duration::from_secs), "{status} {body}");
    }

    fn check_code(status: u16, code: &str, expected: &str) {
        let body = format!(r#"{{"errcode": "{code}", "error": "sorry"}}"#);
        check(status, &body, expected, None);
    }

    #[test]
    fn only_a_homeserver_refuses() {
        check_code(403, "M_FORBIDDEN", "refused");
        check_code(404, "M_NOT_FOUND", "refused");
        check_code(400, "M_UNKNOWN", "refused");
        check_code(413, "M_TOO_LARGE", "refused");
        check_code(418, "ORG.EXAMPLE_TEAPOT", "refused");
        for (status, body) in [
            (404, "404 page not found"),
            (403, "<html>Forbidden</html>"),
            (400, ""),
            (404, "{}"),
            (403, r#"{"error": "no code"}"#),
            (502, "Bad Gateway"),
        ] {
            check(status, body, "unreachable", None);
        }
    }

    #[test]
    fn an_error_response_is_shown_with_its_cause() {
        let proxy = answered(502, "Bad Gateway");
        let told = proxy.to_string();
        assert!(
            told.starts_with("not a homeserver response: [502"),
            "{told}"
        );
        assert!(
            proxy
                .reason()
                .source()
                .is_some_and(<dyn Error>::is::<ApiError>)
        );
        let refused = answered(403, r#"{"errcode": "M_FORBIDDEN", "error": "no"}"#);
        assert_eq!(refused.to_string(), "[403 / M_FORBIDDEN] no");
        let answer = refused.reason().downcast_ref::<ApiError>().unwrap();
        assert_eq!(answer.status_code.as_u16(), 403);
    }

    #[test]
    fn a_homeserver_in_trouble_is_asked_again() {
        check_code(500, "M_UNKNOWN", "unreachable");
        check_code(503, "M_FORBIDDEN", "unreachable");
        check_code(429, "M_LIMIT_EXCEEDED", "unreachable");
        let limit = r#"{"errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": 5000}"#;
        check(429, limit, "unreachable", Some(5));
        for delay in [86_400_000, 9_007_199_254_740_991_u64] {
            let limit = format!(
                r#"{{"errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": {delay}}}"#
            );
            check(429, &limit, "unreachable", Some(600));
        }
    }

    #[test]
    fn errors_of_policy_servers_affect_one_room() {
        let limit = r#"{"errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": 5000}"#;
        check(403, limit, "refused", None);
        for code in [
            "M_UNKNOWN_TOKEN",
            "M_MISSING_TOKEN",
            "M_USER_DEACTIVATED",
            "M_USER_LOCKED",
        ] {
            check_code(400, code, "refused");
        }
    }

    #[test]
    fn the_homeserver_can_lengthen_a_retry_delay() {
        let limit = r#"{"errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": 5000}"#;
        let limited = answered(429, limit);
        let (short, long) = (Duration::from_secs(1), Duration::from_secs(30));
        assert_eq!(limited.retry_delay(short), Duration::from_secs(5));
        assert_eq!(limited.retry_delay(long), long);
        assert_eq!(answered(502, "").retry_delay(short), short);
    }

    #[test]
    fn a_proxy_can_limit_the_rate() {
        let limit = r#"{"errcode": "M_LIMIT_EXCEEDED", "error": ""}"#;
        assert!(answered(429, limit).is_rate_limit());
        assert!(answered(429, "<html>Too Many Requests</html>").is_rate_limit());
        assert!(!answered(403, limit).is_rate_limit());
        assert!(!answered(502, "Bad Gateway").is_rate_limit());
    }

    #[test]
    fn a_suspended_account_can_receive_but_not_send() {
        for code in [
            "M_USER_SUSPENDED",
            "M_CONSENT_NOT_GIVEN",
            "M_RESOURCE_LIMIT_EXCEEDED",
        ] {
            check_code(403, code, "unreachable");
        }
        check_code(401, "M_USER_LOCKED", "unreachable");
        check_code(401, "M_MISSING_TOKEN", "unreachable");
        check_code(401, "M_UNKNOWN_TOKEN", "over");
    }

    #[test]
    fn an_expired_token_does_not_end_the_device() {
        let answer = |soft: bool| {
            format!(r#"{{"errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": {soft}}}"#)
        };
        check(401, &answer(true), "soft logout", None);
        check(401, &answer(false), "over", None);
    }

    #[test]
    fn a_short_file_is_not_a_full_disk() {
        let io = "failed to read or write to the crypto store disk I/O error: Error code";
        assert!(is_full(&format!("{io} 778: Error writing data")));
        let short = "522: Unable to obtain number of requested bytes (file truncated?)";
        assert!(!is_full(&format!("{io} {short}")));
    }
}
