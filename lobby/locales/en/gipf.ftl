# MATRX GIPF and GIPF. $seat is white or black, $player that player's name.

## Pieces

gipf-piece = { $piece ->
    [B] basic piece
    [BZ] piece loaded with a ZÈRTZ potential
    [BT] piece loaded with a TAMSK potential
    [G] GIPF piece
    [T] TAMSK stack
    [Z] ZÈRTZ stack
    [D] DVONN stack
    [Y] YINSH stack
   *[P] PÜNCT stack
}
gipf-potential = { $piece ->
    [T] TAMSK potential
    [Z] ZÈRTZ potential
    [D] DVONN potential
    [Y] YINSH potential
   *[P] PÜNCT potential
}

## What happened

gipf-entered = { $pushes ->
    [yes] { $player } ({ colour }) pushes a { gipf-piece } in from { $dot }; the last piece pushed ends on { $end }.
   *[no] { $player } ({ colour }) enters a { gipf-piece } on { $end }.
}
gipf-moved = { $piece ->
    [Z] { $player } ({ colour }) jumps with the { gipf-potential } from { $from } to { $to }.
    [Y] { $player } ({ colour }) slides the { gipf-potential } from { $from } to { $to }.
   *[D] { $player } ({ colour }) lands with the { gipf-potential } from { $from } on { $to } and takes that spot over.
}
gipf-extra = { $pushes ->
    [yes] Extra move: the TAMSK potential leaves e5 and is pushed in again from { $dot }; the last piece pushed ends on { $end }.
   *[no] Extra move: the TAMSK potential leaves e5 and enters again on { $end }.
}
gipf-extra-given-up = { $player } gives the extra move up; the TAMSK potential on e5 leaves the game.
gipf-row-dealt = { $captured ->
    [none] { $regained ->
        [none] { $player } ({ colour }) deals with the row { $row } and clears { $spots }.
       *[other] { $player } ({ colour }) deals with the row { $row }, clears { $spots } and takes back { $regained }{ gipf-own-too }.
    }
   *[other] { $regained ->
        [none] { $player } ({ colour }) deals with the row { $row }, clears { $spots } and captures { $captured }{ gipf-captured-too }.
       *[other] { $player } ({ colour }) deals with the row { $row }, clears { $spots }, takes back { $regained }{ gipf-own-too } and captures { $captured }{ gipf-captured-too }.
    }
}
gipf-row-of-stacks-dealt = { gipf-row-dealt }
gipf-captured-too = { $gipfs ->
    [0] {""}
    [one] , a GIPF piece with it
   *[other] , { $gipfs } GIPF pieces with it
}
gipf-own-too = { $own-gipfs ->
    [0] {""}
    [one] , a GIPF piece of their own with it
   *[other] , { $own-gipfs } GIPF pieces of their own with it
}
gipf-freed = Set free again, as what lies on top now: { $white ->
    [none] Black on { $black }
   *[other] { $black ->
        [none] White on { $white }
       *[other] White on { $white }, Black on { $black }
    }
}.
gipf-spent = Out of the game: { $pieces }. A potential never returns to the reserve.
gipf-potentials-lost = With that, { $player } goes on to single pieces; the potentials that have not entered are out of the game: { $pieces }.
gipf-jump-announced = { $player } ({ colour }) wants to jump with the ZÈRTZ potential from { $from } to { $to }.
gipf-contested = { $player } ({ colour }) challenges the jump from { $spot } ({ $count ->
    [0] that was the last challenge
    [one] one challenge is left
   *[other] { $count } challenges are left
}).
gipf-upheld = The challenge fails: the jump happens.
gipf-neutralised = The challenge succeeds: the ZÈRTZ potential on { $spot } is out of the game, and { $player } makes another move.
gipf-rows-left = { $player } leaves the row of GIPF pieces where it is.

## Kinds of actions, above a list of them

