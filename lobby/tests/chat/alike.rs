//! Hints by a detour: lessons on the board of a duel, a puzzle or a run, up to a symmetry, a version or a piece.

use games::{
    Entry, Live,
    hex::Coord,
    puzzles::Family,
    spots::{Area, Spot},
};

use lobby::{
    Effect,
    saved::SavedStage,
    terms::{End, Occasion},
};

use crate::{
    computer::stored,
    room::{Chat, Place, ROOM, person},
};

const OF_DUEL: &str = "hint-of-duel-on";
const OF_PUZZLE: &str = "hint-of-puzzle";
const OF_DAY: &str = "hint-of-day";

/// A symmetry of a board, and a translation after it.
type Change = (usize, (i16, i16));

/// Maps a spot of a hexagonal board by a change around a centre; `None` outside of the board.
fn on_hexagon(area: &Area, centre: Coord, (symmetry, by): Change, point: Coord) -> Option<Coord> {
    let place = |point| {
        let bit = i16::from(area.spot(point).unwrap().bit());
        (bit / 8, bit % 8)
    };
    let ((x, y), centre) = (place(point), place(centre));
    let (mut x, mut y) = (x - centre.0, y - centre.1);
    if symmetry >= 6 {
        (x, y) = (y, x);
    }
    for _ in 0..symmetry % 6 {
        (x, y) = (y, y - x);
    }
    let (x, y) = (x + centre.0 + by.0, y + centre.1 + by.1);
    let spot = (0..8).contains(&x) && (0..8).contains(&y);
    let spot = spot.then(|| Spot::new((8 * x + y) as u8))?;
    let point = area.spots.contains(spot).then(|| area.coord(spot))?;
    Some(point)
}

/// Maps a space on the table of a run by a change around m13.
fn on_table((symmetry, by): Change, point: Coord) -> Option<Coord> {
    let (mut x, mut y) = (i16::from(point.column) - 12, i16::from(point.row) - 13);
    if symmetry >= 4 {
        (x, y) = (y, x);
    }
    for _ in 0..symmetry % 4 {
        (x, y) = (y, -x);
    }
    let (column, row) = (x + 12 + by.0, y + 13 + by.1);
    let inside = (0..25).contains(&column) && (1..=25).contains(&row);
    inside.then_some(Coord {
        column: column as u8,
        row: row as u8,
    })
}

/// Maps a place by the kind of change that suits the game.
fn change(id: &str, change: Change, point: Coord) -> Option<Coord> {
    match id {
        "run" => on_table(change, point),
        "matrx" => on_hexagon(Area::MATRX, Coord::E5, change, point),
        id if id.starts_with("zertz") => {
            on_hexagon(Area::ZERTZ, "d4".parse().unwrap(), change, point)
        }
        _ => on_hexagon(Area::CLASSIC, Coord::E5, change, point),
    }
}

/// Maps the whole board of a position text; `None` if it does not fit.
fn changed(text: &str, by: Change) -> Option<String> {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let id = fields[0].clone();
    let to = |place: &str| Some(change(&id, by, place.parse().unwrap())?.to_string());
    let (board, breakers) = if id == "run" { (1, Some(2)) } else { (2, None) };
    let mut items: Vec<(Coord, String)> = Vec::new();
    for item in fields[board].split(',') {
        let end = item.find('=').unwrap_or(item.len());
        let place = to(&item[..end])?;
        items.push((place.parse().unwrap(), format!("{place}{}", &item[end..])));
    }
    items.sort();
    let items: Vec<String> = items.into_iter().map(|(_, item)| item).collect();
    fields[board] = items.join(",");
    if let Some(breakers) = breakers {
        let stand = |item: &str| {
            let (breaker, place) = item.split_once('@').unwrap();
            let (place, kept) = place.split_at(place.find('^').unwrap_or(place.len()));
            let place = if place == "-" {
                Some(place.to_owned())
            } else {
                to(place)
            };
            Some(format!("{breaker}@{}{kept}", place?))
        };
        let stands: Option<Vec<String>> = fields[breakers].split(',').map(stand).collect();
        fields[breakers] = stands?.join(",");
    }
    Some(fields.join(" "))
}

