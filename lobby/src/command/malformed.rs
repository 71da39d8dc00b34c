//! Refusals of lines that are no complete command.

use games::{Entry, Fact, Illegal, Typed};

use crate::{
    access::permission,
    command::{self, spelling},
    context::Context,
    refusal::Refusal,
    text::messages::{ChallengeMessage, CommandMessage},
};

/// Returns the refusal for a missing or surplus word.
pub fn bad_form(cx: &Context<'_>, name: &'static str, extra: Option<&str>) -> Refusal {
    let mut admin = permission::admin_forms(cx).iter();
    let form = command::form(name).or_else(|| admin.find(|form| form.name == name));
    let form = form.map_or(name, |form| form.syntax);
    let reason: Fact = match extra.map(Typed::new) {
        Some(extra) if name == "challenge" => ChallengeMessage::TooMuch { extra, form }.into(),
        Some(extra) => CommandMessage::TooMuch { extra, form }.into(),
        None => CommandMessage::TooLittle { form }.into(),
    };
    cx.prefixed(reason).into()
}

/// Returns the refusal of an unknown command, with a similar one.
pub fn unknown(cx: &Context<'_>, text: &str) -> Refusal {
    let word = first_word(text);
    let known = command::FORMS.iter().map(|form| form.name.to_owned());
    let near = spelling::nearest(word, known, 1).pop();
    let word = Typed::new(word);
    cx.prefixed(CommandMessage::Unknown { word, near }).into()
}

/// Returns the refusal of a line that begins with a slip of a command; `None` if it does not.
pub fn slip(cx: &Context<'_>, text: &str) -> Option<Refusal> {
    let word = first_word(text);
    let near = spelling::slip_of(word, command::words().map(str::to_owned));
    let word = Typed::new(word);
    near.map(|near| {
        let near = Some(near);
        cx.prefixed(CommandMessage::Unknown { word, near }).into()
    })
}

/// Returns the refusal of an unknown game, with a similar one or all of them.
pub fn unknown_game(text: &str) -> Illegal {
    let ids = games::CATALOG.iter().map(|entry| entry.id);
    let names = ["gipf", "zertz", "matrix"].into_iter().chain(ids);
    let near = spelling::slip_of(text, names.map(str::to_owned));
    match near.as_deref().and_then(Entry::named).zip(near.clone()) {
        Some((entry, near)) => CommandMessage::UnknownGame {
            text: Typed::new(text),
            game: entry.id,
            near,
        }
        .into(),
        None => games::unknown_game(text),
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}
