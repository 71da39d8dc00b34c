//! Routes commands to their handlers.

use crate::{
    challenges::{challenge, seeks},
    clocks::{self, pause},
    command::{AudienceRequest, Command, Listed, Switch},
    computer::{advice, analysis},
    context::Context,
    help::{self, phrases},
    job::Wanted,
    lessons::{lesson, reading, teach},
    lobby::State,
    play::{
        agreements, confirm_moves, contests, history, legal_moves, mine, moves, past_turns,
        preview, questions, quiet, replay, takebacks, watching,
    },
    players::{forget, leaderboard, public_stats},
    preferences::change,
    puzzles::{give, solution},
    refusal::Answer,
    rooms::board_commands,
    solo::{daily, run},
    tables::{TableIndex, list, past, records, user_games},
};

impl State {
    /// Routes a command to its handler.
    pub(super) fn carry_out_command(&mut self, cx: &Context<'_>, command: Command) -> Answer {
        let (tables, players, jobs) = (&mut self.tables, &mut self.players, &mut self.jobs);
        match command {
            Command::Help(topic) => help::help(cx, tables, topic.as_deref()),
            Command::Games => Ok(vec![help::games(cx)]),
            Command::Rules(game, part) => {
                teach::rules(cx, tables, &mut self.reading, game.as_deref(), part)
            }
            Command::Next => reading::next(cx, tables, &mut self.reading),
            Command::Tables(listed) => self.list_tables(cx, &listed),
            Command::Audience(request) => audience(cx, tables, request),
            Command::Challenge(request) => challenge::challenge(cx, tables, players, &request),
            Command::Seek(request) => seeks::seek(cx, tables, players, &request),
            Command::Accept => agreements::accept(cx, tables, players),
            Command::Decline => agreements::decline(cx, tables, players),
            Command::Withdraw => agreements::withdraw(cx, tables),
            Command::Answer(is_yes) => self.answer_question(cx, is_yes),
            Command::Move(action) => moves::play_here(cx, tables, players, jobs, &action),
            Command::Pick(number) => moves::pick(cx, tables, players, jobs, number),
            Command::Board(view) => board_commands::board(cx, tables, players, view),
            Command::Show(turn) => past_turns::show(cx, tables, &mut self.viewed, turn),
            Command::Preview(text) => preview::preview(cx, tables, players, &text),
            Command::History(from) => history::history(cx, tables, from),
            Command::Moves(filter) => {
                legal_moves::moves(cx, tables, players, &mut self.access, filter.as_deref())
            }
            Command::Hint => advice::ask_computer(cx, tables, players, jobs, Wanted::Hint),
            Command::Odds => advice::ask_computer(cx, tables, players, jobs, Wanted::Odds),
            Command::Takeback => takebacks::takeback(cx, tables, players),
            Command::ReportContest(said) => contests::report_contest(cx, tables, players, said),
            Command::Clock => clocks::commands::clock(cx, tables, players),
            Command::Pause => pause::pause(cx, tables, players),
            Command::Resume => pause::resume(cx, tables, players),
            Command::Vacation(request) => clocks::commands::vacation(cx, tables, players, request),
            Command::Weekends(skip) => clocks::commands::weekends(cx, tables, players, skip),
            Command::Draw => agreements::draw(cx, tables, players),
            Command::Resign | Command::Quit => agreements::resign(cx, tables, players),
            Command::Rematch => agreements::rematch(cx, tables, players),
            Command::Replay(request) => replay::replay(cx, tables, &mut self.access, request),
            Command::Boards(change) => board_commands::change_boards(cx, players, change),
            Command::Theme(change) => board_commands::change_theme(cx, players, change),
            Command::Day(None) => Ok(vec![daily::day(cx, tables, players)]),
            Command::Day(Some(switch)) => daily::want_day(cx, players, switch),
            Command::Leaderboard(request) => {
                Ok(vec![leaderboard::leaderboard(cx, players, request)])
            }
            Command::Me(None) => Ok(vec![leaderboard::me(cx, tables, players)]),
            Command::StatsOf(user) => public_stats::stats_of(cx, tables, players, &user),
            Command::Me(Some(switch)) => Ok(leaderboard::list_me(cx, players, switch)),
            Command::Settings(request) => change::settings(cx, players, request),
            Command::Confirm(switch) => Ok(confirm_moves::confirm(cx, players, switch)),
            Command::Forget => forget::forget(cx, tables, players, &mut self.confirmations),
            Command::Run(request) => run::run(cx, tables, players, &request),
            Command::Puzzle(request) => give::puzzle(cx, tables, players, request),
            Command::Solution => solution::solution(cx, tables, players),
            Command::Setup(text) => lesson::set_up(cx, tables, players, &text),
            Command::Export => records::export(cx, tables),
            Command::Verify => records::verify(cx, tables),
            Command::Analyse => analysis::analyse(cx, tables, jobs),
            Command::Phrase(phrase) => phrases::answer(cx, tables, phrase),
        }
    }

    /// Answers the open question with yes or no.
    fn answer_question(&mut self, cx: &Context<'_>, is_yes: bool) -> Answer {
        let (tables, players, jobs) = (&mut self.tables, &mut self.players, &mut self.jobs);
        let confirmations = &mut self.confirmations;
        questions::answer_question(cx, tables, players, confirmations, jobs, is_yes)
    }

    /// Routes a request for a list of tables.
    fn list_tables(&self, cx: &Context<'_>, listed: &Listed) -> Answer {
        let (tables, players) = (&self.tables, &self.players);
        match listed {
            Listed::Open => Ok(vec![list::list(cx, tables)]),
            Listed::Over => Ok(vec![past::loading_finished(cx.line, None)]),
            Listed::Mine => mine::mine(cx, tables, players),
            Listed::MineNext => mine::next(cx, tables, players),
            Listed::Seeks => Ok(vec![seeks::list(cx, tables)]),
            Listed::Of(user) => user_games::games_of(cx, tables, players, user),
        }
    }
}

/// Routes a request about the people besides the players of a game.
fn audience(cx: &Context<'_>, tables: &mut TableIndex, request: AudienceRequest) -> Answer {
    match request {
        AudienceRequest::Watch(Switch::On) => watching::watch(cx, tables),
        AudienceRequest::Watch(Switch::Off) => watching::unwatch(cx, tables),
        AudienceRequest::Quiet(switch) => quiet::quiet(cx, tables, switch),
    }
}
