# Clocks of games that last for days. Durations are written as in commands: 2d 3h, 45m.

# Below a board.
clock-left = Time left: { $white } { $white-left }, { $black } { $black-left }.{ clock-stopped }
# Behind the time left.
clock-stopped = { $away ->
    [vacation] {" "}Clock stopped: vacation.
    [weekend] {" "}Clock stopped: weekend.
    [pause] {" "}Clock stopped: pause.
    [contest] {" "}Clock stopped until the jump is decided.
   *[runs] {""}
}
# The answer to `clock` at a table.
clock-terms = Clock: { $kind ->
    [turn] { $bank } a turn.
    [bonus] { $bank } each, plus { $increment } a turn.
   *[capped] { $bank } each, plus { $increment } a turn, up to { $cap }.
}{ $strict ->
    [yes] {" "}Vacations and weekends don't stop it.
   *[no] {""}
}
clock-first-turn = { $player } has { $left } left for their first turn.{ clock-stopped }
clock-reminder = { $player }, it's your turn: { $left } left.
clock-reminder-first = { $player }, play your first turn within { $left }, or the game is cancelled.
clock-waits-for-key = { $player } is out of time, but I can't decrypt their last message yet. If its key arrives within { $minutes } minutes, the move in it counts.
clock-idle = No move at { $table } for { $days } days. Unless you move, agree on a draw (`draw`) or `resign` within { $left } days, the game ends without a result.
clock-idle-contest = No result at { $table } for { $days } days. Type `won`, `lost` or `tied` within { $left } days, or the game ends without a result.
clock-automatic-vacation = { $player } is out of time, so a vacation day starts. { $days-left ->
    [0] It's the last one
    [one] 1 more is left
   *[other] { $days-left } more are left
} this year.
clock-pause-ending = The pause is over. { $player }, it's your turn: the clock runs again in { $left }, or once you're both back.
clock-pause-ended = The pause is over. { $player }, it's your turn: the clock is running.
clock-pause-ending-contest = The pause is over: your contest goes on in { $left }, or once you're both back.
clock-pause-ended-contest = The pause is over: your contest goes on.
clock-late-move = { $player } moved in time, but the move reached me late. The loss doesn't count: the game has no winner.
clock-deleted-move = Somebody deleted a message { $player } sent in time, before I could read it. The loss doesn't count: the game has no winner.
clock-sent-in-time = { $player } moved in time, but the move reached me late.
clock-excused = { $player } ran out of time, but may have been kept from moving.
clock-boards-rejected = I couldn't post boards here for { $time }, so nobody's time could be counted.
clock-added = I've added { $time } to all running clocks.
clock-cannot-add = Give a time from 1m to { $most }d, e.g. `{ $prefix }add time 1d`.

end-timed-out = { victory } { $loser } ran out of time.
end-not-begun = { $loser } didn't play their first turn in time, so the game is cancelled.
end-idle = No progress for 28 days: the game ends without a result.

vacation-begun = Enjoy your vacation! Until { $end }, your clocks are stopped, except fast and `strict` ones. { vacation-days-left }
vacation-on = You're on vacation until { $end }. { vacation-days-left } Back early? Type `{ $prefix }vacation end`.
vacation-off = You're not on vacation. { vacation-days-left }{ $days-left ->
    [0] {""}
   *[other] {" "}`{ $prefix }vacation 1d` starts a vacation. If your time runs out, { $automatic ->
        [yes] a vacation day starts automatically; `{ $prefix }vacation auto off` turns that off.
       *[no] you lose; `{ $prefix }vacation auto on` starts a vacation day instead.
    }
}{ $weekends ->
    [yes] {" "}Your clocks stop at weekends.
   *[no] {""}
}
vacation-ended = Welcome back! Your vacation is over. { vacation-days-left }
vacation-not-on = You're not on vacation. See `{ $prefix }vacation`.
vacation-too-long = { vacation-days-left }{ $days-left ->
    [0] {""}
   *[other] {" "}Try `{ $prefix }vacation { $days-left }d`.
}
vacation-too-many = You've had { $limit } vacations in 4 months, and that's the limit. Try again in a few weeks.
vacation-days-left = You have { $days-left ->
    [0] no vacation days
    [one] 1 vacation day
   *[other] { $days-left } vacation days
} left this year.
vacation-automatic = From now on, if your time runs out, { $on ->
    [yes] a vacation day starts automatically.
   *[no] you lose.
}
vacation-weekends = From next week on, your clocks { $skipped ->
    [yes] stop
   *[no] run
} at weekends.
vacation-weekends-already = Your clocks are already set to { $skipped ->
    [yes] stop
   *[no] run
} at weekends.

pause-asked = { $name } asks for a pause. { $other }, type `accept` or `decline`; a move cancels the request.
pause-begun = Paused for up to { $days } days. When you're back, move or type `resume`. The clock runs again once you're both back, or 24 hours after the first of you.
pause-ended = { $name } ends the pause. The game goes on, { $other }.
pause-ending = { $name } is back. { $other }, type `resume` when you are, too. The clock runs again then, or in { $left }.
pause-declined = { $name } declines the pause.
pause-no-clock = This game has no clock.
pause-already = The game is already paused. Type `{ $prefix }resume` when you're back.
pause-not-paused = The game isn't paused.
pause-at-contest = The game that decides the jump has the clock: type `{ $prefix }{ $table } { $command }`.

help-pause = ask to pause the clock
help-pause-more = If your opponent agrees, the clock stops for up to 30 days. It runs again once you're both back (a move or `{ $prefix }resume`), or 24 hours after the first of you.
help-resume = say that you're back from a pause
help-resume-more = After `{ $prefix }resume`, the clock runs once your opponent is back, too, or after 24 hours.
help-vacation = take a vacation: your clocks stop
help-vacation-more = `{ $prefix }vacation 10d` stops your clocks for 10 days, except in `strict` and fast games (under a day per player). You have 30 days a year: `{ $prefix }vacation` shows what's left; `{ $prefix }vacation end` saves the rest. If your time runs out, a vacation day starts automatically, unless you type `{ $prefix }vacation auto off`.
help-weekends = stop your clocks at weekends, or let them run
help-weekends-more = `{ $prefix }weekends pause` stops your clocks on Saturdays and Sundays from next week on (exceptions: `{ $prefix }help vacation`); `{ $prefix }weekends play` undoes that.
