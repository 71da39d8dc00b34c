mod delivery;

use std::{collections::HashMap, sync::Mutex};

use games::{
    Diagram,
    scene::{Lattice, Scene as Board},
};
use lobby::{Appearance, Block, Effect, Message, Position, Replay, ReplayForm};
use tempfile::TempDir;

use super::*;
use crate::store::Batch;

const TIMEOUTS: SendTimeouts = SendTimeouts {
    typing_delay: Duration::from_millis(100),
    first_retry_delay: Duration::from_millis(1),
    max_retry_delay: Duration::from_millis(10),
    drawing: DrawingTimeouts {
        replay_queue: Duration::from_secs(10),
        board_queue: Duration::from_secs(10),
        drawing: Duration::from_secs(10),
    },
    upload_timeout: Duration::from_millis(100),
    upload_pause: Duration::from_secs(60),
};

/// Answers by the text of a message: "refuse", "fail", "panic", "busy" (twice), "slow", "sparse"; takes a file
/// but for "too large" and "stuck" (once each); notes what it did.
#[derive(Clone, Debug, Default)]
struct Recorder {
    said: Arc<Mutex<Vec<String>>>,
    tries: Arc<Mutex<HashMap<String, usize>>>,
    /// The moment from which the next "sparse" message is taken.
    next: Arc<Mutex<Option<Instant>>>,
}

impl Recorder {
    fn note(&self, what: String) {
        self.said.lock().unwrap().push(what);
    }

    fn said(&self) -> Vec<String> {
        self.said.lock().unwrap().clone()
    }
}

impl Recorder {
    /// Counts an attempt under a name and returns the number so far.
    fn tries(&self, name: &str) -> usize {
        let mut tries = self.tries.lock().unwrap();
        let tries = tries.entry(name.to_owned()).or_default();
        *tries += 1;
        *tries
    }
}

impl Messenger for Recorder {
    /// A room that has been encrypted since takes no file that was uploaded before.
    async fn can_reuse_upload(&self, room: &str, _: &str) -> bool {
        room != "!sealed"
    }

    async fn upload(&self, room: &str, file: Attachment) -> Result<String, UploadError> {
        let name = &file.label.name;
        let text = name.split_once('.').map_or("", |(text, _)| text);
        let tries = self.tries(&format!("upload of {text}"));
        match text {
            "too large" if tries < 2 => {
                return Err(UploadError::Server(ErrorChain::new("M_TOO_LARGE")));
            }
            "stuck" if tries < 2 => tokio::time::sleep(Duration::from_secs(10)).await,
            _ => {}
        }
        self.note(format!("{room} upload of {text}"));
        Ok(format!("file of {text}"))
    }

    async fn send_message(
        &self,
        message: &Message,
        file: Option<&str>,
        transaction: &str,
    ) -> Result<String, SendError> {
        let text = message.plain();
        let tries = self.tries(transaction);
        match text.as_str() {
            "refuse" => return Err(SendError::Refused(ErrorChain::new("M_FORBIDDEN"))),
            text if text.starts_with("fail") => {
                return Err(SendError::Failed(ErrorChain::new("no keys")));
            }
            "panic" => panic!("a bug"),
            "busy" | "busy\n\nbeside" if tries < 3 => {
                let after = Some(Duration::from_millis(50));
                return Err(SendError::Unreachable {
                    reason: ErrorChain::new("busy"),
                    after,
                });
            }
            "limit\n\none" if tries < 2 => {
                return Err(SendError::Unreachable {
                    reason: ErrorChain::new("limited"),
                    after: Some(Duration::from_millis(20)),
                });
            }
            "lost\n\none" if tries < 2 => {
                return Err(SendError::Unreachable {
                    reason: ErrorChain::new("connection lost"),
                    after: None,
                });
            }
            text if text.starts_with("hang") && tries < 2 => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                return Err(SendError::Unreachable {
                    reason: ErrorChain::new("the policy server failed"),
                    after: None,
                });
            }
            // One message of the account in 30 ms.
            text if text.starts_with("sparse") => {
                let mut next = self.next.lock().unwrap();
                let now = Instant::now();
                if let Some(after) = next.and_then(|next| next.checked_duration_since(now)) {
                    return Err(SendError::Unreachable {
                        reason: ErrorChain::new("limited"),
                        after: Some(after),
                    });
                }
                *next = Some(now + Duration::from_millis(30));
            }
            "slow" => tokio::time::sleep(Duration::from_millis(300)).await,
            _ => {}
        }
        let with = file.map(|file| format!(" with the {file}"));
        let with = with.unwrap_or_default();
        self.note(format!("{} {text} {tries}{with}", message.room));
        Ok("$sent".into())
    }

    async fn show_typing(&self, room: &str, typing: bool) {
        self.note(format!("{room} typing {typing}"));
    }
}

