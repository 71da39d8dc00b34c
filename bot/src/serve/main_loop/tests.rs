use std::sync::{Arc, Mutex};

use lobby::{
    Members, Message, Person, ProfileZone, Settings, Synced,
    admin::{AdminAction, AdminReport},
    job::{Direct, JoinOutcome, NoDirect, TimedBoard, Upgrade},
    saved::SavedStage,
    terms::End,
};
use tempfile::TempDir;

use super::*;
use crate::{
    attachment::Attachment,
    computer::ComputerLimits,
    error_chain::ErrorChain,
    monitoring::metrics::Metrics,
    outbox::{SendError, SendTimeouts, UploadError},
    store::{Batch, Store},
    tests::{alice, line, received},
};

/// A homeserver that accepts everything, after a delay.
#[derive(Clone)]
struct Server {
    delay: Duration,
    did: Arc<Mutex<Vec<String>>>,
    has_reset: bool,
    /// The upgrade of the room.
    upgrade: Option<Upgrade>,
    /// The bot is invited to the room's successor.
    is_awaited: bool,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            delay: Duration::from_millis(50),
            did: Arc::default(),
            has_reset: false,
            upgrade: None,
            is_awaited: false,
        }
    }
}

impl Server {
    /// Returns a server that is slow enough for a stop before its answer, also on a busy machine.
    fn slow() -> Self {
        Self {
            delay: Duration::from_secs(1),
            ..Self::default()
        }
    }

    fn note(&self, what: String) {
        self.did.lock().unwrap().push(what);
    }

    fn did(&self) -> Vec<String> {
        self.did.lock().unwrap().clone()
    }
}

impl Messenger for Server {
    async fn can_reuse_upload(&self, _: &str, _: &str) -> bool {
        true
    }

    async fn upload(&self, _: &str, _: Attachment) -> Result<String, UploadError> {
        Err(UploadError::Own(ErrorChain::new("no files")))
    }

    async fn send_message(
        &self,
        message: &Message,
        _: Option<&str>,
        _: &str,
    ) -> Result<String, SendError> {
        tokio::time::sleep(self.delay).await;
        self.note(format!("said in {}", message.room));
        Ok("$answer".into())
    }

    async fn show_typing(&self, _: &str, _: bool) {}
}

impl RoomApi for Server {
    async fn profile_zone(&self, _: &str) -> ProfileZone {
        ProfileZone::Missing
    }

    async fn direct_message(&self, user: &str) -> Result<Direct, NoDirect> {
        Ok(Direct {
            room: format!("!of-{user}"),
            joined: true,
            inaccessible_rooms: Vec::new(),
        })
    }

    async fn inaccessible_rooms(&self, _: &str, _: &[String]) -> Vec<String> {
        Vec::new()
    }

    async fn join_successor(&self, upgrade: &Upgrade) -> JoinOutcome {
        self.note(format!("joined {}", upgrade.successor));
        JoinOutcome::NotLetIn
    }
}

impl AdminApi for Server {
    async fn administer(&self, _: &AdminAction) -> AdminReport {
        AdminReport::Failed
    }
}

impl MemberLookup for Server {
    async fn members(&self, room: &str) -> Option<Members> {
        self.note(format!("asked who is in {room}"));
        Some(vec![alice()].into())
    }
}

impl MatrixApi for Server {
    fn reply(&self, invitation: &Invitation, reply: Reply) {
        self.note(format!("{reply:?} to {}", invitation.room));
    }

    fn answer(&self, asked: Verification, trust: Trust) {
        self.note(format!("{trust:?} to {}", asked.user));
    }

    async fn is_thread_root(&self, _: &str, event: &str) -> bool {
        event != "$elsewhere"
    }

    async fn room_access(&self, room: &str, user: &str) -> Option<RoomAccess> {
        self.note(format!("looked up {user} in {room}"));
        Some(RoomAccess::CanWrite)
    }

    async fn is_kept_out_by_reset(&self, _: &str, _: &str) -> bool {
        self.has_reset
    }

    async fn is_board_deleted(&self, _: &OutOfTime) -> bool {
        false
    }

    async fn upgrade_of(&self, room: &str) -> Option<Upgrade> {
        let upgrade = self.upgrade.clone();
        upgrade.filter(|upgrade| upgrade.room == room)
    }

