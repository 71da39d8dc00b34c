//! The content of a database, as a list.

use std::fmt;

use games::Record;
use lobby::{DuelResult, Person, RunResult, Saved, saved::SavedStage};
use serde_json::Value;

use crate::store::{LobbySnapshot, Store};

/// Everything that a database holds.
pub struct Content {
    /// All tables, loaded at a start or not.
    pub tables: Vec<Saved>,
    /// The state of the lobby that is loaded at a start.
    pub stored: LobbySnapshot,
    /// The rooms of unsent messages.
    messages: Vec<String>,
    /// The kinds of open jobs.
    jobs: Vec<String>,
    /// The ids of undecrypted events.
    undecrypted: Vec<String>,
    /// The number of processed events.
    seen: i64,
}

impl Content {
    /// Reads everything in a database, and checks that no row was skipped.
    pub async fn of(store: &Store) -> Content {
        let stored = store.lobby().await.unwrap();
        let mut tables = Vec::new();
        for id in 1..=stored.last_id {
            tables.extend(store.table(id).await.unwrap());
        }
        let messages = store.envelopes().await.unwrap().into_iter();
        let jobs = store.jobs().await.unwrap().into_iter();
        let undecrypted = store.undecrypted().await.unwrap().into_iter();
        let content = Content {
            messages: messages.map(|queued| queued.room).collect(),
            jobs: jobs.map(|open| kind(&open.job)).collect(),
            undecrypted: undecrypted.map(|waiting| waiting.event).collect(),
            seen: rows(store, "SELECT count(*) FROM seen").await,
            tables,
            stored,
        };
        for (read, count) in [
            (content.tables.len(), "SELECT count(*) FROM tables"),
            (content.stored.results.len(), "SELECT count(*) FROM results"),
            (content.stored.duels.len(), "SELECT count(*) FROM duels"),
            (content.messages.len(), "SELECT count(*) FROM outbox"),
            (content.jobs.len(), "SELECT count(*) FROM jobs"),
            (
                content.undecrypted.len(),
                "SELECT count(*) FROM undecrypted",
            ),
        ] {
            assert_eq!(i64::try_from(read), Ok(rows(store, count).await), "{count}");
        }
        content
    }
}

async fn rows(store: &Store, count: &'static str) -> i64 {
    let count = sqlx::query_scalar(count).fetch_one(&store.pool);
    count.await.unwrap()
}

/// Returns the name under which a variant of an enum is stored.
fn kind(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value).unwrap() {
        Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        value => value.to_string(),
    }
}

fn names(players: &[Person]) -> String {
    let names = players.iter().map(|player| player.name.as_str());
    names.collect::<Vec<_>>().join(" ")
}

fn stored_as(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// Returns the game of a record and its number of actions.
fn course(record: &str) -> (String, usize) {
    let record: Record = record.parse().unwrap();
    (record.game, record.turns.concat().len())
}

fn table(saved: &Saved) -> String {
    let place = saved.thread.as_deref().unwrap_or("-");
    let occasion = stored_as(&saved.occasion);
    let stage = match &saved.stage {
        SavedStage::Challenge(challenge) => {
            format!("challenge {} {}", challenge.game, challenge.from.name)
        }
        SavedStage::Lapsed(challenge) => {
            format!("lapsed {} {}", challenge.game, challenge.from.name)
        }
        SavedStage::Playing {
            players, record, ..
        } => {
            let (game, actions) = course(record);
            format!("playing {game} {}: {actions} actions", names(players))
        }
        SavedStage::Over {
            players,
            record,
            end,
            ended_at,
            ..
        } => {
            let (game, actions) = course(record);
            let end = stored_as(end);
            format!(
                "over {game} {}: {actions} actions, {end} at {ended_at}",
                names(players)
            )
        }
        SavedStage::Dropped => "dropped".to_owned(),
    };
    format!(
        "t{} in {} {place}: {occasion} {stage}",
        saved.id, saved.room
    )
}

fn run(result: &RunResult) -> String {
    let RunResult {
        table,
        player,
        won,
        damage,
        steps,
        hinted,
        ..
    } = result;
    let occasion = stored_as(&result.occasion);
    format!(
        "run t{table}: {occasion} {} won={won} damage={damage} steps={steps} hinted={hinted}",
        player.name
    )
}

fn duel(result: &DuelResult) -> String {
    let DuelResult {
        table,
        players,
        game,
        winner,
        how,
        ..
    } = result;
    let how = stored_as(how);
    format!(
        "duel t{table}: {game} {} winner={winner:?} {how}",
        names(players)
    )
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.iter().map(table);
        let runs = self.stored.results.iter().map(run);
        let duels = self.stored.duels.iter().map(duel);
        let values = self.stored.values.iter();
        let values = values.map(|(key, value)| format!("{key} = {value}"));
        let messages = self
            .messages
            .iter()
            .map(|room| format!("message in {room}"));
        let jobs = self.jobs.iter().map(|kind| format!("job {kind}"));
        let undecrypted = self
            .undecrypted
            .iter()
            .map(|event| format!("undecrypted {event}"));
        let lines = tables.chain(runs).chain(duels).chain(values);
        for line in lines.chain(messages).chain(jobs).chain(undecrypted) {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "{} events seen", self.seen)
    }
}