/// Swaps both players' letters and the side to move.
fn exchanged(text: &str) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    let swap = |c: char| {
        if c.is_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let items = fields[2].split(',').map(|item| {
        let (at, pile) = item.split_once('=').unwrap();
        format!("{at}={}", pile.chars().map(swap).collect::<String>())
    });
    let board = items.collect::<Vec<_>>().join(",");
    fields[1] = if fields[1] == "w" { "b" } else { "w" };
    fields[2] = &board;
    fields.swap(3, 4);
    fields.join(" ")
}

/// The reply to a question about a position that a stranger sets up.
fn asked(chat: &mut Chat, question: &str, position: &str) -> String {
    let set_up = chat.ask("carol", Place::Direct, &format!("setup {position}"));
    assert!(
        set_up.starts_with("lesson-begun game="),
        "{position}: {set_up}"
    );
    let answer = chat.ask("carol", Place::Direct, question);
    chat.ask("carol", Place::Direct, "quit");
    answer
}

/// Starts a duel of a game and plays some actions.
fn duel(chat: &mut Chat, game: &str, actions: usize, choose: impl Fn(&Live) -> String) -> Live {
    chat.ask(
        "alice",
        Place::Room,
        &format!("!challenge @bob {game} white"),
    );
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let mut live = Live::start(Entry::find(game).unwrap(), "-", None).unwrap();
    while live.actions() < actions || live.is_in_turn() {
        let who = ["alice", "bob"][live.to_move().unwrap().index()];
        let action = choose(&live);
        chat.ask(who, Place::Thread(&root), &action);
        live.play(&action).unwrap();
    }
    live
}

/// Starts a duel of the tournament version with ten pieces on the board.
fn tournament(chat: &mut Chat) -> String {
    let actions = [
        "Gb2", "Gh5", "Gd2", "Gf7", "f2", "e8", "h2", "b5", "c6", "g2",
    ];
    let live = duel(chat, "gipf-tournament", actions.len(), |live| {
        actions[live.actions()].to_owned()
    });
    assert_eq!(live.position_text().matches('=').count(), 10);
    live.position_text()
}

/// The same board in the standard version.
fn standard(tournament: &str) -> String {
    let fields: Vec<&str> = tournament.split(' ').collect();
    format!("gipf-standard {}", fields[1..5].join(" "))
}

#[test]
fn turned_duels_get_no_advice_in_other_versions() {
    let mut chat = Chat::new();
    let duel = standard(&tournament(&mut chat));
    for symmetry in 0..12 {
        let turned = changed(&duel, (symmetry, (0, 0))).unwrap();
        for position in [exchanged(&turned), turned] {
            let refused = asked(&mut chat, "hint", &position);
            assert_eq!(refused, OF_DUEL, "{position}");
        }
    }
    // The same position one symmetry and some turns later, and after the lesson is over.
    let turned = changed(&duel, (7, (0, 0))).unwrap();
    let mut lesson = Live::set_up(&turned, None).unwrap();
    chat.ask("carol", Place::Direct, &format!("setup {turned}"));
    for _ in 0..6 {
        let action = lesson.position().example().unwrap();
        lesson.play(&action).unwrap();
        chat.ask("carol", Place::Direct, &action);
    }
    for line in ["hint", "quit", "analyse"] {
        let refused = chat.ask("carol", Place::Direct, line);
        assert!(line == "quit" || refused == OF_DUEL, "{line}: {refused}");
    }
}

#[test]
fn duels_with_extra_pieces_get_no_advice() {
    let mut chat = Chat::new();
    let duel = standard(&tournament(&mut chat));
    let with = |more: &str| {
        let fields: Vec<&str> = duel.split(' ').collect();
        let mut items: Vec<&str> = fields[2].split(',').chain(more.split(',')).collect();
        items.sort_unstable();
        format!("gipf-standard w {} B5 B5", items.join(","))
    };
    for more in ["b3=b", "b3=B,g6=b"] {
        let turned = changed(&with(more), (8, (0, 0))).unwrap();
        for position in [with(more), turned] {
            let refused = asked(&mut chat, "hint", &position);
            assert_eq!(refused, OF_DUEL, "{position}");
        }
    }
    // The other side is refused hints, too.
    let other = duel.replacen(" w ", " b ", 1);
    assert_ne!(other, duel);
    let refused = asked(&mut chat, "hint", &other);
    assert_eq!(refused, OF_DUEL);
    // A different board gets hints.
    let hint = asked(&mut chat, "hint", &with("b3=B,c3=b,d6=b"));
    assert!(hint.starts_with("hint-duel action="), "{hint}");
}

