//! Validation: the accepted values of each key.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use lobby::{
    Boards,
    access::{Pattern, is_visible},
    names,
    wording::Language,
};

use super::{MessageType, RejectedInvitePolicy};

/// The accepted values of a key.
pub(super) struct Check<T> {
    /// Returns the value of a text, if that is accepted.
    pub(super) parse: fn(&str) -> Option<T>,
    /// A description of the accepted values.
    pub(super) accepted: &'static str,
}

pub(super) const HOMESERVER: Check<String> = Check {
    parse: homeserver,
    accepted: "the homeserver's address, such as \"https://matrix.example.org\"",
};

fn homeserver(text: &str) -> Option<String> {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (rest, None),
    };
    let bare = match host.strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']')?,
        None if host.contains(':') => return None,
        None => host,
    };
    let host_ok = !bare.is_empty()
        && bare
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '_'));
    let port_ok = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    (host_ok && port_ok).then(|| text.trim_end_matches('/').to_owned())
}

pub(super) const USER: Check<String> = Check {
    parse: user,
    accepted: "the bot's full user id, such as \"@icebreaker:example.org\"",
};

fn user(text: &str) -> Option<String> {
    let (localpart, server) = text.strip_prefix('@')?.split_once(':')?;
    let visible = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic());
    (visible(localpart) && visible(server) && text.len() <= 255).then(|| text.to_owned())
}

pub(super) const DEVICE_NAME: Check<String> = Check {
    parse: device_name,
    accepted: "a name of 1 to 100 characters on one line",
};

fn device_name(text: &str) -> Option<String> {
    let length = text.chars().count();
    let ok = (1..=100).contains(&length) && !text.contains(char::is_control);
    ok.then(|| text.to_owned())
}

pub(super) const SECRET: Check<String> = Check {
    parse: secret,
    accepted: "only the secret, on one line",
};

fn secret(text: &str) -> Option<String> {
    (!text.trim().is_empty() && !text.contains(char::is_control)).then(|| text.to_owned())
}

pub(super) const PATH: Check<PathBuf> = Check {
    parse: path,
    accepted: "a path; relative paths start at the folder of the config file",
};

fn path(text: &str) -> Option<PathBuf> {
    (!text.is_empty() && !text.contains('\0')).then(|| PathBuf::from(text))
}

pub(super) const PREFIX: Check<String> = Check {
    parse: prefix,
    accepted: "1 to 10 visible characters without spaces, ` or **, not ending with a letter or digit, such as \"!\"",
};

fn prefix(text: &str) -> Option<String> {
    let length = text.chars().count();
    let ok = (1..=10).contains(&length)
        && !text.contains(char::is_whitespace)
        // Messages show the prefix.
        && names::id(text) == text
        // Otherwise everyday words would be commands.
        && !text.ends_with(char::is_alphanumeric);
    ok.then(|| text.to_owned())
}

pub(super) const MESSAGE_TYPE: Check<MessageType> = Check {
    parse: |text| {
        named(
            text,
            &[("text", MessageType::Text), ("notice", MessageType::Notice)],
        )
    },
    accepted: "\"text\" or \"notice\"",
};

pub(super) const BOARDS: Check<Boards> = Check {
    parse: |text| text.parse().ok(),
    accepted: "\"picture\", \"text\" or \"wide\"",
};

pub(super) const LANGUAGE: Check<Language> = Check {
    parse: |text| named(text, &[("en", Language::English), ("ids", Language::Ids)]),
    accepted: "\"en\", or \"ids\" for message ids instead of text",
};

pub(super) const USERS: Check<Pattern> = Check {
    parse: Pattern::user,
    accepted: "patterns for full user ids, such as [\"*\"], \
     [\"*:example.org\", \"@alice:example.com\"] or [], where * matches any text and ? one \
     character; in the environment with commas between them",
};

pub(super) const ROOMS: Check<Pattern> = Check {
    parse: Pattern::room,
    accepted: "patterns for room ids, such as [\"*\"], [\"!abc:example.org\"] or \
     [], where * matches any text and ? one character; in the environment with commas \
     between them",
};

pub(super) const ROOM: Check<String> = Check {
    parse: room,
    accepted: "a room id, such as \"!abc:example.org\"",
};

fn room(text: &str) -> Option<String> {
    let is_id = text.len() > 1 && text.starts_with('!') && !text.contains(['*', '?', '%']);
    let is_id = is_id && is_visible(text);
    is_id.then(|| text.to_owned())
}

pub(super) const REJECTED_INVITES: Check<RejectedInvitePolicy> = Check {
    parse: |text| {
        named(
            text,
            &[
                ("ignore", RejectedInvitePolicy::Ignore),
                ("decline", RejectedInvitePolicy::Decline),
            ],
        )
    },
    accepted: "\"ignore\" or \"decline\"",
};

pub(super) const LOOPBACK: Check<SocketAddr> = Check {
    parse: loopback,
    accepted: "a loopback address with a port, such as \
     \"127.0.0.1:8620\" or \"[::1]:8620\"",
};

fn loopback(text: &str) -> Option<SocketAddr> {
    let address: SocketAddr = text.parse().ok()?;
    (address.ip().is_loopback() && address.port() > 0).then_some(address)
}

pub(super) const HOSTS: Check<String> = Check {
    parse: host,
    accepted: "names or addresses without a port, such as [\"bot.example.org\"] or []; \
     in the environment with commas between them",
};

fn host(text: &str) -> Option<String> {
    let host = text.to_ascii_lowercase();
    let is_in_names = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let is_name = (1..=253).contains(&host.len()) && host.chars().all(is_in_names);
    (is_name || host.parse::<IpAddr>().is_ok()).then_some(host)
}

pub(super) const LEVEL: Check<tracing::Level> = Check {
    parse: |text| {
        named(
            text,
            &[
                ("error", tracing::Level::ERROR),
                ("warn", tracing::Level::WARN),
                ("info", tracing::Level::INFO),
                ("debug", tracing::Level::DEBUG),
                ("trace", tracing::Level::TRACE),
            ],
        )
    },
    accepted: "\"error\", \"warn\", \"info\", \"debug\" or \"trace\"",
};

pub(super) const FLAG: Check<bool> = Check {
    parse: |text| text.parse().ok(),
    accepted: "true or false",
};

/// Returns the value of a word.
fn named<T: Copy>(text: &str, words: &[(&str, T)]) -> Option<T> {
    let mut words = words.iter();
    words.find_map(|(word, value)| (*word == text).then_some(*value))
}
