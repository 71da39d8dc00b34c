# ZÈRTZ. $seat is white or black, that is the first or the second player; $player is that player's
# name. $marbles are counts: `5W 7G 9B` are white, grey and black ones.

zertz-marble = { $colour ->
    [W] white marble
    [G] grey marble
   *[B] black marble
}
# At the beginning of a question to a player.
zertz-turn = { $you ->
    [yes] **Your turn**
   *[no] **{ $player }**, your turn
}

## What happened

zertz-placed = { $you ->
    [none] { $player } places a { zertz-marble } on { $ring }{ $off ->
        [none] . No ring is free to remove.
       *[other] {" "}and removes ring { $off }.
    }
   *[other] { $off ->
        [none] { actor }: `{ $colour }{ $ring }`.
       *[other] { actor }: `{ $colour }{ $ring },{ $off }`.
    }
}
zertz-claimed = { $you ->
    [none] { $player } claims { $count ->
        [one] ring { $rings } with its marble: { $marbles }.
       *[other] rings { $rings } with their marbles: { $marbles }.
    }
   *[other] { actor }: { $count ->
        [one] ring
       *[other] rings
    } { $rings } claimed, with `{ $marbles }`!
}
zertz-captured = { $you ->
    [none] { $player } { $count ->
        [one] jumps
       *[other] makes { $count } jumps
    } from { $from } to { $to } and captures { $marbles }.
   *[other] { actor }: { $count ->
        [one] `{ $from }-{ $to }`,
       *[other] { $count } jumps, { $from }–{ $to }:
    } `{ $marbles }` captured!
}
zertz-only-ring = Only ring { $ring } was free, so I removed it.
zertz-only-capture = I completed the capture the only possible way: `{ $action }`.
zertz-passed = { $you ->
    [yes] You can't place or capture, so you're skipped.
   *[no] { $player } can't place or capture, and is skipped.
}

## Kinds of actions, above a list of them

zertz-moves-capture = Capture ({ $more ->
    [yes] the first { $count }
   *[no] { $count }
}):
zertz-moves-any-marble = Place one of these marbles ({ $count }):
zertz-moves-any-ring = on one of these rings ({ $count }):
zertz-moves-any-off = and remove a different ring, one of these ({ $count }):
zertz-moves-place = Place a { zertz-marble } ({ $count }):

## What is asked

zertz-ask-place = { zertz-turn }: place a marble{ zertz-place-rest }
zertz-ask-own = { zertz-turn }: place a captured marble (the pool is empty){ zertz-place-rest }
# The rest of the two questions above.
zertz-place-rest = { $how ->
    [off] {" "}and remove a free edge ring, e.g. `{ $example }`.
    [none-off] , e.g. `{ $example }`. No ring is free to remove.
    [some-off] {" "}and, if one is free, remove an edge ring, e.g. `{ $example }`.
   *[claim] , e.g. `{ $example }`. You claim the rings after `x`.
}
zertz-ask-capture = { zertz-turn }: you must capture{ $count ->
    [one] {" "}(`{ $example }`).
   *[other] {" "}with { $marbles ->
        [one] the
       *[other] a
    } marked marble ({ $count } ways), e.g. `{ $example }`.
}
zertz-ask-capture-many = { zertz-turn }: you must capture with a marked marble (over { $count } ways), e.g. `{ $example }`.
zertz-choice-capture = { $count ->
    [one] captures `{ $marbles }`
   *[other] captures `{ $marbles }` in { $count } jumps
}

## Beside the board

zertz-pool = { $marbles ->
    [none] Pool: empty
   *[other] Pool: { $marbles }
}
zertz-owned = { $marbles ->
    [none] { $player } has no marbles
   *[other] { $player } has { $marbles }
}

## Refusals

zertz-unreadable = I can't read “{ $text }” as a move. Place a marble (w, g or b) and remove a ring, `Wd4,d1`, or jump, `d1-d3`.
zertz-over = The game is over.
zertz-capture-first = You must capture. Legal captures: { $captures }.
zertz-no-capture = There's nothing to capture, so place a marble.
zertz-no-such-ring = There's no ring { $ring }. Columns run from a to g; the longest is d1–d7.
zertz-ring-gone = Ring { $ring } is gone.
zertz-not-vacant = There's already a marble on { $ring }.
zertz-no-marble = There's no marble on { $ring }.
zertz-not-a-jump = You can't jump from { $from } to { $to }: jumps go straight over one marble to the next ring.
zertz-jump-over-nothing = There's no marble to jump over on { $ring }.
zertz-other-marble = The marble between { $from } and { $to } isn't a { zertz-marble }.
zertz-ends-there = The capture ends on { $ring }.
zertz-goes-on = Keep jumping from { $ring }. Choose from { $captures }.
zertz-none-in-pool = The pool has no { zertz-marble } left ({ $marbles }).
zertz-none-captured = The pool is empty, and you have no captured { zertz-marble } ({ $marbles }).
zertz-off-missing = Remove a ring too. Free after a marble on { $ring }: { $rings }.
zertz-off-same = You can't fill and remove the same ring. Free: { $rings }.
zertz-not-free = Ring { $ring } can't slide out: that takes two neighbouring open sides. Free: { $rings }.
zertz-nothing-free = After that, no ring is free to remove: leave out { $ring }.
zertz-nothing-to-claim = That move leaves nothing to claim.
zertz-claim-whole = You can claim only whole groups that this move completes: { $groups }. `leave` claims nothing.
zertz-too-many = This game has only { $count } { zertz-marble }s.

## Ends

zertz-won = { victory } Winning set: { $set }.
zertz-filled = { victory } The last move filled the board.
zertz-stuck = A draw: neither player can place or capture.

## Teaching

zertz-legend =
    You share the marbles: `W` white, `G` grey, `B` black. `Wd4,d1` places a white marble on d4 and removes ring d1; `d1-d3` jumps. { $boards ->
        [picture] {""}
       *[text] `*` marks what changed, `!` a marble that can capture.{" "}
    }More: `rules { $game }`, `help board`.

## Words that are explained

zertz-term = { $term ->
    [W] { zertz-term-marble }
    [G] { zertz-term-marble }
    [B] { zertz-term-marble }
    [marble] Marbles (ZÈRTZ) belong to nobody until captured. Both players place from the pool; once it's empty, from their captures.
    [ring] Rings (ZÈRTZ) are the board. After placing a marble, you remove a free ring, if any: vacant, with two neighbouring sides open.
    [capture] To capture (ZÈRTZ), jump over a neighbouring marble to the vacant ring behind it, `d1-d3`, and keep jumping while you can. Capturing is compulsory.
    [claim] If your placement leaves a cut-off group of rings with a marble on each (ZÈRTZ), you claim it. `leave` after the move claims nothing.
   *[set] A set (ZÈRTZ) wins. Basic: 2 of each colour, 3 white, 4 grey or 5 black; tournament: 3 of each, 4 white, 5 grey or 6 black. Board pictures show what you still need.
}
# `W`, `G` and `B`.
zertz-term-marble = `{ $term }` – { $term ->
    [W] white
    [G] grey
   *[B] black
} marble (ZÈRTZ), shared by both players: `{ $term }d4,d1` places one on d4 and removes ring d1.
