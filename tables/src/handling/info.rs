//! What changes nothing: help, lists, boards, records.

use games::{CATALOG, Fact, Live, Record, Seat};

use super::{
    Answer, Refusal, Tables,
    contests::waits_for,
    refuse,
    topics::{NOTATION, TOPICS, game_ids},
    waiting::asker,
};
use crate::{
    command::{self, FORMS, Form, Opponent},
    line::Line,
    look::Look,
    message::{Block, Message},
    table::{Stage, Table},
    terms::Occasion,
    traffic::Effect,
};

impl Tables {
    /// What is said when the bot enters a room.
    pub(super) fn greeting(&self, room: &str, direct: bool) -> Vec<Effect> {
        if !self.settings.access.is_room_allowed(room) {
            return Vec::new();
        }
        let code = if direct { "hello-direct" } else { "hello-room" };
        let text = Fact::new(code).with("prefix", self.settings.prefix.as_str());
        vec![Effect::Say(Message {
            room: room.to_owned(),
            thread: None,
            reply_to: None,
            mentions: Vec::new(),
            blocks: vec![Block::Text(self.sentence(&text))],
            table: None,
            look: Look::default(),
        })]
    }

    pub(super) fn help(&self, line: &Line, topic: Option<&str>) -> Answer {
        let Some(topic) = topic else {
            return Ok(vec![self.help_overview(line)]);
        };
        let topic = topic.to_lowercase();
        let topic = match topic.as_str() {
            "m" => "move",
            topic => topic,
        };
        if let Some(here) = self.explained_here(line, topic) {
            return Ok(vec![self.answer(line, vec![here])]);
        }
        if let Some(entry) = games::Entry::named(topic) {
            return self.help_game(line, entry);
        }
        if matches!(topic, "breakers" | "custom") {
            return Ok(vec![self.answer(line, vec![self.breakers()])]);
        }
        let code = match topic {
            "commands" => return Ok(vec![self.help_commands(line)]),
            "play" | "thread" | "threads" => "help-topic-play",
            "levels" | "level" | "computer" | "bot" => "help-topic-levels",
            "options" | "allow" | "neutralise" | "handicap" | "handicaps" | "contest"
            | "contests" => "help-topic-options",
            "notation" | "move" => {
                let text = self.told_of_games(line, NOTATION);
                return Ok(vec![self.answer(line, vec![Block::Text(text)])]);
            }
            "board" | "lines" => return self.help_board(line),
            "position" | "positions" => "help-topic-position",
            topic => return self.help_command(line, topic),
        };
        // Challenges are written in the room itself, wherever this is read.
        let prefix = self.settings.prefix.as_str();
        let fact = Fact::new(code)
            .with("prefix", prefix)
            .with("usual", Opponent::USUAL.number());
        let text = self.sentence(&fact);
        Ok(vec![self.answer(line, vec![Block::Text(text)])])
    }