    fn is_awaited_in(&self, _: &str) -> bool {
        self.is_awaited
    }
}

/// A source of some responses, and no more after them.
struct Responses(Vec<Result<Received, SessionError>>);

impl SyncSource for Responses {
    async fn next(&mut self, _: Option<Duration>) -> Result<Received, SessionError> {
        if self.0.is_empty() {
            std::future::pending().await
        } else {
            self.0.remove(0)
        }
    }
}

/// A request to stop as soon as a condition holds, and no further one.
struct Once<F>(Option<F>);

impl<F: FnMut() -> bool> Stop for Once<F> {
    async fn asked(&mut self) {
        let Some(is_time) = &mut self.0 else {
            return std::future::pending().await;
        };
        while !is_time() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        self.0 = None;
    }
}

fn says(event: &str, body: &str) -> Received {
    received(event, [line(event, body)])
}

/// Returns a complete response without events.
fn complete() -> Received {
    Received {
        synced: Some(Synced {
            requested: clock::now(),
            deleted_boards: Vec::new(),
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
        }),
        ..Received::default()
    }
}

async fn main_loop(folder: &TempDir, server: &Server) -> MainLoop<Server, Server> {
    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    let (reports, reported) = mpsc::channel(8);
    let metrics = Metrics::default();
    let outbox = Outbox::new(
        "x",
        store.clone(),
        server.clone(),
        SendTimeouts::default(),
        metrics.clone(),
        reports.clone(),
    );
    let settings = Settings::default();
    MainLoop {
        processor: EventProcessor::new(settings, store.clone(), snapshot.lobby, metrics),
        matrix_api: server.clone(),
        outbox,
        jobs: JobRunner::new(
            server.clone(),
            server.clone(),
            store,
            reports.clone(),
            ComputerLimits::default(),
        ),
        scheduler: Scheduler::new(server.clone(), reports),
        reported,
        waiting: Some(snapshot.waiting),
        rejected_invites: RejectedInvitePolicy::Decline,
        changed_rooms: std::collections::BTreeSet::new(),
        last_lookup: String::new(),
        hindrances: HashMap::new(),
    }
}

#[tokio::test]
async fn a_stop_sends_the_waiting_messages() {
    let (folder, server) = (TempDir::new().unwrap(), Server::slow());
    let mut main_loop = main_loop(&folder, &server).await;
    let outbox = main_loop.outbox.clone();
    let mut stop = Once(Some(|| outbox.left() == 2));
    let mut source = Responses(vec![Ok(says("$1", "!help")), Ok(says("$2", "!games"))]);
    let timeout = main_loop.serve(&mut source, &mut stop).await.unwrap();
    assert_eq!((timeout, server.did().len()), (SHUTDOWN_TIMEOUT, 0));
    main_loop.stop(timeout, &mut stop).await;
    assert_eq!(server.did(), ["said in !room"; 2]);
}

#[tokio::test]
async fn a_hurried_stop_leaves_messages_for_later() {
    let (folder, server) = (TempDir::new().unwrap(), Server::slow());
    {
        let mut main_loop = main_loop(&folder, &server).await;
        let outbox = main_loop.outbox.clone();
        let mut stop = Once(Some(|| outbox.left() == 1));
        let mut source = Responses(vec![Ok(says("$1", "!help"))]);
        let timeout = main_loop.serve(&mut source, &mut stop).await.unwrap();
        main_loop.stop(timeout, &mut Once(Some(|| true))).await;
        assert_eq!(server.did(), [""; 0]);
    }
    // Sent with the first response, because only then all rooms are known.
    let server = Server::default();
    let mut main_loop = main_loop(&folder, &server).await;
    let did = server.clone();
    let mut stop = Once(Some(move || did.did().contains(&"said in !room".into())));
    let mut source = Responses(vec![Ok(Received::default())]);
    main_loop.serve(&mut source, &mut stop).await.unwrap();
}

