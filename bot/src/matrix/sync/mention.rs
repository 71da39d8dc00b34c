//! Mentions: links to users become whole user ids, and the bot's own name at the start of a line is
//! recognised.
//!
//! Only a link in the formatted body is a mention. `m.mentions` also lists the author of the message that is
//! replied to, and neither that list nor the plain body tells at which place in a line somebody is meant.
//! Display names are free text, so a user could put words into the lines of others. Those in lines without links are
//! replaced later, when the members are known (`receive/mentioned_names.rs`).
//!
//! Any member of a room can send any text as HTML, before any rate limit applies, and only its text and its
//! links are needed. So it is scanned once, in linear time. A parser that builds the tree of a browser
//! (html5ever, behind ruma's) takes seconds for the 64 KiB of an event full of open tags, and ruma's own
//! parser of addresses (0.16) panics at `https://matrix.to/#///x`.

use lobby::{Person, names};

/// Tags that start a new line, without those of HTML tables, which no command contains.
const BLOCKS: [&str; 8] = ["br", "p", "div", "li", "ul", "ol", "pre", "hr"];

/// The tag of a quotation, whose text others have written.
const QUOTATION: &str = "blockquote";

/// Stands for a user whose id cannot be read. The label of the link, a name that the user has chosen, is not what the
/// author of the line has written.
const UNREADABLE_USER: &str = "@?";

/// Returns the text of a line with whole user ids, each a word of its own, in the place of mentions: the
/// plain body, or the text of the formatted one if that has mentions.
pub(super) fn with_user_ids(body: &str, html: Option<&str>) -> String {
    html.and_then(shown).unwrap_or_else(|| body.to_owned())
}

/// Returns the rest of a text that begins with a mention of the bot or its name; `None` if it does not, or if
/// nothing follows.
pub(super) fn behind_name<'t>(text: &'t str, bot: &Person) -> Option<&'t str> {
    let text = text.trim_start();
    let name = |name| after_name(text, name);
    let rest = after_id(text, &bot.id)
        .or_else(|| name(&bot.name))
        .or_else(|| name(names::local_part(&bot.id)))?
        .trim_start();
    let behind = rest.strip_prefix([':', ',']).unwrap_or(rest).trim_start();
    (!behind.is_empty()).then_some(behind)
}

/// Returns the text after the bot's id.
fn after_id<'t>(text: &'t str, id: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(id)?;
    (rest.starts_with(char::is_whitespace) || is_address(rest)).then_some(rest)
}

/// Returns the text after the bot's name, if it is written as an address: `@name` or `name:`.
fn after_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (is_at, mut rest) = match text.strip_prefix('@') {
        Some(rest) => (true, rest.chars()),
        None => (false, text.chars()),
    };
    for expected in name.chars() {
        let is_same = |c: char| c.to_lowercase().eq(expected.to_lowercase());
        rest.next().filter(|c| is_same(*c))?;
    }
    let rest = rest.as_str();
    let follows = (is_at && rest.starts_with(char::is_whitespace)) || is_address(rest);
    (follows && !name.is_empty()).then_some(rest)
}

/// Returns whether a name ends here with a colon or comma. A colon right before a letter could still belong
/// to an id.
fn is_address(rest: &str) -> bool {
    match rest.strip_prefix(':') {
        Some(rest) => rest.starts_with(char::is_whitespace),
        None => rest.starts_with(','),
    }
}

/// Returns the text of HTML, with user ids in place of links to users; `None` if it has no such links. Of a line with a
/// broken link, nothing is left.
fn shown(html: &str) -> Option<String> {
    let mut line = Shown::default();
    let mut is_broken = false;
    let mut rest = html;
    while let Some((text, tag)) = rest.split_once('<') {
        line.add(&unescaped(text));
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) {
            line.add("<");
            rest = tag;
            continue;
        }
        let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
        rest = after;
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next();
        if let Some(address) = address(tag).filter(|address| names::is_user_link(address)) {
            let user = names::linked_user(&address);
            line.mention(user.as_deref().unwrap_or(UNREADABLE_USER));
            rest = after.split_once("</a>").map_or("", |(_label, after)| after);
        } else if name == Some(QUOTATION) && !tag.starts_with('/') {
            line.add("\n");
            rest = after_quotation(after);
            let quotation = after.len() - rest.len();
            is_broken |= has_broken_link(&without_tags(&after[..quotation]));
        } else if name.is_some_and(|name| BLOCKS.contains(&name)) {
            line.add("\n");
        }
    }
    line.add(&unescaped(rest));
    if is_broken || has_broken_link(&line.text) {
        return Some(UNREADABLE_USER.to_owned());
    }
    line.is_mention.then_some(line.text)
}

