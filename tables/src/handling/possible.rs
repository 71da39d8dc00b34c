//! What can be played now, by kinds.

use games::{Fact, Live};

use super::{Answer, Tables, refuse};
use crate::{line::Line, message::Block, names, table::Stage};

/// As many actions as are listed at once.
const LISTED: usize = 60;

impl Tables {
    /// What has to be done now, and everything that can be played, or what contains some letters.
    pub(super) fn moves(
        &mut self,
        line: &Line,
        named: Option<u32>,
        filter: Option<&str>,
    ) -> Answer {
        let id = self.looked_at(line, named)?;
        if let Some(answer) = self.held_up(line, id) {
            return answer;
        }
        let (table, live) = match self.seating.get(id).map(|table| (table, &table.stage)) {
            Some((table, Stage::Playing(game))) => (table, &game.live),
            Some((_, Stage::Over(_))) => return refuse("game-over"),
            _ => return refuse("not-begun"),
        };
        let all = live.legal_actions();
        let found = matching(live, &all, filter.unwrap_or_default());
        if found.is_empty() {
            let filter = names::quoted(filter.unwrap_or_default());
            return Err(Fact::new("no-moves-like")
                .with("filter", filter)
                .with("count", all.len())
                .into());
        }
        let mut lines = Vec::new();
        if let Some(prompt) = live.prompt() {
            let example = live.example().unwrap_or_default();
            let ask = prompt.ask.with("example", example).with("listed", "yes");
            lines.push(self.wording.say(&ask, &table.names()));
        }
        lines.push(self.sentence(&Fact::new("moves-found").with("count", found.len())));
        let mut blocks = vec![Block::Text(lines.join("\n"))];
        let mut groups = by_kind(live, &found);
        let shares = shares(groups.iter().map(|(_, actions)| actions.len()));
        let mut cut = None;
        for ((kind, actions), share) in groups.iter_mut().zip(&shares) {
            let head = kind.clone().with("count", actions.len());
            let head = self.sentence(&head);
            if actions.len() > *share {
                cut = cut.or(actions.first().copied());
                actions.truncate(*share);
            }
            blocks.push(Block::Text(format!("{head}\n{}", listed(actions))));
        }
        if let Some(example) = cut {
            let shown: usize = shares.iter().sum();
            let more = Fact::new("moves-more")
                .with("count", found.len() - shown)
                .with("example", narrower(example, filter.unwrap_or_default()));
            blocks.push(Block::Text(self.sentence(&more)));
        }
        Ok(vec![self.answer(line, blocks)])
    }
}

/// How many of each group are listed: all of the small ones, and what is left for the large ones.
fn shares(sizes: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut shares: Vec<usize> = sizes.collect();
    let mut by_size: Vec<&mut usize> = shares.iter_mut().collect();
    by_size.sort();
    let mut left = LISTED;
    for (waiting, share) in (1..=by_size.len()).rev().zip(by_size) {
        *share = (*share).min(left / waiting);
        left -= *share;
    }
    shares
}

/// The actions that begin with these letters, or else those that contain them. Of many, those come
/// first that lead to what can be seen on the board, far corners of a large table last.
fn matching<'a>(live: &Live, all: &'a [String], filter: &str) -> Vec<&'a String> {
    let letters = |text: &str| text.to_lowercase().replace([' ', '-'], "");
    let wanted = letters(filter);
    let starting = |action: &&String| letters(action).starts_with(&wanted);
    let containing = |action: &&String| letters(action).contains(&wanted);
    let mut found: Vec<&String> = all.iter().filter(starting).collect();
    if found.is_empty() {
        found = all.iter().filter(containing).collect();
    }
    if found.len() > LISTED {
        let points = live.scene().points;
        let seen = |word: &str| points.iter().any(|point| point.name == word);
        found.sort_by_key(|action| !action.split([' ', '=']).any(seen));
    }
    found
}

/// The beginning of an action, one letter longer than what was asked for.
fn narrower(action: &str, filter: &str) -> String {
    let counts = |c: &char| !matches!(c, ' ' | '-');
    let wanted = filter.chars().filter(counts).count() + 1;
    let mut seen = 0;
    let fits = |c: &char| {
        seen += usize::from(counts(c));
        seen <= wanted
    };
    action
        .chars()
        .take_while(fits)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// The actions by their kinds, both in the order in which they come.
fn by_kind<'a>(live: &Live, actions: &[&'a String]) -> Vec<(Fact, Vec<&'a str>)> {
    let mut groups: Vec<(Fact, Vec<&str>)> = Vec::new();
    for action in actions {
        let Some(kind) = live.kind(action) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, group)) => group.push(action),
            None => groups.push((kind, vec![action])),
        }
    }
    groups
}

/// Actions beside each other, which each client breaks into lines as wide as it is.
fn listed(actions: &[&str]) -> String {
    let actions = actions.iter().map(|action| format!("`{action}`"));
    actions.collect::<Vec<_>>().join(" ")
}
