# What the computer player would do, and why.

chance = { $wins ->
    [0] under 1%
   *[other] about { $wins }% (±{ $margin })
}
# The chance if the computer plays the run to its end.
hint-run = Try `{ $action }`. Winning chance from there: { chance }.
hint-price = A hint takes this run off the leaderboard (`top`). Take it? `hint` again or `yes` (I ask once a run).
hint-declined = No hint: this run still counts for `top`.
hint-first = With this hint, the run no longer counts for `top`.
odds-run = Winning chance from here: { chance }.
odds-custom = Winning chance from here: { chance }. It may be far off: I know little about custom breakers' abilities.
odds-sure = You win from here, whatever the die shows.
hint-custom = I know little about custom breakers: where abilities decide, trust your own plan.
hint-duel = { $then ->
    [none] Try `{ $action }`.
   *[other] Try `{ $action }`, then { $then }. Type them on one line, separated by `;`.
}
# Above a chart.
analysis-heading = { $whole ->
    [yes] Table { $table }, evaluation by turn: higher favours { $white }, lower { $black }.
   *[no] Table { $table }, evaluation of { $turns } of { $all } turns (time ran out): higher favours { $white }, lower { $black }.
}
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
    [one] Turn { $turns } looked costly, but I'm not sure.
   *[other] Turns { $turns } looked costly, but I'm not sure.
}
analysis-doubtful-too = { $count ->
    [one] Turn { $turns } looked costly, too, but I'm not sure.
   *[other] Turns { $turns } looked costly, too, but I'm not sure.
}
analyse-while-on = That game is still on. Try `analyse` when it's over.
analyse-run = `analyse` is for two-player games. During a run, try `hint` or `odds`.
analyse-nothing = There are no moves to analyse.
hint-between-people = No hints during games between players. `{ $prefix }play` starts one against me, with hints.
hint-of-duel-on = Two players have this position in a live game, so I can't help with it now.
hint-of-run-on = A live run has this position, so I can't help with it in a lesson. If the run is yours, ask there.
hint-own-game-on = { $game ->
    [run] Your run { $table } is still on, without hints. Finish it or take a hint there, then I can help with runs in lessons.
   *[matrx] Your game { $table } is still on. Finish it first, then I can help with any version of that game.
}
odds-of-duel = `odds` is for runs. In a game against me, `hint` gives you a move and an evaluation.
thinking-nothing = I found nothing in the time I have. Ask again in a moment.
hint-of-day = No hints in today's run: everyone finds their own way.
thinking-already = I'm still thinking about your last question.
thinking-busy = I'm busy thinking for others. Ask again in a minute.
thinking-over-budget = You've used a lot of my thinking time. Ask again in { $seconds } s.
thinking-too-late = The game moved on while I was thinking. Ask again.

## Reasons in a run

run-hint-wins-run = It can win the run at once.
run-hint-chance = { $boosted ->
    [none] The { run-breaker } breaks { $structure } at { $space } in { $percent }% of rolls.
   *[other] The { run-breaker } breaks { $structure } at { $space } in { $percent }% of rolls ({ $boosted }% with power-ups).
}
run-hint-chance-new = { $boosted ->
    [none] The { run-breaker } breaks what appears at { $space } { $percent }% of the time
   *[other] The { run-breaker } breaks what appears at { $space } { $percent }% of the time ({ $boosted }% with power-ups)
}{ $fort ->
    [0] .
   *[other] ; it's a data fort in { $fort }%.
}
run-hint-own-fort = { $structure } is its own fort: getting in completes that part of the goal.
run-hint-finds-own = Its fort is still hidden. If this step uncovers the fort, the { run-breaker } can challenge it straight away.
run-hint-waiting = Still outside: { $breakers }, one step from any fort that appears.
run-hint-boost = Spending { $tokens } saves one brain damage, which is worth more than keeping power-ups ({ $left ->
    [none] none left
   *[other] { $left } left
}).
run-hint-hold = Keeping { $tokens } is worth more than avoiding 1 brain damage (power-ups in hand: { $left }).
run-hint-ability = { run-breaker-name }: the ability of the { run-breaker } is worth its price, { $tokens ->
    [none] { $damage } brain damage
   *[other] { $damage } brain damage and power-ups { $tokens }
}.
run-hint-pass = Nothing the { run-breaker } can reach is worth a challenge.
run-hint-lead = Next best: `{ $action }` ({ $points } points lower).
run-hint-even = `{ $action }` is about as good.
run-hint-alone = Nothing else comes close.

## Reasons in a duel

search-only-turn = It's the only legal turn.
search-wins = { $turns ->
    [one] It wins at once.
   *[other] Forced win in { $turns }.
}
search-loses = { $turns ->
    [one] Nothing saves the game: it's lost after this turn.
   *[other] I see no way to save the game, but this holds out for { $turns } turns.
}
gipf-why-takes = { $count ->
    [one] It captures a piece.
   *[other] It captures { $count } pieces.
}
gipf-why-takes-gipf = { $count ->
    [one] That includes a GIPF piece.
   *[other] That includes { $count } GIPF pieces.
}
gipf-why-regains = { $count ->
    [one] You get a piece back.
   *[other] You get { $count } pieces back.
}
gipf-why-saves = { $count ->
    [one] It saves a piece from capture.
   *[other] { $all ->
        [yes] It saves { $count } pieces in all from capture.
       *[no] It saves { $count } pieces from capture.
    }
}
gipf-why-saves-gipf = { $count ->
    [one] It saves a GIPF piece from capture.
   *[other] It saves { $count } GIPF pieces from capture.
}
gipf-why-threatens = { $count ->
    [one] It creates a new row threat.
   *[other] It creates { $count } new row threats.
}
gipf-why-hinders = { $count ->
    [one] It stops a row threat.
   *[other] It stops { $count } row threats.
}
gipf-why-follows = { $lost ->
    [0] { $count ->
        [one] You should capture a piece soon.
       *[other] You should capture { $count } pieces soon.
    }
   *[other] You should soon capture { $count } pieces and lose { $lost }.
}
gipf-why-lines = It lines up more of your pieces for rows.
gipf-why-breaks = It breaks up enemy pieces in line.
gipf-why-middle = It gives you more of the middle.
search-expects = A quiet move; I'd expect `{ $answer }` in reply.
search-sure = { $actions ->
    [one] It wins the run at once, whatever the die shows.
   *[other] With the right answers, it wins in { $actions } actions, whatever the die shows.
}
zertz-why-captures = It captures { $marbles }.
zertz-why-forces = It makes your opponent capture { $marbles }.
zertz-why-answers = In reply, you capture { $marbles }.
zertz-why-gives-nothing = It leaves your opponent nothing to capture.
search-ahead = You'd be ahead (+{ $pieces }).
search-behind = You'd still be behind (−{ $pieces }).
search-even = The game would be even.
