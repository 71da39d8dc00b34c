//! Questions open for a user: the targets of `yes` and `no`, and the refusals of answers without a question.

use crate::{
    handling::{Lobby, waiting::is_asked},
    job::Wanted,
    line::Line,
    messages::answer::AnswerMessage,
    refusal::{Answer, refuse},
    table::{Stage, Table},
};

/// A question that waits for the user's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OpenQuestion {
    /// Confirmation to give up the game at this table.
    GivingUp(u32),
    /// Confirmation of this action at its cost.
    Price(u32, String),
    /// Confirmation of a hint at its cost.
    Hint(u32),
    /// Confirmation of the deletion of the user's data.
    Forgetting,
    /// A request by the other player at this table, or a challenge to the user.
    Agreement(u32),
    /// A prompt of the rules at this table with exactly two answers.
    Choice(u32, [String; 2]),
}

impl OpenQuestion {
    /// Returns the commands that answer it.
    fn answers(&self) -> String {
        match self {
            OpenQuestion::GivingUp(id) => format!("`t{id} resign`"),
            OpenQuestion::Price(id, action) => format!("`t{id} {action}`"),
            OpenQuestion::Hint(id) => format!("`t{id} hint`"),
            OpenQuestion::Forgetting => "`forget me`".to_owned(),
            OpenQuestion::Agreement(id) => format!("`t{id} accept`, `t{id} decline`"),
            OpenQuestion::Choice(id, [yes, no]) => format!("`t{id} {yes}`, `t{id} {no}`"),
        }
    }
}

impl Lobby {
    /// Answers the only open question with yes or no.
    pub(super) fn answer_question(
        &mut self,
        line: &Line,
        named: Option<u32>,
        is_yes: bool,
    ) -> Answer {
        let open = self.questions(line, named);
        let [question] = open.as_slice() else {
            if open.is_empty() {
                return Err(self.nothing_asked(line, named));
            }
            let answers: Vec<String> = open.iter().map(OpenQuestion::answers).collect();
            let answers = answers.join("; ");
            return refuse(AnswerMessage::Which { answers });
        };
        match (question.clone(), is_yes) {
            (OpenQuestion::GivingUp(id), true) => self.resign(line, Some(id)),
            (OpenQuestion::GivingUp(id), false) => self.stay(line, id),
            (OpenQuestion::Price(id, action), true) => self.play(line, id, &action),
            (OpenQuestion::Price(id, _), false) => self.without_price(line, id),
            (OpenQuestion::Hint(id), true) => self.ask_computer(line, Some(id), Wanted::Hint),
            (OpenQuestion::Hint(id), false) => self.no_hint(line, id),
            (OpenQuestion::Forgetting, true) => self.forget(line),
            (OpenQuestion::Forgetting, false) => Ok(vec![self.not_forgotten(line)]),
            (OpenQuestion::Agreement(id), true) => self.accept(line, Some(id)),
            (OpenQuestion::Agreement(id), false) => self.decline(line, Some(id)),
            (OpenQuestion::Choice(id, [yes, no]), _) => {
                self.play(line, id, if is_yes { &yes } else { &no })
            }
        }
    }

    /// Cancels a costly action, and asks again for an action.
    fn without_price(&mut self, line: &Line, id: u32) -> Answer {
        self.game_on(id)?.close_questions();
        self.changed(line, id, &[])
    }

    /// Returns whether a question is open for the user.
    pub(super) fn is_asking(&self, line: &Line, named: Option<u32>) -> bool {
        !self.questions(line, named).is_empty()
    }

    /// Returns the questions open for the user: at the named table, in the thread, or in the room.
    fn questions(&self, line: &Line, named: Option<u32>) -> Vec<OpenQuestion> {
        let user = line.sender.id.as_str();
        let in_thread = named.is_none() && self.in_thread(line).is_some();
        let tables = self.tables.in_room(&line.room).filter(|table| {
            named.is_none_or(|named| table.id == named)
                && (!in_thread || table.thread == line.thread)
        });
        let mut questions: Vec<OpenQuestion> = tables
            .flat_map(|table| self.questions_at(table, user))
            .collect();
        let forgetting = self.confirmations.is_forgetting(line, self.now) && named.is_none();
        questions.extend(forgetting.then_some(OpenQuestion::Forgetting));
        questions
    }

    /// Returns the questions of a table to a user.
    fn questions_at(&self, table: &Table, user: &str) -> Vec<OpenQuestion> {
        let id = table.id;
        let asked = is_asked(table, user).then_some(OpenQuestion::Agreement(id));
        let mut questions: Vec<OpenQuestion> = asked.into_iter().collect();
        let (Stage::Playing(game), Some(own)) = (&table.stage, table.seat_of(user)) else {
            return questions;
        };
        questions.extend(
            game.gives_up(own, self.now)
                .then_some(OpenQuestion::GivingUp(id)),
        );
        let warned = game.is_warned_of(own, self.now);
        questions.extend(warned.map(|action| OpenQuestion::Price(id, action.to_owned())));
        let hint = game.is_asked_for_hint(self.now);
        questions.extend(hint.then_some(OpenQuestion::Hint(id)));
        let is_mover = game.live.to_move() == Some(own) && table.contest().is_none();
        let prompt = game.live.prompt().filter(|it| is_mover && it.is_yes_or_no);
        let answers = prompt.map(|prompt| prompt.choices.into_iter().map(|it| it.action));
        let answers: Vec<String> = answers.into_iter().flatten().collect();
        let choice = answers.try_into().map(|two| OpenQuestion::Choice(id, two));
        questions.extend(choice);
        questions
    }
}
