# MATRX GIPF and GIPF. $seat is white or black, $player that player's name.
# Pieces are “brought in” from dots, as in the rulebook; the filter of `moves` and the word that `help` explains are `enter`.

## Pieces

gipf-piece = { $piece ->
    [B] basic piece
    [BZ] ZÈRTZ-loaded piece
    [BT] TAMSK-loaded piece
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
# At the beginning of a question to a player.
gipf-turn = { $you ->
    [yes] **Your turn**
   *[no] **{ $player }** ({ colour }), your turn
}
# The letter in front of a move; basic pieces have none.
gipf-letter = { $piece ->
    [B] {""}
    [BZ] Z
    [BT] T
   *[other] { $piece }
}

## What happened

gipf-entered = { $you ->
    [none] { $pushes ->
        [yes] { $player } ({ colour }) pushes a { gipf-piece } in from { $dot }; the push ends on { $end }.
       *[no] { $player } ({ colour }) brings a { gipf-piece } in on { $end }.
    }
   *[other] { $pushes ->
        [yes] { actor }: `{ gipf-letter }{ $dot }-{ $end }`.
       *[no] { actor }: `{ gipf-letter }{ $end }`.
    }
}
gipf-moved = { $you ->
    [none] { $piece ->
        [Z] { $player } ({ colour }) jumps a { gipf-potential } from { $from } to { $to }.
        [Y] { $player } ({ colour }) slides a { gipf-potential } from { $from } to { $to }.
       *[D] { $player } ({ colour }) moves a { gipf-potential } from { $from } onto { $to }.
    }
   *[other] { actor }: `{ $piece }{ $from }-{ $to }`.
}
gipf-extra = { $you ->
    [none] { $pushes ->
        [yes] Extra move: the TAMSK potential on e5 comes in again from { $dot }; the push ends on { $end }.
       *[no] Extra move: the TAMSK potential on e5 comes in again on { $end }.
    }
   *[other] { $pushes ->
        [yes] { actor }: extra move `+{ $dot }-{ $end }`.
       *[no] { actor }: extra move `+{ $end }`.
    }
}
gipf-extra-given-up = { $you ->
    [none] { $player } gives up the extra move: the TAMSK potential on e5 leaves the game.
   *[other] { actor }: `+x`. The TAMSK potential on e5 leaves the game.
}
# $regained and $captured are counts: `2G 1Y`.
gipf-row-dealt = { $you ->
    [none] { $captured ->
        [none] { $regained ->
            [none] { $player } ({ colour }) clears { $spots }.
           *[other] { $player } ({ colour }) clears { $spots }: takes back { $regained }{ gipf-own-too }.
        }
       *[other] { $regained ->
            [none] { $player } ({ colour }) clears { $spots }: captures { $captured }{ gipf-captured-too }.
           *[other] { $player } ({ colour }) clears { $spots }: takes back { $regained }{ gipf-own-too }, captures { $captured }{ gipf-captured-too }.
        }
    }
   *[other] { $captured ->
        [none] { $regained ->
            [none] { actor }: row { $spots } cleared.
           *[other] { actor }: row { $spots } cleared, `{ $regained }` back in reserve{ gipf-own-too }.
        }
       *[other] { $regained ->
            [none] { actor }: row { $spots } cleared, `{ $captured }` captured{ gipf-captured-too }!
           *[other] { actor }: row { $spots } cleared, `{ $regained }` back in reserve{ gipf-own-too }, `{ $captured }` captured{ gipf-captured-too }!
        }
    }
}
gipf-row-of-stacks-dealt = { gipf-row-dealt }
gipf-captured-too = { $gipfs ->
    [0] {""}
    [one] {" "}(including a GIPF piece)
   *[other] {" "}(including { $gipfs } GIPF pieces)
}
gipf-own-too = { $own-gipfs ->
    [0] {""}
    [one] {" "}(including a GIPF piece)
   *[other] {" "}(including { $own-gipfs } GIPF pieces)
}
gipf-freed = { $white ->
    [none] Free again: Black on { $black }.
   *[other] { $black ->
        [none] Free again: White on { $white }.
       *[other] Free again: White on { $white }, Black on { $black }.
    }
}
gipf-spent = Out of the game: { $pieces }. Potentials never return to the reserve.
gipf-potentials-lost = { $you ->
    [yes] Your potentials in reserve are lost: { $pieces }.
   *[no] { $player }'s potentials in reserve are lost: { $pieces }.
}
gipf-jump-announced = { $you ->
    [none] { $player } ({ colour }) wants to jump a ZÈRTZ potential from { $from } to { $to }.
   *[other] { actor }: `Z{ $from }-{ $to }`, if the jump is allowed.
}
gipf-contested = { $you ->
    [none] { $player } ({ colour }) challenges the jump from { $spot } ({ gipf-challenges-left }).
   *[other] { actor }: `neutralise`, challenging the jump from { $spot } ({ gipf-challenges-left }).
}
gipf-challenges-left = { $count ->
    [0] no challenges left
    [one] one challenge left
   *[other] { $count } challenges left
}
gipf-upheld = The challenge fails: the jump goes ahead.
gipf-neutralised = The challenge succeeds: the ZÈRTZ potential on { $spot } leaves the game, and { $you ->
    [yes] you move
   *[no] { $player } moves
} again.
gipf-rows-left = { $you ->
    [none] { $player } leaves the row of GIPF pieces in place.
   *[other] { actor }: `leave`. The row of GIPF pieces stays.
}

## Kinds of actions, above a list of them

gipf-moves-enter = Bring in a { gipf-piece } ({ $count }):
gipf-moves-any-piece = Bring in one of these ({ $count }):
gipf-moves-any-place = at one of these places, with the dot first if it pushes ({ $count }):
gipf-moves-use = { $piece ->
    [Z] Jump a { gipf-potential } ({ $count }):
    [Y] Slide a { gipf-potential } ({ $count }):
   *[other] Move a { gipf-potential } ({ $count }):
}
gipf-moves-extra = Make the extra move, or give it up with `+x` ({ $count }):
gipf-moves-row = Clear a row ({ $count }):
gipf-moves-answer = Answer the jump ({ $count }):

## What is asked

gipf-ask-gipf = { gipf-turn }: bring in a GIPF piece ({ $count } left), e.g. `{ $example }`.
gipf-ask-move = { gipf-turn }: { $way ->
    [enter] bring in a stack (none on the board can move), e.g. `{ $example }`.
    [use] move a stack on the board (nothing can come in), e.g. `{ $example }`.
   *[both] bring in a stack, e.g. `{ $example }`, or move one{ $use ->
        [none] {""}
       *[other] , e.g. `{ $use }`
    }.
}{ $listed ->
    [yes] {""}
   *[no] {" "}All: `moves`.
}
gipf-ask-begin = { gipf-turn }: start with a GIPF piece, e.g. `{ $example }`.
gipf-ask-enter = { gipf-turn }: bring in a basic piece ({ $count } left), e.g. `{ $example }`{ $gipf ->
    [yes] , or another GIPF piece (`G` in front)
   *[no] {""}
}.{ gipf-or-jump }
gipf-or-jump = { $jumps ->
    [yes] {" "}Or jump: `moves Z`.
   *[no] {""}
}
gipf-ask-loaded = { gipf-turn }: bring in a loaded piece, e.g. `{ $example }`. A single piece would forfeit your `{ $pieces }`.{ $gipf ->
    [yes] {" "}GIPF pieces (`G`) may come first.
   *[no] {""}
}{ gipf-or-jump }
# How a challenged jump is decided, in brackets or at the end of a sentence.
gipf-contest = { $by ->
    [coin] by a coin flip
    [die] by a die roll each, higher wins
    [ourselves] settled between you two
   *[game] by a game of { game-name }
}
gipf-ask-jump = { $you ->
    [yes] **Your turn**
   *[no] **{ $player }** ({ colour }), your turn
}: do you allow the jump? You have { gipf-challenges-left } ({ gipf-contest }).
gipf-choice-allow = allow the jump
gipf-choice-neutralise = { $by ->
    [coin] challenge it: heads stops the jump
    [die] challenge it: your higher roll stops the jump
   *[other] challenge it ({ gipf-contest })
}
gipf-ask-contest = { $by ->
    [ourselves] { $player } ({ colour }) must win to stop the jump. Settle it between you, then each type `won`, `lost` or `tied`.
   *[other] { $player } ({ colour }) must win to stop the jump ({ gipf-contest }). The game waits.
}
gipf-ask-extra = { gipf-extra-turn }: your TAMSK potential is on e5. Push it in again, e.g. `{ $example }`, or give it up with `+x`.
gipf-ask-extra-owed = { gipf-extra-turn } comes first: your TAMSK potential was pushed onto e5. Push it in again, e.g. `{ $example }`, or give it up with `+x`.
gipf-extra-turn = { $you ->
    [yes] **Your extra move**
   *[no] **{ $player }** ({ colour }), your extra move
}
gipf-rows-due = { gipf-turn }: { $owed ->
    [yes] { $count ->
        [one] first clear your row { $rows }.
       *[other] first clear one of your rows, { $rows }.
    }
   *[no] { $count ->
        [one] clear your row { $rows }.
       *[other] clear one of your rows, { $rows }.
    }
}
gipf-ask-row = { gipf-rows-due }{ $stacks ->
    [yes] { $again ->
        [yes] {" "}E.g. `{ $example }`.
       *[no] {" "}Stacks may stay, but not four of yours in line. E.g. `{ $example }` (`*` takes a stack).
    }
   *[no] { gipf-row-goes }
}
gipf-row-goes = { $count ->
    [one] {" "}Type `{ $example }`.
   *[other] {""}
}
gipf-ask-row-of-gipf = { gipf-rows-due }{ $stacks ->
    [yes] { $again ->
        [yes] {" "}E.g. `{ $example }`.
       *[no] {" "}{ $loaded ->
            [yes] GIPF and loaded pieces may stay, but four in line only if all are GIPF pieces.
           *[no] GIPF pieces may stay.
        } E.g. `{ $example }` (`*` takes two pieces).
    }
   *[no] { gipf-row-goes }
}
gipf-ask-leave = { gipf-turn }: your row of GIPF pieces may stay, { $rows }. Type `leave`, or spots to clear, e.g. `{ $example }`.
gipf-ask-only-jumps = { gipf-turn }: nothing left to bring in, so jump a potential on the board, e.g. `{ $example }`.
gipf-ask-only-rows = { gipf-turn }: nothing left to bring in, so clear spots of your row of GIPF pieces, e.g. `{ $example }`.
gipf-row-ways = Here are { $listed } of { $count } options; type any other the same way.
gipf-row-may-stay = { $count ->
    [one] Your row of GIPF pieces ({ $rows }) may stay or go.
   *[other] Your rows of GIPF pieces ({ $rows }) may stay or go.
}
gipf-row-may-go = Before that, you may clear spots of any row of your GIPF pieces: { $rows }.
gipf-few-entries = { $count ->
    [one] { $jumps ->
        [yes] Last one to bring in! Then you can only move what's on the board. Without a move, you lose.
       *[no] Last one to bring in! Win pieces back: without a move, you lose.
    }
   *[other] You can bring in only { $count } more. Without a move, you lose.
}
gipf-few-entries-other = { $you ->
    [yes] { $count ->
        [0] You have nothing left to bring in: if you can't move, you lose.
        [one] You can bring in one more.
       *[other] You can bring in { $count } more.
    }
   *[no] { $count ->
        [0] { $player } has nothing left to bring in, and loses if no move is left.
        [one] { $player } can bring in one more.
       *[other] { $player } can bring in { $count } more.
    }
}
gipf-last-gipf = { $you ->
    [yes] Only one GIPF piece left! Lose it and you lose.
   *[no] { $player } has only one GIPF piece left.
}
gipf-price-potentials = A single piece costs you { $pieces } in reserve; a loaded one starts with its letter, e.g. `Z`. To go ahead, type `{ $action }` again, or `yes` (I ask once a game).
gipf-choice-leave = leaves the row in place
# What an answer does, behind its notation. $breaks are rows that it breaks up on the way.
gipf-choice-row = { $row ->
    [none] {""}
   *[other] row { $row }:{" "}
}{ $wins ->
    [yes] wins the game,{" "}
   *[no] {""}
}{ $loses ->
    [yes] loses the game,{" "}
   *[no] {""}
}{ $captured ->
    [none] { $regained ->
        [none] loses { $spent }
       *[other] takes back { $regained }{ gipf-choice-own }{ gipf-choice-spent }
    }
   *[other] { $regained ->
        [none] captures { $captured }{ gipf-captured-too }{ gipf-choice-spent }
       *[other] takes back { $regained }{ gipf-choice-own }, captures { $captured }{ gipf-captured-too }{ gipf-choice-spent }
    }
}{ $breaks ->
    [none] {""}
   *[other] , breaks up { $breaks }
}
gipf-choice-own = { gipf-own-too }
gipf-choice-spent = { $spent ->
    [none] {""}
   *[other] , loses { $spent }
}

## Beside the board

gipf-reserve = { colour } has { $pieces }
gipf-lost = { colour } lost { $pieces }
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

gipf-unreadable = I can't read “{ $text }” as a move.
gipf-over = The game is over.
gipf-agreed-twice = “{ $text }” is one too many: give each option once, and a handicap to one side only.
gipf-no-handicap = Only `gipf-basic` has handicaps.
gipf-handicap-range = “{ $text }” isn't a handicap. Give 1–{ $most } pieces, e.g. `black+2`.
gipf-no-potentials = You can't add potentials to { game-name }, only to GIPF.
gipf-potentials-range = “{ $text }” doesn't work. Each side gets { $fewest }–{ $most } potentials of a kind, e.g. `zertz 3`.
gipf-nothing-to-challenge = Only ZÈRTZ jumps can be challenged. Add them with `zertz 3`.
gipf-challenges-range = “{ $text }” doesn't work. With these potentials, each side gets 1–{ $most } challenges.
gipf-challenges-by = “{ $text }” can't decide a jump. Use `coin`, `die`, `ourselves` or a game: { $games }.
gipf-jump-first = Answer the jump first: `allow` it, or challenge it with `neutralise`.
gipf-contest-first = Settle the challenge first: does the jump happen?
gipf-no-jump = There's no jump to answer.
gipf-begin-with-gipf = Your first piece must be a GIPF piece: put `G` in front.
gipf-no-gipf-enters = You don't bring in GIPF pieces in this game. Leave out the `G`.
gipf-singles-only = GIPF pieces come in before all others, and you've already brought in another.
gipf-one-in-reserve = A GIPF piece takes two basic pieces, and you have one. Bring it in without `G`.
gipf-no-such-potential = This game has no { gipf-potential }s. For a basic piece, leave out the letter.
gipf-no-potential-left = You have no { gipf-potential } left in reserve.
gipf-zertz-first = ZÈRTZ potentials come in before TAMSK ones: put `Z` in front.
gipf-row-or-leave = First your row { $rows }: `leave` it, or clear spots of it.
gipf-row-first = Clear your row first: { $rows }.
gipf-extra-first = Make your TAMSK extra move first.
gipf-row-stays = Your row of GIPF pieces stays: just play on.
gipf-no-row = You have no row to clear.
gipf-no-extra = You have no extra move: no stack of yours on e5 has a TAMSK potential on top.
gipf-gipf-first = GIPF pieces come in first: you have { $count } left.
gipf-none-in-reserve = You have no { gipf-piece } left in reserve.
gipf-single-in-reserve = You have only one { gipf-potential } in reserve; they come in as pairs.
gipf-reserve-empty = { $use ->
    [stack] Nothing in your reserve can come in. Move a stack on the board.
    [jump] You have no basic piece left, so nothing can come in. Jump: `moves Z`.
   *[row] You have no basic piece left, so nothing can come in. Clear spots of your row: `moves x`.
}
gipf-no-such-point = There's no { $point } on this board.
gipf-not-a-dot = { $point } is a spot. Pieces come in from dots on the rim, such as `.b1`.
gipf-ends-on-dot = { $point } is a dot, and pieces can't end there.
gipf-not-on-line = No line from { $dot } leads to { $spot }, only to { $lines }.
gipf-no-dot-beside = Nothing can come in on { $spot }: it isn't next to a dot.{ $pushing ->
    [none] { $example ->
        [none] {""}
       *[other] {" "}Try e.g. `{ $example }`.
    }
   *[other] {" "}To push a piece onto it, type `{ $pushing }`.
}
gipf-line-full = The line at { $point } is full, so nothing can come in there.
gipf-rests-elsewhere = From { $dot }, your piece stops on { $rest }, not { $spot }. Type `{ $letter }{ $written }`.
gipf-ambiguous = That could mean { $readings }. Type one of them.
gipf-nothing-there = { $spot } is empty.
gipf-not-your-piece = The piece on { $spot } isn't yours.
gipf-other-piece-there = { $spot } holds a { gipf-potential }.
gipf-no-stack = { $spot } holds a single piece. Only the top of a stack can move; the rest has to be pushed.
gipf-gipf-stays = The GIPF piece on { $spot } moves only when pushed.
gipf-tamsk-stays = TAMSK potentials can't move. Pushed onto e5, they get an extra move.
gipf-not-in-line = { $from } and { $to } aren't on one line.
gipf-jump-over-nothing = ZÈRTZ potentials jump over pieces, and the next spot that way from { $spot } is empty.
gipf-jump-no-room = Behind the pieces that way from { $spot }, no spot is empty.
gipf-jump-lands-elsewhere = Jumps end on the first empty spot behind the pieces, here { $spot }.
gipf-slide-not-vacant = YINSH potentials slide to empty spots, and { $spot } is taken.
gipf-path-blocked = A piece blocks the way to { $spot }.
gipf-lands-on-nothing = { $spot } is empty, and this potential only moves onto an enemy of its kind.
gipf-lands-on-other = A { gipf-potential } only moves onto an enemy one, and { $spot } has none on top.
gipf-not-in-row = Those spots aren't in one row of yours. To clear: { $rows }.
gipf-not-a-stack = { $spot } holds a single piece: leave out the star.
gipf-single-must-go = { $spot } has to go too: single pieces can't stay.
gipf-row-not-broken = Four of your pieces in line would stay in { $row }. Clear at least one of those stacks.
gipf-too-many = { colour } can have at most { $count } { $piece }.
gipf-no-gipf = At least one side needs a GIPF piece.

