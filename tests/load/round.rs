//! A short load test; `scripts/load` runs the long one.

use end_to_end::load::{self, Plan};

#[test]
fn many_tables_under_load_lose_nothing() {
    let report = load::run(&Plan {
        tables: 60,
        on: 4,
        seen: 200,
        pairs: 1,
        rooms: 1,
        directs: 1,
        commands: 16,
        alone: 0,
        starts: 1,
        seed: 3,
    });
    println!("{report}");
    assert!(report.wrong.is_empty(), "{report}");
}
