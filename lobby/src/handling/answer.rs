//! Composition of messages: news, board, player to move and possible commands.

use games::{Diagram, Fact, FigureRow, Live, Prompt, RowKind, Seat};

use super::{
    Lobby,
    puzzle::{example_of, without_use},
};
use crate::{
    draw,
    line::Line,
    message::{Block, Figures, Message, Position},
    messages::lesson::LessonMessage,
    messages::{
        TableId,
        again::AgainMessage,
        answer::AnswerMessage,
        computer::ComputerMessage,
        end::{EndMessage, Winner},
        puzzle::PuzzleMessage,
        seed::SeedMessage,
        table::TableMessage,
    },
    person::Person,
    refusal::{Answer, Refusal, refuse},
    table::{MAX_LESSON_ACTIONS, is_full},
    table::{Over, Stage, Table, seat},
    terms::End,
    traffic::Effect,
};

/// The names of the requesting and of the other player.
pub(super) struct Partners {
    pub(super) name: String,
    pub(super) other: String,
}

impl Lobby {
    /// Returns a sentence that needs no player names.
    pub(super) fn sentence(&self, fact: &Fact) -> String {
        self.wording.say(fact, &[])
    }

    /// Returns the command prefix needed where a line was written: none in a direct message or a table's thread.
    pub(super) fn shown_prefix(&self, line: &Line) -> &str {
        if line.direct || self.in_thread(line).is_some() {
            ""
        } else {
            &self.settings.prefix
        }
    }

    /// Returns a reply where the line was written, with the prefixes that commands need there.
    pub(super) fn answer(&self, line: &Line, blocks: Vec<Block>) -> Effect {
        let prefix = self.shown_prefix(line);
        let blocks = blocks.into_iter().map(|block| match block {
            Block::Text(text) => Block::Text(with_prefix(&text, prefix)),
            block => block,
        });
        let blocks = blocks.collect();
        Effect::SendMessage(Message {
            room: line.room.clone(),
            thread: line.thread.clone(),
            reply_to: (!line.direct).then(|| line.event.clone()),
            asked_by: None,
            mentions: Vec::new(),
            blocks,
            table: None,
            look: self.look(line),
        })
    }

    /// Returns a reply where the table is played.
    pub(super) fn answer_at(
        &self,
        line: &Line,
        table: &Table,
        mentioned: Option<&Person>,
        blocks: Vec<Block>,
    ) -> Effect {
        let in_thread = line.thread == table.thread;
        let is_beside = in_thread || line.direct;
        // A player who has just written here needs no mention, and clients colour the whole message for whoever
        // is mentioned. A writer in another place gets no other reply there, and is mentioned.
        let waited_for = mentioned.filter(|person| person.id != line.sender.id);
        let writer = (!is_beside).then_some(&line.sender);
        Effect::SendMessage(Message {
            room: line.room.clone(),
            thread: table.thread.clone(),
            reply_to: (in_thread && !line.direct).then(|| line.event.clone()),
            asked_by: None,
            mentions: [waited_for, writer]
                .into_iter()
                .flatten()
                .filter(|person| person.level().is_none())
                .map(|person| person.id.clone())
                .collect(),
            blocks,
            table: None,
            look: self.look(line),
        })
    }

    /// Returns the reply to a refused command.
    pub(super) fn refused(&self, line: &Line, refusal: Refusal) -> Vec<Effect> {
        let table = refusal.table.and_then(|id| self.tables.get(id));
        let table = table.or_else(|| self.in_thread(line));
        let names = table.map(Table::names).unwrap_or_default();
        let mut lines = vec![self.wording.say(&refusal.reason, &names)];
        if refusal.ask_again
            && let Some(table) = table
            && let Some(live) = table.live()
        {
            lines.push(self.question(table, live));
        }
        vec![self.answer(line, vec![Block::Text(lines.join("\n"))])]
    }

