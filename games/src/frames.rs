//! The frames of a lesson's picture: its position, and the board after each action.

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

/// One frame of a picture.
#[derive(Debug)]
pub struct Frame {
    /// The seat and the action that led to this frame; `None` for the first one.
    pub played: Option<(Seat, String)>,
    /// The events of that action.
    pub facts: Vec<Fact>,
    /// The visible part of the board, with a mark on changes.
    pub scene: Scene,
    /// The question that the next action answers, with an example, where it comes before anything else.
    pub asked: Option<(Prompt, String)>,
}

impl Picture {
    /// Returns the frames: the position, and the board after every action.
    ///
    /// # Errors
    /// If the position text is invalid or an action is refused; a test plays all pictures.
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
            let scene = scene.with_changes(step.changes);
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

    /// Returns the bounding box of the points named. A ring among them may be taken off by a later action.
    fn window(&self, scene: &Scene) -> FrameWindow {
        let is_named = |point: &&Point| self.seen.contains(&point.name.as_str());
        let named = || scene.points.iter().filter(is_named);
        let range = |of: fn(&Point) -> i32| {
            let most = named().map(of).max().unwrap_or(i32::MAX);
            named().map(of).min().unwrap_or(i32::MIN)..=most
        };
        FrameWindow {
            across: range(|point| point.x),
            up: range(|point| point.y),
        }
    }
}

/// The visible part of a board, as ranges of coordinates.
struct FrameWindow {
    across: RangeInclusive<i32>,
    up: RangeInclusive<i32>,
}

impl FrameWindow {
    fn cut(&self, mut scene: Scene) -> Scene {
        let shows = |point: &Point| self.across.contains(&point.x) && self.up.contains(&point.y);
        scene.points.retain(shows);
        scene
    }
}

/// Returns a question in the middle of a turn, or one with a few answers, with an example.
fn asked(position: &dyn Play, turn: Turn) -> Option<(Prompt, String)> {
    let prompt = position.prompt()?;
    let is_due = turn == Turn::GoesOn || !prompt.choices.is_empty();
    is_due.then(|| (prompt, position.example().unwrap_or_default()))
}
