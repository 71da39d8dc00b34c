//! Read-only commands: help, lists, records.

use games::{CATALOG, Fact, Live, Record};

use crate::{
    command::{self, FORMS, Form, Opponent},
    handling::{
        Lobby,
        lookup::begun,
        topics::{NOTATION, TOPICS, game_ids},
    },
    line::Line,
    look::Look,
    message::{Block, Message},
    messages::{
        TableId,
        export::ExportMessage,
        hello::HelloMessage,
        help::HelpMessage,
        list::ListMessage,
        table::TableMessage,
        verify::{SeedSource, VerifyMessage},
    },
    refusal::{Answer, refuse},
    table::Stage,
    terms::Occasion,
    traffic::Effect,
};

impl Lobby {
    /// Returns the greeting of a room the bot has joined.
    pub(super) fn greeting(&self, room: &str, direct: bool) -> Vec<Effect> {
        if !self.settings.access.is_room_allowed(room) {
            return Vec::new();
        }
        let hello = if direct {
            HelloMessage::Direct
        } else {
            HelloMessage::Room
        };
        let text = Fact::from(hello).with("prefix", self.settings.prefix.as_str());
        vec![Effect::SendMessage(Message {
            room: room.to_owned(),
            thread: None,
            reply_to: None,
            asked_by: None,
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
        let about = match topic {
            "commands" => return Ok(vec![self.help_commands(line)]),
            "play" | "thread" | "threads" => HelpMessage::TopicPlay,
            "levels" | "level" | "computer" | "bot" => HelpMessage::TopicLevels {
                usual: Opponent::DEFAULT_LEVEL.number(),
            },
            "options" | "allow" | "neutralise" | "handicap" | "handicaps" | "contest"
            | "contests" => HelpMessage::TopicOptions,
            "notation" | "move" => {
                let text = self.told_of_games(line, NOTATION);
                return Ok(vec![self.answer(line, vec![Block::Text(text)])]);
            }
            "board" | "lines" => return self.help_board(line),
            "position" | "positions" => HelpMessage::TopicPosition,
            topic => return self.help_command(line, topic),
        };
        // Challenges are made in the room itself, wherever this is read.
        let prefix = self.settings.prefix.as_str();
        let text = self.sentence(&Fact::from(about).with("prefix", prefix));
        Ok(vec![self.answer(line, vec![Block::Text(text)])])
    }

    /// Returns the overview: what is possible here, and pointers to more help.
    fn help_overview(&self, line: &Line) -> Effect {
        // Challenges are made in the room itself, wherever this is read.
        let topics = TOPICS.join(", ");
        let head = if line.direct {
            HelpMessage::Direct { topics }
        } else {
            HelpMessage::Overview { topics }
        };
        let head = Fact::from(head).with("prefix", self.settings.prefix.as_str());
        let mut lines = vec![self.sentence(&head)];
        if !self.admin_forms(line).is_empty() {
            lines.push(self.sentence(&HelpMessage::AdminMore.into()));
        }
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    /// Lists every command in a line.
    fn help_commands(&self, line: &Line) -> Effect {
        let prefix = self.shown_prefix(line);
        let mut lines = vec![self.sentence(&HelpMessage::Commands.into()), String::new()];
        lines.extend(FORMS.iter().map(|form| self.explained(prefix, form)));
        let admin = self.admin_forms(line);
        if !admin.is_empty() {
            lines.push(String::new());
            lines.push(self.sentence(&HelpMessage::Admin.into()));
            lines.extend(admin.iter().map(|form| self.explained(prefix, form)));
        }
        lines.push(String::new());
        let more = HelpMessage::Topics {
            topics: TOPICS.join(", "),
            games: game_ids(),
        };
        lines.push(self.sentence(&Fact::from(more).with("prefix", prefix)));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    /// Explains one command.
    fn help_command(&self, line: &Line, name: &str) -> Answer {
        let mut admin = self.admin_forms(line).iter();
        let form = command::form(name).or_else(|| admin.find(|form| form.name == name));
        let Some(form) = form else {
            let word = self.explained_word(line, name);
            let word = word.ok_or_else(|| self.no_such_topic(line, name))?;
            return Ok(vec![self.answer(line, vec![word])]);
        };
        let prefix = self.shown_prefix(line);
        let more = Fact::from(form.more).with("prefix", prefix);
        let lines = [self.explained(prefix, form), self.sentence(&more)];
        Ok(vec![self.answer(line, vec![Block::Text(lines.join("\n"))])])
    }

    /// Returns a command's form and its short help.
    fn explained(&self, prefix: &str, form: &Form) -> String {
        let line = HelpMessage::Line {
            form: format!("{prefix}{}", form.form),
            what: self.sentence(&form.help.into()),
        };
        self.sentence(&line.into())
    }

    pub(super) fn games(&self, line: &Line) -> Effect {
        let mut lines = vec![self.sentence(&ListMessage::Games.into())];
        for entry in CATALOG {
            lines.push(self.sentence(&ListMessage::Game { game: entry.id }.into()));
        }
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    pub(super) fn list(&self, line: &Line) -> Effect {
        let here = self.tables.in_room(&line.room);
        let lines = here.filter_map(|table| match (&table.stage, table.stage.asker()) {
            (Stage::Over(_), Some(asker)) => Some(self.rematch_line(table, asker)),
            _ => table.is_open().then(|| self.list_line(table)),
        });
        let lines: Vec<String> = lines.collect();
        let text = if lines.is_empty() {
            let none = if line.direct {
                Fact::from(TableMessage::NothingOn)
            } else {
                Fact::from(ListMessage::Nothing)
            };
            self.sentence(&none.with("prefix", self.shown_prefix(line)))
        } else {
            lines.join("\n")
        };
        self.answer(line, vec![Block::Text(text)])
    }

    /// Verifies a run: replays its record from the text, and shows the seed with its commitment (hash).
    pub(super) fn verify(&self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.looked_at(line, named)?;
        self.check_seed_free(id)?;
        let live = match self.tables.get(id) {
            // A lesson has no commitment to its dice.
            Some(table) if table.is_lesson() => return refuse(VerifyMessage::NoDice),
            Some(table) if matches!(table.stage, Stage::Over(_)) => begun(table)?,
            Some(table) if table.live().is_some_and(|live| live.entry().chance) => {
                return refuse(VerifyMessage::RunOn);
            }
            _ => return refuse(VerifyMessage::NoDice),
        };
        let Some(seed) = live.record().seed else {
            return refuse(VerifyMessage::NoDice);
        };
        let source = match self.tables.get(id).map(|table| table.occasion) {
            Some(Occasion::Word) => SeedSource::Word,
            _ => SeedSource::Fresh,
        };
        let record = live.record().to_string().parse::<Record>();
        let replayed = record.and_then(|record| Live::replay(&record));
        let same = replayed.is_ok_and(|run| run.position_text() == live.position_text());
        let (hash, seed) = (seed.commitment(), seed.to_hex());
        let said = if same {
            VerifyMessage::Done {
                seed,
                hash,
                source,
                count: live.actions(),
            }
        } else {
            VerifyMessage::Failed { seed, hash }
        };
        let said = self.sentence(&said.into());
        Ok(vec![self.answer(line, vec![Block::Text(said)])])
    }

    pub(super) fn export(&self, line: &Line, named: Option<u32>) -> Answer {
        let id = self.looked_at(line, named)?;
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        let live = begun(table)?;
        self.check_seed_free(id)?;
        let on = matches!(table.stage, Stage::Playing(_));
        if live.entry().chance && on && (!table.is_lesson() || table.is_puzzle()) {
            // The seed would reveal the stack and the dice.
            return refuse(ExportMessage::RunOn);
        }
        let text = ExportMessage::Done { table: TableId(id) };
        let blocks = vec![
            Block::Text(self.sentence(&text.into())),
            Block::Board(self.tagged(table, live).to_string()),
        ];
        Ok(vec![self.answer(line, blocks)])
    }
}
