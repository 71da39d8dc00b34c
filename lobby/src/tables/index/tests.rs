use games::{Entry, Live, Seat};

use super::*;
use crate::{
    person::Person,
    tables::{Over, finished::Finished, lookup, table::RematchRequest},
    terms::{Challenge, ChallengeKind, End, Occasion, Side},
};

const PATIENCE: SignedDuration = SignedDuration::from_secs(100);

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn person(number: usize) -> Person {
    Person {
        id: format!("@{number}:example.org"),
        name: format!("person {number}"),
    }
}

fn challenge(number: usize, asked: Timestamp) -> Challenge {
    Challenge {
        from: person(number),
        to: number.is_multiple_of(2).then(|| person(number + 1)),
        game: "gipf-basic".into(),
        side: Side::White,
        options: "-".into(),
        clock: None,
        strict: false,
        asked,
        moved: None,
        kind: ChallengeKind::Usual,
    }
}

/// Returns one of the possible stages with some people, chosen by a number.
fn stage(number: usize) -> Stage {
    let game = || {
        let entry = Entry::find("gipf-basic").unwrap();
        let live = Live::start(entry, "-", None).unwrap();
        Playing::new(vec![person(number % 3), person(number % 3 + 1)], live)
    };
    match number % 5 {
        0 | 1 => Stage::Challenge(challenge(number % 4, at(number as i64))),
        2 => Stage::Lapsed(challenge(number % 4, at(number as i64))),
        3 => Stage::Playing(game()),
        _ => {
            let Playing { players, live, .. } = game();
            Stage::Over(Over {
                players,
                game: Finished::new(live),
                end: [End::Agreed, End::TimedOut(0)][number / 5 % 2],
                ended_at: at(number as i64 / 7).into(),
                rematch: number.is_multiple_of(2).then_some(RematchRequest {
                    by: Seat::First,
                    made: at(number as i64),
                }),
                clock: None,
                watchers: Vec::new(),
            })
        }
    }
}

fn room(number: usize) -> String {
    format!("!{}", number % 3)
}

fn thread(number: usize) -> Option<String> {
    let thread = number % 4;
    (thread > 0).then(|| format!("${thread}"))
}

/// The index agrees with a scan of all tables after random changes.
#[test]
fn tables_are_found_wherever_they_have_come_to() {
    let mut tables = TableIndex::new(PATIENCE);
    let mut picker = 1_usize;
    for _ in 0..3000 {
        picker = picker
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let number = picker >> 33;
        let id = (number % 40) as u32;
        match number / 40 % 6 {
            0 | 1 => tables.insert(Table {
                id,
                room: room(number / 240),
                thread: thread(number / 720),
                occasion: Occasion::Free,
                stage: stage(number / 2880),
            }),
            2 => {
                tables.remove(id);
            }
            3 => {
                tables.edit(id, |table| table.room = room(number / 240));
            }
            4 => {
                tables.edit(id, |table| table.thread = thread(number / 240));
            }
            _ => {
                tables.edit(id, |table| table.stage = stage(number / 240));
            }
        }
        check(&tables, number);
    }
}

fn check(tables: &TableIndex, number: usize) {
    fn ids<'a>(tables: impl Iterator<Item = &'a Table>) -> Vec<u32> {
        tables.map(|table| table.id).collect()
    }
    let all = |fits: &dyn Fn(&Table) -> bool| ids(tables.all().filter(|table| fits(table)));
    let (room, thread, user) = (room(number), thread(number), person(number % 5).id);
    assert_eq!(ids(tables.in_room(&room)), all(&|table| table.room == room));
    assert_eq!(
        ids(tables.open_in(&room)),
        all(&|table| table.room == room && table.is_open())
    );
    let is_current = |table: &Table| {
        let over = table.over();
        over.is_none_or(|over| over.rematch.is_some())
    };
    assert_eq!(ids(tables.current()), all(&is_current));
    assert_eq!(
        ids(tables.current_in(&room)),
        all(&|table| table.room == room && is_current(table))
    );
    let is_timed_out = |table: &Table| {
        let over = table.over();
        over.is_some_and(|over| matches!(over.end, End::TimedOut(_)))
    };
    assert_eq!(
        ids(tables.timed_out_in(&room)),
        all(&|table| table.room == room && is_timed_out(table))
    );
    let last = lookup::last_over(tables.in_room(&room));
    assert_eq!(
        tables.last_over_in(&room).map(|table| table.id),
        last.map(|table| table.id)
    );
    assert_eq!(
        ids(tables.in_thread(&room, thread.as_deref())),
        all(&|table| table.room == room && table.thread == thread)
    );
    assert_eq!(
        ids(tables.of_user(&user)),
        all(&|table| table.concerns(&user))
    );
    let open = all(&|table| table.is_open()).len();
    let games = all(&|table| matches!(table.stage, Stage::Playing(_))).len();
    let tally = Tally {
        games,
        challenges: open - games,
    };
    assert_eq!(tables.tally(), tally);
    let time = at(number as i64 % 300);
    let mut due = tables.requests_due(time);
    due.sort_unstable();
    let is_due = |table: &Table| match &table.stage {
        Stage::Challenge(challenge) => challenge.asked + PATIENCE <= time,
        Stage::Lapsed(challenge) => challenge.asked + PATIENCE * 2 <= time,
        Stage::Over(game) => game
            .rematch
            .is_some_and(|request| request.made + PATIENCE <= time),
        Stage::Playing(_) | Stage::Dropped => false,
    };
    assert_eq!(due, all(&is_due));
}

