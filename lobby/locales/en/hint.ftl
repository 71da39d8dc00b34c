# What the computer player would do, and why.

chance = { $wins ->
    [0] less than 1 %
   *[other] about { $wins } % (give or take { $margin })
}
hint-run = Try `{ $action }`. If I play on from there, I win { chance } of all runs.
hint-price = With a hint, this run no longer counts for `top`. Do you want one? Type `hint` once more, or `yes`; this is asked only once in a run.
hint-declined = No hint, then: the run counts for `top`.
hint-first = With this hint, the run no longer counts for `top`.
odds-run = If I play on from here, I win { chance } of all runs.
odds-custom = If I play on from here, I win { chance } of all runs. I know custom breakers only a little: where their abilities decide, it can be far from that.
odds-sure = If I play on from here, I win, whatever the die shows.
hint-custom = I know custom breakers only a little: where their abilities decide, trust your own plan.
hint-duel = { $then ->
    [none] Try `{ $action }`.
   *[other] Try `{ $action }`, and to end the turn { $then }; with `;` between them, all of it fits in one line.
}
analysis-heading = { $whole ->
    [yes] { $turns ->
        [one] Table { $table }, how it stood after its only turn, as I see it
       *[other] Table { $table }, how it stood after each of { $turns } turns, as I see it
    }
   *[no] Table { $table }, how it stood after each of the first { $turns } of { $all } turns, as far as I came in time
}: the higher, the better for { $white }, the lower, the better for { $black }.
analysis-most = { $count ->
    [one] The turn that cost most:
   *[other] The turns that cost most:
}
analysis-tipped = Turn { $number }, { $turn } by { $player }: { $best } was better.
analysis-even = I found no turn that tipped it: where I would have played something else, that changes little about who is winning.
analysis-doubtful = { $count ->
    [one] One turn seemed to cost much, but I could not make sure of it.
   *[other] { $count } turns seemed to cost much, but I could not make sure of any of them.
}
analysis-doubtful-too = { $count ->
    [one] One more turn seemed to cost much, but I could not make sure of it.
   *[other] { $count } more turns seemed to cost much, but I could not make sure of them.
}
analyse-while-on = That game is still on. `analyse` tells where it tipped when it is over.
analyse-run = `analyse` is about games for two. In a run, `hint` and `odds` tell what I think while it is on.
analyse-nothing = Nothing was played in that game.
hint-between-people = In a duel between people I help nobody while it is on. `{ $prefix }play` starts one with me, in which you can ask.
hint-of-duel-on = Two people are playing a duel that has come to a position of this game, and I help neither of them while it stands there.
hint-of-run-on = A run that is on stands like this, and has had no hint yet: only there it can be asked for, where a hint has its price. This lesson goes on without one.
hint-own-game-on = { $game ->
    [run] Your run { $table } is on, and has had no hint: until it is over, or has had one, I tell you nothing about runs in lessons.
   *[matrx] Your duel { $table } is on: until it is over, I tell you nothing about that game, in any version.
}
odds-of-duel = `odds` is about runs. In a duel with me, `hint` tells what I would do and how you stand.
thinking-nothing = I have not come to anything in the time that I may take. Ask again in a moment.
hint-of-day = Everybody has to find their own way through the run of the day: there is no advice about it.
thinking-already = I am still thinking about your last question.
thinking-busy = I'm busy thinking for others. Ask again in a minute.
thinking-over-budget = I've thought long for you, and others come first now. Ask again in { $seconds } s.
thinking-too-late = The game has gone on while I was thinking. Ask again.

## Reasons in a run

