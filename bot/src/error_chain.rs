//! Error chains in one line.

use std::{error::Error, fmt, sync::Arc};

/// An error, most often of a library, with the chain of its sources.
///
/// [`fmt::Display`] shows the whole chain: "error sending request" alone does not say that a name is unknown.
#[derive(Clone, Debug)]
pub struct ErrorChain(Arc<dyn Error + Send + Sync>);

impl ErrorChain {
    /// Wraps an error, or a reason in words where there is no error.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into().into())
    }

    /// Returns the error if it is of this type.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for ErrorChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.0.to_string();
        let mut beneath = self.0.source();
        while let Some(error) = beneath {
            let next = error.to_string();
            // Some errors already include the text of their source.
            if !text.contains(&next) {
                text.push_str(": ");
                text.push_str(&next);
            }
            beneath = error.source();
        }
        f.write_str(&text)
    }
}

impl Error for ErrorChain {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{words}")]
    struct Outer {
        words: &'static str,
        source: io::Error,
    }

    fn check(words: &'static str, expected: &str) {
        let source = io::Error::other("no such name");
        let cause = ErrorChain::new(Outer { words, source });
        assert_eq!(cause.to_string(), expected);
        assert!(cause.downcast_ref::<Outer>().is_some());
        let beneath = cause
            .source()
            .and_then(|error| error.downcast_ref::<io::Error>());
        assert!(beneath.is_some(), "{cause:?}");
    }

    #[test]
    fn a_cause_tells_once_what_lies_beneath_it() {
        check("nothing was sent", "nothing was sent: no such name");
        check("not sent (no such name)", "not sent (no such name)");
        assert_eq!(ErrorChain::new("only words").to_string(), "only words");
    }
}
