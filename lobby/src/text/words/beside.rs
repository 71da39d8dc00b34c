//! The side panel of a board, in words.

use games::{
    Fact, Seat, run,
    scene::{Beside, Holder, Item, Lattice, Scene, ScenePiece},
};

use crate::text::{
    messages::WordsMessage,
    wording::Wording,
    words::{listed, small},
};

/// Describes the side panel in its order; an empty stock is mentioned only if it matters.
pub fn words(wording: &Wording, scene: &Scene) -> Vec<Fact> {
    let mut words = Vec::new();
    for beside in &scene.beside {
        match beside {
            Beside::Stock { holder, items } => {
                let items = items
                    .iter()
                    .map(|item| told(wording, scene.lattice, *holder, item));
                let items = listed(items);
                let stock = match *holder {
                    Holder::Reserve(seat) => WordsMessage::Reserve { seat, items },
                    Holder::Lost(seat) => WordsMessage::Lost { seat, items },
                    Holder::Captured(seat) => WordsMessage::Captured { seat, items },
                    Holder::Pool => WordsMessage::Pool { items },
                    Holder::Hand => WordsMessage::Hand { items },
                    Holder::Bank => WordsMessage::Bank { items },
                    Holder::Outside => WordsMessage::Outside { items },
                };
                words.push(stock.into());
            }
            Beside::Lives {
                seat,
                on_board,
                in_reserve,
            } => {
                let lives = WordsMessage::Lives {
                    seat: *seat,
                    board: *on_board,
                    reserve: *in_reserve,
                };
                words.push(lives.into());
            }
            // All sets of a player share one line, after the captured pieces.
            Beside::Set { .. } => {}
            Beside::Damage { now, limit, target } => {
                let damage = run::Message::DamageNow {
                    damage: *now,
                    limit: *limit,
                    target: *target,
                };
                words.push(damage.into());
            }
            Beside::Deck { count } => {
                let count = usize::from(*count);
                words.push(run::Message::Stack { count }.into());
            }
        }
    }
    words.extend(
        Seat::BOTH
            .into_iter()
            .filter_map(|seat| sets(wording, scene, seat))
            .map(Fact::from),
    );
    words
}

/// Describes what a player still needs for each winning set.
fn sets(wording: &Wording, scene: &Scene, of: Seat) -> Option<WordsMessage> {
    let mut told = Vec::new();
    for beside in &scene.beside {
        if let Beside::Set {
            seat,
            needed,
            missing,
        } = beside
            && *seat == of
        {
            let marbles = needed.iter();
            let marbles =
                marbles.map(|(piece, count)| wording.say(&marble(*piece, *count).into(), &[]));
            let set = WordsMessage::Set {
                marbles: listed(marbles),
                missing: *missing,
            };
            told.push(wording.say(&set.into(), &[]));
        }
    }
    (!told.is_empty()).then(|| WordsMessage::Sets {
        seat: of,
        sets: told.join("; "),
    })
}

/// Describes several items of one kind in a stock.
fn told(wording: &Wording, lattice: Lattice, holder: Holder, item: &Item) -> String {
    let words = match (lattice, item.pieces.as_slice()) {
        (Lattice::Hex, pile) => {
            let pile: String = pile.iter().map(|piece| piece.letter).collect();
            WordsMessage::Item {
                pile,
                count: item.count,
            }
        }
        (Lattice::Rings, [piece, ..]) => marble(*piece, item.count),
        (_, pieces) => {
            let letters: String = pieces.iter().map(|piece| small(piece.letter)).collect();
            // Breakers are unique, tokens are counted.
            if holder == Holder::Outside {
                return letters;
            }
            WordsMessage::Token {
                colour: letters,
                count: item.count,
            }
        }
    };
    wording.say(&words.into(), &[])
}

fn marble(piece: ScenePiece, count: u8) -> WordsMessage {
    WordsMessage::Marble {
        colour: piece.letter,
        count,
    }
}