## Ends

gipf-captured = { victory } { $loser } has no GIPF piece left.
gipf-no-piece = { $stacks ->
    [none] { victory } { $loser } has nothing left to bring in.
   *[other] { victory } { $loser } has nothing left to bring in, and no stack can move.
}
gipf-no-move = { victory } { $loser } has no move left.

## Teaching

gipf-opening-handicap = { colour } starts with { $count ->
    [one] one extra piece
   *[other] { $count } extra pieces
}.
gipf-opening-potentials = You each get { $count } { gipf-potential }s, brought in on basic pieces, e.g. `{ $piece }b3`.
gipf-opening-challenges = { $count ->
    [one] You may each challenge one jump ({ gipf-contest }).
   *[other] You may each challenge { $count } jumps ({ gipf-contest }).
}
gipf-legend = { $game ->
    [gipf-basic] { gipf-legend-basic }
    [gipf-standard] { gipf-legend-standard }
    [gipf-tournament] { gipf-legend-standard }
   *[matrx] { gipf-legend-matrx }
}
gipf-legend-basic =
    { $boards ->
        [picture] White is round, Black has corners.
       *[text] CAPITALS are White, small letters Black. { gipf-legend-marks }
    } `b3` brings a piece in on b3; `e1-e4` pushes from dot e1 until the last piece stops on e4. More: `rules gipf-basic`, `help board`.
