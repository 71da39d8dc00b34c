//! The surroundings of an event and of a line: read-only, cheap to make, and enough to word an answer.

use std::ops::Deref;

use games::Fact;
use jiff::Timestamp;

use crate::{
    appearance::Appearance,
    clocks::{ClockTime, Uptime},
    day::Day,
    line::Line,
    message::{Block, Message},
    person::Person,
    players::PlayerData,
    preferences::{SettingValue, Zone},
    settings::Settings,
    tables::{Table, TableIndex},
    text::{
        messages::TimeLeft,
        prefixed_wording::{Prefix, PrefixedWording},
        wording::Wording,
    },
    traffic::Effect,
};

/// The surroundings of every event: the time, the configuration and the language.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The time of the event.
    pub now: Timestamp,
    /// The time at which it arrived, before others were processed.
    arrived: Timestamp,
    /// The configuration.
    pub config: &'a Settings,
    /// The sentences, with the prefix that commands need in the place of the event.
    pub text: PrefixedWording<'a>,
    /// The outages of the bot, during which clocks stand.
    pub uptime: &'a Uptime,
    /// The prefix of commands in the room of the event.
    room_prefix: Prefix<'a>,
    /// The time zone of the readers.
    zone: Zone,
}

/// The surroundings of a line of chat. Those of every event are reached through it.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    env: Environment<'a>,
    /// The line.
    pub line: &'a Line,
    /// The number of the table that the line names.
    pub named: Option<u32>,
    /// `true` where commands need no prefix: in a direct message or a table's thread.
    is_plain: bool,
    /// The appearance of boards where the line was written: the writer's settings in a direct message, else the room's.
    pub appearance: Appearance,
}

impl<'a> Environment<'a> {
    /// Creates the surroundings of an event.
    pub fn new(
        now: Timestamp,
        config: &'a Settings,
        text: &'a Wording,
        uptime: &'a Uptime,
    ) -> Environment<'a> {
        let room_prefix = Prefix::Operator(&config.prefix);
        Environment {
            now,
            arrived: now,
            config,
            text: PrefixedWording::new(text, room_prefix),
            uptime,
            room_prefix,
            zone: Zone::UTC,
        }
    }

    /// Returns the surroundings of an event that arrived earlier.
    pub fn arrived_at(self, arrived: Timestamp) -> Environment<'a> {
        Environment { arrived, ..self }
    }

    /// Returns the surroundings with the prefix and the time zone of a room.
    pub fn in_room(&self, players: &PlayerData, room: &str) -> Environment<'a> {
        let room = players.preferences().room(room);
        let own = room.find(SettingValue::prefix).map(Prefix::Room);
        let room_prefix = own.unwrap_or(Prefix::Operator(&self.config.prefix));
        Environment {
            text: PrefixedWording::new(self.text.wording(), room_prefix),
            room_prefix,
            zone: room.find(SettingValue::zone).unwrap_or(Zone::UTC),
            ..*self
        }
    }

    /// Returns the prefix of commands in the room of the event, or else the operator's.
    pub fn prefix_of_rooms(&self) -> &str {
        self.room_prefix.as_str()
    }

    /// Returns the time zone of the readers: a person's in their direct message, else the room's.
    pub fn zone(&self) -> Zone {
        self.zone
    }

    /// Returns the day of the event.
    pub fn today(&self) -> Day {
        Day::of(self.now)
    }

    /// Returns the clocks' time.
    pub fn clock_time(&self) -> ClockTime {
        self.uptime.clock_time(self.now)
    }

    /// Returns the time left until the end of the day.
    pub fn time_left_today(&self) -> TimeLeft {
        TimeLeft::of(self.today().minutes_left(self.now))
    }

    /// Returns a sentence that needs no player names.
    pub fn sentence(&self, message: impl Into<Fact>) -> String {
        self.text.say(&message.into(), &[])
    }

    /// Returns a message with the prefix that its commands need in a room.
    pub fn prefixed_for_rooms(&self, message: impl Into<Fact>) -> Fact {
        message.into().with("prefix", self.prefix_of_rooms())
    }

    /// Returns the appearance of boards in a room for messages without a line.
    pub fn appearance_of_room(&self, players: &PlayerData, room: &str) -> Appearance {
        let usual = Appearance {
            boards: self.config.boards,
            ..Appearance::default()
        };
        players.preferences().room(room).appearance_or(usual)
    }

    /// Returns a message to a room that is no reply.
    pub fn saying(&self, room: &str, message: impl Into<Fact>) -> Effect {
        self.saying_in(room, None, message)
    }

    /// Returns such a message in a thread of the room.
    pub fn saying_in(
        &self,
        room: &str,
        thread: Option<String>,
        message: impl Into<Fact>,
    ) -> Effect {
        let blocks = vec![Block::Text(self.sentence(message))];
        Effect::SendMessage(Message {
            thread,
            ..Message::new(room, blocks)
        })
    }
}

