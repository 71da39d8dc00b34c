//! An independent Matrix client, a child process.

use std::{
    collections::HashMap,
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Homeserver, Message, PATIENCE, homeserver::password, python_tool, source_file};

/// A logged-in user of matrix-nio with encryption.
#[derive(Debug)]
pub struct Client {
    user: String,
    process: Child,
    requests: Mutex<Requests>,
    inbox: Arc<Inbox>,
    /// The number of messages that tests have read, by room and sender.
    read: Mutex<HashMap<(String, String), usize>>,
    folder: TempDir,
}

/// The settings of a new room; by default an unencrypted one without a name.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRoom<'a> {
    /// The room's name.
    pub name: Option<&'a str>,
    /// The user ids to invite.
    pub invite: &'a [&'a str],
    /// `true` for an encrypted room.
    pub encrypted: bool,
    /// `true` for a direct message.
    pub direct: bool,
}

#[derive(Debug)]
struct Requests {
    pipe: ChildStdin,
    count: u64,
}

#[derive(Debug, Default)]
struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    ready: bool,
    ended: bool,
    messages: Vec<Message>,
    unreadable: usize,
    answers: HashMap<u64, Result<Value, String>>,
}

impl Client {
    /// Registers a user, unless it exists, and logs in.
    pub fn login(homeserver: &Homeserver, name: &str) -> Client {
        let user = homeserver.register(name);
        let folder = tempfile::Builder::new().prefix("client-").tempdir();
        let folder = folder.expect("a temporary folder can be made");
        let log = fs::File::create(folder.path().join("log")).expect("a log can be written");
        let mut process = Command::new(python_tool("nio-venv", "python"))
            .arg(source_file("clients/nio_client.py"))
            .args([&homeserver.url(), &user, &password(name)])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the client can be started");
        let pipe = process.stdin.take().expect("stdin is a pipe");
        let output = process.stdout.take().expect("stdout is a pipe");
        let inbox = Arc::new(Inbox::default());
        let filled = Arc::clone(&inbox);
        thread::spawn(move || filled.fill(output));
        let requests = Mutex::new(Requests { pipe, count: 0 });
        let client = Client {
            user,
            process,
            requests,
            inbox,
            read: Mutex::default(),
            folder,
        };
        client.wait("the login", |state| state.ready.then_some(()));
        client
    }

    /// Returns the whole user id.
    pub fn user(&self) -> &str {
        &self.user
    }

    /// Creates a room and returns its id.
    pub fn create_room(&self, room: NewRoom<'_>) -> String {
        let NewRoom {
            name,
            invite,
            encrypted,
            direct,
        } = room;
        let answer = self.request(
            "create_room",
            json!({"name": name, "invite": invite, "encrypted": encrypted, "direct": direct}),
        );
        answer.as_str().expect("a room id").to_owned()
    }

    /// Invites a user.
    pub fn invite(&self, room: &str, user: &str) {
        self.request("invite", json!({"room": room, "user": user}));
    }

    /// Joins a room.
    pub fn join(&self, room: &str) {
        self.request("join", json!({"room": room}));
    }

    /// Waits for an invitation by a user and returns the room's id.
    #[track_caller]
    pub fn wait_for_invitation(&self, user: &str) -> String {
        let answer = self.request("wait_for_invitation", json!({"user": user}));
        answer.as_str().expect("a room id").to_owned()
    }

    /// Returns the ids of the rooms to which this client is invited.
    pub fn invitations(&self) -> Vec<String> {
        let answer = self.request("invitations", json!({}));
        serde_json::from_value(answer).expect("room ids")
    }

    /// Blocks all invitations of this user from now on.
    pub fn block_invitations(&self) {
        self.request("block_invitations", json!({}));
    }

    /// Leaves a room.
    pub fn leave(&self, room: &str) {
        self.request("leave", json!({"room": room}));
    }

    /// Removes a user from a room, who can be invited again (a kick).
    pub fn remove(&self, room: &str, user: &str) {
        self.request("remove", json!({"room": room, "user": user}));
    }

    /// Waits until this client sees that a user has joined.
    pub fn wait_for_member(&self, room: &str, user: &str) {
        self.request("wait_for_member", json!({"room": room, "user": user}));
    }

    /// Turns encryption on, with a new Megolm session after `messages` messages.
    pub fn encrypt_room(&self, room: &str, messages: u32) {
        self.request("encrypt_room", json!({"room": room, "messages": messages}));
    }

    /// Waits until this client sees that a room is encrypted.
    pub fn wait_for_encryption(&self, room: &str) {
        self.request("wait_for_encryption", json!({"room": room}));
    }

    /// Starts a new Megolm session with the next message.
    pub fn change_key(&self, room: &str) {
        self.request("change_key", json!({"room": room}));
    }

    /// Returns the id of the Megolm session in which an event was encrypted.
    #[track_caller]
    pub fn session(&self, room: &str, event: &str) -> String {
        let id = self.request("session", json!({"room": room, "event": event}));
        id.as_str().expect("a session id").to_owned()
    }

