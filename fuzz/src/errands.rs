//! What comes of errands where nothing is beyond the conversation.

use games::Seed;
use tables::{
    Errand, Incoming,
    admin::{AdminReport, AdminTask, RoomInfo, Status},
    errand::{Direct, NoDirect, Question, Thought},
    names::local_part,
};

use crate::conversation::{ROOM, direct_room, replayed};

/// What comes of an errand. Nobody can open a direct message with dave.
pub(crate) fn carried_out(errand: Errand) -> Incoming {
    match errand {
        Errand::OpenDirect(asked) => {
            let who = local_part(&asked.line.sender.id).to_owned();
            let found = Direct {
                room: direct_room(&who),
                joined: who != "carol",
                lost: match who.as_str() {
                    "bob" => asked.runs_in.clone(),
                    _ => Vec::new(),
                },
            };
            let found = if who == "dave" {
                Err(NoDirect::Refused)
            } else {
                Ok(found)
            };
            Incoming::DirectOpened(asked, found)
        }
        Errand::Think(question) => {
            let thought = thought(&question);
            Incoming::Thought(question, thought)
        }
        Errand::Recall(_) => errand.failed(),
        Errand::Follow(upgrade) => {
            let is_there = upgrade.successor.len() % 2 == 0;
            Incoming::Followed(upgrade, is_there)
        }
        Errand::Administer(wish) => {
            let report = match &wish.task {
                AdminTask::Status => AdminReport::Status(Status::default()),
                AdminTask::Rooms => {
                    let name = "\u{202e}<i>`room`\n".to_owned();
                    AdminReport::Rooms(vec![RoomInfo {
                        id: ROOM.to_owned(),
                        name,
                        members: 7,
                    }])
                }
                AdminTask::Leave(_) => AdminReport::Left,
            };
            Incoming::Administered(wish, report)
        }
    }
}

/// What the computer player says at once, without thinking.
fn thought(question: &Question) -> Option<Thought> {
    let live = replayed(&question.record);
    let advice = live.advise(0, Seed([7; 32]))?;
    Some(Thought {
        action: advice.action,
        wins: 50,
        margin: 5,
        why: advice.why,
    })
}
