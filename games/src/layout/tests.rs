use proptest::prelude::*;

use super::*;
use crate::{Dice, Entry, Play, Seed, read_position, spots::Area};

/// Returns the positions before and after the last of some actions.
fn played(id: &str, choices: &[usize]) -> [Box<dyn Play>; 2] {
    let mut dice = Dice::from_seed(Seed([choices.len() as u8; 32]));
    let entry = Entry::find(id).unwrap();
    let start = entry.start("-", &mut dice).unwrap();
    let mut last = [start.copy(), start];
    for choice in choices {
        let actions = last[1].legal_actions();
        // Giving up changes no board.
        let Some(action) = actions.get(choice % actions.len().max(1)) else {
            break;
        };
        let after = last[1].play(action, &mut dice).unwrap().position;
        if after.outcome().is_some() {
            break;
        }
        last = [last[1].copy(), after];
    }
    last
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..10_000, 4..40)
}

/// Renames the places in one field of a position text, and sorts them by name.
fn renamed(text: &str, field: usize, to: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let items = fields[field].split(',').filter(|item| *item != "-");
    let mut items: Vec<(crate::hex::Coord, String)> = items
        .map(|item| {
            let end = item.find('=').unwrap_or(item.len());
            let place = to(&item[..end])?;
            Some((place.parse().unwrap(), format!("{place}{}", &item[end..])))
        })
        .collect::<Option<_>>()?;
    items.sort();
    let items: Vec<String> = items.into_iter().map(|(_, item)| item).collect();
    if !items.is_empty() {
        fields[field] = items.join(",");
    }
    Some(fields.join(" "))
}

/// Returns the image of a point under one of twelve symmetries around a centre and a translation; `None` if
/// it is off the board.
fn image(
    area: &Area,
    centre: &str,
    (symmetry, by): (usize, (i16, i16)),
    point: &str,
) -> Option<String> {
    let bits = |name: &str| {
        let bit = i16::from(area.spot(name.parse().unwrap()).unwrap().bit());
        (bit / 8, bit % 8)
    };
    let ((x, y), (cx, cy)) = (bits(point), bits(centre));
    let (mut x, mut y) = (x - cx, y - cy);
    if symmetry >= 6 {
        (x, y) = (y, x);
    }
    for _ in 0..symmetry % 6 {
        (x, y) = (y, y - x);
    }
    let (x, y) = (x + cx + by.0, y + cy + by.1);
    let inside = (0..8).contains(&x) && (0..8).contains(&y);
    let point = inside.then(|| area.coord(crate::spots::Spot::new((8 * x + y) as u8)))?;
    area.spot(point).is_some().then(|| point.to_string())
}

fn layout(text: &str) -> Layout {
    read_position(text)
        .unwrap_or_else(|why| panic!("{text}: {why}"))
        .layout()
}

