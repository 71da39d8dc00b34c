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
    [none] { $player } ({ colour }) { $piece ->
        [Z] jumps a { gipf-potential } from { $from } to { $to }.
        [Y] slides a { gipf-potential } from { $from } to { $to }.
       *[D] moves a { gipf-potential } from { $from } onto { $to }.
    }
   *[other] { actor }: `{ $piece }{ $from }-{ $to }`.
}
gipf-extra = { $you ->
    [none] Extra move: the TAMSK potential on e5 comes in again { $pushes ->
        [yes] from { $dot }; the push ends on { $end }.
       *[no] on { $end }.
    }
   *[other] { actor }: extra move `+{ $pushes ->
        [yes] { $dot }-{ $end }
       *[no] { $end }
    }`.
}
gipf-extra-given-up = { $you ->
    [none] { $player } gives up the extra move: the TAMSK potential leaves the game.
   *[other] { actor }: `+x`. The TAMSK potential leaves the game.
}
# $regained and $captured are counts: `2G 1Y`.
gipf-row-cleared = { $you ->
    [none] { $player } ({ colour }) clears { $spots }{ $regained ->
        [none] {""}
       *[other] : takes back { $regained }{ gipf-own-too }
    }{ $captured ->
        [none] {""}
       *[other] { $regained ->
            [none] :
           *[other] {" "}and
        } captures { $captured }{ gipf-captured-too }
    }.
   *[other] { actor }: { $spots } cleared{ $regained ->
        [none] {""}
       *[other] , `{ $regained }` back in reserve{ gipf-own-too }
    }{ $captured ->
        [none] .
       *[other] , `{ $captured }` captured{ gipf-captured-too }!
    }
}
gipf-row-of-stacks-cleared = { gipf-row-cleared }
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
gipf-freed = Free again: { $white ->
    [none] Black on { $black }.
   *[other] White on { $white }{ $black ->
        [none] .
       *[other] , Black on { $black }.
    }
}
gipf-spent = Out of the game: { $pieces } (potentials never return).
gipf-potentials-lost = { $you ->
    [yes] Lost from your reserve: { $pieces }.
   *[no] Lost from { $player }'s reserve: { $pieces }.
}
gipf-jump-announced = { $you ->
    [none] { $player } ({ colour }) wants to jump a ZÈRTZ potential from { $from } to { $to }.
   *[other] { actor }: `Z{ $from }-{ $to }`, if allowed.
}
gipf-contested = { $you ->
    [none] { $player } ({ colour }) challenges the jump from { $spot } ({ gipf-challenges-left }).
   *[other] { actor }: `neutralise` ({ gipf-challenges-left }).
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
    [none] { $player } leaves all GIPF pieces in place.
   *[other] { actor }: `leave`. The GIPF pieces stay.
}

## Kinds of actions, above a list of them

gipf-moves-enter = Bring in a { gipf-piece } ({ $count }):
gipf-moves-any-piece = Bring in one of these ({ $count }):
gipf-moves-any-place = in one of these places, dot first for a push ({ $count }):
gipf-moves-use = { $piece ->
    [Z] Jump
    [Y] Slide
   *[other] Move
} a { gipf-potential } ({ $count }):
gipf-moves-extra = Extra move, or `+x` to give it up ({ $count }):
gipf-moves-row = Row options ({ $count }):
gipf-moves-answer = Answer the jump ({ $count }):

## What is asked

