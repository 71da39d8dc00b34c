# Puzzles. $turn and $line are actions between backticks.

puzzle-begun = { $day ->
    [none] Puzzle: { game-name }
   *[other] Puzzle of { $day }: { game-name }
}{ puzzle-sets }
puzzle-sets = { $game ->
    [zertz-basic] . Winning sets: 2 of each colour, 3 white, 4 grey or 5 black.
    [zertz-tournament] . Winning sets: 3 of each colour, 4 white, 5 grey or 6 black.
   *[other] {""}
}
puzzle-how = { $game ->
    [run] Type the best action; nothing is rolled.
    [zertz-basic] Type your whole turn. Rules: `rules { $game }`.
    [zertz-tournament] Type your whole turn. Rules: `rules { $game }`.
   *[matrx] Type your whole turn, at once (with `;`) or action by action.
} { $day ->
    [none] `hint` helps; `solution` reveals the answer.
   *[other] Only your first try counts, and `hint` uses it up. `solution` reveals the answer.
}
puzzle-other-side = Opponent
puzzle-side = { $game ->
    [zertz-basic] { puzzle-first-or-second }
    [zertz-tournament] { puzzle-first-or-second }
    [run] Runner
   *[matrx] { colour }
}
puzzle-first-or-second = { $seat ->
    [white] First
   *[black] Second
}
puzzle-you = { $game ->
    [zertz-basic] Your turn
    [zertz-tournament] Your turn
    [run] Mid-run
   *[matrx] You're { colour }
}

## What is asked

puzzle-ask-win = { $turns ->
    [one] { puzzle-you }: win this turn.
   *[other] { puzzle-you }: force a win in { $turns } turns.
}
puzzle-ask-escape = { puzzle-you }: find the only turn that saves you.
puzzle-ask-gipf = { puzzle-you }: find the best way to capture a GIPF piece.
puzzle-ask-capture = { puzzle-you }: find the best capture.
puzzle-ask-prepare = { puzzle-you }: find the turn that soon wins pieces by force.
puzzle-ask-save = { puzzle-you }: find the turn that best saves your endangered pieces.
puzzle-ask-sacrifice = { puzzle-you }: force your opponent to capture, and get more back.
puzzle-ask-marbles = { puzzle-you }: find the best capture.
puzzle-ask-step = { puzzle-you }: which step gives the best winning chance?
puzzle-ask-boost = { puzzle-you }: spend power-ups on this roll, or keep them?

## A try, and the solution

