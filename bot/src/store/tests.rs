use tables::{
    Block, Errand, Look, Members,
    saved::{Challenge, Occasion, Side},
};
use tempfile::TempDir;

use super::*;

pub(super) fn message(room: &str, text: &str) -> Message {
    Message {
        room: room.into(),
        thread: None,
        reply_to: Some("$event".into()),
        mentions: vec!["@alice:x".into()],
        blocks: vec![Block::Text(text.into()), Block::Board("a1".into())],
        table: None,
        look: Look::default(),
    }
}

pub(super) fn saved(id: u32, stage: SavedStage) -> Saved {
    Saved {
        id,
        room: "!room".into(),
        thread: Some("$root".into()),
        occasion: Occasion::Free,
        stage,
    }
}

pub(super) fn challenge(game: &str) -> SavedStage {
    let from = tables::Person {
        id: "@alice:x".into(),
        name: "Alice".into(),
    };
    SavedStage::Challenge(Challenge {
        from,
        to: None,
        game: game.into(),
        side: Side::Random,
        options: "-".into(),
        asked: None,
    })
}

pub(super) fn errand(event: &str) -> Errand {
    let sender = tables::Person {
        id: "@alice:x".into(),
        name: "Alice".into(),
    };
    let line = tables::Line {
        room: "!room".into(),
        direct: false,
        event: event.into(),
        thread: None,
        sender,
        may_change_room: true,
        people: Members::default(),
        body: "!run".into(),
        seed: [7; 32],
    };
    let wish = tables::command::Run::default();
    Errand::OpenDirect(tables::errand::RunElsewhere {
        line,
        wish,
        runs_in: Vec::new(),
    })
}

fn seen(event: &str) -> SeenEvent {
    SeenEvent {
        event: event.into(),
        room: "!room".into(),
        sealed: None,
    }
}

pub(super) fn batch(token: &str, events: &[&str], effects: Vec<Effect>) -> Batch {
    Batch {
        token: Some(token.into()),
        seen: events.iter().map(|event| seen(event)).collect(),
        effects,
        ..Batch::default()
    }
}

#[tokio::test]
async fn a_new_database_is_empty() {
    let folder = TempDir::new().unwrap();
    let snapshot = Store::open(folder.path())
        .await
        .unwrap()
        .load()
        .await
        .unwrap();
    assert_eq!(snapshot.token, None);
    assert_eq!(snapshot.tables, StoredTables::default());
    assert!(snapshot.waiting == Due::default() && snapshot.undecrypted.is_empty());
}

/// The store is dropped without being closed, as by a kill.
#[tokio::test]
async fn all_of_a_batch_survives_a_kill() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = vec![
        Effect::Save(saved(1, challenge("gipf"))),
        Effect::Say(message("!room", "one")),
        Effect::Save(saved(1, challenge("zertz"))),
        Effect::Say(message("!room", "two")),
    ];
    let outgoing = store
        .commit(batch("s1", &["$a", "$b"], effects))
        .await
        .unwrap()
        .messages;
    assert_ne!(outgoing[0].transaction, outgoing[1].transaction);
    drop(store);

    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s1"));
    assert_eq!(snapshot.tables.saved, [saved(1, challenge("zertz"))]);
    assert_eq!(
        snapshot.waiting.messages, outgoing,
        "same order, same transaction ids"
    );
    assert!(store.is_seen("$a").await.unwrap() && !store.is_seen("$c").await.unwrap());
}

/// Whatever fails in a batch, nothing of it stays: here the event has been seen before.
#[tokio::test]
async fn nothing_of_a_failed_batch_stays() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.commit(batch("s1", &["$a"], vec![])).await.unwrap();
    let effects = vec![Effect::Save(saved(1, SavedStage::Dropped))];
    store
        .commit(batch("s2", &["$b", "$a"], effects))
        .await
        .unwrap_err();
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.token.as_deref(), Some("s1"));
    assert_eq!(snapshot.tables, StoredTables::default());
    assert!(!store.is_seen("$b").await.unwrap());
}

#[tokio::test]
async fn a_batch_without_a_token_keeps_the_old_one() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.commit(batch("s1", &[], vec![])).await.unwrap();
    store
        .commit(Batch {
            seen: vec![seen("$a")],
            ..Batch::default()
        })
        .await
        .unwrap();
    assert_eq!(store.load().await.unwrap().token.as_deref(), Some("s1"));
}

