//! Execution of moves, and storage of results.

use std::collections::BTreeMap;

use games::{Fact, Illegal, Live, Seat, SeenMessages, Typed, actions::Actions};
use jiff::Timestamp;

use crate::{
    handling::{Lobby, boards::again, lookup::not_seated},
    line::Line,
    messages::{
        answer::AnswerMessage, computer::ComputerMessage, draw::DrawMessage,
        nothing::NothingMessage, resign::ResignMessage, table::TableMessage,
        takeback::TakebackMessage,
    },
    refusal::{Answer, Refusal, refuse},
    table::{Playing, Table, index},
    terms::{Pending, Warning},
};

impl Lobby {
    /// Plays an action written in notation.
    pub(super) fn play(&mut self, line: &Line, id: u32, action: &str) -> Answer {
        let at_table = |refusal: Refusal| refusal.at(id);
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        let own = table.seat_of(&line.sender.id);
        let own = own.ok_or_else(|| not_seated(table));
        let thinks = table.computer_to_move().is_some();
        self.game_on(id)?;
        let own = own?;
        if let Some(answer) = self.blocked_by_contest(line, id) {
            return answer;
        }
        if self.tables.get(id).is_some_and(Table::is_puzzle) {
            return self.try_at_puzzle(line, id, action);
        }
        let now = self.now;
        let game = self.game_on(id)?;
        let mover = game.live.to_move();
        if let Some(mover) = mover.filter(|mover| *mover != own)
            && begins_with_action(&game.live, action)
        {
            let refusal = if thinks {
                Refusal::from(ComputerMessage::Thinks { seat: mover })
            } else {
                Refusal::from(TableMessage::NotYourTurn { seat: mover })
            };
            return Err(at_table(refusal));
        }
        let own_turn = mover == Some(own);
        if own.of(&game.warned).is_none()
            && let Some(price) = price_of(&game.live, action, own_turn)
        {
            *own.of_mut(&mut game.warned) = Some(Warning {
                action: action.to_owned(),
                asked: now,
            });
            let price = price.with("action", action.trim());
            return self.changed_and_said(line, id, price);
        }
        let facts = match play_line(&mut game.live, action, own_turn) {
            Ok(facts) => facts,
            Err(illegal) => {
                let refusal = at_table(illegal.0.into());
                return Err(if own_turn {
                    refusal.asking_again()
                } else {
                    refusal
                });
            }
        };
        let facts = marked(facts, game.live.told());
        let news = [facts, closed(game, own, now)].concat();
        self.changed(line, id, &news)
    }

    /// Plays one of the numbered answers.
    pub(super) fn pick(&mut self, line: &Line, id: u32, number: usize) -> Answer {
        if let Some(answer) = self.blocked_by_contest(line, id) {
            return answer;
        }
        let prompt = self
            .tables
            .get(id)
            .and_then(Table::live)
            .and_then(Live::prompt);
        let choices = prompt.map(|prompt| prompt.choices).unwrap_or_default();
        if choices.is_empty() {
            return refuse(NothingMessage::ToPick);
        }
        let picked = number.checked_sub(1).and_then(|place| choices.get(place));
        match picked {
            Some(choice) => self.play(line, id, &choice.action),
            None => refuse(AnswerMessage::NoSuchChoice {
                count: choices.len(),
            }),
        }
    }
}

/// Returns whether a text is an action of a game, or begins with one that `;` separates from others.
pub fn begins_with_action(live: &Live, text: &str) -> bool {
    let first = || text.split_once(';').map(|(first, _)| first.trim());
    live.reads(text) || first().is_some_and(|first| live.reads(first))
}

/// Returns a copy of the game on which to try a line of several actions of one's own turn, `e1-e5; xe2,e3,e4,e5`,
/// in a game for two; `None` if the line is a single action or none.
fn tried_out(live: &Live, text: &str, own_turn: bool) -> Option<Live> {
    let is_several = own_turn && live.entry().seats == 2 && !live.reads(text);
    is_several.then(|| live.without_last(0)).flatten()
}

/// Plays the action or actions of a line atomically: all or none.
fn play_line(live: &mut Live, text: &str, own_turn: bool) -> Result<Vec<Fact>, Illegal> {
    let Some(mut turn) = tried_out(live, text, own_turn) else {
        return live.play(text);
    };
    let facts = play_all(&mut turn, text)?;
    *live = turn;
    Ok(facts)
}

/// Returns the cost of the first costly action of a line.
fn price_of(live: &Live, text: &str, own_turn: bool) -> Option<Fact> {
    let Some(mut turn) = tried_out(live, text, own_turn) else {
        return live.price(text);
    };
    let mut actions = Actions::read(text);
    let mover = turn.to_move();
    while let Some(action) = turn.next_of(&mut actions) {
        if let Some(price) = turn.price(&action) {
            return Some(price);
        }
        turn.play(&action).ok()?;
        if !turn.is_in_turn() || turn.to_move() != mover {
            break;
        }
    }
    None
}

/// Plays the actions of a line in order within one turn, and returns what happened. Replies of the other player
/// and results of contests are not part of it.
///
/// # Errors
/// If an action is illegal, or the turn ends before the last one. Earlier actions may have been played then.
pub fn play_all(live: &mut Live, text: &str) -> Result<Vec<Fact>, Illegal> {
    let mut actions = Actions::read(text);
    let mover = live.to_move();
    let first = if live.reads(text) {
        None
    } else {
        live.next_of(&mut actions)
    };
    let Some(first) = first else {
        return live.play(text);
    };
    let mut news = live.play(&first)?;
    while live.is_in_turn()
        && live.to_move() == mover
        && live.contest().is_none()
        && let Some(action) = live.next_of(&mut actions)
    {
        news.extend(live.play(&action)?);
    }
    match live.next_of(&mut actions) {
        Some(action) => {
            let text = Typed::new(action);
            Err(TableMessage::TurnTooMuch { text }.into())
        }
        None => Ok(news),
    }
}

/// Marks facts that were told before in this game and need no explanation again.
fn marked(facts: Vec<Fact>, told: &SeenMessages) -> Vec<Fact> {
    let mut now: BTreeMap<String, usize> = BTreeMap::new();
    for fact in &facts {
        *now.entry(fact.code.to_string()).or_default() += 1;
    }
    let mark = |fact: Fact| {
        let before = told.count(&fact.code) > now.get(fact.code.as_ref()).copied().unwrap_or(0);
        fact.with("again", again(before))
    };
    facts.into_iter().map(mark).collect()
}

/// Closes requests that were pending before a seat moved; returns the messages about them.
fn closed(game: &mut Playing, own: Seat, now: Timestamp) -> Vec<Fact> {
    let stays = Seat::BOTH
        .into_iter()
        .filter(|seat| game.gives_up(*seat, now));
    let stays = stays.map(|seat| ResignMessage::Off { seat }.into());
    let mut news: Vec<Fact> = stays.collect();
    game.giving_up = [None; 2];
    game.close_questions();
    match game.pending {
        // A move declines the other player's draw; an own offer stays open.
        Some(Pending::Draw(by)) if by != index(own) => {
            game.pending = None;
            news.push(DrawMessage::Lapsed.into());
        }
        Some(Pending::Takeback(_)) => {
            game.pending = None;
            news.push(TakebackMessage::Lapsed.into());
        }
        Some(Pending::Draw(_)) | None => {}
    }
    news
}
