//! Boards, by the lattice of their points.

mod arrows;
mod corners;
mod course;
mod hexagon;
mod pieces;
mod racks;
mod rings;
mod run;

use games::{Diagram, scene::Lattice};

use crate::drawing::Drawing;

/// Width and height of a picture of one board, in pixels.
pub const SIDE: u32 = 720;

/// Draws one board with everything beside it, and the course of the game below it, if that is known.
pub fn whole(diagram: &Diagram) -> Drawing {
    let drawing = match diagram.scene.lattice {
        Lattice::Hex => hexagon::whole(diagram),
        Lattice::Rings => rings::whole(diagram),
        Lattice::Square => run::whole(diagram),
    };
    match &diagram.course {
        Some(course) => course::below(drawing, course),
        None => drawing,
    }
}

/// Draws the board alone, in a square.
pub fn panel(diagram: &Diagram, side: u32) -> Drawing {
    match diagram.scene.lattice {
        Lattice::Hex => hexagon::panel(diagram, side),
        Lattice::Rings => rings::panel(diagram, side),
        Lattice::Square => run::panel(diagram, side),
    }
}
