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
# Without the letter, which would answer nothing in the question for a boost.
run-asked-breaker = { $breaker ->
    [k] black breaker
    [g] green breaker
    [r] red breaker
   *[b] blue breaker
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
# “die −1” is a strength of the die less 1.
run-breaker-about = `{ $custom }` { run-breaker-name }: { $custom ->
    [k1] die −1. `use k swap r` (1 damage): swaps places with any breaker, even outside.
    [k2] die −1. `use k` (1 damage): +2 on its next roll, repeatable.
    [k3] die −1. `use k` (2 damage): +3 on the next roll for itself and all breakers within 5 steps.
    [k4] die −1. `use k` (1 damage): rolls a die; challenge a free structure up to that far away, or `pass`.
    [k5] die −1. `use k m14` (1 damage, a power-up of each colour): moves onto any structure without a roll, even an occupied one.
    [k6] no die, strength 0. `use k` (1 damage): strength 10 in its next challenge.
    [g1] no die, strength 3; on the board, +1 per other breaker within 3 steps.
    [g2] die −1. On the board, also `g n sum`: the total strength of the breakers next to it.
    [g3] die −1. Power-ups of any colour boost it.
    [g4] die −1. On the board, `use g swap k r pay k` (2 damage, a power-up in the colour of either): swaps any two breakers.
    [g5] die −1. +1 for itself and all breakers within 3 steps (from outside: all on the board).
    [g6] die −1. On the board, `use g k=r r=k` (1 damage, a power-up of each colour): breakers trade places, here k and r.
    [r1] no die, strength 3. Red power-ups boost it against any colour, by 2 each.
    [r2] die −1. Can also step to a free structure 2 steps away.
    [r3] die −1, +3 while it's on red.
    [r4] die −1. For a red power-up, `use r`: strength 1 + red structures on the board in its next challenge; or `use r weaken`: the structure under it loses 2 strength for good.
    [r5] no die, strength 1 outside or on blue, 4 on green, 5 on black, 10 on red.
    [r6] die −1. On the board, also `r n blade`: 1 + steps to the nearest other breaker, along structures.
    [b1] die −2; on blue, the die + the strength under it.
    [b2] die −2. On the board, also `b n lattice`: 3 + blue structures within 4 steps.
    [b3] die −2. On the board, `use b m16 pay k r` (1 damage, any 2 power-ups): moves with its structure to an empty space.
    [b4] die −2. On the board, `use b m16 pay k r` (1 damage, any 2 power-ups): swaps its structure with a free one and goes along.
    [b5] die −2. `use b m14 m16` (1 damage, a blue power-up): swaps 2 free structures, one of them next to it.
    [b6] die −2. `use b m14=m16 m16=m14` (1 damage, 2 blue power-ups): forts trade places, with the breakers on them.
   *[plain] the die alone.
}

## What happened

table-run-begun = A new run, { $player }! Get k, g, r and b to their colours' forts before brain damage reaches 10.
table-run-begun-target = A new run, { $player }! Get k, g, r and b to their colours' forts with at most { $target } brain damage.
run-legend = Spaces hide ice (`K3`: black, strength 3) or forts. Beat the strength, or take 1 brain damage. { $boards ->
    [picture] {""}
   *[text] `+`: a power-up, +1 against its colour. `@k`: k is there. `.k`, `>k`: k can step there.{" "}
}More: `help run`.
seed-word = Seed word “{ $text }”: the same run for everyone who uses it, so unranked.
seed-promised = The seed is set. Its SHA-256: `{ $hash }`
run-installed = { $kind ->
    [fort] { $structure } appears at { $space }: the { run-colour } data fort, strength { $strength }!
   *[ice] { $again ->
        [yes] { $structure } appears at { $space }.
       *[no] { $structure } appears at { $space }: { run-colour } ice, strength { $strength }.
    }
}{ $token ->
    [0] {" "}The bank has no { run-colour } power-ups left.
   *[1] {""}
}
run-rolled = The { run-breaker } rolls { $die }{ $bonus ->
    [1] , +1 for its own colour: { $strength } against { $against }.
   *[0] {" "}against { $against }.
}
run-boosted = You spend { $tokens ->
    [one] 1 { run-colour } power-up
   *[other] { $tokens } { run-colour } power-ups
}: { $strength } against { $against }.
run-broken = Broken! Your breaker enters { $structure } at { $space }.
run-failed-ice = Not broken, but your breaker still enters { $structure } at { $space }.
run-fort-held = The fort keeps your breaker out.
run-damage = Brain damage +{ $damage }: now { $total }.
run-token = { $again ->
    [yes] Your breaker picks up a { run-colour } power-up (you have { $have }).
   *[no] Your breaker picks up a { run-colour } power-up: +1 against { run-colour }.
}

run-used = The { run-breaker } uses { run-breaker-name }.
run-paid = Cost: { $tokens } in power-ups.
# The parts of a strength, then what it comes to.
run-measured = The { run-breaker }{ $custom ->
    [k] {""}
    [g] {""}
    [r] {""}
    [b] {""}
   *[other] , { run-breaker-name },
} { $dice ->
    [none] needs no die: base { $base }
   *[other] rolls { $dice }: base { $base }
}{ $bonus ->
    [1] , own colour +1
   *[0] {""}
}{ $kept ->
    [0] {""}
   *[other] , saved +{ $kept }
}{ $lent ->
    [0] {""}
   *[other] , Flatline Dix +{ $lent }
}. Strength { $strength } against { $against }.
run-boosted-mixed = You spend { $tokens } in power-ups: { $strength } against { $against }.
run-moved = The { run-breaker } is now { $to ->
    [none] outside
   *[other] on { $to }
}.
run-shifted = { $structure } moves from { $from } to { $to }.
run-keeps-bonus = The { run-breaker } saves +{ $bonus } for its next challenge.
run-keeps-strength = The { run-breaker } has strength { $strength } in its next challenge, without a roll.
run-reaches = The { run-breaker } rolls { $within }: that's its reach.
run-passed = The { run-breaker } passes.
run-weakened = { $structure } at { $space } drops to strength { $strength } for good.

## Kinds of actions, above a list of them

run-moves-step = The { run-breaker } has { $count ->
    [one] 1 step
   *[other] { $count } steps
}:
run-moves-far = From outside, also any space touching no structure ({ $count }), e.g.:
run-moves-any-breaker = Any of these breakers ({ $count }):
run-moves-any-space = Any space ({ $count }), all alike while the matrix is empty:
run-moves-any-use = Spaces for `use { $breaker } SPACE pay X Y` ({ $count }; ways to pay: `moves use { $breaker } SPACE`):
run-moves-any-pay = Power-ups for X Y ({ $count }):
run-moves-use = { $count ->
    [one] 1 way
   *[other] { $count } ways
} to use the { run-breaker }:
run-moves-answer = Answers ({ $count }):

## What is asked

run-step-custom = { $again ->
    [yes] **Your step**, e.g. `{ $example }`,
   *[no] { $outside ->
        [none] **Your step**: one space n/e/s/w, e.g. `{ $example }`,
       *[other] **Your step** (from outside, to any space; otherwise, one space n/e/s/w), e.g. `{ $example }`,
    }
} or an ability ({ $uses }): see `moves use`.
run-ask-mixed = The { run-asked-breaker } has { $strength } against { $against } at { $space }. Spend power-ups { $tokens } to break in (you have { $have })?{ $red-twice ->
    [yes] {" "}Red ones add 2 each.
   *[no] {""}
}
run-choice-boost-mixed = spend { $tokens } and { $end ->
    [won] win the run!
   *[other] break in at { $place }. Brain damage stays at { $damage }; power-ups: { run-power-ups }
}
run-power-ups = { $found ->
    [none] { $hand }
   *[other] { $hand } (new one included)
}
run-ask-reach = { $count ->
    [0] The { run-breaker } has nothing to challenge within distance { $within }. Type `pass`.
   *[other] What does the { run-breaker } challenge within distance { $within }? E.g. `{ $example }`, or `pass`.
}
run-choice-reach = challenge { $structure } at { $space }, strength { $strength }: { $need ->
    [0] { $percent }%
   *[other] { $need }+, { $percent }%
}{ $boosted ->
    [0] {""}
   *[other] {" "}({ $boosted }% with power-ups)
}
run-choice-pass = challenge nothing

run-step = { $again ->
    [yes] **Your step**, e.g. `{ $example }`. All: `moves`.
   *[no] { $outside ->
        [none] **Your step**: one space n/e/s/w, e.g. `{ $example }`.
       *[other] **Your step**: n/e/s/w, or any space from outside, e.g. `{ $example }`.
    }
}
run-ask = The { run-asked-breaker } has { $strength } against { $against } at { $space }. Spend { $need ->
    [one] 1 { run-colour } power-up
   *[other] { $need } { run-colour } power-ups
} to break in (you have { $have })?
run-choice-boost = spend { $tokens } { run-colour } and { $end ->
    [won] win the run!
   *[other] break in at { $place }. Brain damage stays at { $damage }; power-ups: { run-power-ups }
}
run-choice-hold = { $end ->
    [dead] spend none. Brain damage { $damage }: brain death
    [lost] spend none. Brain damage { $damage }: the run is lost
    [won] spend none. Brain damage { $damage }, and you win the run!
   *[other] spend none { $kind ->
        [fort] { $place ->
            [none] and stay outside
           *[other] and stay on { $place }
        }
       *[ice] and still move to { $place }
    }. Brain damage { $damage }; power-ups: { run-power-ups }
}

## Odds: cells stay short, for four of them stand beside each other in 44 columns

run-figures-inside = { $again ->
    [yes] Chance to break{ $boosted ->
        [1] {" "}(+: with power-ups)
        [2] {" "}(+: type board)
       *[0] {""}
    }
   *[no] Chance to break. 4+: roll 4 or more;
    new: the next structure{ $boosted ->
        [1] ; +: with power-ups
       *[0] {""}
    }
}
run-figures-far = { $breaker } also reaches:
run-figures-reach = { $breaker } reaches:
run-figures-outside = { $again ->
    [yes] Chance to break from outside{ $boosted ->
        [1] {" "}(+: boosted)
        [2] {" "}(+: type board)
       *[0] {""}
    }
   *[no] Chance to break from outside: the next
    or the easiest structure{ $boosted ->
        [1] {" "}(+: boosted)
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
        [0] { $tokens } in power-ups
       *[other] { $tokens } in power-ups, { $damage } damage
    }
})
# The chance that gains most, before and after.
run-now-gain = { $who ->
    [none] {""}
   *[other] {" "}({ $who } against { $structure ->
        [none] a new structure
       *[other] { $structure } on { $space }
    }: { $from }% → { $to }%)
}
run-now-ways = { run-now-price }: { $count ->
    [one] 1 way
   *[other] 1 of { $count } ways
}
run-now-stronger = { run-now-price }: +{ $bonus } on its next roll{ run-now-gain }
run-now-all-stronger = { run-now-price }: +{ $bonus } on the next roll of { $breakers }{ run-now-gain }
run-now-set = { run-now-price }: strength { $strength } in its next challenge{ run-now-gain }
run-now-reach = { run-now-price }: reaches { $near ->
    [one] { $near } structure
   *[other] { $near } structures
} with a 1, { $far } with a 6
run-now-weaken = { run-now-price }: { $structure } drops from { $from } to { $to }
run-now-fatal = { run-now-price }: { $end ->
    [dead] brain death!
   *[lost] over target, so you lose!
}