#[tokio::test]
async fn an_admin_shutdown_sends_the_waiting_messages() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let mut settings = Settings::default();
    settings.access.admin = lobby::access::Pattern::user("@alice:x")
        .into_iter()
        .collect();
    let store = Store::open(folder.path()).await.unwrap();
    main_loop.processor =
        EventProcessor::new(settings, store, Default::default(), Metrics::default());
    let mut shutdown = says("$1", "shutdown");
    if let Incoming::Line(line) = &mut shutdown.arrivals[0].incoming {
        line.direct = true;
    }
    let never = &mut Once(Some(|| false));
    let mut source = Responses(vec![Ok(shutdown)]);
    let timeout = main_loop.serve(&mut source, never).await.unwrap();
    assert_eq!(timeout, ADMIN_SHUTDOWN_TIMEOUT);
    main_loop.stop(timeout, never).await;
    assert_eq!(server.did(), ["said in !room"]);
}

#[tokio::test]
async fn the_end_of_the_session_ends_it() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let gone = SessionError::Refused(ErrorChain::new("gone"));
    let mut source = Responses(vec![Ok(says("$1", "!help")), Err(gone)]);
    let ended = main_loop
        .serve(&mut source, &mut Once(Some(|| false)))
        .await;
    assert!(matches!(
        ended,
        Err(ServeError::Session(SessionError::Refused(_)))
    ));
}

#[tokio::test]
async fn invitations_are_replied_to_and_verifications_answered() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let invitation = |room: &str| Invitation {
        room: room.into(),
        inviter: Some("@alice:x".into()),
    };
    let received = Received {
        invitations: vec![invitation("!one")],
        verifications: vec![Verification {
            user: "@alice:x".into(),
            flow: "$flow".into(),
        }],
        ..Received::default()
    };
    let did = server.clone();
    let mut stop = Once(Some(move || did.did().len() == 2));
    main_loop
        .serve(&mut Responses(vec![Ok(received)]), &mut stop)
        .await
        .unwrap();
    let did = server.did();
    assert!(
        did[0] == "Accept to !one" && did[1].ends_with("to @alice:x"),
        "{did:?}"
    );
}

/// A challenge expires soon after the start, while the homeserver is silent.
#[tokio::test]
async fn tables_wake_without_incoming_events() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut first = main_loop(&folder, &server).await;
    let week = jiff::SignedDuration::from_hours(7 * 24);
    let asked = clock::now() - week + jiff::SignedDuration::from_secs(2);
    let challenge = says("$1", "!challenge anyone");
    first
        .processor
        .process_sync(asked, challenge)
        .await
        .unwrap();
    drop(first);

    let mut main_loop = main_loop(&folder, &server).await;
    let store = Store::open(folder.path()).await.unwrap();
    let lapsed = async || {
        let saved = store.lobby().await.unwrap().saved;
        matches!(saved[0].stage, SavedStage::Lapsed(_))
    };
    let begin = Instant::now();
    let mut source = Responses(vec![Ok(Received::default())]);
    let mut never = Once(Some(|| false));
    let main_loop = main_loop.serve(&mut source, &mut never);
    let waited = async {
        assert!(!lapsed().await);
        while !lapsed().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        _ = main_loop => panic!("nobody told it to stop"),
        () = waited => assert!(begin.elapsed() < Duration::from_secs(20)),
    }
}

/// Returns the response with a line of Alice, Bob or Dave.
fn says_as(who: &str, event: &str, body: &str) -> Received {
    let bob = Person {
        id: "@bob:x".into(),
        name: "Bob".into(),
    };
    let mut said = line(event, body);
    said.people = vec![alice(), bob.clone()].into();
    match who {
        "alice" => {}
        "bob" => said.sender = bob,
        other => said.sender.id = format!("@{other}:x"),
    }
    received(event, [said])
}

/// Processes lines at a moment at which their boards arrive too. Returns the last board.
async fn play(
    main_loop: &mut MainLoop<Server, Server>,
    at: jiff::Timestamp,
    lines: &[(&str, &str, &str)],
) -> Option<Message> {
    let mut answer = None;
    for (who, event, body) in lines {
        let processor = &mut main_loop.processor;
        let handled = processor.process_sync(at, says_as(who, event, body));
        let (due, _) = handled.await.unwrap();
        for board in due.messages {
            if let Some(board) = TimedBoard::of(&board.message, at) {
                let report = InternalInput {
                    job: None,
                    incoming: Incoming::Delivered(board),
                };
                let handled = processor.process_internal_input(at, report);
                handled.await.unwrap();
            }
            answer = Some(board.message);
        }
    }
    answer
}