impl<'a> Deref for Context<'a> {
    type Target = Environment<'a>;

    fn deref(&self) -> &Environment<'a> {
        &self.env
    }
}

impl<'a> Context<'a> {
    /// Creates the context of a line.
    pub fn new(
        env: Environment<'a>,
        line: &'a Line,
        tables: &TableIndex,
        players: &PlayerData,
    ) -> Context<'a> {
        let context = Context {
            env,
            line,
            named: None,
            is_plain: false,
            appearance: Appearance::default(),
        };
        context.with_new_tables(tables).with_new_settings(players)
    }

    /// Returns the context after a change of settings, which may have changed the appearance of boards, the prefix and the
    /// time zone.
    pub fn with_new_settings(&self, players: &PlayerData) -> Context<'a> {
        let mut env = self.env.in_room(players, &self.line.room);
        let mut appearance = self.appearance_of_room(players, &self.line.room);
        if self.line.direct {
            let own = players.preferences().person(self.sender());
            appearance = own.appearance_or(appearance);
            env.zone = players.preferences().zone_of(self.sender());
        }
        Context {
            env,
            appearance,
            ..*self
        }
        .worded()
    }

    /// Returns the context after a change of the tables, for which the thread of the line may have become that of
    /// a table.
    pub fn with_new_tables(&self, tables: &TableIndex) -> Context<'a> {
        Context {
            is_plain: self.line.direct || tables.of_line(self.line).is_some(),
            ..*self
        }
        .worded()
    }

    /// Returns the context with the sentences for the place of the line.
    fn worded(mut self) -> Context<'a> {
        let prefix = if self.is_plain {
            Prefix::None
        } else {
            self.env.room_prefix
        };
        self.env.text = PrefixedWording::new(self.env.text.wording(), prefix);
        self
    }

    /// Returns the context of a line that names a table, or none.
    pub fn with_named_table(&self, table: Option<u32>) -> Context<'a> {
        Context {
            named: table,
            ..*self
        }
    }

    /// Returns the context of another line.
    pub fn with_line<'b>(
        &self,
        line: &'b Line,
        tables: &TableIndex,
        players: &PlayerData,
    ) -> Context<'b>
    where
        'a: 'b,
    {
        Context::new(self.env, line, tables, players)
    }

    /// Returns the time at which the line arrived.
    pub fn arrived(&self) -> Timestamp {
        self.line.received.unwrap_or(self.arrived).min(self.now)
    }

    /// Returns the clocks' time at which the line arrived.
    pub fn arrival(&self) -> ClockTime {
        self.uptime.clock_time(self.arrived())
    }

    /// Returns the command prefix needed where the line was written: none in a direct message or a table's thread.
    pub fn prefix(&self) -> &str {
        if self.is_plain {
            ""
        } else {
            self.prefix_of_rooms()
        }
    }

    /// Returns the user id of the sender.
    pub fn sender(&self) -> &'a str {
        &self.line.sender.id
    }

    /// Returns the text of the line after the prefix or the bot's name; `None` without either.
    pub fn called(&self) -> Option<&'a str> {
        let said = self.line.body.trim();
        let behind = said.strip_prefix(self.prefix_of_rooms());
        let called = if self.line.by_name {
            Some(behind.unwrap_or(said))
        } else {
            behind
        };
        called.filter(|called| is_call(called))
    }

    /// Returns the text addressed to the bot, to be quoted.
    pub fn words(&self) -> &'a str {
        self.called().unwrap_or(self.line.body.trim())
    }

    /// Returns a message with the prefix that its commands need where the line was written.
    pub fn prefixed(&self, message: impl Into<Fact>) -> Fact {
        message.into().with("prefix", self.prefix())
    }

    /// Returns a message with the prefix of commands that talk in a thread could begin with, such as `play`.
    pub fn prefixed_beside_threads(&self, message: impl Into<Fact>) -> Fact {
        if self.line.direct {
            self.prefixed(message)
        } else {
            self.prefixed_for_rooms(message)
        }
    }

    /// Returns a reply of one sentence.
    pub fn say(&self, message: impl Into<Fact>) -> Effect {
        self.reply(self.sentence(message))
    }

    /// Returns a reply of one paragraph.
    pub fn reply(&self, text: String) -> Effect {
        self.answer(vec![Block::Text(text)])
    }

    /// Returns a reply where the line was written.
    pub fn answer(&self, blocks: Vec<Block>) -> Effect {
        Effect::SendMessage(Message {
            thread: self.line.thread.clone(),
            reply_to: (!self.line.direct).then(|| self.line.event.clone()),
            appearance: self.appearance,
            ..Message::new(&self.line.room, blocks)
        })
    }

    /// Returns a reply where a table is played.
    pub fn answer_at(
        &self,
        table: &Table,
        mentioned: Option<&Person>,
        blocks: Vec<Block>,
    ) -> Effect {
        let line = self.line;
        let in_thread = line.thread == table.thread;
        let is_beside = in_thread || line.direct;
        // A player who has just written here needs no mention, and clients colour the whole message for whoever
        // is mentioned. A writer in another place gets no other reply there, and is mentioned.
        let waited_for = mentioned.filter(|person| person.id != line.sender.id);
        let writer = (!is_beside).then_some(&line.sender);
        let mentioned = [waited_for, writer].into_iter().flatten();
        let people = mentioned.filter(|person| !person.is_computer());
        Effect::SendMessage(Message {
            thread: table.thread.clone(),
            reply_to: (in_thread && !line.direct).then(|| line.event.clone()),
            mentions: people.map(|person| person.id.clone()).collect(),
            appearance: self.appearance,
            ..Message::new(&line.room, blocks)
        })
    }
}

