//! What becomes of a sync response: the tables handle it, and the store takes all of it at once.

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use tables::{Effect, Incoming, Saved, Settings, Tables};
use tracing::error;

use crate::{
    matrix::{Arrival, Received},
    store::{Batch, Outgoing, SeenEvent, Store, StoreError},
};

/// The tables and their memory.
pub struct Host {
    prefix: String,
    tables: Tables,
    store: Store,
}

impl Host {
    /// Rebuilds the tables from what is stored.
    pub fn new(prefix: &str, store: Store, saved: Vec<Saved>) -> Self {
        let tables = rebuilt(prefix, saved);
        Self {
            prefix: prefix.to_owned(),
            tables,
            store,
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
                    self.tables = rebuilt(&self.prefix, self.store.load().await?.tables);
                }
            }
        }
        batch.token = Some(received.token);
        outgoing.extend(self.store.commit(batch).await?);
        Ok(outgoing)
    }

    /// `None` if it panics: otherwise the event would end this run and every run after it. The
    /// tables may then be half changed.
    fn handle(&mut self, incoming: &Incoming) -> Option<Vec<Effect>> {
        catch_unwind(AssertUnwindSafe(|| self.tables.handle(incoming))).ok()
    }
}

fn rebuilt(prefix: &str, saved: Vec<Saved>) -> Tables {
    let mut tables = Tables::new(Settings {
        prefix: prefix.to_owned(),
    });
    for (id, reason) in tables.restore(saved) {
        error!("the table t{id} cannot be rebuilt: {reason}");
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
        }
    }

    /// After a kill between commit and acknowledgement, the same events come once more.
    #[tokio::test]
    async fn an_event_is_acted_upon_once() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new("!", store.clone(), Vec::new());
        let first = host.attend(received("s1", &["$a", "$a"])).await.unwrap();
        assert_eq!(first.len(), 1, "one command, one answer");

        let snapshot = store.load().await.unwrap();
        assert_eq!(snapshot.waiting, first);
        let mut host = Host::new("!", store.clone(), snapshot.tables);
        let second = host.attend(received("s2", &["$a", "$b"])).await.unwrap();
        assert_eq!(second.len(), 1);
        assert_eq!(second[0].message.reply_to.as_deref().unwrap_or("$b"), "$b");
        assert_eq!(store.load().await.unwrap().token.as_deref(), Some("s2"));
    }
}
