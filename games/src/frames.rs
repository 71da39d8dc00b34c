//! The boards of a picture: the game is looked up, and its actions are played.

use std::ops::RangeInclusive;

use crate::{
    catalog::{Play, read_position},
    dice::Dice,
    fact::{Fact, Illegal},
    outcome::Turn,
    prompt::Prompt,
    scene::{Point, Scene},
    seat::Seat,
    teach::Picture,
};

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

impl Picture {
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
            let scene = after.clone().marked_since(&before);
            let scene = scene.with_deeds(step.deeds);
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
