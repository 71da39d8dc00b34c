//! Hints and odds from the computer player.

use games::puzzles::Family;

use crate::{
    computer::{
        JobsUnderWay,
        alike::{self, Barred, FIRST_PRIVATE_TURN},
    },
    context::{Context, Environment},
    job::{Chance, Job, Question, SearchError, SearchResult, Wanted},
    play::{contests, report, turn::quoted_actions},
    players::PlayerData,
    puzzles::{solution, tries},
    refusal::{Answer, Refusal, refuse},
    tables::{Playing, Table, TableIndex, lookup},
    terms::Occasion,
    text::messages::{
        ComputerMessage, HintMessage, OddsMessage, TableId, TableMessage, ThinkingMessage,
    },
    traffic::Effect,
};

/// Queues a question to the computer player: a hint for the player, or the odds for anybody who watches.
pub fn ask_computer(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    wanted: Wanted,
) -> Answer {
    let id = match wanted {
        Wanted::Hint | Wanted::Try => lookup::seated(cx, tables)?.0,
        Wanted::Odds => lookup::looked_at(cx, tables)?.id,
    };
    if let Some(answer) = contests::blocked_by_contest(cx, tables, players, id) {
        return answer;
    }
    let table = lookup::table(tables, id)?;
    if table.is_puzzle() {
        lookup::seated(cx, tables)?;
        if wanted == Wanted::Odds {
            return refuse(cx.prefixed(OddsMessage::OfPuzzle));
        }
        return solution::narrow(cx, tables, players, id);
    }
    // Comparing all duels takes long.
    if jobs.is_asking(cx.sender()) {
        return refuse(ThinkingMessage::Already);
    }
    match alike::barred(tables, table) {
        Some(Barred::Puzzle) => return refuse(HintMessage::OfPuzzle),
        Some(Barred::Duel) => return refuse(HintMessage::OfDuelOn),
        None => {}
    }
    let occasion = table.occasion;
    let live = &lookup::game_on(cx, tables, id)?.live;
    let (record, seats) = (live.record().to_string(), live.entry().seats);
    if seats == 2 {
        check_advice_in_duel(cx, tables, id, wanted)?;
    }
    match occasion {
        Occasion::Day(_) => return refuse(HintMessage::OfDay),
        _ if alike::is_of_run(cx, tables, id, |it| matches!(it, Occasion::Day(_))) => {
            return refuse(HintMessage::OfDay);
        }
        _ if alike::is_of_run(cx, tables, id, |it| it == Occasion::Free) => {
            return refuse(HintMessage::OfRunOn);
        }
        _ => check_own_game(cx, tables, id)?,
    }
    let is_run = lookup::game_on(cx, tables, id)?.players.len() == 1;
    if wanted == Wanted::Hint && is_run && occasion == Occasion::Free {
        let now = cx.now;
        let game = lookup::game_on(cx, tables, id)?;
        if !game.notes.hinted && game.notes.hint_asked.is_none() {
            game.notes.hint_asked = Some(now);
            return report::changed_and_said(cx, tables, id, HintMessage::Price.into());
        }
    }
    jobs.begin(cx.sender());
    let question = Question {
        line: cx.line.without_people(),
        table: id,
        record,
        wanted,
    };
    Ok(vec![Effect::Job(Job::Think(question))])
}

/// Checks that the computer may be asked about a duel: in a lesson, or by the player who plays against it. In
/// any other duel it would help one of two people.
fn check_advice_in_duel(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    id: u32,
    wanted: Wanted,
) -> Result<(), Refusal> {
    if wanted == Wanted::Odds {
        return refuse(OddsMessage::OfDuel);
    }
    let table = tables.get(id);
    if !table.is_some_and(|table| table.is_lesson() || table.computer().is_some()) {
        return refuse(cx.prefixed_for_rooms(HintMessage::BetweenPeople));
    }
    let own = lookup::seat_at(cx, tables, id)?;
    let table = tables.get(id);
    let thinks = table.is_some_and(|table| table.computer_to_move().is_some());
    let mover = lookup::game_on(cx, tables, id)?.live.to_move();
    match mover.filter(|mover| *mover != own) {
        Some(seat) if thinks => Err(Refusal::from(ComputerMessage::Thinks { seat }).at(id)),
        Some(seat) => Err(Refusal::from(TableMessage::NotYourTurn { seat }).at(id)),
        None => Ok(()),
    }
}

