//! Legal actions, listed by kind.

use std::{borrow::Cow, cell::LazyCell};

use games::{ActionKind, Arg, Fact, Live, MAX_LISTED, Parts, Possible};

use crate::{
    access::AccessGate,
    command::table_number,
    context::{Context, Environment},
    message::Block,
    names,
    play::contests,
    players::PlayerData,
    puzzles::task::{example_of, is_solution, without_use},
    refusal::{Answer, refuse},
    tables::{Stage, Table, TableIndex, lookup},
    text::{
        boards,
        messages::{MovesMessage, TableMessage},
    },
    traffic::Effect,
};

/// Maximum number of actions listed at once.
const MAX_SHOWN: usize = 60;

/// Number of legal actions from which on listing them is slow. Initial positions of ZÈRTZ have less than half as
/// many.
const EXPENSIVE_FROM: usize = 5_000;

/// Additional rate-limit cost of such a list, in commands.
const EXPENSIVE_COST: u32 = 4;

/// Lists the prompt and the legal actions, or those that match a filter. A filter that is the number of a
/// table here names that table.
pub fn moves(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    access: &mut AccessGate,
    filter: Option<&str>,
) -> Answer {
    let (cx, filter) = match filter {
        Some(word) if cx.named.is_none() && lookup::is_table(cx, tables, word) => {
            (&cx.with_named_table(table_number(word)), None)
        }
        filter => (cx, filter),
    };
    let id = lookup::looked_at(cx, tables)?.id;
    if let Some(answer) = contests::blocked_by_contest(cx, tables, players, id) {
        return answer;
    }
    let table = lookup::table(tables, id)?;
    let live = match &table.stage {
        Stage::Playing(game) => &game.live,
        Stage::Over(_) => return Err(lookup::game_over(cx, id).into()),
        _ => return refuse(TableMessage::NotBegun),
    };
    // Listing many actions takes milliseconds, and a prefix search does without, so the list is lazy.
    let all = LazyCell::new(|| live.first_possible());
    let found = matching(live, &all, filter.unwrap_or_default());
    let is_long = |list: &Possible| list.has_more || list.actions.len() >= EXPENSIVE_FROM;
    if is_long(&found) || (found.actions.is_empty() && is_long(&all)) {
        access.charge(cx.line, EXPENSIVE_COST);
    }
    if found.actions.is_empty() {
        let filter = filter.unwrap_or_default();
        return Ok(vec![none_like(cx, table, live, &all, filter)]);
    }
    let mut lines = asked_first(cx, table, live, filter);
    if filter.is_none() && is_told(live, &found.actions) {
        return Ok(vec![cx.reply(lines.join("\n"))]);
    }
    lines.push(cx.sentence(counted(&found, || all.actions.len())));
    let mut blocks = vec![Block::Text(lines.join("\n"))];
    // A partial list does not show which combinations are possible.
    let free = if found.has_more {
        Vec::new()
    } else {
        FreeChoice::all_of(live, &found.actions)
    };
    for free in &free {
        blocks.push(Block::Text(freely(cx, free, table, live, &found.actions)));
    }
    let is_free = |action: &String| free.iter().any(|free| free.holds(live, action));
    let mut found = found;
    found.actions.retain(|action| !is_free(action));
    blocks.extend(listed_by_kind(cx, live, &found, filter.unwrap_or_default()));
    Ok(vec![cx.answer(blocks)])
}

/// Returns the prompt above the list; an open question comes with its answers. Details that help to decide
/// are included without a filter.
fn asked_first(
    env: &Environment<'_>,
    table: &Table,
    live: &Live,
    filter: Option<&str>,
) -> Vec<String> {
    let Some(mut prompt) = live.prompt() else {
        return Vec::new();
    };
    if !prompt.choices.is_empty() || table.computer_to_move().is_some() {
        return vec![boards::prompt_text(env, table, live)];
    }
    if table.is_puzzle() {
        prompt.ask = without_use(prompt.ask);
    }
    let names = table.names();
    let example = example_of(table, live).unwrap_or_default();
    let ask = prompt.ask.with("example", example).with("listed", "yes");
    let details = prompt.details.iter().filter(|_| filter.is_none_or(is_use));
    // A filter for abilities needs no pointer to them.
    let ask = Some(&ask).filter(|_| !filter.is_some_and(is_use));
    let facts = ask.into_iter().chain(details);
    facts.map(|fact| env.text.say(fact, &names)).collect()
}