#[test]
fn players_have_the_current_names_of_room_members() {
    let mut tables = TableIndex::new(PATIENCE);
    let insert = |tables: &mut TableIndex, id| {
        tables.insert(Table {
            id,
            room: "!0".into(),
            thread: None,
            occasion: Occasion::Free,
            stage: stage(3),
        });
    };
    insert(&mut tables, 1);
    let name = |tables: &TableIndex, id| tables.get(id).unwrap().players()[0].name.clone();
    let renamed = Person {
        name: "Zoe".into(),
        ..person(0)
    };
    let members: Members = vec![renamed].into();
    tables.update_display_names("!1", &members);
    assert_eq!(name(&tables, 1), "person 0", "those of another room");
    tables.update_display_names("!0", &members);
    assert_eq!(name(&tables, 1), "Zoe");
    insert(&mut tables, 2);
    assert_eq!(name(&tables, 2), "person 0");
    tables.update_display_names("!0", &members);
    assert_eq!(name(&tables, 2), "Zoe", "also at a new table");
}

#[test]
fn stored_numbers_are_not_given_again() {
    let mut tables = TableIndex::new(PATIENCE);
    assert_eq!(tables.next_id().ok(), Some(1));
    tables.skip_id(7);
    tables.skip_id(3);
    assert_eq!(tables.next_id().ok(), Some(8));
    assert!(tables.may_be_stored(7) && !tables.may_be_stored(9));
    tables.skip_id(u32::MAX);
    assert!(tables.next_id().is_err() && tables.check_number_left().is_err());
}

#[test]
fn a_new_game_supersedes_its_threads_finished_ones() {
    let mut tables = TableIndex::new(PATIENCE);
    let table = |id, thread: &str, number| Table {
        id,
        room: room(0),
        thread: Some(thread.to_owned()),
        occasion: Occasion::Free,
        stage: stage(number),
    };
    tables.insert_and_save(table(1, "$1", 4));
    tables.insert_and_save(table(2, "$2", 4));
    tables.insert_and_save(table(3, "$1", 3));
    let left: Vec<u32> = tables.all().map(|table| table.id).collect();
    assert_eq!(left, [2, 3]);
}

#[test]
fn games_that_ended_first_leave_memory() {
    let mut index = TableIndex::new(PATIENCE);
    index.max_finished = 2;
    let mut insert = |id: u32, ended: i64, has_rematch: bool| {
        let entry = Entry::find("gipf-basic").unwrap();
        let live = Live::start(entry, "-", None).unwrap();
        let rematch = RematchRequest {
            by: Seat::First,
            made: at(ended),
        };
        let over = Over {
            players: vec![person(0), person(1)],
            game: Finished::new(live),
            end: End::Agreed,
            ended_at: at(ended).into(),
            rematch: has_rematch.then_some(rematch),
            clock: None,
            watchers: Vec::new(),
        };
        index.insert(Table {
            id,
            room: format!("!{id}"),
            thread: None,
            occasion: Occasion::Free,
            stage: Stage::Over(over),
        });
        index.all().map(|table| table.id).collect::<Vec<u32>>()
    };
    assert_eq!(insert(4, 10, false), [4]);
    assert_eq!(insert(3, 20, false), [3, 4]);
    // The highest numbers have ended first.
    assert_eq!(insert(1, 30, true), [1, 3]);
    assert_eq!(insert(9, 40, false), [1, 9]);
    // One that has just been inserted stays, and one with a request.
    assert_eq!(insert(2, 5, false), [1, 2]);
    assert_eq!(insert(5, 50, false), [1, 5]);
}
