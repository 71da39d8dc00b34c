use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use lobby::{
    Effect, Line, Members, Person, ProfileZone, Saved,
    admin::AdminRequest,
    command::Run,
    job::{LoadFinished, Question, RunElsewhere, SearchError, Upgrade, Wanted},
    saved::SavedStage,
    terms::Occasion,
};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::*;
use crate::{store::Batch, tests};

/// An room_api that is slow and checks that rooms for one user are opened one at a time.
#[derive(Clone, Default)]
struct Slow {
    opening: Arc<Mutex<HashMap<String, usize>>>,
}

impl RoomApi for Slow {
    async fn profile_zone(&self, _: &str) -> ProfileZone {
        ProfileZone::Missing
    }

    async fn direct_message(&self, user: &str) -> Result<Direct, NoDirect> {
        let count = |change: usize| {
            let mut opening = self.opening.lock().unwrap();
            let count = opening.entry(user.to_owned()).or_default();
            *count = count.wrapping_add(change);
            *count
        };
        assert_eq!(count(1), 1, "two rooms at once for {user}");
        assert_ne!(user, "@mallory:x", "a job can fail");
        if user == "@slow:x" {
            sleep(Duration::from_secs(3600)).await;
        }
        sleep(Duration::from_millis(5)).await;
        count(usize::MAX);
        Ok(Direct {
            room: format!("!of-{user}"),
            joined: true,
            inaccessible_rooms: Vec::new(),
        })
    }

    async fn join_successor(&self, upgrade: &Upgrade) -> JoinOutcome {
        match upgrade.successor.as_str() {
            "!closed" => JoinOutcome::NotLetIn,
            _ => JoinOutcome::Joined,
        }
    }

    async fn inaccessible_rooms(&self, user: &str, rooms: &[String]) -> Vec<String> {
        let lost = rooms.iter().filter(|room| room.contains("lost"));
        lost.map(|room| format!("{room} by {user}")).collect()
    }
}

impl AdminApi for Slow {
    async fn administer(&self, task: &AdminAction) -> AdminReport {
        match task {
            AdminAction::Leave(room) if room == "!known" => AdminReport::Left,
            _ => panic!("a job can fail"),
        }
    }
}

/// Creates a job runner with an empty store; returns its folder as well.
async fn jobs(reports: mpsc::Sender<InternalInput>) -> (TempDir, JobRunner<Slow, Slow>) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let jobs = JobRunner::new(
        Slow::default(),
        Slow::default(),
        store,
        reports,
        ComputerLimits::default(),
    );
    (folder, jobs)
}

fn line(row: i64, user: &str) -> Line {
    Line {
        sender: Person {
            id: user.into(),
            name: user.into(),
        },
        people: Members::default(),
        ..tests::line(&format!("${row}"), "!run")
    }
}

fn open(row: i64, user: &str) -> OpenJob {
    let line = line(row, user);
    let request = Run::default();
    OpenJob {
        row,
        job: Job::OpenDirect(RunElsewhere {
            line,
            options: request,
            runs_in: vec!["!there".into(), "!lost".into()],
        }),
    }
}