/// Lists actions by kind: of many equivalent ones a single example, and of too many others the first of each
/// kind.
fn listed_by_kind(
    env: &Environment<'_>,
    live: &Live,
    found: &Possible,
    filter: &str,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut groups = by_kind(live, &found.actions);
    let has_more = found.has_more;
    let known = letters(filter).chars().count().max(alike(&found.actions));
    let alike = groups.iter().position(|(_, actions)| {
        let first = actions.first();
        first.is_some_and(|first| live.position().is_one_of_many(first))
    });
    let alike = alike.map(|place| groups.remove(place));
    let found: usize = groups.iter().map(|(_, actions)| actions.len()).sum();
    let shares = shares(groups.iter().map(|(_, actions)| actions.len()));
    let mut cut = None;
    for ((kind, actions), share) in groups.iter_mut().zip(&shares) {
        let head = kind.clone().with("count", actions.len());
        let head = head.with("more", if has_more { "yes" } else { "no" });
        let head = env.sentence(head);
        if actions.len() > *share {
            cut = cut.or(actions.first().copied());
            actions.truncate(*share);
        }
        blocks.push(Block::Text(format!("{head}\n{}", listed(actions))));
    }
    if let Some(example) = cut {
        let shown: usize = shares.iter().sum();
        let example = narrower(example, known);
        let more = if has_more {
            MovesMessage::ManyMore { example }
        } else {
            MovesMessage::More {
                count: found - shown,
                example,
            }
        };
        blocks.push(Block::Text(env.sentence(more)));
    }
    if let Some((kind, actions)) = alike {
        // One example represents all of them.
        let head = env.sentence(kind.with("count", actions.len()));
        let example: Vec<&str> = actions.into_iter().take(1).collect();
        blocks.push(Block::Text(format!("{head}\n{}", listed(&example))));
    }
    blocks
}

/// Reports that nothing matches, and for an illegal action the reason.
fn none_like(cx: &Context<'_>, table: &Table, live: &Live, all: &Possible, filter: &str) -> Effect {
    let first = all.actions.first().filter(|_| all.has_more);
    let count = all.actions.len();
    let quoted = names::quoted(filter);
    let none = match first {
        Some(first) => MovesMessage::NoneLikeMany {
            filter: quoted,
            count,
            example: narrower(first, alike(&all.actions)),
        },
        None => MovesMessage::NoneLike {
            filter: quoted,
            count,
        },
    };
    let is_open = live
        .prompt()
        .is_some_and(|prompt| !prompt.choices.is_empty());
    let mut lines = Vec::new();
    if is_open {
        lines.push(cx.sentence(MovesMessage::AnswerFirst));
    }
    lines.extend(asked_first(cx, table, live, Some(filter)));
    // In that case the open question was already mentioned.
    let why = live.refusal(filter);
    let why = why.filter(|_| live.position().reads(filter) && !is_open);
    let names = table.names();
    let found = [Some(none.into()), why].into_iter().flatten();
    lines.extend(found.map(|fact| cx.text.say(&fact, &names)));
    cx.reply(lines.join("\n"))
}

/// Lists the choices for each part of composed actions.
fn freely(
    env: &Environment<'_>,
    free: &FreeChoice,
    table: &Table,
    live: &Live,
    found: &[String],
) -> String {
    let mut lines = Vec::new();
    for (head, values) in free.heads.iter().zip(&free.values) {
        lines.push(env.sentence(head.clone().with("count", values.len())));
        if values.len() <= MAX_SHOWN {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            lines.push(listed(&values));
        } else if let near @ [_, ..] = near(live, values).as_slice() {
            lines.push(format!("{} …", listed(near)));
        }
    }
    let is_one = |usual: &String| found.contains(usual) && free.holds(live, usual);
    let usual = example_of(table, live).filter(is_one);
    // At a puzzle, an example that is not the solution.
    let is_other = |it: &&String| free.holds(live, it) && !is_solution(live, it);
    let first = found.iter().find(is_other);
    let example = usual.or_else(|| first.cloned());
    let example = example.map(|example| MovesMessage::AnyExample { example });
    lines.extend(example.map(|example| env.sentence(example)));
    lines.join("\n")
}

/// Actions whose parts can be chosen independently: every combination of different parts is legal.
struct FreeChoice {
    heads: Vec<Fact>,
    /// The choices for each part.
    values: Vec<Vec<String>>,
}