/// Returns the text of HTML, of all elements alike.
fn without_tags(html: &str) -> String {
    let (first, rest) = html.split_once('<').unwrap_or((html, ""));
    let texts = rest.split('<').filter_map(|part| part.split_once('>'));
    let texts: String = texts.map(|(_tag, text)| text).collect();
    unescaped(&format!("{first}{texts}"))
}

/// Returns the HTML after a quotation that has begun. Those within it end first.
fn after_quotation(mut html: &str) -> &str {
    let mut open = 1;
    while open > 0 {
        let Some((_, tag)) = html.split_once('<') else {
            return "";
        };
        html = tag;
        if tag.starts_with(QUOTATION) {
            open += 1;
        } else if tag
            .strip_prefix('/')
            .is_some_and(|tag| tag.starts_with(QUOTATION))
        {
            open -= 1;
        }
    }
    html.split_once('>').map_or("", |(_, after)| after)
}

/// Returns whether a text has a link to a user as Markdown. Clients that write mentions that way leave it so if the
/// user's name or id has characters that end it.
fn has_broken_link(text: &str) -> bool {
    let mut links = text.split("](").skip(1);
    links.any(names::is_user_link)
}

/// The text of the HTML scanned so far.
#[derive(Default)]
struct Shown {
    text: String,
    /// `true` once somebody is mentioned.
    is_mention: bool,
    /// `true` while the text ends with a mention.
    ends: bool,
}

impl Shown {
    fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.ends && !text.starts_with(char::is_whitespace) {
            self.text.push(' ');
        }
        self.ends = false;
        self.text.push_str(text);
    }

    /// Adds a mention, in place of an `@` before it, which some clients write.
    fn mention(&mut self, user: &str) {
        let is_word = |text: &str| text.is_empty() || text.ends_with(char::is_whitespace);
        if self.text.strip_suffix('@').is_some_and(is_word) {
            self.text.pop();
        }
        if !is_word(&self.text) {
            self.text.push(' ');
        }
        self.text.push_str(user);
        self.is_mention = true;
        self.ends = true;
    }
}

/// Returns the address of a link tag.
fn address(tag: &str) -> Option<String> {
    let attributes = tag.strip_prefix("a ")?;
    let (_, value) = match attributes.strip_prefix("href=") {
        Some(value) => ("", value),
        None => attributes.split_once(" href=")?,
    };
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (address, _) = value[1..].split_once(quote)?;
    Some(unescaped(address))
}

/// Replaces the character references that clients use for HTML.
fn unescaped(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, reference)) = rest.split_once('&') {
        text.push_str(before);
        let end = reference.bytes().take(10).position(|byte| byte == b';');
        let named = end.and_then(|end| Some((named(&reference[..end])?, &reference[end + 1..])));
        let (c, after) = named.unwrap_or(('&', reference));
        text.push(c);
        rest = after;
    }
    text + rest
}