gipf-moves-enter = Enter a { gipf-piece } ({ $count }):
gipf-moves-any-piece = Enter one of these ({ $count }):
gipf-moves-any-place = at one of these places, with a dot in front where something is pushed ({ $count }):
gipf-moves-use = { $piece ->
    [Z] Jump with a { gipf-potential } ({ $count }):
    [Y] Slide with a { gipf-potential } ({ $count }):
   *[other] Land with a { gipf-potential } ({ $count }):
}
gipf-moves-extra = Make the extra move, or give it up with `+x` ({ $count }):
gipf-moves-row = Deal with a row ({ $count }):
gipf-moves-answer = Answer the jump ({ $count }):

## What is asked

gipf-ask-gipf = { $player } ({ colour }), your turn: a GIPF piece has to enter ({ $count ->
    [one] one
   *[other] { $count }
} in reserve). Type for example `{ $example }`.
gipf-ask-move = { $player } ({ colour }), your turn: { $way ->
    [enter] enter a stack (none on the board can be used now).
    [use] nothing can enter, so use a stack on the board.
   *[both] enter a stack or use one on the board.
} Type for example { $use ->
    [none] `{ $example }`
   *[other] `{ $example }` to enter one, or `{ $use }` to use one
}{ $listed ->
    [yes] .
   *[no] ; `moves` lists everything.
}
gipf-ask-begin = { $player } ({ colour }), your turn: your first piece is a GIPF piece, two basic pieces on each other. Type for example `{ $example }`.
gipf-ask-enter = { $player } ({ colour }), your turn: enter a basic piece, for example `{ $example }` ({ $count ->
    [0] none
    [one] one
   *[other] { $count }
} in reserve).{ $gipf ->
    [yes] {" "}Until your first single piece you may also enter GIPF pieces, `G` in front.
   *[no] {""}
}{ gipf-or-jump }
gipf-or-jump = { $jumps ->
    [yes] {" "}Or jump with a ZÈRTZ potential on the board: `moves Z`.
   *[no] {""}
}
gipf-ask-loaded = { $player } ({ colour }), your turn: enter a loaded piece, for example `{ $example }`. { $gipf ->
    [yes] A further GIPF piece may come first, `G` in front. A basic piece with nothing on it costs you the potentials in reserve:
   *[no] A basic piece with nothing on it costs you the potentials in reserve:
} { $pieces }.{ gipf-or-jump }
gipf-contest = { $by ->
    [coin] the flip of a coin
    [die] a roll of the die each, the higher one wins
    [ourselves] what the two of you settle between yourselves
   *[game] a game of { game-name }
}
gipf-ask-jump = { $player } ({ colour }), do you let that happen? If not, you challenge it, which you can do { $count ->
    [one] once more
   *[other] { $count } times more
}, by { gipf-contest }. You have to win; a tie is not enough.
gipf-choice-allow = lets the jump happen
gipf-choice-neutralise = { $by ->
    [coin] challenges it: a coin is thrown, and with heads there is no jump
    [die] challenges it: both roll a die, and if yours is higher there is no jump
   *[other] challenges it, by { gipf-contest }
}
gipf-ask-contest = { $by ->
    [ourselves] The game waits until you two have settled whether the jump happens. Then each of you types `won`, `lost` or `tied`; { $player } ({ colour }) has to win.
   *[other] The game waits until { gipf-contest } has decided whether the jump happens; { $player } ({ colour }) has to win.
}
gipf-ask-extra = { $player } ({ colour }), your TAMSK potential reached e5, so you move again: push it in from a dot, for example `{ $example }`, or give it up with `+x`: it leaves the game then.
gipf-ask-extra-owed = { $player } ({ colour }), your TAMSK potential was pushed onto e5, so you have an extra move before your turn: push it in from a dot, for example `{ $example }`, or give it up with `+x`: it leaves the game then.
gipf-rows-due = { $owed ->
    [yes] { $count ->
        [one] you have a row to deal with before your move: { $rows } (marked on the board).
       *[other] you have rows to deal with before your move, one at a time: { $rows } (marked on the board).
    }
   *[no] { $count ->
        [one] you have a row to deal with: { $rows } (marked on the board).
       *[other] you have rows to deal with, one at a time: { $rows } (marked on the board).
    }
}
gipf-ask-row = { $player } ({ colour }), { gipf-rows-due } { $stacks ->
    [yes] { $again ->
        [yes] Type the spots to clear, for example `{ $example }`.
       *[no] Single pieces in it have to go. A stack may stay, but four of your pieces in line may not. Type the spots to clear, for example `{ $example }` (a star takes a stack).
    }
   *[no] { gipf-row-goes }
}
gipf-row-goes = { $count ->
    [one] The whole row goes: type `{ $example }`.
   *[other] Each goes as a whole: choose one, for example `{ $example }`.
}
gipf-ask-row-of-gipf = { $player } ({ colour }), { gipf-rows-due } { $stacks ->
    [yes] { $again ->
        [yes] Type the spots to clear, for example `{ $example }`.
       *[no] Single pieces in it have to go. { $loaded ->
            [yes] GIPF pieces and loaded pieces
           *[no] GIPF pieces
        } are taken or left as you like, but four in line may only stay if all are GIPF pieces. Type the spots to clear, for example `{ $example }` (a star takes two pieces at once).
    }
   *[no] { gipf-row-goes }
}
gipf-ask-leave = { $player } ({ colour }), there is a row of GIPF pieces: { $rows } (marked on the board). Type `leave` to let it stay, or the spots to clear, for example `{ $example }`.
gipf-ask-only-jumps = { $player } ({ colour }), your turn: you have nothing to enter, but a potential on the board can jump, for example `{ $example }`.
gipf-ask-only-rows = { $player } ({ colour }), your turn: you have nothing to enter, so you have to clear spots of your row of GIPF pieces, for example `{ $example }`.
gipf-row-ways = These are { $listed } of { $count } ways. Any other is typed in the same form: the spots to clear, a star behind each stack that goes.
gipf-row-may-stay = { $count ->
    [one] Your row of GIPF pieces ({ $rows }) may stay, or go as well.
   *[other] Your rows of GIPF pieces ({ $rows }) may stay, or go as well.
}
gipf-row-may-go = You may first clear spots of your row of GIPF pieces ({ $rows }), or just play on.
gipf-few-entries = { $count ->
    [one] Your last entry: { $jumps ->
        [yes] after it you can only use what is on the board.
       *[no] after it you have to win pieces back, or you cannot move.
    } Whoever cannot move has lost.
   *[other] You can enter { $count } times more. Whoever can neither enter nor use anything has lost.
}
gipf-few-entries-other = { $count ->
    [0] { $player } has nothing left to enter. Whoever can neither enter nor use anything has lost.
    [one] { $player } can enter once more.
   *[other] { $player } can enter { $count } times more.
}
gipf-last-gipf = { $place ->
    [board] { $player } has one GIPF piece left, on the board. Whoever has none loses.
   *[reserve] { $player } has one GIPF piece left, in reserve. Whoever has none loses.
}
gipf-price-potentials = With `{ $action }` you go on to single pieces, and the potentials that have not entered are out of the game: { $pieces }. Do you mean that? Type it once more, or `yes`; this is asked only once in a game. A letter in front, as in `Z`, enters a loaded piece instead.
gipf-choice-leave = lets the row stay
gipf-choice-row = { $wins ->
    [yes] wins the game:{" "}
   *[no] {""}
}{ $row ->
    [none] {""}
   *[other] row { $row }:{" "}
}{ $captured ->
    [none] { $regained ->
        [none] loses { $spent }
       *[other] takes back { $regained }{ gipf-choice-own }{ gipf-choice-spent }
    }
   *[other] { $regained ->
        [none] captures { $captured }{ gipf-captured-too }{ gipf-choice-spent }
       *[other] takes back { $regained }{ gipf-choice-own }, captures { $captured }{ gipf-captured-too }{ gipf-choice-spent }
    }
}{ $loses ->
    [yes] , and the game is lost
   *[no] {""}
}{ $breaks ->
    [none] {""}
   *[other] ; { $breaks } is no row then
}
gipf-choice-own = { $own-gipfs ->
    [0] {""}
    [one] , a GIPF piece of yours with it
   *[other] , { $own-gipfs } GIPF pieces of yours with it
}
gipf-choice-spent = { $spent ->
    [none] {""}
   *[other] , loses { $spent }
}

