//! Fills the database of a bot that does not run with tables, so that a bot with years behind it can
//! be measured: the games are played by the rules, at random, and stored by the bot's own store.
//!
//! `cargo run --release --package icebreaker --example stock -- STATE-FOLDER < PLAN`
//!
//! The plan is JSON, a [`Plan`]. Prints the tables that are still open, one a line.

use std::{env, error::Error, io, path::PathBuf};

use games::{Entry, Live, Seed};
use icebreaker::{
    clock,
    store::{Batch, SeenEvent, Store},
};
use lobby::{
    Effect, Person, RunResult, Saved,
    saved::{GameNotes, SavedStage},
    terms::{End, Occasion},
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde::Deserialize;

/// Number of tables stored in one transaction.
const AT_ONCE: usize = 500;

#[derive(Deserialize)]
struct Plan {
    /// The seed of all random numbers.
    seed: u64,
    /// The number of processed events.
    seen: u32,
    tables: Vec<Wanted>,
}

/// A table to be made.
#[derive(Deserialize)]
struct Wanted {
    room: String,
    thread: Option<String>,
    /// The user ids, in the order of the seats.
    players: Vec<String>,
    /// The game's id in the CATALOG.
    game: String,
    /// Maximum number of actions.
    actions: usize,
    /// True if the game is left open then; otherwise the first player resigns.
    on: bool,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let store = Store::open(&folder.ok_or("usage: stock STATE-FOLDER < PLAN")?).await?;
    let Plan { seed, seen, tables } = serde_json::from_reader(io::stdin())?;
    let mut chance = StdRng::seed_from_u64(seed);
    let mut id = store.lobby().await?.last_id;
    for wanted in tables.chunks(AT_ONCE) {
        let mut effects = Vec::new();
        for wanted in wanted {
            id += 1;
            effects.extend(wanted.made(id, &mut chance)?);
        }
        commit(&store, Vec::new(), effects).await?;
    }
    let room = tables.first().map(|wanted| wanted.room.clone());
    let seen = (0..seen).map(|number| SeenEvent {
        // As long as an event id is.
        event: format!("${number:043}"),
        room: room.clone().unwrap_or_default(),
        megolm_index: None,
    });
    commit(&store, seen.collect(), Vec::new()).await?;
    store.close().await;
    Ok(())
}

async fn commit(
    store: &Store,
    seen: Vec<SeenEvent>,
    effects: Vec<Effect>,
) -> Result<(), Box<dyn Error>> {
    let batch = Batch {
        seen,
        effects,
        ..Batch::default()
    };
    store.commit(batch).await?;
    Ok(())
}

impl Wanted {
    /// The table and, of a run that is over, its result. A table that is on is printed.
    fn made(&self, id: u32, chance: &mut StdRng) -> Result<Vec<Effect>, Box<dyn Error>> {
        let entry = Entry::find(&self.game).ok_or("there is no such game")?;
        let mut live = Live::start(entry, "-", Some(Seed(chance.random())))?;
        while live.actions() < self.actions && live.outcome().is_none() {
            let mut actions = live.legal_actions();
            // Nobody gives up before the end.
            actions.retain(|action| action != "quit");
            let action = actions.choose(chance);
            live.play(action.ok_or("there is nothing to be played")?)?;
        }
        let players: Vec<Person> = self.players.iter().map(|id| person(id)).collect();
        let over = live.outcome().is_some();
        let mut effects = Vec::new();
        let stage = if self.on && !over {
            SavedStage::Playing {
                record: live.record().to_string(),
                players,
                notes: GameNotes::default(),
            }
        } else {
            let alone = players.len() == 1;
            if alone && !over {
                live.play("quit")?;
            }
            let player = players.first().filter(|_| alone);
            let result = player.and_then(|player| {
                RunResult::of(id, player, Occasion::Free, &live, false, clock::now())
            });
            effects.extend(result.map(Effect::Result));
            SavedStage::Over {
                record: live.record().to_string(),
                players,
                end: if over || alone {
                    End::Rules
                } else {
                    End::Resigned(0)
                },
                ended_at: clock::now().into(),
                rematch: None,
                clock: None,
            }
        };
        let saved = Saved {
            id,
            room: self.room.clone(),
            thread: self.thread.clone(),
            occasion: Occasion::Free,
            stage,
        };
        if self.on && !over {
            println!("{}", serde_json::to_string(&saved)?);
        }
        effects.push(Effect::Save(saved));
        Ok(effects)
    }
}

fn person(id: &str) -> Person {
    let name = id.trim_start_matches('@').split(':').next();
    Person {
        id: id.to_owned(),
        name: name.unwrap_or_default().to_owned(),
    }
}
