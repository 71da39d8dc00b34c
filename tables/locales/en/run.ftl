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

## What happened

run-begun = A new run, { $player }. Goal: bring each of your four ice breakers (k black, g green, r red, b blue) onto the data fort of its own colour before brain damage reaches 10. Every step into a structure is a roll against its strength.
run-begun-target = A new run, { $player }. Goal: bring each of your four ice breakers (k black, g green, r red, b blue) onto the data fort of its own colour with at most { $target } brain damage. Every step into a structure is a roll against its strength.
run-legend = Where there is no structure yet, the next one of the stack appears first: ice (strength 1 to 5) or, later, a data fort (strength 6). A higher roll breaks it without harm. A failed roll costs 1 brain damage; ice lets you in all the same, a fort does not. Tokens you pick up are power-ups: each lifts a roll against its own colour by 1.
    On the board `K3` is black ice of strength 3, `KF` the black fort, `+` a token on it, `.` a space where a structure can appear; below stands who is on it, `@k`. `*` has just changed, `?` waits for your answer. `help run` tells more.
seed-promised = The deal and all dice are fixed already. SHA-256 of their seed, shown at the end: `{ $hash }`
seed-shown = The seed of this run: `{ $seed }`
run-installed = { $kind ->
    [fort] A new structure appears at { $space }: the { run-colour } data fort { $structure }, strength { $strength }{ $token ->
        [1] , with a power-up token on it
       *[0] {""}
    }.
   *[ice] A new structure appears at { $space }: { run-colour } ice { $structure }, strength { $strength }{ $token ->
        [1] , with a power-up token on it
       *[0] {""}
    }.
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
run-failed-ice = Not broken, but ice lets it in all the same: it moves onto { $structure } at { $space }.
run-fort-held = The fort holds and keeps it out.
run-damage = Brain damage +{ $damage }, now { $total }.
run-token = It picks up a { run-colour } power-up (you have { $have }), good for 1 more strength against { run-colour }.

## What is asked

run-step = { $outside ->
    [none] Your step: a breaker and a space next to it, for example `{ $example }` (n, e, s and w will do as well).
   *[other] Your step: a breaker and a space, for example `{ $example }`. Breakers outside ({ $outside }) may start anywhere, those on the board go to a space next to them (n, e, s and w will do as well).
}
run-ask = Boost? The { run-breaker } has { $strength } against { $against } at { $space }. { $need ->
    [one] One { run-colour } power-up breaks it
   *[other] { $need } { run-colour } power-ups break it
} (you have { $have }).
run-choice-boost = { $end ->
    [won] spend { $tokens }, { $left } left: the run is won
   *[other] spend { $tokens }, { $left } left: no damage
}
run-choice-hold = { $end ->
    [dead] keep them; brain damage { $damage }: brain death
    [lost] keep them; brain damage { $damage }: over your target, lost
    [won] keep them; brain damage { $damage }: the run is won
   *[other] { $kind ->
        [fort] keep them; brain damage { $damage }, and the fort keeps you out
       *[ice] keep them; brain damage { $damage }, and you move in
    }
}

## Beside the matrix

run-damage-now = { $target ->
    [none] brain damage { $damage } of { $limit }
   *[other] brain damage { $damage }, target { $target }
}
run-hand = power-ups in hand { $tokens }
run-bank = power-ups in bank { $tokens }
run-breakers-outside = breakers outside { $breakers }
run-stack = structures to come { $count }

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
custom-breakers = “{ $text }” needs custom breakers, and this run has the four plain ones.

## Ends

forts = The run is won! All four forts are taken by the breakers of their colours.
brain-death = Brain death: the damage has reached 10. The run is lost.
over-target = Over the target: the run is lost.
no-step = No step is possible any more. The run is lost.
jacked-out = You jacked out. The run is over.

run-position-unreadable = The { $part } of that position cannot be read: “{ $text }”.
run-position-structures = Every structure has to be there exactly once, in the matrix or in the stack.
run-position-stack = The stack cannot be like that: ice first, the forts among the last ten.
run-position-crowded = { $space } has more than three neighbours.
run-position-breakers = { $breaker } cannot be on { $space }.
run-position-token = The token on { $space } would have been taken by { $breaker }.
run-position-tokens = The { run-colour } tokens do not add up to five but to { $count }.
run-position-damage = Brain damage cannot be { $damage }.
run-position-ask = { $breaker } cannot be asked about { $space } with strength { $strength }.
run-position-result = The result of that position should read “{ $expected }”.