/// Returns a position text with the players exchanged.
fn exchanged(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let swap = |c: char| {
        if c.is_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let items: Vec<String> = fields[2]
        .split(',')
        .map(|item| {
            let (at, pile) = item.split_once('=').unwrap_or(("-", ""));
            match pile {
                "" => at.to_owned(),
                pile => format!("{at}={}", pile.chars().map(swap).collect::<String>()),
            }
        })
        .collect();
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields[2] = items.join(",");
    fields.swap(3, 4);
    if let Some(flags) = fields.get_mut(5) {
        *flags = match flags.as_str() {
            "G" => "g",
            "g" => "G",
            flags => flags,
        }
        .to_owned();
    }
    fields.join(" ")
}

/// Returns all permutations of some colours.
fn orders(colours: &[usize]) -> Vec<Vec<usize>> {
    let with_first = |first: &usize| {
        let rest: Vec<usize> = colours.iter().copied().filter(|it| it != first).collect();
        let rest = orders(&rest).into_iter();
        let whole = rest.map(|rest| std::iter::once(*first).chain(rest).collect());
        whole.collect::<Vec<_>>()
    };
    if colours.is_empty() {
        return vec![Vec::new()];
    }
    colours.iter().flat_map(with_first).collect()
}

/// Returns the things with their colours permuted.
fn recoloured(things: &[Thing], order: &[usize]) -> Vec<Thing> {
    let recoloured = |it: &Thing| match it.colour() {
        Some(colour) => Thing::coloured((it.x, it.y), it.kind(), order[colour]),
        None => *it,
    };
    things.iter().map(recoloured).collect()
}

/// Returns the maximum number of equal things of two boards, by brute force over all translations.
fn most_laid_over(symmetry: Symmetry, things: &[Thing], others: &[Thing]) -> usize {
    let others: std::collections::BTreeSet<&Thing> = others.iter().collect();
    let mut most = 0;
    for image in symmetry.images(things) {
        for (first, other) in image
            .iter()
            .flat_map(|it| others.iter().map(move |other| (it, other)))
        {
            let (x, y) = (other.x - first.x, other.y - first.y);
            let moved = image.iter().map(|it| Thing {
                x: it.x + x,
                y: it.y + y,
                ..*it
            });
            most = most.max(moved.filter(|it| others.contains(it)).count());
        }
    }
    most
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn turned_boards_of_gipf_have_one_layout(
        id in prop::sample::select(vec!["gipf-basic", "gipf-standard", "gipf-tournament", "matrx-classic"]),
        choices in choices(),
    ) {
        let [before, after] = played(id, &choices);
        let text = after.text();
        for symmetry in 0..12 {
            let image = |at: &str| image(Area::CLASSIC, "e5", (symmetry, (0, 0)), at);
            let turned = renamed(&text, 2, image).unwrap();
            prop_assert_eq!(layout(&turned), after.layout(), "{}", turned);
            prop_assert_eq!(layout(&exchanged(&turned)), after.layout(), "{}", turned);
            prop_assert_eq!(after.layout().common(&layout(&turned)), after.layout().len());
        }
        prop_assert_ne!(before.layout(), after.layout());
    }

    #[test]
    fn both_boards_of_matrx_have_one_layout(choices in choices()) {
        let [_, after] = played("matrx-classic", &choices);
        let wide = after.text().replacen("matrx-classic", "matrx", 1);
        prop_assert_eq!(layout(&wide), after.layout());
    }

    #[test]
    fn moved_boards_of_zertz_have_one_layout(choices in choices()) {
        let [before, after] = played("zertz-basic", &choices);
        let text = after.text();
        for symmetry in 0..12 {
            for by in [(0, 0), (1, 0), (0, -1), (-1, -1), (2, 1)] {
                let image = |at: &str| image(Area::ZERTZ, "d4", (symmetry, by), at);
                // Some translations leave the board.
                let Some(moved) = renamed(&text, 2, image) else { continue };
                prop_assert_eq!(layout(&moved), after.layout(), "{}", moved);
                let other = moved.replacen("zertz-basic", "zertz-tournament", 1);
                prop_assert_eq!(layout(&other), after.layout());
            }
        }
        prop_assert_ne!(before.layout(), after.layout());
    }

    #[test]
    fn moved_runs_have_one_layout(choices in choices()) {
        let [_, after] = played("run", &choices);
        let layout = after.layout();
        let things = layout.things.clone();
        for image in Symmetry::Squares.images(&things) {
            for (x, y) in [(0, 0), (3, -2), (-11, 7)] {
                let moved: Vec<Thing> = image.iter().map(|it| Thing { x: it.x + x, y: it.y + y, ..*it }).collect();
                let moved = Layout::new(Symmetry::Squares, &moved);
                prop_assert_eq!(&moved, &layout);
                prop_assert_eq!(moved.common(&layout), layout.len());
            }
        }
    }

    #[test]
    fn runs_in_other_colours_have_one_layout(choices in choices()) {
        let [before, after] = played("run", &choices);
        let layout = after.layout();
        for order in orders(&[0, 1, 2, 3]) {
            for image in Symmetry::Squares.images(&layout.things) {
                let other = Layout::new(Symmetry::Squares, &recoloured(&image, &order));
                prop_assert_eq!(&other, &layout, "{:?}", order);
                prop_assert_eq!(other.common(&layout), layout.len());
            }
        }
        prop_assert!(before.layout().common(&layout) <= before.layout().len());
    }

    #[test]
    fn swapping_marble_colours_keeps_the_layout(choices in choices()) {
        let [_, after] = played("zertz-basic", &choices);
        let text = after.text();
        for (one, other) in [("W", "G"), ("W", "B"), ("G", "B")] {
            let both = text.replace(&format!("={one}"), "=*").replace(&format!("={other}"), &format!("={one}"));
            let both = layout(&both.replace("=*", &format!("={other}")));
            prop_assert_eq!(&both, &after.layout());
            prop_assert_eq!(both.common(&after.layout()), both.len());
        }
    }

    #[test]
    fn no_exchange_of_colours_leaves_more_in_common(
        id in prop::sample::select(vec!["run", "zertz-basic"]),
        one in choices(),
        other in choices(),
    ) {
        let [one, other] = [one, other].map(|choices| played(id, &choices)[1].layout());
        let count = if id == "run" { 4 } else { 3 };
        let exchanged = orders(&(0..count).collect::<Vec<_>>()).into_iter();
        let exchanged = exchanged.map(|order| recoloured(&one.things, &order));
        let best = exchanged.map(|things| most_laid_over(one.symmetry, &things, &other.things));
        let best = best.max().unwrap();
        prop_assert_eq!(one.common(&other), best);
        prop_assert!(one.shares(&other, best) && !one.shares(&other, best + 1));
    }

    #[test]
    fn different_boards_have_different_layouts(
        id in prop::sample::select(vec!["gipf-standard", "matrx", "zertz-basic"]),
        one in choices(),
        other in choices(),
    ) {
        let ([_, one], [_, other]) = (played(id, &one), played(id, &other));
        prop_assert_ne!(one.layout(), other.layout());
        prop_assert!(one.layout().common(&other.layout()) < one.layout().len().max(other.layout().len()));
    }
}

#[test]
fn a_mirrored_run_has_the_same_layout() {
    let run = |matrix: &str| {
        let text = format!(
            "run {matrix} k@m13,g@-,r@-,b@- k1g1 k4g4r5b5 0 \
             G2,K2,K3,K4,K5,G3,G4,G5,R1,R2,R3,R4,R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -"
        );
        text
    };
    let same = [
        "m13=K1,m14=G1",
        "m12=G1,m13=K1",
        "m13=K1,n13=G1",
        "l13=G1,m13=K1",
    ];
    let layouts: Vec<Layout> = same.iter().map(|matrix| layout(&run(matrix))).collect();
    assert!(
        layouts
            .iter()
            .all(|layout| *layout == layouts[0] && layout.len() == 2)
    );
}

#[test]
fn every_symmetry_is_another_image() {
    let thing = |x, y, what| Thing { x, y, what };
    let things = [thing(0, 1, 1), thing(2, 5, 2), thing(1, 1, 3)];
    for (symmetry, count) in [
        (Symmetry::Hexagon, 24),
        (Symmetry::Rings, 12),
        (Symmetry::Squares, 8),
    ] {
        let images = symmetry.images(&things);
        let images: std::collections::BTreeSet<Vec<Thing>> = images.collect();
        assert_eq!(images.len(), count);
        let layouts = images.iter().map(|image| Layout::new(symmetry, image));
        let layouts: std::collections::BTreeSet<Layout> = layouts.collect();
        assert_eq!(layouts.len(), 1);
    }
}

#[test]
fn a_piece_more_leaves_all_others_in_common() {
    let one = layout("gipf-basic w b2=b,c4=B,e2=B,f5=b B12 B12");
    let more = layout("gipf-standard b b5=bb,d3=BB,e6=B,e8=b,h2=B B9 B9");
    assert_eq!(one.len(), 4);
    assert!(one.common(&more) < 4);
    let more = layout("gipf-basic w b2=b,b5=b,c4=B,e2=B,f5=b B12 B12");
    assert_eq!((one.common(&more), more.common(&one)), (4, 4));
    assert_ne!(one, more);
}
