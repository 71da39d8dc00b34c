mod crowds;
mod failing_users;
mod hostile;

use std::collections::BTreeSet;

use lobby::{Appearance, Block, Message};
use matrix_sdk::{
    encryption::vodozemac::{
        Curve25519PublicKey,
        olm::{Account, PreKeyMessage, SessionConfig},
    },
    ruma::CanonicalJsonValue,
};
use matrix_sdk_test::JoinedRoomBuilder;
use serde_json::{Value, json};
use wiremock::{
    Mock, Request, ResponseTemplate,
    matchers::{body_string_contains, method, path_regex},
};

use super::*;
use crate::matrix::{
    Session,
    mocked::{BOT, Mocked, in_time, member, raw, refusal, room, state, user},
};
use crate::outbox::SendError;

const ALICE: &str = "@alice:example.org";
const MEMBERS: [&str; 3] = [
    "@bob:good.example",
    "@carol:fine.example",
    "@eve:evil.example",
];

/// Joins the bot to an encrypted room with members of other servers, each with a device.
async fn enters(mocked: &Mocked) -> Session {
    enters_with(mocked, &[]).await
}

/// Joins the bot to such a room with more members, without devices.
async fn enters_with(mocked: &Mocked, more: &[String]) -> Session {
    let members = MEMBERS.into_iter().chain(more.iter().map(Deref::deref));
    let members: Vec<Value> = members
        .map(|id| {
            let mut member = member(id, "M");
            member["room_id"] = json!(room());
            member
        })
        .collect();
    let list = ResponseTemplate::new(200).set_body_json(json!({ "chunk": members }));
    let asked = Mock::given(method("GET")).and(path_regex("/members$"));
    asked
        .respond_with(list)
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
    for id in MEMBERS {
        uploads_device(mocked, id).await;
    }
    mocked.takes_a_login().await;
    let session = mocked
        .connect(&mocked.config("PASSWORD", "secret"), None)
        .await;
    let session = session.unwrap();
    joins(mocked, &session, room()).await;
    session
}

/// Joins the bot to an encrypted room.
async fn joins(mocked: &Mocked, session: &Session, room: &RoomId) {
    let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
    let algorithm = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
    let founded = [
        state(ALICE, "m.room.create", "", json!({ "room_version": "11" })),
        state(ALICE, "m.room.encryption", "", algorithm),
        member(BOT, "Icebreaker"),
    ];
    mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(
                JoinedRoomBuilder::new(room).add_state_bulk(founded.iter().map(raw)),
            );
        })
        .await;
}

/// Has a user upload the keys of a device.
async fn uploads_device(mocked: &Mocked, id: &str) {
    let device = "BOX".into();
    let client = mocked
        .server
        .client_builder_for_crypto_end_to_end(user(id), device);
    let client = client.build().await;
    mocked.server.mock_sync().ok_and_run(&client, |_| {}).await;
}

/// Has the homeserver fail requests to this path that name this text.
async fn fails(mocked: &Mocked, path: &str, text: &str) {
    Mock::given(path_regex(path))
        .and(body_string_contains(text))
        .respond_with(refusal(500, "M_UNKNOWN"))
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
}

/// Has the bot say something; returns the id of the event.
async fn tries_to_say(mocked: &Mocked, session: &Session) -> Result<String, SendError> {
    tries_to_say_in(mocked, session, room()).await
}

/// Has the bot say something in a room; returns the id of the event.
async fn tries_to_say_in(
    mocked: &Mocked,
    session: &Session,
    room: &RoomId,
) -> Result<String, SendError> {
    let sent = Mock::given(path_regex("/send/m.room.encrypted/"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({ "event_id": "$sent" })));
    let _sent = sent.mount_as_scoped(mocked.server.server()).await;
    let to_devices = Mock::given(path_regex("/sendToDevice/m.room.encrypted/"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})));
    let _to_devices = to_devices.mount_as_scoped(mocked.server.server()).await;
    let others = Mock::given(path_regex("/sendToDevice/"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})));
    let _others = others.mount_as_scoped(mocked.server.server()).await;
    let message = Message {
        room: room.to_string(),
        thread: None,
        reply_to: None,
        asked_by: None,
        mentions: Vec::new(),
        blocks: vec![Block::Text("hello".into())],
        table: None,
        starts_clock: None,
        asks: None,
        private_to: None,
        appearance: Appearance::default(),
    };
    in_time(session.send_message(&message, None, "t1")).await
}

/// Has the bot say something; returns the users whose devices got the room key.
async fn says(mocked: &Mocked, session: &Session) -> BTreeSet<String> {
    says_in(mocked, session, room()).await
}

