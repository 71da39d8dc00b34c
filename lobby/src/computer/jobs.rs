//! The jobs of the computer player that users wait for.

use std::collections::BTreeSet;

/// The users with a question to the computer player that is not answered yet: one question each at a time. The
/// jobs themselves are stored; after a restart their users are named again.
#[derive(Debug, Default)]
pub struct JobsUnderWay {
    asking: BTreeSet<String>,
}

impl JobsUnderWay {
    /// Notes a question of a user; returns whether it is the only one.
    pub fn begin(&mut self, user: &str) -> bool {
        self.asking.insert(user.to_owned())
    }

    /// Returns whether a user waits for an answer.
    pub fn is_asking(&self, user: &str) -> bool {
        self.asking.contains(user)
    }

    /// Notes that a user's question is answered.
    pub fn end(&mut self, user: &str) {
        self.asking.remove(user);
    }

    /// Restores the users who were waiting before a restart.
    pub fn resume(&mut self, users: &[String]) {
        self.asking.extend(users.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_ask_one_question_at_a_time() {
        let mut jobs = JobsUnderWay::default();
        assert!(jobs.begin("@a:x") && !jobs.begin("@a:x") && jobs.begin("@b:x"));
        jobs.end("@a:x");
        assert!(jobs.begin("@a:x"));
        let mut restarted = JobsUnderWay::default();
        restarted.resume(&["@a:x".to_owned()]);
        assert!(!restarted.begin("@a:x"));
    }
}