/// Refuses hints in or about a lesson, a run from a seed word or a duel with the computer to a player of a game of the
/// same family that allows none: similar positions would provide them indirectly.
pub fn check_own_game(cx: &Context<'_>, tables: &TableIndex, asked: u32) -> Result<(), Refusal> {
    let user = cx.sender();
    let is_meant = |table: &&Table| {
        table.is_lesson() || table.occasion == Occasion::Word || table.computer().is_some()
    };
    let Some(asked) = tables.get(asked).filter(is_meant) else {
        return Ok(());
    };
    let game = asked.live().map(|live| live.entry().id);
    let family = asked.live().and_then(|live| Family::of(live.entry()));
    let without_advice = |table: &&Table| {
        let game = table.playing().filter(|_| !table.is_lesson());
        let same = game.filter(|game| Family::of(game.live.entry()) == family);
        same.is_some_and(|game| match game.players.len() {
            1 => !game.notes.hinted && table.occasion != Occasion::Word,
            _ => table.computer().is_none() && game.live.actions() >= FIRST_PRIVATE_TURN,
        })
    };
    match tables.of_user(user).find(without_advice) {
        Some(own) => refuse(HintMessage::OwnGameOn {
            table: TableId(own.id),
            game,
        }),
        None => Ok(()),
    }
}

/// Declines the offered hint.
pub fn no_hint(cx: &Context<'_>, tables: &mut TableIndex, id: u32) -> Answer {
    lookup::game_on(cx, tables, id)?.close_questions();
    report::changed_and_said(cx, tables, id, HintMessage::Declined.into())
}

/// Reports the computer player's answer, unless the game has changed in the meantime.
pub fn thought(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    jobs: &mut JobsUnderWay,
    question: &Question,
    thought: Result<&SearchResult, &SearchError>,
) -> Vec<Effect> {
    let Question {
        line,
        table: id,
        record,
        wanted,
    } = question;
    jobs.end(&line.sender.id);
    if *wanted == Wanted::Try {
        let cx = Context::new(*env, line, tables, players);
        let told = tries::told_of_try(&cx, tables, players, question, thought.ok());
        return told.into_iter().collect();
    }
    let table = tables.get(*id);
    let line = &table.map_or_else(|| line.clone(), |table| table.line_in_current_room(line));
    let cx = &Context::new(*env, line, tables, players);
    let game = table.and_then(|table| Some((table.playing()?, table.occasion)));
    let Some(game) = game.filter(|(game, _)| game.live.record().to_string() == *record) else {
        return report::refused(cx, tables, ThinkingMessage::TooLate.into());
    };
    let thought = match thought {
        Ok(thought) => thought,
        Err(reason) => return report::refused(cx, tables, reason.message().into()),
    };
    let said = match wanted {
        Wanted::Odds => {
            let odds = match thought.chance.filter(|_| !thought.is_sure) {
                None => OddsMessage::Sure,
                Some(Chance { wins, margin }) if is_custom(game.0) => {
                    OddsMessage::Custom { wins, margin }
                }
                Some(Chance { wins, margin }) => OddsMessage::Run { wins, margin },
            };
            env.sentence(odds)
        }
        Wanted::Hint | Wanted::Try => hint(env, thought, game),
    };
    let answer = cx.reply(said);
    let is_player = table.is_some_and(|table| table.seat_of(&line.sender.id).is_some());
    if let Some(game) = tables.playing_mut(*id) {
        match wanted {
            Wanted::Hint | Wanted::Try => game.notes.hinted = true,
            Wanted::Odds => {
                let actions = Some(game.live.actions());
                let is_known = game.notes.odds_at == actions && !game.notes.odds_unknown;
                game.notes.odds_at = actions;
                game.notes.odds_unknown = !is_player && !is_known;
            }
        }
    }
    let saved = tables.get(*id).map(|table| Effect::Save(table.save()));
    saved.into_iter().chain([answer]).collect()
}

/// Formats a hint with its reasons, and at the first one with its price.
fn hint(
    env: &Environment<'_>,
    thought: &SearchResult,
    (game, occasion): (&Playing, Occasion),
) -> String {
    // A certain win has no chance to report.
    let is_sure = thought.is_sure;
    let (action, then) = match thought.turn.split_first() {
        Some((action, then)) => (action.clone(), then),
        None => (String::new(), [].as_slice()),
    };
    let hint = match thought.chance.filter(|_| !is_sure) {
        Some(Chance { wins, margin }) => HintMessage::Run {
            action,
            wins,
            margin,
        },
        None => HintMessage::Duel {
            action,
            then: quoted_actions(then),
        },
    };
    let mut lines = vec![env.sentence(hint)];
    lines.extend(thought.why.iter().cloned().map(|why| env.sentence(why)));
    if is_custom(game) && !is_sure {
        lines.push(env.sentence(HintMessage::Custom));
    }
    // A run from a seed word is not counted anyway.
    if !game.notes.hinted && game.players.len() == 1 && occasion == Occasion::Free {
        lines.push(env.sentence(HintMessage::First));
    }
    lines.join("\n")
}

/// Returns whether a run has custom breakers, which the computer player does not model well.
fn is_custom(game: &Playing) -> bool {
    game.live.record().options.contains("custom=")
}