/// Has the bot say something in a room; returns the users whose devices got a room key so far.
async fn says_in(mocked: &Mocked, session: &Session, room: &RoomId) -> BTreeSet<String> {
    let said = tries_to_say_in(mocked, session, room).await;
    assert_eq!(said.unwrap(), "$sent");
    bodies(mocked, "/sendToDevice/m.room.encrypted/")
        .await
        .iter()
        .flat_map(|body| {
            body["messages"]
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the bodies of the bot's requests to a path.
async fn bodies(mocked: &Mocked, path: &str) -> Vec<Value> {
    let requests = mocked.server.received_requests().await.unwrap();
    let requests = requests
        .iter()
        .filter(|request| request.url.path().contains(path));
    requests
        .map(|request| request.body_json().unwrap())
        .collect()
}

/// Has the homeserver answer requests to this path that name this text after a minute.
async fn is_slow(mocked: &Mocked, path: &str, text: &str) {
    let answer = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    Mock::given(path_regex(path))
        .and(body_string_contains(text))
        .respond_with(answer)
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
}

/// Returns the users that each request to a path names.
async fn asked(mocked: &Mocked, path: &str, field: &str) -> Vec<Vec<String>> {
    let bodies = bodies(mocked, path).await;
    let users = bodies.iter().map(|body| body[field].as_object().unwrap());
    let mut asked: Vec<Vec<String>> = users.map(|users| users.keys().cloned().collect()).collect();
    asked.sort();
    asked
}

fn good_members() -> BTreeSet<String> {
    MEMBERS[..2].iter().map(|&id| id.to_owned()).collect()
}

#[tokio::test]
async fn each_server_has_its_own_key_request() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    let reached = says(&mocked, &session).await;
    assert_eq!(reached, MEMBERS.iter().map(|&id| id.to_owned()).collect());
    let each: Vec<Vec<String>> = MEMBERS.iter().map(|&id| vec![id.to_owned()]).collect();
    assert_eq!(asked(&mocked, "/keys/claim", "one_time_keys").await, each);
    // The members' own clients query themselves, too.
    let queries = asked(&mocked, "/keys/query", "device_keys").await;
    assert!(queries.iter().all(|users| users.len() == 1), "{queries:?}");
}

#[tokio::test]
async fn a_failing_claim_affects_one_server() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    fails(&mocked, "/keys/claim$", "evil.example").await;
    assert_eq!(says(&mocked, &session).await, good_members());
}

#[tokio::test]
async fn a_failing_query_affects_one_server() {
    let mocked = Mocked::new().await;
    fails(&mocked, "/keys/query$", "evil.example").await;
    let session = enters(&mocked).await;
    assert_eq!(says(&mocked, &session).await, good_members());
}

/// Servers that hang hold all places of the first room.
#[tokio::test]
async fn a_room_waits_for_no_requests_of_others() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    let other = RoomId::parse("!other:example.org").unwrap();
    joins(&mocked, &session, &other).await;
    let queue = session.remote_keys.queue(room());
    let _places = queue.permits.acquire_many(3).await.unwrap();
    assert!(says(&mocked, &session).await.is_empty());
    let begun = Instant::now();
    let reached = says_in(&mocked, &session, &other).await;
    assert_eq!(reached, MEMBERS.iter().map(|&id| id.to_owned()).collect());
    assert!(begun.elapsed() < MAX_WAIT);
}

#[tokio::test]
async fn all_users_of_a_large_server_are_queried() {
    let mocked = Mocked::new().await;
    let crowd: Vec<String> = (0..600)
        .map(|number| format!("@user{number}:crowd.example"))
        .collect();
    let answer = |request: &Request| {
        let mut body: Value = request.body_json().unwrap();
        let users = body["device_keys"].as_object_mut().unwrap();
        users.values_mut().for_each(|devices| *devices = json!({}));
        ResponseTemplate::new(200).set_body_json(body)
    };
    Mock::given(path_regex("/keys/query$"))
        .and(body_string_contains("crowd.example"))
        .respond_with(answer)
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
    let session = enters_with(&mocked, &crowd).await;
    says(&mocked, &session).await;
    let queries = asked(&mocked, "/keys/query", "device_keys").await;
    let queried = queries.into_iter().flatten();
    let queried: BTreeSet<String> = queried.filter(|id| id.ends_with("crowd.example")).collect();
    assert_eq!(queried, crowd.into_iter().collect());
}

#[tokio::test]
async fn a_slow_claim_is_waited_for_once() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    is_slow(&mocked, "/keys/claim$", "evil.example").await;
    assert_eq!(says(&mocked, &session).await, good_members());
    says(&mocked, &session).await;
    let claims = asked(&mocked, "/keys/claim", "one_time_keys").await;
    assert_eq!(claims.len(), MEMBERS.len());
}

