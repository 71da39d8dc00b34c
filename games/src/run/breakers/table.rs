//! The table of the 24 custom breakers, after *Custom ice breakers* of the rulebook.

use super::{
    Ability, AbilityChoice, AbilityCost, Base, Breaker, Form, Loan, Trace, conditions as may,
    effects as does, now, view::View,
};
use crate::run::{
    boost,
    structure::Colour::{Black, Blue, Green, Red},
};

/// All custom breakers: black, green, red, blue, each by number from 1.
pub static BREAKERS: [&[Breaker]; 4] = [
    &[
        Breaker {
            name: "Self-Fragment LISP",
            abilities: &[Ability {
                form: Form::Swap,
                example: "use k swap r",
                may: may::swap_with,
                effect: does::swap,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Ankara",
            abilities: &[Ability {
                effect: |run, used, log| run.keep_bonus(used.breaker, 2, log),
                now: now::stronger,
                ..ONE_DAMAGE
            }],
            leaves: &[Trace::OwnBonus(2)],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Black Diamond",
            abilities: &[Ability {
                damage: 2,
                effect: |run, used, log| does::strengthen_within(run, used, 5, 3, log),
                now: now::all_stronger,
                ..ONE_DAMAGE
            }],
            leaves: &[Trace::AnyBonus(3)],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Kuang Grade Mark Eleven",
            abilities: &[Ability {
                rolls: true,
                effect: does::reach,
                now: now::reach,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Assimilation Kuang",
            abilities: &[Ability {
                form: Form::Space,
                example: "use k m14",
                tokens: AbilityCost::OneOfEach,
                may: may::go_to_structure,
                effect: does::go,
                ..ONE_DAMAGE
            }],
            leaves: &[Trace::Company],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Wintermute Compiler",
            strength: |_| Base::Fixed(0),
            abilities: &[Ability {
                may: |view, _| may::set_strength(view, 10),
                effect: |run, used, log| run.keep_strength(used.breaker, 10, log),
                now: now::set,
                ..ONE_DAMAGE
            }],
            leaves: &[Trace::Strength(10, 10)],
            ..D6_MINUS_1
        },
    ],
    &[
        Breaker {
            name: "Turing Scout Construct",
            strength: |view| match view.place() {
                Some(_) => Base::Fixed(3 + view.others_within(3)),
                None => Base::Fixed(3),
            },
            ..D6_MINUS_1
        },
        Breaker {
            name: "Trinity Prep",
            choice: Some(AbilityChoice {
                word: "sum",
                strength: may::sum,
            }),
            ..D6_MINUS_1
        },
        Breaker {
            name: "Klein Liar",
            boost: boost::any_colour,
            ..D6_MINUS_1
        },
        Breaker {
            name: "Finn Construct",
            abilities: &[Ability {
                form: Form::SwapTwo,
                example: "use g swap k r pay k",
                tokens: AbilityCost::OfOneNamed,
                damage: 2,
                may: may::swap_two_from_inside,
                effect: does::swap,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Flatline Dix",
            lends: Some(Loan {
                within: 3,
                bonus: 1,
            }),
            ..D6_MINUS_1
        },
        Breaker {
            name: "Case-Curry Construct",
            abilities: &[Ability {
                form: Form::DealBreakers,
                example: "use g k=r r=k",
                tokens: AbilityCost::OneOfEach,
                may: may::deal_breakers_from_inside,
                effect: does::deal_breakers,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_1
        },
    ],
    &[
        Breaker {
            name: "Sendai Sub-Street",
            strength: |_| Base::Fixed(3),
            boost: boost::red_twice,
            ..D6_MINUS_1
        },
        Breaker {
            name: "Chiba Cross Talk",
            steps: 2,
            ..D6_MINUS_1
        },
        Breaker {
            name: "Hosaka Prime",
            strength: |view| match view.ground() {
                Some(Red) => Base::Die(3 - 1),
                _ => Base::Die(-1),
            },
            ..D6_MINUS_1
        },
        Breaker {
            name: "Sliver Virus",
            abilities: &[
                Ability {
                    example: "use r",
                    tokens: AbilityCost::Of(Red, 1),
                    damage: 0,
                    may: |view, _| may::set_strength(view, view.installed(Red) + 1),
                    effect: does::count_red,
                    now: now::set,
                    ..ONE_DAMAGE
                },
                Ability {
                    form: Form::Word("weaken"),
                    example: "use r weaken",
                    tokens: AbilityCost::Of(Red, 1),
                    damage: 0,
                    may: may::weaken_from_inside,
                    effect: does::weaken,
                    now: now::weaken,
                    ..ONE_DAMAGE
                },
            ],
            leaves: &[Trace::Strength(1, 7), Trace::Lowered],
            ..D6_MINUS_1
        },
        Breaker {
            name: "Cray Envelope",
            strength: |view| {
                Base::Fixed(match view.ground() {
                    None | Some(Blue) => 1,
                    Some(Green) => 4,
                    Some(Black) => 5,
                    Some(Red) => 10,
                })
            },
            ..D6_MINUS_1
        },
        Breaker {
            name: "Tessier-Ashpool Stealth Blade",
            choice: Some(AbilityChoice {
                word: "blade",
                strength: may::blade,
            }),
            ..D6_MINUS_1
        },
    ],
    &[
        Breaker {
            name: "Zion Loop",
            strength: |view| match view.tile() {
                Some(tile) if tile.structure.colour == Blue => Base::Die(tile.strength() as i8),
                _ => Base::Die(-2),
            },
            ..D6_MINUS_2
        },
        Breaker {
            name: "Dub Lattice",
            choice: Some(AbilityChoice {
                word: "lattice",
                strength: may::lattice,
            }),
            ..D6_MINUS_2
        },
        Breaker {
            name: "Babylon Q",
            abilities: &[Ability {
                form: Form::Space,
                example: "use b m16 pay k r",
                tokens: AbilityCost::AnyTwo,
                may: may::lay_elsewhere_from_inside,
                effect: does::exchange,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_2
        },
        Breaker {
            name: "Dahlia Mix",
            abilities: &[Ability {
                form: Form::Space,
                example: "use b m16 pay k r",
                tokens: AbilityCost::AnyTwo,
                may: may::exchange_own_from_inside,
                effect: does::exchange,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_2
        },
        Breaker {
            name: "Viral Dub",
            abilities: &[Ability {
                form: Form::TwoSpaces,
                example: "use b m14 m16",
                tokens: AbilityCost::Of(Blue, 1),
                may: may::exchange_two,
                effect: does::exchange,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_2
        },
        Breaker {
            name: "Enigma",
            abilities: &[Ability {
                form: Form::DealForts,
                example: "use b m14=m16 m16=m14",
                tokens: AbilityCost::Of(Blue, 2),
                may: may::deal_forts,
                effect: does::deal_forts,
                ..ONE_DAMAGE
            }],
            ..D6_MINUS_2
        },
    ],
];

/// Defaults of a black, green or red breaker.
const D6_MINUS_1: Breaker = Breaker {
    name: "",
    strength: |_| Base::Die(-1),
    choice: None,
    steps: 1,
    boost: boost::own_colour,
    lends: None,
    abilities: &[],
    leaves: &[],
};

/// Defaults of a blue breaker.
const D6_MINUS_2: Breaker = Breaker {
    strength: |_: &View<'_>| Base::Die(-2),
    ..D6_MINUS_1
};

/// Defaults of an ability: one damage, no tokens, no argument.
const ONE_DAMAGE: Ability = Ability {
    form: Form::Plain,
    example: "use k",
    tokens: AbilityCost::Nothing,
    damage: 1,
    rolls: false,
    may: |_, _| Ok(()),
    effect: |_, _, _| (),
    now: now::many,
};
