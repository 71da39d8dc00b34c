# Puzzles.

puzzle-begun = { $day ->
    [none] A puzzle
   *[other] The puzzle of { $day }
}, { game-name }, from a game of the computer.
puzzle-how = { $game ->
    [run] Type the action that is best, as in a run; nothing is rolled.
   *[matrx] Type your whole turn, in one line with `;` between its actions or action by action.
} { $day ->
    [none] `hint` narrows it down, `solution` shows it; a wrong turn is put back.
   *[other] Your first try counts. `hint` narrows it down, `solution` shows it; a wrong turn is put back.
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
    [zertz-basic] You are to move
    [zertz-tournament] You are to move
    [run] You are in the middle of a run
   *[matrx] You are { colour }
}

## What is asked

puzzle-ask-win = { puzzle-you }: { $turns ->
    [one] win with this turn.
   *[other] win in { $turns } of your turns, whatever is answered.
}
puzzle-ask-escape = { puzzle-you }: all turns but one lose soon. Find the one that does not.
puzzle-ask-gipf = { puzzle-you }: a GIPF piece can be captured. Find the best way.
puzzle-ask-capture = { puzzle-you }: something can be captured, and one way is clearly the best. Find it.
puzzle-ask-prepare = { puzzle-you }: one turn wins pieces soon, whatever is answered. Find it.
puzzle-ask-save = { puzzle-you }: your pieces are in danger. Find the turn that saves them best.
puzzle-ask-sacrifice = { puzzle-you }: make the other side capture, and get more for it.
puzzle-ask-marbles = { puzzle-you }: capture, and do it the best way.
puzzle-ask-step = { puzzle-you }: which step gives you the best chance to win it?
puzzle-ask-boost = { puzzle-you }: do you spend power-ups on this roll, or keep them?

## A try, and the solution

puzzle-right = Right, { $turn } is the best turn.
puzzle-solution = The solution is { $turn }.
puzzle-goes-on = It is expected to go on with { $line }.
puzzle-chances = If I play on from there, I win about { $wins } % of all runs; with the next best action, about { $next } %.
puzzle-wrong = { $turn } is not the best turn.
puzzle-then-over = { $end ->
    [lost] With it you lose at once.
   *[drawn] With it nobody wins.
}
puzzle-then-answer = The other side answers { $turn }.
puzzle-then-lost = { $turns ->
    [one] With that you have lost.
   *[other] After that you lose: in { $turns } turns of the other side at the latest.
}
puzzle-then-wins = After that you still win, but later: in { $turns ->
    [one] one more turn of yours
   *[other] { $turns } more turns of yours
}.
puzzle-then-stands = { $side ->
    [ahead] I think you stand better then, by about { $pieces } pieces.
    [behind] I think you stand worse then, by about { $pieces } pieces.
   *[even] I think the game is even then.
}
puzzle-then-chance = If I play on from there, I win about { $wins } % of all runs.
puzzle-best = { $is ->
    [wins] { $turns ->
        [one] The best turn wins at once.
       *[other] The best turn wins in { $turns } of your turns.
    }
    [ahead] After the best turn you stand better, by about { $pieces } pieces.
    [behind] After the best turn you stand worse too, by about { $pieces } pieces.
    [chance] With the best action it is about { $wins } %.
    [even] After the best turn the game is even.
   *[holds] The best turn holds out longer.
}
puzzle-again = The position is put back: try again, or type `hint` or `solution`. { $day ->
    [none] Solved now, it does not count for your row any more.
    [today] Your try that counts is made.
   *[over] The day of this puzzle is over, so no try counts any more.
}
puzzle-left = { $day ->
    [none] Your puzzle { $table } makes way for this, and counts as missed.
   *[other] Your puzzle of { $day } ({ $table }) makes way for this.
}
puzzle-day-late = That was the puzzle of { $day }. The day is over, so it counts for no row any more.
puzzle-hint = { $beginning ->
    [none] There are only two answers. What would the power-ups be worth later?
   *[other] { $actions ->
        [one] The turn begins with `{ $beginning }` …
       *[other] The turn begins with `{ $beginning }` … and has { $actions } actions.
    }
} { $depth ->
    [none] {""}
    [one] It shows at once.
   *[other] Whoever looks { $depth } turns ahead sees it, those of both sides counted.
}
puzzle-hint-right = So far that is right. The turn goes on with `{ $beginning }` …
puzzle-hint-wrong = The turn begins with another action: `takeback` puts the position back.
puzzle-figures = Puzzles: { $solved } solved; at the first try in a row { $now } now, { $best } at best.
puzzle-figures-day = Puzzle of the day, at the first try: { $now ->
    [one] one day in a row now
   *[other] { $now } days in a row now
}, { $best } at best.
puzzle-over = The puzzle is over.
puzzle-day-sure = Your one try at the puzzle of the day would be missed. Do you give it up? Type `quit` once more within two minutes, or `yes`; any turn you try takes it back.
again-puzzle = `{ $prefix }puzzle` brings the next one, `{ $prefix }puzzle zertz` one of ZÈRTZ, `{ $prefix }puzzle day` the one that everybody gets today.
list-puzzle = { $table }: a puzzle, { game-name }, { $runner }
list-puzzle-over = { $table }: a puzzle, { game-name }, { $runner }, over