#[tokio::test]
async fn a_slow_query_holds_up_no_sync() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    is_slow(&mocked, "/keys/query$", "evil.example").await;
    assert_eq!(says(&mocked, &session).await, good_members());
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    mocked.receives(&mut inbox, |_| {}).await;
}

/// A device of a user, with one one-time key.
struct Phone {
    id: String,
    account: Account,
    device_keys: Value,
    one_time_key: Value,
}

impl Phone {
    /// Makes a phone with new keys, which the homeserver returns.
    async fn uploaded(mocked: &Mocked, owner: &str) -> Self {
        let account = Account::new();
        let curve = account.curve25519_key();
        let phone = Self::new(owner, account, curve);
        phone.upload(mocked, owner, Duration::ZERO).await;
        phone
    }

    /// Makes a device that names this Curve25519 key as its own.
    fn new(owner: &str, account: Account, curve: Curve25519PublicKey) -> Self {
        Self::with_field((owner, "PHONE"), account, curve, "null")
    }

    /// Makes a device with one more field, of this JSON, in its signed keys. In the keys themselves, it is null.
    fn with_field(
        (owner, id): (&str, &str),
        mut account: Account,
        curve: Curve25519PublicKey,
        field: &str,
    ) -> Self {
        account.generate_one_time_keys(1);
        let (key_id, key) = account.one_time_keys().into_iter().next().unwrap();
        let signed = |mut object: Value| {
            let canonical = CanonicalJsonValue::try_from(object.clone()).unwrap();
            let signed = canonical.to_string();
            let signed =
                signed.replace("\"org.example\":null", &format!("\"org.example\":{field}"));
            let signature = account.sign(signed).to_base64();
            object["signatures"] = json!({ owner: { format!("ed25519:{id}"): signature } });
            object
        };
        let device_keys = signed(json!({
            "user_id": owner,
            "device_id": id,
            "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
            "keys": {
                format!("curve25519:{id}"): curve.to_base64(),
                format!("ed25519:{id}"): account.ed25519_key().to_base64(),
            },
            "org.example": null,
        }));
        let key = signed(json!({ "key": key.to_base64() }));
        let one_time_key = json!({ format!("signed_curve25519:{}", key_id.to_base64()): key });
        Self {
            id: id.to_owned(),
            account,
            device_keys,
            one_time_key,
        }
    }

    /// Has the homeserver return these keys after a while.
    async fn upload(&self, mocked: &Mocked, owner: &str, delay: Duration) {
        let answers = [
            ("/keys/query$", "device_keys", &self.device_keys),
            ("/keys/claim$", "one_time_keys", &self.one_time_key),
        ];
        for (path, field, keys) in answers {
            let answer = json!({ field: { owner: { &self.id: keys } }, "failures": {} });
            Mock::given(path_regex(path))
                .and(body_string_contains(owner))
                .respond_with(
                    ResponseTemplate::new(200)
                        .set_body_json(answer)
                        .set_delay(delay),
                )
                .with_priority(1)
                .mount(mocked.server.server())
                .await;
        }
    }
}

/// Returns the Olm message of the bot to a phone, with the bot's Curve25519 key.
fn olm_message(sent: &[Value], owner: &str) -> (Curve25519PublicKey, PreKeyMessage) {
    let content = sent.iter().map(|body| &body["messages"][owner]["PHONE"]);
    let content = content.into_iter().find(|content| content.is_object());
    let content = content.expect("a message to the phone");
    let bot = content["sender_key"].as_str().unwrap();
    let mut ciphertexts = content["ciphertext"].as_object().unwrap().values();
    let body = ciphertexts.next().unwrap()["body"].as_str().unwrap();
    let message = PreKeyMessage::from_base64(body).unwrap();
    (Curve25519PublicKey::from_base64(bot).unwrap(), message)
}

#[tokio::test]
async fn a_copied_device_key_takes_no_room_key() {
    let [owner, _, copier] = MEMBERS;
    let mocked = Mocked::new().await;
    let account = Account::new();
    let curve = account.curve25519_key();
    let mut phone = Phone::new(owner, account, curve);
    phone.upload(&mocked, owner, Duration::ZERO).await;
    let copy = Phone::new(copier, Account::new(), curve);
    // The session with the copy is the newer one.
    let later = Duration::from_millis(500);
    copy.upload(&mocked, copier, later).await;
    let session = enters(&mocked).await;
    says(&mocked, &session).await;
    let sent = bodies(&mocked, "/sendToDevice/m.room.encrypted/").await;
    let (bot, message) = olm_message(&sent, owner);
    let read = phone
        .account
        .create_inbound_session(SessionConfig::version_1(), bot, &message);
    assert!(read.is_ok(), "{read:?}");
}
