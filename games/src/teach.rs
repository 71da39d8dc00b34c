//! How a game is taught: topics in an order, each with pictures. A picture is a position text and
//! actions that are played on it, so that nothing can be shown that the rules do not do. The
//! sentences are somebody else's: here are their codes.

use std::ops::RangeInclusive;

use crate::{
    catalog::{Play, read_position},
    dice::Dice,
    fact::{Fact, Illegal},
    outcome::Turn,
    prompt::Prompt,
    scene::{Point, Scene},
    seat::Seat,
};

/// How one game is taught.
#[derive(Debug)]
pub struct Teaching {
    /// The code of its goal, in a few lines.
    pub goal: &'static str,
    /// What is explained, in order.
    pub topics: &'static [Topic],
    /// The code of how it is played in a chat: commands and notation.
    pub play: &'static str,
    /// A first turn.
    pub first_turn: Picture,
}

/// Something that is explained at once.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// The code of its heading.
    pub title: &'static str,
    /// The code of the explanation.
    pub text: &'static str,
    /// What it looks like.
    pub pictures: &'static [Picture],
}

/// A position, and what is played there.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The position text.
    pub position: &'static str,
    /// The actions, in notation.
    pub actions: &'static [&'static str],
    /// The dice that are rolled meanwhile.
    pub dice: &'static [u8],
    /// Points in the outermost rows and columns of what is shown; nothing stands for all of it.
    pub seen: &'static [&'static str],
}

/// One board of a picture.
#[derive(Debug)]
pub struct Frame {
    /// What led to it, by whom; nothing for the first one.
    pub played: Option<(Seat, String)>,
    /// What happened then.
    pub facts: Vec<Fact>,
    /// The part of the board that is shown, with a mark on what changed.
    pub scene: Scene,
    /// What the next action answers, when that has to be answered before anything else, with an
    /// example.
    pub asked: Option<(Prompt, String)>,
}

impl Topic {
    /// A topic.
    pub const fn of(
        title: &'static str,
        text: &'static str,
        pictures: &'static [Picture],
    ) -> Topic {
        Topic {
            title,
            text,
            pictures,
        }
    }
}

impl Picture {
    /// A picture without dice.
    pub const fn of(
        position: &'static str,
        actions: &'static [&'static str],
        seen: &'static [&'static str],
    ) -> Picture {
        Picture {
            position,
            actions,
            dice: &[],
            seen,
        }
    }

    /// The board as it is, and after every action.
    ///
    /// # Errors
    /// What is wrong with the position, or why an action is refused; a test plays all of them.
    pub fn frames(&self) -> Result<Vec<Frame>, Illegal> {
        let mut dice = Dice::given(self.dice.iter().copied());
        let mut position = read_position(self.position)?;
        let mut before = position.scene();
        let seen = self.window(&before);
        let mut frames = vec![Frame {
            played: None,
            facts: Vec::new(),
            scene: seen.cut(before.clone()),
            asked: asked(position.as_ref(), Turn::Complete),
        }];
        for (number, action) in (1..).zip(self.actions) {
            let mover = position.to_move();
            let step = position.play(action, &mut dice)?;
            position = step.position;
            let after = position.scene();
            let mut scene = after.clone().marked_since(&before);
            scene.deeds.extend(step.deeds);
            frames.push(Frame {
                played: mover.map(|seat| (seat, step.action)),
                facts: step.facts,
                scene: seen.cut(scene),
                asked: asked(position.as_ref(), step.turn).filter(|_| number < self.actions.len()),
            });
            before = after;
        }
        Ok(frames)
    }

    /// What lies between the points named. A ring of them may be taken off later.
    fn window(&self, scene: &Scene) -> Window {
        let is_named = |point: &&Point| self.seen.contains(&point.name.as_str());
        let named = || scene.points.iter().filter(is_named);
        let range = |of: fn(&Point) -> i32| {
            let most = named().map(of).max().unwrap_or(i32::MAX);
            named().map(of).min().unwrap_or(i32::MIN)..=most
        };
        Window {
            across: range(|point| point.x),
            up: range(|point| point.y),
        }
    }
}

/// A part of a board.
struct Window {
    across: RangeInclusive<i32>,
    up: RangeInclusive<i32>,
}

impl Window {
    fn cut(&self, mut scene: Scene) -> Scene {
        let shows = |point: &Point| self.across.contains(&point.x) && self.up.contains(&point.y);
        scene.points.retain(shows);
        scene
    }
}

/// The question in the middle of a turn, or one with a few answers.
fn asked(position: &dyn Play, turn: Turn) -> Option<(Prompt, String)> {
    let prompt = position.prompt()?;
    let is_due = turn == Turn::GoesOn || !prompt.choices.is_empty();
    is_due.then(|| (prompt, position.example().unwrap_or_default()))
}
