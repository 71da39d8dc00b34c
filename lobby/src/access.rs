//! Access control and rate limits: patterns for users and rooms, limits per user and per room. Pure; the
//! configuration is read elsewhere.
//!
//! Each word has one meaning. A user or room is *denied* by the configuration, and a user is *blocked* by an admin;
//! neither gets answers. A user without permission is *refused* with the reason. A line over a rate limit is *warned*
//! once, and further lines are *ignored*. A *rate* bounds commands per minute, a *quota* events per hour, and a *limit*
//! open tables and challenges.

pub(crate) mod check;
pub(crate) mod gate;
pub(crate) mod limits;
pub(crate) mod permission;
mod quota;
mod rate;

pub(crate) use gate::{AccessGate, REPLAYS_PER_HOUR};
pub use quota::Quota;
pub use rate::{CommandTime, Rate, RateDecision, RateLimiter};
use wildmatch::WildMatch;

use crate::names;

/// A case-sensitive glob pattern for whole user ids or room ids: `*` matches any text, `?` one character.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern(WildMatch);

impl Pattern {
    /// Returns a pattern for user ids, such as `*:example.org`; `None` if no user id could match.
    pub fn user(text: &str) -> Option<Pattern> {
        let server = text.split_once(':').map(|(_, server)| server);
        // Historical names can have these characters, but a pattern with them is meant as a list or a character class.
        let name = text.split(':').next().unwrap_or_default();
        let is_other_syntax = text.chars().skip(1).any(|c| "@;|,".contains(c));
        let is_other_syntax = is_other_syntax || name.contains(['[', ']']);
        let fits = text.starts_with(['@', '*'])
            && !is_other_syntax
            && server.map_or(text == "*", could_be_server)
            && is_visible(text);
        fits.then(|| Pattern(WildMatch::new(text)))
    }

    /// Returns a pattern for room ids, such as `!abc:example.org`; `None` if no room id could match. Ids of newer
    /// room versions contain no server name.
    pub fn room(text: &str) -> Option<Pattern> {
        let server = text.split_once(':').map(|(_, server)| server);
        let fits = text.starts_with(['!', '*'])
            && !text.chars().skip(1).any(|c| "!;|,".contains(c))
            && server.is_none_or(could_be_server)
            && is_visible(text);
        fits.then(|| Pattern(WildMatch::new(text)))
    }

    /// Returns the pattern that matches everything.
    pub fn anything() -> Pattern {
        Pattern(WildMatch::new("*"))
    }

    fn matches(&self, id: &str) -> bool {
        self.0.matches(id)
    }

    /// Returns whether an id matches if neither has capitals.
    fn matches_any_case(&self, id: &str) -> bool {
        WildMatch::new_case_insensitive(&self.0.to_string()).matches(id)
    }
}

/// Returns a user id with its server in lower case and without a port; `None` if it has no server.
fn with_plain_server(user: &str) -> Option<String> {
    let (name, server) = user.split_once(':')?;
    let server = server.to_lowercase();
    let host = match server.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => &server,
    };
    Some(format!("{name}:{host}"))
}

/// Returns whether a pattern could match server names: a host or an IPv6 address in brackets, perhaps with a port. One with
/// the separator of a list, as in `*:x;*:y`, or an empty part, as in `*:.x`, couldn't.
fn could_be_server(pattern: &str) -> bool {
    let (host, port) = match pattern.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (pattern, None),
    };
    let is_of = |text: &str, is_part: fn(char) -> bool| {
        !text.is_empty() && text.chars().all(|c| is_part(c) || matches!(c, '*' | '?'))
    };
    let is_label = |label| {
        is_of(label, |c| {
            c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
        })
    };
    let address = host
        .strip_prefix('[')
        .and_then(|address| address.strip_suffix(']'));
    let is_host = match address {
        Some(address) => is_of(address, |c| c.is_ascii_hexdigit() || matches!(c, ':' | '.')),
        None => host.split('.').all(is_label),
    };
    is_host && port.is_none_or(|port| port.len() <= 5 && is_of(port, |c| c.is_ascii_digit()))
}

/// Returns whether a text could be an id: at most 255 bytes, without spaces, control characters and invisible characters,
/// which copied text can have. `?` matches those of an id.
pub fn is_visible(text: &str) -> bool {
    let is_hidden = |c: char| c.is_whitespace() || c.is_control() || names::is_invisible(c);
    text.len() <= 255 && !text.contains(is_hidden)
}

