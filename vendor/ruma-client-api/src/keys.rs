//! Endpoints for key management

pub mod claim_keys;
pub mod get_key_changes;
pub mod get_keys;
pub mod upload_keys;

pub mod upload_signatures;
pub mod upload_signing_keys;

/// The entry of `failures` in a response to a request that the homeserver failed as a whole. No server has this name.
pub const WHOLE_REQUEST: &str = "";

/// Returns `true` for an internal error (`M_UNKNOWN`) of the homeserver itself, not of a proxy in front of it.
#[cfg(feature = "client")]
fn is_failed_request<T: AsRef<[u8]>>(response: &http::Response<T>) -> bool {
    #[derive(serde::Deserialize)]
    struct Answer {
        errcode: String,
    }
    response.status().is_server_error()
        && serde_json::from_slice::<Answer>(response.body().as_ref())
            .is_ok_and(|answer| answer.errcode == "M_UNKNOWN")
}
