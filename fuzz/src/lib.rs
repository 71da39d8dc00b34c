//! What the fuzz targets have in common. What each of them asserts is in `targets`.

pub mod conversation;
mod errands;
pub mod lines;
pub mod made_up;
pub mod rules;
