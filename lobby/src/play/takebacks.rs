//! Takebacks: in a duel with the other player's consent, alone at once.

use games::{Contest, Fact, Live, Means, Revealed, Seat};

use crate::{
    context::Context,
    person::Person,
    play::{
        contests,
        offers::{self, open_offer, other_gone},
        progress, report,
    },
    players::PlayerData,
    refusal::{Answer, Refusal},
    tables::{TableIndex, lookup, table::seat_index},
    terms::Pending,
    text::messages::{Part, TakebackMessage, UndoMessage},
};

/// Asks to take back the last turn or action; alone, or against the computer, it is taken back at once.
pub fn takeback(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    let (id, own) = lookup::seated(cx, tables)?;
    let lesson = lookup::is_lesson(tables, id);
    let game = lookup::game_on(cx, tables, id)?;
    if game.players.len() == 1 || lesson {
        return undo(cx, tables, players, id);
    }
    if let Some(answer) = contests::blocked_by_contest(cx, tables, players, id) {
        return answer;
    }
    let is_gone = offers::is_other_gone(cx, tables, players, id, own);
    let game = lookup::game_on(cx, tables, id)?;
    if game.players.iter().any(Person::is_computer) {
        return take_back(cx, tables, players, id, own);
    }
    if let Some(pending) = game.notes.pending {
        return Err(open_offer(pending, own).at(id));
    }
    let (_, undone) = match Undone::of(&game.live, own, false) {
        Err(nothing @ TakebackMessage::Nothing) => return Err(nothing.into()),
        _ if is_gone => return Err(other_gone(game, own)),
        undone => undone?,
    };
    // Taking back the challenge means to decide it anew; taking back the jump does not.
    let is_challenge = undone.contest.is_some_and(|it| it.challenger == own);
    let (what, actions) = (undone.part(), undone.actions);
    game.notes.pending = Some(Pending::Takeback(seat_index(own)));
    report::tell_other(cx, tables, id, own, |name, other| {
        if is_challenge {
            TakebackMessage::AskedChallenge {
                actions,
                name,
                other,
            }
        } else {
            TakebackMessage::Asked {
                what,
                actions,
                name,
                other,
            }
        }
    })
}

/// Takes back the last whole turn of a seat, or the last action of an unfinished one, with everything after
/// it.
pub fn take_back(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    asker: Seat,
) -> Answer {
    if let Some(answer) = contests::blocked_by_contest(cx, tables, players, id) {
        return answer;
    }
    let game = lookup::game_on(cx, tables, id)?;
    let with_computer = game.players.iter().any(Person::is_computer);
    let (earlier, undone) = Undone::of(&game.live, asker, with_computer)?;
    game.live = earlier;
    game.notes.pending = None;
    game.close_questions();
    let actions = undone.actions;
    let news = [TakebackMessage::Done { actions }.into()];
    progress::changed(cx, tables, players, id, &news)
}

/// Takes back the last action of a lone player if it revealed nothing; in a lesson always.
fn undo(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData, id: u32) -> Answer {
    let lesson = lookup::is_lesson(tables, id);
    let game = lookup::game_on(cx, tables, id)?;
    let Some(earlier) = undecided(&game.live, 1) else {
        return Err(Refusal::from(TakebackMessage::Nothing).at(id));
    };
    if let Some(reason) = revealed_since(&game.live, &earlier).filter(|_| !lesson) {
        return Err(Refusal::from(reason).at(id));
    }
    // Asking for the odds before and after a takeback amounts to a hint.
    let compared = game.notes.odds_at.is_some_and(|at| at > earlier.actions());
    let compared = compared && !game.notes.hinted && !lesson;
    let undone = Undone::between(&earlier, &game.live, Seat::First);
    let actions = undone.actions;
    // A spectator may have asked: the question must not cost a win by surprise.
    if compared && game.notes.odds_unknown {
        game.notes.odds_unknown = false;
        return report::changed_and_said(
            cx,
            tables,
            id,
            UndoMessage::OddsOfOther { actions }.into(),
        );
    }
    let mut news = vec![Fact::from(TakebackMessage::Done { actions })];
    if compared {
        game.notes.hinted = true;
        news.push(UndoMessage::AfterOdds.into());
    }
    game.live = earlier;
    game.notes.giving_up = [None; 2];
    game.close_questions();
    progress::changed(cx, tables, players, id, &news)
}

