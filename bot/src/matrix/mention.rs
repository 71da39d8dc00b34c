//! Who is meant in a line: pills and names become whole user ids.
//!
//! Clients write a mention in three ways: an HTML link around the name, a Markdown link left in the
//! plain text, or the bare name with the id in `m.mentions` only.

use tables::Person;

/// As many mentions are looked at in a line, far more than any command has.
const MOST: usize = 50;

/// How long the address of a user can be, in bytes: an id has at most 255, each of which can be written
/// with three. Nothing is looked for beyond, or whoever makes lines for that would take minutes.
const LONGEST_LINK: usize = 1000;

/// The plain text with every mention that can be recognised replaced by the user's whole id.
pub(super) fn with_user_ids<'p>(
    body: &str,
    html: Option<&str>,
    mentioned: &[String],
    member: impl Fn(&str) -> Option<&'p Person>,
) -> String {
    let mut text = without_markdown_links(body);
    if let Some(html) = html {
        text = replace_labels(&text, &links(html));
    }
    for id in mentioned.iter().take(MOST).filter(|id| is_user_id(id)) {
        if let Some(person) = member(id).filter(|_| !text.contains(id.as_str())) {
            text = replace_name(&text, person);
        }
    }
    text
}

/// A text that begins with a mention of the bot, with the prefix in place of the mention.
pub(super) fn as_command(text: &str, own: &str, prefix: &str) -> Option<String> {
    let rest = text.trim_start().strip_prefix(own)?;
    let rest = match rest.strip_prefix(':') {
        // A colon right before a letter could still belong to the id.
        Some(rest) if rest.starts_with(char::is_whitespace) => rest,
        Some(_) => return None,
        None => match rest.strip_prefix(',') {
            Some(rest) => rest,
            None if rest.starts_with(char::is_whitespace) => rest,
            None => return None,
        },
    };
    let command = rest.trim_start();
    let command = command.strip_prefix(prefix).unwrap_or(command);
    (!command.is_empty()).then(|| format!("{prefix}{command}"))
}

/// `[Bob](https://matrix.to/#/@bob:x)` becomes `@bob:x`.
fn without_markdown_links(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find("](") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let end = after.bytes().take(LONGEST_LINK).position(|c| c == b')');
        let link = end.and_then(|end| Some((user_in_link(&after[..end])?, &after[end + 1..])));
        match (before.rfind('['), link) {
            (Some(open), Some((id, after))) => {
                text.push_str(&before[..open]);
                text.push_str(&id);
                rest = after;
            }
            _ => {
                text.push_str(&rest[..at + 2]);
                rest = after;
            }
        }
    }
    text + rest
}

/// The label and the user of every link to a user.
fn links(html: &str) -> Vec<(String, String)> {
    let mut links = Vec::new();
    for part in html.split("<a ").skip(1).take(MOST) {
        let Some((attributes, rest)) = part.split_once('>') else {
            continue;
        };
        let Some((label, _)) = rest.split_once("</a>") else {
            continue;
        };
        let href = attributes.split_once("href=").and_then(|(_, value)| {
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            value[1..].split_once(quote).map(|(url, _)| url)
        });
        if let Some(id) = href.and_then(|url| user_in_link(&unescaped(url))) {
            links.push((unescaped(&without_tags(label)), id));
        }
    }
    links
}

/// Replaces the labels from left to right. Some clients write `@` before the name.
fn replace_labels(text: &str, links: &[(String, String)]) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    for (label, id) in links {
        let Some(at) = rest.find(label.as_str()).filter(|_| !label.is_empty()) else {
            continue;
        };
        let before = &rest[..at];
        let with_at = before.strip_suffix('@').filter(|_| !label.starts_with('@'));
        replaced.push_str(with_at.unwrap_or(before));
        replaced.push_str(id);
        rest = &rest[at + label.len()..];
    }
    replaced + rest
}

/// Replaces the first `Name` or `@Name` that stands as a word of its own.
fn replace_name(text: &str, person: &Person) -> String {
    let localpart = person.id[1..].split(':').next().unwrap_or_default();
    for name in [person.name.as_str(), localpart] {
        for (at, _) in text.match_indices(name).filter(|_| !name.is_empty()) {
            let (before, after) = (&text[..at], &text[at + name.len()..]);
            let before = before.strip_suffix('@').unwrap_or(before);
            let word_starts = !before.ends_with(char::is_alphanumeric);
            let word_ends = !after.starts_with(char::is_alphanumeric);
            if word_starts && word_ends {
                return format!("{before}{}{after}", person.id);
            }
        }
    }
    text.to_owned()
}

/// The user in `https://matrix.to/#/@bob:x` or `matrix:u/bob:x`.
fn user_in_link(url: &str) -> Option<String> {
    let target = match url.split_once("matrix.to/#/") {
        Some((_, target)) => percent_decoded(target.split(['?', '/']).next()?)?,
        None => format!(
            "@{}",
            percent_decoded(url.strip_prefix("matrix:u/")?.split('?').next()?)?
        ),
    };
    is_user_id(&target).then_some(target)
}

fn is_user_id(text: &str) -> bool {
    text.strip_prefix('@')
        .and_then(|rest| rest.split_once(':'))
        .is_some_and(|(name, server)| {
            !name.is_empty() && !server.is_empty() && !text.contains(char::is_whitespace)
        })
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn without_tags(html: &str) -> String {
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('>').map_or("", |(_, after)| after)
    })
}

