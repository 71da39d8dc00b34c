# Looking back at the turns of a game.

# Captions of boards. $actions is a move, $next and $back are commands.
history-shown = Table { $table }, turn { $turn } of { $turns }. { $player }: `{ $actions }`
    { $next ->
        [none] Latest turn. Back: `{ $back }`
       *[other] Next: `{ $next }` · back: `{ $back }`
    }
history-start = Table { $table }, { $next ->
    [none] the start. No turns.
   *[other] turn 0 of { $turns }: the start. Next: `{ $next }`
}
# Above and below a list of moves in columns. $earlier, $later and $show are commands.
history-listed = Table { $table }, { $count ->
    [one] turn { $to }
   *[other] turns { $from }–{ $to }
} of { $turns }.{ $right ->
    [none] {""}
   *[other] {" "}Left: { $left }, right: { $right }. Numbers: each row's first turn.
}
history-more = Board after a turn: `{ $show }`{ $earlier ->
    [none] {""}
   *[other] {" "}· earlier: `{ $earlier }`
}{ $later ->
    [none] {""}
   *[other] {" "}· later: `{ $later }`
}
history-no-such-turn = { $turns ->
    [0] That game has no turns.
   *[other] Choose a turn from 0 (the start) to { $turns }. Latest: `{ $last }`
}

help-show = look back at any turn, even of a finished game
help-show-more = `{ $prefix }show 12` shows the board after turn 12, `{ $prefix }show first` the start, `{ $prefix }show last` the latest turn; `{ $prefix }show +1` and `{ $prefix }show -1` step on and back. `{ $prefix }t7 show 12` shows another table in this room.
help-history = list the turns in notation, even of a finished game
help-history-more = `{ $prefix }history` lists the latest turns (up to 40), `{ $prefix }history 1` the first. `{ $prefix }t7 history` lists another table's turns.

# The board after a move that isn't played. $place is the place of the game.
preview-shown = { $place ->
    [direct] Preview. Type `{ $actions }` to play it.
   *[room] Preview, table { $table }. Type `{ $actions }` in the game to play it.
}
preview-no-direct = I show previews only to you. Message me directly first, e.g. `help`, then ask again.
preview-reveals = I can't preview `{ $actions }`: it rolls a die or reveals a structure.

help-preview = show the board after your move without playing it
help-preview-more = Join several actions with `;`: `{ $prefix }preview e1-e5; xe2,e3,e4,e5`. In a room, I answer in our direct message. In a run, I preview single actions that roll no dice and reveal nothing.

# Questions before each move, for players who want them.
confirm-on = I ask before each of your moves in two-player games. `{ $prefix }confirm off` stops that.
confirm-off = I play your moves at once. `{ $prefix }confirm on` makes me ask first.
confirm-asked = Play `{ $actions }` as shown? Type `yes` within 2 minutes, or another move.

help-confirm = have me ask before each of your moves in two-player games
help-confirm-more = With `{ $prefix }confirm on`, I show the board your move would give: `yes` plays the move, another replaces it.