## Beside the matrix

run-damage-now = { $target ->
    [none] Brain damage: { $damage } of { $limit }
   *[other] Brain damage: { $damage }, target { $target }
}
run-hand = Power-ups: { $tokens }
run-bank = { $again ->
    [yes] {""}
   *[no] Bank: { $tokens }
}
run-breakers-outside = { $again ->
    [yes] {""}
   *[no] Outside: { $breakers ->
        [none] none
       *[other] { $breakers } (start anywhere)
    }
}
run-stack = Structures to come: { $count }
run-breakers-are = { $again ->
    [yes] Breakers: { $breakers }
   *[no] {""}
}
run-breaker-is = { $again ->
    [yes] { $strength ->
        [none] { $bonus ->
            [0] {""}
           *[other] { $breaker } next: +{ $bonus }
        }
       *[other] { $breaker } next: { $strength }{ $bonus ->
            [0] {""}
           *[other] {" "}+{ $bonus }
        }
    }
   *[no] { $breaker }: { $custom ->
        [k] plain
        [g] plain
        [r] plain
        [b] plain
       *[other] { run-breaker-name }
    }{ $strength ->
        [none] {""}
       *[other] {"\u000A"}  next: { $strength }
    }{ $bonus ->
        [0] {""}
       *[other] {"\u000A"}  next: +{ $bonus }
    }
}
run-lowered = { $structure } on { $space }: strength { $strength }