impl FreeChoice {
    /// Groups actions by their structure, and returns the groups with independent parts.
    fn all_of(live: &Live, found: &[String]) -> Vec<FreeChoice> {
        let mut alike: Vec<Vec<Parts>> = Vec::new();
        for parts in found.iter().filter_map(|it| live.position().parts(it)) {
            let fits = |others: &&mut Vec<Parts>| {
                let first = others.first();
                first.is_some_and(|first| first.heads == parts.heads)
            };
            match alike.iter_mut().find(fits) {
                Some(others) => others.push(parts),
                None => alike.push(vec![parts]),
            }
        }
        let free = alike.iter().filter_map(|parts| FreeChoice::of(parts));
        free.collect()
    }

    fn of(parts: &[Parts]) -> Option<FreeChoice> {
        let heads = parts.first()?.heads.clone();
        let mut values: Vec<Vec<String>> = vec![Vec::new(); heads.len()];
        for action in parts {
            for (values, part) in values.iter_mut().zip(&action.parts) {
                if !values.contains(part) {
                    values.push(part.clone());
                }
            }
        }
        let several = values.iter().filter(|values| values.len() > 1).count() > 1;
        let free = FreeChoice { heads, values };
        (several && free.combinations() == parts.len()).then_some(free)
    }

    /// Returns the number of ways to choose different parts.
    fn combinations(&self) -> usize {
        let mut chosen: Vec<Vec<&String>> = vec![Vec::new()];
        for values in &self.values {
            let longer = chosen.iter().flat_map(|chosen| {
                let others = values.iter().filter(|value| !chosen.contains(value));
                others.map(|value| chosen.iter().copied().chain([value]).collect())
            });
            chosen = longer.collect();
        }
        chosen.len()
    }

    /// Returns whether an action belongs to the group.
    fn holds(&self, live: &Live, action: &str) -> bool {
        let parts = live.position().parts(action);
        parts.is_some_and(|parts| parts.heads == self.heads)
    }
}

/// Returns the number of actions listed per group: small groups in full, the rest shared by the large ones.
fn shares(sizes: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut shares: Vec<usize> = sizes.collect();
    let mut by_size: Vec<&mut usize> = shares.iter_mut().collect();
    by_size.sort();
    let mut left = MAX_SHOWN;
    for (waiting, share) in (1..=by_size.len()).rev().zip(by_size) {
        *share = (*share).min(left / waiting);
        left -= *share;
    }
    shares
}

/// Returns the heading with the number of actions found, or of those seen if there are more.
fn counted(found: &Possible, seen: impl Fn() -> usize) -> Fact {
    let count = found.actions.len();
    let counted = match found.has_more {
        false => MovesMessage::Found { count },
        true if count >= MAX_LISTED => MovesMessage::FoundMany { count },
        true => MovesMessage::FoundAmong {
            count,
            seen: seen(),
        },
    };
    counted.into()
}

/// Normalises a text for comparison: lower case, without spaces and hyphens.
fn letters(text: &str) -> String {
    each_letter(text).collect()
}

fn each_letter(text: &str) -> impl Iterator<Item = char> + Clone {
    let counted = text.chars().filter(|c| !matches!(c, ' ' | '-'));
    counted.flat_map(char::to_lowercase)
}

/// Returns whether an action, or its beginning, and a wanted prefix agree as far as both go. `k` stands for all
/// actions of the black breaker, including its abilities.
fn may_start_with(action: &str, wanted: &str) -> bool {
    let continues = |letters: &mut dyn Iterator<Item = char>| {
        letters.zip(wanted.chars()).all(|(one, other)| one == other)
    };
    let mut letters = each_letter(action);
    continues(&mut letters.clone()) || (begins_with(&mut letters, "use") && continues(&mut letters))
}

/// Returns whether these letters come next.
fn begins_with(letters: &mut impl Iterator<Item = char>, wanted: &str) -> bool {
    wanted.chars().all(|letter| letters.next() == Some(letter))
}

/// Returns whether an action begins with these letters.
fn starts_with(action: &str, wanted: &str) -> bool {
    let mut letters = each_letter(action);
    begins_with(&mut letters.clone(), wanted)
        || (begins_with(&mut letters, "use") && begins_with(&mut letters, wanted))
}

