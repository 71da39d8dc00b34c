//! The look of boards, and its settings per room and player.

use games::Fact;

use crate::{
    command::{Change, View},
    handling::{Lobby, lookup::begun, puzzle::task::task},
    line::Line,
    look::{Boards, Theme},
    message::{Block, Figures},
    messages::{
        access::RoomSetting,
        boards::{BoardsMessage, Changed},
        table::{Place, TableMessage},
    },
    player_data::{PlayerWish, RoomWish},
    refusal::{Answer, Refusal, refuse},
    table::Stage,
    traffic::Effect,
    words,
};

impl Lobby {
    /// Shows the board of a table, in another form than usual if one is given.
    pub(super) fn board(&self, line: &Line, named: Option<u32>, view: Option<View>) -> Answer {
        let id = self.looked_at(line, named)?;
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        let live = begun(table)?;
        let names = table.names();
        let in_words = view == Some(View::Words);
        let board = self.position(table, live, false);
        let board = if in_words {
            let mut lines = words::board(&self.wording, &board.diagram);
            let side_panel = live.side_panel_without_picture();
            lines.extend(side_panel.iter().map(|fact| self.wording.say(fact, &names)));
            Block::Text(lines.join("\n"))
        } else {
            Block::Position(board)
        };
        let mut blocks = vec![Block::Text(self.list_line(table)), board];
        match &table.stage {
            Stage::Playing(_) => {
                let figures = self.figures(live, &names, false);
                blocks.extend(figures.and_then(|block| match block {
                    // The description in words includes the odds that a picture shows.
                    Block::Figures(Figures { unseen, .. }) if in_words => {
                        (!unseen.is_empty()).then_some(Block::Text(unseen))
                    }
                    block => Some(block),
                }));
                let task = task(table).map(|task| self.wording.say(&task, &names));
                let asked = task.into_iter().chain([self.question(table, live)]);
                blocks.push(Block::Text(asked.collect::<Vec<_>>().join("\n")));
            }
            Stage::Over(over) => blocks.extend(self.farewell(line, table, over, live)),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => {}
        }
        let mut answer = self.answer(line, blocks);
        if let (Some(View::As(boards)), Effect::SendMessage(message)) = (view, &mut answer) {
            message.look.boards = boards;
        }
        Ok(vec![answer])
    }

    /// Shows or sets the form of boards: of a room, or of the writer in direct messages.
    pub(super) fn change_boards(&mut self, line: &Line, change: Change<Boards>) -> Answer {
        self.check_may_change_look(line, &change)?;
        let set = match change {
            Change::Tell => None,
            Change::Set(boards) => self.wish(line, |wish| *wish.boards = Some(boards)),
            Change::Reset => self.wish(line, |wish| *wish.boards = None),
        };
        let boards = self.look(line).boards;
        let told = BoardsMessage::Told {
            change: change.into(),
            r#where: place(line),
            boards,
        };
        Ok(self.set_and_said(line, set, told))
    }

    /// Shows or sets the colours of pictures, with the same scope.
    pub(super) fn change_theme(&mut self, line: &Line, change: Change<Theme>) -> Answer {
        self.check_may_change_look(line, &change)?;
        let set = match change {
            Change::Tell => None,
            Change::Set(theme) => self.wish(line, |wish| *wish.theme = Some(theme)),
            Change::Reset => self.wish(line, |wish| *wish.theme = None),
        };
        let theme = self.look(line).theme;
        let told = BoardsMessage::ThemeTold {
            change: change.into(),
            r#where: place(line),
            theme,
        };
        Ok(self.set_and_said(line, set, told))
    }

    /// Checks the permission to change the look; showing it needs none.
    fn check_may_change_look<T>(&self, line: &Line, change: &Change<T>) -> Result<(), Refusal> {
        match change {
            Change::Tell => Ok(()),
            Change::Set(_) | Change::Reset => self.check_may_change_room(line, RoomSetting::Look),
        }
    }

    /// Changes the settings that apply where a line was written; returns the effect that stores them if they
    /// differ.
    fn wish(&mut self, line: &Line, change: impl FnOnce(LookWish)) -> Option<Effect> {
        if line.direct {
            let old = self.players.player(&line.sender.id);
            let mut wish = old.clone();
            change(LookWish::from(&mut wish));
            (wish != old).then(|| self.players.set_player(&line.sender.id, wish))
        } else {
            let old = self.players.room(&line.room);
            let mut wish = old.clone();
            change(LookWish::from(&mut wish));
            (wish != old).then(|| self.players.set_room(&line.room, wish))
        }
    }

    fn set_and_said(&self, line: &Line, set: Option<Effect>, said: BoardsMessage) -> Vec<Effect> {
        let said = Fact::from(said).with("prefix", self.shown_prefix(line));
        let said = self.answer(line, vec![Block::Text(self.sentence(&said))]);
        set.into_iter().chain([said]).collect()
    }
}

/// Returns the scope of a setting changed by a line.
fn place(line: &Line) -> Place {
    if line.direct {
        Place::Direct
    } else {
        Place::Room
    }
}

impl<T> From<Change<T>> for Changed {
    fn from(change: Change<T>) -> Changed {
        match change {
            Change::Tell => Changed::None,
            Change::Set(_) => Changed::Set,
            Change::Reset => Changed::Reset,
        }
    }
}

/// The look settings of a room or a player.
struct LookWish<'a> {
    boards: &'a mut Option<Boards>,
    theme: &'a mut Option<Theme>,
}

impl<'a> From<&'a mut RoomWish> for LookWish<'a> {
    fn from(wish: &'a mut RoomWish) -> LookWish<'a> {
        LookWish {
            boards: &mut wish.boards,
            theme: &mut wish.theme,
        }
    }
}

impl<'a> From<&'a mut PlayerWish> for LookWish<'a> {
    fn from(wish: &'a mut PlayerWish) -> LookWish<'a> {
        LookWish {
            boards: &mut wish.boards,
            theme: &mut wish.theme,
        }
    }
}
