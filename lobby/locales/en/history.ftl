# Looking back at the turns of a game.

# Captions of boards. $actions is a move, $next and $back are commands.
history-shown = Table { $table }, turn { $turn } of { $turns }. { $player }: `{ $actions }`
    { $next ->
        [none] That's the latest turn. Back: `{ $back }`
       *[other] Next: `{ $next }` · back: `{ $back }`
    }
history-start = { $next ->
    [none] Table { $table }, the start. No turns yet.
   *[other] Table { $table }, turn 0 of { $turns }: the start. Next: `{ $next }`
}
history-no-such-turn = { $turns ->
    [0] That game has no turns yet.
   *[other] Choose a turn from 0 (the start) to { $turns }. The latest: `{ $last }`
}

help-show = look back at any turn of a game, even a finished one
help-show-more = `show 12` shows the board after turn 12, `show first` the start, `show last` the latest turn. `show +1` and `show -1` go on from there. `{ $prefix }t7 show 12` looks at another table in this room.