/// Carries out jobs of these users, and compares the reported rows and results.
async fn check(users: &[&str], expected: &[(i64, Result<&str, NoDirect>)]) {
    let (reports, mut reported) = mpsc::channel(1);
    let (_folder, jobs) = jobs(reports).await;
    jobs.push(
        (1..)
            .zip(users)
            .map(|(row, user)| open(row, user))
            .collect(),
    );
    let mut seen = Vec::new();
    while seen.len() < expected.len() {
        let report = timeout(Duration::from_secs(10), reported.recv()).await;
        let report = report.expect("a report in time").expect("a report");
        let Incoming::DirectOpened(asked, found) = report.incoming else {
            panic!("{report:?}");
        };
        let row = report.job.expect("the result of a job");
        assert_eq!(asked.line.event, format!("${row}"));
        if let Ok(direct) = &found {
            assert_eq!(
                direct.inaccessible_rooms,
                [format!("!lost by {}", asked.line.sender.id)]
            );
        }
        seen.push((row, found.map(|direct| direct.room)));
    }
    seen.sort_by_key(|(row, _)| *row);
    let expected = expected
        .iter()
        .map(|(row, found)| (*row, found.map(str::to_owned)));
    assert_eq!(seen, expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn jobs_of_one_user_run_in_order() {
    let (alice, bob) = (Ok("!of-@alice:x"), Ok("!of-@bob:x"));
    check(
        &["@alice:x", "@alice:x", "@bob:x", "@alice:x"],
        &[(1, alice), (2, alice), (3, bob), (4, alice)],
    )
    .await;
}

#[tokio::test]
async fn a_slow_job_does_not_block_other_users() {
    check(&["@slow:x", "@alice:x"], &[(2, Ok("!of-@alice:x"))]).await;
}

#[tokio::test]
async fn users_with_many_jobs_are_not_read() {
    let (reports, _results) = mpsc::channel(16);
    let (_folder, jobs) = jobs(reports).await;
    let is_full = |user, is_awaited| jobs.is_full(user, || is_awaited);
    jobs.push(vec![open(1, "@slow:x"); MAX_QUEUED_JOBS_PER_USER]);
    assert!(is_full("@slow:x", false) && !is_full("@slow:x", true));
    assert!(!is_full("@bob:x", false));
    jobs.push(vec![open(2, "@slow:x"); MAX_QUEUED_JOBS_PER_USER]);
    assert!(is_full("@slow:x", true));
}

#[tokio::test]
async fn a_failed_job_has_a_result() {
    let failed = Err(NoDirect::Unreachable);
    check(&["@mallory:x"], &[(1, failed)]).await;
}

#[tokio::test]
async fn the_computer_player_thinks_about_a_question() {
    let (reports, mut reported) = mpsc::channel(1);
    let (_folder, jobs) = jobs(reports).await;
    let run = games::Entry::find("run").unwrap();
    let run = games::Live::start(run, "-", Some(games::Seed([7; 32]))).unwrap();
    let question = |row, record: String| OpenJob {
        row,
        job: Job::Think(Question {
            line: line(row, "@alice:x"),
            table: 1,
            record,
            wanted: Wanted::Hint,
        }),
    };
    jobs.push(vec![
        question(1, run.record().to_string()),
        question(2, "damaged".into()),
    ]);
    let mut next = async || match reported.recv().await.unwrap() {
        InternalInput {
            job,
            incoming: Incoming::SearchResult(_, thought),
        } => (job, thought),
        other => panic!("{other:?}"),
    };
    let (job, thought) = next().await;
    assert_eq!(job, Some(1));
    assert!(run.legal_actions().contains(&thought.unwrap().turn[0]));
    assert_eq!(next().await, (Some(2), Err(SearchError::Nothing)));
}

#[tokio::test]
async fn an_admin_is_told_what_came_of_it() {
    let (reports, mut reported) = mpsc::channel(1);
    let (_folder, jobs) = jobs(reports).await;
    let open_job = |row, room: &str| OpenJob {
        row,
        job: Job::Administer(AdminRequest {
            line: line(row, "@ann:x"),
            task: AdminAction::Leave(room.into()),
        }),
    };
    jobs.push(vec![open_job(1, "!known"), open_job(2, "!other")]);
    for expected in [AdminReport::Left, AdminReport::Failed] {
        let report = reported.recv().await.unwrap().incoming;
        let Incoming::Administered(_, report) = report else {
            panic!("{report:?}");
        };
        assert_eq!(report, expected);
    }
}

#[tokio::test]
async fn an_old_finished_table_is_loaded_from_store() {
    let (reports, mut reported) = mpsc::channel(1);
    let (_folder, jobs) = jobs(reports).await;
    let saved = Saved {
        id: 7,
        room: "!room".into(),
        thread: None,
        occasion: Occasion::Free,
        stage: SavedStage::Dropped,
    };
    let batch = Batch {
        effects: vec![Effect::Save(saved.clone())],
        ..Batch::default()
    };
    jobs.store.commit(batch).await.unwrap();
    let wanted = |row, table| OpenJob {
        row,
        job: Job::LoadFinished(LoadFinished {
            line: line(row, "@alice:x"),
            table,
        }),
    };
    jobs.push(vec![
        wanted(1, Some(7)),
        wanted(2, Some(8)),
        wanted(3, None),
    ]);
    for expected in [vec![saved], Vec::new(), Vec::new()] {
        let report = reported.recv().await.unwrap().incoming;
        let Incoming::FinishedLoaded(_, found) = report else {
            panic!("{report:?}");
        };
        assert_eq!(found, expected);
    }
}
