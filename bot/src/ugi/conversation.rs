//! A conversation with the engine: its state and its answers.

use std::sync::mpsc::SyncSender;

use games::{Dice, Illegal, Seat, Seed, actions::Actions, gipf, read_position};
use lobby::{
    draw::{self, Width},
    messages::EngineMessage,
    wording::Wording,
};

use super::{
    Event,
    current_position::CurrentPosition,
    go::Go,
    options::{Options, Set, introduction},
    search::Search,
};

/// A conversation, from the first line to `quit`.
pub(super) struct Conversation {
    wording: Wording,
    options: Options,
    dice: Dice,
    /// Dice set since the last position.
    laid: Vec<u8>,
    current: CurrentPosition,
    search: Option<Search>,
    /// The channel for the events of a search.
    events: SyncSender<Event>,
    /// Set once no more lines are answered.
    ending: bool,
}

impl Conversation {
    pub(super) fn new(seed: [u8; 32], events: SyncSender<Event>) -> Conversation {
        Conversation {
            wording: Wording::english(),
            options: Options::new(Seed(seed)),
            dice: Dice::none(),
            laid: Vec::new(),
            current: CurrentPosition::from(Box::new(gipf::Position::start(gipf::Variant::Matrx))),
            search: None,
            events,
            ending: false,
        }
    }

    /// Reacts to an event; returns the lines to write, empty for none.
    pub(super) fn react(&mut self, event: Event) -> String {
        match event {
            Event::Line(_) if self.ending => String::new(),
            Event::Line(line) => self.answer(&line),
            Event::InputEnded => {
                self.ending = true;
                if self.search.as_ref().is_some_and(Search::is_endless) {
                    self.stop();
                }
                String::new()
            }
            Event::Info(info) => info,
            Event::BestTurn(turn) => {
                self.search = None;
                match turn {
                    Some(turn) => format!("bestmove {turn}"),
                    None => self.error(&EngineMessage::PlaysDuels.into()),
                }
            }
        }
    }

    /// Returns whether no more lines are answered and no search is running.
    pub(super) fn is_over(&self) -> bool {
        self.ending && self.search.is_none()
    }

    /// Returns the answer to a line.
    pub(super) fn answer(&mut self, line: &str) -> String {
        let (word, rest) = line
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((line.trim(), ""));
        let answer = self.carry_out(word, rest.trim());
        answer.unwrap_or_else(|illegal| self.error(&illegal))
    }

    fn carry_out(&mut self, word: &str, rest: &str) -> Result<String, Illegal> {
        match word {
            "" => Ok(String::new()),
            "ugi" => alone(rest).map(|()| introduction()),
            "isready" => alone(rest).map(|()| "readyok".to_owned()),
            "stop" => self.stop_for(rest),
            "quit" => {
                let answer = self.stop_for(rest)?;
                self.ending = true;
                Ok(answer)
            }
            "query" => self.query(rest),
            "d" => alone(rest).map(|()| self.drawing()),
            "fen" => alone(rest).map(|()| self.current.text()),
            "moves" => alone(rest).map(|()| self.current.position.legal_actions().join("\n")),
            _ => self.change(word, rest),
        }
    }

    /// Executes a command that is refused during a search.
    fn change(&mut self, word: &str, rest: &str) -> Result<String, Illegal> {
        let change = match word {
            "setoption" => Conversation::set_option,
            "uginewgame" => Conversation::new_game,
            "position" => Conversation::set_position,
            "go" => Conversation::go,
            "play" => Conversation::play,
            "perft" => Conversation::perft,
            _ => return Err(EngineMessage::UnknownCommand { text: word.into() }.into()),
        };
        if self.search.is_some() {
            return Err(EngineMessage::Thinks.into());
        }
        change(self, rest)
    }

    fn set_option(&mut self, rest: &str) -> Result<String, Illegal> {
        if let Set::Dice(dice) = self.options.set(rest)? {
            self.dice.lay(dice.iter().copied());
            self.laid = dice;
        }
        Ok(String::new())
    }

    /// Starts a new game: nothing but the position is kept between turns.
    fn new_game(&mut self, rest: &str) -> Result<String, Illegal> {
        alone(rest)?;
        self.set_position("startpos")
    }

