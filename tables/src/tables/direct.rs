//! A run asked for in a room: it is made in the direct message with the player.

use games::{Fact, Seed};

use super::{Answer, Tables};
use crate::{
    chat::{Block, Effect, Line},
    command,
    errand::{Direct, Errand, NoDirect, RunElsewhere},
};

impl Tables {
    /// Sends for the direct message with the sender. What a run would refuse there is refused at
    /// once.
    pub(super) fn run_elsewhere(&self, line: &Line, wish: &command::Run) -> Answer {
        if wish.day
            && let Err(refusal) = self.check_untried(line)
            && refusal.reason.code != "day-elsewhere"
        {
            return Err(refusal);
        }
        let entry = self.game("run")?;
        self.dealt(entry, &wish.options(), Seed(line.seed), Vec::new())?;
        let line = Line {
            people: Vec::new(),
            ..line.clone()
        };
        let wish = wish.clone();
        let errand = Errand::OpenDirect(RunElsewhere { line, wish });
        Ok(vec![Effect::Errand(errand)])
    }

    /// Starts the run in the direct message and says in the room where that is.
    pub(super) fn direct_opened(
        &mut self,
        asked: &RunElsewhere,
        found: &Result<Direct, NoDirect>,
    ) -> Vec<Effect> {
        let line = &asked.line;
        let direct = match found {
            Ok(direct) => direct,
            Err(why) => {
                let why = match why {
                    NoDirect::Refused => "refused",
                    NoDirect::Unreachable => "unreachable",
                };
                return self.refused(line, Fact::new("no-direct").with("why", why).into());
            }
        };
        let there = Line {
            room: direct.room.clone(),
            direct: true,
            thread: None,
            ..line.clone()
        };
        let (mut effects, said) = match self.run(&there, &asked.wish) {
            Ok(effects) => (effects, Fact::new("run-there")),
            Err(refusal) if refusal.reason.code == "run-is-on" => {
                (Vec::new(), Fact::new("run-is-on-there"))
            }
            Err(refusal) => return self.refused(line, refusal),
        };
        let link = format!("https://matrix.to/#/{}", direct.room);
        let member = if direct.joined { "joined" } else { "invited" };
        let said = self.sentence(&said.with("link", link).with("member", member));
        effects.push(self.answer(line, vec![Block::Text(said)]));
        effects
    }
}
