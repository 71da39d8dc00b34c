//! What becomes of a sync response, or of the result of an errand: the tables handle it, and the
//! store takes all of it at once.

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp};
use tables::{Effect, Incoming, Settings, Tables, access::Trust};
use tracing::error;

use crate::{
    clock,
    errands::Report,
    matrix::{Arrival, Invitation, Received},
    metrics::Metrics,
    seldom::seldom,
    store::{Batch, Due, SeenEvent, Store, StoreError, StoredTables},
};

/// How old the stored token may become while nothing happens. What comes again after a kill is
/// known by its event ids.
const TOKEN_AGE: Duration = Duration::from_secs(60);

/// How often the store forgets what is too old to matter; it does so at the start, too.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The tables and their memory.
pub struct Host {
    settings: Settings,
    tables: Tables,
    store: Store,
    metrics: Metrics,
    /// When the token was stored last.
    stored: Option<Instant>,
    /// When the store has forgotten what is too old.
    forgot: Timestamp,
}

impl Host {
    /// Rebuilds the tables from what is stored.
    pub fn new(settings: Settings, store: Store, stored: StoredTables, metrics: Metrics) -> Self {
        let tables = rebuilt(&settings, stored);
        metrics.set_tables(tables.tally());
        Self {
            settings,
            tables,
            store,
            metrics,
            stored: None,
            forgot: clock::now(),
        }
    }

    /// Handles a sync response and returns what is to be done. When this returns, a kill no longer
    /// loses or repeats anything of it.
    ///
    /// # Errors
    ///
    /// If the store fails. Tables and store then differ, so the program has to end; the next one
    /// gets the same response.
    pub async fn attend(&mut self, at: Timestamp, received: Received) -> Result<Due, StoreError> {
        if self.forgot.duration_until(at) >= DAY {
            self.store.forget().await?;
            self.forgot = at;
        }
        let mut due = Due::default();
        let mut batch = Batch::default();
        let mut in_batch = HashSet::new();
        for Arrival { event, incoming } in received.arrivals {
            if let Some(event) = &event {
                if !in_batch.insert(event.event.clone()) || !self.is_new(event, &batch).await? {
                    continue;
                }
                batch.seen.push(event.clone());
            }
            let id = event.as_ref().map(|event| event.event.as_str());
            self.add(at, id, &incoming, &mut batch, &mut due).await?;
        }
        for line in received.unreadable {
            let event = line.event.clone();
            batch.told.push(event.clone());
            let incoming = Incoming::Unreadable(line);
            self.add(at, Some(&event), &incoming, &mut batch, &mut due)
                .await?;
        }
        self.metrics.set_tables(self.tables.tally());
        batch.undecrypted = received.undecrypted;
        batch.settled = received.settled;
        if batch.is_empty() && self.stored.is_some_and(|at| at.elapsed() < TOKEN_AGE) {
            return Ok(due);
        }
        batch.token = Some(received.token);
        due.extend(self.store.commit(batch).await?);
        self.stored = Some(Instant::now());
        Ok(due)
    }

    /// Whether an event has not been acted upon, nor, under another id, what was encrypted in it.
    async fn is_new(&self, event: &SeenEvent, batch: &Batch) -> Result<bool, StoreError> {
        let SeenEvent {
            event: id,
            room,
            sealed,
        } = event;
        if self.store.is_seen(id).await? {
            return Ok(false);
        }
        let Some(sealed) = sealed else {
            return Ok(true);
        };
        let in_batch = |seen: &SeenEvent| seen.sealed.as_ref() == Some(sealed);
        if batch.seen.iter().any(in_batch) || self.store.is_opened(sealed).await? {
            seldom!(
                room,
                warn!(
                    room,
                    event = id,
                    "an encrypted message has come a second time, which is left out"
                )
            );
            return Ok(false);
        }
        Ok(true)
    }

    /// Adds what an event leads to. If the program fails at it, what came before is committed, and
    /// the tables are taken from the store.
    async fn add(
        &mut self,
        at: Timestamp,
        event: Option<&str>,
        incoming: &Incoming,
        batch: &mut Batch,
        due: &mut Due,
    ) -> Result<(), StoreError> {
        match self.handle(at, incoming) {
            Some(effects) => {
                if matches!(incoming, Incoming::Line(_)) && !effects.is_empty() {
                    self.metrics.count_command();
                }
                batch.effects.extend(effects);
            }
            None => {
                error!(
                    event,
                    "the program has failed at this event, which is skipped"
                );
                due.extend(self.store.commit(std::mem::take(batch)).await?);
                self.tables = rebuilt(&self.settings, self.store.tables().await?);
            }
        }
        Ok(())
    }