fn unescaped(html: &str) -> String {
    html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn check(body: &str, html: Option<&str>, mentioned: &[&str], expected: &str) {
        let people = [
            ("@bob:x", "Bob"),
            ("@bo.b2:x", "Bob"),
            ("@carol:x", "Carol & Co"),
        ]
        .map(|(id, name)| Person {
            id: id.into(),
            name: name.into(),
        });
        let mentioned: Vec<String> = mentioned.iter().map(|&id| id.into()).collect();
        let member = |id: &str| people.iter().find(|person| person.id == id);
        assert_eq!(with_user_ids(body, html, &mentioned, member), expected);
    }

    #[test]
    fn html_links_give_the_user() {
        let html = "!gipf <a href=\"https://matrix.to/#/@bob:x\">Bob</a> white";
        check("!gipf Bob white", Some(html), &[], "!gipf @bob:x white");
        check("!gipf @Bob white", Some(html), &[], "!gipf @bob:x white");
        let html =
            "<a class='x' href='https://matrix.to/#/%40carol%3Ax'><b>Carol &amp; Co</b></a>: a";
        check("Carol & Co: a", Some(html), &[], "@carol:x: a");
        let html = "<a href=\"https://matrix.to/#/@bob:x\">@bob:x</a> a";
        check("@bob:x a", Some(html), &[], "@bob:x a");
        let html = "<a href=\"https://matrix.to/#/@bob:x\">bob:x</a> a";
        check("@bob:x a", Some(html), &[], "@bob:x a");
        check(
            "hi bob",
            Some("hi <a href=\"matrix:u/bob:x?action=chat\">bob</a>"),
            &[],
            "hi @bob:x",
        );
    }

    #[test]
    fn two_links_with_the_same_name_are_taken_in_order() {
        let html = "<a href=\"https://matrix.to/#/@bob:x\">Bob</a> \
                    <a href=\"https://matrix.to/#/@bo.b2:x\">Bob</a>";
        check("Bob Bob", Some(html), &[], "@bob:x @bo.b2:x");
    }

    #[test]
    fn markdown_links_give_the_user() {
        check(
            "!gipf [Bob](https://matrix.to/#/@bob:x) w",
            None,
            &[],
            "!gipf @bob:x w",
        );
        check(
            "[a [Bob](https://matrix.to/#/%40bob%3Ax)",
            None,
            &[],
            "[a @bob:x",
        );
        check(
            "[a](https://x.org) (b) ](",
            None,
            &[],
            "[a](https://x.org) (b) ](",
        );
        check(
            "[r](https://matrix.to/#/!room:x)",
            None,
            &[],
            "[r](https://matrix.to/#/!room:x)",
        );
    }

    #[test]
    fn a_line_that_is_made_for_that_takes_no_long_time() {
        let begin = Instant::now();
        let links = "](".repeat(15_000);
        let body = format!("{links}https://matrix.to/#/{})", "@".repeat(30_000));
        check(&body, None, &[], &body);
        assert!(begin.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn bare_names_are_taken_from_the_mentions() {
        check("!gipf Bob", None, &["@bo.b2:x"], "!gipf @bo.b2:x");
        check("!gipf @Bob", None, &["@bob:x"], "!gipf @bob:x");
        check("!gipf @bob", None, &["@bob:x"], "!gipf @bob:x");
        check("!gipf bob", None, &["@bob:x"], "!gipf @bob:x");
        check("!gipf Bob", None, &[], "!gipf Bob");
        check(
            "!gipf Bobby and Bob",
            None,
            &["@bob:x"],
            "!gipf Bobby and @bob:x",
        );
        check("!gipf @bob:x", None, &["@bob:x"], "!gipf @bob:x");
        check("!gipf dave", None, &["@dave:x", "nobody"], "!gipf dave");
    }

    #[test]
    fn a_mention_of_the_bot_stands_for_the_prefix() {
        let check = |text, expected: Option<&str>| {
            assert_eq!(
                as_command(text, "@bot:x", "!").as_deref(),
                expected,
                "{text}"
            );
        };
        for text in [
            "@bot:x help",
            "@bot:x: help",
            "@bot:x, help",
            "@bot:x,help",
            "  @bot:x:\n help",
            "@bot:x !help",
            "@bot:x: !help",
        ] {
            check(text, Some("!help"));
        }
        check("@bot:x: challenge @bob:x", Some("!challenge @bob:x"));
        for text in [
            "@bot:x",
            "@bot:x:",
            "@bot:xy help",
            "@bot:x:8448 help",
            "@bot:x.org help",
            "help @bot:x",
            "!help",
            "",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn nonsense_is_left_alone() {
        for html in [
            "<a ",
            "<a href=",
            "<a href=>x</a>",
            "<a href=\"é\">x</a>",
            "</a><a x",
            "",
        ] {
            check("x é", Some(html), &["@", "", "@:"], "x é");
        }
        check(
            "[x](https://matrix.to/#/%4",
            None,
            &[],
            "[x](https://matrix.to/#/%4",
        );
        check(
            "[x](https://matrix.to/#/%ff%é)",
            None,
            &[],
            "[x](https://matrix.to/#/%ff%é)",
        );
        check("[x](matrix:u/)", None, &[], "[x](matrix:u/)");
    }
}
