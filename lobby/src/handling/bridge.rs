//! Ways from the remaining handlers of the lobby to functions; each goes with its last caller.

use games::{Entry, Fact, Live, Prompt, Record, Seat, Seed};

use crate::{
    command::{self, Form, Top},
    day::Day,
    handling::{Lobby, alike::Barred, day_try::Try, leaderboard_scope::Names, report::Partners},
    line::Line,
    look::Look,
    message::{Block, Position},
    messages::{TableId, access::RoomSetting, puzzle::PuzzleMessage},
    person::Person,
    refusal::{Answer, Refusal},
    results::PuzzleScore,
    table::{Over, Playing, Stage, Table},
    terms::{End, Occasion, Report},
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

    pub(in crate::handling) fn ask_other<M: Into<Fact>>(
        &mut self,
        line: &Line,
        id: u32,
        own: Seat,
        said: impl FnOnce(Partners) -> M,
    ) -> Answer {
        crate::handling::report::ask_other(&context!(self, line), &mut self.tables, id, own, said)
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

    pub(in crate::handling) fn asking(
        &self,
        line: &Line,
        named: Option<u32>,
    ) -> Result<u32, Refusal> {
        crate::handling::waiting::asking(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn awaiting(
        &self,
        line: &Line,
        named: Option<u32>,
    ) -> Result<u32, Refusal> {
        crate::handling::waiting::awaiting(
            &context!(self, line),
            &self.tables,
            &self.players,
            named,
        )
    }

    pub(in crate::handling) fn bad_form(
        &self,
        line: &Line,
        name: &'static str,
        extra: Option<&str>,
    ) -> Refusal {
        crate::handling::malformed::bad_form(&context!(self, line), name, extra)
    }

    pub(in crate::handling) fn barred(&self, asked: &Table) -> Option<Barred> {
        crate::handling::alike::barred(&self.tables, asked)
    }

    pub(in crate::handling) fn blocked_by_contest(
        &mut self,
        line: &Line,
        id: u32,
    ) -> Option<Answer> {
        crate::handling::contests::blocked_by_contest(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            id,
        )
    }

    pub(in crate::handling) fn changed(&mut self, line: &Line, id: u32, news: &[Fact]) -> Answer {
        crate::handling::progress::changed(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            id,
            news,
        )
    }

    pub(in crate::handling) fn changed_and_said(
        &mut self,
        line: &Line,
        id: u32,
        said: Fact,
    ) -> Answer {
        crate::handling::report::changed_and_said(&context!(self, line), &mut self.tables, id, said)
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

    pub(in crate::handling) fn close_table(&mut self, id: u32, end: End) -> Option<Effect> {
        crate::handling::progress::close_table(&environment!(self), &mut self.tables, id, end)
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

    pub(in crate::handling) fn drop_expired(&mut self, user: &str) -> Vec<Effect> {
        crate::handling::lapse::drop_expired(&mut self.tables, user)
    }

    pub(in crate::handling) fn end(&self, table: &Table, over: &Over, live: &Live) -> Fact {
        crate::handling::boards::end(table, over, live)
    }

    pub(in crate::handling) fn end_lesson(&mut self, line: &Line) -> (Vec<Effect>, Vec<Fact>) {
        crate::handling::end_lesson::end_lesson(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
        )
    }

    pub(in crate::handling) fn ended_on(&self, table: &Table) -> Option<Day> {
        crate::handling::tagged::ended_on(table)
    }

    pub(in crate::handling) fn expire_blocked(&mut self) -> Vec<Effect> {
        crate::handling::lapse::expire_blocked(&environment!(self), &mut self.tables, &self.players)
    }

    pub(in crate::handling) fn expire_left(&mut self, line: &Line) -> Vec<Effect> {
        crate::handling::lapse::expire_left(&context!(self, line), &mut self.tables)
    }

    pub(in crate::handling) fn expire_unanswered(&mut self) -> Vec<Effect> {
        crate::handling::lapse::expire_unanswered(&environment!(self), &mut self.tables)
    }

    pub(in crate::handling) fn farewell(
        &self,
        line: &Line,
        table: &Table,
        over: &Over,
        live: &Live,
    ) -> Vec<Block> {
        crate::handling::report::farewell(
            &context!(self, line),
            &self.tables,
            &self.players,
            table,
            over,
            live,
        )
    }

    pub(in crate::handling) fn figures(
        &self,
        live: &Live,
        names: &[String],
        known: bool,
    ) -> Option<Block> {
        crate::handling::boards::figures(&environment!(self), live, names, known)
    }

    pub(in crate::handling) fn figures_of_days(&self, score: &PuzzleScore) -> PuzzleMessage {
        crate::handling::puzzle::score::figures_of_days(&environment!(self), score)
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

    pub(in crate::handling) fn is_from_admin(&self, line: &Line) -> bool {
        crate::handling::permission::is_from_admin(&context!(self, line))
    }

    pub(in crate::handling) fn is_ignored(&self, line: &Line) -> bool {
        crate::handling::permission::is_ignored(&context!(self, line), &self.players)
    }

    pub(in crate::handling) fn is_lesson(&self, id: u32) -> bool {
        crate::handling::lookup::is_lesson(&self.tables, id)
    }

    pub(in crate::handling) fn is_listed(&self, names: &Names, player: &Person) -> bool {
        crate::handling::leaderboard_scope::is_listed(&self.players, names, player)
    }

    pub(in crate::handling) fn is_of_run(
        &self,
        lesson: u32,
        is_meant: impl Fn(Occasion) -> bool,
    ) -> bool {
        crate::handling::alike::is_of_run(&environment!(self), &self.tables, lesson, is_meant)
    }

    pub(in crate::handling) fn is_rematch_asked(&self, line: &Line) -> bool {
        crate::handling::threads::is_rematch_asked(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn is_table(&self, line: &Line, word: &str) -> bool {
        crate::handling::lookup::is_table(&context!(self, line), &self.tables, word)
    }

    pub(in crate::handling) fn lapse(
        &mut self,
        numbers: impl IntoIterator<Item = u32>,
    ) -> Vec<Effect> {
        crate::handling::lapse::lapse(&mut self.tables, numbers)
    }

    pub(in crate::handling) fn leave_puzzle(&mut self, id: u32) -> Option<Effect> {
        crate::handling::puzzle::score::leave_puzzle(&self.tables, &mut self.players, id)
    }

    pub(in crate::handling) fn legend(&self, line: &Line, entry: &Entry) -> Fact {
        crate::handling::start::legend(&context!(self, line), entry)
    }

    pub(in crate::handling) fn lesson_here(&self, line: &Line) -> Option<u32> {
        crate::handling::end_lesson::lesson_here(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn list_line(&self, table: &Table) -> String {
        crate::handling::list_line::list_line(&environment!(self), table)
    }

    pub(in crate::handling) fn list_me(&mut self, line: &Line, listed: bool) -> Vec<Effect> {
        crate::handling::standings::list_me(&context!(self, line), &mut self.players, listed)
    }

    pub(in crate::handling) fn looked_at(
        &self,
        line: &Line,
        named: Option<u32>,
    ) -> Result<u32, Refusal> {
        crate::handling::lookup::looked_at(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn make_way(&mut self, id: u32) -> (Vec<Effect>, Vec<Fact>) {
        crate::handling::end_lesson::make_way(
            &environment!(self),
            &mut self.tables,
            &mut self.players,
            id,
        )
    }

    pub(in crate::handling) fn may_play(&self, user: &str) -> bool {
        crate::handling::permission::may_play(&environment!(self), &self.players, user)
    }

    pub(in crate::handling) fn me(&self, line: &Line) -> Effect {
        crate::handling::standings::me(&context!(self, line), &self.tables, &self.players)
    }

    pub(in crate::handling) fn newer(&self, table: &Table) -> Option<u32> {
        crate::handling::threads::newer(&self.tables, table)
    }

    pub(in crate::handling) fn note_try(&mut self, line: &Line, id: u32, is_right: bool) -> Effect {
        crate::handling::puzzle::score::note_try(
            &context!(self, line),
            &self.tables,
            &mut self.players,
            id,
            is_right,
        )
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

    pub(in crate::handling) fn puzzlers_of(
        &self,
        day: Day,
        names: &Names,
    ) -> Option<PuzzleMessage> {
        crate::handling::puzzle::score::puzzlers_of(&self.players, day, names)
    }

    pub(in crate::handling) fn question(&self, table: &Table, live: &Live) -> String {
        crate::handling::boards::question(&environment!(self), table, live)
    }

    pub(in crate::handling) fn refused(&self, line: &Line, refusal: Refusal) -> Vec<Effect> {
        crate::handling::report::refused(&context!(self, line), &self.tables, refusal)
    }

    pub(in crate::handling) fn rematch_line(&self, table: &Table, asker: Seat) -> String {
        crate::handling::list_line::rematch_line(&environment!(self), table, asker)
    }

    pub(in crate::handling) fn report(&self, line: &Line, table: &Table, news: &[Fact]) -> Effect {
        crate::handling::report::report(
            &context!(self, line),
            &self.tables,
            &self.players,
            table,
            news,
        )
    }

    pub(in crate::handling) fn report_contest(
        &mut self,
        line: &Line,
        named: Option<u32>,
        said: Report,
    ) -> Answer {
        crate::handling::contests::report_contest(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
            said,
        )
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

    pub(in crate::handling) fn top(&self, line: &Line, top: Top) -> Effect {
        crate::handling::standings::top(&context!(self, line), &self.players, top)
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

    pub(in crate::handling) fn wished_duel(
        &self,
        line: &Line,
        wish: &command::ChallengeRequest,
    ) -> Result<&'static Entry, Refusal> {
        crate::handling::start::wished_duel(&context!(self, line), wish)
    }
}
