//! Who may do what, and how much of it: patterns for users and rooms, and limits. Pure; what of it
//! is configured is read elsewhere.

mod quota;
mod rate;

pub use quota::Quota;
pub use rate::{Rate, Throttle, Took};
use wildmatch::WildMatch;

/// A pattern for whole user ids or room ids, capitals and small letters being different: `*` stands
/// for any text, `?` for one character.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern(WildMatch);

impl Pattern {
    /// A pattern for user ids, such as `*:example.org`. `None` if no user id could fit it.
    pub fn user(text: &str) -> Option<Pattern> {
        let fits = text.starts_with(['@', '*']) && (text == "*" || text.contains(':'));
        (fits && is_visible(text)).then(|| Pattern(WildMatch::new(text)))
    }

    /// A pattern for room ids, such as `!abc:example.org`; ids of newer rooms name no server. `None`
    /// if no room id could fit it.
    pub fn room(text: &str) -> Option<Pattern> {
        let fits = text.starts_with(['!', '*']);
        (fits && is_visible(text)).then(|| Pattern(WildMatch::new(text)))
    }

    /// The pattern that everything fits.
    pub fn anything() -> Pattern {
        Pattern(WildMatch::new("*"))
    }

    fn matches(&self, id: &str) -> bool {
        self.0.matches(id)
    }
}

/// A user id with its server in small letters and without a port; `None` if it has no server.
fn with_plain_server(user: &str) -> Option<String> {
    let (name, server) = user.split_once(':')?;
    let server = server.to_lowercase();
    let host = match server.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => &server,
    };
    Some(format!("{name}:{host}"))
}

/// Ids have at most 255 bytes and no spaces.
fn is_visible(text: &str) -> bool {
    text.len() <= 255 && text.chars().all(|c| !c.is_whitespace() && !c.is_control())
}

/// Who may do what. What is denied is denied to everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Whose invitations the bot follows.
    pub invite: Vec<Pattern>,
    /// Who may play, that is, gets answers.
    pub play: Vec<Pattern>,
    /// Who may administer; they may invite and play as well.
    pub admin: Vec<Pattern>,
    /// Who may verify the bot, besides admins.
    pub verify: Vec<Pattern>,
    /// Whom the bot never answers or follows.
    pub deny: Vec<Pattern>,
    /// The rooms in which the bot answers.
    pub rooms: Vec<Pattern>,
    /// The rooms in which it never does.
    pub deny_rooms: Vec<Pattern>,
    /// The room in which admins can administer, besides their direct messages.
    pub admin_room: Option<String>,
}

impl Default for Access {
    /// Everybody may invite and play, nobody administers or verifies.
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
    /// Whether a user's invitations are followed.
    pub fn may_invite(&self, user: &str) -> bool {
        self.is_any(user, &[&self.invite, &self.admin])
    }

    /// Whether a user gets answers.
    pub fn may_play(&self, user: &str) -> bool {
        self.is_any(user, &[&self.play, &self.admin])
    }

    /// Whether a user may verify the bot.
    pub fn may_verify(&self, user: &str) -> bool {
        self.is_any(user, &[&self.verify, &self.admin])
    }

    /// Whether a user may administer.
    pub fn is_admin(&self, user: &str) -> bool {
        self.is_any(user, &[&self.admin])
    }

    /// Returns whether a user is never answered. A server that is denied cannot escape by writing its name in other
    /// letters or with a port.
    pub fn is_denied(&self, user: &str) -> bool {
        let plain = with_plain_server(user);
        fits(&self.deny, user) || plain.is_some_and(|plain| fits(&self.deny, &plain))
    }

    /// Whether the bot answers in a room.
    pub fn is_room_allowed(&self, room: &str) -> bool {
        fits(&self.rooms, room) && !fits(&self.deny_rooms, room)
    }

    fn is_any(&self, user: &str, lists: &[&[Pattern]]) -> bool {
        !self.is_denied(user) && lists.iter().any(|patterns| fits(patterns, user))
    }
}

/// What is done about somebody who wants to verify the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// It is confirmed.
    Confirmed,
    /// It is refused, which the other side sees.
    Refused,
    /// It is left alone.
    Ignored,
}

fn fits(patterns: &[Pattern], id: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(id))
}

/// How much may be asked of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest line that is read, in bytes.
    pub line: usize,
    /// How fast a user may give commands.
    pub user: Rate,
    /// How fast all users of a room together may give commands.
    pub room: Rate,
    /// How many open tables a user may have.
    pub user_tables: usize,
    /// How many open tables a room may have.
    pub room_tables: usize,
    /// How many challenges of a user may wait for an answer in a room.
    pub user_challenges: usize,
    /// How many challenges may wait for an answer in a room.
    pub room_challenges: usize,
    /// For how many days a challenge waits for an answer.
    pub challenge_days: u32,
}

impl Default for Limits {
    /// More than the fastest duel takes, far less than a program can ask for.
    fn default() -> Self {
        Limits {
            line: 500,
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
    /// As much and as fast as anybody likes, for a place where nobody has to be protected.
    pub const NONE: Limits = Limits {
        line: 500,
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
        // What looks like another kind of pattern is plain text.
        check("@a.b:[x]", "@a.b:[x]", true);
        check("@a.b:[x]", "@aab:x", false);
    }

    #[test]
    fn what_no_id_could_fit_is_no_pattern() {
        for text in [
            "",
            "alice",
            "example.org",
            "@alice",
            "*alice",
            "@a b:x",
            "@a:x\n",
        ] {
            assert_eq!(Pattern::user(text), None, "{text}");
        }
        for text in ["", "abc", "#room:example.org", "!a b"] {
            assert_eq!(Pattern::room(text), None, "{text}");
        }
        assert_eq!(Pattern::user(&format!("@{}:x", "a".repeat(255))), None);
    }

    fn users(patterns: &[&str]) -> Vec<Pattern> {
        let read = |pattern: &&str| Pattern::user(pattern).unwrap();
        patterns.iter().map(read).collect()
    }

    #[test]
    fn everybody_may_play_and_nobody_administers_unless_somebody_says_so() {
        let access = Access::default();
        assert!(access.may_invite("@a:x") && access.may_play("@a:x"));
        assert!(
            !access.is_admin("@a:x") && !access.may_verify("@a:x") && !access.is_denied("@a:x")
        );
        assert!(access.is_room_allowed("!r"));
    }

    #[test]
    fn admins_may_do_everything_and_who_is_denied_nothing() {
        let access = Access {
            invite: users(&["*:club.org"]),
            play: users(&["@bob:x"]),
            admin: users(&["@ann:x", "@eve:x"]),
            verify: users(&["@dan:*", "@mal:*"]),
            deny: users(&["@eve:*", "*:evil.org", "@mal:club.org"]),
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
            ..Access::default()
        };
        for (id, expected) in [
            ("!a:x", true),
            ("!new", true),
            ("!other", false),
            ("!spam1:x", false),
        ] {
            assert_eq!(access.is_room_allowed(id), expected, "{id}");
        }
    }
}