struct Scene {
    _folder: TempDir,
    store: Store,
    recorder: Recorder,
    outbox: Outbox<Recorder>,
    reported: mpsc::Receiver<InternalInput>,
}

impl Scene {
    /// An outbox to which these messages, "room text", have been pushed.
    async fn new(messages: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let recorder = Recorder::default();
        let (reports, reported) = mpsc::channel(8);
        let outbox = Outbox::new(
            "x",
            store.clone(),
            recorder.clone(),
            TIMEOUTS,
            Metrics::default(),
            reports,
        );
        let scene = Self {
            _folder: folder,
            store,
            recorder,
            outbox,
            reported,
        };
        scene.outbox.push(scene.written(messages).await, None);
        scene
    }

    /// Stores these messages; "room text|board" is about the table 7, and so is "room text#", which has a picture;
    /// "room text~" has a film.
    async fn written(&self, messages: &[&str]) -> Vec<Outgoing> {
        self.stored(messages.iter().map(|message| read(message)))
            .await
    }

    /// Stores messages.
    async fn stored(&self, messages: impl IntoIterator<Item = Message>) -> Vec<Outgoing> {
        let batch = Batch {
            effects: messages.into_iter().map(Effect::SendMessage).collect(),
            ..Batch::default()
        };
        self.store.commit(batch).await.unwrap().messages
    }

    async fn drained(&self) -> Vec<String> {
        assert_eq!(self.outbox.drain(Duration::from_secs(60)).await, 0);
        self.recorder.said()
    }

    async fn waiting(&self) -> usize {
        self.store.load().await.unwrap().waiting.messages.len()
    }
}

/// Reads a message as described at [`Scene::written`].
fn read(message: &str) -> Message {
    let (room, text) = message.split_once(' ').unwrap();
    let (text, board) = text
        .split_once('|')
        .map_or((text, None), |(text, board)| (text, Some(board)));
    let board = board.map(|board| Block::Board(board.into()));
    let (text, board) = match (text.strip_suffix('#'), text.strip_suffix('~')) {
        (Some(text), _) => (text, Some(picture(text))),
        (_, Some(text)) => (text, Some(film(text))),
        _ => (text, board),
    };
    Message {
        room: room.into(),
        thread: None,
        reply_to: None,
        asked_by: text.split_once('@').map(|(_, user)| user.to_owned()),
        mentions: Vec::new(),
        table: board.is_some().then_some(7),
        starts_clock: None,
        asks: None,
        private_to: None,
        appearance: Appearance::default(),
        blocks: std::iter::once(Block::Text(text.into()))
            .chain(board)
            .collect(),
    }
}

/// A board that is sent as a picture of that name.
fn picture(name: &str) -> Block {
    let diagram = Diagram::still(name, Board::new(Lattice::Hex, Vec::new()));
    Block::Position(Position {
        diagram: Box::new(diagram),
        side_panel: "beside".into(),
    })
}

/// A game that is sent as a film of that name.
fn film(name: &str) -> Block {
    let live = games::Live::set_up("gipf-basic w - B15 B15", None).unwrap();
    Block::Replay(Replay {
        record: live.record().to_string(),
        table: 7,
        players: Vec::new(),
        form: ReplayForm::Film,
        name: format!("{name}.gif"),
        ended: None,
        result: String::new(),
        instead: "no film".into(),
    })
}

