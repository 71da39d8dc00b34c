//! Host names in requests to the listener, checked against DNS rebinding. A page from elsewhere, opened in a browser on
//! this machine, can have its own name resolve to this machine and would then read the metrics; the browser
//! sends that name as `Host`.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// Accepted host names besides those of this machine.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts(Arc<[String]>);

impl AllowedHosts {
    /// Accepts these names or addresses as well, in lower case and without a port.
    pub fn new(names: &[String]) -> Self {
        Self(names.into())
    }

    /// Returns whether a name or address, with or without a port, is one of this machine or configured.
    fn accept(&self, authority: &str) -> bool {
        let Some(host) = without_port(authority) else {
            return false;
        };
        let host = host.to_ascii_lowercase();
        let is_loopback = |address: IpAddr| address.is_loopback();
        host == "localhost" || host.parse().is_ok_and(is_loopback) || self.0.contains(&host)
    }

    fn accept_header(&self, value: &HeaderValue) -> bool {
        value.to_str().is_ok_and(|host| self.accept(host))
    }
}

/// Returns the host of `host`, `host:port`, `[host]` or `[host]:port`.
fn without_port(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            authority.split_at_checked(end)?
        }
    };
    let is_port = |port: &str| port.parse::<u16>().is_ok();
    let has_port = port.strip_prefix(':').is_some_and(is_port);
    (port.is_empty() || has_port).then_some(host)
}

/// Rejects requests for another host name. A request without one, as in HTTP/1.0, comes from no browser.
pub(super) async fn check(
    State(hosts): State<AllowedHosts>,
    request: Request,
    next: Next,
) -> Response {
    let mut named = request.headers().get_all(header::HOST).into_iter();
    let authority = request.uri().authority();
    if named.all(|host| hosts.accept_header(host))
        && authority.is_none_or(|authority| hosts.accept(authority.as_str()))
    {
        return next.run(request).await;
    }
    let problem = "unknown host; see [http] hosts in the configuration\n";
    (StatusCode::MISDIRECTED_REQUEST, problem).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_accepted() {
        let hosts = AllowedHosts::default();
        for host in [
            "localhost",
            "LocalHost:8620",
            "127.0.0.1",
            "127.0.0.2:80",
            "[::1]",
            "[::1]:8620",
        ] {
            assert!(hosts.accept(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:8620",
            "192.0.2.1",
            "[::2]:8620",
            "::1",
            "[::1",
            "[::1]evil",
            "localhost:port",
            "localhost:80:80",
            "evil@localhost",
        ] {
            assert!(!hosts.accept(host), "{host}");
        }
    }

    #[test]
    fn configured_names_are_accepted_whatever_the_port() {
        let hosts = AllowedHosts::new(&["bot.example".into(), "2001:db8::1".into()]);
        for host in ["bot.example", "Bot.Example:443", "[2001:db8::1]:443"] {
            assert!(hosts.accept(host), "{host}");
        }
        assert!(!hosts.accept("other.example"));
    }
}
