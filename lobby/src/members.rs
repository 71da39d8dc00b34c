//! The members of a room.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use serde::{Deserialize, Serialize};

use crate::person::Person;

/// The members of a room without the bot, reference-counted as every line carries them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Person>", into = "Vec<Person>")]
pub struct Members(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    people: Vec<Person>,
    /// Index into `people` by user id.
    places: HashMap<String, usize>,
}

impl Members {
    /// Returns the member with a user id.
    pub fn get(&self, id: &str) -> Option<&Person> {
        self.0.people.get(*self.0.places.get(id)?)
    }

    /// Iterates over all members.
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        self.0.people.iter()
    }
}

/// The identity of members, which does not keep them in memory.
#[derive(Clone, Debug, Default)]
pub struct MembersId(Weak<Known>);

impl MembersId {
    /// Returns the identity of members.
    pub fn of(members: &Members) -> Self {
        Self(Arc::downgrade(&members.0))
    }

    /// Returns whether these are the members. Their address is not reused while the identity exists.
    pub fn is_of(&self, members: &Members) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&members.0))
    }
}

impl From<Vec<Person>> for Members {
    fn from(people: Vec<Person>) -> Members {
        let places = people.iter().enumerate();
        let places = places.map(|(place, person)| (person.id.clone(), place));
        Members(Arc::new(Known {
            places: places.collect(),
            people,
        }))
    }
}

impl From<Members> for Vec<Person> {
    fn from(members: Members) -> Vec<Person> {
        members.0.people.clone()
    }
}

impl FromIterator<Person> for Members {
    fn from_iter<T: IntoIterator<Item = Person>>(people: T) -> Members {
        people.into_iter().collect::<Vec<_>>().into()
    }
}

impl PartialEq for Members {
    fn eq(&self, other: &Members) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.people == other.0.people
    }
}

impl Eq for Members {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_keeps_no_members() {
        let members = Members::default();
        let id = MembersId::of(&members);
        assert!(id.is_of(&members) && id.is_of(&members.clone()));
        assert_eq!(Arc::strong_count(&members.0), 1);
        assert!(!id.is_of(&Members::default()), "others");
        assert!(!MembersId::default().is_of(&members), "of nobody");
    }
}