#[tokio::test]
async fn only_what_was_neither_sent_nor_refused_waits() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = ["one", "two", "three"].map(|text| Effect::Say(message("!room", text)));
    let outgoing = store
        .commit(batch("s1", &[], effects.into()))
        .await
        .unwrap()
        .messages;
    store.mark_sent(outgoing[0].row).await.unwrap();
    store
        .mark_refused(outgoing[1].row, "M_FORBIDDEN")
        .await
        .unwrap();
    store
        .mark_tried(outgoing[2].row, "no network")
        .await
        .unwrap();
    assert_eq!(store.load().await.unwrap().waiting.messages, outgoing[2..]);
}

#[tokio::test]
async fn what_waits_is_never_forgotten() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = ["one", "two"].map(|text| Effect::Say(message("!room", text)));
    let outgoing = store
        .commit(batch("s1", &["$old"], effects.into()))
        .await
        .unwrap()
        .messages;
    store
        .mark_refused(outgoing[0].row, "M_FORBIDDEN")
        .await
        .unwrap();
    store.age().await;
    store.commit(batch("s2", &["$new"], vec![])).await.unwrap();
    assert_eq!(store.load().await.unwrap().waiting.messages, outgoing[1..]);
    assert!(!store.is_seen("$old").await.unwrap() && store.is_seen("$new").await.unwrap());
    assert_eq!(kept_messages(&store).await, 1);
}

impl Store {
    /// Makes everything as old as if it had been there since 1970.
    pub(crate) async fn age(&self) {
        for table in [
            "UPDATE seen SET seen_at = 0",
            "UPDATE outbox SET written_at = 0",
        ] {
            sqlx::query(table).execute(&self.pool).await.unwrap();
        }
    }
}

async fn kept_messages(store: &Store) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM outbox");
    count.fetch_one(&store.pool).await.unwrap()
}

#[tokio::test]
async fn what_was_sent_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = ["one", "two"].map(|text| Effect::Say(message("!room", text)));
    let outgoing = store
        .commit(batch("s1", &[], effects.into()))
        .await
        .unwrap()
        .messages;
    store.mark_sent(outgoing[0].row).await.unwrap();
    assert_eq!(kept_messages(&store).await, 1);
    // As earlier versions did.
    let kept = sqlx::query("UPDATE outbox SET state = 'sent', event = '$sent'");
    kept.execute(&store.pool).await.unwrap();
    assert_eq!(store.load().await.unwrap().waiting, Due::default());
    assert_eq!(kept_messages(&store).await, 0);
}

#[tokio::test]
async fn what_cannot_be_read_is_left_out_and_its_number_is_not_used_again() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let effects = vec![
        Effect::Save(saved(6, challenge("gipf"))),
        Effect::Save(saved(7, challenge("gipf"))),
        Effect::Say(message("!room", "one")),
        Effect::Say(message("!room", "two")),
    ];
    let outgoing = store
        .commit(batch("s1", &[], effects))
        .await
        .unwrap()
        .messages;
    for damage in [
        "UPDATE tables SET data = '{}' WHERE id = 7",
        "UPDATE outbox SET message = 'x' WHERE id = (SELECT min(id) FROM outbox)",
    ] {
        sqlx::query(damage).execute(&store.pool).await.unwrap();
    }
    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.tables.saved, [saved(6, challenge("gipf"))]);
    assert_eq!(snapshot.tables.last_id, 7);
    assert_eq!(snapshot.waiting.messages, outgoing[1..]);
}

#[tokio::test]
async fn only_tables_that_somebody_could_ask_for_are_loaded() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let over = || SavedStage::Over {
        players: Vec::new(),
        record: String::new(),
        end: tables::saved::End::Agreed,
        rematch: None,
    };
    let at = |id, room: &str, thread: Option<&str>, stage| Saved {
        id,
        room: room.into(),
        thread: thread.map(str::to_owned),
        occasion: Occasion::Free,
        stage,
    };
    let lapsed = match challenge("zertz") {
        SavedStage::Challenge(challenge) => SavedStage::Lapsed(challenge),
        stage => stage,
    };
    let all = [
        at(1, "!a", Some("$1"), over()),
        at(2, "!a", Some("$1"), over()),
        at(3, "!a", Some("$2"), over()),
        at(4, "!a", None, over()),
        at(5, "!a", None, over()),
        at(6, "!b", None, over()),
        at(7, "!a", Some("$1"), challenge("gipf")),
        at(8, "!a", Some("$2"), SavedStage::Dropped),
        at(9, "!a", Some("$3"), lapsed),
    ];
    let effects = all.iter().cloned().map(Effect::Save).collect();
    store.commit(batch("s1", &[], effects)).await.unwrap();
    let tables = store.tables().await.unwrap();
    let ids: Vec<u32> = tables.saved.iter().map(|saved| saved.id).collect();
    assert_eq!(ids, [2, 3, 5, 6, 7, 9]);
    assert_eq!(tables.last_id, 9);
}

