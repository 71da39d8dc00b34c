//! How a game is taught: topics in an order, each with pictures. A picture is a position text and
//! actions that are played on it, so that nothing can be shown that the rules do not do. The
//! sentences are somebody else's: here are their codes. What a picture shows comes out of
//! [`crate::frames`].

/// How one game is taught.
#[derive(Debug)]
pub struct Teaching {
    /// The code of its goal, in a few lines.
    pub goal: &'static str,
    /// What is explained, in order.
    pub topics: &'static [Topic],
    /// How many of them, at the end, are about what is only there if it was agreed on.
    pub agreed: usize,
    /// The code of how it is played in a chat: commands and notation.
    pub play: &'static str,
    /// A first turn.
    pub first_turn: Picture,
}

/// Something that is explained at once.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// The code of its heading.
    pub title: &'static str,
    /// The code of the explanation.
    pub text: &'static str,
    /// What it looks like.
    pub pictures: &'static [Picture],
}

/// A position, and what is played there.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The position text.
    pub position: &'static str,
    /// The actions, in notation.
    pub actions: &'static [&'static str],
    /// The dice that are rolled meanwhile.
    pub dice: &'static [u8],
    /// Points in the outermost rows and columns of what is shown; nothing stands for all of it.
    pub seen: &'static [&'static str],
}

impl Teaching {
    /// What is explained where nothing was agreed on.
    pub fn usual(&self) -> &'static [Topic] {
        let count = self.topics.len().saturating_sub(self.agreed);
        self.topics.get(..count).unwrap_or_default()
    }
}

impl Topic {
    /// A topic.
    pub const fn of(
        title: &'static str,
        text: &'static str,
        pictures: &'static [Picture],
    ) -> Topic {
        Topic {
            title,
            text,
            pictures,
        }
    }
}

impl Picture {
    /// A picture without dice.
    pub const fn of(
        position: &'static str,
        actions: &'static [&'static str],
        seen: &'static [&'static str],
    ) -> Picture {
        Picture {
            position,
            actions,
            dice: &[],
            seen,
        }
    }
}