## Beside the board

gipf-reserve = { $seat ->
    [white] WHITE has { $pieces }
   *[black] black has { $pieces }
}
gipf-lost = { $seat ->
    [white] WHITE lost { $pieces }
   *[black] black lost { $pieces }
}
gipf-pile = { $below ->
    [mixed] { $spot }: { gipf-colour } { $top } on { $mixed } (bottom first)
    [white] { $spot }: { gipf-colour } { $top } on white { $under }
   *[black] { $spot }: { gipf-colour } { $top } on black { $under }
}
gipf-colour = { $colour ->
    [white] white
   *[black] black
}

## Refusals

gipf-unreadable = I cannot read “{ $text }” as a move.
gipf-over = The game is over.
gipf-agreed-twice = “{ $text }” is too much: a handicap is for one side, and everything else can be said once only.
gipf-no-handicap = Only `gipf-basic` is played with a handicap.
gipf-handicap-range = A handicap is a number of pieces from 1 to { $most }, as in `black+2`, not “{ $text }”.
gipf-no-potentials = There is nothing to agree on in { game-name }: potentials can be added to GIPF only.
gipf-potentials-range = Each side plays with { $fewest } to { $most } potentials of a kind, as in `zertz 3`, not with “{ $text }”.
gipf-nothing-to-challenge = Only jumps of ZÈRTZ potentials can be challenged, and there are none: `zertz 3` adds them.
gipf-challenges-range = With these potentials each side may challenge 1 to { $most } jumps, not “{ $text }”.
gipf-challenges-by = A jump cannot be decided by “{ $text }”, but by `coin`, `die`, `ourselves` or one of these games: { $games }.
gipf-jump-first = A jump waits for an answer: `allow` lets it happen, `neutralise` challenges it.
gipf-contest-first = First it has to be decided whether the jump happens.
gipf-no-jump = No jump waits for an answer.
gipf-begin-with-gipf = Your first piece has to be a GIPF piece: write a `G` in front.
gipf-no-gipf-enters = GIPF pieces enter in the tournament version only.
gipf-singles-only = You have gone on to other pieces, so no GIPF piece can enter any more.
gipf-one-in-reserve = A GIPF piece is two basic pieces, and you have one in reserve. Leave the `G` out to enter it.
gipf-no-such-potential = This game is played without { gipf-potential }s. Leave the letter out to enter a basic piece.
gipf-no-potential-left = You have no { gipf-potential } in reserve.
gipf-zertz-first = Your ZÈRTZ potentials enter before the TAMSK ones: write a `Z` in front.
gipf-row-or-leave = Type `leave` to let the row { $rows } stay, or clear spots of it.
gipf-row-first = First the row has to be dealt with: { $rows }.
gipf-extra-first = First comes the extra move of your TAMSK potential.
gipf-row-stays = Your row of GIPF pieces stays when you just play on.
gipf-no-row = You have no row to deal with.
gipf-no-extra = There is no extra move: no stack of yours with a TAMSK potential on top stands on e5.
gipf-gipf-first = A GIPF piece in reserve has to enter before anything else; you have { $count }.
gipf-none-in-reserve = { $piece ->
    [G] You have no GIPF piece in reserve.
   *[other] You have no { gipf-piece } in reserve.
}
gipf-single-in-reserve = You have only one { gipf-potential } in reserve, and only two of a kind can enter.
gipf-reserve-empty = { $use ->
    [stack] Nothing in your reserve can enter. Use a stack on the board.
    [jump] No basic piece is left in your reserve, so nothing can enter. Jump with a ZÈRTZ potential on the board: `moves Z`.
   *[row] No basic piece is left in your reserve, so nothing can enter. Clear spots of your row: `moves x`.
}
gipf-no-such-point = There is no { $point } on this board.
gipf-not-a-dot = { $point } is a spot, not a dot. Pieces enter from the dots on the rim, which are drawn with a full stop: `.b1`.
gipf-ends-on-dot = { $point } is a dot: no piece may end there.
gipf-not-on-line = { $spot } is on none of the lines that begin at { $dot }. From there they lead to { $lines }.
gipf-no-dot-beside = No dot is next to { $spot }, so nothing can enter there directly. { $pushing ->
    [none] { $example ->
        [none] Pieces enter from the dots on the rim, onto the spot behind the dot.
       *[other] Pieces enter from the dots on the rim, onto the spot behind the dot, as `{ $example }`.
    }
   *[other] But a piece that enters can push another one onto it: `{ $pushing }`.
}
gipf-line-full = Every spot of the line at { $point } is taken, so nothing can be pushed in there.
gipf-rests-elsewhere = A piece from { $dot } comes to rest on { $rest }, not on { $spot }: type `{ $letter }{ $written }`.
gipf-ambiguous = That can be read in several ways: { $readings }. Say which.
gipf-nothing-there = Nothing lies on { $spot }.
gipf-not-your-piece = The piece on { $spot } is not yours.
gipf-other-piece-there = The piece on { $spot } is a { gipf-potential }.
gipf-no-stack = { $spot } holds a single piece. On the board only the top of a stack of two can move, and everything else moves when it is pushed.
gipf-gipf-stays = The GIPF piece on { $spot } moves only when it is pushed.
gipf-tamsk-stays = A TAMSK potential has no move of its own: it gives an extra move when it is pushed onto e5.
gipf-not-in-line = { $from } and { $to } are not on one line.
gipf-jump-over-nothing = A ZÈRTZ potential has to jump over at least one piece, and the next spot that way from { $spot } is empty.
gipf-jump-no-room = There is no empty spot behind the pieces that way from { $spot }.
gipf-jump-lands-elsewhere = A jump ends on the first empty spot behind the pieces; that way it is { $spot }.
gipf-slide-not-vacant = A YINSH potential slides to an empty spot, and { $spot } is taken.
gipf-path-blocked = The way to { $spot } is blocked: a piece is in between.
gipf-lands-on-nothing = { $spot } is empty, and this potential only lands on an enemy piece of its own kind.
gipf-lands-on-other = A { gipf-potential } only lands on an enemy one, and there is none on top of { $spot }.
gipf-not-in-row = These spots are not in one row of yours. To deal with: { $rows }.
gipf-not-a-stack = { $spot } holds a single piece, so it takes no star.
gipf-single-must-go = The piece on { $spot } has to go as well: single pieces never stay.
gipf-row-not-broken = Four of your pieces in line would stay in { $row }: clear at least one of those stacks.
gipf-too-many = { colour } has more { $piece } than the { $count } there are.
gipf-no-gipf = At least one side needs a GIPF piece.

