//! Refusals of lines that are no complete command.

use games::{Fact, Typed};

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
    let word = text.split_whitespace().next().unwrap_or_default();
    let known = command::FORMS.iter().map(|form| form.name.to_owned());
    let near = spelling::nearest(word, known, 1).pop();
    let word = Typed::new(word);
    cx.prefixed(CommandMessage::Unknown { word, near }).into()
}