    /// Handles what has come in otherwise, most often the result of an errand, and returns what is
    /// to be done. An errand has one result: a second one changes nothing.
    ///
    /// # Errors
    ///
    /// If the store fails. Tables and store then differ, so the program has to end; the next one
    /// carries the errand out again.
    pub async fn attend_report(
        &mut self,
        at: Timestamp,
        report: Report,
    ) -> Result<Due, StoreError> {
        let Report { errand, incoming } = report;
        if let Some(errand) = errand
            && !self.store.is_errand_open(errand).await?
        {
            return Ok(Due::default());
        }
        let effects = match self.handle(at, &incoming) {
            Some(effects) => effects,
            None => {
                error!(
                    errand,
                    "the program has failed at this report, which is skipped"
                );
                self.tables = rebuilt(&self.settings, self.store.tables().await?);
                Vec::new()
            }
        };
        let batch = Batch {
            errand,
            effects,
            ..Batch::default()
        };
        if batch.is_empty() {
            return Ok(Due::default());
        }
        self.store.commit(batch).await
    }

    /// The rooms that want the table of the day before a moment and have not got it.
    pub fn rooms_without_day_table(&self, at: Timestamp) -> Vec<String> {
        self.tables.rooms_without_day_table(at)
    }

    /// When the tables want to be woken.
    pub fn next_wake(&self) -> Timestamp {
        self.tables.next_wake()
    }

    /// Whether an invitation is to be followed.
    pub fn welcomes(&self, invitation: &Invitation) -> bool {
        // Who is not known fits only what fits everybody.
        let inviter = invitation.inviter.as_deref().unwrap_or_default();
        self.tables.may_invite(inviter, &invitation.room)
    }

    /// What is done about somebody who wants to verify the bot.
    pub fn trust(&self, user: &str) -> Trust {
        self.tables.trust(user)
    }

    /// `None` if it panics: otherwise the event would end this run and every run after it. The
    /// tables may then be half changed.
    fn handle(&mut self, at: Timestamp, incoming: &Incoming) -> Option<Vec<Effect>> {
        catch_unwind(AssertUnwindSafe(|| self.tables.handle(at, incoming))).ok()
    }
}

/// A table that cannot be rebuilt is left out.
fn rebuilt(settings: &Settings, stored: StoredTables) -> Tables {
    let mut tables = Tables::new(settings.clone());
    tables.skip_id(stored.last_id);
    for (key, reason) in tables.remember(stored.results, stored.settings) {
        error!("what is set for {key} cannot be read and is left out: {reason}");
    }
    for (id, reason) in tables.restore(stored.saved) {
        error!("the table t{id} cannot be rebuilt: {reason}");
    }
    tables
}

#[cfg(test)]
mod tests {
    use tables::{Errand, Line, Person, errand::Direct};
    use tempfile::TempDir;

    use super::*;
    use crate::store::{OpenErrand, Sealed};