#[tokio::test]
async fn the_same_film_is_uploaded_once_a_room() {
    let films = ["!a one~", "!a one~", "!a two~"];
    let scene = Scene::new(&films).await;
    let expected = [
        "!a upload of one",
        "!a one 1 with the file of one",
        "!a one 1 with the file of one",
        "!a upload of two",
        "!a two 1 with the file of two",
    ];
    assert_eq!(scene.drained().await, expected);
    let others = scene
        .written(&["!b one~", "!sealed one~", "!sealed one~"])
        .await;
    scene.outbox.push(others, None);
    let said = scene.drained().await;
    let count = |wanted: &str| said.iter().filter(|said| *said == wanted).count();
    assert_eq!(count("!b upload of one"), 1, "{said:?}");
    assert_eq!(count("!sealed upload of one"), 2, "{said:?}");
}

#[tokio::test]
async fn a_board_passes_the_films_of_its_room() {
    let scene = Scene::new(&[]).await;
    let messages = scene.written(&["!a one~", "!a two~", "!a three#"]).await;
    let drawing = scene.outbox.drawing_queues.draw(&messages[0].message).await;
    scene.outbox.push(messages, None);
    let is_sent = |text: &str| {
        let said = scene.recorder.said();
        said.iter().any(|said| said.contains(text))
    };
    let is_board_sent = async {
        while !is_sent("with the file of three") {
            tokio::time::sleep(TIMEOUTS.upload_timeout).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), is_board_sent).await;
    assert!(waited.is_ok(), "{:?}", scene.recorder.said());
    assert!(!is_sent("with the file of one"));
    drop(drawing);
    let mut said = scene.drained().await;
    said.retain(|said| said.contains("with the file of") && !said.contains("three"));
    let films = ["one", "two"].map(|film| format!("!a {film} 1 with the file of {film}"));
    assert_eq!(said, films);
}

#[tokio::test]
async fn waiting_for_a_drawing_is_no_slow_homeserver() {
    let scene = Scene::new(&[]).await;
    let messages = scene.written(&["!a one~", "!b two#"]).await;
    let first = scene
        .outbox
        .drawing_queues
        .draw(&messages[0].message)
        .await
        .unwrap();
    scene.outbox.push(messages, None);
    tokio::time::sleep(3 * TIMEOUTS.upload_timeout).await;
    let is_sent = |said: &Vec<String>, what: &str| said.iter().any(|said| said.starts_with(what));
    let said = scene.recorder.said();
    assert!(
        is_sent(&said, "!b two\n\nbeside 1 with the file"),
        "{said:?}"
    );
    assert!(!is_sent(&said, "!a one"), "its turn has not come: {said:?}");
    drop(first);
    let said = scene.drained().await;
    assert!(is_sent(&said, "!a one 1 with the file of one"), "{said:?}");
    assert!(!scene.outbox.upload_health.is_paused());
}

#[tokio::test]
async fn a_retried_message_uploads_its_picture_once() {
    let scene = Scene::new(&["!a one#", "!a busy#"]).await;
    let expected = [
        "!a upload of one",
        "!a one\n\nbeside 1 with the file of one",
        "!a upload of busy",
        "!a busy\n\nbeside 3 with the file of busy",
    ];
    assert_eq!(scene.drained().await, expected);
    assert_eq!(scene.waiting().await, 0);
}

#[tokio::test]
async fn earlier_uploads_are_reused_after_a_restart() {
    let scene = Scene::new(&[]).await;
    let row = scene.written(&["!a one#"]).await[0].row;
    scene.store.mark_uploaded(row, "file of old").await.unwrap();
    let waiting = scene.store.load().await.unwrap().waiting.messages;
    scene.outbox.resume(waiting);
    assert_eq!(
        scene.drained().await,
        ["!a one\n\nbeside 1 with the file of old"]
    );
}

#[tokio::test]
async fn a_board_without_its_picture_is_text() {
    let scene = Scene::new(&["!a too large#", "!a too large#"]).await;
    let expected = [
        "!a too large\n\nbeside 1",
        "!a upload of too large",
        "!a too large\n\nbeside 1 with the file of too large",
    ];
    assert_eq!(scene.drained().await, expected);
}

#[tokio::test]
async fn a_slow_upload_pauses_uploads() {
    let scene = Scene::new(&["!a stuck#", "!a two#"]).await;
    let said = scene.drained().await;
    let said: Vec<&String> = said
        .iter()
        .filter(|said| !said.contains("typing"))
        .collect();
    assert_eq!(said, ["!a stuck\n\nbeside 1", "!a two\n\nbeside 1"]);
}

