# The Matrix run. Colours and breakers are k (black), g (green), r (red), b (blue).

run-colour = { $colour ->
    [k] black
    [g] green
    [r] red
   *[b] blue
}
run-breaker = { $breaker ->
    [k] black breaker (k)
    [g] green breaker (g)
    [r] red breaker (r)
   *[b] blue breaker (b)
}

## Custom breakers

run-breaker-name = { $custom ->
    [k1] Self-Fragment LISP
    [k2] Ankara
    [k3] Black Diamond
    [k4] Kuang Grade Mark Eleven
    [k5] Assimilation Kuang
    [k6] Wintermute Compiler
    [g1] Turing Scout Construct
    [g2] Trinity Prep
    [g3] Klein Liar
    [g4] Finn Construct
    [g5] Flatline Dix
    [g6] Case-Curry Construct
    [r1] Sendai Sub-Street
    [r2] Chiba Cross Talk
    [r3] Hosaka Prime
    [r4] Sliver Virus
    [r5] Cray Envelope
    [r6] Tessier-Ashpool Stealth Blade
    [b1] Zion Loop
    [b2] Dub Lattice
    [b3] Babylon Q
    [b4] Dahlia Mix
    [b5] Viral Dub
    [b6] Enigma
   *[plain] plain breaker
}
# One line for each, with its price: used at the start of a run and by `help breakers`.
run-breaker-about = `{ $custom }` { run-breaker-name }: { $custom ->
    [k1] die −1. `use k swap r` for 1 damage: it and any other breaker change places, inside or outside.
    [k2] die −1. `use k` for 1 damage: +2 on its next roll, as often as you like.
    [k3] die −1. `use k` for 2 damage: +3 on the next roll of every breaker within 5 steps of it, itself included.
    [k4] die −1. `use k` for 1 damage: a die says how many steps away it may challenge a structure at once; `pass` lets it be.
    [k5] die −1. `use k m14` for one power-up of each colour and 1 damage: it moves onto any structure without a roll, even onto an occupied one.
    [k6] strength 0 without a die. `use k` for 1 damage: strength 10 in its next challenge.
    [g1] strength 3 without a die; on the board 1 more for every other breaker within 3 steps.
    [g2] die −1; or, on the board, `g n sum`: the strengths of the breakers next to it added up.
    [g3] die −1. Power-ups of any colour boost it.
    [g4] die −1. On the board `use g swap k r pay k`, for 2 damage and a power-up of the colour of one of the two: any two breakers change places.
    [g5] die −1. Lends +1 to every breaker within 3 steps of it, and to itself wherever it is; when it is outside, to all on the board.
    [g6] die −1. On the board `use g k=r r=k`, for one power-up of each colour and 1 damage: breakers go to each other's places, here k to that of r and r to that of k.
    [r1] strength 3 without a die. Red power-ups boost it everywhere, by 2 each.
    [r2] die −1. Its step may challenge a structure two steps away.
    [r3] die −1; +3 while it stands on red.
    [r4] die −1. `use r` for a red power-up: its next challenge has as much strength as there are red structures, and 1 more. `use r weaken` for a red power-up: the structure under it loses 2 strength for good.
    [r5] no die: strength 1 outside or on blue, 4 on green, 5 on black, 10 on red.
    [r6] die −1; or, on the board, `r n blade`: 1 more than the number of steps from where it stands to the nearest other breaker, counted from structure to structure; those outside do not count.
    [b1] die −2; on blue the die plus the strength of the structure under it.
    [b2] die −2; or, on the board, `b n lattice`: 3 plus the blue structures within 4 steps.
    [b3] die −2. On the board `use b m16 pay k r` for any two power-ups and 1 damage: its structure moves to an empty space, and it goes along.
    [b4] die −2. On the board `use b m16 pay k r` for any two power-ups and 1 damage: its structure changes places with a free one, and it goes along.
    [b5] die −2. `use b m14 m16` for a blue power-up and 1 damage: two free structures change places, one of them next to it.
    [b6] die −2. `use b m14=m16 m16=m14` for two blue power-ups and 1 damage: forts change places, and breakers on them go along.
   *[plain] the die alone.
}

