use std::num::NonZeroU8;

use crate::{Error, KeyName};

pub fn validate<K: KeyName + ?Sized>(s: &str) -> Result<NonZeroU8, Error> {
    let colon_idx = s.find(':').ok_or(Error::MissingColon)?;

    K::validate(&s[colon_idx + 1..])?;

    let colon_idx = u8::try_from(colon_idx).map_err(|_| Error::MaximumLengthExceeded)?;
    NonZeroU8::new(colon_idx).ok_or(Error::MissingColon)
}