#[test]
fn matrx_duels_get_no_advice_as_gipf() {
    let mut chat = Chat::new();
    let actions = ["Gb2", "Gh5", "Ga1-c3", "Gi5-g5", "Ga1-d4", "Gi5-f5"];
    duel(&mut chat, "matrx-classic", actions.len(), |live| {
        actions[live.actions()].to_owned()
    });
    let board = "gipf-basic w b2=B,c3=B,d4=B,f5=b,g5=b,h5=b B9 B9";
    assert_eq!(asked(&mut chat, "hint", board), OF_DUEL);
    chat.ask("alice", Place::Direct, &format!("setup {board}"));
    let own = chat.ask("alice", Place::Direct, "hint");
    assert_eq!(own, OF_DUEL);
}

#[test]
fn gipf_puzzles_get_no_advice_as_matrx() {
    let mut chat = Chat::new();
    let puzzle = Family::Gipf
        .puzzles()
        .iter()
        .find(|it| it.position.starts_with("gipf-tournament") && !it.position.contains('Z'));
    let position = &puzzle.expect("a puzzle without potentials").position;
    let fields: Vec<&str> = position.split(' ').collect();
    let board = fields[2].replace("BB", "G").replace("bb", "g");
    let board = board.replace('B', "D").replace("=b", "=d");
    let lesson = format!("matrx-classic {} {board} T6Z6Y6P6 T6Z6Y6P6", fields[1]);
    assert_eq!(asked(&mut chat, "hint", &lesson), OF_PUZZLE);
}

#[test]
fn players_get_no_advice_in_sister_versions() {
    let mut chat = Chat::new();
    tournament(&mut chat);
    let lesson = |chat: &mut Chat, text: &str| {
        chat.ask("alice", Place::Direct, &format!("setup {text}"));
        let hint = chat.ask("alice", Place::Direct, "hint");
        chat.ask("alice", Place::Direct, "quit");
        hint
    };
    let refused = lesson(&mut chat, "gipf-basic w b2=b,c5=B,e2=B B13 B12");
    assert_eq!(refused, "hint-own-game-on game=gipf-basic table=t1");
    let hint = lesson(&mut chat, "zertz-basic 1 a1,a2,b1,b2,b3 w1g1 - -");
    assert!(!hint.contains("hint-own-game-on"), "{hint}");
}

/// A duel of ZÈRTZ without captures, with marbles of every colour. Without the upper end of every column the
/// board can be translated upwards.
fn quiet_zertz(chat: &mut Chat) -> String {
    let tops = ["a4", "b5", "c6", "d7", "e6", "f5", "g4"];
    let live = duel(chat, "zertz-basic", tops.len(), |live| {
        let number = live.actions();
        let top = format!(",{}", tops[number]);
        let colour = ["W", "G", "B", "B"][number % 4];
        // No two of these rings are adjacent, so nothing can be captured.
        let is_apart = |place: &str| {
            let bit = Area::ZERTZ.spot(place.parse().unwrap()).unwrap().bit();
            (bit / 8 + bit % 8).is_multiple_of(3) && !tops.contains(&place)
        };
        let mut actions = live.legal_actions().into_iter();
        let quiet = |action: &String| {
            action.starts_with(colour) && action.ends_with(&top) && is_apart(&action[1..3])
        };
        actions.find(quiet).unwrap()
    });
    live.position_text()
}

