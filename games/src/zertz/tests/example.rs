use crate::{
    dice::Dice,
    game::Game,
    hosted::Hosted,
    rules::Rules,
    zertz::{Move, Placement, Position, Variant},
};

#[test]
fn an_example_gives_no_marble_away_needlessly() {
    let gives = |position: &Position, played: Move| {
        let mut after = *position;
        after.play_unchecked(played, &mut Dice::none(), &mut |_| {});
        after.can_capture()
    };
    let mut shown = 0;
    for seed in 0..12u64 {
        let mut position = Position::start(Variant::Basic);
        let mut random = seed + 1;
        while position.to_move().is_some() {
            let moves = position.moves();
            let example = position.read(&position.example().unwrap()).unwrap();
            if !position.can_capture() {
                shown += 1;
                if gives(&position, example) {
                    let plain =
                        |it: &&Move| it.notation_complexity() == example.notation_complexity();
                    let others = moves.iter().filter(plain);
                    assert!({ others }.all(|it| gives(&position, *it)), "{position}");
                } else if let Move::Place(Placement { colour, .. }) = example {
                    let careful = moves.iter().filter(|it| !gives(&position, **it));
                    let commoner = careful.filter(
                        |it| matches!(it, Move::Place(other) if other.off.is_some() && other.colour > colour),
                    );
                    assert_eq!(commoner.count(), 0, "{position}");
                }
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            let pick = (random >> 33) as usize % moves.len();
            position.play_unchecked(moves[pick], &mut Dice::none(), &mut |_| {});
        }
    }
    assert!(shown > 100, "{shown}");
}
