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
help-show-more = `show 12` shows the board after turn 12, `show first` the start, `show last` the latest turn. `show +1` and `show -1` step on and back from there. `{ $prefix }t7 show 12` looks at another table in this room.
help-history = list the turns of a game, even a finished one, in notation
help-history-more = `{ $prefix }history` lists the last 40 turns, `{ $prefix }history 1` the first 40. `{ $prefix }t7 history` lists another table's turns.

# The board after a move that isn't played. $place is the place of the game.
preview-shown = { $place ->
    [direct] Preview of `{ $actions }`. To play it, type `{ $actions }`.
   *[room] Preview of `{ $actions }`, table { $table }. To play it, type `{ $actions }` in the game.
}
preview-no-direct = I show previews only to you. Write to me in a direct message first, e.g. `help`, then ask again.
preview-reveals = I can't preview `{ $actions }`: it rolls a die or reveals a structure.

help-preview = show the board after your move, without playing it
help-preview-more = Join several actions with `;`: `preview e1-e5; xe2,e3,e4,e5`. In a room, I answer in our direct message. In a run, you can preview only moves that roll no dice and reveal nothing.

# Questions before each move, for players who want them.
confirm-on = I ask before each of your moves in two-player games. `{ $prefix }confirm off` turns that off.
confirm-off = I play your moves at once. `{ $prefix }confirm on` makes me ask first.
confirm-asked = Play `{ $actions }`? It leads to this board. Type `yes` within 2 minutes, or another move.

help-confirm = have me ask before each of your moves in two-player games
help-confirm-more = With `{ $prefix }confirm on`, I show the board your move would give: `yes` plays it, another move replaces it. `{ $prefix }confirm off` turns that off.
