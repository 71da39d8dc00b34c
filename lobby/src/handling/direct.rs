//! Runs requested in a room, which are played in the direct message with the player. A run whose room the player
//! can no longer enter is moved there as well.

use std::collections::BTreeSet;

use games::Seed;

use crate::{
    command,
    day::Day,
    handling::{Lobby, day_try::Try},
    job::{Direct, Job, NoDirect, RunElsewhere},
    line::Line,
    members::Members,
    message::Block,
    messages::direct::{DirectMessage, Member},
    refusal::{Answer, Cause},
    traffic::Effect,
};

impl Lobby {
    /// Queues the job that opens the direct message with the sender. Refusals that do not depend on it come at
    /// once.
    pub(super) fn run_elsewhere(&self, line: &Line, wish: &command::Run) -> Answer {
        // A run in progress is found there.
        let today = Day::of(self.now);
        if wish.day && !matches!(self.try_of(today, &line.sender.id), Try::On(_)) {
            self.check_untried(line)?;
        }
        let entry = self.game("run")?;
        self.dealt(entry, &wish.options(), Seed(line.seed), Vec::new())?;
        let line = Line {
            people: Members::default(),
            ..line.clone()
        };
        Ok(vec![self.open_direct(line, wish)])
    }

    /// Returns the job that opens the direct message with the sender and checks the rooms of their runs.
    pub(super) fn open_direct(&self, line: Line, wish: &command::Run) -> Effect {
        Effect::Job(Job::OpenDirect(RunElsewhere {
            runs_in: self.rooms_of_runs(&line),
            wish: wish.clone(),
            line,
        }))
    }

    /// Returns the other rooms in which the sender has a run in progress.
    pub(super) fn rooms_of_runs(&self, line: &Line) -> Vec<String> {
        let runs = self.tables.of(&line.sender.id);
        let runs = runs.filter(|table| table.room != line.room && table.is_run());
        let rooms: BTreeSet<&String> = runs.map(|table| &table.room).collect();
        rooms.into_iter().cloned().collect()
    }

    /// Starts the run in the direct message, and reports its place in the room.
    pub(super) fn direct_opened(
        &mut self,
        asked: &RunElsewhere,
        found: &Result<Direct, NoDirect>,
    ) -> Vec<Effect> {
        let line = &asked.line;
        let direct = match found {
            Ok(direct) => direct,
            Err(why) => {
                return self.refused(line, DirectMessage::Failed { why: *why }.into());
            }
        };
        let there = if line.direct {
            line.clone()
        } else {
            Line {
                room: direct.room.clone(),
                direct: true,
                thread: None,
                ..line.clone()
            }
        };
        let lost = self.lost_run(&there, &asked.wish, &direct.lost);
        let begun = match lost {
            Some(run) => self.move_run(&there, run),
            None => self.run_at(&there, &asked.wish),
        };
        if line.direct {
            return begun.unwrap_or_else(|refusal| self.refused(line, refusal));
        }
        let link = format!("https://matrix.to/#/{}", direct.room);
        let member = if direct.joined {
            Member::Joined
        } else {
            Member::Invited
        };
        let run_is_on = |link| DirectMessage::RunIsOn { member, link };
        let (mut effects, said) = match begun {
            Ok(effects) if lost.is_some() => (effects, run_is_on(link)),
            Ok(effects) => (effects, DirectMessage::RunBegun { member, link }),
            Err(refusal) => match refusal.cause {
                Some(Cause::RunIsOn) => (Vec::new(), run_is_on(link)),
                Some(Cause::DuelIsOn) => (Vec::new(), DirectMessage::DuelIsOn { member, link }),
                Some(Cause::NoTable) | None => return self.refused(line, refusal),
            },
        };
        let said = self.sentence(&said.into());
        effects.push(self.answer(line, vec![Block::Text(said)]));
        effects
    }

    /// Returns the sender's newest matching run in one of these rooms, unless another is in progress here.
    fn lost_run(&self, there: &Line, wish: &command::Run, lost: &[String]) -> Option<u32> {
        self.check_no_run(there).ok()?;
        let today = Day::of(self.now);
        let runs = self.tables.of(&there.sender.id);
        let runs = runs.filter(|table| {
            lost.contains(&table.room)
                && table.is_run()
                && (!wish.day || table.occasion.day() == Some(today))
        });
        runs.map(|table| table.id).max()
    }

    /// Moves a run in progress to another room.
    fn move_run(&mut self, there: &Line, id: u32) -> Answer {
        let (mut effects, mut news) = self.end_lesson(there);
        self.tables.edit(id, |table| {
            table.room.clone_from(&there.room);
            table.thread.clone_from(&there.thread);
        });
        let player = there.sender.name.clone();
        news.push(DirectMessage::RunGoesOn { player }.into());
        effects.extend(self.changed(there, id, &news)?);
        Ok(effects)
    }
}