#[tokio::test]
async fn a_room_gets_its_messages_in_order() {
    let scene = Scene::new(&["!a one", "!a busy", "!a three"]).await;
    assert_eq!(
        scene.drained().await,
        ["!a one 1", "!a busy 3", "!a three 1"]
    );
    assert_eq!(scene.waiting().await, 0);
}

/// Told apart by their transaction ids, these go out as one message.
#[tokio::test]
async fn waiting_boards_merge_into_the_newest() {
    let messages = ["!a limit|one", "!a talk", "!a second|two", "!a third|three"];
    let scene = Scene::new(&messages).await;
    let said = scene.drained().await;
    let expected = [
        "!a talk 1",
        "!a limit\n\nsecond\n\ntwo 1",
        "!a third\n\nthree 1",
    ];
    assert_eq!(said, expected);
    assert_eq!(scene.waiting().await, 0);
}

#[tokio::test]
async fn a_possibly_sent_message_is_not_merged() {
    let scene = Scene::new(&["!a lost|one", "!a second|two"]).await;
    let said = scene.drained().await;
    assert_eq!(said, ["!a lost\n\none 2", "!a second\n\ntwo 1"]);
}

#[tokio::test]
async fn possibly_sent_messages_stay_unmerged_after_a_restart() {
    let scene = Scene::new(&[]).await;
    let messages = ["!a limit|one", "!a second|two"];
    let written = scene.written(&messages).await;
    scene
        .outbox
        .resume(written.iter().map(Outgoing::envelope).collect());
    let said = scene.drained().await;
    assert_eq!(said, ["!a limit\n\none 2", "!a second\n\ntwo 1"]);
}

#[tokio::test]
async fn rooms_do_not_wait_for_each_other() {
    let scene = Scene::new(&["!a busy", "!b one"]).await;
    assert_eq!(scene.drained().await, ["!b one 1", "!a busy 3"]);
}

#[tokio::test]
async fn a_permanently_refused_message_is_skipped() {
    let scene = Scene::new(&["!a refuse", "!a fail", "!a three"]).await;
    assert_eq!(scene.drained().await, ["!a three 1"]);
    assert_eq!(scene.waiting().await, 0);
}

#[tokio::test]
async fn a_panic_does_not_silence_the_room() {
    let scene = Scene::new(&["!a panic", "!a two", "!b panic"]).await;
    assert_eq!(scene.drained().await, ["!a two 1"]);
    assert_eq!(scene.waiting().await, 0);
}

#[tokio::test]
async fn a_slow_send_shows_the_bot_typing() {
    let scene = Scene::new(&["!a slow", "!b quick"]).await;
    scene.drained().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let said = scene.recorder.said();
    let expected = [
        "!b quick 1",
        "!a typing true",
        "!a slow 1",
        "!a typing false",
    ];
    assert_eq!(said, expected);
}

#[tokio::test]
async fn waiting_messages_are_not_kept_in_memory() {
    let scene = Scene::new(&[]).await;
    scene
        .written(&["!a busy", "!a secret", "!b busy", "!b secret"])
        .await;
    let waiting = scene.store.load().await.unwrap().waiting.messages;
    scene.outbox.resume(waiting);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let queues = format!("{:?}", scene.outbox.queues);
    assert!(!queues.contains("secret"), "{queues}");
    let said = scene.drained().await;
    let said_in = |room: &str| {
        said.iter()
            .filter(|said| said.starts_with(room))
            .cloned()
            .collect()
    };
    let [first, second]: [Vec<String>; 2] = ["!a", "!b"].map(said_in);
    assert_eq!(first, ["!a busy 3", "!a secret 1"]);
    assert_eq!(second, ["!b busy 3", "!b secret 1"]);
}

