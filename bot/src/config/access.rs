//! The sections `[access]` and `[limits]`.

use lobby::{
    Access as Rules, Limits,
    access::{Pattern, Rate},
};

use super::{Access, ConfigError, RejectedInvitePolicy, check, source::ConfigSource};

impl Access {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let usual = Rules::default();
        let users = |key, usual| patterns(source, key, Pattern::user, check::USERS, usual);
        let rooms = |key, usual| patterns(source, key, Pattern::room, check::ROOMS, usual);
        Ok(Self {
            rules: Rules {
                invite: users("invite", usual.invite)?,
                play: users("play", usual.play)?,
                admin: users("admin", usual.admin)?,
                verify: users("verify", usual.verify)?,
                deny: users("deny", usual.deny)?,
                rooms: rooms("rooms", usual.rooms)?,
                deny_rooms: rooms("deny_rooms", usual.deny_rooms)?,
                admin_room: match source.text("access", "admin_room")? {
                    Some(found) => Some(found.check(check::room, check::ROOM)?),
                    None => usual.admin_room,
                },
            },
            rejected_invites: match source.text("access", "others")? {
                Some(found) => found.check(check::rejected_invites, check::REJECTED_INVITES)?,
                None => RejectedInvitePolicy::Ignore,
            },
        })
    }
}

fn patterns(
    source: &ConfigSource,
    key: &str,
    parse: fn(&str) -> Option<Pattern>,
    accepted: &str,
    usual: Vec<Pattern>,
) -> Result<Vec<Pattern>, ConfigError> {
    let Some(list) = source.list("access", key, accepted)? else {
        return Ok(usual);
    };
    list.iter()
        .map(|found| found.check(parse, accepted))
        .collect()
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
