# The games of one person, standing offers, watched games and quiet threads.

## My games

mine-waiting = **Waiting for you**
mine-others = **Waiting for others**
mine-nothing = You have no games in progress. `play` starts one against me; in a room, `{ $prefix }challenge @name` invites someone.
# Behind a game, where a link can follow.
mine-link = { $link ->
    [none] {""}
   *[other] {" "}· { $link }
}
mine-time = { $clock ->
    [left] , { $time } left
    [since] , for { $time }
   *[unknown] {""}
}
mine-game = { $table }: { game-name } against { $opponent }, { $turns ->
    [0] no turn yet
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
mine-play-there = Move there: { $link }
mine-no-direct = I show your games only to you. Write anything to me in a direct message first, then ask again.

help-mine = your games in all rooms, those waiting for you first; `mine next`: the first one's board
help-mine-more = `{ $prefix }mine` in a room answers in our direct message, with a link to each game. `{ $prefix }mine next` shows the board of the game that has waited longest for your move.

## Games and results of others

user-games = **Games of { $name }**
user-no-games = { $name } has no open games here.
user-games-with-you = **Your games with { $name }**
user-no-games-with-you = You have no open games with { $name }. In a room you share, `{ $prefix }games @name` lists theirs.
user-stats = **Results of { $name }**
user-no-stats = { $name } has no ranked results yet.
user-private = { $name } keeps games and results private.
