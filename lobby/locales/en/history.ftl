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
# Above and below a list of moves in columns. $earlier, $later and $show are commands.
history-listed = Table { $table }, { $count ->
    [one] turn { $to }
   *[other] turns { $from }–{ $to }
} of { $turns }.{ $right ->
    [none] {""}
   *[other] {" "}Left: { $left }, right: { $right }. Rows start with the number of their first turn.
}
history-more = { $earlier ->
    [none] { $later ->
        [none] Board after a turn: `{ $show }`
       *[other] Later: `{ $later }` · board after a turn: `{ $show }`
    }
   *[other] { $later ->
        [none] Earlier: `{ $earlier }` · board after a turn: `{ $show }`
       *[other] Earlier: `{ $earlier }` · later: `{ $later }` · board after a turn: `{ $show }`
    }
}
history-no-such-turn = { $turns ->
    [0] That game has no turns yet.
   *[other] Choose a turn from 0 (the start) to { $turns }. The latest: `{ $last }`
}

help-show = look back at any turn of a game, even a finished one
help-show-more = `show 12` shows the board after turn 12, `show first` the start, `show last` the latest turn. `show +1` and `show -1` go on from there. `{ $prefix }t7 show 12` looks at another table in this room.
help-history = list a game's turns in notation, even a finished one's
help-history-more = `history` lists the last 40 turns, `history 1` the first. `{ $prefix }t7 history` lists another table in this room.
