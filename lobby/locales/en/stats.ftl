# The run of the day, figures about players, and forgetting them.

time-left = { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes } min
}
damage-and-steps = { $damage } brain damage, { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}
# The end of a run, in one word.
run-end = { $reason ->
    [forts] won
    [brain-death] brain death
    [jacked-out] given up
   *[other] lost
}

## The run of the day

seed-of-day = Run of the day, { $day } (UTC), one try. SHA-256 of its seed: `{ $hash }`
day-seed-later = That would reveal the seed while others can still play. Ask again in { time-left }.
day-tried = You've played today's run: { run-end }, { damage-and-steps }. Next run in { time-left }.
day-tried-forgotten = You've played today's run; its result is deleted. Next run in { time-left }.
day-elsewhere = You started today's run in another direct message (table { $table }). Continue there.
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
        [yes] {"\u000A"}finished late
       *[no] {""}
    }
day-so-far = Run of the day, { $day } (UTC), so far:
day-nobody = No results to show yet for the run of { $day } (UTC).
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
    [on] . Continue yours in our direct message.
   *[free] : type `{ $prefix }run day`.
}
day-posted = I post each day's results here. `{ $prefix }day off` stops that.
day-not-posted = For a daily leaderboard here, moderators type `{ $prefix }day on`.
day-over = Run of the day, { $day }, final results:
day-next = Today's run is ready: `{ $prefix }run day`. Leaderboard: `{ $prefix }day`.
day-on = I'll post the leaderboard and the new puzzle here at midnight UTC, after any day with results. `{ $prefix }day off` stops that.
day-off = The daily leaderboard is off here. `{ $prefix }day on` turns it on.
day-needs-room = I post the daily leaderboard only in rooms: type `{ $prefix }day on` in one. Here, `day` shows it.

## The best

top-runs = **{ $kind ->
    [custom] Best runs with custom breakers
   *[basic] Best basic runs
}** ({ $where ->
    [all] all rooms
   *[here] this room
})
top-empty = No ranked { $kind ->
    [custom] runs with custom breakers
   *[basic] basic runs
} yet ({ $where ->
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
top-foot = best: brain damage/steps of the best win · won: wins/runs · row: wins in a row, now/best · avg: brain damage per win.
    Not counted: unfinished runs, `seed WORD`, wins after a hint, late runs of the day.

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
    Not counted: games that had no result, were resigned or drawn by agreement before both players moved, or decided a jump.

## Oneself

me-runs = **Your stats, { $name }**
me-figures = { $won ->
    [0] No wins yet.
   *[other] Won: { $won }, streak { $now } (best { $best }). Best run: { damage-and-steps }. Average brain damage in wins: { $average }.
}
me-basic = Basic runs: { $runs }. { me-figures }
me-custom = Runs with custom breakers: { $runs }. { me-figures }
me-uncounted = Not counted (`seed WORD`, or won after a hint): { $count ->
    [one] 1 run.
   *[other] { $count } runs.
}
me-days = Run of the day: streak { $now } (best { $best }).
me-today-done = Today's run: { run-end }, { damage-and-steps }.
me-today-gone = Today's run: played, result deleted.
me-today-on = Today's run: in progress (table { $table }).
me-today-free = Today's run: not played yet, { time-left } left. Type `{ $prefix }run day`.
me-duels = Games between players: { $won } won, { $drawn } drawn, { $lost } lost. Streak: { $now } (best { $best }).
me-duels-of = { game-name }: { $won } won, { $drawn } drawn, { $lost } lost. Streak: { $now } (best { $best }).
# Shown in direct messages only.
me-computer = Against the computer (only you see this):
me-computer-elsewhere = Against the computer: type `stats` in a direct message to me.
me-computer-of = { game-name }, level { $level }: { $won } won, { $drawn } drawn, { $lost } lost.
me-listed = `{ $prefix }me off` hides you from leaderboards; `{ $prefix }forget me` deletes your data.
me-unlisted = You're hidden from leaderboards. `{ $prefix }me on` shows you again; `{ $prefix }forget me` deletes your data.
me-on = You're not hidden from leaderboards. `{ $prefix }me off` hides you.
me-off = You're hidden from leaderboards; only you can look up your stats and games. `{ $prefix }me on` shows you again.

## Forgetting

forget-sure = Delete your data for good? This erases your settings, runs, and results in puzzles and games against the computer. In finished games against others, a nameless player takes your place.{ $tables ->
    [none] {""}
   *[other] {" "}This also closes { $tables }. Games against other people count as resigned.
} To confirm, type `{ $prefix }forget me` again within 10 minutes.
forget-off = Cancelled: nothing deleted.
forget-left = A player asked to be forgotten, so { $table } counts as resigned.
forget-left-several = A player asked to be forgotten, so these games count as resigned: { $tables }.
forget-done = Your data is deleted. If you've started today's run or puzzle, an anonymous fingerprint stays until midnight UTC.
forget-somebody = Deleted player
rematch-gone = No rematch: your opponent asked to be forgotten.