#[tokio::test]
async fn stored_messages_are_resumed_in_order() {
    let scene = Scene::new(&[]).await;
    let texts: Vec<_> = (0..310)
        .map(|number| format!("!{} {number:03}", number % 10))
        .collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    scene.written(&texts).await;
    let waiting = scene.store.load().await.unwrap().waiting.messages;
    scene.outbox.resume(waiting);
    let mut said = scene.drained().await;
    // Stable, so that the order within each room stays.
    said.sort_by_key(|said| said.split_once(' ').map(|(room, _)| room.to_owned()));
    assert_eq!(said.len(), texts.len());
    assert!(said.is_sorted(), "{said:?}");
    assert_eq!(scene.waiting().await, 0);
}

#[tokio::test]
async fn a_message_that_is_gone_is_skipped() {
    let scene = Scene::new(&[]).await;
    let messages = scene.written(&["!a one", "!a two"]).await;
    scene.store.delete_message(messages[0].row).await.unwrap();
    scene.outbox.push(messages, None);
    assert_eq!(scene.drained().await, ["!a two 1"]);
}

#[tokio::test]
async fn draining_has_an_end() {
    let scene = Scene::new(&["!a busy", "!a two"]).await;
    assert_eq!(scene.outbox.drain(Duration::from_millis(20)).await, 2);
    assert_eq!(scene.waiting().await, 2);
}

#[tokio::test]
async fn a_room_is_closed_until_it_accepts_again() {
    let scene = Scene::new(&["!a refuse", "!a refuse", "!b one"]).await;
    assert_eq!(scene.drained().await, ["!b one 1"]);
    assert_eq!(
        *scene.outbox.closed.lock(),
        HashSet::from(["!a".to_owned()])
    );
    scene.outbox.push(scene.written(&["!a two"]).await, None);
    assert_eq!(scene.drained().await, ["!b one 1", "!a two 1"]);
    assert!(scene.outbox.closed.lock().is_empty());
}

#[tokio::test]
async fn a_room_is_drained_without_waiting_for_others() {
    let scene = Scene::new(&["!a slow", "!b one", "!b two"]).await;
    let timeout = Duration::from_secs(60);
    scene.outbox.drain_room("!b", timeout).await;
    assert_eq!(scene.recorder.said(), ["!b one 1", "!b two 1"]);
    scene.outbox.drain_room("!nobody", timeout).await;
    assert_eq!(scene.outbox.left(), 1);
}

#[tokio::test]
async fn nobody_fills_a_room_alone() {
    let scene = Scene::new(&[]).await;
    let messages = vec!["!a one@bob"; MAX_QUEUED_PER_USER_IN_ROOM];
    scene.outbox.push(scene.written(&messages).await, None);
    let is_full = |room, user, is_awaited| scene.outbox.is_full(room, user, || is_awaited);
    assert!(is_full("!a", "bob", false) && !is_full("!a", "bob", true));
    assert!(!is_full("!a", "ann", false) && !is_full("!b", "bob", false));
    scene.outbox.push(scene.written(&messages).await, None);
    assert!(is_full("!a", "bob", true));
}

#[tokio::test]
async fn fewer_answers_to_one_user_wait_in_busy_rooms() {
    let scene = Scene::new(&[]).await;
    let others = vec!["!a one"; MAX_QUEUED_PER_ROOM / 2];
    scene.outbox.push(scene.written(&others).await, None);
    let messages = vec!["!a one@bob"; MAX_QUEUED_PER_USER_IN_BUSY_ROOM];
    assert!(!scene.outbox.is_full("!a", "bob", || false));
    scene.outbox.push(scene.written(&messages).await, None);
    assert!(scene.outbox.is_full("!a", "bob", || false));
    assert!(
        !scene.outbox.is_full("!a", "bob", || true) && !scene.outbox.is_full("!a", "ann", || false)
    );
}

/// Queues answers to a user in twenty rooms. They are not in the store, and nothing is sent until the test waits.
fn queue_answers(scene: &Scene, user: &str, number: usize) {
    let answer = |place| Envelope::of(1, &read(&format!("!{} one@{user}", place % 20)));
    let answers = (0..number).map(answer).collect();
    scene.outbox.queue(answers, true, None);
}