## What happened

table-run-begun = A new run, { $player }. Goal: bring each of your four ice breakers (k black, g green, r red, b blue) onto the data fort of its own colour before brain damage reaches 10. Every step into a structure is a roll against its strength.
table-run-begun-target = A new run, { $player }. Goal: bring each of your four ice breakers (k black, g green, r red, b blue) onto the data fort of its own colour with at most { $target } brain damage. Every step into a structure is a roll against its strength.
run-legend = Where there is no structure yet, the next one of the stack appears first: ice (strength 1 to 5) or, later, a data fort (strength 6). A higher roll breaks it without harm. A failed roll costs 1 brain damage; ice lets you in all the same, a fort does not. With a structure appears a power-up of its colour, as long as the bank has one: it begins with five of each. Picked up, each lifts a roll against its own colour by 1.
    On the board `K3` is black ice of strength 3, `KF` the black fort, `+` a token on it, `.` a space where a structure can appear, `.k` one to which k can step next; below a structure stands who is on it, `@k`, or who can step there next, `>k`. `*` has just changed, `?` waits for your answer. `help run` tells more.
seed-word = Deal and dice follow from the word “{ $text }”: whoever starts a run with the same word gets the same ones. So it counts for no list.
seed-promised = The deal and all dice are fixed already. SHA-256 of their seed, shown at the end: `{ $hash }`
seed-shown = The seed of this run: `{ $seed }`
run-installed = { $again ->
    [yes] { $kind ->
        [fort] The { run-colour } data fort { $structure } appears at { $space }{ $token ->
            [1] .
           *[0] , without a power-up.
        }
       *[ice] { $structure } appears at { $space }{ $token ->
            [1] .
           *[0] , without a power-up.
        }
    }
   *[no] { $kind ->
        [fort] A new structure appears at { $space }: the { run-colour } data fort { $structure }, strength { $strength }{ $token ->
            [1] , with a power-up token on it
           *[0] , without a power-up: the bank has no { run-colour } one left
        }.
       *[ice] A new structure appears at { $space }: { run-colour } ice { $structure }, strength { $strength }{ $token ->
            [1] , with a power-up token on it
           *[0] , without a power-up: the bank has no { run-colour } one left
        }.
    }
}
run-rolled = { $bonus ->
    [1] The { run-breaker } rolls { $die }, +1 for its own colour: strength { $strength } against { $against }.
   *[0] The { run-breaker } rolls { $die }: strength { $strength } against { $against }.
}
run-boosted = { $tokens ->
    [one] One { run-colour } power-up is spent: strength { $strength } against { $against }.
   *[other] { $tokens } { run-colour } power-ups are spent: strength { $strength } against { $against }.
}
run-broken = Broken! It moves onto { $structure } at { $space }.
run-failed-ice = { $again ->
    [yes] Not broken; it moves onto { $structure } at { $space } all the same.
   *[no] Not broken, but ice lets it in all the same: it moves onto { $structure } at { $space }.
}
run-fort-held = The fort holds and keeps it out.
run-damage = Brain damage +{ $damage }, now { $total }.
run-token = { $again ->
    [yes] It picks up a { run-colour } power-up (you have { $have }).
   *[no] It picks up a { run-colour } power-up (you have { $have }), good for 1 more strength against { run-colour }.
}