    /// Sends the ciphertext of an event in another event and returns its id.
    pub fn send_again(&self, room: &str, event: &str) -> String {
        let request = json!({"room": room, "event": event});
        let id = self.request("send_again", request);
        id.as_str().expect("an event id").to_owned()
    }

    /// Encrypts any payload with the current Megolm session of a room, which was used before; returns the
    /// content of an event.
    pub fn seal(&self, room: &str, payload: Value) -> Value {
        self.request("seal", json!({"room": room, "payload": payload}))
    }

    /// Sends an encrypted content, of any user, and returns the event's id.
    pub fn send_sealed(&self, room: &str, content: Value) -> String {
        let id = self.request("send_sealed", json!({"room": room, "content": content}));
        id.as_str().expect("an event id").to_owned()
    }

    /// Keeps the current Megolm session of a room, even when new devices appear there.
    pub fn keep_key(&self, room: &str) {
        self.request("keep_key", json!({"room": room}));
    }

    /// Sends a user the key of a Megolm session of a room, whoever started it.
    pub fn share_key(&self, room: &str, session: &str, user: &str) {
        let request = json!({"room": room, "session": session, "user": user});
        self.request("share_key", request);
    }

    /// Downloads the file of a message, decrypted if it was encrypted.
    #[track_caller]
    pub fn download(&self, message: &Message) -> Vec<u8> {
        let file = self.request("download", json!({"content": message.content}));
        let file = file.as_str().expect("base64");
        BASE64.decode(file).expect("base64")
    }

    /// Starts a Megolm session whose key is withheld until it is released.
    pub fn withhold_key(&self, room: &str) {
        self.request("withhold_key", json!({"room": room}));
    }

    /// Sends the key that was withheld last.
    pub fn release_key(&self) {
        self.request("release_key", json!({}));
    }

    /// Verifies a user's device, with a request in a room or without one, and confirms any emojis; `None` if
    /// the other side refuses.
    #[track_caller]
    pub fn verify(&self, user: &str, room: Option<&str>) -> Option<Vec<String>> {
        let answer = self.request("verify", json!({"user": user, "room": room}));
        serde_json::from_value(answer).expect("emojis")
    }

    /// Changes the display name.
    pub fn rename(&self, name: &str) {
        self.request("rename", json!({"name": name}));
    }

    /// Sets a field of the profile.
    pub fn set_profile(&self, field: &str, value: &str) {
        self.request("set_profile", json!({"field": field, "value": value}));
    }

    /// Upgrades a room and returns the id of its successor.
    pub fn upgrade(&self, room: &str) -> String {
        let answer = self.request("upgrade", json!({"room": room}));
        answer.as_str().expect("a room id").to_owned()
    }

    /// Makes a room public.
    pub fn open_door(&self, room: &str) {
        self.set_state(
            room,
            "m.room.join_rules",
            "",
            json!({"join_rule": "public"}),
        );
    }

    /// Sends a state event.
    pub fn set_state(&self, room: &str, kind: &str, key: &str, content: Value) {
        let event = json!({"room": room, "type": kind, "key": key, "content": content});
        self.request("set_state", event);
    }

    /// Sets state with a content of these fields, pairs of key and value, in their order.
    pub fn set_state_in_order(&self, room: &str, kind: &str, key: &str, fields: Value) {
        let event = json!({"room": room, "type": kind, "key": key, "fields": fields});
        self.request("set_state_in_order", event);
    }

    /// Redacts an event.
    pub fn redact(&self, room: &str, event: &str) {
        self.request("redact", json!({"room": room, "event": event}));
    }

    /// Sends a state event and returns whether the homeserver accepts it.
    pub fn may_set_state(&self, room: &str, kind: &str, key: &str, content: Value) -> bool {
        let event = json!({"room": room, "type": kind, "key": key, "content": content});
        self.request("may_set_state", event) == Value::Bool(true)
    }

    /// Returns the membership of a user in a room that this client is in.
    pub fn membership(&self, room: &str, user: &str) -> String {
        let answer = self.request("membership", json!({"room": room, "user": user}));
        answer.as_str().expect("a membership").to_owned()
    }

    /// Sets the power level for messages in a room that this user has created; all others have none.
    pub fn set_power(&self, room: &str, to_speak: u32) {
        let content = json!({"users": {}, "events_default": to_speak});
        self.set_state(room, "m.room.power_levels", "", content);
    }

    /// Logs in as another device, which publishes a key under this id besides its own.
    pub fn add_device(&self, key: &str) {
        let name = self.user.trim_start_matches('@').split(':').next();
        let password = password(name.unwrap_or_default());
        self.request("add_device", json!({"password": password, "key": key}));
    }

    /// Publishes a user-signing key that is no text. Synapse 1.163 then fails all key queries of others that name this
    /// user.
    pub fn publish_malformed_key(&self) {
        self.request("publish_malformed_key", json!({}));
    }

    /// Returns the published keys of a user.
    pub fn keys(&self, user: &str) -> Value {
        self.request("keys", json!({"user": user}))
    }

    /// Sends a line to the main timeline and returns its event id.
    pub fn send(&self, room: &str, body: &str) -> String {
        self.send_content(room, json!({"msgtype": "m.text", "body": body}))
    }

