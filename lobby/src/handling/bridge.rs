//! Ways from the remaining handlers of the lobby to functions; each goes with its last caller.

use games::{Entry, Fact, Live, Prompt, Record, Seat, Seed};

use crate::{
    command::{self, Form},
    day::Day,
    handling::{Lobby, day_try::Try},
    line::Line,
    look::Look,
    message::{Block, Position},
    messages::{TableId, access::RoomSetting},
    person::Person,
    refusal::Refusal,
    table::{Over, Playing, Stage, Table},
    traffic::Effect,
};

/// Returns the surroundings of an event.
macro_rules! environment {
    ($lobby:ident) => {
        crate::context::Environment {
            now: $lobby.now,
            config: &$lobby.settings,
            text: &$lobby.wording,
        }
    };
}

/// Returns the surroundings of a line.
macro_rules! context {
    ($lobby:ident, $line:expr) => {
        crate::context::Context::new(environment!($lobby), $line, &$lobby.tables, &$lobby.players)
    };
}

impl Lobby {
    pub(in crate::handling) fn answer(&self, line: &Line, blocks: Vec<Block>) -> Effect {
        context!(self, line).answer(blocks)
    }

    pub(in crate::handling) fn answer_at(
        &self,
        line: &Line,
        table: &Table,
        mentioned: Option<&Person>,
        blocks: Vec<Block>,
    ) -> Effect {
        context!(self, line).answer_at(table, mentioned, blocks)
    }

    pub(in crate::handling) fn in_thread(&self, line: &Line) -> Option<&Table> {
        self.tables.of_line(line)
    }

    pub(in crate::handling) fn look(&self, line: &Line) -> Look {
        context!(self, line).look
    }

    pub(in crate::handling) fn look_of_room(&self, room: &str) -> Look {
        environment!(self).look_of_room(&self.players, room)
    }

    pub(in crate::handling) fn saying(&self, room: &str, fact: &Fact) -> Effect {
        environment!(self).saying(room, fact)
    }

    pub(in crate::handling) fn saying_in(
        &self,
        room: &str,
        thread: Option<String>,
        fact: &Fact,
    ) -> Effect {
        environment!(self).saying_in(room, thread, fact)
    }

    pub(in crate::handling) fn sentence(&self, fact: &Fact) -> String {
        environment!(self).sentence(fact)
    }

    pub(in crate::handling) fn shown_prefix(&self, line: &Line) -> &str {
        if line.direct || self.tables.of_line(line).is_some() {
            ""
        } else {
            &self.settings.prefix
        }
    }

