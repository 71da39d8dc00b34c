//! Ways from the remaining handlers of the lobby to functions; each goes with its last caller.

use games::{Fact, Judged};

use crate::{
    admin::{AdminReport, AdminRequest},
    command::{self, AdminCommand, Change, CommandError, PuzzleWish, RulesPart, Top, View},
    day::Day,
    handling::{Lobby, leaderboard_scope::Names},
    job::{
        Analysis, ComputerTurn, Direct, FollowOutcome, LoadFinished, NoDirect, NoThought, Question,
        RunElsewhere, SearchResult, Upgrade, Wanted,
    },
    line::Line,
    look::{Boards, Look, Theme},
    message::{Block, ReplayForm},
    messages::{access::RoomSetting, puzzle::PuzzleMessage},
    person::Person,
    refusal::{Answer, Refusal},
    saved::Saved,
    table::Table,
    terms::Report,
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

    pub(in crate::handling) fn look_of_room(&self, room: &str) -> Look {
        environment!(self).look_of_room(&self.players, room)
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

    pub(in crate::handling) fn administer(
        &mut self,
        line: &Line,
        command: &Result<AdminCommand, CommandError>,
    ) -> Answer {
        crate::handling::administer::administer(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            command,
        )
    }

    pub(in crate::handling) fn administered(
        &mut self,
        wish: &AdminRequest,
        report: &AdminReport,
    ) -> Vec<Effect> {
        crate::handling::administer::administered(
            &environment!(self),
            &mut self.tables,
            &self.players,
            wish,
            report,
        )
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

    pub(in crate::handling) fn answer_question(
        &mut self,
        line: &Line,
        named: Option<u32>,
        is_yes: bool,
    ) -> Answer {
        crate::handling::questions::answer_question(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            &mut self.confirmations,
            &mut self.jobs,
            named,
            is_yes,
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

    pub(in crate::handling) fn bad_form(
        &self,
        line: &Line,
        name: &'static str,
        extra: Option<&str>,
    ) -> Refusal {
        crate::handling::malformed::bad_form(&context!(self, line), name, extra)
    }

    pub(in crate::handling) fn board(
        &self,
        line: &Line,
        named: Option<u32>,
        view: Option<View>,
    ) -> Answer {
        crate::handling::appearance::board(
            &context!(self, line),
            &self.tables,
            &self.players,
            named,
            view,
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

    pub(in crate::handling) fn change_boards(
        &mut self,
        line: &Line,
        change: Change<Boards>,
    ) -> Answer {
        crate::handling::appearance::change_boards(&context!(self, line), &mut self.players, change)
    }

    pub(in crate::handling) fn change_theme(
        &mut self,
        line: &Line,
        change: Change<Theme>,
    ) -> Answer {
        crate::handling::appearance::change_theme(&context!(self, line), &mut self.players, change)
    }

    pub(in crate::handling) fn check_may_change_room(
        &self,
        line: &Line,
        what: RoomSetting,
    ) -> Result<(), Refusal> {
        crate::handling::permission::check_may_change_room(&context!(self, line), what)
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

    pub(in crate::handling) fn end_kept(&mut self) -> Vec<Effect> {
        crate::handling::rooms::end_kept(&environment!(self), &mut self.tables, &mut self.players)
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

    pub(in crate::handling) fn explains(&self, topic: &str) -> bool {
        crate::handling::topics::explains(topic)
    }

    pub(in crate::handling) fn export(&self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::info::export(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn finished_not_loaded(&self, recall: &LoadFinished) -> Vec<Effect> {
        crate::handling::past::finished_not_loaded(
            &environment!(self),
            &self.tables,
            &self.players,
            recall,
        )
    }

    pub(in crate::handling) fn followed(
        &mut self,
        upgrade: &Upgrade,
        outcome: FollowOutcome,
    ) -> Vec<Effect> {
        crate::handling::upgrade::followed(
            &environment!(self),
            &mut self.tables,
            &mut self.players,
            upgrade,
            outcome,
        )
    }

    pub(in crate::handling) fn forget(&mut self, line: &Line) -> Answer {
        crate::handling::forget::forget(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            &mut self.confirmations,
        )
    }

    pub(in crate::handling) fn games(&self, line: &Line) -> Effect {
        crate::handling::info::games(&context!(self, line))
    }

    pub(in crate::handling) fn has_next(&self, line: &Line) -> bool {
        crate::handling::reading::has_next(&context!(self, line), &self.tables, &self.reading)
    }

    pub(in crate::handling) fn help(&self, line: &Line, topic: Option<&str>) -> Answer {
        crate::handling::info::help(&context!(self, line), &self.tables, topic)
    }

    pub(in crate::handling) fn is_asking(&self, line: &Line, named: Option<u32>) -> bool {
        crate::handling::questions::is_asking(
            &context!(self, line),
            &self.tables,
            &self.confirmations,
            named,
        )
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

    pub(in crate::handling) fn joined(&mut self, room: &str, direct: bool) -> Vec<Effect> {
        crate::handling::rooms::joined(
            &environment!(self),
            &self.tables,
            &mut self.players,
            room,
            direct,
        )
    }

    pub(in crate::handling) fn leave_too_large(&mut self, room: &str) -> Vec<Effect> {
        crate::handling::rooms::leave_too_large(
            &environment!(self),
            &self.tables,
            &mut self.players,
            room,
        )
    }

    pub(in crate::handling) fn left(&mut self, room: &str) -> Vec<Effect> {
        crate::handling::rooms::left(
            &environment!(self),
            &mut self.tables,
            &mut self.players,
            room,
        )
    }

    pub(in crate::handling) fn left_too_large(&mut self, room: &str, left: bool) -> Vec<Effect> {
        crate::handling::rooms::left_too_large(&mut self.players, room, left)
    }

    pub(in crate::handling) fn list(&self, line: &Line) -> Effect {
        crate::handling::info::list(&context!(self, line), &self.tables)
    }

    pub(in crate::handling) fn list_me(&mut self, line: &Line, listed: bool) -> Vec<Effect> {
        crate::handling::standings::list_me(&context!(self, line), &mut self.players, listed)
    }

    pub(in crate::handling) fn list_over<'a>(
        &self,
        line: &Line,
        found: impl Iterator<Item = &'a Saved>,
    ) -> Effect {
        crate::handling::past::list_over(&context!(self, line), &self.players, found)
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

    pub(in crate::handling) fn moves(
        &mut self,
        line: &Line,
        named: Option<u32>,
        filter: Option<&str>,
    ) -> Answer {
        crate::handling::possible::moves(
            &context!(self, line),
            &mut self.tables,
            &mut self.players,
            &mut self.access,
            named,
            filter,
        )
    }

    pub(in crate::handling) fn next(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::reading::next(
            &context!(self, line),
            &self.tables,
            &mut self.reading,
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

    pub(in crate::handling) fn replay(
        &self,
        line: &Line,
        named: Option<u32>,
        form: ReplayForm,
    ) -> Answer {
        crate::handling::replay::replay(&context!(self, line), &self.tables, named, form)
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

    pub(in crate::handling) fn rules(
        &mut self,
        line: &Line,
        named: Option<u32>,
        game: Option<&str>,
        part: RulesPart,
    ) -> Answer {
        crate::handling::teach::rules(
            &context!(self, line),
            &self.tables,
            &mut self.reading,
            named,
            game,
            part,
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

    pub(in crate::handling) fn unreadable(&mut self, line: &Line) -> Vec<Effect> {
        crate::handling::unreadable::unreadable(
            &context!(self, line),
            &self.tables,
            &mut self.players,
            &mut self.access,
        )
    }

    pub(in crate::handling) fn upgraded(&mut self, upgrade: &Upgrade) -> Vec<Effect> {
        crate::handling::upgrade::upgraded(
            &environment!(self),
            &self.tables,
            &self.players,
            &mut self.access,
            upgrade,
        )
    }

    pub(in crate::handling) fn verify(&self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::info::verify(&context!(self, line), &self.tables, named)
    }

    pub(in crate::handling) fn withdraw(&mut self, line: &Line, named: Option<u32>) -> Answer {
        crate::handling::agreements::withdraw(&context!(self, line), &mut self.tables, named)
    }
}
