# The run of the day, figures about players, and forgetting them.

time-left = { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes } min
}
damage-and-steps = { $damage } brain damage, { $steps ->
    [one] one step
   *[other] { $steps } steps
}
# How a run ended, in one word.
run-end = { $reason ->
    [forts] won
    [brain-death] brain death
    [jacked-out] given up
   *[other] lost
}

## The run of the day

seed-of-day = This is the run of the day, { $day }: everybody who makes it today (UTC) has the same deal and the same dice, and one try. Everything is fixed already. SHA-256 of the seed, shown when the day is over: `{ $hash }`
seed-hidden = The seed is shown when the day is over, in { time-left }: others can still make the same run. `verify` and `export` tell it then.
day-seed-later = That would tell the seed of a run which others can still make today. Ask again when the day is over, in { time-left }.
day-tried = You have made today's run: { run-end }, { damage-and-steps }. There is one try a day; the next run of the day comes in { time-left }.
day-tried-forgotten = You have used your try at today's run, although I have forgotten how it went. The next one comes in { time-left }.
day-elsewhere = You have begun today's run in another direct message (table { $table }). Go on there.
again-day = Type `day` for the table of the day, `me` for your figures, `run` for a run with other dice.
day-still-free = Today's run of the day is still to be made: `{ $prefix }run day`, the same deal and dice for everybody, and one try. In { time-left } it is over.
day-to-share = To share, without a hint of deal and dice:
day-share = Icebreaker, the run of { $day }
    {"["}{ $bar }] brain damage { $damage }
    { run-end } after { $steps ->
        [one] one step
       *[other] { $steps } steps
    }{ $row ->
        [0] {""}
        [one] {""}
       *[other] ; { $row } days in a row
    }{ $late ->
        [yes] {"\u000A"}finished a day late
       *[no] {""}
    }
day-so-far = The run of the day, { $day } (UTC), so far:
day-nobody = Nobody here has finished the run of the day, { $day } (UTC), yet.
day-columns = #|end|damage|steps|name
day-end = { $reason ->
    [forts] won
    [brain-death] dead
    [jacked-out] quit
   *[other] lost
}
day-foot = { $count ->
    [0] {""}
    [one] One run is still under way.{" "}
   *[other] { $count } runs are still under way.{" "}
}Until the day is over in { time-left }, everybody has one try: type `run day` in a direct message with me.
day-posted = This room gets the table of every day once it is over. `{ $prefix }day off` ends that.
day-not-posted = `{ $prefix }day on` has the table of every day posted here once it is over.
day-over = The run of the day, { $day }, is over:
day-next = The next one is here: type `run day` in a direct message with me. `{ $prefix }day` shows how it stands.
day-on = From now on the table of every day is posted in this room once the day is over, at midnight UTC, with the puzzle of the new day, whenever somebody here has made the run or tried the puzzle. `{ $prefix }day off` ends that.
day-off = The table of the day is not posted in this room. `{ $prefix }day on` changes that.
day-needs-room = The table of the day is posted in rooms: type that in one that should have it. Here, `day` shows the table.

## The best

top-runs = The best { $kind ->
    [custom] with custom breakers
   *[basic] in basic runs
}{ $where ->
    [all] , everywhere
   *[here] {" "}of this room
}:
top-empty = { $where ->
    [all] Nobody
   *[here] Nobody in this room
} has finished a run { $kind ->
    [custom] with custom breakers
   *[basic] with plain breakers
} yet that counts here.
top-empty-usual = { $where ->
    [all] Nobody
   *[here] Nobody in this room
} has finished a duel or a run with plain breakers yet that counts here.
top-empty-game = { $where ->
    [all] Nobody
   *[here] Nobody in this room
} has finished a duel of { game-name } yet that counts here.
top-columns = #|best|won|row|avg|name
top-foot = best: brain damage/steps of the best run that was won. won: won/finished runs. row: won in a row, now/at best. avg: average brain damage of won runs. Runs left unfinished, runs with `seed WORD` or with a hint, and runs of the day finished after their day do not count.

top-duels = The best in duels{ $where ->
    [all] , everywhere
   *[here] {" "}of this room
}:
top-duels-of = The best in duels of { game-name }{ $where ->
    [all] , everywhere
   *[here] {" "}of this room
}:
top-duels-columns = #|won|drawn|lost|row|name
top-duels-foot = row: won in a row, now/at best. Duels without an end, those given up or drawn by agreement before both had moved, and games that only decided a jump do not count.

## Oneself

me-runs = { $name }, your runs:
me-figures = { $won ->
    [0] none won yet
   *[other] { $won } won ({ $now } in a row now, { $best } at best). Best: { damage-and-steps }. On average { $average } brain damage when won
}
me-basic = Basic runs: { $runs } finished, { me-figures }.
me-custom = With custom breakers: { $runs } finished, { me-figures }.
me-uncounted = { $count ->
    [one] One more run, with `seed WORD` or a hint, is not counted.
   *[other] { $count } more runs, with `seed WORD` or a hint, are not counted.
}
me-days = Run of the day: { $now ->
    [one] one day in a row now
   *[other] { $now } days in a row now
}, { $best } at best.
me-today-done = Today: { run-end }, { damage-and-steps }.
me-today-gone = Today: made, and forgotten.
me-today-on = Today: under way (table { $table }).
me-today-free = Today: not made yet. Type `run day` in a direct message with me; { time-left } left.
me-duels = { $count ->
    [one] One duel finished
   *[other] { $count } duels finished
}: { $won } won, { $drawn } drawn, { $lost } lost. Won in a row: { $now } now, { $best } at best.
me-duels-of = { game-name }: { $won } won, { $drawn } drawn, { $lost } lost ({ $now } won in a row now, { $best } at best).
me-listed = `{ $prefix }me off` takes you off the lists that others see, `{ $prefix }forget me` deletes your results in runs and puzzles.
me-unlisted = You are on no list that others see. `{ $prefix }me on` puts you back, `{ $prefix }forget me` deletes your results in runs and puzzles.
me-on = You appear on `top`, `day` and the posted tables. `{ $prefix }me off` changes that.
me-off = You no longer appear on `top`, `day` and the posted tables; your own figures go on. `{ $prefix }me on` changes that.

## Forgetting

forget-sure = Do you really want to be forgotten? I delete the results of your runs and puzzles, your settings and your finished runs; in finished duels and their results somebody without a name takes your place. { $tables ->
    [none] This cannot be undone.
   *[other] What you play or are asked ends: { $tables }, duels without a winner. This cannot be undone.
} Type `{ $prefix }forget me` once more within 10 minutes if you mean it.
forget-off = Nothing is deleted; you stay.
forget-left = One of the players wanted to be forgotten, so { $table } has ended without a winner.
forget-left-several = One of the players wanted to be forgotten, so these games have ended without a winner: { $tables }.
forget-done = You are forgotten. Only a fingerprint, from which nobody can tell that it was you, stays until midnight UTC if you have begun today's run or puzzle.
forget-somebody = somebody who left
rematch-gone = Your opponent wanted to be forgotten and cannot be asked.
