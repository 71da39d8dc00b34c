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
    [zertz-basic] Type your whole turn; `rules { $game }` explains the game.
    [zertz-tournament] Type your whole turn; `rules { $game }` explains the game.
   *[matrx] Type your whole turn, on one line (with `;`) or action by action.
} { $day ->
    [none] After a miss, try again. `hint` helps, `solution` reveals the turn.
   *[other] Only your first try counts, and `hint` uses it up. `solution` reveals it.
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
puzzle-ask-escape = { puzzle-you }: only one turn holds. Find it.
puzzle-ask-gipf = { puzzle-you }: find the best way to capture a GIPF piece.
puzzle-ask-capture = { puzzle-you }: find the best capture.
puzzle-ask-prepare = { puzzle-you }: find the turn that wins pieces soon, by force.
puzzle-ask-save = { puzzle-you }: find the turn that best saves your endangered pieces.
puzzle-ask-sacrifice = { puzzle-you }: force your opponent to capture, and get more in return.
puzzle-ask-marbles = { puzzle-you }: find the best capture.
puzzle-ask-step = { puzzle-you }: which step gives you the best winning chance?
puzzle-ask-boost = { puzzle-you }: spend power-ups on this roll, or keep them?

## A try, and the solution

puzzle-right = Solved! The best turn: { $turn }
puzzle-solution = Solution: { $turn }
puzzle-goes-on = Then: { $line }
puzzle-chances = Winning chance: about { $wins }% (next best action: { $next }%)
puzzle-wrong = { $turn } isn't the best turn.
puzzle-then-over = { $end ->
    [lost] It loses at once.
   *[drawn] It ends in a draw.
}
puzzle-then-answer = Your opponent answers { $turn }.
puzzle-then-lost = { $turns ->
    [one] That wins the game for them.
   *[other] They then win in { $turns } turns at most.
}
puzzle-then-wins = { $turns ->
    [one] You still win, but need one more turn.
   *[other] You still win, but need { $turns } more turns.
}
puzzle-then-stands = { $side ->
    [ahead] You'd be ahead (+{ $pieces }).
    [behind] You'd be behind (−{ $pieces }).
   *[even] The game would be even.
}
puzzle-then-chance = Winning chance: about { $wins }%
puzzle-best = { $is ->
    [wins] { $turns ->
        [one] The best turn wins at once.
       *[other] The best turn wins in { $turns } turns.
    }
    [ahead] The best turn puts you ahead (+{ $pieces }).
    [behind] Even the best turn leaves you behind (−{ $pieces }).
    [chance] With the best action: about { $wins }%
    [even] The best turn keeps the game even.
   *[holds] The best turn holds out longer.
}
puzzle-again = Try again, or type `hint` or `solution`. { $day ->
    [none] This puzzle no longer counts for your streak.
    [today] Your counted try is used up.
   *[over] This puzzle's day is over, so tries no longer count.
}
puzzle-left = { $day ->
    [none] This replaces your puzzle { $table }, which counts as missed.
   *[other] This replaces your puzzle of { $day } ({ $table }).
}
puzzle-day-late = This was the puzzle of { $day }. It's too late for your streak.
puzzle-hint = { $beginning ->
    [none] Only two options: what would the power-ups be worth later?
   *[other] { $actions ->
        [one] It's one of these moves: `moves { $beginning }`.
       *[other] It takes { $actions } actions. The first is one of these moves: `moves { $beginning }`.
    }
} { $depth ->
    [none] {""}
    [one] It pays off at once.
   *[other] Look { $depth } turns ahead, counting both sides.
}
# Any part of the turn would give it away.
puzzle-hint-whole = A hint would give it away: it's `{ $action }`.
puzzle-hint-costs = { $day ->
    [none] Now that you've had a hint, this puzzle doesn't count towards your streak.
   *[today] This hint used up your counted try.
}
puzzle-hint-right = Right so far. Next is one of these moves: `moves { $beginning }`.
puzzle-hint-wrong = The turn starts with another action. Type `takeback` to reset.
puzzle-figures = Puzzles solved: { $solved }. Streak: { $now } (best { $best }).
puzzle-figures-day = Puzzle of the day, streak: { $now ->
    [one] 1 day
   *[other] { $now } days
} (best { $best }).
puzzle-over = This puzzle is over.
puzzle-day-sure = Give up your one try at the puzzle of the day? Type `quit` or `yes` within 2 minutes; trying a turn cancels.
again-puzzle = Next: `{ $prefix }puzzle`.
list-puzzle = { $table }: puzzle, { game-name }, { $runner }
list-puzzle-over = { $table }: puzzle, { game-name }, { $runner }, over

## Where it cannot be

puzzle-none = I have no puzzles of that game.
puzzle-of-another = Only { $name } can solve this puzzle. For one of your own, use the `puzzle` command in the room.
puzzle-gone = I no longer have that puzzle. `solution` closes it, `puzzle` starts another.
puzzle-still-open = This puzzle (table { $table }) is still open: solve it, or type `solution`.{ $wish ->
    [none] {""}
   *[other] {" "}Then `{ $wish }` starts the other one.
}
puzzle-thread-taken = This thread belongs to table { $owner }. Type `{ $prefix }puzzle` in the room: the puzzle gets its own thread.
draw-puzzle = Puzzles have no draws. `solution` reveals the answer.
analyse-puzzle = A puzzle is only one turn: `solution` explains it.
analyse-of-puzzle = This game began with one of my puzzles, and only `solution` explains those.
hint-of-puzzle = This is one of my puzzles, so I give no hints on it in lessons.
puzzle-solution-of = `solution` is for puzzles. In runs, lessons and games against the computer, use `hint`.
rematch-puzzle = For another puzzle, type `puzzle`.
puzzle-day-tried = { $end ->
    [hit] You've solved today's puzzle!
    [missed] You've missed today's puzzle, and had your one try.
   *[forgotten] You've had your one try at today's puzzle; I no longer know the result.
} The next one comes in { time-left }.{ $open ->
    [yes] {""}
   *[no] {" "}For another now, type `{ $prefix }puzzle`.
}
puzzle-day-over = Puzzle of { $day }: { $hits } of { $tried } solved it at the first try.
puzzle-day-how = Type `{ $prefix }puzzle day` here, or `puzzle day` in a direct message to me. Your first try counts.

## Help

help-puzzle = find the best turn in a position; `{ $prefix }puzzle day`: today's, the same for everyone
help-puzzle-more = `{ $prefix }puzzle`, `{ $prefix }puzzle zertz` or `{ $prefix }puzzle day` shows a position from my own games. Type your turn as in any game; after a wrong one I explain why, and you try again. `hint` helps, `solution` reveals the turn. First-try solutions without a hint extend your streak (`{ $prefix }me`). In a room, each puzzle gets its own thread, for you alone.
help-solution = reveal a puzzle's solution; it counts as missed
help-solution-more = Type `solution` in your puzzle's thread, or in the direct message with it.
