# Clocks of games that last for days. Durations are written as in commands: 2d 3h, 45m.

# Below a board.
clock-left = Time left: { $white } { $white-left }, { $black } { $black-left }.{ clock-stopped }
# Behind the time left.
clock-stopped = { $away ->
    [vacation] {" "}The clock is stopped: vacation.
    [weekend] {" "}The clock is stopped: weekend.
    [pause] {" "}The clock is stopped: pause.
    [contest] {" "}The clock is stopped until the jump is decided.
   *[runs] {""}
}
# The answer to `clock` at a table.
clock-terms = { $kind ->
    [turn] This game's clock: { $bank } a turn.
    [game] This game's clock: { $bank } each.
    [bonus] This game's clock: { $bank } each, plus { $increment } a turn.
   *[capped] This game's clock: { $bank } each, plus { $increment } a turn, up to { $cap }.
}{ $strict ->
    [yes] {" "}Vacations and weekends don't stop it.
   *[no] {""}
}
clock-first-turn = { $player } has { $left } left for their first turn.{ clock-stopped }
clock-reminder = { $player }, it's your turn: { $left } left.
clock-reminder-first = { $player }, it's your first turn: play it within { $left }, or the game is cancelled.
clock-idle = No move at { $table } for { $days } days. Still playing? Make a move, `draw` or `resign` within { $left } days, or the game ends without a result.
clock-idle-contest = No result at { $table } for { $days } days. Type `won`, `lost` or `tied` within { $left } days, or the game ends without a result.
clock-automatic-vacation = { $player } is out of time, so a vacation day starts. { $days-left ->
    [0] No vacation days are left this year.
    [one] 1 vacation day is left this year.
   *[other] { $days-left } vacation days are left this year.
}
clock-pause-ended = The pause ended after { $days } days. The clock is running again: it's { $player }'s turn.
clock-added = I've added { $time } to all running clocks.
clock-cannot-add = Give a time from 1m to { $most }d, e.g. `add time 1d`.

end-timed-out = { victory } { $loser } ran out of time.
end-not-begun = { $loser } didn't play their first turn in time, so the game is cancelled.
end-idle = No move for 28 days: the game ends without a result.

vacation-begun = Enjoy your vacation! Your clocks are stopped until { $end }. { vacation-days-left }
vacation-on = You're on vacation until { $end }. { vacation-days-left } Back already? Type `vacation end`.
vacation-off = You're not on vacation. { vacation-days-left }{ $days-left ->
    [0] {""}
   *[other] {" "}To start one, type e.g. `vacation 1d`. { $automatic ->
        [yes] If your time runs out, a vacation day starts automatically: `vacation auto off` turns that off.
       *[no] If your time runs out, you lose: `vacation auto on` starts a vacation day instead.
    }
}{ $weekends ->
    [yes] {" "}Your clocks stop at weekends.
   *[no] {""}
}
vacation-ended = Welcome back! Your clocks are running again. { vacation-days-left }
vacation-not-on = You're not on vacation. To start one, type e.g. `vacation 1d`.
vacation-too-long = { $days-left ->
    [0] You have no vacation days left this year.
    [one] You have only 1 vacation day left this year: `vacation 1d`.
   *[other] You have only { $days-left } vacation days left this year: try `vacation { $days-left }d`.
}
vacation-days-left = { $days-left ->
    [0] You have no vacation days left this year.
    [one] You have 1 vacation day left this year.
   *[other] You have { $days-left } vacation days left this year.
}
vacation-automatic = { $on ->
    [yes] From now on, a vacation day starts automatically if your time runs out.
   *[no] Vacation days no longer start automatically. If your time runs out, you lose.
}
vacation-weekends = { $skipped ->
    [yes] From next week on, your clocks stop at weekends.
   *[no] From next week on, your clocks keep running at weekends.
}
vacation-weekends-already = { $skipped ->
    [yes] Your clocks are already set to stop at weekends.
   *[no] Your clocks are already set to run at weekends.
}

pause-asked = { $name } asks for a pause. { $other }, type `accept` or `decline`; a move cancels the request.
pause-begun = Paused: the clock is stopped for up to { $days } days. To go on, type `resume` or just move.
pause-ended = { $name } ends the pause. The clock is running again, { $other }.
pause-declined = { $name } declines the pause. The clock keeps running.
pause-no-clock = This game has no clock.
pause-already = The game is already paused. `resume` starts the clock again.
pause-not-paused = The clock isn't paused.

help-pause = ask to pause the clock
help-pause-more = If your opponent agrees, the clock stops for up to 30 days. Either of you can `resume`, or just move.
help-resume = end a pause
help-resume-more = `resume` starts the clock again.
help-vacation = take a vacation: your clocks stop
help-vacation-more = `vacation 10d` stops your clocks for 10 days, except in `strict` games and fast ones (under a day for each player). You have 30 days a year: `vacation` shows what's left, `vacation end` ends one early and keeps the rest. If your time runs out, a vacation day starts automatically; `vacation auto off` turns that off.
help-weekends = stop your clocks at weekends, or let them run
help-weekends-more = `weekends pause` stops your clocks on Saturdays and Sundays from next week on; `weekends play` lets them run again.