/// Allow lists and deny lists. Deny lists win, even over admins.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Users whose invitations the bot accepts.
    pub invite: Vec<Pattern>,
    /// Users who may play, that is, who get answers.
    pub play: Vec<Pattern>,
    /// Admins, who may invite, play and verify as well.
    pub admin: Vec<Pattern>,
    /// Users who may verify the bot, besides admins.
    pub verify: Vec<Pattern>,
    /// Users the bot never answers and whose invitations it never accepts.
    pub deny: Vec<Pattern>,
    /// The rooms in which the bot answers, besides the admin room and the direct messages that it makes.
    pub rooms: Vec<Pattern>,
    /// The rooms in which it never answers.
    pub deny_rooms: Vec<Pattern>,
    /// The room in which admin commands work, besides direct messages of admins.
    pub admin_room: Option<String>,
}

impl Default for Access {
    /// Allows everybody to invite and play, nobody to administer or verify.
    fn default() -> Self {
        Access {
            invite: vec![Pattern::anything()],
            play: vec![Pattern::anything()],
            admin: Vec::new(),
            verify: Vec::new(),
            deny: Vec::new(),
            rooms: vec![Pattern::anything()],
            deny_rooms: Vec::new(),
            admin_room: None,
        }
    }
}

impl Access {
    /// Returns whether a user's invitations are accepted.
    pub fn may_invite(&self, user: &str) -> bool {
        self.is_any(user, &[&self.invite, &self.admin])
    }

    /// Returns whether a user gets answers.
    pub fn may_play(&self, user: &str) -> bool {
        self.is_any(user, &[&self.play, &self.admin])
    }

    /// Returns whether a user may verify the bot.
    pub fn may_verify(&self, user: &str) -> bool {
        self.is_any(user, &[&self.verify, &self.admin])
    }

    /// Returns whether a user may administer.
    pub fn is_admin(&self, user: &str) -> bool {
        self.is_any(user, &[&self.admin])
    }

    /// Returns whether a user is on the deny list. Capitals on either side, or a port, do not evade it.
    pub fn is_denied(&self, user: &str) -> bool {
        let plain = with_plain_server(user);
        let plain = plain.as_deref().unwrap_or(user);
        let is_same =
            |pattern: &Pattern| [user, plain].iter().any(|id| pattern.matches_any_case(id));
        self.deny.iter().any(is_same)
    }

    /// Returns whether the bot joins a room and answers there. The admin room needs no pattern of its own.
    pub fn is_room_allowed(&self, room: &str) -> bool {
        let is_listed = fits(&self.rooms, room) || self.admin_room.as_deref() == Some(room);
        is_listed && !self.is_room_denied(room)
    }

    /// Returns whether the bot never answers in a room, not even if it is a direct message.
    pub fn is_room_denied(&self, room: &str) -> bool {
        fits(&self.deny_rooms, room)
    }

    fn is_any(&self, user: &str, lists: &[&[Pattern]]) -> bool {
        !self.is_denied(user) && lists.iter().any(|patterns| fits(patterns, user))
    }
}

/// The decision on a request to verify the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The verification is confirmed.
    Confirmed,
    /// The verification is refused, which the other side sees.
    Refused,
    /// The request is ignored.
    Ignored,
}

fn fits(patterns: &[Pattern], id: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(id))
}

/// Limits on commands, tables and challenges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum length of a line that is read, in bytes.
    pub max_line_bytes: usize,
    /// Rate limit of a user.
    pub user: Rate,
    /// Rate limit of all users of a room together.
    pub room: Rate,
    /// Maximum number of open tables per user.
    pub user_tables: usize,
    /// Maximum number of open tables per room.
    pub room_tables: usize,
    /// Maximum number of open challenges per user and room.
    pub user_challenges: usize,
    /// Maximum number of open challenges per room.
    pub room_challenges: usize,
    /// Lifetime of a challenge without an answer, in days.
    pub challenge_days: u32,
}

impl Default for Limits {
    /// Returns limits above what the fastest duel needs and far below what a script can send.
    fn default() -> Self {
        Limits {
            max_line_bytes: 500,
            user: Rate {
                per_minute: 30,
                burst: 20,
            },
            room: Rate {
                per_minute: 120,
                burst: 60,
            },
            user_tables: 20,
            room_tables: 50,
            user_challenges: 3,
            room_challenges: 10,
            challenge_days: 7,
        }
    }
}

impl Limits {
    /// Only the usual length of lines, for places without anybody to protect.
    pub const UNLIMITED: Limits = Limits {
        max_line_bytes: 500,
        user: Rate::UNLIMITED,
        room: Rate::UNLIMITED,
        user_tables: usize::MAX,
        room_tables: usize::MAX,
        user_challenges: usize::MAX,
        room_challenges: usize::MAX,
        challenge_days: u32::MAX,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, id: &str, expected: bool) {
        let read = Pattern::user(pattern).or_else(|| Pattern::room(pattern));
        assert_eq!(read.unwrap().matches(id), expected, "{pattern} {id}");
    }

