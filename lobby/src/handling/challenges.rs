//! Challenges, and the start of games.

use games::{Fact, Seed, Typed};

use crate::{
    command::{self, Opponent},
    day::Day,
    handling::{
        Lobby,
        lookup::begun,
        start::{duel_begun, seated},
    },
    line::Line,
    message::Block,
    messages::{
        TableId, access::AccessMessage, challenge::ChallengeMessage, seed::SeedMessage,
        table::TableMessage,
    },
    person::Person,
    refusal::{Answer, Refusal, refuse},
    table::{Stage, Table},
    terms::{Challenge, Occasion, Side},
    traffic::Effect,
};

impl Lobby {
    pub(super) fn challenge(&mut self, line: &Line, wish: &command::ChallengeRequest) -> Answer {
        let to = match &wish.who {
            Opponent::Computer(level) => return self.play_computer(line, wish, *level),
            _ if line.direct => return refuse(ChallengeMessage::NeedsRoom),
            Opponent::Anyone => None,
            Opponent::Named(who) => Some(who),
        };
        let game = self.wished_duel(line, wish)?;
        let to = to.map(|who| self.challenged_person(line, who));
        let to = to.transpose()?;
        let terms = self.terms(game, &wish.options)?;
        let crowded = self.check_room_for_challenge(line)?;
        self.check_room_for_table(line)?;
        let challenge = Challenge {
            from: line.sender.clone(),
            to: to.clone(),
            game: game.id.to_owned(),
            side: wish.side.unwrap_or(Side::Random),
            options: wish.options.clone(),
            asked: self.now,
        };
        let id = self.tables.next_id()?;
        let thread = self.root_for(line, &challenge.people());
        let mut lines = vec![self.sentence(&self.challenge_told(id, &challenge))];
        lines.extend(terms.iter().map(|term| self.sentence(term)));
        if thread.is_none() {
            let is_rematch_asked = self.is_rematch_asked(line);
            let moved = self.of_thread(line, |owner| {
                if is_rematch_asked {
                    ChallengeMessage::BesideRematch { owner }
                } else {
                    ChallengeMessage::Moved { owner }
                }
            });
            lines.push(self.sentence(&moved));
        }
        let mut answer = self.answer(line, vec![Block::Text(lines.join("\n"))]);
        if let Effect::SendMessage(message) = &mut answer {
            message.mentions = to.into_iter().map(|person| person.id).collect();
            if thread.is_none() {
                // An event of a thread cannot be the root of another, so the challenge goes to the room itself,
                // and the line that accepts it becomes the root. A reply to a line in the thread would be shown
                // in that thread.
                message.thread = None;
                message.reply_to = None;
            }
        }
        let table = Table {
            id,
            room: line.room.clone(),
            thread,
            occasion: Occasion::Free,
            stage: Stage::Challenge(challenge),
        };
        let mut effects = self.lapse(crowded);
        effects.extend([self.tables.keep(table), answer]);
        Ok(effects)
    }

    /// Returns the user challenged by name.
    fn challenged_person(&self, line: &Line, who: &str) -> Result<Person, Refusal> {
        let person = self.person(line, who)?;
        if person.id == line.sender.id {
            return refuse(ChallengeMessage::Yourself);
        }
        if !self.may_play(&person.id) {
            return refuse(AccessMessage::OtherMayNotPlay { name: person.name });
        }
        Ok(person)
    }

    /// Returns the announcement of a challenge.
    fn challenge_told(&self, id: u32, challenge: &Challenge) -> Fact {
        let table = TableId(id);
        let from = challenge.from.name.clone();
        let game = challenge.game.clone();
        let side = challenge.side;
        let told = match &challenge.to {
            Some(to) => ChallengeMessage::Made {
                table,
                from,
                to: to.name.clone(),
                game,
                side,
            },
            None => ChallengeMessage::MadeAnyone {
                table,
                from,
                game,
                side,
            },
        };
        Fact::from(told).with("prefix", self.settings.prefix.as_str())
    }

    /// Starts the game of a challenge.
    pub(super) fn begin(&mut self, line: &Line, id: u32, challenge: Challenge) -> Answer {
        let entry = self.game(&challenge.game)?;
        let table = self.tables.get(id);
        let thread = match table.and_then(|table| table.thread.clone()) {
            Some(thread) => thread,
            None => {
                let players = [challenge.from.id.as_str(), line.sender.id.as_str()];
                self.root_for(line, &players).ok_or_else(|| {
                    let table = TableId(id);
                    let is_rematch_asked = self.is_rematch_asked(line);
                    self.of_thread(line, |owner| {
                        if is_rematch_asked {
                            ChallengeMessage::AcceptBesideRematch { owner, table }
                        } else {
                            ChallengeMessage::AcceptInRoom { owner, table }
                        }
                    })
                })?
            }
        };
        let players = seated(line, challenge.side, challenge.from, line.sender.clone());
        let news = [duel_begun(id, entry, &players), self.legend(line, entry)];
        let stage = self.dealt(entry, &challenge.options, Seed(line.seed), players)?;
        self.tables.edit(id, |table| {
            table.stage = stage;
            table.thread = Some(thread);
        });
        self.changed(line, id, &news)
    }