run-used = The { run-breaker } uses its ability as { run-breaker-name }.
run-paid = The price: power-ups { $tokens }.
run-measured = The { run-breaker }{ $custom ->
    [k] {""}
    [g] {""}
    [r] {""}
    [b] {""}
   *[other] , { run-breaker-name },
} { $dice ->
    [none] needs no die and has { $base }
   *[other] rolls { $dice } and has { $base }
}{ $bonus ->
    [1] , +1 for its own colour
   *[0] {""}
}{ $kept ->
    [0] {""}
   *[other] , +{ $kept } kept for this challenge
}{ $lent ->
    [0] {""}
   *[other] , +{ $lent } lent by Flatline Dix
}: strength { $strength } against { $against }.
run-boosted-mixed = Power-ups { $tokens } are spent: strength { $strength } against { $against }.
run-moved = { $to ->
    [none] The { run-breaker } is outside now.
   *[other] The { run-breaker } is on { $to } now.
}
run-shifted = { $structure } moves from { $from } to { $to }.
run-keeps-bonus = The { run-breaker } keeps +{ $bonus } for its next challenge.
run-keeps-strength = The next challenge of the { run-breaker } has strength { $strength }, without a die.
run-reaches = The die shows { $within }: the { run-breaker } may challenge a structure up to { $within ->
    [one] one step away
   *[other] { $within } steps away
}.
run-passed = The { run-breaker } lets it be.
run-weakened = { $structure } at { $space } is weakened for good: strength { $strength }.

## Kinds of actions, above a list of them

run-moves-step = Step with the { run-breaker } ({ $count }):
run-moves-far = A breaker outside can also step to any space that touches no structure ({ $count ->
        [one] one way
       *[other] { $count } ways
    }): there all are alike, and a structure is installed. For example:
run-moves-any-breaker = Step with one of these breakers ({ $count }):
run-moves-any-space = to any space ({ $count }). On an empty table all are alike: a structure is installed there.
run-moves-any-use = `use { $breaker } SPACE pay X Y`: use the ability of the { run-breaker }. SPACE is one of these ({ $count }); `moves use { $breaker } SPACE` lists the ways to pay for one of them:
run-moves-any-pay = X Y, the two power-ups that you pay, are one of these ({ $count }):
run-moves-use = Use the ability of the { run-breaker } ({ $count }):
run-moves-answer = Answer ({ $count }):

## What is asked

run-step-custom = { $again ->
    [yes] Your step, for example `{ $example }`, or an ability of { $uses }. `moves use` lists how, `moves` lists everything.
   *[no] { $outside ->
        [none] Your step: a breaker and a space next to it, for example `{ $example }` (n, e, s and w will do as well).
       *[other] Your step: a breaker and a space, for example `{ $example }`. Breakers outside ({ $outside }) may start anywhere, those on the board go to a space next to them (n, e, s and w will do as well).
    } Or an ability of { $uses }: `moves use` lists how, `help breakers` explains.
}
run-ask-mixed = Boost? The { run-breaker } has { $strength } against { $against } at { $space }. Power-ups { $tokens } break it: { $red-twice ->
    [yes] red ones count 2 each
   *[no] those of the structure's colour go first
} (you have { $have }).
run-choice-boost-mixed = { $end ->
    [won] spend { $tokens }: it breaks in, and the run is won
   *[other] spend { $tokens }: it breaks in and stands on { $place }; brain damage stays { $damage }; power-ups then { run-power-ups }
}
run-power-ups = { $hand ->
    [none] none
   *[other] { $hand }{ $found ->
        [none] {""}
       *[other] , with the one that lies there
    }
}
run-ask-reach = { $count ->
    [0] Nothing that the { run-breaker } could challenge is within { $within } steps. Type `pass`.
   *[other] Which structure does the { run-breaker } challenge, at most { $within ->
        [one] one step
       *[other] { $within } steps
    } away? For example `{ $example }`, or `pass` to let it be.
}
run-choice-reach = challenge { $structure } at { $space }, strength { $strength }: { $need ->
    [0] { $percent } %
   *[other] { $need } or more, { $percent } %
}{ $boosted ->
    [0] {""}
   *[other] {" "}({ $boosted } % with your power-ups)
}
run-choice-pass = challenge nothing

