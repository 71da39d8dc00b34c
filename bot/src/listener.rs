//! The HTTP listener for the operator's own programs: whether the bot is well (`/healthz`) and its
//! numbers (`/metrics`). It only reads.

mod door;
mod hosts;

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::net::TcpListener;
use tracing::{error, info};

use self::door::Door;
pub use self::hosts::Hosts;
use crate::metrics::Metrics;

/// The type of `/metrics`, as OpenMetrics 1.0 has it.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long the bot may take to say how it is.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many connections there can be at once, and how long each of them may last: a scrape takes
/// milliseconds.
const MOST: usize = 16;
const STAY: Duration = Duration::from_secs(10);

/// The longest answer that is read, in bytes.
const LONGEST: u64 = 10_000;

/// The address cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("[http] listen {address} cannot be used: {source}")]
pub struct ListenError {
    address: SocketAddr,
    source: io::Error,
}

/// Answers at an address from now on, as long as the program runs, to whoever asks under one of the
/// names.
///
/// # Errors
///
/// If the address is taken or not this machine's.
pub async fn listen(
    address: SocketAddr,
    hosts: Hosts,
    metrics: Metrics,
) -> Result<(), ListenError> {
    let failed = |source| ListenError { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let door = Door::new(listener, MOST, STAY);
    info!(%address, "answering /healthz and /metrics");
    tokio::spawn(async move {
        if let Err(problem) = axum::serve(door, routes(hosts, metrics)).await {
            error!("nobody answers /healthz and /metrics any more: {problem}");
        }
    });
    Ok(())
}

/// Why a bot is not known to be well.
#[derive(Debug, thiserror::Error)]
pub enum NotWell {
    /// It cannot be asked.
    #[error(transparent)]
    Unreachable(#[from] io::Error),
    /// It says what is wrong with it.
    #[error("{0}")]
    Ill(String),
}

/// Asks a running bot at this address whether it is well.
///
/// # Errors
///
/// Says why it is not, or why that cannot be learned.
pub fn ask(address: SocketAddr) -> Result<(), NotWell> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /healthz HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(LONGEST).read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if head.split(' ').nth(1) == Some("200") {
        return Ok(());
    }
    Err(NotWell::Ill(body.trim().to_owned()))
}

fn routes(hosts: Hosts, metrics: Metrics) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/metrics", get(numbers))
        .layer(from_fn_with_state(hosts, hosts::check))
        .with_state(metrics)
}

async fn healthz(State(metrics): State<Metrics>) -> Response {
    match metrics.health() {
        Ok(()) => "ok\n".into_response(),
        Err(illness) => (StatusCode::SERVICE_UNAVAILABLE, format!("{illness}\n")).into_response(),
    }
}

async fn numbers(State(metrics): State<Metrics>) -> Response {
    match metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(problem) => (StatusCode::INTERNAL_SERVER_ERROR, problem.to_string()).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_tells_whether_the_bot_is_well() {
        let metrics = Metrics::default();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = free.local_addr().unwrap();
        let listen = |metrics| listen(address, Hosts::default(), metrics);
        let taken = listen(metrics.clone()).await.unwrap_err();
        assert!(taken.to_string().contains("[http] listen"), "{taken}");
        drop(free);
        listen(metrics.clone()).await.unwrap();
        let asked = move || tokio::task::spawn_blocking(move || ask(address));
        let ill = asked().await.unwrap().unwrap_err();
        assert_eq!(ill.to_string(), "the homeserver has not answered yet");
        metrics.synced(true);
        assert!(asked().await.unwrap().is_ok());
    }
    #[tokio::test]
    async fn who_says_nothing_does_not_keep_others_out() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let door = Door::new(listener, 2, Duration::from_millis(100));
        let metrics = Metrics::default();
        metrics.synced(true);
        tokio::spawn(async move { axum::serve(door, routes(Hosts::default(), metrics)).await });
        let asked = tokio::task::spawn_blocking(move || {
            let silent: Vec<_> = (0..20)
                .map(|_| TcpStream::connect(address).unwrap())
                .collect();
            ask(address).unwrap();
            for mut stream in silent {
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
                let read = stream.read(&mut [0]).unwrap();
                assert_eq!(read, 0, "the connection ends");
            }
        });
        asked.await.unwrap();
    }

    /// As a page does whose name leads to this machine.
    #[tokio::test]
    async fn whoever_asks_under_another_name_is_told_nothing() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let metrics = Metrics::default();
        metrics.synced(true);
        let routes = routes(Hosts::new(&["bot.example".into()]), metrics);
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let asked = tokio::task::spawn_blocking(move || {
            let status = |path: &str, headers: &str| {
                let mut stream = TcpStream::connect(address).unwrap();
                write!(stream, "GET {path} HTTP/1.0\r\n{headers}\r\n").unwrap();
                let mut answer = String::new();
                stream.read_to_string(&mut answer).unwrap();
                answer.split(' ').nth(1).unwrap().to_owned()
            };
            for path in ["/healthz", "/metrics"] {
                for own in ["Host: localhost\r\n", "Host: bot.example:80\r\n", ""] {
                    assert_eq!(status(path, own), "200", "{path} {own}");
                }
                for foreign in [
                    "Host: evil.example\r\n",
                    "Host: evil.example:8620\r\n",
                    "Host: localhost\r\nHost: evil.example\r\n",
                ] {
                    assert_eq!(status(path, foreign), "421", "{path} {foreign}");
                }
            }
        });
        asked.await.unwrap();
    }
}