gipf-ask-gipf = { gipf-turn }: bring in a GIPF piece ({ $count } left), e.g. `{ $example }`.
gipf-ask-move = { gipf-turn }: { $way ->
    [enter] bring in a stack (none on the board can move), e.g. `{ $example }`.
    [use] move a stack (nothing can come in), e.g. `{ $example }`.
   *[both] bring in a stack, e.g. `{ $example }`, or move one{ $use ->
        [none] {""}
       *[other] , e.g. `{ $use }`
    }.
}{ $listed ->
    [yes] {""}
   *[no] {" "}All: `{ $prefix }moves`.
}
gipf-ask-begin = { gipf-turn }: start with a GIPF piece, e.g. `{ $example }`.
gipf-ask-enter = { gipf-turn }: bring in a basic piece ({ $count } left), e.g. `{ $example }`{ $gipf ->
    [yes] , or another GIPF piece with `G`
   *[no] {""}
}.{ gipf-or-jump }
gipf-or-jump = { $jumps ->
    [yes] {" "}Or jump: `{ $prefix }moves Z`.
   *[no] {""}
}
gipf-ask-loaded = { gipf-turn }: bring in a loaded piece, e.g. `{ $example }`; a single piece forfeits your `{ $pieces }`.{ $gipf ->
    [yes] {" "}GIPF pieces (`G`) may come first.
   *[no] {""}
}{ gipf-or-jump }
# Ways to decide a challenged jump, in brackets.
gipf-contest = { $by ->
    [coin] a coin flip decides
    [die] the higher die roll wins
    [ourselves] you two settle it
   *[game] a game of { game-name } decides
}
gipf-ask-jump = { gipf-turn }: do you allow the jump? You have { gipf-challenges-left } ({ gipf-contest }).
gipf-choice-allow = allow the jump
gipf-choice-neutralise = challenge it{ $by ->
    [coin] : heads stops the jump
    [die] : roll higher to stop the jump
   *[other] {" "}({ gipf-contest })
}
gipf-ask-contest = { $player } ({ colour }) must win to stop the jump{ $by ->
    [ourselves] . Settle it between you, then each type `won`, `lost` or `tied`.
   *[other] {" "}({ gipf-contest }). This game waits.
}
gipf-ask-extra = { gipf-extra-turn }: { gipf-extra-ways }
gipf-ask-extra-owed = { gipf-extra-turn } comes first: { gipf-extra-ways }
# The rest of the two questions above.
gipf-extra-ways = bring the TAMSK potential on e5 back in, e.g. `{ $example }`, or give it up with `+x`.
gipf-extra-turn = { $you ->
    [yes] **Your extra move**
   *[no] **{ $player }** ({ colour }), your extra move
}
gipf-rows-due = { gipf-turn }: { $owed ->
    [yes] first{" "}
   *[no] {""}
}clear { $count ->
    [one] your row { $rows }.
   *[other] one of your rows ({ $rows }).
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
            [yes] Stacked pieces may stay, but four in line only if all are GIPF pieces.
           *[no] GIPF pieces may stay.
        } E.g. `{ $example }` (`*` takes two pieces).
    }
   *[no] { gipf-row-goes }
}
gipf-ask-leave = { gipf-turn }: your { $count ->
    [one] row
   *[other] rows
} of GIPF pieces ({ $rows }) may stay. Type `leave`, or spots to clear, e.g. `{ $example }`.
gipf-ask-only-jumps = { gipf-turn }: nothing left to bring in, so jump, e.g. `{ $example }`.
gipf-ask-only-rows = { gipf-turn }: nothing left to bring in, so clear spots in a row of your GIPF pieces, e.g. `{ $example }`.
gipf-row-ways = Here are { $listed } of { $count } options; type others the same way.
gipf-row-may-stay = Your { $count ->
    [one] row
   *[other] rows
} of GIPF pieces ({ $rows }) may stay or go.
gipf-row-may-go = You may first clear spots in any row of your GIPF pieces: { $rows }.
gipf-few-entries = { $count ->
    [one] Last one to bring in! { $jumps ->
        [yes] Win pieces back, or move on the board.
       *[no] Win pieces back.
    }
   *[other] You can bring in only { $count } more.
} Without a move, you lose.
gipf-few-entries-other = { $you ->
    [yes] { $count ->
        [0] You have nothing left to bring in: without a move, you lose.
       *[other] You can bring in { $count } more.
    }
   *[no] { $player } { $count ->
        [0] has nothing left to bring in, and loses without a move.
       *[other] can bring in { $count } more.
    }
}
gipf-last-gipf = { $you ->
    [yes] You have only one GIPF piece! Lose it and you lose.
   *[no] { $player } has only one GIPF piece.
}
gipf-price-potentials = A single piece forfeits your `{ $pieces }`. For a loaded one, put its letter in front. Go ahead? Type `{ $action }` again or `yes` (I ask once a game).
gipf-choice-leave = leaves everything in place
# Effects of an answer, behind its notation. $breaks are rows that it breaks up on the way.
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

