//! Ways from the remaining handlers of the lobby to functions; each goes with its last caller.

use games::{Entry, Fact, Judged, Live, Prompt, Record, Seat};

use crate::{
    command::{self, Form, PuzzleWish, Top},
    day::Day,
    handling::{Lobby, leaderboard_scope::Names},
    job::{
        Analysis, ComputerTurn, Direct, NoDirect, NoThought, Question, RunElsewhere, SearchResult,
        Wanted,
    },
    line::Line,
    look::Look,
    message::{Block, Position},
    messages::{access::RoomSetting, puzzle::PuzzleMessage},
    person::Person,
    refusal::{Answer, Refusal},
    table::{Over, Playing, Table},
    terms::{End, Report},
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

    pub(in crate::handling) fn accept(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::accept(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
        )
    }

    pub(in crate::handling) fn admin_forms(&self, line: &Line) -> &'static [Form] {
        crate::handling::permission::admin_forms(&context!(self, line))
    }

    pub(in crate::handling) fn analyse(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::analysis::analyse(
            &context!(self, line),
            &self.tables,
            &mut self.jobs,
            named,
        )
    }

    pub(in crate::handling) fn analysed(
        &mut self,
        wish: &Analysis,
        judged: Result<&[Judged], &NoThought>,
    ) -> Vec<Effect> {
        crate::handling::analysis::analysed(
            &environment!(self),
            &self.tables,
            &self.players,
            &mut self.jobs,
            wish,
            judged,
        )
    }

    pub(in crate::handling) fn ask_computer(
        &mut self,
        line: &Line,
        named: Option<u32>,
        wanted: Wanted,
    ) -> Answer {
        crate::handling::advice::ask_computer(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            &mut self.jobs,
            named,
            wanted,
        )
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

    pub(in crate::handling) fn challenge(
        &mut self,
        line: &Line,
        wish: &command::ChallengeRequest,
    ) -> Answer {
        crate::handling::challenges::challenge(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            wish,
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

    pub(in crate::handling) fn check_may_change_room(
        &self,
        line: &Line,
        what: RoomSetting,
    ) -> Result<(), Refusal> {
        crate::handling::permission::check_may_change_room(&context!(self, line), what)
    }

    pub(in crate::handling) fn check_seed_free(&self, id: u32) -> Result<(), Refusal> {
        crate::handling::day_try::check_seed_free(&environment!(self), &self.tables, id)
    }

    pub(in crate::handling) fn close_table(&mut self, id: u32, end: End) -> Option<Effect> {
        crate::handling::progress::close_table(&environment!(self), &mut self.tables, id, end)
    }

    pub(in crate::handling) fn decline(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::decline(
            &context!(self, line),
            &mut self.tables,
            &self.players,
            named,
        )
    }

    pub(in crate::handling) fn direct_opened(
        &mut self,
        asked: &RunElsewhere,
        found: &Result<Direct, NoDirect>,
    ) -> Vec<Effect> {
        crate::handling::direct::direct_opened(
            &environment!(self),
            &mut self.tables,
            &mut self.players,
            asked,
            found,
        )
    }

    pub(in crate::handling) fn draw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::draw(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
        )
    }

    pub(in crate::handling) fn drop_expired(&mut self, user: &str) -> Vec<Effect> {
        crate::handling::lapse::drop_expired(&mut self.tables, user)
    }

    pub(in crate::handling) fn end(&self, table: &Table, over: &Over, live: &Live) -> Fact {
        crate::handling::boards::end(table, over, live)
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

    pub(in crate::handling) fn is_listed(&self, names: &Names, player: &Person) -> bool {
        crate::handling::leaderboard_scope::is_listed(&self.players, names, player)
    }

    pub(in crate::handling) fn is_table(&self, line: &Line, word: &str) -> bool {
        crate::handling::lookup::is_table(&context!(self, line), &self.tables, word)
    }

    pub(in crate::handling) fn leave_puzzle(&mut self, id: u32) -> Option<Effect> {
        crate::handling::puzzle::score::leave_puzzle(&self.tables, &mut self.players, id)
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

    pub(in crate::handling) fn may_play(&self, user: &str) -> bool {
        crate::handling::permission::may_play(&environment!(self), &self.players, user)
    }

    pub(in crate::handling) fn me(&self, line: &Line) -> Effect {
        crate::handling::standings::me(&context!(self, line), &self.tables, &self.players)
    }

    pub(in crate::handling) fn moved(
        &mut self,
        turn: &ComputerTurn,
        found: Option<&[String]>,
    ) -> Vec<Effect> {
        crate::handling::computer::moved(
            &environment!(self),
            &mut self.tables,
            &mut self.players,
            turn,
            found,
        )
    }

    pub(in crate::handling) fn no_hint(&mut self, line: &Line, id: u32) -> Answer {
        crate::handling::advice::no_hint(&context!(self, line), &mut self.tables, id)
    }

    pub(in crate::handling) fn nothing_asked(&self, line: &Line, named: Option<u32>) -> Refusal {
        crate::handling::agreements::nothing_asked(
            &context!(self, line),
            &self.tables,
            &self.players,
            named,
        )
    }

    pub(in crate::handling) fn pick(&mut self, line: &Line, id: u32, number: usize) -> Answer {
        crate::handling::moves::pick(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            &mut self.jobs,
            id,
            number,
        )
    }

    pub(in crate::handling) fn play(&mut self, line: &Line, id: u32, action: &str) -> Answer {
        crate::handling::moves::play(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            &mut self.jobs,
            id,
            action,
        )
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

    pub(in crate::handling) fn posted_puzzle(&self, day: Day) -> Vec<Block> {
        crate::handling::puzzle::posted_puzzle(&environment!(self), day)
    }

    pub(in crate::handling) fn puzzle(&mut self, line: &Line, wish: PuzzleWish) -> Answer {
        crate::handling::puzzle::puzzle(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            wish,
        )
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

    pub(in crate::handling) fn rematch(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::rematch(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
        )
    }

    pub(in crate::handling) fn rematch_line(&self, table: &Table, asker: Seat) -> String {
        crate::handling::list_line::rematch_line(&environment!(self), table, asker)
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

    pub(in crate::handling) fn resign(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::resign(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
        )
    }

    pub(in crate::handling) fn run(&mut self, line: &Line, wish: &command::Run) -> Answer {
        crate::handling::run::run(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            wish,
        )
    }

    pub(in crate::handling) fn set_up(&mut self, line: &Line, text: &str) -> Answer {
        crate::handling::lesson::set_up(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            text,
        )
    }

    pub(in crate::handling) fn solution(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::puzzle::solution::solution(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
        )
    }

    pub(in crate::handling) fn stay(&mut self, line: &Line, id: u32) -> Answer {
        crate::handling::agreements::stay(&context!(self, line), &mut self.tables, id)
    }

    pub(in crate::handling) fn tagged(&self, table: &Table, live: &Live) -> Record {
        crate::handling::tagged::tagged(table, live)
    }

    pub(in crate::handling) fn takeback(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::takebacks::takeback(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            named,
        )
    }

    pub(in crate::handling) fn think_anew(&self, thinking: &[u32], seed: [u8; 32]) -> Vec<Effect> {
        crate::handling::computer::think_anew(&self.tables, thinking, seed)
    }

    pub(in crate::handling) fn thought(
        &mut self,
        question: &Question,
        thought: Result<&SearchResult, &NoThought>,
    ) -> Vec<Effect> {
        crate::handling::advice::thought(
            &environment!(self),
            &mut self.tables,
            &self.players,
            &mut self.jobs,
            question,
            thought,
        )
    }

    pub(in crate::handling) fn top(&self, line: &Line, top: Top) -> Effect {
        crate::handling::standings::top(&context!(self, line), &self.players, top)
    }

    pub(in crate::handling) fn unknown(&self, line: &Line, text: &str) -> Refusal {
        crate::handling::malformed::unknown(&context!(self, line), text)
    }

    pub(in crate::handling) fn withdraw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::withdraw(&context!(self, line), &mut self.tables, named)
    }
}
