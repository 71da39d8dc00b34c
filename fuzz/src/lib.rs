//! Code shared by the fuzz targets. Their assertions are in `targets`.

pub mod conversation;
mod jobs;
pub mod lines;
pub mod made_up;
pub mod rules;