#[tokio::test]
async fn answers_from_before_a_restart_dont_count() {
    let scene = Scene::new(&[]).await;
    let answer = Envelope::of(1, &read("!a one@bob"));
    let answers = vec![answer; MAX_QUEUED_PER_USER_IN_ROOM];
    scene.outbox.resume(answers.clone());
    assert!(!scene.outbox.is_full("!a", "bob", || false));
    scene.outbox.queue(answers, true, None);
    assert!(scene.outbox.is_full("!a", "bob", || false));
}

#[tokio::test]
async fn nobody_fills_all_rooms_alone() {
    let scene = Scene::new(&[]).await;
    let is_full = |user, is_awaited| scene.outbox.is_full("!z", user, || is_awaited);
    queue_answers(&scene, "bob", MAX_QUEUED_PER_USER - 1);
    assert!(!is_full("bob", false));
    queue_answers(&scene, "bob", 1);
    assert!(is_full("bob", false) && !is_full("bob", true) && !is_full("ann", false));
    queue_answers(&scene, "bob", MAX_QUEUED_PER_USER);
    assert!(is_full("bob", true));
}

#[tokio::test]
async fn fewer_answers_to_one_user_wait_while_busy() {
    let scene = Scene::new(&[]).await;
    let is_full = |user, is_awaited| scene.outbox.is_full("!z", user, || is_awaited);
    queue_answers(&scene, "others", MAX_QUEUED / 2);
    queue_answers(&scene, "bob", MAX_QUEUED_PER_USER_WHILE_BUSY - 1);
    assert!(!is_full("bob", false));
    queue_answers(&scene, "bob", 1);
    assert!(is_full("bob", false) && !is_full("bob", true) && !is_full("ann", false));
}

#[tokio::test]
async fn a_full_outbox_answers_players_and_newcomers() {
    let scene = Scene::new(&[]).await;
    let is_full = |user, is_awaited| scene.outbox.is_full("!z", user, || is_awaited);
    queue_answers(&scene, "bob", MAX_QUEUED_PER_USER_WHILE_FULL);
    queue_answers(&scene, "ann", MAX_QUEUED_PER_USER_WHILE_FULL - 1);
    assert!(!is_full("bob", false));
    queue_answers(&scene, "others", MAX_QUEUED);
    assert!(is_full("bob", false) && !is_full("bob", true) && !is_full("ann", false));
    queue_answers(&scene, "bob", 2 * MAX_QUEUED_PER_USER_WHILE_BUSY);
    assert!(is_full("bob", true));
}

#[tokio::test]
async fn a_room_is_full_until_messages_are_sent() {
    let scene = Scene::new(&[]).await;
    let mut messages = scene.written(&vec!["!a one"; MAX_QUEUED_PER_ROOM]).await;
    messages.extend(scene.written(&["!b one"]).await);
    let last = messages.split_off(MAX_QUEUED_PER_ROOM - 1);
    scene.outbox.push(messages, None);
    assert!(!scene.outbox.is_full("!a", "@bob:x", || false));
    scene.outbox.push(last, None);
    assert!(!scene.outbox.is_full("!a", "@bob:x", || true));
    assert!(
        scene.outbox.is_full("!a", "@bob:x", || false)
            && !scene.outbox.is_full("!b", "@bob:x", || false)
    );
    scene.drained().await;
    assert!(!scene.outbox.is_full("!a", "@bob:x", || false));
}