    /// One screen: what can be done here, and where more is explained.
    fn help_overview(&self, line: &Line) -> Effect {
        // Challenges are written in the room itself, wherever this is read.
        let head = Fact::new(if line.direct { "help-direct" } else { "help" })
            .with("topics", TOPICS.join(", "))
            .with("prefix", self.settings.prefix.as_str());
        let mut lines = vec![self.sentence(&head)];
        if !self.admin_forms(line).is_empty() {
            lines.push(self.sentence(&Fact::new("help-admin-more")));
        }
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    /// Every command in a line.
    fn help_commands(&self, line: &Line) -> Effect {
        let prefix = self.shown_prefix(line);
        let mut lines = vec![self.sentence(&Fact::new("help-commands")), String::new()];
        lines.extend(FORMS.iter().map(|form| self.explained(prefix, form)));
        let admin = self.admin_forms(line);
        if !admin.is_empty() {
            lines.push(String::new());
            lines.push(self.sentence(&Fact::new("help-admin")));
            lines.extend(admin.iter().map(|form| self.explained(prefix, form)));
        }
        lines.push(String::new());
        let more = Fact::new("help-topics")
            .with("topics", TOPICS.join(", "))
            .with("games", game_ids())
            .with("prefix", prefix);
        lines.push(self.sentence(&more));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    /// One command.
    fn help_command(&self, line: &Line, name: &str) -> Answer {
        let mut admin = self.admin_forms(line).iter();
        let form = command::form(name).or_else(|| admin.find(|form| form.name == name));
        let Some(form) = form else {
            let word = self.explained_word(line, name);
            let word = word.ok_or_else(|| self.no_such_topic(line, name))?;
            return Ok(vec![self.answer(line, vec![word])]);
        };
        let prefix = self.shown_prefix(line);
        let more = Fact::new(form.more).with("prefix", prefix);
        let lines = [self.explained(prefix, form), self.sentence(&more)];
        Ok(vec![self.answer(line, vec![Block::Text(lines.join("\n"))])])
    }

    /// A command's form and what it does.
    fn explained(&self, prefix: &str, form: &Form) -> String {
        let fact = Fact::new("help-line")
            .with("form", format!("{prefix}{}", form.form))
            .with("what", self.sentence(&Fact::new(form.help)));
        self.sentence(&fact)
    }

    pub(super) fn games(&self, line: &Line) -> Effect {
        let mut lines = vec![self.sentence(&Fact::new("games"))];
        for entry in CATALOG {
            lines.push(self.sentence(&Fact::new("game-line").with("game", entry.id)));
        }
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    pub(super) fn list(&self, line: &Line) -> Effect {
        let here = self.seating.in_room(&line.room);
        let lines = here.filter_map(|table| match (&table.stage, asker(&table.stage)) {
            (Stage::Over(_), Some(asker)) => Some(self.rematch_line(table, asker)),
            _ => table.is_open().then(|| self.list_line(table)),
        });
        let lines: Vec<String> = lines.collect();
        let text = if lines.is_empty() {
            let none = if line.direct { "no-run" } else { "no-tables" };
            self.sentence(&Fact::new(none).with("prefix", self.shown_prefix(line)))
        } else {
            lines.join("\n")
        };
        self.answer(line, vec![Block::Text(text)])
    }

    /// Who asks whom to play again.
    fn rematch_line(&self, table: &Table, asker: Seat) -> String {
        let names = table.names();
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
        let game = table.live().map_or("", |live| live.entry().id);
        let line = Fact::new("list-rematch")
            .with("table", format!("t{}", table.id))
            .with("game", game)
            .with("from", name(asker))
            .with("to", name(asker.other()));
        self.sentence(&line)
    }

    pub(super) fn list_line(&self, table: &Table) -> String {
        let id = format!("t{}", table.id);
        let fact = match &table.stage {
            Stage::Challenge(challenge) => {
                let code = if challenge.to.is_some() {
                    "list-challenge"
                } else {
                    "list-anyone"
                };
                let to = challenge.to.as_ref().map(|person| person.name.clone());
                Fact::new(code)
                    .with("game", challenge.game.clone())
                    .with("from", challenge.from.name.clone())
                    .with("to", to.unwrap_or_default())
            }
            _ => {
                let names = table.names();
                let name = |place: usize| names.get(place).cloned().unwrap_or_default();
                let mover = table.live().and_then(games::Live::to_move);
                let code = match &table.stage {
                    Stage::Playing(_) if table.is_puzzle() => "list-puzzle",
                    _ if table.is_puzzle() => "list-puzzle-over",
                    Stage::Playing(_) if table.is_lesson() => "list-lesson",
                    _ if table.is_lesson() => "list-lesson-over",
                    Stage::Playing(_) if names.len() == 1 => "list-run",
                    Stage::Playing(_) if waits_for(table).is_some() => "list-duel-waits",
                    Stage::Playing(_) => "list-duel",
                    _ if names.len() == 1 => "list-run-over",
                    _ => "list-duel-over",
                };
                let game = table.live().map_or("", |live| live.entry().id);
                Fact::new(code)
                    .with("game", game)
                    .with("runner", runner(table))
                    .with("white", name(0))
                    .with("black", name(1))
                    .with(
                        "mover",
                        mover.map(|seat| name(seat.index())).unwrap_or_default(),
                    )
            }
        };
        self.sentence(&fact.with("table", id))
    }

    /// Plays the record of a run through once more, from its text, and shows what its seed was
    /// promised to be.
    pub(super) fn verify(&self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.looked_at(line, named)?;
        self.check_seed_free(id)?;
        let live = match self.seating.get(id) {
            // Nothing was promised about its dice.
            Some(table) if table.is_lesson() => return refuse("verify-no-dice"),
            Some(table) if matches!(table.stage, Stage::Over(_)) => begun(table)?,
            Some(table) if table.live().is_some_and(|live| live.entry().chance) => {
                return refuse("verify-run-on");
            }
            _ => return refuse("verify-no-dice"),
        };
        let Some(seed) = live.record().seed else {
            return refuse("verify-no-dice");
        };
        let source = match self.seating.get(id).map(|table| table.occasion) {
            Some(Occasion::Word) => "word",
            _ => "fresh",
        };
        let record = live.record().to_string().parse::<Record>();
        let replayed = record.and_then(|record| Live::replay(&record));
        let same = replayed.is_ok_and(|run| run.position_text() == live.position_text());
        let code = if same { "verified" } else { "not-verified" };
        let fact = Fact::new(code)
            .with("hash", seed.commitment())
            .with("seed", seed.to_hex())
            .with("source", source)
            .with("count", live.actions());
        Ok(vec![
            self.answer(line, vec![Block::Text(self.sentence(&fact))]),
        ])
    }

    pub(super) fn export(&self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.looked_at(line, named)?;
        let Some(table) = self.seating.get(id) else {
            return refuse("no-table");
        };
        let live = begun(table)?;
        self.check_seed_free(id)?;
        let on = matches!(table.stage, Stage::Playing(_));
        if live.entry().chance && on && (!table.is_lesson() || table.is_puzzle()) {
            // The seed would tell what lies in the stack and how the dice fall.
            return refuse("export-run-on");
        }
        let text = Fact::new("exported").with("table", format!("t{id}"));
        let blocks = vec![
            Block::Text(self.sentence(&text)),
            Block::Board(self.tagged(table, live).to_string()),
        ];
        Ok(vec![self.answer(line, blocks)])
    }
}

/// Who plays alone at a table.
fn runner(table: &Table) -> &str {
    let mut people = table.players().iter();
    let person = people.find(|player| player.level().is_none());
    person.map_or("", |person| &person.name)
}

/// The game of a table, as far as there is one to be shown.
pub(super) fn begun(table: &Table) -> Result<&Live, Refusal> {
    match (table.live(), &table.stage) {
        (Some(live), _) => Ok(live),
        (None, Stage::Over(_)) => Err(Fact::new("record-refused")
            .with("table", format!("t{}", table.id))
            .into()),
        (None, _) => refuse("not-begun"),
    }
}