    pub(in crate::handling) fn admin_forms(&self, line: &Line) -> &'static [Form] {
        crate::handling::permission::admin_forms(&context!(self, line))
    }

    pub(in crate::handling) fn asked(
        &self,
        prompt: Prompt,
        example: String,
        names: &[String],
        known: bool,
    ) -> String {
        crate::handling::boards::asked(&environment!(self), prompt, example, names, known)
    }

    pub(in crate::handling) fn bad_form(
        &self,
        line: &Line,
        name: &'static str,
        extra: Option<&str>,
    ) -> Refusal {
        crate::handling::malformed::bad_form(&context!(self, line), name, extra)
    }

    pub(in crate::handling) fn check_may_change_room(
        &self,
        line: &Line,
        what: RoomSetting,
    ) -> Result<(), Refusal> {
        crate::handling::permission::check_may_change_room(&context!(self, line), what)
    }

    pub(in crate::handling) fn check_no_run(&self, line: &Line) -> Result<(), Refusal> {
        crate::handling::start::check_no_run(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn check_room_for_challenge(
        &self,
        line: &Line,
    ) -> Result<Option<u32>, Refusal> {
        crate::handling::limits::check_room_for_challenge(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn check_room_for_table(&self, line: &Line) -> Result<(), Refusal> {
        crate::handling::limits::check_room_for_table(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn check_seed_free(&self, id: u32) -> Result<(), Refusal> {
        crate::handling::day_try::check_seed_free(&environment!(self), &self.tables, id)
    }

    pub(in crate::handling) fn check_untried(&self, line: &Line) -> Result<(), Refusal> {
        crate::handling::day_try::check_untried(&context!(self, line), &self.tables, &self.players)
    }

    pub(in crate::handling) fn contest_of(&self, id: u32) -> Option<&Table> {
        crate::handling::lookup::contest_of(&self.tables, id)
    }

    pub(in crate::handling) fn dealt(
        &self,
        entry: &'static Entry,
        options: &str,
        seed: Seed,
        players: Vec<Person>,
    ) -> Result<Stage, Refusal> {
        crate::handling::start::dealt(entry, options, seed, players)
    }

    pub(in crate::handling) fn end(&self, table: &Table, over: &Over, live: &Live) -> Fact {
        crate::handling::boards::end(table, over, live)
    }

    pub(in crate::handling) fn ended_on(&self, table: &Table) -> Option<Day> {
        crate::handling::tagged::ended_on(table)
    }

    pub(in crate::handling) fn figures(
        &self,
        live: &Live,
        names: &[String],
        known: bool,
    ) -> Option<Block> {
        crate::handling::boards::figures(&environment!(self), live, names, known)
    }

    pub(in crate::handling) fn find(
        &self,
        line: &Line,
        named: Option<u32>,
        fits: impl Fn(&Table) -> bool,
    ) -> Result<u32, Refusal> {
        crate::handling::lookup::find(&context!(self, line), &self.tables, named, fits)
    }

    pub(in crate::handling) fn game(&self, id: &str) -> Result<&'static Entry, Refusal> {
        crate::handling::start::game(id)
    }

    pub(in crate::handling) fn game_on(&mut self, id: u32) -> Result<&mut Playing, Refusal> {
        crate::handling::lookup::game_on(&environment!(self), &mut self.tables, id)
    }

    pub(in crate::handling) fn game_over(&self, id: u32) -> Fact {
        crate::handling::lookup::game_over(&environment!(self), id)
    }

    pub(in crate::handling) fn has_newer(&self, table: &Table) -> bool {
        crate::handling::threads::has_newer(&self.tables, table)
    }

    pub(in crate::handling) fn is_from_admin(&self, line: &Line) -> bool {
        crate::handling::permission::is_from_admin(&context!(self, line))
    }

    pub(in crate::handling) fn is_ignored(&self, line: &Line) -> bool {
        crate::handling::permission::is_ignored(&context!(self, line), &self.players)
    }

    pub(in crate::handling) fn is_lesson(&self, id: u32) -> bool {
        crate::handling::lookup::is_lesson(&self.tables, id)
    }

    pub(in crate::handling) fn is_rematch_asked(&self, line: &Line) -> bool {
        crate::handling::threads::is_rematch_asked(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn is_table(&self, line: &Line, word: &str) -> bool {
        crate::handling::lookup::is_table(&context!(self, line), &self.tables, word)
    }

    pub(in crate::handling) fn legend(&self, line: &Line, entry: &Entry) -> Fact {
        crate::handling::start::legend(&context!(self, line), entry)
    }

    pub(in crate::handling) fn list_line(&self, table: &Table) -> String {
        crate::handling::list_line::list_line(&environment!(self), table)
    }

    pub(in crate::handling) fn looked_at(
        &self,
        line: &Line,
        named: Option<u32>,
    ) -> Result<u32, Refusal> {
        crate::handling::lookup::looked_at(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn may_play(&self, user: &str) -> bool {
        crate::handling::permission::may_play(&environment!(self), &self.players, user)
    }

    pub(in crate::handling) fn newer(&self, table: &Table) -> Option<u32> {
        crate::handling::threads::newer(&self.tables, table)
    }

    pub(in crate::handling) fn of_thread<M: Into<Fact>>(
        &self,
        line: &Line,
        message: impl FnOnce(Option<TableId>) -> M,
    ) -> Fact {
        crate::handling::threads::of_thread(&context!(self, line), &self.tables, message)
    }

    pub(in crate::handling) fn person(&self, line: &Line, wanted: &str) -> Result<Person, Refusal> {
        crate::handling::lookup::person(&context!(self, line), wanted)
    }

    pub(in crate::handling) fn playing(
        &self,
        line: &Line,
        named: Option<u32>,
    ) -> Result<u32, Refusal> {
        crate::handling::lookup::playing(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn position(
        &self,
        table: &Table,
        live: &Live,
        known: bool,
    ) -> Position {
        crate::handling::boards::position(&environment!(self), table, live, known)
    }

    pub(in crate::handling) fn question(&self, table: &Table, live: &Live) -> String {
        crate::handling::boards::question(&environment!(self), table, live)
    }

    pub(in crate::handling) fn rematch_line(&self, table: &Table, asker: Seat) -> String {
        crate::handling::list_line::rematch_line(&environment!(self), table, asker)
    }

    pub(in crate::handling) fn root_for(&self, line: &Line, players: &[&str]) -> Option<String> {
        crate::handling::threads::root_for(&context!(self, line), &self.tables, players)
    }

    pub(in crate::handling) fn seated(
        &self,
        line: &Line,
        named: Option<u32>,
    ) -> Result<(u32, Seat), Refusal> {
        crate::handling::lookup::seated(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn tagged(&self, table: &Table, live: &Live) -> Record {
        crate::handling::tagged::tagged(table, live)
    }

    pub(in crate::handling) fn take_thread(&mut self, line: &Line, id: u32) {
        crate::handling::threads::take_thread(&context!(self, line), &mut self.tables, id)
    }

    pub(in crate::handling) fn terms(
        &self,
        game: &Entry,
        options: &str,
    ) -> Result<Vec<Fact>, Refusal> {
        crate::handling::start::terms(&environment!(self), game, options)
    }

    pub(in crate::handling) fn try_of(&self, day: Day, player: &str) -> Try<'_> {
        crate::handling::day_try::try_of(&self.tables, &self.players, day, player)
    }

    pub(in crate::handling) fn unknown(&self, line: &Line, text: &str) -> Refusal {
        crate::handling::malformed::unknown(&context!(self, line), text)
    }

    pub(in crate::handling) fn waits_for_contest(&self, id: u32) -> Option<u32> {
        crate::handling::lookup::waits_for_contest(&self.tables, id)
    }

    pub(in crate::handling) fn which_table(&self, line: &Line, ids: &[u32]) -> Refusal {
        crate::handling::lookup::which_table(&context!(self, line), ids)
    }

    pub(in crate::handling) fn wished_duel(
        &self,
        line: &Line,
        wish: &command::ChallengeRequest,
    ) -> Result<&'static Entry, Refusal> {
        crate::handling::start::wished_duel(&context!(self, line), wish)
    }
}
