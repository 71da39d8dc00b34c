//! Validation: a parser for each key, and a description of the values that it accepts.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use lobby::{Boards, wording::Language};

use super::{MessageType, RejectedInvitePolicy};

pub(super) const HOMESERVER: &str =
    "the homeserver's address, such as \"https://matrix.example.org\"";

pub(super) fn homeserver(text: &str) -> Option<String> {
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

pub(super) const USER: &str = "the bot's full user id, such as \"@icebreaker:example.org\"";

pub(super) fn user(text: &str) -> Option<String> {
    let (localpart, server) = text.strip_prefix('@')?.split_once(':')?;
    let visible = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic());
    (visible(localpart) && visible(server) && text.len() <= 255).then(|| text.to_owned())
}

pub(super) const DEVICE_NAME: &str = "a name of 1 to 100 characters on one line";

pub(super) fn device_name(text: &str) -> Option<String> {
    let length = text.chars().count();
    let ok = (1..=100).contains(&length) && !text.contains(char::is_control);
    ok.then(|| text.to_owned())
}

pub(super) const SECRET: &str = "only the secret, on one line";

pub(super) fn secret(text: &str) -> Option<String> {
    (!text.trim().is_empty() && !text.contains(char::is_control)).then(|| text.to_owned())
}

pub(super) const PATH: &str = "a path; relative paths start at the folder of the config file";

pub(super) fn path(text: &str) -> Option<PathBuf> {
    (!text.is_empty() && !text.contains('\0')).then(|| PathBuf::from(text))
}

pub(super) const PREFIX: &str =
    "1 to 10 characters without spaces, not ending with a letter or digit, such as \"!\"";

pub(super) fn prefix(text: &str) -> Option<String> {
    let length = text.chars().count();
    let ok = (1..=10).contains(&length)
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
        // Otherwise everyday words would be commands.
        && !text.ends_with(char::is_alphanumeric);
    ok.then(|| text.to_owned())
}

pub(super) const MESSAGE_TYPE: &str = "\"text\" or \"notice\"";

pub(super) fn message_type(text: &str) -> Option<MessageType> {
    match text {
        "text" => Some(MessageType::Text),
        "notice" => Some(MessageType::Notice),
        _ => None,
    }
}

pub(super) const BOARDS: &str = "\"picture\", \"text\" or \"wide\"";

pub(super) fn boards(text: &str) -> Option<Boards> {
    text.parse().ok()
}

pub(super) const LANGUAGE: &str = "\"en\", or \"ids\" for message ids instead of text";

pub(super) fn language(text: &str) -> Option<Language> {
    match text {
        "en" => Some(Language::English),
        "ids" => Some(Language::Ids),
        _ => None,
    }
}

pub(super) const USERS: &str = "patterns for full user ids, such as [\"*\"], \
     [\"*:example.org\", \"@alice:example.com\"] or [], where * matches any text and ? one \
     character; in the environment with commas between them";

pub(super) const ROOMS: &str = "patterns for room ids, such as [\"*\"], [\"!abc:example.org\"] or \
     [], where * matches any text and ? one character; in the environment with commas \
     between them";

pub(super) const ROOM: &str = "a room id, such as \"!abc:example.org\"";

pub(super) fn room(text: &str) -> Option<String> {
    let ok = text.len() > 1 && text.len() <= 255 && text.starts_with('!');
    let visible = text.chars().all(|c| !c.is_whitespace() && !c.is_control());
    (ok && visible).then(|| text.to_owned())
}

pub(super) const REJECTED_INVITES: &str = "\"ignore\" or \"decline\"";

pub(super) fn rejected_invites(text: &str) -> Option<RejectedInvitePolicy> {
    match text {
        "ignore" => Some(RejectedInvitePolicy::Ignore),
        "decline" => Some(RejectedInvitePolicy::Decline),
        _ => None,
    }
}

pub(super) const LOOPBACK: &str = "a loopback address with a port, such as \
     \"127.0.0.1:8620\" or \"[::1]:8620\"";

pub(super) fn loopback(text: &str) -> Option<SocketAddr> {
    let address: SocketAddr = text.parse().ok()?;
    (address.ip().is_loopback() && address.port() > 0).then_some(address)
}

pub(super) const HOSTS: &str = "names or addresses without a port, such as [\"bot.example.org\"] or []; \
     in the environment with commas between them";

pub(super) fn host(text: &str) -> Option<String> {
    let host = text.to_ascii_lowercase();
    let is_in_names = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let is_name = (1..=253).contains(&host.len()) && host.chars().all(is_in_names);
    (is_name || host.parse::<IpAddr>().is_ok()).then_some(host)
}

pub(super) const LEVEL: &str = "\"error\", \"warn\", \"info\", \"debug\" or \"trace\"";

pub(super) fn level(text: &str) -> Option<tracing::Level> {
    match text {
        "error" => Some(tracing::Level::ERROR),
        "warn" => Some(tracing::Level::WARN),
        "info" => Some(tracing::Level::INFO),
        "debug" => Some(tracing::Level::DEBUG),
        "trace" => Some(tracing::Level::TRACE),
        _ => None,
    }
}

pub(super) const FLAG: &str = "true or false";

pub(super) fn flag(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
