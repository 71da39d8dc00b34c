//! A game that is over or goes on, shown once more from its start.

use games::{Diagram, Live, Record, RecordError, diagram::State};

/// A game to be shown from its start.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// The game.
    pub record: &'a Record,
    /// The number of its table, if it has one.
    pub table: Option<u32>,
    /// The names of the players in the order of their seats.
    pub players: &'a [String],
    /// How it ended, where its record does not tell: somebody resigned, or both agreed on a draw.
    pub ended: Option<State>,
}

impl Replay<'_> {
    /// Shows the board at the start and after every turn.
    ///
    /// # Errors
    /// Where the record cannot be played through, and why.
    pub(crate) fn each(&self, mut seen: impl FnMut(&Diagram)) -> Result<(), RecordError> {
        let turns = self.record.turns.len();
        Live::retrace(self.record, &mut |live: &Live| {
            let mut diagram = Diagram::past(live, self.table, self.players);
            if let Some(state) = self.ended
                && live.record().turns.len() == turns
            {
                diagram.state = state;
            }
            seen(&diagram);
        })?;
        Ok(())
    }
}
