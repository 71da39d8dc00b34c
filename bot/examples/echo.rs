//! A bare echo bot: the same session and the same receiving as Icebreaker's, without tables and
//! without a database. It is the yardstick for how quickly Icebreaker answers.
//! Give it an account of its own: only one bot at a time plays on an account.
//!
//! `cargo run --release --package icebreaker --example echo -- config.toml`

use std::{env, error::Error, path::PathBuf};

use icebreaker::{
    config::Config,
    logging,
    matrix::{Reply, Session},
    monitoring::metrics::Metrics,
    state_folder::StateFolder,
};
use lobby::{Appearance, Block, Incoming, Message};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args_os().nth(1).map(PathBuf::from);
    let config = Config::load(file.as_deref(), env::vars_os())?;
    logging::start(&config.log);
    let folder = StateFolder::take(&config.state.folder)?;
    let session = Session::connect(&config, &folder, None, Metrics::default()).await?;
    let mut inbox = session.inbox(None, Vec::new());
    loop {
        let received = inbox.next().await?;
        for invitation in &received.invitations {
            session.reply(invitation, Reply::Accept);
        }
        for arrival in received.arrivals {
            let Incoming::Line(line) = arrival.incoming else {
                continue;
            };
            let answer = Message {
                room: line.room,
                thread: line.thread,
                reply_to: Some(line.event.clone()),
                asked_by: None,
                mentions: Vec::new(),
                blocks: vec![Block::Text(line.body)],
                table: None,
                starts_clock: None,
                asks: None,
                private_to: None,
                appearance: Appearance::default(),
            };
            session.send_message(&answer, None, &line.event).await?;
        }
    }
}
