//! A mock homeserver for tests, and the bot's session on it.

mod bot_keys;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use matrix_sdk::{
    HttpError, RumaApiError,
    ruma::{
        RoomId, UserId,
        api::{
            EndpointError,
            error::{Error as ApiError, FromHttpResponseError},
        },
        exports::http,
        room_id,
        serde::Raw,
    },
    test_utils::mocks::{LoginResponseTemplate200, MatrixMockServer},
};
use matrix_sdk_test::{InvitedRoomBuilder, JoinedRoomBuilder, SyncResponseBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use wiremock::{
    Mock, Request, ResponseTemplate,
    matchers::{method, path_regex},
};

pub(in crate::matrix) use bot_keys::BotKeys;

use super::{Inbox, Received, Session, SessionError, failure::Failure};
use crate::{
    config::Config,
    monitoring::metrics::Metrics,
    state_folder::{StateFolder, StateFolderError},
    store::change_database,
};

pub(super) const BOT: &str = "@bot:example.org";
pub(super) const DEVICE: &str = "ICEBOX";
/// The key of an object that the published serde_json reads as JSON in a text, if it is the first one.
pub(super) const RAW_VALUE_KEY: &str = "$serde_json::private::RawValue";
/// The token that the mock server gives to its first client.
pub(super) const TOKEN: &str = "TOKEN_0";

pub(super) fn room() -> &'static RoomId {
    room_id!("!room:example.org")
}

/// A mock homeserver, and a state folder for the bot.
pub(super) struct Mocked {
    pub(super) server: MatrixMockServer,
    /// The lease in the account data; null if there is none.
    pub(super) lease: Arc<Mutex<Value>>,
    parent: TempDir,
}

impl Mocked {
    /// Starts a homeserver that stores keys and returns the members of the room. Everything else has to be
    /// mounted.
    pub(super) async fn new() -> Self {
        let server = MatrixMockServer::new().await;
        server.mock_versions().ok().mount().await;
        let lease = keeps_a_lease(&server).await;
        server.mock_crypto_endpoints_preset().await;
        let members = members().map(|mut member| {
            member["room_id"] = json!(room());
            raw(&member)
        });
        let members = server.mock_get_members().ok(members.into());
        members.mount().await;
        // Only clients from here on have a valid token.
        let _client = server.client_builder_for_crypto_end_to_end(user(BOT), DEVICE.into());
        Self {
            server,
            lease,
            parent: TempDir::new().unwrap(),
        }
    }

    /// Returns the path of a file in the state folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.parent.path().join("state").join(name)
    }

    /// Changes the SDK's database of keys; returns the number of affected rows.
    pub(super) async fn change_keys(&self, sql: &'static str) -> u64 {
        let file = self.path("sdk").join("matrix-sdk-crypto.sqlite3");
        change_database(&file, sql).await
    }

    /// Returns a configuration with this password or access token.
    pub(super) fn config(&self, key: &str, secret: &str) -> Config {
        let homeserver = self.server.uri();
        let variables = [
            ("HOMESERVER", homeserver.as_str()),
            ("USER", BOT),
            (key, secret),
        ];
        let variables =
            variables.map(|(key, value)| (format!("ICEBREAKER_MATRIX_{key}").into(), value.into()));
        // Reads no file: the working directory of the tests has none of the default name.
        Config::load(None, variables).unwrap()
    }

    /// Accepts any password once, and creates a device.
    pub(super) async fn takes_a_login(&self) {
        let login = LoginResponseTemplate200::new(TOKEN, DEVICE, user(BOT));
        let login = self.server.mock_login().ok_with(login);
        login.mock_once().mount().await;
    }

    /// Takes the state folder. A program that another test starts holds a copy of a released lock for a moment.
    async fn take_folder(&self) -> StateFolder {
        loop {
            match StateFolder::take(&self.path("")) {
                Err(StateFolderError::InUse(_)) => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                taken => return taken.unwrap(),
            }
        }
    }

    /// Connects a session as after a start of the program; syncing goes on after the token.
    pub(super) async fn connect(
        &self,
        config: &Config,
        token: Option<&str>,
    ) -> Result<Session, SessionError> {
        let folder = in_time(self.take_folder()).await;
        let session = Session::connect(config, &folder, token, Metrics::default());
        in_time(session).await
    }

    /// Returns the inbox of a first session, as if it went on after a token.
    pub(super) async fn inbox(&self) -> Inbox {
        self.takes_a_login().await;
        let session = self.connect(&self.config("PASSWORD", "secret"), None).await;
        session.unwrap().inbox(Some("s0".into()), Vec::new())
    }

    /// Returns the arrivals of this sync response.
    pub(super) async fn receives(
        &self,
        inbox: &mut Inbox,
        response: impl FnOnce(&mut SyncResponseBuilder),
    ) -> Received {
        let sync = self.server.mock_sync().ok(response);
        let _mounted = sync.expect(1).mount_as_scoped().await;
        in_time(inbox.next()).await.unwrap()
    }

    /// Has Alice invite the bot, with this state of the room; returns the arrivals.
    pub(super) async fn receives_invitation(&self, inbox: &mut Inbox, shown: &[Value]) -> Received {
        let invite = json!({ "membership": "invite" });
        let invite = state("@alice:example.org", "m.room.member", BOT, invite);
        let response = |sync: &mut SyncResponseBuilder| {
            let mut invited = InvitedRoomBuilder::new(room());
            for event in shown.iter().chain([&invite]) {
                invited = invited.add_state_event(raw(event));
            }
            sync.add_invited_room(invited);
        };
        self.receives(inbox, response).await
    }

    /// Returns the query parameter `part` of each request whose path ends with `path`.
    pub(super) async fn asked(&self, path: &str, part: &str) -> Vec<Option<String>> {
        let requests = self.server.received_requests().await.unwrap();
        let asked = requests
            .iter()
            .filter(|request| request.url.path().ends_with(path));
        asked
            .map(|request| {
                let mut parts = request.url.query_pairs();
                let found = parts.find(|(key, _)| key == part);
                found.map(|(_, value)| value.into_owned())
            })
            .collect()
    }
}