## Ends

gipf-captured = { $player } ({ colour }) wins: { $loser } has no GIPF piece left.
gipf-no-piece = { $stacks ->
    [none] { $player } ({ colour }) wins: { $loser } has nothing left to enter.
   *[other] { $player } ({ colour }) wins: { $loser } has nothing left to enter, and none of the stacks left can move: { $stacks }.
}
gipf-no-move = { $stacks ->
    [none] { $player } ({ colour }) wins: { $loser } cannot move any more. What is left in reserve cannot enter: { $pieces }.
   *[other] { $player } ({ colour }) wins: { $loser } cannot move any more. What is left in reserve cannot enter: { $pieces }; and none of the stacks left can move: { $stacks }.
}

## Teaching

gipf-opening-handicap = { colour } has { $count ->
    [one] one piece
   *[other] { $count } pieces
} more than usual.
gipf-opening-potentials = Each side also has { $count } { gipf-potential }s; they enter on basic pieces, before any single piece. A basic piece with one is a loaded piece, `B{ $piece }`, and is entered with the letter of the potential in front, as `{ $piece }b3`.
gipf-opening-challenges = { $count ->
    [one] Each side may challenge one jump of the other before it happens, by { gipf-contest }.
   *[other] Each side may challenge { $count } jumps of the other before they happen, by { gipf-contest }.
}
gipf-legend = { $game ->
    [gipf-basic] { gipf-legend-basic }
    [gipf-standard] { gipf-legend-standard }
    [gipf-tournament] { gipf-legend-standard }
   *[matrx] { gipf-legend-matrx }
}
gipf-legend-basic = { $boards ->
    [picture] White pieces are round, black ones have corners. The names around the board are dots, from which pieces are pushed in along the lines. Orange is what just changed, red what has to be dealt with. Beside each name stand the pieces in reserve, across from it, crossed out, those that are lost.
   *[text] CAPITALS are White, small letters Black. A name alone is an empty spot, `.b1` a dot from which pieces are pushed in; `[ ]` marks what just changed, `!` what has to be dealt with.
} Write moves right here{ $place ->
    [direct] {""}
   *[thread] {" "}in this thread
}: the spot on which your piece comes to rest, `b3`, or with the dot when others are pushed, `e1-e4`. `rules gipf-basic` explains more.
gipf-legend-standard = { $boards ->
    [picture] White pieces are round, black ones have corners; one on top of another is a GIPF piece. The names around the board are dots, from which pieces are pushed in along the lines. Orange is what just changed, red what has to be dealt with. Beside each name stand the pieces in reserve, across from it, crossed out, those that are lost; the one in a hexagon counts GIPF pieces on the board.
   *[text] CAPITALS are White, small letters Black. `BB` is a GIPF piece, `B` a basic piece, a name alone an empty spot, `.b1` a dot from which pieces are pushed in; `[ ]` marks what just changed, `!` what has to be dealt with.
} Write moves right here{ $place ->
    [direct] {""}
   *[thread] {" "}in this thread
}: { $game ->
    [gipf-tournament] `Gb3` for a GIPF piece that comes to rest on b3, `b3` for a basic piece,
   *[gipf-standard] the spot on which your piece comes to rest, `b3`,
} or with the dot when others are pushed, `e1-e4`. `rules { $game }` explains more.
gipf-legend-matrx = { $boards ->
    [picture] White pieces are round, black ones have corners; one on top of another is a stack. The names around the board are dots, from which pieces are pushed in along the lines. Orange is what just changed, red what has to be dealt with. Beside each name stand the pieces in reserve, across from it, crossed out, those that are lost; the `G` in a hexagon counts GIPF pieces on the board.
   *[text] CAPITALS are White, small letters Black. `TT` is a stack, `G` a single piece, a name alone an empty spot, `.b1` a dot from which pieces are pushed in; `[ ]` marks what just changed, `D'` lies on other pieces.
} Write moves right here{ $place ->
    [direct] {""}
   *[thread] {" "}in this thread
}: a piece and a spot at the rim, `Gb2`, or the dot and where the last piece pushed ends when others are in the way, `Ge1-e4`. `rules matrx` explains more.