puzzle-right = Solved! The best choice: { $turn }
puzzle-solution = Solution: { $turn }
puzzle-goes-on = Then: { $line }
puzzle-chances = Winning chance: about { $wins }% (next best: { $next }%)
puzzle-wrong = { $turn } isn't the best choice.
puzzle-then-over = { $end ->
    [lost] It loses at once.
   *[drawn] It ends in a draw.
}
puzzle-then-answer = Your opponent answers { $turn }.
puzzle-then-lost = { $turns ->
    [one] That wins the game for them.
   *[other] They then win within { $turns } turns.
}
puzzle-then-wins = You still win, but need { $turns ->
    [one] one more turn
   *[other] { $turns } more turns
}.
puzzle-then-stands = { $side ->
    [ahead] You'd be ahead (+{ $pieces }).
    [behind] You'd be behind (−{ $pieces }).
   *[even] The game would be even.
}
puzzle-then-chance = Winning chance: about { $wins }%
puzzle-best = The best choice { $is ->
    [wins] { $turns ->
        [one] wins at once
       *[other] wins in { $turns } turns
    }
    [ahead] leaves you ahead (+{ $pieces })
    [behind] still leaves you behind (−{ $pieces })
    [chance] has a winning chance of about { $wins }%
    [even] leaves the game even
   *[holds] holds out longer
}.
puzzle-again = Try again, or type `hint` or `solution`. { $day ->
    [none] This puzzle no longer counts for your streak.
    [today] Your counted try is used up.
   *[over] The puzzle's day is over: tries no longer count.
}
puzzle-left = { $day ->
    [none] This replaces your puzzle { $table }, which counts as missed.
   *[other] This replaces your puzzle of { $day } ({ $table }).
}
puzzle-day-late = The puzzle of { $day } no longer counts for your streak.
puzzle-hint = { $beginning ->
    [none] Only two options: what would the power-ups be worth later?
   *[other] { $actions ->
        [one] The answer is in the list `moves { $beginning }`.
       *[other] The first of { $actions } actions is in the list `moves { $beginning }`.
    }
} { $depth ->
    [none] {""}
    [one] It pays off at once.
   *[other] Look { $depth } turns ahead, counting both sides.
}
# Any part of the turn would give it away.
puzzle-hint-whole = Any hint would give the answer away, so here it is: `{ $action }`.
puzzle-hint-costs = { $day ->
    [none] After a hint, this puzzle doesn't count for your streak.
   *[today] This hint used up your counted try.
}
puzzle-hint-right = Right so far. The next action is in the list `moves { $beginning }`.
puzzle-hint-wrong = The answer starts differently. `takeback` undoes your last action.
puzzle-figures = Puzzles solved: { $solved }. Streak: { $now } (best { $best }).
puzzle-figures-day = Puzzle of the day, streak: { $now ->
    [one] 1 day
   *[other] { $now } days
} (best { $best }).
puzzle-over = This puzzle is over.
puzzle-day-sure = Give up your one try at the puzzle of the day? Type `quit` or `yes` within 2 minutes; a turn cancels.
again-puzzle = Next: `{ $prefix }puzzle`.
list-puzzle = { $table }: puzzle, { game-name }, { $runner }
list-puzzle-over = { $table }: puzzle, { game-name }, { $runner }, over

## Where it cannot be

puzzle-none = I have no puzzles of that game.
puzzle-of-another = Only { $name } can solve this puzzle. For your own, message me `puzzle` directly.
puzzle-gone = I no longer have that puzzle. `solution` closes it; `puzzle` starts another.
puzzle-still-open = This puzzle (table { $table }) is still open: solve it, or type `solution`.{ $wish ->
    [none] {""}
   *[other] {" "}Then `{ $wish }` starts the other one.
}
puzzle-thread-taken = This thread belongs to table { $owner }. Type `{ $prefix }puzzle` in the room instead.
draw-puzzle = No draw offers in puzzles. `solution` reveals the answer.
analyse-puzzle = A puzzle is only one turn: `{ $prefix }solution` explains it.
analyse-of-puzzle = This game has a position from my puzzles, and only `solution` explains those.
hint-of-puzzle = This game has a position from my puzzles, so no hints here.
puzzle-solution-of = `solution` is only for puzzles.
rematch-puzzle = For another puzzle, type `{ $prefix }puzzle`.
puzzle-day-tried = { $end ->
    [hit] You've solved today's puzzle!
    [missed] You've missed today's puzzle, and there's only one try.
   *[forgotten] You've had your try at today's puzzle; its result was deleted.
} Next puzzle in { time-left }.{ $open ->
    [yes] {""}
   *[no] {" "}For another now, type `{ $prefix }puzzle`.
}
puzzle-day-over = Puzzle of { $day }: { $hits } of { $tried } solved it on the first try.
puzzle-day-how = Type `{ $prefix }puzzle day` here, or `puzzle day` in a direct message to me. Your first try counts.

## Help

help-puzzle = find the best turn in a position; `{ $prefix }puzzle day`: today's, the same for everyone
help-puzzle-more = `{ $prefix }puzzle` or `{ $prefix }puzzle zertz` shows a position from my own games. Type your turn as in any game; after a wrong one I say why. A solution on the first try, without a hint, extends your streak (`{ $prefix }me`). In a room, each puzzle gets its own thread, for you alone.
help-solution = show the solution; the puzzle counts as missed
help-solution-more = Type `solution` in the puzzle's thread or direct message.
