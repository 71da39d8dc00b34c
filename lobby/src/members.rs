//! The members of a room.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock, Weak},
};

use serde::{Deserialize, Serialize};

use crate::{names, person::Person};

/// The members of a room without the bot, reference-counted as every line carries them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Person>", into = "Vec<Person>")]
pub struct Members(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    people: Vec<Person>,
    /// Index into `people` by user id.
    places: HashMap<String, usize>,
    /// Indices into `people` by name, made at the first lookup: with 20,000 members, that takes a while.
    places_by_name: OnceLock<HashMap<String, Vec<usize>>>,
}

impl Known {
    fn places_by_name(&self) -> HashMap<String, Vec<usize>> {
        let mut places = HashMap::<String, Vec<usize>>::new();
        for (place, person) in self.people.iter().enumerate() {
            let [name, local_part] = names::lookup_keys(person);
            if local_part != name {
                places.entry(local_part).or_default().push(place);
            }
            places.entry(name).or_default().push(place);
        }
        places
    }
}

impl Members {
    /// Returns the member with a user id.
    pub fn get(&self, id: &str) -> Option<&Person> {
        self.0.people.get(*self.0.places.get(id)?)
    }

    /// Returns the members with a name.
    pub fn called(&self, typed: &str) -> Vec<&Person> {
        let key = names::lookup_key(typed);
        let known = &self.0;
        let places = known.places_by_name.get_or_init(|| known.places_by_name());
        let places = places.get(&key).filter(|_| !key.is_empty());
        let places = places.into_iter().flatten();
        places
            .filter_map(|place| known.people.get(*place))
            .collect()
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
            places_by_name: OnceLock::new(),
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
    fn members_are_found_by_name_or_local_part() {
        let person = |id: &str, name: &str| Person {
            id: id.into(),
            name: name.into(),
        };
        let members: Members = [
            person("@ann:x", "Bob"),
            person("@bob:x", "bob"),
            person("@-:x", "- -"),
        ]
        .into_iter()
        .collect();
        let found = |typed: &str| {
            let called = members.called(typed).into_iter();
            called.map(|person| person.id.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(found("@BOB"), ["@ann:x", "@bob:x"]);
        assert_eq!(found("ann"), ["@ann:x"]);
        assert!(found("").is_empty() && found("carol").is_empty());
    }

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
