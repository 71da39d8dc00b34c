//! Users at whom the homeserver fails, such as those with malformed cross-signing keys.

use super::*;

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