/// Returns the refusal of a takeback that undoes an action with an outcome, the last of these.
fn revealed_since(live: &Live, earlier: &Live) -> Option<UndoMessage> {
    let actions = live.record().turns.iter().flatten();
    let undone = actions.skip(earlier.actions()).collect::<Vec<_>>();
    let mut undone = undone.into_iter().rev().zip(1..);
    undone.find_map(|(action, count)| {
        let action = action.clone();
        match live.revealed_by_last(count) {
            Revealed::Hidden => Some(UndoMessage::Revealed { action }),
            Revealed::Die => Some(UndoMessage::Die { action }),
            Revealed::Nothing => None,
        }
    })
}

/// The part of a game that a takeback undoes.
struct Undone {
    /// The actions of the players, as they are reported.
    actions: String,
    /// The contest that was decided among them.
    contest: Option<Contest>,
    /// `true` if it is a whole turn of the requesting player.
    is_turn: bool,
    /// `true` if others have acted since it began.
    is_followed: bool,
}

impl Undone {
    /// Returns what a seat can take back, and the game without it: its last turn if that is complete, or else its
    /// last action, with everything after it. A decided contest goes as a whole; but the result of a coin or dice
    /// stands, and then only a later action can be taken back.
    fn of(live: &Live, seat: Seat, with_computer: bool) -> Result<(Live, Undone), TakebackMessage> {
        let mut stands = None;
        let (turn, action) = (live.actions_since_turn(seat), live.actions_since(seat));
        for (count, is_turn) in [(turn, true), (action, false)] {
            let Some(earlier) = count.and_then(|count| undecided(live, count)) else {
                continue;
            };
            let undone = Undone {
                is_turn,
                ..Undone::between(&earlier, live, seat)
            };
            match undone.check_not_thrown(with_computer) {
                Ok(()) => return Ok((earlier, undone)),
                Err(refusal) => stands = stands.or(Some(refusal)),
            }
        }
        Err(stands.unwrap_or(TakebackMessage::Nothing))
    }

    /// Returns the part of the game that is undone.
    fn part(&self) -> Part {
        match (self.is_turn, self.is_followed) {
            (true, false) => Part::Turn,
            (true, true) => Part::TurnAndMore,
            (false, false) => Part::Action,
            (false, true) => Part::ActionAndMore,
        }
    }

    /// Refuses to undo the result of a coin or dice, as in a run: they would have to be thrown again. Against the
    /// computer a coin stands in for what players would settle themselves.
    fn check_not_thrown(&self, with_computer: bool) -> Result<(), TakebackMessage> {
        match self.contest.map(|contest| contest.by) {
            Some(Means::Ourselves) if with_computer => Err(TakebackMessage::Coin),
            Some(Means::Coin) => Err(TakebackMessage::Coin),
            Some(Means::Die) => Err(TakebackMessage::Die),
            Some(Means::Game(_) | Means::Ourselves) | None => Ok(()),
        }
    }

    fn between(earlier: &Live, live: &Live, seat: Seat) -> Undone {
        let later = live.record().turns.iter().flatten();
        let movers = live.movers().iter().skip(earlier.actions());
        let (mut actions, mut contest) = (Vec::new(), None);
        for (place, action) in later.enumerate().skip(earlier.actions()) {
            let before = live.without_last(live.actions() - place);
            match before.and_then(|before| before.position().contest()) {
                // The result of a contest is no action of a player.
                Some(decided) => contest = Some(decided),
                None => actions.push(format!("`{action}`")),
            }
        }
        Undone {
            actions: actions.join(", "),
            contest,
            is_turn: false,
            is_followed: movers.copied().any(|mover| mover != seat),
        }
    }
}

/// Returns the game without at least `count` last actions, at a point where it waits for no contest and for no answer
/// that is played at once.
fn undecided(live: &Live, count: usize) -> Option<Live> {
    let mut earlier = (count..=live.actions()).map_while(|count| live.without_last(count));
    earlier
        .find(|earlier| earlier.position().contest().is_none() && earlier.forced_answer().is_none())
}
