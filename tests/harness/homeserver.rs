//! A real Synapse in a folder of its own.

use std::{
    fs,
    io::{self, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use serde_json::{Value, json};

use crate::{PATIENCE, change_database, leash::Leash, python_tool};

const CONFIG: &str = include_str!("homeserver.yaml");
const LOG_CONFIG: &str = include_str!("log.yaml");
/// Accepts the self-signed certificates of other servers on this machine.
const FEDERATION_CONFIG: &str = include_str!("federation.yaml");
/// Writes a self-signed certificate and its key to the two paths.
const MAKE_CERTIFICATE: &str = include_str!("make_certificate.py");
const NO_MESSAGE_LIMIT: &str = "rc_message: {per_second: 100000, burst_count: 100000}\n";

/// The rate limit on the messages of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    /// No rate limit.
    Off,
    /// Synapse's default: a burst of 10, then one message in 5 s.
    Default,
}

/// A running homeserver on 127.0.0.1, ended when dropped or when the tests end.
#[derive(Debug)]
pub struct Homeserver {
    name: String,
    port: u16,
    folder: PathBuf,
    /// `None` while it is down.
    process: Option<Leash>,
}

impl Homeserver {
    /// Returns the homeserver that the tests of one program share, without message limits.
    pub fn shared() -> &'static Homeserver {
        static SHARED: LazyLock<Homeserver> = LazyLock::new(|| Homeserver::start(Limits::Off));
        &SHARED
    }

    /// Starts a homeserver on a free port, in a temporary folder.
    pub fn start(limits: Limits) -> Homeserver {
        Homeserver::start_temporary(limits, false)
    }

    /// Starts a homeserver without message limits that federates with others on this machine.
    pub fn start_federating() -> Homeserver {
        Homeserver::start_temporary(Limits::Off, true)
    }

    /// Starts one that federates, in a folder that is kept; `None` if it fails.
    pub fn start_federating_kept(folder: &Path) -> Option<Homeserver> {
        // The ports are free when chosen; another process may still take one first.
        (0..3).find_map(|attempt| {
            let folder = folder.join(attempt.to_string());
            fs::create_dir(&folder).ok()?;
            let (port, federation_port) = (Homeserver::free_port(), Homeserver::free_port());
            Homeserver::try_start(Limits::Off, &folder, port, Some(federation_port), false)
        })
    }

    fn start_temporary(limits: Limits, federates: bool) -> Homeserver {
        // The ports are free when chosen; another process may still take one first.
        for _ in 0..3 {
            let folder = tempfile::Builder::new().prefix("synapse-").tempdir();
            let folder = folder.expect("a temporary folder can be made").keep();
            let port = Homeserver::free_port();
            let federation_port = federates.then(Homeserver::free_port);
            let started = Homeserver::try_start(limits, &folder, port, federation_port, true);
            if let Some(homeserver) = started {
                return homeserver;
            }
        }
        panic!("the homeserver does not start");
    }

    /// Starts a homeserver on a given port, in a folder that is kept; `None` if it fails.
    pub fn start_kept(folder: &Path, port: u16) -> Option<Homeserver> {
        Homeserver::try_start(Limits::Off, folder, port, None, false)
    }

    fn try_start(
        limits: Limits,
        folder: &Path,
        port: u16,
        federation_port: Option<u16>,
        temporary: bool,
    ) -> Option<Homeserver> {
        write_config(limits, folder, port, federation_port);
        let name = match federation_port {
            Some(port) => format!("127.0.0.1:{port}"),
            None => "localhost".to_owned(),
        };
        let mut homeserver = Homeserver {
            name,
            port,
            folder: folder.to_owned(),
            process: None,
        };
        homeserver.launch(temporary).then_some(homeserver)
    }

    /// Starts the process and returns whether it answers.
    fn launch(&mut self, temporary: bool) -> bool {
        let config = self.folder.join("homeserver.yaml");
        let python = python_tool("synapse-venv", "python");
        let command = [
            python.to_str().expect("a path in UTF-8"),
            "-m",
            "synapse.app.homeserver",
            "--config-path",
            config.to_str().expect("a path in UTF-8"),
        ];
        let remove = temporary.then_some(self.folder.as_path());
        let mut process = Leash::new(&command, &self.folder.join("homeserver.log"), remove);
        let port = self.port;
        let ready = process.wait_until("the homeserver", |_| answers(port));
        self.process = ready.then_some(process);
        ready
    }

    /// Ends a homeserver in a kept folder, gracefully (`TERM`) or not (`KILL`).
    pub fn end(&mut self, signal: &str) {
        let mut process = self.process.take().expect("the homeserver is running");
        process.signal(signal);
        process.wait();
    }

    /// Starts it again with its stored state.
    #[track_caller]
    pub fn start_again(&mut self) {
        assert!(self.process.is_none(), "the homeserver is running");
        // Another process may have the port for a moment.
        let ready = (0..3).any(|_| self.launch(false));
        assert!(ready, "the homeserver does not start again");
    }

    /// Expires a user's access tokens, as `session_lifetime` does, while the homeserver is down.
    #[track_caller]
    pub fn expire_tokens(&self, user: &str) {
        assert!(self.process.is_none(), "the homeserver is running");
        let sql = format!("UPDATE access_tokens SET valid_until_ms = 1 WHERE user_id = '{user}'");
        change_database(&self.folder.join("homeserver.db"), &sql);
    }

    /// Suspends the process: its connections stay open.
    pub fn freeze(&self) {
        self.process
            .iter()
            .for_each(|process| process.signal("STOP"));
    }

    /// Resumes the process.
    pub fn thaw(&self) {
        self.process
            .iter()
            .for_each(|process| process.signal("CONT"));
    }

    /// Returns its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns a port on which nothing listens.
    pub fn free_port() -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
        listener
            .local_addr()
            .expect("a listener has an address")
            .port()
    }

    /// Returns whether nothing listens on a port.
    pub fn is_free(port: u16) -> bool {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
    }

    /// Returns its address for clients.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Registers a user, unless it exists, and returns the whole user id. The password is the name with the
    /// suffix `-pass`.
    pub fn register(&self, name: &str) -> String {
        let output = Command::new(python_tool("synapse-venv", "register_new_matrix_user"))
            .args([
                "--user",
                name,
                "--password",
                &password(name),
                "--no-admin",
                "--exists-ok",
            ])
            .arg("--config")
            .arg(self.folder.join("homeserver.yaml"))
            .arg(self.url())
            .output()
            .expect("register_new_matrix_user can be started");
        let log = self.process.as_ref().map(Leash::last_lines);
        assert!(
            output.status.success(),
            "cannot register {name}: {output:?}\n{}",
            log.unwrap_or_default()
        );
        format!("@{name}:{}", self.name)
    }

    /// Logs in a user as a new device and returns its access token.
    #[track_caller]
    pub fn login(&self, name: &str) -> String {
        let content = json!({
            "type": "m.login.password",
            "identifier": { "type": "m.id.user", "user": name },
            "password": password(name),
        });
        let answer = self.ask("POST", "/_matrix/client/v3/login", "", &content.to_string());
        let token = json_in(&answer)["access_token"].as_str().map(str::to_owned);
        token.expect("the login has a token")
    }

    /// Sends a POST request as the owner of the access token.
    #[track_caller]
    pub fn post(&self, path: &str, token: &str, content: &Value) {
        self.ask("POST", path, token, &content.to_string());
    }

    /// Sends a PUT request as the owner of the access token.
    #[track_caller]
    pub fn put(&self, path: &str, token: &str, content: &Value) {
        self.ask("PUT", path, token, &content.to_string());
    }

    /// Sends a GET request as the owner of the access token and returns the answer.
    #[track_caller]
    pub fn get(&self, path: &str, token: &str) -> Value {
        json_in(&self.ask("GET", path, token, ""))
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, token: &str, content: &str) -> String {
        let length = content.len();
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {length}\r\n\r\n{content}"
        );
        let answer = exchange(self.port, &request).expect("the homeserver answers");
        assert!(answer.contains(" 200 OK"), "{path}: {answer}");
        answer
    }
}

