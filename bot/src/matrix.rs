//! The Matrix client: login, encryption, sync, sending. The only module that names the Matrix SDK; what it
//! returns is plain data.

mod failure;
#[cfg(test)]
mod mocked;
mod remote_keys;
mod response_body;
mod room_requests;
mod rooms;
mod send;
mod session;
mod sync;
mod time_budget;

pub use self::{
    rooms::{
        admin::MatrixAdmin,
        invitations::{Invitation, Reply},
    },
    session::{
        Session,
        device::note_expired,
        session_error::{SessionError, TokenError},
        verification::Verification,
    },
    sync::{
        hindrances::Hindrance,
        receive::Inbox,
        received::{Arrival, Received},
    },
};

/// Returns the log filter directives for the SDK. Below debug level its noise is cut: its HTTP client reports
/// harmless answers as errors, its key backups log errors until the very first start is through, its identity
/// store misses the own device at the first login, before its keys are uploaded, its crypto machine logs
/// an error at every attempt to decrypt an event, of which there are many while a room key is late, and its sessions
/// list all devices without one-time keys in one line.
pub(crate) fn log_directives(level: tracing::Level) -> String {
    if level >= tracing::Level::DEBUG {
        return format!("matrix_sdk={level},matrix_sdk::http_client=off");
    }
    let quiet = level.min(tracing::Level::WARN);
    format!(
        "matrix_sdk={quiet},matrix_sdk::http_client=off,matrix_sdk_crypto::backups=error,\
         matrix_sdk_crypto::machine=error,matrix_sdk_crypto::identities::manager=error,\
         matrix_sdk_crypto::session_manager::sessions=error"
    )
}
