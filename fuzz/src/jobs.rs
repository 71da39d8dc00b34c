//! Results of jobs, without a homeserver and a store.

use games::Seed;
use lobby::{
    Incoming, Job,
    admin::{AdminAction, AdminReport, RoomInfo, Status},
    job::{Chance, Direct, JoinOutcome, NoDirect, Question, SearchError, SearchResult, Thinking},
    names::local_part,
};

use crate::conversation::{ROOM, direct_room, replayed};

/// Returns the result of a job. No direct message with dave can be opened.
pub(crate) fn carried_out(job: Job) -> Incoming {
    match job {
        Job::OpenDirect(request) => {
            let who = local_part(&request.line.sender.id).to_owned();
            let found = Direct {
                room: direct_room(&who),
                joined: who != "carol",
                inaccessible_rooms: match who.as_str() {
                    "bob" => request.runs_in.clone(),
                    _ => Vec::new(),
                },
            };
            let found = if who == "dave" {
                Err(NoDirect::Refused)
            } else {
                Ok(found)
            };
            Incoming::DirectOpened(request, found)
        }
        Job::Think(request) => {
            let thought = thought(&request);
            Incoming::SearchResult(request, thought.ok_or(SearchError::Nothing))
        }
        Job::Move(request) => {
            let found = briefly(|thinking| request.think(thinking));
            Incoming::Moved(request, found)
        }
        Job::Analyse(request) => {
            let judged = briefly(|thinking| request.think(thinking));
            Incoming::Analysed(request, judged.ok_or(SearchError::Busy))
        }
        Job::LoadFinished(_) | Job::StartClock(_) | Job::NoteRejected(_) => job.failed(),
        Job::ReadProfile { user } => {
            let zone = (user.len() % 2 == 0).then(|| "Europe/Paris".to_owned());
            let zone = zone.into();
            Incoming::ProfileRead { user, zone }
        }
        Job::LeaveRoom(room) => {
            let left = room.len() % 2 == 0;
            Incoming::RoomLeft { room, left }
        }
        Job::JoinSuccessor(upgrade) => {
            let outcome = match upgrade.successor.len() % 4 {
                0 => JoinOutcome::Joined,
                1 => JoinOutcome::NotLetIn,
                2 => JoinOutcome::NotModerated,
                _ => JoinOutcome::NotSuccessor,
            };
            Incoming::SuccessorJoined(upgrade, outcome)
        }
        Job::Administer(request) => {
            let report = match &request.task {
                AdminAction::Status => AdminReport::Status(Status::default()),
                AdminAction::Rooms => {
                    let name = "\u{202e}<i>`room`\n".to_owned();
                    AdminReport::Rooms(vec![RoomInfo {
                        id: ROOM.to_owned(),
                        name,
                        members: 7,
                    }])
                }
                AdminAction::Leave(_) => AdminReport::Left,
                AdminAction::MoveGames { .. } => AdminReport::There,
            };
            Incoming::Administered(request, report)
        }
    }
}

/// Returns the immediate answer of the computer player: about a run, without a single rollout.
fn thought(question: &Question) -> Option<SearchResult> {
    let live = replayed(&question.record);
    match live.position().advise(0, Seed([7; 32]), &mut || true) {
        Some(advice) => Some(SearchResult {
            turn: vec![advice.action],
            chance: Some(Chance {
                wins: 50,
                margin: 5,
            }),
            is_sure: advice.is_sure,
            why: advice.why,
        }),
        None => briefly(|thinking| question.think(thinking)),
    }
}

/// Runs a search that is stopped before it begins.
fn briefly<T>(think: impl FnOnce(&mut Thinking) -> T) -> T {
    think(&mut Thinking {
        memory: 1 << 10,
        should_continue: &mut || false,
    })
}