#[tokio::test]
async fn events_wait_for_their_keys_over_a_kill() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let waiting = |event: &str, since: i64| Undecrypted {
        event: event.into(),
        room: "!room".into(),
        json: "{}".into(),
        since: jiff::Timestamp::from_second(since).unwrap(),
        told: false,
    };
    let commit = async |undecrypted, settled: &[&str]| {
        let settled = settled.iter().map(|&event| event.into()).collect();
        let batch = Batch {
            undecrypted,
            settled,
            ..Batch::default()
        };
        store.commit(batch).await.unwrap();
        store.load().await.unwrap().undecrypted
    };
    let loaded = commit(vec![waiting("$b", 2), waiting("$a", 1)], &[]).await;
    assert_eq!(loaded, [waiting("$a", 1), waiting("$b", 2)]);
    // The same response once more, and an event that never came to wait.
    let loaded = commit(vec![waiting("$a", 3), waiting("$c", 3)], &["$c", "$d"]).await;
    assert_eq!(loaded, [waiting("$a", 1), waiting("$b", 2)]);
    assert_eq!(commit(vec![], &["$a"]).await, [waiting("$b", 2)]);
}

#[tokio::test]
async fn an_errand_waits_over_kills_until_it_is_settled() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let errands = ["$a", "$b"].map(errand);
    let effects = errands.clone().map(Effect::Errand);
    let due = store
        .commit(batch("s1", &["$a", "$b"], effects.into()))
        .await
        .unwrap();
    let opened: Vec<_> = due.errands.iter().map(|open| open.errand.clone()).collect();
    assert_eq!(opened, errands);
    drop(store);

    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.load().await.unwrap().waiting, due);
    let settled = Batch {
        errand: Some(due.errands[1].row),
        effects: vec![Effect::Errand(errand("$c"))],
        ..Batch::default()
    };
    let later = store.commit(settled).await.unwrap();
    assert!(
        later.errands[0].row > due.errands[1].row,
        "a number was used again"
    );
    let damage = "UPDATE errands SET data = '{}' WHERE id = (SELECT min(id) FROM errands)";
    sqlx::query(damage).execute(&store.pool).await.unwrap();
    assert_eq!(store.load().await.unwrap().waiting, later);
}

#[tokio::test]
async fn an_encrypted_message_is_opened_once_however_old_it_is() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let sealed = |session: &str, index| Sealed {
        session: session.into(),
        index,
    };
    let opened = async |event: &str, session: &str, index| {
        let seen = SeenEvent {
            sealed: Some(sealed(session, index)),
            ..seen(event)
        };
        let batch = Batch {
            seen: vec![seen],
            ..Batch::default()
        };
        store.commit(batch).await.unwrap();
    };
    for index in [3, 5] {
        opened(&format!("$old{index}"), "one", index).await;
    }
    let check = async |session: &str, index, expected| {
        let found = store.is_opened(&sealed(session, index)).await.unwrap();
        assert_eq!(found, expected, "{session} {index}");
    };
    // A late key brings an earlier message.
    check("one", 4, false).await;
    check("one", 5, true).await;
    check("two", 5, false).await;
    let long_ago = "UPDATE opened SET opened_at = 0";
    sqlx::query(long_ago).execute(&store.pool).await.unwrap();
    opened("$new", "one", 8).await;
    store.load().await.unwrap();
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM opened")
        .fetch_one(&store.pool)
        .await
        .unwrap();
    assert_eq!(rows, 2, "the last of those long ago, and the new one");
    for (index, expected) in [(3, true), (4, true), (5, true), (7, false), (8, true)] {
        check("one", index, expected).await;
    }
}