gipf-legend-standard =
    { $boards ->
        [picture] White is round, Black has corners.
       *[text] CAPITALS are White, small letters Black: `BB` is a GIPF piece, `B` a basic piece. { gipf-legend-marks }
    } { $game ->
        [gipf-tournament] `Gb3` brings in a GIPF piece on b3, `b3` a basic piece;
       *[gipf-standard] `b3` brings a piece in on b3;
    } `e1-e4` pushes from dot e1 until the last piece stops on e4. More: `rules { $game }`, `help board`.
gipf-legend-matrx =
    { $boards ->
        [picture] White is round, Black has corners.
       *[text] CAPITALS are White, small letters Black: `TT` is a stack, `G` a single piece, `D'` covers others. { gipf-legend-marks }
    } `Gb2` brings in a GIPF piece on b2; `Ge1-e4` pushes from dot e1 until the last piece stops on e4. More: `rules matrx`, `help board`.
# Red and `!` mark rows to clear, a jump to answer and a potential with an extra move.
gipf-legend-marks = `[ ]` marks what changed, `!` what needs action.

## Words that are explained

gipf-term = { $term ->
    [T] `T` – TAMSK (MATRX GIPF, GIPF with potentials): no move of its own, but pushed onto e5, the centre, its top piece comes in again, `+b2`. `+x` gives this extra move up. `Tb3` brings one in.
    [Z] `Z` – ZÈRTZ (MATRX GIPF, GIPF with potentials): the top piece jumps straight over one or more pieces to the first empty spot behind, `Zc3-f6`. `Zb3` brings one in.
    [D] `D` – DVONN (MATRX GIPF): the top piece moves straight onto the first piece it meets, if that's an enemy DVONN, and covers it, `Dc3-c6`. `Db3` brings one in.
    [Y] `Y` – YINSH (MATRX GIPF): the top piece slides straight over empty spots, as far as you like, `Yc3-c6`. `Yb3` brings one in.
    [P] `P` – PÜNCT (MATRX GIPF): the top piece moves straight onto the first piece it meets, if that's an enemy PÜNCT, and covers it, `Pc3-c6`. `Pb3` brings one in.
    [G]
        `G` – GIPF piece. You lose when you have none.
        - MATRX GIPF: a single piece. Your three come in first, `Gb2`.
        - GIPF: two stacked basic pieces, `BB`. It may stay in a row, and comes in only in the tournament version, `Gb2`.
    [B] `B` – basic piece (GIPF). Type its spot, `b3`, or its dot and the end of the push, `e1-e4`. `BB` is a GIPF piece; `BZ` and `BT` are loaded pieces.
    [potential] Potentials are pieces that can do something once: TAMSK `T`, ZÈRTZ `Z`, DVONN `D`, YINSH `Y`, PÜNCT `P` (`{ $prefix }help Z` etc.). MATRX GIPF has stacks of two; to GIPF you can add ZÈRTZ and TAMSK (`{ $prefix }help options`).
    [loaded] A loaded piece (GIPF with potentials) is a basic piece with a potential on top, `BZ` or `BT`. It comes in before any single piece, `Zb3`; a single piece costs you the potentials in reserve.
    [stack] A stack (MATRX GIPF) is two potentials of a kind, `TT`, which come in together. The top piece can move once; in a row, a stack may stay. Two singles of a kind in reserve form a stack again.
    [spot] Spots, such as `b2`, hold pieces. `{ $prefix }help board` shows them all.
    [dot] Pieces come in from dots on the rim, such as `.b1`, and never stay there. `{ $prefix }help board` shows them all.
    [line] A line runs straight across the board from dot to dot. `{ $prefix }help board` shows the dots.
    [enter] To enter, or bring in, a piece, push it from a dot onto the next spot. Anything there moves one spot along, up to the first gap. If nothing is pushed, type the spot, `Gb2`; otherwise, the dot and where the push ends, `Ge1-e4`. `moves enter` lists your options.
    [use] To use a stack (MATRX GIPF), move its top piece: its letter, its spot and where it goes, `Zc3-f6`. Both pieces become singles. `moves use` lists your options.
    [row] A row is four or more of your pieces in line, plus all that continues it without a gap. Type the spots to clear, `xb2,c3,d4,e5*` (`*` takes a stack): yours return to your reserve, enemies are captured. `leave` keeps a row that may stay.
    [extra] A TAMSK potential pushed onto e5 gets an extra move: push it in again from any dot, `+b2` or `+e1-e4`. `+x` gives it up, and the potential leaves the game.
    [reserve] Your reserve is beside the board: `3TT 1Z` is three TAMSK stacks and a single ZÈRTZ potential. You lose if you can't bring in or move anything.
    [capture] Enemy pieces that you clear from a row are captured and leave the game. Covered pieces aren't: they're free again when the top piece goes.
   *[challenge] A jump is a ZÈRTZ potential's move. With the option `neutralise` (`{ $prefix }help options`), the other side may challenge it: `allow` lets it happen, `neutralise` challenges it; with a coin, heads stops it.
}