    const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

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
                people: vec![sender.clone()].into(),
                sender,
                may_change_room: true,
                by_name: false,
                body: "!help".into(),
                seed: [7; 32],
            };
            let event = SeenEvent {
                event: line.event.clone(),
                room: line.room.clone(),
                sealed: None,
            };
            Arrival {
                event: Some(event),
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
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        let first = host
            .attend(NOON, received("s1", &["$a", "$a"]))
            .await
            .unwrap();
        assert_eq!(first.messages.len(), 1, "one command, one answer");

        let snapshot = store.load().await.unwrap();
        assert_eq!(snapshot.waiting, first);
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            snapshot.tables,
            Metrics::default(),
        );
        let second = host
            .attend(NOON, received("s2", &["$a", "$b"]))
            .await
            .unwrap();
        assert_eq!(second.messages.len(), 1);
        assert!(store.is_seen("$b").await.unwrap());
        assert_ne!(
            first.messages[0].transaction,
            second.messages[0].transaction
        );
        assert_eq!(token(&store).await, "s2");
    }

    /// Another event id does not make a message of an encrypted one that has been acted upon.
    #[tokio::test]
    async fn an_encrypted_message_is_acted_upon_once() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        let sealed = |events: &[&str], index| {
            let mut received = received("s1", events);
            for event in received
                .arrivals
                .iter_mut()
                .filter_map(|one| one.event.as_mut())
            {
                let session = "session".to_owned();
                event.sealed = Some(Sealed { session, index });
            }
            received
        };
        let mut answers = async |events: &[&str], index| {
            let due = host.attend(NOON, sealed(events, index)).await.unwrap();
            due.messages.len()
        };
        assert_eq!(answers(&["$a", "$b"], 1).await, 1);
        assert_eq!(answers(&["$c"], 1).await, 0);
        assert_eq!(answers(&["$d"], 2).await, 1);
        assert!(!store.is_seen("$c").await.unwrap());
    }

    /// That a room was left is in no event, so it is told as often as it comes.
    #[tokio::test]
    async fn what_no_event_tells_is_acted_upon() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        for token in ["s1", "s2"] {
            let mut received = received(token, &[token]);
            if let Incoming::Line(line) = &mut received.arrivals[0].incoming {
                line.direct = false;
                line.body = "!challenge anyone".into();
            }
            host.attend(NOON, received).await.unwrap();
            assert_eq!(store.tables().await.unwrap().saved.len(), 1);
            let left = Arrival {
                event: None,
                incoming: Incoming::Left {
                    room: "!room".into(),
                },
            };
            let received = Received {
                token: token.into(),
                arrivals: vec![left],
                ..Received::default()
            };
            host.attend(NOON, received).await.unwrap();
            assert_eq!(store.tables().await.unwrap().saved, []);
        }
    }

    async fn token(store: &Store) -> String {
        store.load().await.unwrap().token.unwrap()
    }

    #[tokio::test]
    async fn the_token_is_stored_when_something_happens_and_now_and_then() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        host.attend(NOON, received("s1", &[])).await.unwrap();
        assert_eq!(token(&store).await, "s1", "the first one after a start");
        host.attend(NOON, received("s2", &[])).await.unwrap();
        assert_eq!(token(&store).await, "s1", "nothing has happened");
        host.attend(NOON, received("s3", &["$a"])).await.unwrap();
        assert_eq!(token(&store).await, "s3");
        host.attend(NOON, received("s4", &["$a"])).await.unwrap();
        assert_eq!(token(&store).await, "s3", "that was known");
        let settled = vec!["$late".to_owned()];
        host.attend(
            NOON,
            Received {
                settled,
                ..received("s5", &[])
            },
        )
        .await
        .unwrap();
        assert_eq!(token(&store).await, "s5");
        host.stored = Instant::now().checked_sub(TOKEN_AGE);
        host.attend(NOON, received("s6", &[])).await.unwrap();
        assert_eq!(token(&store).await, "s6", "a minute has passed");
    }

    #[tokio::test]
    async fn once_a_day_what_is_too_old_is_forgotten() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        host.attend(NOON, received("s1", &["$a"])).await.unwrap();
        store.age().await;
        host.attend(NOON, received("s2", &["$b"])).await.unwrap();
        assert!(store.is_seen("$a").await.unwrap(), "a day has not passed");
        host.forgot = NOON - DAY;
        host.attend(NOON, received("s3", &["$c"])).await.unwrap();
        let seen = [
            store.is_seen("$a").await.unwrap(),
            store.is_seen("$b").await.unwrap(),
        ];
        assert_eq!(seen, [false, true]);
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
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            stored,
            Metrics::default(),
        );
        let mut run = received("s1", &["$a"]);
        if let Incoming::Line(line) = &mut run.arrivals[0].incoming {
            line.body = "!run".into();
        }
        host.attend(NOON, run).await.unwrap();
        assert_eq!(store.tables().await.unwrap().saved[0].id, 42);
    }

    /// `!run` in a room; the errand that follows.
    async fn asked_for_a_run(host: &mut Host) -> OpenErrand {
        let mut run = received("s1", &["$a"]);
        if let Incoming::Line(line) = &mut run.arrivals[0].incoming {
            line.direct = false;
            line.body = "!run".into();
        }
        let due = host.attend(NOON, run).await.unwrap();
        assert_eq!((due.messages.len(), due.errands.len()), (0, 1));
        due.errands[0].clone()
    }

    fn report(OpenErrand { row, errand }: OpenErrand) -> Report {
        let Errand::OpenDirect(asked) = errand else {
            panic!("{errand:?}");
        };
        let found = Direct {
            room: "!direct".into(),
            joined: true,
            lost: Vec::new(),
        };
        Report {
            errand: Some(row),
            incoming: Incoming::DirectOpened(asked, Ok(found)),
        }
    }

    #[tokio::test]
    async fn an_errand_that_reports_twice_is_attended_to_once() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        let errand = asked_for_a_run(&mut host).await;
        let report = report(errand);
        let due = host.attend_report(NOON, report.clone()).await.unwrap();
        let rooms: Vec<_> = due
            .messages
            .iter()
            .map(|m| m.message.room.as_str())
            .collect();
        assert_eq!(rooms, ["!direct", "!room"], "the board, then where it is");
        let again = host.attend_report(NOON, report).await.unwrap();
        assert_eq!(again, Due::default());
        assert_eq!(store.load().await.unwrap().waiting, due);
    }

    /// Whether the kill comes before the errand is carried out or after, its result counts once.
    #[tokio::test]
    async fn an_errand_goes_on_after_a_kill() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            StoredTables::default(),
            Metrics::default(),
        );
        let errand = asked_for_a_run(&mut host).await;

        let snapshot = store.load().await.unwrap();
        assert_eq!(snapshot.waiting.errands, std::slice::from_ref(&errand));
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            snapshot.tables,
            Metrics::default(),
        );
        let due = host
            .attend_report(NOON, report(errand.clone()))
            .await
            .unwrap();
        assert_eq!(due.messages.len(), 2);

        let snapshot = store.load().await.unwrap();
        assert_eq!(snapshot.waiting, due);
        assert_eq!(snapshot.tables.saved[0].room, "!direct");
        let mut host = Host::new(
            Settings::default(),
            store.clone(),
            snapshot.tables,
            Metrics::default(),
        );
        let again = host.attend_report(NOON, report(errand)).await.unwrap();
        assert_eq!(again, Due::default());
    }
}