run-step = { $again ->
    [yes] Your step, for example `{ $example }`. `moves` lists what is possible, `help run` explains.
   *[no] { $outside ->
        [none] Your step: a breaker and a space next to it, for example `{ $example }` (n, e, s and w will do as well).
       *[other] Your step: a breaker and a space, for example `{ $example }`. Breakers outside ({ $outside }) may start anywhere, those on the board go to a space next to them (n, e, s and w will do as well).
    }
}
run-ask = Boost? The { run-breaker } has { $strength } against { $against } at { $space }. { $need ->
    [one] One { run-colour } power-up breaks it
   *[other] { $need } { run-colour } power-ups break it
} (you have { $have }).
run-choice-boost = { $end ->
    [won] spend { $tokens } { run-colour }: it breaks in, and the run is won
   *[other] spend { $tokens } { run-colour }: it breaks in and stands on { $place }; brain damage stays { $damage }; power-ups then { run-power-ups }
}
run-choice-hold = { $end ->
    [dead] keep them; brain damage { $damage }: brain death
    [lost] keep them; brain damage { $damage }: over your target, lost
    [won] keep them; brain damage { $damage }: the run is won
   *[other] { $kind ->
        [fort] keep them; brain damage { $damage }, and the fort keeps it out: it stays { $place ->
            [none] outside
           *[other] on { $place }
        }; power-ups then { run-power-ups }
       *[ice] keep them; brain damage { $damage }, and it moves onto { $place } all the same; power-ups then { run-power-ups }
    }
}

## Odds: cells stay short, for four of them stand beside each other in 44 columns

run-figures-inside = { $again ->
    [yes] Chance to break{ $boosted ->
        [1] {" "}(+: with power-ups)
        [2] {" "}(+: see board)
       *[0] {""}
    }
   *[no] Chance to break. 4+: roll 4 or more;
    new: the next structure{ $boosted ->
        [1] ; +: with power-ups
       *[0] {""}
    }
}
run-figures-far = { $breaker } can also challenge, further away:
run-figures-reach = { $breaker } can challenge:
run-figures-outside = { $again ->
    [yes] Chance to break from outside{ $boosted ->
        [1] {" "}(+: boosted)
        [2] {" "}(+: see board)
       *[0] {""}
    }
   *[no] Chance to break from outside: the next
    structure, or the easiest on the board{ $boosted ->
        [1] {"\u000A"}(+: with power-ups)
       *[0] {""}
    }
}
run-head-inside = {""}
run-head-way = { $way }
run-head-outside = {""}
run-head-new = new
run-head-easiest = easiest
run-row = { $word ->
    [none] { $breaker }
   *[other] { $breaker } { $word }
}
run-row-boosted = { $word ->
    [none] { $breaker }+
   *[other] { $breaker }+ { $word }
}
run-die = { $need ->
    [0] {""}
   *[other] { $need }+{" "}
}
run-cell-chance = { run-die }{ $percent }%
run-cell = { $structure ->
    [none] new
   *[other] { $structure }
} { run-cell-chance }
run-cell-far = { $space } { $structure } { run-cell-chance }
run-cell-same = {""}
run-cell-none = -
run-cell-taken = @{ $breaker }

## What an ability would do now

run-now-price = `{ $action }` ({ $tokens ->
    [none] { $damage } damage
   *[other] { $damage ->
        [0] power-ups { $tokens }
       *[other] power-ups { $tokens }, { $damage } damage
    }
})
run-now-gain = { $who ->
    [none] {""}
   *[other] {" "}({ $who } against { $structure ->
        [none] a new structure
       *[other] { $structure } on { $space }
    }: { $from } % becomes { $to } %)
}
run-now-ways = { run-now-price }: { $count ->
    [one] one way
   *[other] one of { $count } ways
}
run-now-stronger = { run-now-price }: +{ $bonus } on its next roll{ run-now-gain }
run-now-all-stronger = { run-now-price }: +{ $bonus } on the next roll of { $breakers }{ run-now-gain }
run-now-set = { run-now-price }: strength { $strength } in its next challenge{ run-now-gain }
run-now-reach = { run-now-price }: structures it could then challenge: { $near } with a die of 1, { $far } with a 6
run-now-weaken = { run-now-price }: { $structure } goes down from { $from } to { $to }
run-now-fatal = { run-now-price }: { $end ->
    [dead] brain death!
   *[lost] over your target, lost!
}