## Refusals

run-unreadable = I can't read “{ $text }” here.
run-over = This run is over.
run-nothing-asked = No roll is waiting for `boost` or `hold`.
run-answer-first = First answer { $breaker }'s roll at { $space }: `boost` or `hold`.
run-outside-way = { $breaker } is outside: name a space, not n/e/s/w.
run-edge = { $breaker } can't go that way: { $from } is at the edge.
run-same-space = { $breaker } is already on { $space }.
run-not-next-to = { $space } isn't next to { $breaker } on { $from }. Step one space n/e/s/w.
run-occupied = Breaker { $by } is on { $space }. Choose another space.
run-stack-empty = { $space } is empty, and no structures are left to reveal.
run-too-crowded = No structure fits on { $space }: { $of } would get a fourth neighbour.
run-off-table = { $space } is off the board: columns are a–y, rows 1–25.
run-nothing-to-pass = Nothing to pass: no breaker is choosing a structure.
run-reach-first = First choose what { $breaker } challenges: type `{ $breaker } SPACE` or `pass`.
run-no-structure = { $space } has no structure.
run-no-path = No path of structures connects { $breaker } to { $space }.
run-too-far = { $space } is too far: { $distance } steps from { $breaker }, which reaches { $within }.
run-plain-breaker = { $breaker } is plain and has no ability. Custom ones do: `{ $prefix }help breakers`.
run-no-ability = { run-breaker-name } ({ $custom }) doesn't take `use`: { $custom ->
    [g2] type `g n sum`.
    [r2] just step farther.
    [r6] type `r n blade`.
    [b2] type `b n lattice`.
   *[other] it works by itself.
} More: `{ $prefix }help { $custom }`.
run-no-choice = { $breaker } can't use “{ $word }”: it's for another custom breaker.
run-use-form = Use { run-breaker-name } ({ $custom }) like this: `{ $examples }`.
run-name-price = Choose power-ups to pay for { run-breaker-name }, e.g. `{ $example }`.
run-wrong-price = Wrong price: { run-breaker-name } costs { $cost ->
    [any] any 2 power-ups
   *[other] { $cost } in power-ups
}.
run-missing-tokens = { run-breaker-name } costs { $cost ->
    [any] any 2 power-ups
   *[other] { $cost } in power-ups
}; you have { $have }.
run-needs-inside = { run-breaker-name } does that only on the board; { $breaker } is outside.
run-nobody-next = No breaker is next to { $breaker } on { $from }: nothing to add up.
run-nobody-reached = No path of structures connects { $breaker } on { $from } to another breaker.
run-set-already = { $breaker } already has strength { $strength } for its next challenge.
run-strength-zero = The structure on { $space } already has strength 0.
run-same-place = { $breaker } and { $other } are already in the same place.
run-deal-unequal = Each name must come once before and once after an `=`.
run-deal-nothing = That would move nothing.
run-not-a-fort = { $space } has no data fort.
run-not-empty = { $space } isn't empty. Choose an empty space.
run-structure-taken = Breaker { $by } is on { $space }. Choose a free structure.
run-same-structure = You named { $space } twice. Name 2 different structures.
run-neither-next = { $one } or { $other } has to be next to { $breaker } on { $from }.
run-custom-unreadable = I can't read “{ $text }” as custom breakers. Name k, g, r, b at most once each, with a number 1–6, or none for random, e.g. `k3r`.

