//! The sections `[access]` and `[limits]`.

use lobby::{Limits, access::Rate};

use super::{Access, ConfigError, RejectedInvitePolicy, check, source::ConfigSource};

impl Access {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let default = lobby::Access::default();
        let users = |key| source.list("access", key, &check::USERS);
        let rooms = |key| source.list("access", key, &check::ROOMS);
        Ok(Self {
            rules: lobby::Access {
                invite: users("invite")?.unwrap_or(default.invite),
                play: users("play")?.unwrap_or(default.play),
                admin: users("admin")?.unwrap_or(default.admin),
                verify: users("verify")?.unwrap_or(default.verify),
                deny: users("deny")?.unwrap_or(default.deny),
                rooms: rooms("rooms")?.unwrap_or(default.rooms),
                deny_rooms: rooms("deny_rooms")?.unwrap_or(default.deny_rooms),
                admin_room: source
                    .value("access", "admin_room", &check::ROOM)?
                    .or(default.admin_room),
            },
            rejected_invites: source
                .value("access", "rejected_invites", &check::REJECTED_INVITES)?
                .unwrap_or(RejectedInvitePolicy::Ignore),
        })
    }
}

/// Reads `[limits]`.
pub(super) fn limits(source: &ConfigSource) -> Result<Limits, ConfigError> {
    let default = Limits::default();
    let number = |key, range: (u32, u32), default: u32| {
        let found = source.number("limits", key, range)?;
        Ok(found.unwrap_or(default))
    };
    let count = |key, range, default: usize| {
        let default = u32::try_from(default).unwrap_or(u32::MAX);
        // `usize` holds 32 bits on every machine that this runs on.
        number(key, range, default).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
    };
    let positive = (1, 1_000_000);
    Ok(Limits {
        // Minimum: a command with two user ids has to fit. Maximum: far below the 64 KiB of an event.
        max_line_bytes: count("line", (100, 10_000), default.max_line_bytes)?,
        user: Rate {
            per_minute: number("user_per_minute", positive, default.user.per_minute)?,
            burst: number("user_burst", positive, default.user.burst)?,
        },
        room: Rate {
            per_minute: number("room_per_minute", positive, default.room.per_minute)?,
            burst: number("room_burst", positive, default.room.burst)?,
        },
        user_tables: count("user_tables", positive, default.user_tables)?,
        room_tables: count("room_tables", positive, default.room_tables)?,
        user_challenges: count("user_challenges", positive, default.user_challenges)?,
        room_challenges: count("room_challenges", positive, default.room_challenges)?,
        challenge_days: number("challenge_days", (1, 365), default.challenge_days)?,
    })
}
