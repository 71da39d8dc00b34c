//! The rules on which servers take part in a room (`m.room.server_acl`).

use std::collections::BTreeSet;

use matrix_sdk::ruma::{ServerName, events::room::server_acl::RoomServerAclEventContent};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Maximum size in bytes of the patterns with more than a star at their beginning, or letters of other scripts. Matching
/// them takes long.
const MAX_COMPLEX_PATTERNS: usize = 1_000;

/// Returns whether server rules with this content may keep a user's moves from the bot, or its boards from the user.
/// Homeservers read some rules that the SDK does not, and rules that take long to match count as well.
pub(in crate::matrix) fn separates(content: &Value, server: &ServerName, own: &ServerName) -> bool {
    if server == own {
        return false;
    }
    let Some(content) = relevant_rules(content, [server.host(), own.host()]) else {
        return true;
    };
    let acl = RoomServerAclEventContent::deserialize(content);
    let allows = |acl: RoomServerAclEventContent| acl.is_allowed(server) && acl.is_allowed(own);
    !acl.is_ok_and(allows)
}

/// Returns the rules that may match one of these hosts, each once; `None` if they can't be read or take long to match.
fn relevant_rules(content: &Value, hosts: [&str; 2]) -> Option<Value> {
    let mut complex = 0;
    let mut may_match = |pattern: &Value| {
        let Some(pattern) = pattern.as_str() else {
            return true;
        };
        let suffix = pattern.strip_prefix('*').unwrap_or(pattern);
        // Letters such as the Kelvin sign match others.
        if suffix.contains(['*', '?']) || !pattern.is_ascii() {
            complex += pattern.len();
            return complex <= MAX_COMPLEX_PATTERNS;
        }
        let is_whole = suffix.len() == pattern.len();
        let ends = |host: &str| {
            let start = host.len().checked_sub(suffix.len())?;
            let end = host.get(start..)?;
            Some(end.eq_ignore_ascii_case(suffix) && (!is_whole || start == 0))
        };
        hosts.iter().any(|host| ends(host) == Some(true))
    };
    let mut relevant = Map::new();
    for (key, value) in content.as_object()? {
        let value = match (key.as_str(), value) {
            ("allow" | "deny", Value::Array(patterns)) => {
                let mut known = BTreeSet::new();
                let relevant = patterns.iter().filter(|pattern| {
                    let name = pattern.as_str().map(str::to_ascii_lowercase);
                    may_match(pattern) && name.is_none_or(|name| known.insert(name))
                });
                Value::Array(relevant.cloned().collect())
            }
            ("allow" | "deny" | "allow_ip_literals", other) => other.clone(),
            _ => continue,
        };
        relevant.insert(key.clone(), value);
    }
    (complex <= MAX_COMPLEX_PATTERNS).then_some(Value::Object(relevant))
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::server_name;
    use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
    use serde_json::json;

    use super::*;

    const NAMES: [&str; 5] = ["a.b", "K", "A.b:80", "ab.ka", "1.1.1.1"];

    /// The rules as the SDK reads them all.
    fn separates_by_all(content: &Value, server: &ServerName, own: &ServerName) -> bool {
        let acl = RoomServerAclEventContent::deserialize(content);
        let allows = |acl: RoomServerAclEventContent| acl.is_allowed(server) && acl.is_allowed(own);
        server != own && !acl.is_ok_and(allows)
    }

    #[test]
    fn left_out_rules_match_no_host() {
        let mut random = StdRng::seed_from_u64(1);
        let mut count = 0;
        for _ in 0..20_000 {
            let mut patterns = || -> Vec<Value> {
                let one = |random: &mut StdRng| -> String {
                    (0..random.random_range(0..5))
                        .filter_map(|_| {
                            ['a', 'B', 'b', 'k', '\u{212a}', '.', '*', '?', '1'].choose(random)
                        })
                        .collect()
                };
                let count = random.random_range(0..4);
                (0..count).map(|_| one(&mut random).into()).collect()
            };
            let mut content = json!({ "allow": patterns(), "deny": patterns() });
            if random.random_bool(0.5) {
                content["allow"] = json!(["*"]);
            }
            if random.random_bool(0.1) {
                content["allow_ip_literals"] = json!(false);
            }
            for server in NAMES {
                for own in NAMES {
                    let [server, own] = [server, own].map(|name| ServerName::parse(name).unwrap());
                    let expected = separates_by_all(&content, &server, &own);
                    assert_eq!(separates(&content, &server, &own), expected, "{content}");
                    count += usize::from(expected);
                }
            }
        }
        assert!((10_000..480_000).contains(&count), "{count}");
    }

    #[test]
    fn rules_that_take_long_to_match_separate() {
        let [server, own] = [server_name!("a.b"), server_name!("c.d")];
        let stars = json!({ "allow": ["*"], "deny": ["*a".repeat(500)] });
        assert!(!separates(&stars, server, own));
        let stars = json!({ "allow": ["*"], "deny": ["*a".repeat(501)] });
        assert!(separates(&stars, server, own));
        let names: Vec<String> = (0..5_000).map(|number| format!("*.{number}.x")).collect();
        assert!(!separates(
            &json!({ "allow": ["*"], "deny": names }),
            server,
            own
        ));
    }
}