## Beside the matrix

run-damage-now = { $target ->
    [none] brain damage { $damage } of { $limit }
   *[other] brain damage { $damage }, target { $target }
}
run-hand = power-ups in hand { $tokens }
run-bank = { $again ->
    [yes] {""}
   *[no] power-ups in the bank { $tokens }
}
run-breakers-outside = { $again ->
    [yes] {""}
   *[no] outside { $breakers ->
        [none] none
       *[other] { $breakers } (start anywhere)
    }
}
run-stack = structures to come { $count }
run-breakers-are = { $again ->
    [yes] breakers { $breakers }
   *[no] {""}
}
run-breaker-is = { $again ->
    [yes] { $strength ->
        [none] { $bonus ->
            [0] {""}
           *[other] { $breaker } next time +{ $bonus }
        }
       *[other] { $breaker } next time { $strength }{ $bonus ->
            [0] {""}
           *[other] {" "}and +{ $bonus }
        }
    }
   *[no] { $breaker } is { $custom ->
        [k] plain
        [g] plain
        [r] plain
        [b] plain
       *[other] { run-breaker-name }
    }{ $strength ->
        [none] {""}
       *[other] {"\u000A"}  next time { $strength }
    }{ $bonus ->
        [0] {""}
       *[other] {"\u000A"}  next time +{ $bonus }
    }
}
run-lowered = { $structure } on { $space } has strength { $strength }

## Refusals

run-unreadable = I cannot read “{ $text }” as a step.
run-over = This run is over.
run-nothing-asked = There is nothing to boost or to hold: no roll waits for an answer.
run-answer-first = First answer the roll of { $breaker } at { $space }: `boost` or `hold`.
run-outside-way = { $breaker } is outside the matrix, so n, e, s and w lead nowhere. Name a space.
run-edge = The table ends there: { $breaker } on { $from } cannot go that way.
run-same-space = { $breaker } is on { $space } already.
run-not-next-to = { $space } is not next to { $breaker }, which stands on { $from }. Steps go north, east, south or west.
run-occupied = Breaker { $by } stands on { $space }, and two may not share it.
run-stack-empty = { $space } is empty, and no structure is left to put there.
run-too-crowded = No structure fits on { $space }: { $of } would have more than three neighbours. Nothing was revealed.
run-off-table = { $space } is off the table, which has columns a to y and rows 1 to 25.
run-nothing-to-pass = There is nothing to pass: no breaker is reaching for a structure.
run-reach-first = First say what { $breaker } challenges, with its letter and a space, or `pass`.
run-no-structure = There is no structure on { $space }.
run-no-path = No path of structures leads from { $breaker } to { $space }.
run-too-far = { $space } is { $distance } steps away from { $breaker }, which reaches { $within }.
run-plain-breaker = { $breaker } is a plain breaker: it has its roll, 1 more against its own colour, and no ability. `help breakers` tells about those that have one.
run-no-ability = { run-breaker-name } ({ $custom }) has nothing that is typed with `use`: { $custom ->
    [g2] its word stands behind a step, as in `g n sum`.
    [r2] its steps reach a structure two steps away.
    [r6] its word stands behind a step, as in `r n blade`.
    [b2] its word stands behind a step, as in `b n lattice`.
   *[other] it does what it does by itself.
} `help breakers` tells more.
run-no-choice = “{ $word }” belongs to another custom breaker, and { $breaker } cannot do that.
run-use-form = { run-breaker-name } ({ $custom }) is used like this: `{ $examples }`.
run-name-price = Say which power-ups { run-breaker-name } shall cost, with `pay` at the end, as in `{ $example }`.
run-wrong-price = That is not the price of { run-breaker-name }. It costs { $cost ->
    [any] any two power-ups
   *[other] power-ups { $cost }
}.
run-missing-tokens = { run-breaker-name } costs { $cost ->
    [any] any two power-ups
   *[other] power-ups { $cost }
}; { $have ->
    [none] you have none
   *[other] you have { $have }
}.
run-needs-inside = { run-breaker-name } can do that on the board only, and { $breaker } is outside.
run-nobody-next = No breaker stands next to { $breaker } on { $from }, so there is nothing to add up.
run-nobody-reached = No path of structures leads from { $breaker } on { $from } to another breaker.
run-set-already = { $breaker } keeps strength { $strength } for its next challenge already.
run-strength-zero = The structure on { $space } has no strength left.
run-same-place = { $breaker } and { $other } are in the same place, so there is nothing to change.
run-deal-unequal = Everything that goes to another place has to stand once on the left and once on the right of a `=`.
run-deal-nothing = With that nothing would change its place.
run-not-a-fort = There is no data fort on { $space }.
run-not-empty = { $space } is not empty.
run-structure-taken = Breaker { $by } stands on { $space }; the structure has to be free.
run-same-structure = Name two different structures, not { $space } twice.
run-neither-next = Neither { $one } nor { $other } is next to { $breaker } on { $from }.
run-custom-unreadable = “{ $text }” does not name custom breakers: write letters out of k, g, r, b, each once, with a number from 1 to 6, or without one to leave it to the die. For example `k3r`.

