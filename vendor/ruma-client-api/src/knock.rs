//! Endpoints to knock on a room.

pub mod knock_room;
