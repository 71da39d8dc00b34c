//! Links to rooms and to events in them, as matrix.to URIs.

use std::fmt::Write as _;

/// Maximum number of servers in a link.
const MAX_VIA: usize = 3;

/// Returns the link to a room, or to an event in it. It names the servers of `members`, through which others can
/// join: an id of room version 12 has no server name.
pub fn permalink<'a>(
    room: &str,
    event: Option<&str>,
    members: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut link = format!("https://matrix.to/#/{}", encoded(room));
    if let Some(event) = event {
        link = format!("{link}/{}", encoded(event));
    }
    let mut servers: Vec<&str> = Vec::new();
    for member in members {
        // Forgotten players and the computer have no server.
        let server = member.split_once(':').map(|(_, server)| server);
        servers.extend(server.filter(|server| !servers.contains(server)));
    }
    for (number, server) in servers.into_iter().take(MAX_VIA).enumerate() {
        link.push(if number == 0 { '?' } else { '&' });
        link = format!("{link}via={}", encoded(server));
    }
    link
}

/// Percent-encodes all characters of an id that could end it in a link.
fn encoded(id: &str) -> String {
    let mut text = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'!' | b'$' | b':' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            // Writing to a string cannot fail.
            byte => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_servers_of_members() {
        let members = [
            "@a:x.org",
            "@b:y.org:8448",
            "",
            "computer-1",
            "@c:x.org",
            "@d:z.org",
            "@e:w.org",
        ];
        assert_eq!(
            permalink("!room", Some("$event"), members),
            "https://matrix.to/#/!room/$event?via=x.org&via=y.org:8448&via=z.org"
        );
        assert_eq!(
            permalink("!room:x.org", None, []),
            "https://matrix.to/#/!room:x.org"
        );
    }

    #[test]
    fn no_id_breaks_out_of_a_link() {
        assert_eq!(
            permalink("!a/b?c", Some("$d+e f`*"), ["@g:[::1]"]),
            "https://matrix.to/#/!a%2Fb%3Fc/$d%2Be%20f%60%2A?via=%5B::1%5D"
        );
    }
}