    /// Sends a line to a thread and returns its event id.
    pub fn send_in_thread(&self, room: &str, root: &str, body: &str) -> String {
        let relation = json!({
            "rel_type": "m.thread",
            "event_id": root,
            "is_falling_back": true,
            "m.in_reply_to": {"event_id": root},
        });
        self.send_content(
            room,
            json!({"msgtype": "m.text", "body": body, "m.relates_to": relation}),
        )
    }

    /// Sends a message with any content, valid or not, and returns its event id.
    pub fn send_content(&self, room: &str, content: Value) -> String {
        let request = json!({"room": room, "type": "m.room.message", "content": content});
        self.request("send", request)
            .as_str()
            .expect("an event id")
            .to_owned()
    }

    /// Waits for the next unread message of a sender in a room.
    #[track_caller]
    pub fn next_message(&self, room: &str, sender: &str) -> Message {
        let key = (room.to_owned(), sender.to_owned());
        let read = *lock(&self.read).get(&key).unwrap_or(&0);
        let what = format!("message {} of {sender} in {room}", read + 1);
        let found = self.wait(&what, |state| {
            let mut theirs = state
                .messages
                .iter()
                .filter(|m| m.room == room && m.sender == sender);
            theirs.nth(read).cloned()
        });
        lock(&self.read).insert(key, read + 1);
        found
    }

    /// Returns all messages of a sender in a room so far.
    pub fn messages(&self, room: &str, sender: &str) -> Vec<Message> {
        let mut messages = self.timeline(room);
        messages.retain(|message| message.sender == sender);
        messages
    }

    /// Returns all messages in a room so far.
    pub fn timeline(&self, room: &str) -> Vec<Message> {
        let state = lock(&self.inbox.state);
        let here = state.messages.iter().filter(|m| m.room == room);
        here.cloned().collect()
    }

    #[track_caller]
    fn request(&self, action: &str, mut request: Value) -> Value {
        let number = {
            let mut requests = lock(&self.requests);
            requests.count += 1;
            request["id"] = requests.count.into();
            request["do"] = action.into();
            writeln!(requests.pipe, "{request}").expect("the client listens");
            requests.count
        };
        let what = format!("{action} {request}");
        // Twice the usual timeout, for an outage meanwhile.
        match self.wait_up_to(2 * PATIENCE, &what, |state| state.answers.remove(&number)) {
            Ok(answer) => answer,
            Err(why) => panic!("{}: {action} {request} failed: {why}", self.user),
        }
    }

    /// Waits until `find` returns something from the inbox.
    #[track_caller]
    fn wait<T>(&self, what: &str, find: impl FnMut(&mut State) -> Option<T>) -> T {
        self.wait_up_to(PATIENCE, what, find)
    }

    #[track_caller]
    fn wait_up_to<T>(
        &self,
        patience: Duration,
        what: &str,
        mut find: impl FnMut(&mut State) -> Option<T>,
    ) -> T {
        let deadline = Instant::now() + patience;
        let mut state = lock(&self.inbox.state);
        loop {
            if let Some(found) = find(&mut state) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO || state.ended {
                let report = self.report(&state);
                drop(state);
                panic!("{} waited in vain for {what}\n{report}", self.user);
            }
            state = match self.inbox.changed.wait_timeout(state, left) {
                Ok((state, _)) => state,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    fn report(&self, state: &State) -> String {
        let mut report = format!("{} events could not be decrypted; ", state.unreadable);
        report.push_str("the last messages seen:\n");
        for message in &state.messages[state.messages.len().saturating_sub(6)..] {
            let _ = writeln!(report, "--- {message}");
        }
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(20)..].join("\n");
        report + "--- the client's own log ends with:\n" + &last
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Inbox {
    /// Reads the reports of the child process until it ends.
    fn fill(&self, output: ChildStdout) {
        for line in BufReader::new(output).lines() {
            let Ok(Ok(line)) = line.map(|line| serde_json::from_str::<Value>(&line)) else {
                break;
            };
            lock(&self.state).take(line);
            self.changed.notify_all();
        }
        lock(&self.state).ended = true;
        self.changed.notify_all();
    }
}

impl State {
    fn take(&mut self, mut line: Value) {
        if let Some(number) = line["id"].as_u64() {
            let answer = match line.get("failed") {
                Some(why) => Err(why.to_string()),
                None => Ok(line["done"].take()),
            };
            self.answers.insert(number, answer);
        } else if let Some(event) = line.get("seen") {
            let room = line["room"].as_str().unwrap_or_default();
            let encrypted = line["encrypted"] == true;
            self.unreadable += usize::from(line["unreadable"] == true);
            let message = Message::read(room, event, encrypted);
            // After rejoining, a client receives the last messages again.
            let new = |message: &Message| self.messages.iter().all(|m| m.event != message.event);
            let message = message.filter(new);
            self.messages.extend(message);
        } else {
            self.ready = true;
        }
    }
}

/// Locks a mutex and ignores poisoning: a panic elsewhere is reported there, and the data is still valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
