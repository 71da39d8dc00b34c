//! A fault-injecting proxy between the bot and the homeserver: it passes requests on, or fails them as a bad
//! connection or a broken proxy would.
//!
//! Every connection carries one request, so that only whole requests need parsing.

use std::{
    fmt,
    io::{self, BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The answer of a proxy that cannot reach the homeserver.
const BAD_GATEWAY: &str = "<html><head><title>502 Bad Gateway</title></head><body></body></html>";

/// A request of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The method: `GET`, `PUT`, …
    pub method: String,
    /// The path with its query string.
    pub path: String,
}

impl Request {
    /// Returns the transaction id, if the request sends an event.
    pub fn transaction(&self) -> Option<&str> {
        let (_, rest) = self.path.split_once("/send/m.room.")?;
        rest.rsplit('/').next()
    }

    /// Returns whether the request uploads a file.
    pub fn is_upload(&self) -> bool {
        self.path.contains("/media/v3/upload")
    }

    /// Returns whether it is a sync request.
    pub fn is_sync(&self) -> bool {
        self.path.contains("/sync?")
    }
}

/// A fault injected into a request.
pub enum Fault {
    /// No fault: the request passes.
    None,
    /// A delay before the request passes.
    Delay(Duration),
    /// An answer of a proxy, in HTML, that the homeserver cannot be reached (502).
    BadGateway,
    /// A refusal of the homeserver as too large (413).
    TooLarge,
    /// A rate limit of the homeserver (429), with this retry delay in milliseconds.
    Limit(u64),
    /// A connection cut before the homeserver has the request.
    CutBefore,
    /// A connection cut after the homeserver has processed the request: its answer is lost.
    CutAfter,
    /// A call before the homeserver would get the request, which is then dropped.
    Before(Box<dyn FnOnce() + Send>),
    /// A call between the homeserver's answer and its arrival.
    Between(Box<dyn FnOnce() + Send>),
}

/// A finished request.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The time of the request.
    pub at: Instant,
    /// The request.
    pub request: Request,
    /// The status of the answer that the bot got, if any.
    pub status: Option<u16>,
}

type Rule = Box<dyn FnMut(&Request) -> Fault + Send>;

/// A running proxy on 127.0.0.1.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

struct Shared {
    upstream: u16,
    rule: Mutex<Option<Rule>>,
    log: Mutex<Vec<Exchange>>,
    ended: AtomicBool,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("upstream", &self.upstream)
            .finish_non_exhaustive()
    }
}

impl Proxy {
    /// Starts a proxy in front of a port of this machine.
    pub fn start(upstream: u16) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
        let port = listener
            .local_addr()
            .expect("a listener has an address")
            .port();
        let shared = Arc::new(Shared {
            upstream,
            rule: Mutex::default(),
            log: Mutex::default(),
            ended: AtomicBool::new(false),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming() {
                if accepting.ended.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&accepting);
                // Errors are of closed connections, which the bot notices.
                thread::spawn(move || client.and_then(|client| shared.serve(&client)));
            }
        });
        Proxy { port, shared }
    }

    /// Returns the address for the bot.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Sets the rule that chooses the fault of each request from now on.
    pub fn spoil(&self, rule: impl FnMut(&Request) -> Fault + Send + 'static) {
        *lock(&self.shared.rule) = Some(Box::new(rule));
    }

    /// Passes all requests from now on.
    pub fn pass(&self) {
        *lock(&self.shared.rule) = None;
    }

    /// Returns all finished requests, in the order of their ends.
    pub fn log(&self) -> Vec<Exchange> {
        lock(&self.shared.log).clone()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        // Wakes the accepting thread.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

impl Shared {
    fn serve(&self, mut client: &TcpStream) -> io::Result<()> {
        let at = Instant::now();
        let (request, bytes) = read_request(client)?;
        let fault = lock(&self.rule)
            .as_mut()
            .map_or(Fault::None, |rule| rule(&request));
        let answer = match fault {
            Fault::None => self.forward(&bytes),
            Fault::Delay(time) => {
                thread::sleep(time);
                self.forward(&bytes)
            }
            Fault::BadGateway => Ok(answer("502 Bad Gateway", "text/html", BAD_GATEWAY)),
            Fault::TooLarge => Ok(answer(
                "413 Payload Too Large",
                "application/json",
                r#"{"errcode":"M_TOO_LARGE","error":"sorry"}"#,
            )),
            Fault::Limit(wait) => Ok(answer(
                "429 Too Many Requests",
                "application/json",
                &format!(
                    r#"{{"errcode":"M_LIMIT_EXCEEDED","error":"sorry","retry_after_ms":{wait}}}"#
                ),
            )),
            Fault::CutBefore => Err(io::ErrorKind::ConnectionAborted.into()),
            Fault::CutAfter => self
                .forward(&bytes)
                .and(Err(io::ErrorKind::ConnectionAborted.into())),
            Fault::Before(happen) => {
                happen();
                Err(io::ErrorKind::ConnectionAborted.into())
            }
            Fault::Between(happen) => {
                let answer = self.forward(&bytes);
                happen();
                answer
            }
        };
        let answer = answer.and_then(|answer| client.write_all(&answer).map(|()| answer));
        lock(&self.log).push(Exchange {
            at,
            request,
            status: answer.as_deref().ok().and_then(status),
        });
        client.shutdown(Shutdown::Both)
    }

    /// Forwards a request and returns the homeserver's whole answer.
    fn forward(&self, request: &[u8]) -> io::Result<Vec<u8>> {
        let mut upstream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.upstream))?;
        upstream.write_all(request)?;
        let mut answer = Vec::new();
        upstream.read_to_end(&mut answer)?;
        match answer.is_empty() {
            true => Err(io::ErrorKind::UnexpectedEof.into()),
            false => Ok(answer),
        }
    }
}

/// Reads one whole request, and sets its header so that the connection closes after the answer.
fn read_request(client: &TcpStream) -> io::Result<(Request, Vec<u8>)> {
    let mut reader = BufReader::new(client);
    let mut head = String::new();
    let mut length = 0;
    let mut first = String::new();
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let (name, value) = match line.trim_end() {
            "" => break,
            line => line.split_once(':').unwrap_or((line, "")),
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        if !name.eq_ignore_ascii_case("connection") {
            head.push_str(&line);
        }
    }
    let mut words = first.split(' ').map(str::to_owned);
    let request = Request {
        method: words.next().unwrap_or_default(),
        path: words.next().unwrap_or_default(),
    };
    let mut bytes = format!("{first}{head}Connection: close\r\n\r\n").into_bytes();
    let start = bytes.len();
    bytes.resize(start + length, 0);
    reader.read_exact(&mut bytes[start..])?;
    Ok((request, bytes))
}

fn answer(status: &str, kind: &str, body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Returns the status code in an answer's first line.
fn status(answer: &[u8]) -> Option<u16> {
    let status = answer.split(|byte| *byte == b' ').nth(1)?;
    std::str::from_utf8(status).ok()?.parse().ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
