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
