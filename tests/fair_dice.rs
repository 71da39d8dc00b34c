//! The published recipe for verifying a run, against the program itself.

use std::{path::Path, process::Command};

use games::{Dice, Entry, Live, Seed};

#[test]
fn another_chacha20_deals_and_rolls_the_same() {
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/fair-dice.py");
    for first in [0, 7, 0xa5] {
        let seed = Seed(std::array::from_fn(|i| (i as u8).wrapping_mul(first)));
        let output = Command::new("python3")
            .arg(&recipe)
            .arg(seed.to_hex())
            .output()
            .expect("Python runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        let [commitment, stack, dice] = lines.as_slice() else {
            panic!("{output:?}");
        };
        assert_eq!(*commitment, seed.commitment());

        let run = Entry::find("run").expect("the run is in the catalog");
        let live = Live::start(run, "-", Some(seed)).expect("a run starts");
        assert_eq!(live.position_text().split(' ').nth(6), Some(*stack));

        let mut rolled = Dice::from_seed(seed);
        run.start("-", &mut rolled).expect("a run starts");
        let rolled: String = (0..60)
            .map(|_| rolled.roll().expect("a seed gives dice").to_string())
            .collect();
        assert_eq!(rolled, *dice);
    }
}