## Words that are explained

gipf-term = { $term ->
    [T] `T`, TAMSK (MATRX GIPF, GIPF with potentials): no move of its own, but pushed onto e5, the centre, its top piece makes an extra move: it is pushed in again from any dot, as `+b2`; `+x` gives that up. `Tb3` enters one.
    [Z] `Z`, ZÈRTZ (MATRX GIPF, GIPF with potentials): the top piece of a stack jumps in a straight line over one or more pieces onto the first empty spot behind them, as `Zc3-f6`. `Zb3` enters one.
    [D] `D`, DVONN (MATRX GIPF): the top piece of a stack runs in a straight line onto the first piece in its way, if that is an enemy DVONN, and takes that spot over, as `Dc3-c6`. `Db3` enters one.
    [Y] `Y`, YINSH (MATRX GIPF): the top piece of a stack slides in a straight line over empty spots, as far as you like, as `Yc3-c6`. `Yb3` enters one.
    [P] `P`, PÜNCT (MATRX GIPF): the top piece of a stack runs in a straight line onto the first piece in its way, if that is an enemy PÜNCT, and takes that spot over, as `Pc3-c6`. `Pb3` enters one.
    [G] `G`, a GIPF piece: whoever has none left has lost. In MATRX GIPF it is a single piece, three for each side, and they enter first, as `Gb2`. In GIPF it is two basic pieces on each other, `BB`, and may stay in a row; only in the tournament version it enters, as `Gb2`.
    [B] `B`, a basic piece (GIPF): it enters by its spot alone, `b3`, or with its dot, `e1-e4`. `BB` is a GIPF piece, `BZ` and `BT` are pieces loaded with a ZÈRTZ or a TAMSK potential.
    [potential] A potential is a piece that can do something once: TAMSK `T`, ZÈRTZ `Z`, DVONN `D`, YINSH `Y`, PÜNCT `P`. In MATRX GIPF they enter as stacks of two, `TT`, and the top piece can be used; in GIPF, ZÈRTZ and TAMSK potentials can be agreed on (`help options`). `help Z` and so on tell what each of them does.
    [loaded] A loaded piece (GIPF with potentials) is a basic piece with a potential on it, `BZ` or `BT`. It enters with the letter of the potential in front, as `Zb3`, before any single piece; whoever enters a single piece loses the potentials in reserve.
    [stack] A stack is two pieces on each other, which enter together: two potentials of a kind in MATRX GIPF, as `TT`. The top piece can be used once; in a row a stack may stay. Two single pieces of a kind in reserve make a stack again.
    [spot] A spot is a place of the board on which pieces lie, such as `b2`. `help board` shows all of them.
    [dot] A dot is a place on the rim, written with a full stop, as `.b1`. Pieces enter from dots, and none ever stays there. `help board` shows all of them.
    [line] A line runs straight from a dot over spots to the dot on the other side. `help board` shows the board with its dots.
    [enter] To enter is to push a piece from a dot onto the next spot; what lies there moves on by one spot, and so does everything in front of it up to the first gap. Where nothing is pushed, its spot is enough, `Gb2`; otherwise the dot and the spot where the last piece pushed ends, `Ge1-e4`. `moves enter` lists what can enter.
    [use] To use a stack on the board (MATRX GIPF) is to move its top piece in the way of its kind, as `Zc3-f6`: its letter, its spot, and where it goes. Both pieces are single then. `moves use` lists what can be used now.
    [row] A row is four or more neighbouring pieces of your colour in line. With all that continues it without a gap it has to be dealt with: you write the spots to clear, `xb2,c3,d4,e5*`, and a star takes a whole stack. Own pieces return to the reserve, enemy ones are captured. `leave` lets a row stay where that is allowed.
    [extra] An extra move is made by a TAMSK potential that was pushed onto e5: it is pushed in again from any dot, as `+b2` or `+e1-e4`. `+x` gives it up, and then it leaves the game.
    [reserve] The reserve is what you own beside the board: `3TT 1Z` are three TAMSK stacks and a single ZÈRTZ potential. Whoever has nothing to enter and nothing to use has lost.
    [capture] Pieces are captured when you deal with a row: the enemy pieces that you clear from it are out of the game. Pieces on which another one has landed are not captured: they are set free when that one goes.
   *[challenge] A jump is the use of a ZÈRTZ potential. Where that was agreed on (`neutralise`, see `help options`), the other side may challenge it: `allow` lets it happen, `neutralise` has it decided; with a coin, heads means that it does not happen.
}
