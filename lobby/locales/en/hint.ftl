# Hints: the computer's move, with reasons.

chance = { $wins ->
    [0] under 1%
   *[other] about { $wins }% (±{ $margin })
}
# The chance if the computer plays the run to its end.
hint-run = Try `{ $action }`. Winning chance from there: { chance }.
hint-price = After a hint, a win doesn't count for `top`, but a loss still does. Take one? Type `hint` again or `yes` (I ask once a run).
hint-declined = No hint: this run still counts for `top`.
hint-first = A win in this run no longer counts for `top`.
odds-run = Winning chance from here: { chance }.
odds-custom = Winning chance from here: { chance }. It may be far off: I know little about custom breakers.
odds-sure = A sure win from here, whatever the die shows.
hint-custom = I know little about custom breakers: where abilities decide, trust your own plan.
hint-duel = Try `{ $action }`{ $then ->
    [none] .
   *[other] , then { $then }. Join them with `;`.
}
# Above a chart.
analysis-heading = Table { $table }, evaluation { $whole ->
    [yes] by turn
   *[no] of { $turns } of { $all } turns (time ran out)
}: higher favours { $white }, lower { $black }.
# The scale of the chart, above it. No line is longer than 22 characters.
analysis-scale = ▁ 4 pieces behind
    ▄▅ even, █ 4 ahead
analysis-most = { $count ->
    [one] Biggest mistake:
   *[other] Biggest mistakes:
}
analysis-tipped = Turn { $number }, { $turn } by { $player }: { $best } was better.
analysis-even = I found no decisive mistake.
analysis-doubtful = { $count ->
    [one] Turn
   *[other] Turns
} { $turns } looked costly, but I'm not sure.
analysis-doubtful-too = { $count ->
    [one] Turn
   *[other] Turns
} { $turns } also looked costly, but I'm not sure.
analyse-while-on = I analyse only finished two-player games.
analyse-run = `analyse` is for two-player games. For a run, try `{ $prefix }replay`.
analyse-nothing = There are no moves to analyse.
hint-between-people = No hints in games between players, only against me (`{ $prefix }play`).
hint-of-duel-on = A live game between players is like this one, so I can't help now.
hint-of-run-on = A live run is like this one, so I can't help here. If the run is yours, ask there.
hint-own-game-on = { $game ->
    [run] I can't help here during your run { $table }. Finish it first, or take a hint there (not in the run of the day).
   *[matrx] Your game { $table } is still on. Finish it first; then I can help with any version of that game.
}
odds-of-duel = `odds` is for runs. Against me, `{ $prefix }hint` gives a move and an evaluation.
odds-of-puzzle = Puzzles have no odds. `{ $prefix }hint` shows how the solution begins, but counts as a missed try.
thinking-nothing = I found nothing in time. Ask again in a moment.
hint-of-day = No hints or odds on the run of the day or one like it.
thinking-already = I'm still thinking about your last question.
thinking-busy = I'm busy thinking for others. Ask again in a minute.
thinking-over-budget = You've used a lot of my thinking time. Ask again in { $seconds } s.
thinking-too-late = My answer came too late: the game has moved on.

## Reasons in a run

run-hint-wins-run = It can win the run at once.
run-hint-chance = The { run-breaker } breaks { $structure } at { $space } in { $percent }% of rolls{ $boosted ->
    [none] .
   *[other] {" "}({ $boosted }% with power-ups).
}
run-hint-chance-new = Chance that the { run-breaker } breaks the new structure at { $space }: { $percent }%{ $boosted ->
    [none] {""}
   *[other] {" "}({ $boosted }% with power-ups)
}.{ $fort ->
    [0] {""}
   *[other] {" "}Chance of a data fort: { $fort }%.
}
run-hint-own-fort = { $structure } is this breaker's own fort, part of the goal.
run-hint-finds-own = The fort of the { run-breaker } is still hidden. If this step reveals it, you challenge it at once.
run-hint-waiting = Still outside: { $breakers }, one step from any fort that appears.
run-hint-boost = Spending { $tokens } is worth it to avoid 1 brain damage (power-ups left: { $left }).
run-hint-hold = Keeping { $tokens } is worth more than avoiding 1 brain damage (in hand: { $left }).
run-hint-ability = { run-breaker-name }: the ability of the { run-breaker } is worth its price, { $tokens ->
    [none] { $damage } brain damage
   *[other] { $damage } brain damage and power-ups { $tokens }
}.
run-hint-pass = Nothing the { run-breaker } can reach is worth a challenge.
run-hint-lead = Next best: `{ $action }` ({ $points ->
    [one] 1 percentage point
   *[other] { $points } percentage points
} lower).
run-hint-even = `{ $action }` is about as good.
run-hint-alone = Nothing else comes close.

## Reasons in a duel

search-only-turn = It's the only legal turn.
search-wins = { $turns ->
    [one] It wins at once.
   *[other] Forced win in { $turns } turns.
}
search-loses = { $turns ->
    [one] Nothing saves the game: it's lost after this turn.
   *[other] I see no way to save the game, but this holds out for { $turns } turns.
}
gipf-why-takes = It captures { $count ->
    [one] a piece
   *[other] { $count } pieces
}.
gipf-why-takes-gipf = That includes { $count ->
    [one] a GIPF piece
   *[other] { $count } GIPF pieces
}.
gipf-why-regains = You get { $count ->
    [one] a piece
   *[other] { $count } pieces
} back.
gipf-why-saves = It saves { $count ->
    [one] a piece
   *[other] { $all ->
        [yes] { $count } pieces in all
       *[no] { $count } pieces
    }
} from capture.
gipf-why-saves-gipf = It saves { $count ->
    [one] a GIPF piece
   *[other] { $count } GIPF pieces
} from capture.
gipf-why-threatens = It creates { $count ->
    [one] a new row threat
   *[other] { $count } new row threats
}.
gipf-why-hinders = It stops { $count ->
    [one] a row threat
   *[other] { $count } row threats
}.
gipf-why-follows = You should soon capture { $count ->
    [one] a piece
   *[other] { $count } pieces
}{ $lost ->
    [0] .
   *[other] {" "}and lose { $lost }.
}
gipf-why-lines = It lines up more of your pieces for rows.
gipf-why-breaks = It breaks up a line of enemy pieces.
gipf-why-middle = It gives you more of the middle.
search-expects = A quiet move; I'd expect `{ $answer }` in reply.
search-sure = { $actions ->
    [one] It wins the run at once
   *[other] With the right play, it wins in { $actions } actions
}, whatever the die shows.
zertz-why-captures = It captures { $marbles }.
zertz-why-forces = It makes your opponent capture { $marbles }.
zertz-why-answers = In reply, you capture { $marbles }.
zertz-why-gives-nothing = It leaves your opponent nothing to capture.
search-ahead = You'd be ahead (+{ $pieces }).
search-behind = You'd be behind (−{ $pieces }).
search-even = The game would be even.