gipf-reserve = { colour } has { $pieces ->
    [none] an empty reserve
   *[other] { $pieces }
}
gipf-lost = { colour } lost { $pieces }
gipf-pile = { $spot }: { gipf-colour } { $top } on { $below ->
    [mixed] { $mixed } (bottom first)
    [white] white { $under }
   *[black] black { $under }
}
gipf-colour = { $colour ->
    [white] white
   *[black] black
}

## Refusals

gipf-unreadable = I can't read “{ $text }” as a move.
gipf-over = The game is over.
gipf-agreed-twice = “{ $text }” is one too many: give each option once, and only one handicap.
gipf-no-handicap = Only `gipf-basic` has handicaps.
gipf-handicap-range = “{ $text }” isn't a handicap. Give 1–{ $most } pieces, e.g. `black+2`.
gipf-no-potentials = Only GIPF has options for potentials, not { game-name }.
gipf-potentials-range = Each side gets { $fewest }–{ $most } potentials of a kind, e.g. `zertz 3`, not “{ $text }”.
gipf-nothing-to-challenge = Challenges need jumps: add ZÈRTZ potentials with `zertz 3`.
gipf-challenges-range = With these potentials, each side gets 1–{ $most } challenges, not “{ $text }”.
gipf-challenges-by = “{ $text }” can't decide a jump. Use `coin`, `die`, `ourselves` or a game: { $games }.
gipf-jump-first = Answer the jump first: `allow` or `neutralise`.
gipf-contest-first = Settle the challenged jump first.
gipf-no-jump = There's no jump to answer.
gipf-begin-with-gipf = Your first piece must be a GIPF piece: put `G` in front.
gipf-no-gipf-enters = You don't bring in GIPF pieces in this game. Leave out the `G`.
gipf-singles-only = Too late for GIPF pieces: you've already brought in another kind.
gipf-one-in-reserve = A GIPF piece needs two basic pieces, and you have only one. Bring it in without `G`.
gipf-no-such-potential = This game has no { gipf-potential }s. For a basic piece, leave out the letter.
gipf-no-potential-left = You have no { gipf-potential } left in reserve.
gipf-zertz-first = ZÈRTZ potentials come in before TAMSK ones: type `Z`, not `T`.
gipf-row-or-leave = First `leave` or clear spots in { $rows }.
gipf-row-first = Clear a row first: { $rows }.
gipf-extra-first = Make your TAMSK extra move first.
gipf-row-stays = Your GIPF pieces stay: just play on.
gipf-no-row = You have no row to clear.
gipf-no-extra = You have no extra move: that takes a TAMSK potential pushed onto e5.
gipf-gipf-first = GIPF pieces come in first: you have { $count } left.
gipf-none-in-reserve = You have no { gipf-piece } in reserve.
gipf-single-in-reserve = You have only one { gipf-potential } in reserve; potentials come in as pairs.
gipf-reserve-empty = { $use ->
    [stack] Nothing in your reserve can come in. Move a stack on the board.
    [jump] No basic pieces in reserve. Jump: `{ $prefix }moves Z`.
   *[row] No basic pieces in reserve. Clear spots in a row: `{ $prefix }moves x`.
}
gipf-no-such-point = There's no { $point } on this board.
gipf-not-a-dot = { $point } is a spot. Pieces come in from dots, such as `.b1`.
gipf-ends-on-dot = Pieces can't end on { $point }, a dot.
gipf-not-on-line = No line from { $dot } leads to { $spot }, only to { $lines }.
gipf-no-dot-beside = Nothing can come in on { $spot }: it isn't next to a dot.{ $pushing ->
    [none] { $example ->
        [none] {""}
       *[other] {" "}Try e.g. `{ $example }`.
    }
   *[other] {" "}To push a piece onto it, type `{ $pushing }`.
}
gipf-line-full = The line at { $point } is full.
gipf-rests-elsewhere = From { $dot }, your piece stops on { $rest }, not { $spot }. Type `{ $letter }{ $written }`.
gipf-ambiguous = That could mean { $readings }: type one.
gipf-nothing-there = { $spot } is empty.
gipf-not-your-piece = The piece on { $spot } isn't yours.
gipf-other-piece-there = { $spot } holds a { gipf-potential }.
gipf-no-stack = { $spot } holds a single piece, which moves only when pushed.
gipf-gipf-stays = The GIPF piece on { $spot } moves only when pushed.
gipf-tamsk-stays = TAMSK potentials can't move. Pushed onto e5, they get an extra move.
gipf-not-in-line = { $from } and { $to } aren't on one line.
gipf-jump-over-nothing = There's no piece next to { $spot } to jump over that way.
gipf-jump-no-room = From { $spot }, there's no empty spot behind the pieces that way.
gipf-jump-lands-elsewhere = Jumps end on the first empty spot behind the pieces, here { $spot }.
gipf-slide-not-vacant = YINSH potentials slide to empty spots, and { $spot } is taken.
gipf-path-blocked = A piece blocks the way to { $spot }.
gipf-lands-on-nothing = { $spot } is empty, and this potential only moves onto an enemy of its kind.
gipf-lands-on-other = A { gipf-potential } only moves onto an enemy one, and { $spot } has none on top.
gipf-not-in-row = Spots to clear must all be in one row of yours: { $rows }.
gipf-not-a-stack = { $spot } holds a single piece: leave out `*`.
gipf-single-must-go = { $spot } has to go too: single pieces can't stay.
gipf-row-not-broken = Four of your pieces in line would stay in { $row }. Clear at least one of them.
gipf-too-many = Too many `{ $piece }`: { colour } can have at most { $count }.
gipf-no-gipf = At least one side needs a GIPF piece.

