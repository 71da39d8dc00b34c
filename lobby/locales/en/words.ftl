# A position in words, for who listens to it. $spots, $spaces and $next are lists.

words-last = Last turn, { $player }: { $action }

## GIPF pieces

# Letters from the bottom up; over-D is a DVONN that lies on pieces of the other side as well.
words-piles = { $pile ->
    [B] basic pieces
    [BB] GIPF pieces
    [BT] pieces loaded with TAMSK
    [BZ] pieces loaded with ZÈRTZ
    [D] single DVONN potentials
    [DD] DVONN stacks
    [G] GIPF pieces
    [P] single PÜNCT potentials
    [PP] PÜNCT stacks
    [T] single TAMSK potentials
    [TT] TAMSK stacks
    [Y] single YINSH potentials
    [YY] YINSH stacks
    [Z] single ZÈRTZ potentials
    [ZZ] ZÈRTZ stacks
    [over-D] covering DVONN potentials
    [over-P] covering PÜNCT potentials
   *[other] other pieces
}
words-pieces = { colour }, { words-piles }: { $spots }
# A piece on other pieces, with all below it.
words-under = On { $spot }, bottom to top: { $pieces }
words-piece = { $piece ->
    [B] { $seat ->
        [white] white basic piece
       *[black] black basic piece
    }
    [G] { $seat ->
        [white] white GIPF piece
       *[black] black GIPF piece
    }
   *[P] { $seat ->
        [white] white { gipf-potential }
       *[black] black { gipf-potential }
    }
}
words-no-pieces = { colour }: no pieces on the board
words-changed = Just changed: { $spots }
words-due = Decision needed: { $spots }

# $items is a list of these, or none.
words-item = { words-piles } { $count }
words-reserve = { colour }'s reserve: { $items ->
    [none] empty
   *[other] { $items }
}
words-lost = { colour }'s losses: { $items }
words-lives = { colour }'s GIPF pieces: { $board } on the board, { $reserve } in reserve

## Marbles

words-marble = { $colour ->
    [W] white { $count }
    [G] grey { $count }
   *[B] black { $count }
}
words-pool = Pool: { $items ->
    [none] empty
   *[other] { $items }
}
words-captured = { $player }'s captures: { $items ->
    [none] none
   *[other] { $items }
}
# $sets is a list of these.
words-set = { $marbles } ({ $missing } missing)
words-sets = { $player } wins with { $sets }

words-marbles = { $colour ->
    [W] White marbles: { $spots }
    [G] Grey marbles: { $spots }
   *[B] Black marbles: { $spots }
}
words-rings = Rings left: { $count }. Vacant: { $spots }
words-can-capture = Can capture: { $spots }

## Structures

words-structure = { $space }: { $kind ->
    [fort] { run-colour } fort
   *[ice] { run-colour } ice
}, strength { $strength }{ $token ->
    [yes] , power-up
   *[no] {""}
}{ $on ->
    [none] {""}
   *[other] ; on it: { $on }
}{ $next ->
    [none] {""}
   *[other] ; in reach of { $next }
}
words-token = { $colour } { $count }
words-hand = Power-ups: { $items ->
    [none] none
   *[other] { $items }
}
words-bank = Bank: { $items ->
    [none] none
   *[other] { $items }
}
words-outside = Outside: { $items ->
    [none] none
   *[other] { $items } (start anywhere)
}
words-odds = { $least ->
    [none] { $breaker } ({ $percent }%)
   *[other] { $breaker } ({ $least }+, { $percent }%)
}
words-free = Spaces for a new structure: { $spaces }
words-free-space = { $space }, in reach of { $next }

## The page of a whole game

page-title = { game-name }, table { $table }
page-result = { $players ->
    [1] { $white }. { $result }
   *[2] { page-players } { $result }
}
page-players = { $game ->
    [zertz-basic] { $white } – { $black }.
    [zertz-tournament] { $white } – { $black }.
   *[matrx] White: { $white }, Black: { $black }.
}
page-board = Board
page-controls = Replay controls
page-first = To the start
page-back = Previous turn
page-next = Next turn
page-last = To the end
page-play = Play
page-pause = Pause
page-slider = Turn
page-theme = Light or dark
page-turns = Turns
page-start = Start
page-moment-start = Start, turn 0 of { $turns }
page-moment = Turn { $number } of { $turns }, { $player }: { $action }
