//! Users at whom the homeserver fails, such as those with malformed cross-signing keys.

use super::{
    crowds::{SERVER, new_devices, upload},
    *,
};

const MALLORY: &str = "@mallory:example.org";
/// Comes after Mallory in queries.
const ZOE: &str = "@zoe:example.org";

/// Returns all members of other servers, and Zoe.
fn all_members() -> BTreeSet<String> {
    let members = MEMBERS.into_iter().chain([ZOE]);
    members.map(str::to_owned).collect()
}

/// Returns the number of queries that name a user.
async fn queries_of(mocked: &Mocked, id: &str) -> usize {
    let queries = asked(mocked, "/keys/query", "device_keys").await;
    let queries = queries.iter().flatten().filter(|&user| user == id);
    queries.count()
}

#[tokio::test]
async fn a_failing_local_user_silences_nobody() {
    let mocked = Mocked::new().await;
    fails(&mocked, "/keys/query$", MALLORY).await;
    uploads_device(&mocked, ZOE).await;
    let members = [MALLORY, ZOE].map(str::to_owned);
    let session = enters_with(&mocked, &members).await;
    let begun = Instant::now();
    assert_eq!(says(&mocked, &session).await, all_members());
    let queries = queries_of(&mocked, MALLORY).await;
    assert!(queries > 0);
    // She is left out for a while.
    says(&mocked, &session).await;
    assert_eq!(queries_of(&mocked, MALLORY).await, queries);
    assert!(begun.elapsed() < MAX_WAIT);
}

#[tokio::test]
async fn many_failing_local_users_hide_nobody() {
    let mocked = Mocked::new().await;
    fails(&mocked, "/keys/query$", "@mallory").await;
    uploads_device(&mocked, ZOE).await;
    let mut members: Vec<String> = (0..40)
        .map(|number| format!("@mallory{number}:example.org"))
        .collect();
    members.push(ZOE.to_owned());
    let session = enters_with(&mocked, &members).await;
    assert_eq!(says(&mocked, &session).await, all_members());
}

#[tokio::test]
async fn a_failing_user_affects_nobody_of_their_server() {
    let mocked = Mocked::new().await;
    fails(&mocked, "/keys/query$", "@mallory:good.example").await;
    let members = ["@mallory:good.example".to_owned()];
    let session = enters_with(&mocked, &members).await;
    let reached = says(&mocked, &session).await;
    assert_eq!(reached, MEMBERS.iter().map(|&id| id.to_owned()).collect());
}

#[tokio::test]
async fn many_failing_users_make_their_server_wait() {
    let mocked = Mocked::new().await;
    fails(&mocked, "/keys/query$", "@mallory").await;
    let members: Vec<String> = (0..60)
        .map(|number| format!("@mallory{number}:evil.example"))
        .collect();
    let session = enters_with(&mocked, &members).await;
    assert!(says(&mocked, &session).await.is_superset(&good_members()));
    let queries = asked(&mocked, "/keys/query", "device_keys").await.len();
    assert!(queries < 80, "{queries}");
    says(&mocked, &session).await;
    assert_eq!(
        asked(&mocked, "/keys/query", "device_keys").await.len(),
        queries
    );
}

/// Synapse leaves out users whose ids it finds invalid.
#[tokio::test]
async fn local_users_left_out_are_queried_once() {
    let mocked = Mocked::new().await;
    let session = enters_with(&mocked, &[MALLORY.to_owned()]).await;
    for _ in 0..2 {
        says(&mocked, &session).await;
        assert_eq!(queries_of(&mocked, MALLORY).await, 1);
    }
}

/// The path and the field of a kind of requests.
type Path = (&'static str, &'static str);

const QUERIES: Path = ("/keys/query", "device_keys");
const CLAIMS: Path = ("/keys/claim", "one_time_keys");

/// Returns ids of users of a server.
fn crowd(name: &str, count: usize) -> Vec<String> {
    (0..count)
        .map(|number| format!("@{name}{number}:{SERVER}"))
        .collect()
}