#[test]
fn a_moved_duel_of_zertz_gets_no_advice() {
    let mut chat = Chat::new();
    let duel = quiet_zertz(&mut chat);
    let mut moved = 0;
    for symmetry in 0..12 {
        let images = [(0, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
        for position in images
            .into_iter()
            .filter_map(|by| changed(&duel, (symmetry, by)))
        {
            let position = position.replacen("basic", "tournament", 1);
            let refused = asked(&mut chat, "hint", &position);
            assert_eq!(refused, OF_DUEL, "{position}");
            moved += 1;
        }
    }
    assert_eq!(moved, 24);
    // The same board without a ring on the rim.
    let vacant = duel
        .split([' ', ','])
        .find(|ring| ring.starts_with('a') && !ring.contains('='));
    let without = duel.replacen(&format!("{},", vacant.unwrap()), "", 1);
    assert_ne!(without, duel);
    let refused = asked(&mut chat, "hint", &without);
    assert_eq!(refused, OF_DUEL);
}

#[test]
fn moved_runs_of_the_day_get_no_advice() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.ask("alice", Place::Direct, "k m13");
    while stored(&chat, 1).layouts()[0].len() < 4 {
        let action = stored(&chat, 1).position().example().unwrap();
        chat.ask("alice", Place::Direct, &action);
    }
    let day = stored(&chat, 1).position_text();
    let fields: Vec<&str> = day.split(' ').collect();
    let day = day.replace(fields[7], "-");
    let mut moved = 0;
    for symmetry in 0..8 {
        for by in [(0, 0), (1, 0), (-3, 2)] {
            let position = changed(&day, (symmetry, by)).unwrap();
            // Some translated matrices are not legal positions.
            if games::read_position(&position).is_err() {
                continue;
            }
            for question in ["hint", "odds"] {
                let refused = asked(&mut chat, question, &position);
                assert_eq!(refused, OF_DAY, "{position}");
            }
            moved += 1;
        }
    }
    assert!(moved > 1, "{day}");
}

#[test]
fn a_mirrored_puzzle_gets_no_advice() {
    let mut chat = Chat::new();
    for family in Family::ALL {
        for puzzle in family.puzzles().iter().step_by(30) {
            let mut images = 0;
            for symmetry in 0..12 {
                let symmetry = if family == Family::Run {
                    symmetry % 8
                } else {
                    symmetry
                };
                let Some(position) = changed(&puzzle.position, (symmetry, (0, 0))) else {
                    continue;
                };
                if position.contains("ask=") || games::read_position(&position).is_err() {
                    continue;
                }
                let refused = asked(&mut chat, "hint", &position);
                assert_eq!(refused, OF_PUZZLE, "{position}");
                images += 1;
            }
            assert!(images > 1 || puzzle.position.contains("ask="), "{puzzle}");
        }
    }
}

#[test]
fn a_lesson_reaching_a_puzzle_gets_no_advice() {
    let mut chat = Chat::new();
    let board = "c5=b,e4=BB,e7=B,e8=b,f4=bb,g4=b,h2=B,h4=b";
    let mut puzzles = Family::Gipf.puzzles().iter();
    assert!(puzzles.any(|it| it.position.contains(board)));
    let before = board.replace(",e8=b", "");
    chat.ask(
        "carol",
        Place::Direct,
        &format!("setup gipf-standard b {before} B7 B9"),
    );
    let hint = chat.ask("carol", Place::Direct, "hint");
    assert!(!hint.contains(OF_PUZZLE), "{hint}");
    for action in ["e8", "i3-g5", "h1-h3"] {
        chat.ask("carol", Place::Direct, action);
        let refused = chat.ask("carol", Place::Direct, "hint");
        assert_eq!(refused, OF_PUZZLE, "{action}");
    }
}

#[test]
fn finished_duels_on_a_puzzle_get_no_analysis() {
    let puzzle = "c5=b,e4=BB,e7=B,e8=b,f4=bb,g4=b,h2=B,h4=b";
    for board in [puzzle, "c5=b,e4=BB,e7=B,f4=bb,g4=b"] {
        let mut chat = Chat::new();
        chat.ask(
            "carol",
            Place::Direct,
            &format!("setup gipf-standard w {board} B7 B9"),
        );
        chat.ask("carol", Place::Direct, "a1-b2");
        let mut saved = chat.saved[&1].clone();
        let SavedStage::Playing { record, .. } = saved.stage else {
            panic!("the lesson is over");
        };
        saved.room = ROOM.to_owned();
        saved.occasion = Occasion::Free;
        saved.stage = SavedStage::Over {
            players: ["alice", "bob"].map(person).to_vec(),
            record,
            end: End::Resigned(0),
            ended_at: chat.time.into(),
            rematch: None,
            clock: None,
        };
        chat.saved.insert(1, saved);
        chat.restart();
        let effects = chat.effects("alice", Place::Room, "!analyse t1");
        let is_analysed = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Job(_)));
        assert_eq!(is_analysed, board != puzzle, "{effects:?}");
    }
}

/// All permutations of some letters.
fn orders(letters: &str) -> Vec<String> {
    if letters.is_empty() {
        return vec![String::new()];
    }
    let with_first = |first: char| {
        let rest = orders(&letters.replace(first, "")).into_iter();
        rest.map(move |rest| format!("{first}{rest}"))
    };
    letters.chars().flat_map(with_first).collect()
}