    /// Stores a changed table, and reports one sentence where it is played.
    pub(super) fn changed_and_said(&mut self, line: &Line, id: u32, said: Fact) -> Answer {
        let Some(table) = self.tables.remove(id) else {
            return refuse(TableMessage::NotFound);
        };
        let blocks = vec![Block::Text(self.wording.say(&said, &table.names()))];
        let answer = match table.stage {
            Stage::Dropped => self.answer(line, blocks),
            _ => self.answer_at(line, &table, None, blocks),
        };
        Ok(vec![self.tables.keep(table), answer])
    }

    /// Stores a table, and sends a sentence that notifies the other player.
    pub(super) fn ask_other<M: Into<Fact>>(
        &mut self,
        line: &Line,
        id: u32,
        own: Seat,
        said: impl FnOnce(Partners) -> M,
    ) -> Answer {
        let Some(table) = self.tables.remove(id) else {
            return refuse(TableMessage::NotFound);
        };
        let other = table.players().get(own.other().index()).cloned();
        let said = said(Partners {
            name: line.sender.name.clone(),
            other: other.as_ref().map(|it| it.name.clone()).unwrap_or_default(),
        });
        let blocks = vec![Block::Text(self.sentence(&said.into()))];
        let answer = self.answer_at(line, &table, other.as_ref(), blocks);
        Ok(vec![self.tables.keep(table), answer])
    }

    /// Returns a single message with everything about a changed table.
    pub(super) fn report(&self, line: &Line, table: &Table, news: &[Fact]) -> Effect {
        let names = table.names();
        let mut blocks = Vec::new();
        if !news.is_empty() {
            let news: Vec<String> = news
                .iter()
                .map(|fact| self.wording.say(fact, &names))
                .collect();
            let gap = if table.live().is_some_and(is_known) {
                " "
            } else {
                "\n"
            };
            blocks.push(Block::Text(news.join(gap)));
        }
        let Some(live) = table.live() else {
            return self.answer_at(line, table, None, blocks);
        };
        let is_on = matches!(table.stage, Stage::Playing(_));
        let known = is_on && is_known(live);
        blocks.push(Block::Position(self.position(table, live, known)));
        let mut mentioned = None;
        match &table.stage {
            Stage::Playing(game) => {
                blocks.extend(self.figures(live, &names, known));
                blocks.push(Block::Text(self.question(table, live)));
                mentioned = live
                    .to_move()
                    .and_then(|seat| game.players.get(seat.index()));
            }
            Stage::Over(over) => {
                blocks.extend(self.farewell(line, table, over, live));
                blocks.extend(self.invitation_of_day(line, table));
            }
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => {}
        }
        let mut report = self.answer_at(line, table, mentioned, blocks);
        if let Effect::SendMessage(message) = &mut report {
            message.table = Some(table.id);
        }
        report
    }

    /// Returns the board of a table and its side panel, shortened for players who know it.
    pub(super) fn position(&self, table: &Table, live: &Live, known: bool) -> Position {
        let names = table.names();
        let side_panel = live.side_panel().into_iter();
        let side_panel =
            side_panel.map(|fact| self.wording.say(&fact.with("again", again(known)), &names));
        let side_panel = side_panel.filter(|line| !line.is_empty());
        let mut diagram = Diagram::of(live, Some(table.id), &names);
        diagram.state = table.ended().unwrap_or(diagram.state);
        Position {
            side_panel: side_panel.collect::<Vec<_>>().join("\n"),
            diagram: Box::new(diagram),
        }
    }