/// Returns whether the text after the prefix can be a command or a move, rather than more punctuation.
fn is_call(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '+')
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::{
        appearance::Boards,
        day::Day,
        preferences::{Origin, Owner},
        tables::Stage,
        terms::Occasion,
        text::wording::Language,
    };

    /// Calls `check` with the surroundings of every event, and with a table in the thread of `$root`.
    fn with_table(check: impl FnOnce(Environment<'_>, &TableIndex)) {
        let config = Settings::default();
        let text = Wording::in_language(Language::default());
        let mut tables = TableIndex::new(SignedDuration::from_hours(1));
        tables.insert(Table {
            id: 1,
            room: "!r".into(),
            thread: Some("$root".into()),
            occasion: Occasion::Free,
            stage: Stage::Dropped,
        });
        let uptime = Uptime::default();
        let env = Environment::new(Timestamp::UNIX_EPOCH, &config, &text, &uptime);
        check(env, &tables);
    }

    #[test]
    fn commands_need_no_prefix_at_a_table() {
        with_table(|env, tables| {
            let mut line = Line::typed("!board");
            let prefix = |line: &Line| {
                let players = PlayerData::default();
                let cx = Context::new(env, line, tables, &players);
                cx.prefix().to_owned()
            };
            assert_eq!(prefix(&line), "!");
            line.thread = Some("$other".into());
            assert_eq!(prefix(&line), "!");
            line.thread = Some("$root".into());
            assert_eq!(prefix(&line), "");
            line.thread = None;
            line.direct = true;
            assert_eq!(prefix(&line), "");
        });
    }

    #[test]
    fn settings_of_the_room_decide_the_look() {
        with_table(|env, tables| {
            let line = Line::typed("!board");
            let mut players = PlayerData::default();
            let cx = Context::new(env, &line, tables, &players);
            let wide = SettingValue::Boards(Boards::Wide);
            let day = Day::of(env.now);
            let preferences = players.preferences_mut();
            preferences.set(Owner::Room("!r"), wide, Origin::Unknown, day);
            assert_eq!(cx.appearance.boards, Boards::Picture);
            assert_eq!(
                cx.with_new_settings(&players).appearance.boards,
                Boards::Wide
            );
        });
    }

    #[test]
    fn only_words_after_the_prefix_are_called() {
        with_table(|env, tables| {
            let called = |body: &str, by_name: bool| {
                let mut line = Line::typed(body);
                line.by_name = by_name;
                let players = PlayerData::default();
                let cx = Context::new(env, &line, tables, &players);
                cx.called().map(str::to_owned)
            };
            assert_eq!(called(" !help ", false).as_deref(), Some("help"));
            assert_eq!(called("help", true).as_deref(), Some("help"));
            assert_eq!(called("help", false), None);
            assert_eq!(called("!!", false), None);
        });
    }
}
