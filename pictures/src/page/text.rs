//! Text in HTML.

/// The content of a placeholder in a template.
pub enum Hole {
    /// Text from outside, which is escaped.
    Text(String),
    /// Our own markup.
    Markup(String),
}

/// Escapes a text for elements and for quoted attributes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Fills the placeholders `{{name}}` of a template; their content is not searched for placeholders.
pub fn filled(template: &str, holes: &[(&str, Hole)]) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        match holes.iter().find(|(hole, _)| *hole == name) {
            Some((_, Hole::Text(text))) => page += &escaped(text),
            Some((_, Hole::Markup(markup))) => page += markup,
            None => debug_assert!(false, "nothing fills {name:?}"),
        }
        page += rest;
    }
    page
}