    /// Returns the figures that help to answer the prompt, in one block.
    pub(super) fn figures(&self, live: &Live, names: &[String], known: bool) -> Option<Block> {
        let say = |fact: &Fact| self.wording.say(fact, names);
        let figures = live.prompt()?.figures;
        let count: usize = figures.iter().map(|figures| figures.rows.len()).sum();
        let crowded = known && count > MAX_FIGURE_ROWS;
        let drawn = figures.iter().map(|figures| {
            let words = |row: &FigureRow| -> Vec<String> { row.cells.iter().map(say).collect() };
            let head: Vec<String> = figures.head.iter().map(say).collect();
            let rows = figures.rows.iter();
            let rows = rows.filter(|row| !crowded || row.kind != RowKind::Boosted);
            let rows: Vec<Vec<String>> = rows.map(words).collect();
            let title = figures.title.clone().with("again", again(known));
            let lifted = figures.rows.iter().any(|row| row.kind == RowKind::Boosted);
            let title = if crowded {
                // `board` shows them.
                say(&title.with("boosted", if lifted { 2u8 } else { 0 }))
            } else {
                say(&title)
            };
            let unseen = figures.rows.iter().filter(|row| row.kind != RowKind::Plain);
            let unseen: Vec<Vec<String>> = unseen.map(words).collect();
            Figures {
                wide: format!("{title}\n{}", draw::figures::draw(&head, &rows)),
                narrow: draw::figures::narrow(&title, &head, &rows),
                unseen: if unseen.is_empty() {
                    String::new()
                } else {
                    draw::figures::beside(&title, &head, &unseen)
                },
            }
        });
        let drawn: Vec<Figures> = drawn.collect();
        let joined = |part: fn(&Figures) -> &str| {
            let parts = drawn.iter().map(part).filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join("\n\n")
        };
        (!drawn.is_empty()).then(|| {
            Block::Figures(Figures {
                wide: joined(|figures| &figures.wide),
                narrow: joined(|figures| &figures.narrow),
                unseen: joined(|figures| &figures.unseen),
            })
        })
    }

    /// Returns whose turn it is with the possible commands, or that the computer is thinking.
    pub(super) fn question(&self, table: &Table, live: &Live) -> String {
        if let Some(mover) = live
            .to_move()
            .filter(|_| table.computer_to_move().is_some())
        {
            let thinks = ComputerMessage::Thinks { seat: mover };
            return self.wording.say(&thinks.into(), &table.names());
        }
        let Some(mut prompt) = live.prompt() else {
            return String::new();
        };
        if table.is_puzzle() {
            prompt.ask = without_use(prompt.ask);
        }
        let example = example_of(table, live).unwrap_or_default();
        let known = is_known(live) || has_often_answered(live, &prompt);
        self.asked(prompt, example, &table.names(), known)
    }

    /// Formats a prompt with an example and its few answers; shortened for players who know it.
    pub(super) fn asked(
        &self,
        prompt: Prompt,
        example: String,
        names: &[String],
        known: bool,
    ) -> String {
        let ask = prompt.ask.with("example", example).with("listed", "no");
        let ask = ask.with("again", again(known));
        let details = prompt.details.iter().filter(|_| !known);
        let mut lines = vec![self.wording.say(&ask, names)];
        for (number, choice) in (1usize..).zip(&prompt.choices) {
            let what = self.wording.say(&choice.what, names);
            let line = AnswerMessage::Choice {
                number,
                action: choice.action.clone(),
                what,
            };
            lines.push(self.sentence(&line.into()));
        }
        lines.extend(
            prompt
                .notes
                .iter()
                .chain(&prompt.warnings)
                .chain(details)
                .map(|note| self.wording.say(note, names)),
        );
        lines.join("\n")
    }

    /// Returns the end of a game.
    pub(super) fn end(&self, table: &Table, over: &Over, live: &Live) -> Fact {
        let names = table.names();
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
        let by_rules = live.outcome().zip(live.ending());
        match (over.end, by_rules) {
            (End::Resigned(loser), _) if over.players.iter().all(|it| it.id.is_empty()) => {
                // Both share one placeholder name, which would not distinguish them.
                let winner = match seat(loser).other() {
                    Seat::First => Winner::First,
                    Seat::Second => Winner::Second,
                };
                EndMessage::ResignedGone { winner }.into()
            }
            (End::Resigned(loser), _) => EndMessage::Resigned {
                seat: seat(loser).other(),
                loser: name(seat(loser)),
            }
            .into(),
            (End::Rules, Some((outcome, end))) => {
                let winner = outcome.winner.unwrap_or(Seat::First);
                end.with("seat", winner).with("loser", name(winner.other()))
            }
            (End::Abandoned, _) if table.is_puzzle() => PuzzleMessage::Over.into(),
            (End::Abandoned, _) if table.is_lesson() => lesson_end(live).into(),
            (End::Abandoned, _) => EndMessage::Abandoned.into(),
            (End::Agreed | End::Rules, _) => EndMessage::Agreed.into(),
        }
    }

