//! What comes in from the outside world and what goes out to it, as plain data.

use games::Judged;

use crate::{
    admin::{AdminReport, AdminWish},
    errand::{
        Analysis, ComputerTurn, Direct, Errand, FollowOutcome, NoDirect, NoThought, Question,
        Recall, RunElsewhere, Thought, Upgrade,
    },
    key::Key,
    line::Line,
    members::Members,
    message::Message,
    person::Person,
    results::{DuelResult, RunResult},
    saved::Saved,
};

/// Something that happened in the outside world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// Somebody wrote a line.
    Line(Line),
    /// The bot has joined a room.
    Joined {
        /// The room's id.
        room: String,
        /// Whether only one other person is in it.
        direct: bool,
    },
    /// The bot is no longer in a room: it was removed or banned, or has left.
    Left {
        /// The room's id.
        room: String,
    },
    /// More state would have to be kept of a room than is reasonable.
    RoomTooLarge {
        /// The room's id.
        room: String,
    },
    /// The bot has left a room of its own accord, or could not.
    RoomLeft {
        /// The room's id.
        room: String,
        /// The bot is no longer there.
        left: bool,
    },
    /// The moment has come at which the tables want to be woken, or has passed while the program was not
    /// there.
    Woken {
        /// The rooms that want the table of the day before, with their members.
        rooms: Vec<(String, Members)>,
    },
    /// The program goes on after it has ended, however that was.
    Resumed {
        /// The tables about which the computer has been asked to think already.
        thinking: Vec<u32>,
        /// The users whose questions the computer player has not answered yet.
        asking: Vec<String>,
        /// Fresh randomness, for what may have to be dealt after its turns.
        seed: [u8; 32],
    },
    /// The direct message in which a run is to be made was found or opened, or will not be.
    DirectOpened(RunElsewhere, Result<Direct, NoDirect>),
    /// The computer player has thought about a question, or does not answer it.
    Thought(Question, Result<Thought, NoThought>),
    /// The computer has found its turn in a duel: its actions. `None` if it has failed.
    Moved(ComputerTurn, Option<Vec<String>>),
    /// The computer has gone through a finished duel, turn by turn, as far as it came, or does not.
    Analysed(Analysis, Result<Vec<Judged>, NoThought>),
    /// Somebody's message cannot be decrypted, for its key does not come: a line without what was written.
    Unreadable(Line),
    /// Games that are over were looked for in the store: those of them that are there, the newest first.
    Recalled(Recall, Vec<Saved>),
    /// The store could not be asked about games that are over.
    NotRecalled(Recall),
    /// Another room takes the place of one that the bot is in.
    Upgraded(Upgrade),
    /// The bot has tried to follow a room into its successor.
    Followed(Upgrade, FollowOutcome),
    /// What an admin asked for was found out or done, or could not be.
    Administered(AdminWish, AdminReport),
}

impl Incoming {
    /// The room of the line that this is or follows from.
    pub(crate) fn room(&self) -> Option<&str> {
        self.line().map(|line| line.room.as_str())
    }

    /// The user who wrote the line that this is or follows from.
    pub(crate) fn sender(&self) -> Option<&str> {
        self.line().map(|line| line.sender.id.as_str())
    }

    fn line(&self) -> Option<&Line> {
        let line = match self {
            Incoming::Line(line) | Incoming::Unreadable(line) => line,
            Incoming::DirectOpened(asked, _) => &asked.line,
            Incoming::Thought(question, _) => &question.line,
            Incoming::Moved(turn, _) => &turn.line,
            Incoming::Analysed(wish, _) => &wish.line,
            Incoming::Recalled(recall, _) | Incoming::NotRecalled(recall) => &recall.line,
            Incoming::Administered(wish, _) => &wish.line,
            Incoming::Joined { .. }
            | Incoming::Left { .. }
            | Incoming::RoomTooLarge { .. }
            | Incoming::RoomLeft { .. }
            | Incoming::Woken { .. }
            | Incoming::Resumed { .. }
            | Incoming::Upgraded(_)
            | Incoming::Followed(..) => return None,
        };
        Some(line)
    }
}

/// What has to happen in the outside world. All effects of one line are carried out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A table is new or has changed.
    Save(Saved),
    /// A run has ended.
    Result(RunResult),
    /// A duel has ended.
    Duel(DuelResult),
    /// Something is set, in place of what was set before under that key: its JSON.
    Set(Key, String),
    /// What was set under a key is to be deleted.
    Unset(Key),
    /// A player is to be forgotten: the results of runs are to be deleted, every stored table is to
    /// become what [`Saved::without`](crate::saved::Saved::without) makes of it, and every result of a
    /// duel what [`DuelResult::without`] makes of it.
    Forget {
        /// The user id.
        player: String,
        /// Who appears in the player's place.
        somebody: Person,
    },
    /// A message is to be sent.
    Say(Message),
    /// Something is to be carried out; its result comes in.
    Errand(Errand),
    /// The program is to end once everything is sent.
    Stop,
}

impl Errand {
    /// What comes in when it cannot be carried out.
    pub fn failed(self) -> Incoming {
        match self {
            Errand::OpenDirect(asked) => Incoming::DirectOpened(asked, Err(NoDirect::Unreachable)),
            Errand::Think(question) => Incoming::Thought(question, Err(NoThought::Nothing)),
            Errand::Move(turn) => Incoming::Moved(turn, None),
            Errand::Analyse(wish) => Incoming::Analysed(wish, Err(NoThought::Nothing)),
            Errand::Recall(recall) => Incoming::NotRecalled(recall),
            Errand::Administer(wish) => Incoming::Administered(wish, AdminReport::Failed),
            Errand::LeaveRoom(room) => Incoming::RoomLeft { room, left: false },
            Errand::Follow(upgrade) => Incoming::Followed(upgrade, FollowOutcome::NotLetIn),
        }
    }
}