    fn set_position(&mut self, rest: &str) -> Result<String, Illegal> {
        // Words may be separated by tabs.
        let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        let (position, actions) = match rest.split_once(" moves ") {
            Some((position, actions)) => (position, actions),
            // Some programs write `moves` without any action behind it.
            None => (rest.strip_suffix(" moves").unwrap_or(&rest), ""),
        };
        let mut dice = Dice::from_seed(self.options.seed);
        let position = match position.split_once(' ') {
            None if position == "startpos" => {
                self.options.game.start(&self.options.agreed, &mut dice)?
            }
            Some(("fen", text)) => read_position(text.trim())?,
            _ => {
                let form = "position startpos|fen POSITION [moves M1 M2 ...]";
                return Err(EngineMessage::BadForm { form }.into());
            }
        };
        // Dice that were set in advance stay set for the new position.
        dice.lay(self.laid.iter().copied());
        let mut current = CurrentPosition::from(position);
        let mut actions = Actions::read(actions);
        while let Some(action) = actions.next(&*current.position) {
            current.play(&action, &mut dice)?;
        }
        self.laid.clear();
        self.current = current;
        self.dice = dice;
        Ok(String::new())
    }

    fn go(&mut self, rest: &str) -> Result<String, Illegal> {
        let go: Go = rest.parse()?;
        let refused = match &self.current.position {
            position if position.outcome().is_some() => Some(EngineMessage::GameOver),
            position if position.contest().is_some() => Some(EngineMessage::Contest),
            _ => None,
        };
        if let Some(refused) = refused {
            return Err(refused.into());
        }
        let orders = go.orders(&self.options);
        let (position, events) = (self.current.position.copy(), self.events.clone());
        self.search = Some(Search::begin(position, go, orders, events)?);
        Ok(String::new())
    }

    fn stop_for(&self, rest: &str) -> Result<String, Illegal> {
        alone(rest)?;
        self.stop();
        Ok(String::new())
    }

    /// Stops a running search; its turn follows as an event.
    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }

    fn query(&self, what: &str) -> Result<String, Illegal> {
        let outcome = self.current.position.outcome();
        let response = match what {
            "p1turn" => yes_or_no(self.current.position.to_move() == Some(Seat::First)),
            "gameover" => yes_or_no(outcome.is_some()),
            "result" => match outcome.map(|outcome| outcome.winner) {
                Some(Some(Seat::First)) => "p1win",
                Some(Some(Seat::Second)) => "p2win",
                Some(None) if self.current.seats() == 1 => "p2win",
                Some(None) => "draw",
                None => "none",
            },
            _ => {
                let form = "query p1turn|gameover|result";
                return Err(EngineMessage::BadForm { form }.into());
            }
        };
        Ok(format!("response {response}"))
    }

    fn play(&mut self, action: &str) -> Result<String, Illegal> {
        let action = self.current.play(action, &mut self.dice)?;
        self.laid.clear();
        let mut answer = format!("played {action}");
        if let Some(outcome) = self.current.position.outcome() {
            let winner = match outcome.winner {
                Some(Seat::First) => "first",
                Some(Seat::Second) => "second",
                None => "-",
            };
            answer.push_str(&format!("\nresult {winner} {}", outcome.reason));
        }
        Ok(answer)
    }

    fn perft(&mut self, depth: &str) -> Result<String, Illegal> {
        let form = || Illegal::from(EngineMessage::BadForm { form: "perft N" });
        let depth: u32 = depth.parse().map_err(|_| form())?;
        if !self.current.turn.is_empty() {
            return Err(EngineMessage::PerftInTurn.into());
        }
        let nodes = self.current.position.perft(depth);
        let nodes = nodes.ok_or(EngineMessage::PerftChance)?;
        Ok(format!("nodes {nodes}"))
    }

    fn drawing(&self) -> String {
        let scene = self.current.position.scene();
        let side_panel = self.current.position.side_panel();
        let side_panel = side_panel
            .iter()
            .map(|fact| self.wording.say(fact, &colours()));
        let side_panel: Vec<String> = side_panel.filter(|line| !line.is_empty()).collect();
        let board = draw::board::draw(&scene, Width::Wide);
        format!("{board}\n\n{}", side_panel.join("\n"))
    }

    fn error(&self, illegal: &Illegal) -> String {
        let sentence = self.wording.say(&illegal.0, &colours());
        format!("error {illegal}: {sentence}")
    }
}

fn alone(rest: &str) -> Result<(), Illegal> {
    if rest.is_empty() {
        return Ok(());
    }
    Err(EngineMessage::TooMuch { text: rest.into() }.into())
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// Returns the names of the sides, where there are no player names.
fn colours() -> Vec<String> {
    vec!["White".to_owned(), "Black".to_owned()]
}
