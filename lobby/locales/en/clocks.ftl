# Clocks of games that last for days. Durations are written as in commands: 2d 3h, 45m.

# Below a board.
clock-left = Time left: { $white } { $white-left }, { $black } { $black-left }.{ $away ->
    [vacation] {" "}The clock stands: vacation.
    [weekend] {" "}The clock stands: weekend.
    [pause] {" "}The clock stands: pause.
   *[runs] {""}
}
clock-first-turn = { $player } has { $left } for the first turn.
clock-reminder = { $player }, it's your turn: { $left } left.
clock-reminder-first = { $player }, it's your first turn: play it within { $left }, or the game is cancelled.
clock-idle = No move at { $table } for { $days } days. Still playing? Move, `draw` or `resign`: in { $left } days the game ends without a result.
clock-automatic-vacation = { $player }'s time was up, so a day of vacation began. { $days-left ->
    [0] No vacation is left this year.
    [one] 1 day of vacation is left this year.
   *[other] { $days-left } days of vacation are left this year.
}
clock-pause-ended = The pause is over after { $days } days: { $player } is to move, and the clock runs.
clock-terms = Table { $table } is played at `{ $control }`.
clock-none = Table { $table } has no clock.
clock-added = All running clocks get { $time } more.
clock-cannot-add = Give a time from 1m to { $most }d, e.g. `add time 1d`.

end-timed-out = { victory } { $loser } ran out of time.
end-not-begun = { $loser } didn't make a first turn in time: the game is cancelled.
end-idle = No move for 28 days: the game ends without a result.

vacation-begun = Enjoy your vacation! Your clocks stand until { $end }. { vacation-days-left }
vacation-on = You're on vacation until { $end }. { vacation-days-left } Back already? `vacation end`
vacation-off = You're not on vacation. { vacation-days-left } Start one: `vacation 10d`. { $automatic ->
    [yes] A day of it starts by itself before you'd lose on time: `vacation auto off` turns that off.
   *[no] None starts by itself: `vacation auto on` turns that on.
}{ $weekends ->
    [yes] {" "}Your clocks stand at weekends.
   *[no] {""}
}
vacation-ended = Welcome back! Your clocks run again. { vacation-days-left }
vacation-not-on = You're not on vacation. Start one: `vacation 10d`
vacation-too-long = { vacation-days-left } Try a shorter one.
vacation-days-left = { $days-left ->
    [0] No vacation is left this year.
    [one] 1 day is left this year.
   *[other] { $days-left } days are left this year.
}
vacation-automatic = { $on ->
    [yes] When your time is up, a day of vacation now starts by itself.
   *[no] No vacation starts by itself now. When your time is up, you lose.
}
vacation-weekends = { $skipped ->
    [yes] From next week on, your clocks stand at weekends.
   *[no] From next week on, your clocks also run at weekends.
}
vacation-weekends-already = { $skipped ->
    [yes] Your clocks already stand at weekends.
   *[no] Your clocks already run at weekends.
}

pause-asked = { $other }, { $name } asks for a pause: `accept` or `decline`?
pause-begun = Paused: the clock stands for up to { $days } days. Either of you can `resume`, or just move.
pause-ended = { $name } goes on: the clock runs again, { $other }.
pause-declined = { $name } wants no pause. The clock runs on.
pause-no-clock = There's no clock to pause.
pause-already = The clock already stands. Go on with `resume`.
pause-not-paused = The clock isn't paused.

help-pause = ask for a pause of the clock
help-pause-more = `pause` asks your opponent to stop the clock for up to 30 days. Either of you can `resume`, or just move.
help-resume = end a pause
help-resume-more = `resume` starts the clock again.
help-vacation = take a vacation: your clocks stand
help-vacation-more = `vacation 10d` stops your clocks in games counted in days, up to 30 days a year, unless a game is `strict`. `vacation end` ends it early, and `vacation` tells what's left. A day starts by itself before you'd lose on time; `vacation auto off` turns that off.
help-weekends = let your clocks stand at weekends
help-weekends-more = `weekends pause` stops your clocks on Saturdays and Sundays from next week on; `weekends play` lets them run again.