/// Joins the bot to the room with these users. The homeserver can't read the answers of their server with keys of users
/// named Mallory.
async fn enters_with_mallory(mocked: &Mocked, (path, field): Path, members: &[String]) -> Session {
    let mut keys = members.to_vec();
    keys.extend(crowd("user", 1));
    upload(mocked, new_devices(&keys, "PHONE"), 2).await;
    let answer = json!({ field: {}, "failures": { SERVER: {} } });
    Mock::given(path_regex(path))
        .and(body_string_contains("@mallory"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
    enters_with(mocked, members).await
}

/// Returns the number of requests that name users of the server.
async fn requests_to_server(mocked: &Mocked, (path, field): Path) -> usize {
    let asked = asked(mocked, path, field).await;
    let named = asked.iter().map(|users| users.concat());
    named.filter(|users| users.contains(SERVER)).count()
}

async fn a_user_hides_nobody(path: Path) {
    let mocked = Mocked::new().await;
    let good = crowd("user", 5);
    let members = [good.clone(), crowd("mallory", 1)].concat();
    let session = enters_with_mallory(&mocked, path, &members).await;
    let reached = says(&mocked, &session).await;
    assert!(good.iter().all(|user| reached.contains(user)));
    // She is left out for a while.
    let requests = requests_to_server(&mocked, path).await;
    says(&mocked, &session).await;
    assert_eq!(requests_to_server(&mocked, path).await, requests);
}

/// Some of them are asked for alone, before others come.
async fn few_users_leave_their_server_to_others(path: Path) {
    let mocked = Mocked::new().await;
    let session = enters_with_mallory(&mocked, path, &crowd("mallory", 3)).await;
    says(&mocked, &session).await;
    let user = &crowd("user", 1)[0];
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let came = mocked.receives(&mut inbox, |sync| {
        let event = raw(&member(user, "M"));
        sync.add_joined_room(JoinedRoomBuilder::new(room()).add_timeline_event(event));
    });
    came.await;
    assert!(says(&mocked, &session).await.contains(user));
}

async fn a_server_that_is_down_is_rarely_asked(path: Path, count: usize) {
    let mocked = Mocked::new().await;
    let session = enters_with_mallory(&mocked, path, &crowd("mallory", count)).await;
    assert!(says(&mocked, &session).await.is_superset(&good_members()));
    let requests = requests_to_server(&mocked, path).await;
    assert!((2..=20).contains(&requests), "{requests}");
    says(&mocked, &session).await;
    assert_eq!(requests_to_server(&mocked, path).await, requests);
}

#[tokio::test]
async fn a_user_without_answers_hides_nobody() {
    a_user_hides_nobody(QUERIES).await;
}

#[tokio::test]
async fn users_without_answers_leave_their_server_to_others() {
    few_users_leave_their_server_to_others(QUERIES).await;
}

#[tokio::test]
async fn a_server_that_is_down_gets_few_queries() {
    a_server_that_is_down_is_rarely_asked(QUERIES, 100).await;
}

#[tokio::test]
async fn a_user_without_one_time_keys_hides_nobody() {
    a_user_hides_nobody(CLAIMS).await;
}

#[tokio::test]
async fn users_whose_claims_fail_leave_others_theirs() {
    few_users_leave_their_server_to_others(CLAIMS).await;
}

#[tokio::test]
async fn a_server_that_is_down_gets_few_claims() {
    a_server_that_is_down_is_rarely_asked(CLAIMS, 30).await;
}

/// Has the homeserver answer requests with keys of users named Mallory late, without any keys of their server.
async fn is_late_with_mallory(mocked: &Mocked, (path, field): Path) {
    let answer = json!({ field: {}, "failures": { SERVER: {} } });
    Mock::given(path_regex(path))
        .and(body_string_contains("@mallory"))
        .respond_with(
            ResponseTemplate::new(200)
                .set_body_json(answer)
                .set_delay(MAX_WAIT + Duration::from_secs(1)),
        )
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
}

/// Joins the bot to the room with these users, where those named Mallory make requests for keys late. It knows no users
/// of the server yet.
async fn enters_with_late_mallory(mocked: &Mocked, path: Path, members: &[String]) -> Session {
    let keys = [crowd("mallory", 3), crowd("user", 3)].concat();
    upload(mocked, new_devices(&keys, "PHONE"), 2).await;
    is_late_with_mallory(mocked, path).await;
    enters_with(mocked, members).await
}

/// Has more users join the room.
async fn join(mocked: &Mocked, session: &Session, users: &[String]) {
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let came = mocked.receives(&mut inbox, |sync| {
        let events = users.iter().map(|user| raw(&member(user, "M")));
        sync.add_joined_room(JoinedRoomBuilder::new(room()).add_timeline_bulk(events));
    });
    came.await;
}

/// Has the bot say something, and waits until it has no request in flight.
async fn says_and_waits(mocked: &Mocked, session: &Session) -> BTreeSet<String> {
    let reached = says(mocked, session).await;
    let mut requests = session.remote_keys.requests.subscribe();
    let answered = requests.wait_for(|requests| requests.in_flight.is_empty());
    in_time(answered).await.unwrap();
    reached
}

/// Returns the users that each request to the server names.
async fn named_users(mocked: &Mocked, (path, field): Path) -> Vec<Vec<String>> {
    let mut asked = asked(mocked, path, field).await;
    asked.retain(|users| users.concat().contains(SERVER));
    asked
}

/// The server has answered for another user before.
async fn a_late_user_leaves_their_server_to_others(path: Path) {
    let mocked = Mocked::new().await;
    let good = crowd("user", 3);
    let mallory = crowd("mallory", 1);
    let session = enters_with_late_mallory(&mocked, path, &good[..1]).await;
    assert!(says_and_waits(&mocked, &session).await.contains(&good[0]));
    let together = [&mallory[..], &good[1..2]].concat();
    join(&mocked, &session, &together).await;
    says_and_waits(&mocked, &session).await;
    assert!(named_users(&mocked, path).await.contains(&together));
    // Both are left out, and others are not.
    join(&mocked, &session, &good[2..]).await;
    assert!(says_and_waits(&mocked, &session).await.contains(&good[2]));
    // The first retry can be Mallory's.
    session.remote_keys.requests.send_modify(|requests| {
        requests.failing_users.expire();
    });
    says_and_waits(&mocked, &session).await;
    let reached = says_and_waits(&mocked, &session).await;
    assert!(good.iter().all(|user| reached.contains(user)));
    let named = named_users(&mocked, path).await;
    for alone in [mallory, good[1..2].to_vec()] {
        assert_eq!(named.iter().filter(|&users| *users == alone).count(), 1);
    }
}

/// Those who come next are left out with their server.
async fn a_late_server_is_left_out(path: Path) {
    let mocked = Mocked::new().await;
    let session = enters_with_late_mallory(&mocked, path, &crowd("mallory", 2)).await;
    says_and_waits(&mocked, &session).await;
    let requests = requests_to_server(&mocked, path).await;
    assert_eq!(requests, 1);
    join(&mocked, &session, &crowd("user", 1)).await;
    says_and_waits(&mocked, &session).await;
    assert_eq!(requests_to_server(&mocked, path).await, requests);
}

#[tokio::test]
async fn a_late_query_affects_only_its_users() {
    a_late_user_leaves_their_server_to_others(QUERIES).await;
}

#[tokio::test]
async fn a_late_claim_affects_only_its_users() {
    a_late_user_leaves_their_server_to_others(CLAIMS).await;
}

#[tokio::test]
async fn a_server_with_late_queries_is_left_out() {
    a_late_server_is_left_out(QUERIES).await;
}

#[tokio::test]
async fn a_server_with_late_claims_is_left_out() {
    a_late_server_is_left_out(CLAIMS).await;
}

/// Of 200,000 values.
#[tokio::test]
async fn an_oversized_answer_affects_one_user() {
    let values = format!(r#"{{"device_keys":[{}0]}}"#, "0,".repeat(200_000));
    for path in [QUERIES, CLAIMS] {
        let mocked = Mocked::new().await;
        let good = crowd("user", 1);
        let members = [&good[..], &crowd("mallory", 1)].concat();
        upload(&mocked, new_devices(&members, "PHONE"), 2).await;
        Mock::given(path_regex(path.0))
            .and(body_string_contains("@mallory"))
            .respond_with(ResponseTemplate::new(200).set_body_string(&values))
            .with_priority(1)
            .mount(mocked.server.server())
            .await;
        let session = enters_with(&mocked, &members).await;
        assert!(says_and_waits(&mocked, &session).await.contains(&good[0]));
    }
}

/// As if it went down after it had answered.
#[tokio::test]
async fn late_requests_in_a_row_back_off() {
    let mocked = Mocked::new().await;
    let mallory = crowd("mallory", 3);
    let good = crowd("user", 1);
    let session = enters_with_late_mallory(&mocked, CLAIMS, &good).await;
    says_and_waits(&mocked, &session).await;
    for user in &mallory {
        join(&mocked, &session, std::slice::from_ref(user)).await;
        says_and_waits(&mocked, &session).await;
    }
    let named = named_users(&mocked, CLAIMS).await;
    let expected = [&mallory[..1], &mallory[1..2], &good[..]];
    assert_eq!(named, expected);
}

#[tokio::test]
async fn one_room_fills_no_queue() {
    let mocked = Mocked::new().await;
    is_slow(&mocked, "/keys/query$", "made-up").await;
    let members: Vec<String> = (0..150)
        .map(|number| format!("@user:made-up{number}.example"))
        .collect();
    let session = enters_with(&mocked, &members).await;
    for _ in 0..4 {
        says(&mocked, &session).await;
    }
    let count = session.remote_keys.requests.borrow().in_flight.len();
    assert!((30..=MAX_QUEUED_PER_ROOM).contains(&count), "{count}");
}
