# The run of the day, figures about players, and forgetting them.

time-left = { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes } min
}
damage-and-steps = { $damage } brain damage, { $steps ->
    [one] 1 step
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

seed-of-day = Run of the day, { $day } (UTC), one try. Seed, SHA-256: `{ $hash }`
day-seed-later = That would reveal the seed while others can still play this run. Ask again in { time-left }.
day-tried = You've had your try at today's run: { run-end }, { damage-and-steps }. The next run comes in { time-left }.
day-tried-forgotten = You've had your try at today's run; its result is deleted. The next run comes in { time-left }.
day-elsewhere = You've started today's run in another direct message (table { $table }). Continue there.
again-day = Next: `day`, `me` or `run`.
day-still-free = Today's run: `{ $prefix }run day`, { time-left } left.
day-to-share = To share, spoiler-free:
# Must give away nothing of deal and dice, which others still play.
day-share = Icebreaker, run of { $day }
    {"["}{ $bar }] brain damage { $damage }
    { run-end } after { $steps ->
        [one] 1 step
       *[other] { $steps } steps
    }{ $row ->
        [0] {""}
        [one] {""}
       *[other] ; { $row }-day streak
    }{ $late ->
        [yes] {"\u000A"}finished a day late
       *[no] {""}
    }
day-so-far = Run of the day, { $day } (UTC), so far:
day-nobody = No one here has finished the run of { $day } (UTC) yet.
day-columns = #|end|damage|steps|name
day-end = { $reason ->
    [forts] won
    [brain-death] dead
    [jacked-out] quit
   *[other] lost
}
day-foot = { $count ->
    [0] {""}
   *[other] Runs in progress: { $count }.{" "}
}{ time-left } left, one try each{ $own ->
    [done] . You've had yours.
    [on] . Yours is on: continue in your direct message with me.
   *[free] : type `run day` in a direct message to me.
}
day-posted = I post the leaderboard here after each day. `{ $prefix }day off` turns that off.
day-not-posted = To get the leaderboard here after each day, type `{ $prefix }day on`.
day-over = Run of the day, { $day }, final results:
day-next = Today's run is ready: type `run day` in a direct message to me. `{ $prefix }day` shows the leaderboard.
day-on = I'll post the leaderboard and the new puzzle here at midnight UTC, after any day someone here plays. `{ $prefix }day off` stops that.
day-off = I don't post the daily leaderboard here. `{ $prefix }day on` turns that on.
day-needs-room = I post the daily leaderboard only in rooms. Type the command there; here, `day` shows the leaderboard.

## The best

top-runs = **{ $kind ->
    [custom] Best runs with custom breakers
   *[basic] Best basic runs
}** ({ $where ->
    [all] all rooms
   *[here] this room
})
top-empty = { $kind ->
    [custom] No ranked runs with custom breakers yet
   *[basic] No ranked basic runs yet
} ({ $where ->
    [all] all rooms
   *[here] this room
}).
top-empty-usual = { $where ->
    [all] No ranked results yet.
   *[here] No ranked results here yet.
}
top-empty-game = No ranked games of { game-name } yet ({ $where ->
    [all] all rooms
   *[here] this room
}).
# row: wins in a row; a longer word would cut names.
top-columns = #|best|won|row|avg|name
top-foot = best: brain damage/steps of the best win · won: wins/runs · row: wins in a row, now/best · avg: average brain damage of wins.
    Unfinished and late runs don't count, nor do runs with `seed WORD` or a hint.

top-duels = **Best players** ({ $where ->
    [all] all rooms
   *[here] this room
})
top-duels-of = **Best at { game-name }** ({ $where ->
    [all] all rooms
   *[here] this room
})
top-duels-columns = #|won|drawn|lost|row|name
top-duels-foot = row: wins in a row, now/best.
    Not counted: games without a result, games resigned or drawn by agreement before both players moved, and games that only decided a jump.

## Oneself

me-runs = **Your stats, { $name }**
me-figures = { $won ->
    [0] No wins yet.
   *[other] Won: { $won }, streak { $now } (best { $best }). Best run: { damage-and-steps }. Average brain damage when won: { $average }.
}
me-basic = Basic runs: { $runs }. { me-figures }
me-custom = Runs with custom breakers: { $runs }. { me-figures }
me-uncounted = Not counted, with `seed WORD` or a hint: { $count ->
    [one] 1 run.
   *[other] { $count } runs.
}
me-days = Run of the day: streak { $now } (best { $best }).
me-today-done = Today's run: { run-end }, { damage-and-steps }.
me-today-gone = Today's run: played, its result deleted.
me-today-on = Today's run: in progress (table { $table }).
me-today-free = Today's run: not played yet, { time-left } left. Type `{ $prefix }run day`.
me-duels = Games between players: { $won } won, { $drawn } drawn, { $lost } lost. Streak: { $now } (best { $best }).
me-duels-of = { game-name }: { $won } won, { $drawn } drawn, { $lost } lost. Streak: { $now } (best { $best }).
# Shown in direct messages only.
me-computer = Against the computer (only you see this):
me-computer-elsewhere = Against the computer: type `stats` in a direct message to me.
me-computer-of = { game-name }, level { $level }: { $won } won, { $drawn } drawn, { $lost } lost.
me-listed = `{ $prefix }me off` hides you from leaderboards; `{ $prefix }forget me` deletes your results in runs, puzzles and games against the computer.
me-unlisted = You're hidden from leaderboards. `{ $prefix }me on` shows you again; `{ $prefix }forget me` deletes your results in runs, puzzles and games against the computer.
me-on = You're listed on the leaderboards: `top`, `day` and the daily posts. `{ $prefix }me off` hides you.
me-off = You're hidden from leaderboards, and I show others neither your stats nor your games. I still keep your stats. `{ $prefix }me on` shows you again.

## Forgetting

forget-sure = Delete your data for good? I erase your settings, your runs, and your results in runs, in puzzles and against the computer. In finished games against others, a nameless player takes your place.{ $tables ->
    [none] {""}
   *[other] {" "}This also ends { $tables } without a winner.
} To confirm, type `{ $prefix }forget me` again within 10 minutes.
forget-off = Cancelled: I've deleted nothing.
forget-left = A player asked to be forgotten, so { $table } ends without a winner.
forget-left-several = A player asked to be forgotten, so these games end without a winner: { $tables }.
forget-done = You're forgotten. If you've started today's run or puzzle, an anonymous fingerprint stays until midnight UTC.
forget-somebody = Deleted player
rematch-gone = Your opponent asked to be forgotten, so I can't ask them.
