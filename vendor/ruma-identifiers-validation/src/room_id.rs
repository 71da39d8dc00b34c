use crate::{Error, validate_id};

/// Validate a [room ID] as used by clients.
///
/// [room ID]: https://spec.matrix.org/v1.18/appendices/#room-ids
pub fn validate(s: &str) -> Result<(), Error> {
    // Changed: NUL is accepted, for homeservers hand on ids that contain it.
    validate_id(s, b'!')
}