/// Mallory writes in ten rooms, Bob in one.
#[tokio::test]
async fn users_share_what_the_homeserver_lets_through() {
    let rooms = (0..10).map(|room| format!("!{room} sparse@mallory"));
    let mut messages: Vec<String> = rooms.clone().chain(rooms).collect();
    messages.push("!b sparse@bob".into());
    let scene = Scene::new(&messages.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let said = scene.drained().await;
    let place = said.iter().position(|said| said.starts_with("!b"));
    assert!(place.is_some_and(|place| place <= 2), "{said:?}");
    assert_eq!(said.len(), messages.len());
}

/// Mallory's message fails while one of Bob's is retried.
#[tokio::test]
async fn failed_messages_wait_for_their_turn() {
    let scene = Scene::new(&["!m hang@mallory"]).await;
    let limit = &scene.outbox.rate_limit;
    let bobs = scene.written(&["!b one@bob"]).await;
    let origin = limit.origin(&bobs[0].envelope());
    let slot = limit.limited(&origin, RetryTime::now());
    slot.wait(|| Some(origin.clone())).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let said = scene.recorder.said();
    assert!(said.iter().all(|said| !said.contains("hang")), "{said:?}");
    drop(slot);
    let said = scene.drained().await;
    assert_eq!(said.last().unwrap(), "!m hang@mallory 2");
}

/// The messages of two users make way for each other.
#[tokio::test]
async fn attempts_are_counted_while_others_go_first() {
    let scene = Scene::new(&[]).await;
    let messages = scene.written(&["!a fail@mallory", "!a fail@bob"]).await;
    let limit = &scene.outbox.rate_limit;
    let origin = limit.origin(&messages[0].envelope());
    drop(limit.limited(&origin, RetryTime::now()));
    let transactions: Vec<_> = messages.iter().map(|one| one.transaction.clone()).collect();
    scene.outbox.push(messages, None);
    scene.drained().await;
    for transaction in transactions {
        assert_eq!(scene.recorder.tries(&transaction), MAX_SEND_ATTEMPTS + 1);
    }
}

/// Pushes messages that the homeserver's rate limit holds up, and others after two of them are sent: few are sent before
/// the first of Bob's.
async fn check_bob_goes_first(limited: &[&str], others: &[&str]) {
    let scene = Scene::new(&[]).await;
    let (limited, others) = (scene.written(limited).await, scene.written(others).await);
    scene.outbox.push(limited, None);
    while scene.recorder.said().len() < 2 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let before = scene.recorder.said().len();
    scene.outbox.push(others, None);
    let said = scene.drained().await;
    let place = said.iter().position(|said| said.contains("bob"));
    assert!(place.is_some_and(|place| place <= before + 3), "{said:?}");
    assert_eq!(scene.waiting().await, 0);
}

/// Mallory writes in twenty rooms, then in Bob's, where Bob writes last.
#[tokio::test]
async fn a_waiting_message_makes_way_in_its_room() {
    let rooms = (0..20).map(|room| format!("!{room} sparse@mallory"));
    let messages: Vec<String> = rooms.chain(["!b sparse@mallory".to_owned()]).collect();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    check_bob_goes_first(&messages, &["!b sparse@bob"]).await;
}

/// Mallory's questions wait in Bob's room. There Bob moves, and Mallory asks for the board, before or after that.
#[tokio::test]
async fn nobody_holds_up_a_board_by_asking_for_it() {
    let (bobs, mallorys) = ("!b sparse bob@bob|one", "!b sparse mallory@mallory|two");
    for boards in [[bobs, mallorys], [mallorys, bobs]] {
        check_bob_goes_first(&["!b sparse@mallory"; 20], &boards).await;
    }
}

/// Nobody has been answered in Bob's room, where he moves; then Mallory asks for many things, and for the board.
#[tokio::test]
async fn a_board_keeps_its_turn_among_equals() {
    let mut messages = vec!["!b sparse bob@bob|one"];
    messages.extend(["!b sparse@mallory"; 20]);
    messages.push("!b sparse mallory@mallory|two");
    let others = ["!0", "!1", "!2", "!3", "!4"].map(|room| format!("{room} sparse@carol"));
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    check_bob_goes_first(&others, &messages).await;
}

/// Mallory's questions wait in Bob's room, at last for the board; then Bob moves.
#[tokio::test]
async fn an_old_board_never_follows_a_newer_one() {
    for is_new in [true, false] {
        let scene = Scene::new(&[]).await;
        let mut messages = scene.written(&["!b sparse@mallory"; 4]).await;
        let mut old = read("!b list@mallory|sparse old");
        old.blocks.remove(0);
        messages.extend(scene.stored([old]).await);
        messages.extend(scene.written(&["!b sparse bob@bob|new"]).await);
        let envelopes = messages.iter().map(Outgoing::envelope).collect();
        scene.outbox.queue(envelopes, is_new, None);
        let said = scene.drained().await;
        let place = said.iter().position(|said| said.contains("new"));
        assert!(place.is_some_and(|place| place <= 2), "{said:?}");
        assert!(said.iter().all(|said| !said.contains("old")), "{said:?}");
        assert_eq!((said.len(), scene.waiting().await), (5, 0));
    }
}