run-hint-wins-run = It can win the run at once.
run-hint-chance = The { run-breaker } breaks { $structure } at { $space } in { $percent } % of all rolls{ $boosted ->
    [none] {""}
   *[other] , with your power-ups in { $boosted } %
}.
run-hint-chance-new = Whatever appears at { $space }, the { run-breaker } breaks it in { $percent } % of all cases{ $boosted ->
    [none] {""}
   *[other] , with your power-ups in { $boosted } %
}{ $fort ->
    [0] .
   *[other] ; in { $fort } % it is a data fort.
}
run-hint-own-fort = { $structure } is the fort of its own colour: once it is in, that part of the goal is reached.
run-hint-finds-own = Its fort has not appeared yet. When the { run-breaker } uncovers it itself, it can challenge it at once and stands next to it.
run-hint-waiting = Still outside: { $breakers }. From there every fort that appears is one step away.
run-hint-boost = Spending { $tokens } saves one brain damage, which is worth more here than keeping them; { $left ->
    [none] none are left
   *[other] { $left } are left
}.
run-hint-hold = Keeping { $tokens } for later is worth more than the one brain damage it would save (you have { $left }).
run-hint-ability = As { run-breaker-name } the { run-breaker } has an ability that is worth its price here: { $tokens ->
    [none] brain damage { $damage }
   *[other] brain damage { $damage } and power-ups { $tokens }
}.
run-hint-pass = Nothing that the { run-breaker } can reach is worth a challenge.
run-hint-lead = The next best is `{ $action }`, { $points ->
    [one] 1 point
   *[other] { $points } points
} of a hundred behind.
run-hint-even = `{ $action }` is about as good.
run-hint-alone = Nothing else is worth a thought.

## Reasons in a duel

search-only-turn = There is no other turn.
search-wins = { $turns ->
    [one] It wins at once.
   *[other] It wins in { $turns } of your turns, whatever is answered.
}
search-loses = { $turns ->
    [one] Nothing saves the game any more: it is lost after this turn.
   *[other] Nothing saves the game as far as I see, but this holds out for { $turns } of your turns.
}
gipf-why-takes = { $count ->
    [one] It captures one piece.
   *[other] It captures { $count } pieces.
}
gipf-why-takes-gipf = { $count ->
    [one] That includes a GIPF piece.
   *[other] That includes { $count } GIPF pieces.
}
gipf-why-regains = { $count ->
    [one] One of your pieces returns to your reserve.
   *[other] { $count } of your pieces return to your reserve.
}
gipf-why-saves = { $count ->
    [one] It saves a piece that was about to be captured.
   *[other] { $all ->
        [yes] It saves { $count } pieces in all that were about to be captured.
       *[no] It saves { $count } pieces that were about to be captured.
    }
}
gipf-why-saves-gipf = { $count ->
    [one] It saves a GIPF piece that was about to be captured.
   *[other] It saves { $count } GIPF pieces that were about to be captured.
}
gipf-why-threatens = { $count ->
    [one] After it you can make a row in one more way than before.
   *[other] After it you can make a row in { $count } more ways than before.
}
gipf-why-hinders = { $count ->
    [one] After it the other side has one way fewer to make a row.
   *[other] After it the other side has { $count } fewer ways to make a row.
}
gipf-why-follows = { $lost ->
    [0] { $count ->
        [one] If it goes on as I expect, you capture a piece soon.
       *[other] If it goes on as I expect, you capture { $count } pieces soon.
    }
   *[other] If it goes on as I expect, you soon capture { $count } pieces and lose { $lost }.
}
gipf-why-lines = It brings more of your pieces in line with each other, where rows come from.
gipf-why-breaks = It breaks up enemy pieces that lie in line with each other.
gipf-why-middle = It gives you more of the middle of the board.
search-expects = It is a quiet turn; I expect `{ $answer }` in answer.
search-sure = { $actions ->
    [one] It wins the run at once, whatever the die shows.
   *[other] With it and the right answers you win in { $actions } actions, whatever the die shows.
}
zertz-why-captures = It captures { $marbles }.
zertz-why-forces = It makes the other side capture { $marbles }.
zertz-why-answers = In answer to that you capture { $marbles }.
zertz-why-gives-nothing = It leaves the other side nothing to capture.
search-ahead = I think you stand better then, by about { $pieces } pieces.
search-behind = I think you stand worse all the same, by about { $pieces } pieces.
search-even = I think the game is even then.
