# A position in words, for who listens to it. $spots, $spaces and $next are lists.

words-last = Last turn, { $player }: { $action }

## GIPF pieces

# Letters from the bottom up; over-D is a DVONN that lies on pieces of the other side as well.
words-piles = { $pile ->
    [B] basic pieces
    [BB] GIPF pieces
    [BT] pieces loaded with a TAMSK potential
    [BZ] pieces loaded with a ZÈRTZ potential
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
    [over-D] DVONN potentials on other pieces
    [over-P] PÜNCT potentials on other pieces
   *[other] other pieces
}
words-pieces = { colour }: { words-piles } on { $spots }
# What lies on other pieces, with all below it.
words-under = On { $spot }, from the bottom up: { $pieces }
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
words-no-pieces = { colour } has nothing on the board
words-changed = Changed by the last turn: { $spots }
words-due = To be dealt with now: { $spots }

# $items is a list of these, or none.
words-item = { words-piles } { $count }
words-reserve = { colour }'s reserve: { $items ->
    [none] nothing
   *[other] { $items }
}
words-lost = { colour } has lost { $items }
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
words-captured = { $player } has captured { $items ->
    [none] nothing
   *[other] { $items }
}
# $sets is a list of these.
words-set = { $marbles } ({ $missing } missing)
words-sets = Sets with which { $player } wins: { $sets }

words-marbles = { $colour ->
    [W] White marbles on { $spots }
    [G] Grey marbles on { $spots }
   *[B] Black marbles on { $spots }
}
words-rings = { $count ->
    [0] No ring is left.
    [one] One ring is left.
   *[other] { $count } rings are left.
} Vacant: { $spots }
words-can-capture = Marbles that can capture are on { $spots }

## Structures

words-structure = { $space }: { $kind ->
    [fort] { run-colour } fort
   *[ice] { run-colour } ice
}, strength { $strength }{ $token ->
    [yes] , with a token
   *[no] {""}
}{ $on ->
    [none] {""}
   *[other] ; { $on } stands there
}{ $next ->
    [none] {""}
   *[other] ; next to { $next }
}
words-token = { $colour } { $count }
words-hand = Power-ups in hand: { $items ->
    [none] none
   *[other] { $items }
}
words-bank = Power-ups in the bank: { $items ->
    [none] none
   *[other] { $items }
}
words-outside = Breakers outside: { $items ->
    [none] none
   *[other] { $items } (start anywhere)
}
words-odds = { $least ->
    [none] { $breaker } ({ $percent } %)
   *[other] { $breaker } ({ $least }+, { $percent } %)
}
words-free = Empty spaces where a structure can appear: { $spaces }
words-free-space = { $space }, next to { $next }

## The page of a whole game

page-title = { game-name }, table { $table }
page-result = { $players ->
    [1] { $white }. { $result }
   *[2] { page-players } { $result }
}
page-players = { $game ->
    [zertz-basic] { $white } – { $black }.
    [zertz-tournament] { $white } – { $black }.
   *[matrx] { $white } (White) – { $black } (Black).
}
page-board = Board
page-controls = Turns forwards and back
page-first = To the start
page-back = One turn back
page-next = One turn on
page-last = To the last turn
page-play = Play
page-pause = Stop
page-slider = Turn
page-theme = Light or dark
page-turns = Turns
page-start = Start
page-moment-start = The start, before { $turns ->
    [one] one turn
   *[other] { $turns } turns
}
page-moment = Turn { $number } of { $turns }, { $player }: { $action }