/// Permutes the colours of a position text.
fn recoloured(text: &str, order: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let is_run = fields[0] == "run";
    let colours = if is_run { "kgrb" } else { "wgb" };
    let other = |c: char| {
        let place = colours.find(c.to_ascii_lowercase());
        let other = place.map_or(c, |place| order.as_bytes()[place] as char);
        if c.is_ascii_uppercase() {
            other.to_ascii_uppercase()
        } else {
            other
        }
    };
    let all = |text: &str| text.chars().map(other).collect::<String>();
    // Fields by colour are sorted by the new colours.
    let by_colour = |parts: Vec<String>| {
        let parts = parts.into_iter().map(|part| all(&part[..1]) + &part[1..]);
        let mut parts: Vec<String> = parts.collect();
        parts.sort_by_key(|part| colours.find(&part[..1]));
        parts
    };
    let board = if is_run { 1 } else { 2 };
    let items = fields[board]
        .split(',')
        .map(|item| match item.split_once('=') {
            Some((place, what)) => format!("{place}={}", all(what)),
            None => item.to_owned(),
        });
    fields[board] = items.collect::<Vec<_>>().join(",");
    if !is_run {
        // The pool may lack marbles of the new colour.
        fields.splice(3.., ["w1g1b1", "-", "-"].map(str::to_owned));
        return fields.join(" ");
    }
    let breakers = fields[2].split(',').map(str::to_owned).collect();
    fields[2] = by_colour(breakers).join(",");
    for tokens in [3, 4] {
        if fields[tokens] != "-" {
            let counts = fields[tokens].as_bytes().chunks(2);
            let counts = counts.map(|it| String::from_utf8(it.to_vec()).unwrap());
            fields[tokens] = by_colour(counts.collect()).concat();
        }
    }
    fields[6] = all(&fields[6]);
    fields.join(" ")
}

#[test]
fn runs_in_other_colours_get_no_advice() {
    for (run, refusal) in [("run day", OF_DAY), ("run", "hint-of-run-on")] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, run);
        chat.ask("alice", Place::Direct, "k m13");
        let is_asked = |chat: &Chat| !stored(chat, 1).position_text().ends_with('-');
        while stored(&chat, 1).layouts()[0].len() < 5 || is_asked(&chat) {
            let action = stored(&chat, 1).position().example().unwrap();
            chat.ask("alice", Place::Direct, &action);
        }
        let text = stored(&chat, 1).position_text();
        let orders = orders("kgrb");
        assert_eq!(orders.len(), 24);
        for order in orders {
            let position = recoloured(&text, &order);
            for question in ["hint", "odds"] {
                let refused = asked(&mut chat, question, &position);
                assert_eq!(refused, refusal, "{position}");
            }
        }
    }
}

#[test]
fn zertz_duels_in_other_colours_get_no_advice() {
    let mut chat = Chat::new();
    let duel = quiet_zertz(&mut chat);
    for order in orders("wgb") {
        let position = recoloured(&duel, &order);
        let moved = changed(&position, (4, (0, 0))).unwrap();
        // The same board without a ring on the rim.
        let mut rings = position.split([' ', ',']);
        let vacant = rings.find(|ring| ring.starts_with('a') && !ring.contains('='));
        let without = position.replacen(&format!("{},", vacant.unwrap()), "", 1);
        for position in [&position, &moved, &without] {
            let refused = asked(&mut chat, "hint", position);
            assert_eq!(refused, OF_DUEL, "{position}");
        }
    }
}

#[test]
fn puzzles_in_other_colours_get_no_advice() {
    let mut chat = Chat::new();
    for (family, colours) in [(Family::Run, "kgrb"), (Family::Zertz, "wgb")] {
        let mut images = 0;
        for puzzle in family.puzzles().iter().step_by(40) {
            for order in orders(colours) {
                let position = recoloured(&puzzle.position, &order);
                if position.contains("ask=") || games::read_position(&position).is_err() {
                    continue;
                }
                let refused = asked(&mut chat, "hint", &position);
                assert_eq!(refused, OF_PUZZLE, "{position}");
                images += 1;
            }
        }
        assert!(images > 12, "{family:?}: {images}");
    }
}