/// Returns the actions that begin with the filter, however many others there are; otherwise those among the first
/// ones that contain it. Of many, those on visible places come first, far corners of a large table last.
fn matching(
    live: &Live,
    all: &LazyCell<Possible, impl FnOnce() -> Possible>,
    filter: &str,
) -> Possible {
    let wanted = letters(filter);
    let of_all = |fits: &dyn Fn(&String) -> bool| Possible {
        actions: all.actions.iter().filter(|it| fits(it)).cloned().collect(),
        has_more: all.has_more,
    };
    // A lone capital is a kind of piece or marble if the game has it, since no spot is named so.
    if let [capital @ b'A'..=b'Z'] = filter.as_bytes()
        && live.position().has_piece((*capital).into())
    {
        let is_kind =
            |(name, arg): &(Cow<'_, str>, Arg)| name == "piece" && arg.to_string() == filter;
        // A basic piece of GIPF is written without its letter.
        let is_of = |action: &str| {
            let kind = live.position().kind(action);
            kind.is_some_and(|(_, heading)| heading.args.iter().any(is_kind))
        };
        let found = of_all(&|action| action.starts_with(filter) || is_of(action));
        return if found.actions.is_empty() {
            // A captured one: `x d3Gd5`.
            of_all(&|action| action.contains(filter))
        } else {
            found
        };
    }
    let mut found = if wanted.is_empty() {
        Possible::clone(all)
    } else {
        let mut begun = live.possible(&|action| may_start_with(action, &wanted));
        begun.actions.retain(|action| starts_with(action, &wanted));
        begun
    };
    if found.actions.is_empty() {
        found = of_all(&|action| letters(action).contains(&wanted));
    }
    if found.actions.is_empty() {
        // A dot alone stands for the entries from it.
        found = Possible {
            actions: live.readings(filter),
            has_more: false,
        };
    }
    if found.actions.is_empty()
        && let Some(kind) = ActionKind::from_word(&wanted)
    {
        let is_of = |action: &str| live.position().kind(action).map(|(kind, _)| kind) == Some(kind);
        found = of_all(&|action| is_of(action));
    }
    if found.actions.len() > MAX_SHOWN {
        let points = live.scene().points;
        let seen = |word: &str| points.iter().any(|point| point.name == word);
        let is_far = |action: &String| !action.split([' ', '=']).any(seen);
        found.actions.sort_by_cached_key(is_far);
    }
    found
}

/// Returns whether all of these actions are answers listed in the prompt.
fn is_told(live: &Live, actions: &[String]) -> bool {
    let Some(prompt) = live.prompt() else {
        return false;
    };
    let is_answer = |action: &&String| prompt.choices.iter().any(|it| it.action == **action);
    actions.iter().filter(is_answer).count() == actions.len()
}

/// Returns whether a filter is about abilities.
fn is_use(filter: &str) -> bool {
    filter.trim().to_lowercase().starts_with("use")
}

/// Returns the places that are visible on the board.
fn near<'a>(live: &Live, places: &'a [String]) -> Vec<&'a str> {
    let points = live.scene().points;
    let seen = |place: &&str| points.iter().any(|point| point.name == *place);
    let near = places.iter().map(String::as_str).filter(seen);
    near.take(MAX_SHOWN).collect()
}

/// Returns the length of the common prefix of these actions.
fn alike(actions: &[String]) -> usize {
    let Some((first, others)) = actions.split_first() else {
        return 0;
    };
    let first = letters(first);
    let shared = |other: &String| {
        let pairs = first.chars().zip(each_letter(other));
        pairs.take_while(|(one, other)| one == other).count()
    };
    others.iter().map(shared).min().unwrap_or_default()
}

/// Returns the beginning of an action, one letter longer than the known prefix.
fn narrower(action: &str, known: usize) -> String {
    let counts = |c: &char| !matches!(c, ' ' | '-');
    let wanted = known + 1;
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

/// Groups actions by kind, in order of appearance.
fn by_kind<'a>(live: &Live, actions: &'a [String]) -> Vec<(Fact, Vec<&'a str>)> {
    let mut groups: Vec<(Fact, Vec<&str>)> = Vec::new();
    for action in actions {
        let Some((_, heading)) = live.position().kind(action) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, group)) => group.push(action),
            None => groups.push((heading, vec![action])),
        }
    }
    groups
}

/// Joins actions by spaces, so that each client wraps them to its width.
fn listed(actions: &[&str]) -> String {
    let actions = actions.iter().map(|action| format!("`{action}`"));
    actions.collect::<Vec<_>>().join(" ")
}