    /// Returns the end of a game with suggestions for what to do next.
    pub(super) fn farewell(
        &self,
        line: &Line,
        table: &Table,
        over: &Over,
        live: &Live,
    ) -> Vec<Block> {
        let end = self.end(table, over, live);
        let mut lines = vec![self.wording.say(&end, &table.names())];
        if table.is_lesson() {
            let again = if table.is_puzzle() {
                AgainMessage::Puzzle
            } else {
                AgainMessage::Lesson
            };
            let again = Fact::from(again).with("prefix", self.shown_prefix(line));
            lines.push(self.sentence(&again));
            return vec![Block::Text(lines.join("\n"))];
        }
        lines.extend(self.look_back(over, live));
        lines.extend(self.look_back_alone(table, live));
        let hidden = table.seed_hidden(self.now);
        match (live.record().seed, hidden) {
            (Some(seed), None) => {
                let seed = seed.to_hex();
                lines.push(self.sentence(&SeedMessage::Shown { seed }.into()));
            }
            (_, Some(minutes)) => {
                let (hours, minutes) = (minutes / 60, minutes % 60);
                lines.push(self.sentence(&SeedMessage::Hidden { hours, minutes }.into()));
            }
            (None, None) => {}
        }
        let again = match over.players.len() {
            _ if self.has_newer(table) => AgainMessage::Past {
                table: TableId(table.id),
            },
            _ if table.is_contest() => AgainMessage::Contest,
            1 if hidden.is_some() => AgainMessage::Day,
            1 if !line.direct => AgainMessage::RunHere,
            1 => AgainMessage::Run,
            _ if live.actions() == 0 => AgainMessage::DuelUnplayed,
            _ => AgainMessage::Duel,
        };
        let again = Fact::from(again).with("prefix", self.shown_prefix(line));
        lines.push(self.sentence(&again));
        let mut blocks = vec![Block::Text(lines.join("\n"))];
        blocks.extend(self.to_share(table));
        blocks
    }
}

/// Commands in sentences that are worded before the place of the reply is known.
const PREFIXED_COMMANDS: [&str; 7] = [
    "challenge",
    "games",
    "help",
    "next",
    "play",
    "rules",
    "tables",
];

/// Adds the prefix to such commands in a text.
fn with_prefix(text: &str, prefix: &str) -> String {
    let mut parts = Vec::new();
    for (number, part) in text.split('`').enumerate() {
        let named = part
            .split(' ')
            .next()
            .filter(|word| PREFIXED_COMMANDS.contains(word));
        // Every second part is between backticks.
        let is_command = number % 2 == 1 && named.is_some();
        parts.push(if is_command {
            format!("{prefix}{part}")
        } else {
            part.to_owned()
        });
    }
    parts.join("`")
}

/// Returns the ending of a lesson without a winner.
fn lesson_end(live: &Live) -> LessonMessage {
    if is_full(live) {
        LessonMessage::Full {
            limit: MAX_LESSON_ACTIONS,
        }
    } else {
        LessonMessage::Ended
    }
}

/// Returns whether the prompts of a game are known: a lone player has seen them after two turns.
fn is_known(live: &Live) -> bool {
    live.entry().seats == 1 && live.record().turns.len() >= 2
}

/// Returns whether the player has answered such prompts often enough to know them.
fn has_often_answered(live: &Live, prompt: &Prompt) -> bool {
    const FAMILIAR_AFTER: usize = 2;
    let asked = prompt.answered_by.as_ref().zip(live.to_move());
    asked.is_some_and(|(event, seat)| live.told().count_of(event, seat) >= FAMILIAR_AFTER)
}

/// Returns the value of the Fluent argument `again`.
pub(super) fn again(told: bool) -> &'static str {
    if told { "yes" } else { "no" }
}

/// Maximum number of rows of figures in a turn; beyond it, rows with power-ups are left to `board`.
const MAX_FIGURE_ROWS: usize = 8;