    #[test]
    fn a_pattern_fits_the_whole_id() {
        check("*", "@alice:example.org", true);
        check("*:example.org", "@alice:example.org", true);
        check("*:example.org", "@alice:evil-example.org", false);
        check("*:example.org", "@alice:example.org.evil.com", false);
        check("*:example.org", "@alice:sub.example.org", false);
        check("*.example.org", "!a:sub.example.org", true);
        check("@alice:example.org", "@alice:example.org", true);
        check("@alice:example.org", "@malice:example.org", false);
        check("@alice:example.org", "@Alice:example.org", false);
        check("@bot?:example.org", "@bot7:example.org", true);
        check("@bot?:example.org", "@bot:example.org", false);
        check("@*_bridge:*", "@irc_bridge:example.org:8448", true);
        check("!abc", "!abc", true);
        check("!abc", "!abcd", false);
        // Syntax of other pattern languages is plain text.
        check("@a.b:[1]", "@a.b:[1]", true);
        check("@a.b:[1]", "@aab:1", false);
        check("*:[::?]:*", "@a:[::1]:8448", true);
    }

    #[test]
    fn a_pattern_must_be_able_to_match() {
        for text in [
            "",
            "alice",
            "example.org",
            "@alice",
            "*alice",
            "@a b:x",
            "@a:x\n",
            "@a:",
            "@a:x;@b:y",
            "@a:x|*:y",
            "@a;@b:y",
            "*a|b:y",
            "@a\u{200b}:x",
            "@a\u{200d}b:x",
            "@a\u{0}:x",
            "*:.x",
            "*:x.",
            "*:x..y",
            "*:x:",
            "*:x:999999",
            "*:[",
            "*:[a-z]",
            "@a[bc]:x",
        ] {
            assert_eq!(Pattern::user(text), None, "{text}");
        }
        for text in [
            "",
            "abc",
            "#room:example.org",
            "!a b",
            "!a;!b",
            "!a:x,b",
            "!a,b",
            "!a\u{200b}",
        ] {
            assert_eq!(Pattern::room(text), None, "{text}");
        }
        assert_eq!(Pattern::user(&format!("@{}:x", "a".repeat(255))), None);
    }

    fn users(patterns: &[&str]) -> Vec<Pattern> {
        let read = |pattern: &&str| Pattern::user(pattern).unwrap();
        patterns.iter().map(read).collect()
    }

    #[test]
    fn by_default_everybody_plays_and_nobody_administers() {
        let access = Access::default();
        assert!(access.may_invite("@a:x") && access.may_play("@a:x"));
        assert!(
            !access.is_admin("@a:x") && !access.may_verify("@a:x") && !access.is_denied("@a:x")
        );
        assert!(access.is_room_allowed("!r"));
    }

    #[test]
    fn admins_may_do_everything_and_denied_users_nothing() {
        let access = Access {
            invite: users(&["*:club.org"]),
            play: users(&["@bob:x"]),
            admin: users(&["@ann:x", "@eve:x"]),
            verify: users(&["@dan:*", "@mal:*"]),
            deny: users(&["@eve:*", "*:Evil.org", "@mal:club.org"]),
            ..Access::default()
        };
        let check = |user: &str, expected: [bool; 5]| {
            let may = [
                access.may_invite(user),
                access.may_play(user),
                access.is_admin(user),
                access.may_verify(user),
                access.is_denied(user),
            ];
            assert_eq!(may, expected, "{user}");
        };
        check("@ann:x", [true, true, true, true, false]);
        check("@bob:x", [false, true, false, false, false]);
        check("@cy:club.org", [true, false, false, false, false]);
        check("@dan:x", [false, false, false, true, false]);
        check("@mal:club.org", [false, false, false, false, true]);
        check("@eve:x", [false, false, false, false, true]);
        for server in ["evil.org", "EVIL.org", "evil.org:8448"] {
            check(
                &format!("@any:{server}"),
                [false, false, false, false, true],
            );
        }
        check("@any:evil.org.x:1", [false, false, false, false, false]);
        check("", [false, false, false, false, false]);
    }

    #[test]
    fn rooms_are_allowed_and_denied_by_id() {
        let room = |pattern| Pattern::room(pattern).unwrap();
        let access = Access {
            rooms: vec![room("*:x"), room("!new")],
            deny_rooms: vec![room("!spam*")],
            admin_room: Some("!admins".to_owned()),
            ..Access::default()
        };
        for (id, expected) in [
            ("!a:x", true),
            ("!new", true),
            ("!other", false),
            ("!admins", true),
            ("!spam1:x", false),
        ] {
            assert_eq!(access.is_room_allowed(id), expected, "{id}");
        }
    }
}