#[tokio::test]
async fn players_on_a_clock_are_read_in_a_full_room() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let lines = [
        ("alice", "$1", "!challenge @bob:x gipf-basic white 2d"),
        ("bob", "$2", "!accept"),
    ];
    let answer = play(&mut main_loop, clock::now(), &lines).await;
    let mut answer = answer.expect("an answer");
    answer.asked_by = Some("@carol:x".to_owned());
    let batch = Batch {
        // One may have been sent by the time it is looked at.
        effects: vec![lobby::Effect::SendMessage(answer); 1_100],
        ..Batch::default()
    };
    let store = Store::open(folder.path()).await.unwrap();
    let messages = store.commit(batch).await.unwrap().messages;
    main_loop.outbox.push(messages, None);
    let read = async |who| {
        main_loop
            .prepared(says_as(who, "$3", "!board"))
            .await
            .arrivals
            .len()
    };
    // A line before Bob's can make it his turn.
    assert_eq!([read("alice").await, read("bob").await], [1, 1]);
    assert_eq!(read("dave").await, 0);
}

#[tokio::test]
async fn lines_below_events_of_other_rooms_are_dropped() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let main_loop = main_loop(&folder, &server).await;
    for (root, expected) in [("$here", 1), ("$elsewhere", 0)] {
        let mut said = says("$1", "!help");
        if let Incoming::Line(line) = &mut said.arrivals[0].incoming {
            line.thread = Some(root.into());
        }
        let arrivals = main_loop.prepared(said).await.arrivals;
        assert_eq!(arrivals.len(), expected, "{root}");
    }
}

#[test]
fn one_user_cannot_use_up_the_checks_of_roots() {
    let written = |user: &str, number: usize| {
        let thread = ("!room".to_owned(), format!("${user}{number}"));
        (user.to_owned(), thread)
    };
    let mallory = (0..100).map(|number| written("mallory", number));
    let threads = threads_to_check(mallory.chain([written("alice", 0)]));
    assert_eq!(threads.len(), MAX_ROOTS_PER_USER + 1);
    assert!(threads.contains(&written("alice", 0).1));
    // Nor can several.
    let users = (0..20).flat_map(|user| (0..5).map(move |number| (format!("u{user}"), number)));
    let crowd = users.map(|(user, number)| written(&user, number));
    let threads = threads_to_check(crowd.chain([written("zoe", 0)]));
    assert!(threads.len() == MAX_ROOTS_CHECKED && threads.contains(&written("zoe", 0).1));
}

#[test]
fn one_server_cannot_use_up_the_checks() {
    let written = |user: &str| (user.to_owned(), ("!room".to_owned(), format!("${user}")));
    let crowd = (0..100).map(|number| written(&format!("@{number}:evil")));
    let threads = threads_to_check(crowd.chain([written("@zoe:x")]));
    assert!(threads.len() == MAX_ROOTS_CHECKED && threads.contains(&written("@zoe:x").1));
}

#[tokio::test]
async fn a_challenge_is_accepted_once_it_is_sent() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let challenge = says_as("alice", "$1", "!challenge @bob:x gipf-basic white");
    main_loop.process_sync(challenge).await.unwrap();
    for (event, games) in [("$2", 0), ("$3", 1)] {
        let mut accept = says_as("bob", event, "!accept");
        if let Incoming::Line(line) = &mut accept.arrivals[0].incoming {
            line.sent = Some(clock::now());
        }
        main_loop.process_sync(accept).await.unwrap();
        assert_eq!(main_loop.processor.lobby().tally().games, games, "{event}");
        while main_loop.outbox.left() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn changed_rooms_are_kept_until_a_complete_response() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let changed = Received {
        changed_rooms: vec!["!room".into()],
        ..Received::default()
    };
    let mut source = Responses(vec![
        Ok(says_as("alice", "$1", "!challenge @bob:x gipf-basic 2d")),
        Ok(says_as("bob", "$2", "!accept")),
        Ok(changed),
        Ok(complete()),
    ]);
    let did = server.clone();
    let is_looked_up = move |user: &str| {
        let lookup = format!("looked up {user} in !room");
        did.did().contains(&lookup)
    };
    let mut stop = Once(Some(|| is_looked_up("@alice:x") && is_looked_up("@bob:x")));
    let served = main_loop.serve(&mut source, &mut stop);
    let served = tokio::time::timeout(Duration::from_secs(20), served).await;
    served.expect("both are looked up").unwrap();
}