## Ends

run-look-back = Challenges won: { $won } of { $tried }, in { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}. Brain damage: { $damage }{ $target ->
    [none] {" "}of { $limit }
   *[other] , target { $target }
}.{ $custom ->
    [none] {""}
   *[other] {" "}Custom breakers: { $custom }; abilities used: { $uses }.
}
run-look-back-forts = Forts taken: { $home }{ $seen ->
    [none] {""}
   *[other] {" "}· open: { $seen }
}{ $unseen ->
    [none] {""}
   *[other] {" "}· hidden: { $unseen }
}

run-won = You win the run! All four forts are yours.
run-brain-death = Brain death: you lose.
run-over-target = Over your target: you lose.
run-no-step = No legal moves left: you lose.
run-jacked-out = You jacked out. The run is over.

run-position-unreadable = I can't read the { $part } of that position: “{ $text }”.
run-position-structures = Each structure must appear once, in the matrix or the stack.
run-position-stack = That stack can't occur: the 4 forts and 6 pieces of ice come last.
run-position-crowded = { $space } has more than 3 neighbours.
run-position-breakers = { $breaker } can't be on { $space }.
run-position-token = { $breaker } would have picked up the power-up on { $space }.
run-position-tokens = The { run-colour } power-ups add up to { $count }, not 5.
run-position-damage = Brain damage can't be { $damage }.
run-position-ask = { $breaker } can't boost strength { $strength } at { $space }.
run-position-reach = No breaker has a reach of { $within }.
run-position-kept = { $breaker } can't have that bonus or strength in its next challenge.
run-position-lowered = The structure on { $space } can't be weakened like that.
run-position-result = That position's result should be “{ $expected }”.