## Ends

gipf-captured = { victory } { $loser } has no GIPF piece left.
gipf-no-piece = { victory } { $loser } has nothing left to bring in{ $stacks ->
    [none] .
   *[other] {" "}and can't jump.
}
gipf-no-move = { victory } { $loser } has no move left.

## Teaching

gipf-opening-handicap = { colour } starts with { $count ->
    [one] one extra piece
   *[other] { $count } extra pieces
}.
gipf-opening-potentials = You each get { $count } { gipf-potential }s, brought in on basic pieces, e.g. `{ $piece }b3`.
gipf-opening-challenges = You may each challenge { $count ->
    [one] one jump
   *[other] { $count } jumps
} ({ gipf-contest }).
gipf-legend =
    { $boards ->
        [picture] White is round, Black has corners.
       *[text] CAPITALS are White, small letters Black{ $game ->
            [gipf-basic] {""}
            [gipf-standard] : `BB` is a GIPF piece, `B` a basic piece
            [gipf-tournament] : `BB` is a GIPF piece, `B` a basic piece
           *[matrx] : `TT` is a stack, `G` a single piece, `D'` covers others
        }. { gipf-legend-marks }
    } { $game ->
        [gipf-basic] { gipf-legend-basic }
        [gipf-standard] { gipf-legend-standard }
        [gipf-tournament] { gipf-legend-standard }
       *[matrx] { gipf-legend-matrx }
    }
gipf-legend-basic = `b3` brings a piece in on b3; { gipf-legend-push }
gipf-legend-standard = { $game ->
    [gipf-tournament] `Gb3` brings in a GIPF piece on b3, `b3` a basic piece;
   *[gipf-standard] `b3` brings a piece in on b3;
} { gipf-legend-push }
gipf-legend-matrx = `Gb2` brings in a GIPF piece on b2; { gipf-legend-push }
# The end of the sentence about how pieces come in, and the one after it.
gipf-legend-push = `{ $game ->
    [gipf-basic] {""}
    [gipf-standard] {""}
    [gipf-tournament] {""}
   *[matrx] G
}e1-e4` pushes from dot e1, moving the last piece to e4. More: `rules { $game }`, `help board`.
# Red and `!` mark rows to clear, a jump to answer and a potential with an extra move.
gipf-legend-marks = `[ ]` marks what changed, `!` what needs action.