## Where it cannot be

puzzle-none = There is no puzzle of that game.
puzzle-of-another = This puzzle is for { $name } alone to solve. `puzzle` as a command in the room gives you one of your own.
puzzle-gone = That puzzle is no longer among mine. `solution` ends it, `puzzle` brings another one.
puzzle-still-open = This puzzle (table { $table }) is still open: solve it, or type `solution`.{ $wish ->
    [none] {""}
   *[other] {" "}After that `{ $wish }` brings you the other one.
}
puzzle-thread-taken = This thread belongs to table { $owner }. Type `{ $prefix }puzzle` in the room itself: the puzzle gets a thread of its own there.
draw-puzzle = A puzzle has no draw. `solution` shows it.
analyse-puzzle = A puzzle is one turn only: `solution` tells why it is the best.
analyse-of-puzzle = This game began with one of my puzzles, and about those I tell nothing but what `solution` tells.
hint-of-puzzle = That is one of my puzzles, and about those I tell nothing in lessons.
puzzle-solution-of = `solution` is about puzzles. In a run, in a duel with the computer and in lessons, `hint` tells what I would do.
rematch-puzzle = `puzzle` brings another puzzle.
puzzle-day-tried = Your try at the puzzle of the day is made: { $end ->
    [hit] you have found it
    [missed] you have missed it
   *[forgotten] what came of it is forgotten
}. The next one comes in { time-left }.{ $open ->
    [yes] {""}
   *[no] {" "}`{ $prefix }puzzle` brings another one now.
}
puzzle-day-over = The puzzle of { $day }: { $tried ->
    [one] one of you has tried it
   *[other] { $tried } of you have tried it
}, { $hits ->
    [0] nobody has found it at the first try
    [one] one has found it at the first try
   *[other] { $hits } have found it at the first try
}.
puzzle-day-how = `{ $prefix }puzzle day` opens it for you, here or, as `puzzle day`, in a direct message with me. Everybody has one try that counts.

## Help

help-puzzle = gives a position in which one turn is clearly the best, to be found; `puzzle day` the one that everybody gets today
help-puzzle-more = Examples: `{ $prefix }puzzle`, `{ $prefix }puzzle zertz`, `{ $prefix }puzzle day`. I show a position from my own games and what is to be found; you type the turn as in every game, such as `e1-e4`, and a wrong one is told why and put back. `hint` narrows it down, `solution` shows it. What is solved at the first try counts as a row; `{ $prefix }me` shows it. In a room the puzzle gets a thread of its own, in which only you answer.
help-solution = shows the solution of a puzzle, which is missed then
help-solution-more = Example: `solution` in the thread of your puzzle, or where it is in a direct message.