/// Mounts the lease of the account, which has the bot's device and one called `OTHERBOX`.
async fn keeps_a_lease(server: &MatrixMockServer) -> Arc<Mutex<Value>> {
    let lease = Arc::new(Mutex::new(Value::Null));
    let kept = Arc::clone(&lease);
    let answer = move |request: &Request| {
        let mut kept = kept.lock().unwrap();
        if request.method.as_str() == "PUT" {
            *kept = request.body_json().unwrap();
            return ResponseTemplate::new(200).set_body_json(json!({}));
        }
        if kept.is_null() {
            refusal(404, "M_NOT_FOUND")
        } else {
            ResponseTemplate::new(200).set_body_json(&*kept)
        }
    };
    let event = Mock::given(path_regex("/account_data/icebreaker.lease$"));
    event.respond_with(answer).mount(server.server()).await;
    let devices = [DEVICE, "OTHERBOX"].map(|device| json!({ "device_id": device }));
    let devices = ResponseTemplate::new(200).set_body_json(json!({ "devices": devices }));
    let list = Mock::given(method("GET")).and(path_regex("/v3/devices$"));
    list.respond_with(devices).mount(server.server()).await;
    lease
}

/// Limits a test to 20 s, as the bot waits out outages for ever.
pub(super) async fn in_time<T>(work: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(Duration::from_secs(20), work).await;
    done.expect("this takes too long")
}

/// Builds an error answer.
pub(super) fn refusal(status: u16, code: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "errcode": code, "error": "sorry" }))
}

/// Builds the answer of a homeserver that asks for a delay.
pub(super) fn rate_limit(delay: Duration) -> ResponseTemplate {
    let delay = u64::try_from(delay.as_millis()).unwrap();
    let limit = json!({ "errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": delay });
    ResponseTemplate::new(429).set_body_json(limit)
}

/// Returns the failure of a request that has this answer.
pub(super) fn answered(status: u16, body: &str) -> Failure {
    let answer = http::Response::builder()
        .status(status)
        .body(body.as_bytes());
    let answer = ApiError::from_http_response(answer.unwrap());
    let error = RumaApiError::MatrixError(answer);
    let error = HttpError::Api(Box::new(FromHttpResponseError::Server(error)));
    Failure::from(matrix_sdk::Error::from(error))
}

pub(super) fn user(id: &str) -> &UserId {
    id.try_into().unwrap()
}

/// Converts an event of any kind to raw JSON.
pub(super) fn raw<T>(event: &Value) -> Raw<T> {
    Raw::new(event).unwrap().cast_unchecked()
}

/// Builds a state event.
pub(super) fn state(sender: &str, kind: &str, key: &str, content: Value) -> Value {
    json!({
        "type": kind,
        "state_key": key,
        "sender": sender,
        "event_id": format!("${kind}/{key}"),
        "origin_server_ts": 1,
        "content": content,
    })
}

/// Builds the membership of a joined user.
pub(super) fn member(id: &str, name: &str) -> Value {
    let content = json!({ "membership": "join", "displayname": name });
    state(id, "m.room.member", id, content)
}

/// Builds a text message, with this content besides the text.
pub(super) fn written(event: &str, sender: &str, body: &str, more: Value) -> Value {
    let mut content = json!({ "msgtype": "m.text", "body": body });
    for (key, value) in more.as_object().unwrap() {
        content[key] = value.clone();
    }
    json!({
        "type": "m.room.message",
        "sender": sender,
        "event_id": event,
        "origin_server_ts": 2,
        "content": content,
    })
}

/// Builds a room of Alice, Bob and the bot, which joined long ago.
pub(super) fn joined() -> JoinedRoomBuilder {
    joined_and_made(json!({ "room_version": "11" }))
}

/// The same for a room with this content of its first event.
pub(super) fn joined_and_made(made: Value) -> JoinedRoomBuilder {
    JoinedRoomBuilder::new(room()).add_state_bulk(
        [
            state("@alice:example.org", "m.room.create", "", made),
            state(
                "@alice:example.org",
                "m.room.join_rules",
                "",
                json!({ "join_rule": "public" }),
            ),
        ]
        .iter()
        .chain(&members())
        .map(raw),
    )
}

/// The memberships of Alice, Bob and the bot.
pub(super) fn members() -> [Value; 3] {
    [
        member("@alice:example.org", "Alice"),
        member("@bob:example.org", "Bob"),
        member(BOT, "Icebreaker"),
    ]
}