/// Begins games on clocks in a room, each of two players.
async fn begin_games(main_loop: &mut MainLoop<Server, Server>, room: &str, count: usize) {
    for number in 0..count {
        let players = [0, 1].map(|seat| Person {
            id: format!("@{room}-{number}-{seat}:x"),
            name: format!("{number}-{seat}"),
        });
        let challenge = format!("!challenge {} gipf-basic 2d", players[1].id);
        for (seat, body) in [challenge.as_str(), "!accept"].into_iter().enumerate() {
            let mut said = line(&format!("${room}-{number}-{seat}"), body);
            said.room = room.to_owned();
            said.people = players.to_vec().into();
            said.sender = players[seat].clone();
            let handled = main_loop
                .processor
                .process_sync(clock::now(), received(&said.event.clone(), [said]));
            handled.await.unwrap();
        }
    }
}

#[tokio::test]
async fn changed_rooms_take_turns_at_lookups() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let settings = Settings {
        limits: lobby::access::Limits::UNLIMITED,
        ..Settings::default()
    };
    let store = Store::open(folder.path()).await.unwrap();
    main_loop.processor =
        EventProcessor::new(settings, store, Default::default(), Metrics::default());
    begin_games(&mut main_loop, "!a", 51).await;
    begin_games(&mut main_loop, "!b", 1).await;
    let mut looked_up = Vec::new();
    for _ in 0..2 {
        main_loop.changed_rooms.extend(["!a".into(), "!b".into()]);
        let players = main_loop.players_to_look_up();
        let rooms: BTreeSet<String> = players.into_iter().map(|(room, _)| room).collect();
        looked_up.push(rooms.into_iter().collect::<Vec<_>>());
    }
    assert_eq!(looked_up[0], ["!a"]);
    assert!(looked_up[1].contains(&"!b".to_owned()), "{looked_up:?}");
}

#[tokio::test]
async fn players_are_looked_up_after_the_lines() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut main_loop = main_loop(&folder, &server).await;
    let lines = [
        ("alice", "$1", "!challenge @bob:x gipf-basic white 2d"),
        ("bob", "$2", "!accept"),
    ];
    play(&mut main_loop, clock::now(), &lines).await;
    let mut response = Received {
        changed_rooms: vec!["!room".into()],
        ..complete()
    };
    for (event, body) in [("$3", "!resign"), ("$4", "!yes")] {
        response
            .arrivals
            .extend(says_as("bob", event, body).arrivals);
    }
    let (_, rest) = main_loop.process_sync(response).await.unwrap();
    assert_eq!(main_loop.processor.lobby().tally().games, 0);
    let (_, rest) = main_loop
        .process_sync(rest.expect("the end"))
        .await
        .unwrap();
    assert!(rest.is_none());
    assert_eq!(server.did(), [""; 0], "no lookups");
}

#[tokio::test]
async fn a_flag_counts_without_a_state_reset_only() {
    for (has_reset, expected) in [(false, End::TimedOut(0)), (true, End::Abandoned)] {
        let folder = TempDir::new().unwrap();
        let server = Server {
            has_reset,
            ..Server::default()
        };
        let mut main_loop = main_loop(&folder, &server).await;
        let lines = [
            ("alice", "$1", "!challenge @bob:x gipf-basic white 1h"),
            ("bob", "$2", "!accept"),
            ("alice", "$3", "!e1-e2"),
            ("bob", "$4", "!e9-e8"),
        ];
        let started = clock::now() - jiff::SignedDuration::from_mins(61);
        play(&mut main_loop, started, &lines).await;
        main_loop.process_sync(complete()).await.unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let saved = store.lobby().await.unwrap().saved;
        let SavedStage::Over { end, .. } = &saved[0].stage else {
            panic!("{:?}", saved[0].stage);
        };
        assert_eq!(*end, expected, "{has_reset}");
    }
}

#[tokio::test]
async fn a_stored_clock_start_is_handled_after_a_kill() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let start = TimedBoard {
        room: "!room".into(),
        table: 1,
        actions: 0,
        at: clock::now(),
        event: None,
    };
    let store = Store::open(folder.path()).await.unwrap();
    store
        .replace_by_job(1, Job::StartClock(start))
        .await
        .unwrap();
    store.close().await;

    let mut main_loop = main_loop(&folder, &server).await;
    let store = Store::open(folder.path()).await.unwrap();
    let mut source = Responses(vec![Ok(Received::default())]);
    let mut never = Once(Some(|| false));
    let handled = async {
        while !store.load().await.unwrap().waiting.jobs.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        _ = main_loop.serve(&mut source, &mut never) => panic!("nobody told it to stop"),
        handled = tokio::time::timeout(Duration::from_secs(20), handled) => handled.unwrap(),
    }
}