## Words that are explained

gipf-term = { $term ->
    [T] `T` – TAMSK (MATRX GIPF, GIPF with potentials): can't move. If a push takes it to e5, the centre, its top piece comes in again, `+b2`. `+x` gives up this extra move.
    [Z] `Z` – ZÈRTZ (MATRX GIPF, GIPF with potentials): the top piece jumps straight over one or more pieces to the first empty spot behind, `Zc3-f6`.
    [D] { gipf-term-landing }
    [Y] `Y` – YINSH (MATRX GIPF): the top piece slides straight over any number of empty spots, `Yc3-c6`.
    [P] { gipf-term-landing }
    [G]
        `G` – GIPF piece. You lose when you have none.
        - MATRX GIPF: a single piece. Your three come in first, `Gb2`.
        - GIPF (not Basic GIPF): two stacked basic pieces, `BB`. It may stay in a row; only in Tournament GIPF does it come in, `Gb2`.
    [B] `B` – basic piece (GIPF). Type its spot, `b3`, or its dot and the end of the push, `e1-e4`. `BB` is a GIPF piece; `BZ` and `BT` are loaded pieces.
    [potential] Potentials are pieces that can do something once: TAMSK `T`, ZÈRTZ `Z`, DVONN `D`, YINSH `Y`, PÜNCT `P` (`{ $prefix }help Z` etc.). MATRX GIPF has stacks of two; to GIPF you can add ZÈRTZ and TAMSK (`{ $prefix }help options`).
    [loaded] A loaded piece (GIPF with potentials) is a basic piece with a potential on top, `BZ` or `BT`. Type `Zb3` to bring one in. They come in before singles: your first single forfeits the potentials left in reserve.
    [stack] A stack (MATRX GIPF) is two potentials of a kind, `TT`, which come in together. The top piece can act once; in a row, a stack may stay. Two singles of a kind in reserve form a stack again.
    [spot] Spots, such as `b2`, hold pieces. `{ $prefix }help board` shows all spots.
    [dot] Pieces come in from dots on the rim, such as `.b1`, and never stay there. `{ $prefix }help board` shows all dots.
    [line] A line runs straight across the board from dot to dot. `{ $prefix }help board` shows the dots.
    [enter] To enter (bring in) a piece, push it from a dot onto the next spot. Anything there moves one spot along, up to the first gap. If nothing is pushed, type the spot, `Gb2`; otherwise, the dot and where the push ends, `Ge1-e4`. `{ $prefix }moves enter` lists your options.
    [use] To use a stack (MATRX GIPF), move its top piece, `Zc3-f6`. Both pieces become singles. `{ $prefix }moves use` lists your options.
    [row] A row is four or more of your pieces in line, plus every piece of either colour that extends it without a gap. Type the spots to clear, `xb2,c3,d4,e5*` (`*` takes a stack): your pieces return to your reserve (in GIPF, without potentials); enemies are captured. `leave` keeps a row that may stay.
    [extra] A TAMSK stack or loaded piece pushed onto e5 gets an extra move: push its top piece in again, `+b2` or `+e1-e4`. `+x` gives that up; the piece leaves the game.
    [reserve] Your reserve is beside the board: `3TT 1Z` (MATRX GIPF) is three TAMSK stacks and a single ZÈRTZ potential. You lose if you can't bring in or move anything.
    [capture] Enemy pieces that you clear from a row are captured and leave the game. Covered pieces aren't: they're free again when the top piece goes.
   *[challenge] A jump is a ZÈRTZ potential's move. With the option `neutralise` (`{ $prefix }help options`), the other side may `allow` or `neutralise` (challenge) it; with a coin, heads stops it.
}
# `D` and `P`.
gipf-term-landing = `{ $term }` – { $term ->
    [D] DVONN
   *[P] PÜNCT
} (MATRX GIPF): the top piece moves straight onto the first piece it meets, if that's an enemy of its kind, and covers it, `{ $term }c3-c6`.
