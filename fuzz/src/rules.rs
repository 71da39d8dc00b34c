//! Invariants of every position and every action of every game.

use games::{Dice, Play, Seed, read_position};

/// The seed of all dice: an input has to lead to the same end each time.
const SEED: Seed = Seed([7; 32]);

/// Returns dice with the same rolls each time.
pub fn dice() -> Dice {
    Dice::from_seed(SEED)
}

/// Checks that everything about a position can be shown, and is consistent. Returns the legal actions.
pub fn check_position(position: &dyn Play) -> Vec<String> {
    let listed = position.legal_actions();
    let over = position.outcome().is_some();
    assert_eq!(position.to_move().is_none(), over, "{}", position.text());
    assert_eq!(position.prompt().is_none(), over, "{}", position.text());
    assert_eq!(listed.is_empty(), over, "{}", position.text());
    if over {
        let text = position.text();
        let again = read_position(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(again.text(), text);
        assert_eq!(again.outcome(), position.outcome(), "{text}");
    }
    if let Some(example) = position.example() {
        assert!(listed.contains(&example), "{example}");
    }
    position.opening();
    let drawing = lobby::draw::board::draw(&position.scene(), lobby::draw::Width::Wide);
    assert!(drawing.is_ascii(), "{drawing}");
    let widest = drawing.lines().map(str::len).max().unwrap_or_default();
    assert!(widest <= 44, "{drawing}");
    listed
}

/// Plays an action in some notation. Checks that it is accepted if and only if its canonical form is listed,
/// that the canonical form does the same, and that a refused action changes nothing. Giving up is never
/// listed. Returns the position afterwards, if the action was accepted.
pub fn check_action(position: &dyn Play, listed: &[String], action: &str) -> Option<Box<dyn Play>> {
    let before = position.text();
    let mut dice = dice();
    let played = position.play(action, &mut dice);
    assert_eq!(position.text(), before);
    let Ok(step) = played else {
        let is_listed = listed.iter().any(|legal| legal == action);
        assert!(!is_listed, "{action} at {before}");
        assert_eq!(dice.rolled(), 0, "{action} at {before}");
        return None;
    };
    assert!(position.reads(action), "{action} at {before}");
    let canonical = step.action.as_str();
    let same = listed.iter().filter(|legal| *legal == canonical);
    let expected = usize::from(canonical != "quit");
    assert_eq!(same.count(), expected, "{canonical} at {before}");
    // Facts need not be equal: a push can be written from two dots.
    let again = position.play(canonical, &mut self::dice());
    let again = again.unwrap_or_else(|why| panic!("{canonical} at {before}: {why}"));
    assert_eq!(again.action, canonical);
    assert_eq!(
        again.position.text(),
        step.position.text(),
        "{action} at {before}"
    );
    Some(step.position)
}

/// Returns the action with the number behind `%`, modulo the number of actions.
pub fn numbered(text: &str, actions: &[String]) -> Option<String> {
    let number: usize = text.trim().strip_prefix('%')?.parse().ok()?;
    actions.get(number.checked_rem(actions.len())?).cloned()
}