## Words that are explained

run-term = { $term ->
    [power-up] Power-up (run): +1 against its colour, spent with `boost`, found on structures. `k2 r1`: 2 black, 1 red.
    [bank] Bank (run): the power-ups that structures bring, 5 of each colour at first. Spent ones return.
    [boost] `boost` (run): spend just enough power-ups of the structure's colour to break it. I'll ask when it helps.
    [hold] `hold` (run): keep your power-ups and take 1 brain damage. Ice still lets you in; a fort doesn't.
    [pass] `pass` (run): challenge nothing within the reach of Kuang Grade Mark Eleven (`k4`).
    [use] `use k` (run): use a custom breaker's ability instead of a step. Usable now: `{ $prefix }moves use`. All: `{ $prefix }help breakers`.
    [pay] `pay k r` (run): choose the power-ups an ability costs, here 1 black and 1 red.
    [target] `{ $prefix }run target 7`: you lose above 7 brain damage, not only at 10.
    [damage] Brain damage (run): 1 per failed roll, plus the price of abilities. You lose at 10, or above your target.
    [structure] Structure (run): ice or a data fort, with at most 3 neighbours. Entering an empty space reveals the next of 24.
    [ice] Ice (run): strength 1–5; `K3` is black with strength 3. Roll higher to break it. A failed roll costs 1 brain damage, but you still move in.
    [fort] Data fort (run), `KF`: strength 6; a failed roll keeps you out. You win when all 4 hold their matching breakers. Forts hide among the last 10 structures.
    [breaker] Breaker (run): one of your 4 pieces, `k g r b`. It starts anywhere, steps to neighbouring spaces, and gets +1 against its own colour. Custom ones have abilities: `{ $prefix }help breakers`.
    [k] `k` (run): the black breaker, bound for fort `KF`; `k m14` moves it. `k2`: 2 black power-ups.
    [g] `g` (run): the green breaker, bound for fort `GF`; `g m14` moves it. `g2`: 2 green power-ups.
    [r] `r` (run): the red breaker, bound for fort `RF`; `r m14` moves it. `r2`: 2 red power-ups.
    [b] `b` (run): the blue breaker, bound for fort `BF`; `b m14` moves it. `b2`: 2 blue power-ups.
    [way] `n`, `e`, `s`, `w` (run): north, east, south, west, e.g. `k n`. From outside, name a space.
    [choice] `sum`, `blade`, `lattice` (run): another strength for a step of Trinity Prep (`g n sum`), Tessier-Ashpool Stealth Blade (`r n blade`) or Dub Lattice (`b n lattice`).
    [swap] `swap` (run): swaps breakers, with Self-Fragment LISP (`use k swap r`) or Finn Construct (`use g swap k r pay k`).
    [weaken] `use r weaken` (run): for a red power-up, the structure under Sliver Virus (`r4`) loses 2 strength for good.
   *[seed] Seed (run): fixes deal and dice. You see its hash at the start and the seed at the end; `{ $prefix }verify` checks them. `{ $prefix }run seed friends` is the same run for everyone.
}
