//! The members of a room.

use std::{collections::HashMap, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::person::Person;

/// The members of a room, the bot left out: shared, for every line comes with them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Person>", into = "Vec<Person>")]
pub struct Members(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    people: Vec<Person>,
    /// Where in the list somebody is, by user id.
    places: HashMap<String, usize>,
}

impl Members {
    /// The member with a user id.
    pub fn get(&self, id: &str) -> Option<&Person> {
        self.0.people.get(*self.0.places.get(id)?)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        self.0.people.iter()
    }

    /// Whether these are known to be the same, without looking at them.
    pub fn is(&self, others: &Members) -> bool {
        Arc::ptr_eq(&self.0, &others.0)
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
        self.is(other) || self.0.people == other.0.people
    }
}

impl Eq for Members {}
