# MATRX GIPF. $seat is white or black, $player that player's name.

## Pieces

gipf-piece = { $piece ->
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
    [none] { $player } ({ colour }) deals with a row, clears { $spots } and takes back { $regained }.
   *[other] { $regained ->
        [none] { $player } ({ colour }) deals with a row, clears { $spots } and captures { $captured }.
       *[other] { $player } ({ colour }) deals with a row, clears { $spots }, takes back { $regained } and captures { $captured }.
    }
}
gipf-freed = Set free again: { $spots }.

## What is asked

gipf-ask-gipf = { $player } ({ colour }), your turn: a GIPF piece has to enter ({ $count ->
    [one] one
   *[other] { $count }
} in reserve). Type for example `{ $example }`.
gipf-ask-move = { $player } ({ colour }), your turn: enter a stack or use one on the board. Type for example `{ $example }`; `moves` lists everything.
gipf-ask-extra = { $player } ({ colour }), your TAMSK stack reached e5, so you move again: push its top piece in from a dot, for example `{ $example }`, or give it up with `+x`.
gipf-ask-extra-owed = { $player } ({ colour }), your TAMSK stack was pushed onto e5, so you have an extra move before your turn: push its top piece in from a dot, for example `{ $example }`, or give it up with `+x`.
gipf-ask-row = { $player } ({ colour }), { $count ->
    [one] you have a row to deal with: { $rows } (marked with `!`).
   *[other] you have rows to deal with, one at a time: { $rows } (marked with `!`).
} Every single piece in it goes; stacks may stay, but four of your pieces in line may not. Type the spots to clear, for example `{ $example }` (a star takes a stack).
gipf-choice-row = { $captured ->
    [none] takes back { $regained }
   *[other] { $regained ->
        [none] captures { $captured }
       *[other] takes back { $regained }, captures { $captured }
    }
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
gipf-pile = { $spot } from the bottom: { $pieces }

## Refusals

gipf-unreadable = I cannot read “{ $text }” as a move.
gipf-over = The game is over.
gipf-row-first = First the row has to be dealt with: { $rows }.
gipf-extra-first = First comes the extra move of your TAMSK potential.
gipf-no-row = You have no row to deal with.
gipf-no-extra = There is no extra move: none of your TAMSK stacks stands on e5.
gipf-gipf-first = A GIPF piece in reserve has to enter before anything else; you have { $count }.
gipf-none-in-reserve = { $piece ->
    [G] You have no GIPF piece in reserve.
   *[other] You have no { gipf-piece } in reserve.
}
gipf-single-in-reserve = You have only one { gipf-potential } in reserve, and only two of a kind can enter.
gipf-reserve-empty = Nothing in your reserve can enter. Use a stack on the board.
gipf-no-such-point = There is no { $point } on this board.
gipf-not-a-dot = { $point } is a spot, not a dot. Pieces enter from the dots on the rim, which are drawn with a full stop: `.b1`.
gipf-ends-on-dot = { $point } is a dot: no piece may end there.
gipf-not-on-line = { $spot } is on none of the lines that begin at { $dot }.
gipf-no-dot-beside = No dot is next to { $spot }, so nothing can enter there directly. Name the dot first, as in `Ge1-e4`.
gipf-line-full = Every spot of the line at { $point } is taken, so nothing can be pushed in there.
gipf-ambiguous = That can be read in several ways: { $readings }. Say which.
gipf-nothing-there = Nothing lies on { $spot }.
gipf-not-your-piece = The piece on { $spot } is not yours.
gipf-other-piece-there = The piece on { $spot } is a { gipf-potential }.
gipf-no-stack = { $spot } holds a single piece, and only the top of a stack of two can move.
gipf-tamsk-stays = A TAMSK stack has no move of its own: it gives an extra move when it is pushed onto e5.
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
gipf-single-must-go = The single piece on { $spot } has to go as well: only stacks may stay.
gipf-row-not-broken = Four of your pieces in line would stay in { $row }: clear at least one of those stacks.
gipf-too-many = { colour } has more { $piece } than the { $count } there are.
gipf-no-gipf = At least one side needs a GIPF piece.

## Ends

gipf-captured = { $player } ({ colour }) wins: { $loser } has no GIPF piece left.
gipf-no-move = { $player } ({ colour }) wins: { $loser } cannot move any more.

## Teaching

gipf-legend = CAPITALS are White, small letters Black. `TT` is a stack, `G` a single piece, a name alone an empty spot, `.b1` a dot from which pieces are pushed in; `[ ]` marks what just changed, `D'` lies on other pieces. Write moves right here in this thread: a piece and its spot, `Gb2`, or with the dot when others are pushed, `Ge1-e4`. `help play` explains more.
