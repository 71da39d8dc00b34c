//! A small round of what `scripts/load` does at length.

use end_to_end::load::{self, Plan};

#[test]
fn a_bot_with_many_tables_loses_nothing_under_load() {
    let report = load::run(&Plan {
        tables: 200,
        on: 6,
        seen: 1000,
        pairs: 1,
        rooms: 2,
        directs: 1,
        commands: 40,
        alone: 0,
        starts: 1,
        seed: 3,
    });
    println!("{report}");
    assert!(report.wrong.is_empty(), "{report}");
}
