//! The Matrix side: logging in, encryption, receiving and sending. The only place that names the
//! SDK; what it hands out is plain data.

mod asking;
mod device;
mod direct;
mod encryption;
mod failure;
mod filter;
mod gate;
mod invitations;
mod invited;
mod late;
mod lease;
mod leaving;
mod login;
mod mention;
mod missed;
#[cfg(test)]
mod mocked;
mod people;
mod private;
mod receive;
mod received;
mod sealed;
mod send;
mod session;
mod session_error;
mod slow_rooms;
mod state;
mod state_size;
mod steward;
mod store_key;
mod trim;
mod upgrade;
mod upload;
mod verification;

pub use self::{
    device::note_expired,
    invitations::{Invitation, Reply},
    receive::Inbox,
    received::{Arrival, Received},
    session::Session,
    session_error::{SessionError, TokenError},
    steward::House,
    verification::Verification,
};

/// What the SDK may write into the log. Its HTTP client reports harmless answers as errors, its
/// backups complain until the very first start is through, its store of identities misses the own
/// device at the first login, before its keys are up, and its machine complains at every try to
/// decrypt an event, of which there are many while a key is late.
pub(crate) fn log_directives(level: tracing::Level) -> String {
    if level >= tracing::Level::DEBUG {
        return format!("matrix_sdk={level},matrix_sdk::http_client=off");
    }
    let quiet = level.min(tracing::Level::WARN);
    format!(
        "matrix_sdk={quiet},matrix_sdk::http_client=off,matrix_sdk_crypto::backups=error,\
         matrix_sdk_crypto::machine=error,matrix_sdk_crypto::identities::manager=error"
    )
}
