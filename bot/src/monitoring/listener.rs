//! The HTTP listener for the operator's programs, read-only: health check (`/healthz`) and metrics
//! (`/metrics`).

mod allowed_hosts;
mod limited_listener;

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

pub use self::allowed_hosts::AllowedHosts;
use self::limited_listener::LimitedListener;
use crate::{logging::escaped, monitoring::metrics::Metrics};

/// The content type of `/metrics`, as in OpenMetrics 1.0.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Timeout of a health check: to connect, and for each read or write.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of simultaneous connections, and maximum lifetime of each: a scrape takes milliseconds.
const MAX_CONNECTIONS: usize = 16;
const MAX_CONNECTION_AGE: Duration = Duration::from_secs(10);

/// Maximum length of the response to a health check, in bytes.
const MAX_RESPONSE_BYTES: u64 = 10_000;

/// An address that cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address} ([http] listen): {source}")]
pub struct ListenError {
    address: SocketAddr,
    source: io::Error,
}

/// Starts answering requests for one of the host names, for as long as the program runs.
///
/// # Errors
///
/// If the address is taken or not this machine's.
pub async fn listen(
    address: SocketAddr,
    hosts: AllowedHosts,
    metrics: Metrics,
) -> Result<(), ListenError> {
    let failed = |source| ListenError { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let door = LimitedListener::new(listener, MAX_CONNECTIONS, MAX_CONNECTION_AGE);
    info!(%address, "http listener started");
    tokio::spawn(async move {
        if let Err(problem) = axum::serve(door, routes(hosts, metrics)).await {
            error!(error = %problem, "http listener failed");
        }
    });
    Ok(())
}

/// The reason for a failed health check.
#[derive(Debug, thiserror::Error)]
pub enum UnhealthyError {
    /// A bot that cannot be reached.
    #[error(transparent)]
    Unreachable(#[from] io::Error),
    /// A problem reported by the bot.
    #[error("{0}")]
    Ill(String),
}

/// Asks a running bot at this address for its health.
///
/// # Errors
///
/// Returns the reported problem, or the reason why the bot cannot be reached.
pub fn check_health(address: SocketAddr) -> Result<(), UnhealthyError> {
    let mut stream = TcpStream::connect_timeout(&address, REQUEST_TIMEOUT)?;
    stream.set_read_timeout(Some(REQUEST_TIMEOUT))?;
    stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
    write!(stream, "GET /healthz HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream
        .take(MAX_RESPONSE_BYTES)
        .read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if head.split(' ').nth(1) == Some("200") {
        return Ok(());
    }
    // Any program can listen there.
    let problem = body.trim().lines().next().unwrap_or_default();
    Err(UnhealthyError::Ill(escaped(problem)))
}

fn routes(hosts: AllowedHosts, metrics: Metrics) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/metrics", get(numbers))
        .layer(from_fn_with_state(hosts, allowed_hosts::check))
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
    use std::io::BufRead;

    use super::*;

    #[tokio::test]
    async fn it_tells_whether_the_bot_is_well() {
        let metrics = Metrics::default();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = free.local_addr().unwrap();
        let listen = |metrics| listen(address, AllowedHosts::default(), metrics);
        let taken = listen(metrics.clone()).await.unwrap_err();
        assert!(taken.to_string().contains("[http] listen"), "{taken}");
        drop(free);
        listen(metrics.clone()).await.unwrap();
        let asked = move || tokio::task::spawn_blocking(move || check_health(address));
        let ill = asked().await.unwrap().unwrap_err();
        assert_eq!(ill.to_string(), "the homeserver has not answered yet");
        metrics.synced(true);
        assert!(asked().await.unwrap().is_ok());
    }
    #[tokio::test]
    async fn silent_connections_do_not_block_others() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let door = LimitedListener::new(listener, 2, Duration::from_millis(100));
        let metrics = Metrics::default();
        metrics.synced(true);
        tokio::spawn(
            async move { axum::serve(door, routes(AllowedHosts::default(), metrics)).await },
        );
        let asked = tokio::task::spawn_blocking(move || {
            let silent: Vec<_> = (0..20)
                .map(|_| TcpStream::connect(address).unwrap())
                .collect();
            check_health(address).unwrap();
            for mut stream in silent {
                stream.set_read_timeout(Some(REQUEST_TIMEOUT)).unwrap();
                let read = stream.read(&mut [0]).unwrap();
                assert_eq!(read, 0, "the connection ends");
            }
        });
        asked.await.unwrap();
    }

    #[tokio::test]
    async fn the_answer_of_another_program_is_escaped() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let request = io::BufReader::new(&stream).lines();
            let is_end = |line: &String| line.is_empty();
            request.map(Result::unwrap).find(is_end).unwrap();
            let answer = "HTTP/1.0 503 No\r\n\r\n\u{1b}[31mred\u{7}\nmore";
            stream.write_all(answer.as_bytes()).unwrap();
        });
        let asked = tokio::task::spawn_blocking(move || check_health(address));
        let problem = asked.await.unwrap().unwrap_err().to_string();
        assert_eq!(problem, "\\u{1b}[31mred\\u{7}");
    }

    /// DNS rebinding: a page from elsewhere whose name resolves to this machine.
    #[tokio::test]
    async fn requests_for_foreign_hosts_are_rejected() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let metrics = Metrics::default();
        metrics.synced(true);
        let routes = routes(AllowedHosts::new(&["bot.example".into()]), metrics);
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
