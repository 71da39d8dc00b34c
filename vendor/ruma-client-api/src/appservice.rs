//! Endpoints part of the application service extension of the client-server API

pub mod request_ping;
pub mod set_room_visibility;
