//! What becomes of a sync response: the tables handle it, and the store takes all of it at once.

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use tables::{Effect, Incoming, Settings, Tables};
use tracing::error;

use crate::{
    matrix::{Arrival, Received},
    store::{Batch, Outgoing, SeenEvent, Store, StoreError, StoredTables},
};

/// How old the stored token may become while nothing happens. What comes again after a kill is
/// known by its event ids.
const TOKEN_AGE: Duration = Duration::from_secs(60);

/// The tables and their memory.
pub struct Host {
    prefix: String,
    tables: Tables,
    store: Store,
    /// When the token was stored last.
    stored: Option<Instant>,
}

impl Host {
    /// Rebuilds the tables from what is stored.
    pub fn new(prefix: &str, store: Store, stored: StoredTables) -> Self {
        let tables = rebuilt(prefix, stored);
        Self {
            prefix: prefix.to_owned(),
            tables,
            store,
            stored: None,
        }
    }

    /// Handles a sync response and returns what is to be said. When this returns, a kill no longer
    /// loses or repeats anything of it.
    ///
    /// # Errors
    ///
    /// If the store fails. Tables and store then differ, so the program has to end; the next one
    /// gets the same response.
    pub async fn attend(&mut self, received: Received) -> Result<Vec<Outgoing>, StoreError> {
        let mut outgoing = Vec::new();
        let mut batch = Batch::default();
        let mut in_batch = HashSet::new();
        for Arrival {
            event,
            room,
            incoming,
        } in received.arrivals
        {
            if in_batch.contains(&event) || self.store.is_seen(&event).await? {
                continue;
            }
            in_batch.insert(event.clone());
            batch.seen.push(SeenEvent {
                event: event.clone(),
                room,
            });
            match self.handle(&incoming) {
                Some(effects) => batch.effects.extend(effects),
                None => {
                    error!(
                        event,
                        "the program has failed at this event, which is skipped"
                    );
                    outgoing.extend(self.store.commit(std::mem::take(&mut batch)).await?);
                    self.tables = rebuilt(&self.prefix, self.store.tables().await?);
                }
            }
        }
        batch.undecrypted = received.undecrypted;
        batch.settled = received.settled;
        if batch.is_empty() && self.stored.is_some_and(|at| at.elapsed() < TOKEN_AGE) {
            return Ok(outgoing);
        }
        batch.token = Some(received.token);
        outgoing.extend(self.store.commit(batch).await?);
        self.stored = Some(Instant::now());
        Ok(outgoing)
    }

    /// `None` if it panics: otherwise the event would end this run and every run after it. The
    /// tables may then be half changed.
    fn handle(&mut self, incoming: &Incoming) -> Option<Vec<Effect>> {
        catch_unwind(AssertUnwindSafe(|| self.tables.handle(incoming))).ok()
    }
}

/// A table that cannot be rebuilt is left out, even if trying it panics.
fn rebuilt(prefix: &str, stored: StoredTables) -> Tables {
    let mut tables = Tables::new(Settings {
        prefix: prefix.to_owned(),
    });
    tables.skip_id(stored.last_id);
    for (key, reason) in tables.remember(stored.results, stored.settings) {
        error!("what is set for {key} cannot be read and is left out: {reason}");
    }
    for saved in stored.saved {
        let id = saved.id;
        match catch_unwind(AssertUnwindSafe(|| tables.restore([saved]))) {
            Ok(failed) => {
                for (id, reason) in failed {
                    error!("the table t{id} cannot be rebuilt: {reason}");
                }
            }
            Err(_) => error!("the program has failed at the table t{id}, which is left out"),
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use tables::{Line, Person};
    use tempfile::TempDir;

    use super::*;

    fn received(token: &str, events: &[&str]) -> Received {
        let arrivals = events.iter().map(|event| {
            let sender = Person {
                id: "@alice:x".into(),
                name: "Alice".into(),
            };
            let line = Line {
                room: "!room".into(),
                direct: true,
                event: (*event).into(),
                thread: None,
                people: vec![sender.clone()],
                sender,
                body: "!help".into(),
                seed: [7; 32],
                time: 0,
            };
            let (event, room) = (line.event.clone(), line.room.clone());
            Arrival {
                event,
                room,
                incoming: Incoming::Line(line),
            }
        });
        Received {
            token: token.into(),
            arrivals: arrivals.collect(),
            ..Received::default()
        }
    }

    /// After a kill between commit and acknowledgement, the same events come once more.
    #[tokio::test]
    async fn an_event_is_acted_upon_once() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new("!", store.clone(), StoredTables::default());
        let first = host.attend(received("s1", &["$a", "$a"])).await.unwrap();
        assert_eq!(first.len(), 1, "one command, one answer");

        let snapshot = store.load().await.unwrap();
        assert_eq!(snapshot.waiting, first);
        let mut host = Host::new("!", store.clone(), snapshot.tables);
        let second = host.attend(received("s2", &["$a", "$b"])).await.unwrap();
        assert_eq!(second.len(), 1);
        assert!(store.is_seen("$b").await.unwrap());
        assert_ne!(first[0].transaction, second[0].transaction);
        assert_eq!(token(&store).await, "s2");
    }

    async fn token(store: &Store) -> String {
        store.load().await.unwrap().token.unwrap()
    }

    #[tokio::test]
    async fn the_token_is_stored_when_something_happens_and_now_and_then() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new("!", store.clone(), StoredTables::default());
        host.attend(received("s1", &[])).await.unwrap();
        assert_eq!(token(&store).await, "s1", "the first one after a start");
        host.attend(received("s2", &[])).await.unwrap();
        assert_eq!(token(&store).await, "s1", "nothing has happened");
        host.attend(received("s3", &["$a"])).await.unwrap();
        assert_eq!(token(&store).await, "s3");
        host.attend(received("s4", &["$a"])).await.unwrap();
        assert_eq!(token(&store).await, "s3", "that was known");
        let settled = vec!["$late".to_owned()];
        host.attend(Received {
            settled,
            ..received("s5", &[])
        })
        .await
        .unwrap();
        assert_eq!(token(&store).await, "s5");
        host.stored = Instant::now().checked_sub(TOKEN_AGE);
        host.attend(received("s6", &[])).await.unwrap();
        assert_eq!(token(&store).await, "s6", "a minute has passed");
    }

    /// A new challenge gets the number after the highest one there ever was.
    #[tokio::test]
    async fn numbers_are_not_used_again() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let stored = StoredTables {
            last_id: 41,
            ..StoredTables::default()
        };
        let mut host = Host::new("!", store.clone(), stored);
        let mut run = received("s1", &["$a"]);
        if let Incoming::Line(line) = &mut run.arrivals[0].incoming {
            line.body = "!run".into();
        }
        host.attend(run).await.unwrap();
        assert_eq!(store.tables().await.unwrap().saved[0].id, 42);
    }
}
