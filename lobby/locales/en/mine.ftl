# The games of one person, standing offers, watched games and quiet threads.

## My games

mine-waiting = **Waiting for you**
# Above a direct message that lists what waits.
mine-notice-heading = { $kind ->
    [turn] **Waiting for you**
   *[digest] **Waiting for you**
}
mine-notice-end = { $kind ->
    [turn] `notify off`
   *[digest] `digest off`
} ends these messages.
mine-others = **Waiting for others**
mine-nothing = You have no games in progress. `play` starts one against me; in a room, `{ $prefix }challenge @name` invites someone.
# Behind a game, where a link can follow.
mine-link = { $link ->
    [none] {""}
   *[other] {" "}· { $link }
}
mine-time = { $clock ->
    [left] , { $time } left
    [since] , waiting { $time }
   *[unknown] {""}
}
mine-game = { $table }: { game-name } against { $opponent }, { $turns ->
    [0] no turns yet
    [one] 1 turn
   *[other] { $turns } turns
}{ mine-time }{ mine-link }
mine-alone = { $table }: { $kind ->
    [puzzle] puzzle, { game-name }
    [lesson] lesson, { game-name }
   *[run] { game-name }
}{ mine-link }
mine-challenged = { $table }: { $opponent } challenges you to { game-name }{ mine-link }
mine-requested = { $table }: { game-name } against { $opponent }, who { $request ->
    [draw] offers a draw
    [takeback] asks for a takeback
    [pause] asks for a pause
   *[rematch] asks for a rematch
}{ mine-link }
mine-next = { $table }: { game-name } against { $opponent }
mine-none-waiting = No game is waiting for your move.
mine-play-there = Play it here: { $link }
mine-no-direct = I show your games only to you: send me a direct message, then ask again.

help-mine = your games in all rooms; `{ $prefix }mine next`: your most urgent board
help-mine-more = `{ $prefix }mine` answers only in our direct message, with a link to each game.

## Games and results of others

user-games = **{ $name }'s games**
user-no-games = { $name } has no open games here.
user-games-with-you = **Your games with { $name }**
user-no-games-with-you = You have no open games with { $name }. In a shared room, `{ $prefix }games @name` lists theirs.
user-stats = **{ $name }'s results**
user-no-stats = { $name } has no ranked results yet.
user-private = { $name }'s games and results are private.

help-stats = your stats, or someone else's ranked results
help-stats-more = `{ $prefix }stats` shows yours; `{ $prefix }stats @bob` shows Bob's results against players and in runs. `{ $prefix }me off` hides yours.

## Standing offers

challenge-sought = { $from } is looking for an opponent for { game-name } (table { $table }), until { $until }. { takes-side } Type `{ $prefix }accept { $table }` to play.
seek-here = **Standing offers**
seek-none-here = No standing offers here. `{ $prefix }seek matrx` makes one, open for 14 days.
seek-accept = To play one: `{ $prefix }accept { $example }`.
seek-own = **Your standing offers**
seek-none-own = You have no standing offers. In a room, `{ $prefix }seek matrx` makes one; `{ $prefix }seeks` lists everyone's.
seek-offer = { $table }: { game-name }, { $side ->
    [white] { takes-first-briefly }
    [black] { takes-second-briefly }
   *[random] { $from }
}{ $clock ->
    [none] {""}
   *[other] , { $clock }{ $strict ->
        [yes] {" "}strict
       *[no] {""}
    }
}{ special-options }, until { $until }{ mine-link }
special-options = { $options ->
    [none] {""}
   *[other] , `{ $options }`
}
takes-first-briefly = { $game ->
    [zertz-basic] { $from } (goes first)
    [zertz-tournament] { $from } (goes first)
   *[matrx] { $from } (White)
}
takes-second-briefly = { $game ->
    [zertz-basic] { $from } (goes second)
    [zertz-tournament] { $from } (goes second)
   *[matrx] { $from } (Black)
}
seek-needs-room = An offer needs a room with other players. Type `{ $prefix }seek` there.
seek-withdrawn = Offer withdrawn (table { $table }).
seek-nothing-to-withdraw = You have no standing offer here.
seek-not-yours = { $table } isn't a standing offer of yours.

help-seek = offer a game to anyone here; open for 14 days
help-seek-more = Example: `{ $prefix }seek zertz white`. The first player to `accept` plays you, and I mention you. At most 3 offers at a time. Options: `{ $prefix }help options`.
help-seeks = list the standing offers here
help-seeks-more = `{ $prefix }seeks`, then e.g. `{ $prefix }accept t5` to play. In a direct message, `seeks` lists your own.
help-unseek = withdraw your standing offer
help-unseek-more = `{ $prefix }unseek`, or `{ $prefix }unseek t5` if you have several.

## Watching

watch-on = I'll mention you when { $table } ends. `unwatch` in its thread stops that.
watch-off = I won't mention you when { $table } ends.
watch-already = You're already watching { $table }.
watch-not-watched = You aren't watching { $table }.
watch-full = This game is at its limit of watchers ({ $limit }).
watch-own-game = You're playing this game yourself.
watch-over = Watching: { $names }

help-watch = have me mention you when a game ends
help-watch-more = `watch` in the game's thread, or `{ $prefix }watch t3` in the room.
help-unwatch = stop watching a game
help-unwatch-more = `unwatch` in the game's thread, or `{ $prefix }unwatch t3` in the room.

## Quiet threads

quiet-on = In the thread of { $table }, I listen only to players and moderators until `quiet off` or the game's end.
quiet-off = In the thread of { $table }, I answer everyone. `quiet on` limits me to players and moderators.
quiet-direct = `quiet on` is for threads in rooms. For hours without notices, type e.g. `quiet 22:00-07:00`.

help-quiet = limit me to players and moderators in your game's thread
help-quiet-more = `{ $prefix }quiet on` lasts until `{ $prefix }quiet off` or the end of the game; `{ $prefix }quiet` shows the setting.