/// Returns the character of a reference.
fn named(reference: &str) -> Option<char> {
    let number = |digits: &str, radix| char::from_u32(u32::from_str_radix(digits, radix).ok()?);
    match reference {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let code = reference.strip_prefix('#')?;
            match code.strip_prefix(['x', 'X']) {
                Some(digits) => number(digits, 16),
                None => number(code, 10),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn check(body: &str, html: &str, expected: &str) {
        assert_eq!(with_user_ids(body, Some(html)), expected, "{html}");
    }

    /// A link to a user as most clients write it.
    fn pill(id: &str, label: &str) -> String {
        format!("<a href=\"https://matrix.to/#/{id}\">{label}</a>")
    }

    /// Returns the command in a line to a bot called Ice Breaker, with the prefix added if it is missing.
    fn commanded(text: &str) -> Option<String> {
        let bot = Person {
            id: "@bot:x".into(),
            name: "Ice Breaker".into(),
        };
        let behind = behind_name(text, &bot)?;
        Some(format!("!{}", behind.strip_prefix('!').unwrap_or(behind)))
    }

    #[test]
    fn links_become_user_ids() {
        let bob = pill("@bob:x", "Bob");
        let white = "!challenge @bob:x white";
        // Element, Cinny, FluffyChat, Element X: the plain body differs, the link is the same.
        for body in [
            "!challenge Bob white",
            "!challenge @Bob white",
            "!challenge @[Bob B.] white",
            "!challenge @bob:x white",
            "!challenge [Bob](https://matrix.to/#/@bob:x) white",
        ] {
            check(body, &format!("!challenge {bob} white"), white);
            check(
                body,
                &format!("<p>!challenge @{bob} white</p>"),
                &format!("\n{white}\n"),
            );
        }
        for link in [
            "<a href=\"https://matrix.to/#/%40bob%3Ax?via=x\">B</a>",
            "<a class='x' href='matrix:u/bob:x?action=chat'><b>Bob &amp; Co</b></a>",
            "<a href=\"https://matrix.to/#/@bob:x\"></a>",
            "<a\u{20}href=\"https:&#x2f;&#47;matrix.to/#/@bob:x\">x",
        ] {
            check("x", &format!("hi {link}"), "hi @bob:x");
        }
    }

    #[test]
    fn without_a_user_link_the_body_is_unchanged() {
        for html in [
            "",
            "<b>!resign</b>",
            "<a href=\"https://x.org/@bob:x\">Bob</a>",
            "<a href=\"https://matrix.to/#/!room:x\">Room</a>",
            "<a data-href=\"https://matrix.to/#/@bob:x\">Bob</a>",
            "<abbr title=\" href='https://matrix.to/#/@bob:x'\">Bob</abbr>",
            "https://matrix.to/#/@bob:x",
            "<a ",
            "<a href=",
            "<a href=>x</a>",
            "<a href=\"é\">x</a>",
            "</a><a x",
            "<a href=\"https://matrix.to/#///x\">x</a>",
            "<a href=\"https://matrix.to/#/\">x</a>",
            "<a href=\"https://matrix.to/#/!room:x/$event\">x</a>",
        ] {
            check("Gb2 *x* <é>", html, "Gb2 *x* <é>");
        }
        let typed = "!challenge [Bob](https://matrix.to/#/@bob:x)";
        assert_eq!(with_user_ids(typed, None), typed);
    }

    #[test]
    fn display_names_do_not_change_commands() {
        for name in [
            "challenge",
            "!challenge",
            "accept",
            "!resign",
            "e1-e4",
            "Gb2",
            "games",
            "",
            " ",
            "@",
            "white",
            "@bob:x",
            "\u{202e}",
            "a](https://matrix.to/#/@eve:x) [b",
        ] {
            let eve = pill("@eve:x", name);
            // The author of the message that is replied to is in `m.mentions` only.
            for typed in [
                "!accept",
                "!games",
                "e1-e4",
                "Gb2",
                "!challenge @bob:x white",
            ] {
                assert_eq!(with_user_ids(typed, None), typed);
                check(typed, "<em>y</em>", typed);
            }
            let body = format!("!challenge {name} white");
            check(
                &body,
                &format!("!challenge {eve} white"),
                "!challenge @eve:x white",
            );
            // A line that starts with a mention of another user is no command, whatever their display name.
            let said = with_user_ids(&format!("{name} lol"), Some(&format!("{eve} lol")));
            assert_eq!(said, "@eve:x lol");
            assert_eq!(commanded(&said), None);
        }
    }

    #[test]
    fn names_in_unreadable_links_do_not_count() {
        for (html, expected) in [
            (pill("@mal/lory:x", "bot") + ": ok", "@mal/lory:x : ok"),
            (pill("@mal lory:x", "bot") + ": ok", "@? : ok"),
            (pill("@mal", "resign") + "lory)", "@? lory)"),
            ("<a href=\"matrix:u//\">resign</a>".to_owned(), "@?"),
            (
                "!challenge ".to_owned() + &pill("@é:é", "anyone"),
                "!challenge @?",
            ),
            (
                "<p>[draw</p>\n<p>](https://matrix.to/#/@eve:x)</p>".to_owned(),
                "@?",
            ),
            ("[resign](https://matrix.to/#/@e ve:x)".to_owned(), "@?"),
            (
                "<code>[a1](https://chat.x.org/#/user/@eve:x)</code>".to_owned(),
                "@?",
            ),
        ] {
            check("resign", &html, expected);
        }
        assert_eq!(commanded("@mal/lory:x : ok"), None);
        assert_eq!(commanded("@? : ok"), None);
    }

    #[test]
    fn quotations_are_left_out() {
        let carol = pill("@carol:x", "Carol");
        let quotation = "<blockquote><p>!challenge</p><blockquote>a</blockquote>b</blockquote>";
        check("x", &format!("{quotation}<p>{carol}</p>"), "\n\n@carol:x\n");
        check("x", &format!("{carol} <blockquote>a<b>"), "@carol:x \n");
        check("x", &format!("<blockquote>{carol}</blockquote>a"), "x");
        let broken =
            "<p>[announce</p><blockquote><p>](https://matrix.to/#/@eve:x)</p></blockquote>";
        check("announce", broken, "@?");
    }

    #[test]
    fn links_with_equal_names_are_two_users() {
        let html = [pill("@bob:x", "Bob"), pill("@bo.b2:x", "Bob")].join(" ");
        check("Bob Bob", &html, "@bob:x @bo.b2:x");
    }

    #[test]
    fn a_mention_is_a_word_of_its_own() {
        let bob = pill("@bob:x", "Bob");
        check("x", &format!("{bob}s: a"), "@bob:x s: a");
        check("x", &format!("a@{bob}{bob}.org"), "a@ @bob:x @bob:x .org");
        check("x", &format!("!{bob}"), "! @bob:x");
        check("x", &format!("a<br>@{bob}<br/>b"), "a\n@bob:x\nb");
        check(
            "x",
            &format!("{bob} &lt;b&gt; 1 < 2 &amp;lt; &x; &"),
            "@bob:x <b> 1 < 2 &lt; &x; &",
        );
    }

    #[test]
    fn mentioning_the_bot_replaces_the_prefix() {
        for text in [
            "@bot:x help",
            "@bot:x: help",
            "@bot:x, help",
            "@bot:x,help",
            "  @bot:x:\n help",
            "@bot:x !help",
            "@bot:x: !help",
            "@bot help",
            "@Bot: help",
            "bot: help",
            "BOT, help",
            "@ice breaker help",
            "Ice Breaker: !help",
        ] {
            assert_eq!(commanded(text).as_deref(), Some("!help"), "{text}");
        }
        let challenge = commanded("@bot:x: challenge @bob:x");
        assert_eq!(challenge.as_deref(), Some("!challenge @bob:x"));
        for text in [
            "@bot:x",
            "@bot:x:",
            "@bot:xy help",
            "@bot:x:8448 help",
            "@bot:x.org help",
            "@bot:y help",
            "@bots help",
            "bot help",
            "bot:help",
            "Ice Breaker help",
            "Ice: help",
            "help @bot:x",
            "help @bot",
            "! bot: help",
            "!help",
            "@ help",
            "",
        ] {
            assert_eq!(commanded(text), None, "{text}");
        }
        let bot = pill("@bot:x", "anything");
        for html in [
            format!("{bot} help"),
            format!("{bot}: help"),
            format!("<p>@{bot}:help</p>"),
            format!("{bot}, !help"),
        ] {
            let said = with_user_ids("anything: help", Some(&html));
            assert_eq!(commanded(said.trim()).as_deref(), Some("!help"), "{html}");
        }
        let said = with_user_ids("help anything", Some(&format!("help {bot}")));
        assert_eq!(commanded(&said), None);
    }

    #[test]
    fn malicious_html_is_parsed_quickly() {
        let begin = Instant::now();
        let tags = |tag: fn(usize) -> String, count| (0..count).map(tag).collect::<String>();
        let with_pill = |rest: &str| format!("{}{rest}", pill("@b:x", ""));
        for html in [
            "<a href=\"https://matrix.to/#/@b:x\">".repeat(2000),
            with_pill(&"<a ".repeat(20_000)),
            with_pill(&"<".repeat(60_000)),
            with_pill(&"&".repeat(60_000)),
            format!("<a href=\"https://matrix.to/#/{}\">", "@".repeat(60_000)),
            "<a href=\"matrix:u/%\">".repeat(3000),
            // Nested open tags, with and without distinct names.
            with_pill(&"<div>".repeat(13_000)),
            with_pill(&tags(|number| format!("<b x{number}>"), 6_000)),
            with_pill(&["<a><b><i><u>".repeat(5_000), "</a>".repeat(1_000)].concat()),
        ] {
            with_user_ids(&html, Some(&html));
        }
        assert!(begin.elapsed() < Duration::from_secs(2));
    }
}
