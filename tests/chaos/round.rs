//! A short chaos test; `scripts/chaos` runs the long one.

use std::time::Duration;

use end_to_end::chaos::{self, Plan};

#[test]
fn kills_and_restarts_neither_lose_nor_repeat_anything() {
    let report = chaos::run(&Plan {
        users: 4,
        duels: 6,
        runs: 1,
        commands: 63,
        kills: 5,
        restarts: 1,
        outage: Duration::from_secs(1),
        seed: 7,
    });
    println!("{report}");
    assert!(report.wrong.is_empty(), "{report}");
}