/// Returns the content of an answer.
#[track_caller]
fn json_in(answer: &str) -> Value {
    let content = answer.split_once("\r\n\r\n").map(|(_, content)| content);
    serde_json::from_str(content.unwrap_or_default()).expect("the answer is JSON")
}

/// Sends a request and returns the whole answer, headers included.
fn exchange(port: u16, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Returns the password of a user.
pub(crate) fn password(name: &str) -> String {
    format!("{name}-pass")
}

fn write_config(limits: Limits, folder: &Path, port: u16, federation_port: Option<u16>) {
    let place = folder.to_str().expect("a path in UTF-8");
    let mut config = CONFIG
        .replace("@PORT@", &port.to_string())
        .replace("@FOLDER@", place);
    if let Some(port) = federation_port {
        config = config
            .replace(
                "server_name: localhost",
                &format!("server_name: 127.0.0.1:{port}"),
            )
            .replace("federation_domain_whitelist: []\n", "")
            .replace("database:\n", &format!("{FEDERATION_CONFIG}database:\n"))
            .replace("@FEDERATION_PORT@", &port.to_string())
            .replace("@FOLDER@", place);
        make_certificate(folder);
    }
    if limits == Limits::Off {
        config.push_str(NO_MESSAGE_LIMIT);
    }
    fs::write(folder.join("homeserver.yaml"), config).expect("the configuration can be written");
    fs::write(folder.join("log.yaml"), LOG_CONFIG).expect("the configuration can be written");
    let key = folder.join("signing.key");
    if !key.exists() {
        let status = Command::new(python_tool("synapse-venv", "generate_signing_key"))
            .arg("--output_file")
            .arg(key)
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "the signing key can be made"
        );
    }
}

fn make_certificate(folder: &Path) {
    let made = Command::new(python_tool("synapse-venv", "python"))
        .args(["-c", MAKE_CERTIFICATE])
        .args(["tls.crt", "tls.key"].map(|name| folder.join(name)))
        .status();
    assert!(
        made.is_ok_and(|status| status.success()),
        "the certificate can be made"
    );
}

/// Returns the answer of a server on this machine: status line, headers and content.
#[track_caller]
pub fn get(port: u16, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n");
    exchange(port, &request).expect("somebody answers")
}

/// Returns whether a homeserver answers on a port.
fn answers(port: u16) -> bool {
    let request = "GET /_matrix/client/versions HTTP/1.0\r\nHost: localhost\r\n\r\n";
    exchange(port, request).is_ok_and(|answer| answer.contains(" 200 OK"))
}
