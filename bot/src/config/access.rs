//! The sections `[access]` and `[limits]`.

use lobby::{Access as Rules, Limits, access::Rate};

use super::{Access, ConfigError, RejectedInvitePolicy, check, source::ConfigSource};

impl Access {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let usual = Rules::default();
        let users = |key| source.list("access", key, &check::USERS);
        let rooms = |key| source.list("access", key, &check::ROOMS);
        Ok(Self {
            rules: Rules {
                invite: users("invite")?.unwrap_or(usual.invite),
                play: users("play")?.unwrap_or(usual.play),
                admin: users("admin")?.unwrap_or(usual.admin),
                verify: users("verify")?.unwrap_or(usual.verify),
                deny: users("deny")?.unwrap_or(usual.deny),
                rooms: rooms("rooms")?.unwrap_or(usual.rooms),
                deny_rooms: rooms("deny_rooms")?.unwrap_or(usual.deny_rooms),
                admin_room: source
                    .value("access", "admin_room", &check::ROOM)?
                    .or(usual.admin_room),
            },
            rejected_invites: source
                .value("access", "others", &check::REJECTED_INVITES)?
                .unwrap_or(RejectedInvitePolicy::Ignore),
        })
    }
}

/// Reads `[limits]`.
pub(super) fn limits(source: &ConfigSource) -> Result<Limits, ConfigError> {
    let usual = Limits::default();
    let number = |key, range: (u32, u32), usual: u32| {
        let found = source.number("limits", key, range)?;
        Ok(found.unwrap_or(usual))
    };
    let count = |key, range, usual: usize| {
        let usual = u32::try_from(usual).unwrap_or(u32::MAX);
        // `usize` holds 32 bits on every machine that this runs on.
        number(key, range, usual).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
    };
    let most = (1, 1_000_000);
    Ok(Limits {
        // Minimum: a command with two user ids has to fit. Maximum: far below the 64 KiB of an event.
        line: count("line", (100, 10_000), usual.line)?,
        user: Rate {
            per_minute: number("user_per_minute", most, usual.user.per_minute)?,
            burst: number("user_burst", most, usual.user.burst)?,
        },
        room: Rate {
            per_minute: number("room_per_minute", most, usual.room.per_minute)?,
            burst: number("room_burst", most, usual.room.burst)?,
        },
        user_tables: count("user_tables", most, usual.user_tables)?,
        room_tables: count("room_tables", most, usual.room_tables)?,
        user_challenges: count("user_challenges", most, usual.user_challenges)?,
        room_challenges: count("room_challenges", most, usual.room_challenges)?,
        challenge_days: number("challenge_days", (1, 365), usual.challenge_days)?,
    })
}