## Ends

run-look-back = { $steps ->
    [one] In one step
   *[other] In { $steps } steps
} you won { $won } of { $tried ->
    [one] one challenge
   *[other] { $tried } challenges
}{ $boosts ->
    [0] {""}
    [one] , one of them with power-ups
   *[other] , { $boosts } of them with power-ups
}; { $structures } of { $total } structures appeared. Brain damage { $damage } { $target ->
    [none] of { $limit }.
   *[other] with a target of { $target }.
}{ $custom ->
    [none] {""}
   *[other] {" "}Custom breakers { $custom }; abilities used: { $uses }.
}
run-look-back-forts = { $home ->
    [none] No breaker stood on its fort.
   *[other] On their forts: { $home }.
}{ $seen ->
    [none] {""}
   *[other] {" "}Not taken by their breakers: { $seen }.
}{ $unseen ->
    [none] {""}
   *[other] {" "}Forts that had not appeared yet: { $unseen }.
}

run-won = The run is won! All four forts are taken by the breakers of their colours.
run-brain-death = Brain death: the damage has reached 10. The run is lost.
run-over-target = Over the target: the run is lost.
run-no-step = No step is possible any more. The run is lost.
run-jacked-out = You jacked out. The run is over.

run-position-unreadable = The { $part } of that position cannot be read: “{ $text }”.
run-position-structures = Every structure has to be there exactly once, in the matrix or in the stack.
run-position-stack = The stack cannot be like that: ice first, the forts among the last ten.
run-position-crowded = { $space } has more than three neighbours.
run-position-breakers = { $breaker } cannot be on { $space }.
run-position-token = The token on { $space } would have been taken by { $breaker }.
run-position-tokens = The { run-colour } tokens do not add up to five but to { $count }.
run-position-damage = Brain damage cannot be { $damage }.
run-position-ask = { $breaker } cannot be asked about { $space } with strength { $strength }.
run-position-reach = Nobody can reach for something { $within } steps away.
run-position-kept = { $breaker } cannot keep that for its next challenge.
run-position-lowered = The structure on { $space } cannot be weakened like that.
run-position-result = The result of that position should read “{ $expected }”.

## Words that are explained