/// The room wants the leaderboard of a day that is over; the lobby is woken without any input.
#[tokio::test]
async fn missed_events_happen_after_the_first_response() {
    let (folder, server) = (TempDir::new().unwrap(), Server::default());
    let mut first = main_loop(&folder, &server).await;
    let yesterday = clock::now() - jiff::SignedDuration::from_hours(48);
    first
        .processor
        .process_sync(yesterday, says("$1", "!day on"))
        .await
        .unwrap();
    drop(first);

    let mut main_loop = main_loop(&folder, &server).await;
    let did = server.clone();
    let mut stop = Once(Some(move || {
        did.did().contains(&"asked who is in !room".into())
    }));
    let mut source = Responses(vec![Ok(Received::default())]);
    main_loop.serve(&mut source, &mut stop).await.unwrap();
}

/// Returns the rooms joined after a restart, in which a response brings nothing or this.
async fn joined_after_restart(server: &Server, response: Received) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let mut first = main_loop(&folder, server).await;
    let lines = [
        ("alice", "$1", "!challenge @bob:x gipf-basic"),
        ("bob", "$2", "!accept"),
    ];
    play(&mut first, clock::now(), &lines).await;
    drop(first);
    let mut main_loop = main_loop(&folder, server).await;
    let begin = Instant::now();
    let mut stop = Once(Some(move || begin.elapsed() > Duration::from_millis(500)));
    let mut source = Responses(vec![Ok(response)]);
    main_loop.serve(&mut source, &mut stop).await.unwrap();
    let mut did = server.did();
    did.retain(|what| what.starts_with("joined"));
    did
}

#[tokio::test]
async fn upgrades_are_followed_after_a_restart() {
    let upgrade = Upgrade::new("!room", "!new:x", "@alice:x");
    let server = |is_awaited| Server {
        upgrade: Some(upgrade.clone()),
        is_awaited,
        ..Server::default()
    };
    let joined = joined_after_restart(&server(true), Received::default()).await;
    assert_eq!(joined, ["joined !new:x"]);
    let joined = joined_after_restart(&server(false), Received::default()).await;
    assert!(joined.is_empty(), "older tombstones have led nowhere");
    let tombstone = Received {
        arrivals: vec![Arrival {
            event: None,
            incoming: Incoming::Upgraded(upgrade.clone()),
        }],
        ..Received::default()
    };
    let joined = joined_after_restart(&server(true), tombstone).await;
    assert_eq!(joined, ["joined !new:x"], "once");
}

#[test]
fn a_removal_counts_after_the_return() {
    let player = |user: &str, access| PlayerAccess {
        room: "!room".into(),
        user: user.into(),
        access,
    };
    let bans = [Hindrance::ban("!room", "@bob:x")];
    let before = access_before(&player("@bob:x", RoomAccess::CanWrite), &bans);
    assert_eq!(before, Some(player("@bob:x", RoomAccess::KeptOut)));
    for (user, access) in [
        ("@dave:x", RoomAccess::CanWrite),
        ("@bob:x", RoomAccess::GaveUp),
    ] {
        assert_eq!(access_before(&player(user, access), &bans), None);
    }
    // Guests leave as if by themselves.
    let closed = [Hindrance::guest_ban("!room")];
    let before = access_before(&player("@bob:x", RoomAccess::GaveUp), &closed);
    assert_eq!(before, Some(player("@bob:x", RoomAccess::KeptOut)));
    // Players who leave, knock and withdraw the knock were not kept out.
    let left = [Hindrance::departure("!room")];
    let before = access_before(&player("@alice:x", RoomAccess::Absent), &left);
    assert_eq!(before, Some(player("@alice:x", RoomAccess::GaveUp)));
    for (user, access) in [
        ("@bob:x", RoomAccess::Absent),
        ("@alice:x", RoomAccess::CanWrite),
    ] {
        assert_eq!(access_before(&player(user, access), &left), None);
    }
}