    /// Starts a rematch: another game with the sides exchanged, in the same thread.
    pub(super) fn begin_again(&mut self, line: &Line, id: u32) -> Answer {
        let Some(old) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        let live = begun(old)?;
        let mut players: Vec<Person> = old.players().to_vec();
        players.reverse();
        let entry = live.entry();
        let options = entry.exchanged(&live.record().options);
        let stage = self.dealt(entry, &options, Seed(line.seed), players.clone())?;
        let (room, thread) = (old.room.clone(), old.thread.clone());
        let mut effects = vec![Effect::Save(old.save())];
        let id = self.tables.next_id()?;
        let table = Table {
            id,
            room,
            thread,
            occasion: Occasion::Free,
            stage,
        };
        self.tables.insert(table);
        effects.extend(self.changed(line, id, &[duel_begun(id, entry, &players)])?);
        Ok(effects)
    }

    pub(super) fn run(&mut self, line: &Line, wish: &command::Run) -> Answer {
        if !line.direct && !wish.here {
            return self.run_elsewhere(line, wish);
        }
        if line.direct && !self.rooms_of_runs(line).is_empty() {
            return Ok(vec![self.open_direct(line.clone(), wish)]);
        }
        self.run_at(line, wish)
    }

    /// Starts a run in the room of the request.
    pub(super) fn run_at(&mut self, line: &Line, wish: &command::Run) -> Answer {
        if wish.day {
            self.check_untried(line)?;
        }
        let thread = if line.direct {
            line.thread.clone()
        } else {
            let root = self.root_for(line, &[&line.sender.id]);
            let taken = |owner| TableMessage::ThreadTaken { owner };
            Some(root.ok_or_else(|| self.of_thread(line, taken))?)
        };
        self.check_no_run(line)?;
        self.check_room_for_table(line)?;
        let id = self.tables.next_id()?;
        let entry = self.game("run")?;
        let (seed, occasion, mut effects) = self.seed_of_run(line, wish);
        let stage = self.dealt(entry, &wish.options(), seed, vec![line.sender.clone()])?;
        let player = line.sender.name.clone();
        let begun = match wish.target {
            Some(target) => TableMessage::RunBegunTarget { player, target },
            None => TableMessage::RunBegun { player },
        };
        let mut news = vec![Fact::from(begun)];
        // Experienced players know the legend; spectators of the first run in a room do not.
        let is_run = |table: &Table| table.live().is_some_and(|live| live.entry().seats == 1);
        let is_known = || line.direct || self.tables.in_room(&line.room).any(is_run);
        if !self.players.has_made_a_run(&line.sender.id) || !is_known() {
            news.push(self.legend(line, entry));
        }
        if let Stage::Playing(game) = &stage {
            news.extend(game.live.opening());
        }
        let hash = seed.commitment();
        let promised = match (&wish.seed, occasion) {
            (Some(word), _) => SeedMessage::Word {
                text: Typed::new(word),
            },
            (None, Occasion::Day(day)) => SeedMessage::OfDay { day, hash },
            (None, _) => SeedMessage::Promised { hash },
        };
        news.push(promised.into());
        let table = Table {
            id,
            room: line.room.clone(),
            thread,
            occasion,
            stage,
        };
        let (ended, left) = self.end_lesson(line);
        effects.extend(ended);
        news.splice(..0, left);
        self.tables.insert(table);
        effects.extend(self.changed(line, id, &news)?);
        Ok(effects)
    }

    /// Returns the seed of a run, its occasion, and the effects that store a new seed.
    fn seed_of_run(&mut self, line: &Line, wish: &command::Run) -> (Seed, Occasion, Vec<Effect>) {
        let fresh = Seed(line.seed);
        if let Some(word) = &wish.seed {
            return (Seed::from_word(word), Occasion::Word, Vec::new());
        }
        if !wish.day {
            return (fresh, Occasion::Free, Vec::new());
        }
        let day = Day::of(self.now);
        let (seed, stored) = self.players.seed_of_day(day, fresh);
        (seed, Occasion::Day(day), stored.into_iter().collect())
    }
}