run-term = { $term ->
    [power-up] A power-up (the run) is a token that appears with a structure and is picked up by the breaker that moves in. Each of them lifts a roll against its own colour by 1: when a roll falls short and power-ups can lift it, you are asked whether to `boost` it. `k2 r1` are two black ones and a red one.
    [bank] The bank (the run) holds the power-ups that have not appeared yet, five of each colour at first. What is spent returns to it. A structure whose colour has run out appears without one.
    [boost] `boost` (the run) spends just as many power-ups of the structure's colour as lift your roll above its strength; they go back to the bank, and structures that appear bring them from there. You are asked when that is possible.
    [hold] `hold` (the run) keeps the power-ups after a roll that fell short: 1 brain damage; ice lets the breaker in all the same, a fort does not.
    [pass] `pass` (the run, custom breakers) challenges nothing of what Kuang Grade Mark Eleven (`k4`) could reach.
    [use] `use k` (the run) uses the ability of a custom breaker, here of black, in place of a step; some want more, as `use k swap r` or `use b m16 pay k r`. The price comes first, and `moves use` lists what can be used now. `help breakers` tells what each of them does.
    [pay] `pay k r` (the run) names the power-ups that an ability shall cost, here a black and a red one, where there is a choice.
    [target] `run target 7` is a run in which you may take at most 7 brain damage; one more, and it is lost. Without a target it is lost with 10.
    [damage] Brain damage (the run) grows by 1 with every roll that falls short, and by the price of abilities. With 10 the run is lost, with a target as soon as it is passed.
    [structure] A structure (the run) is a piece of ice or a data fort. The 24 of them are shuffled, and a step onto an empty space makes the next one appear there. None may have more than three neighbours.
    [ice] Ice (the run) is a structure of strength 1 to 5, `K3` for black ice of strength 3. A higher roll breaks it; after any other you take 1 brain damage and move in all the same.
    [fort] A data fort (the run), `KF`, has strength 6 and keeps out whoever fails. The run is won when each of the four is held by the breaker of its own colour. They are among the last ten structures.
    [breaker] A breaker (the run) is one of your four pieces: k black, g green, r red, b blue. As long as one is outside it may start anywhere; on the board it goes north, east, south or west. Against its own colour it is stronger by 1. Custom breakers have abilities: `help breakers`.
    [k] `k` (the run) is the black breaker: `k m14` sends it to m14, `k n` one space north. It has to reach the black fort, `KF`. In a list of power-ups `k2` are two black ones.
    [g] `g` (the run) is the green breaker: `g m14` sends it to m14, `g n` one space north. It has to reach the green fort, `GF`. In a list of power-ups `g2` are two green ones.
    [r] `r` (the run) is the red breaker: `r m14` sends it to m14, `r n` one space north. It has to reach the red fort, `RF`. In a list of power-ups `r2` are two red ones.
    [b] `b` (the run) is the blue breaker: `b m14` sends it to m14, `b n` one space north. It has to reach the blue fort, `BF`. In a list of power-ups `b2` are two blue ones.
    [way] `n`, `e`, `s` and `w` (the run) are north, east, south and west: `k n` sends the black breaker one space north. A breaker outside needs the name of a space.
    [choice] `sum`, `blade` and `lattice` (the run) stand behind a step and choose another strength for it: `g n sum` with Trinity Prep (`g2`), `r n blade` with Tessier-Ashpool Stealth Blade (`r6`), `b n lattice` with Dub Lattice (`b2`).
    [swap] `swap` (the run) exchanges breakers: `use k swap r` with Self-Fragment LISP (`k1`), `use g swap k r pay k` with Finn Construct (`g4`).
    [weaken] `use r weaken` (the run) takes 2 strength from the structure under Sliver Virus (`r4`), for good, for a red power-up.
   *[seed] The seed (the run) is what deal and dice follow from. What it is promised to be is shown at the start, the seed itself at the end, and `verify` checks it. `run seed friends` makes the same run for everybody with that word.
}
