# ZÈRTZ. $seat is white or black, that is the first or the second player; $player is that player's
# name. $marbles are counts: `5W 7G 9B` are white, grey and black ones.

zertz-marble = { $colour ->
    [W] white marble
    [G] grey marble
   *[B] black marble
}

## What happened

zertz-placed = { $off ->
    [none] { $player } places a { zertz-marble } on { $ring }. No ring can be taken off.
   *[other] { $player } places a { zertz-marble } on { $ring } and takes ring { $off } off.
}
zertz-claimed = { $count ->
    [one] That cuts off ring { $rings }, which { $player } claims with its marble: { $marbles }.
   *[other] That cuts off rings { $rings }, which { $player } claims with their marbles: { $marbles }.
}
zertz-captured = { $count ->
    [one] { $player } jumps from { $from } to { $to } and captures { $marbles }.
   *[other] { $player } jumps { $count } times, from { $from } to { $to }, and captures { $marbles }.
}
zertz-passed = { $player } has no marble to place and nothing to capture, so the turn is passed over.

## Kinds of actions, above a list of them

zertz-moves-capture = Capture ({ $more ->
    [yes] the first { $count }
   *[no] { $count }
}):
zertz-moves-any-marble = Place one of these marbles ({ $count }):
zertz-moves-any-ring = on one of these rings ({ $count }):
zertz-moves-any-off = and take off another one of these ({ $count }):
zertz-moves-place = Place a { zertz-marble } ({ $count }):

## What is asked

zertz-ask-place = { $how ->
    [off] { $player }, your turn: place a marble and take a ring off, for example `{ $example }`: a colour and its ring, then a vacant ring that can be slid away, with two neighbouring sides open.
    [none-off] { $player }, your turn: place a marble, for example `{ $example }`: a colour and its ring. No ring can be taken off.
    [some-off] { $player }, your turn: place a marble, for example `{ $example }`: a colour and its ring, and behind it a ring to take off where that is possible.
   *[claim] { $player }, your turn: place a marble, for example `{ $example }`: a colour and its ring, perhaps a ring to take off, and behind the `x` the rings that you claim.
}
zertz-ask-own = { $how ->
    [off] { $player }, your turn. The pool is empty, so you place one of your captured marbles and take a ring off, for example `{ $example }`.
    [none-off] { $player }, your turn. The pool is empty, so you place one of your captured marbles, for example `{ $example }`. No ring can be taken off.
    [some-off] { $player }, your turn. The pool is empty, so you place one of your captured marbles, for example `{ $example }`, and behind it a ring to take off where that is possible.
   *[claim] { $player }, your turn. The pool is empty, so you place one of your captured marbles, for example `{ $example }`: behind the `x` stand the rings that you claim.
}
zertz-ask-capture = { $player }, you must capture: { $count ->
    [one] there is one way. Type `{ $example }`, or just the rings: `{ $rings }`.
   *[other] there are { $count } ways, { $marbles ->
        [one] all from the marked marble.
       *[other] from the marked marbles.
    } Type for example `{ $example }`, or just the rings: `{ $rings }`.
}
zertz-ask-capture-many = { $player }, you must capture: there are more than { $count } ways, { $marbles ->
        [one] all from the marked marble.
       *[other] from the marked marbles.
    } Type for example `{ $example }`, or just the rings: `{ $rings }`.
zertz-choice-capture = { $count ->
    [one] captures { $marbles }
   *[other] captures { $marbles }, in { $count } jumps
}

## Beside the board

zertz-pool = { $marbles ->
    [none] the pool is empty
   *[other] pool: { $marbles }
}
zertz-owned = { $marbles ->
    [none] { $player } has no marbles
   *[other] { $player } has { $marbles }
}

## Refusals

zertz-unreadable = I cannot read “{ $text }” as a move. A placement is a colour (w, g or b) with its ring and the ring to take off, `Wd4,d1`; a capture is the rings of the jump, `d1-d3`.
zertz-over = The game is over.
zertz-capture-first = You must capture when you can: { $captures }.
zertz-no-capture = Nothing can be captured now, so you place a marble.
zertz-no-such-ring = There never was a ring { $ring }: columns go from a to g, and d is the longest, with d1 to d7.
zertz-ring-gone = Ring { $ring } has been taken off.
zertz-not-vacant = There is a marble on { $ring } already.
zertz-no-marble = There is no marble on { $ring }.
zertz-not-a-jump = A jump goes over one marble onto the ring right behind it, in a straight line; { $from } and { $to } do not lie so.
zertz-jump-over-nothing = There is no marble to jump over on { $ring }.
zertz-other-marble = The jump from { $from } to { $to } goes over a marble of another colour than { $colour }.
zertz-ends-there = The capture ends on { $ring }: from there the marble cannot jump on.
zertz-goes-on = From { $ring } the marble has to jump on: { $captures }.
zertz-none-in-pool = There is no { zertz-marble } left in the pool ({ $marbles }).
zertz-none-captured = The pool is empty, and you have captured no { zertz-marble } ({ $marbles }).
zertz-off-missing = A ring has to be taken off as well. After a marble on { $ring } these are free: { $rings }.
zertz-off-same = The ring under the new marble cannot be taken off. These are free: { $rings }.
zertz-not-free = Ring { $ring } cannot be slid away: at least two neighbouring sides of it have to be open. These are free: { $rings }.
zertz-nothing-free = No ring can be slid away then, so none is taken off: leave { $ring } out.
zertz-nothing-to-claim = That cuts nothing off, so there is nothing to claim.
zertz-claim-whole = Only a whole group of rings that is cut off now, all of them with marbles, can be claimed: { $groups }. `leave` claims nothing.
zertz-too-many = There are more { $colour } than the { $count } of this game.

## Ends

zertz-won = { $player } wins with a set of marbles: { $set }.
zertz-filled = { $player } wins: no ring was left vacant by that last move.
zertz-stuck = A draw: nobody can place a marble or capture one.

## Teaching

zertz-legend = { $boards ->
    [picture] Discs are rings with their names; `W`, `G`, `B` is a white, grey or black marble on one, and marbles belong to both of you. Orange is what just changed, a broken circle a ring that was just taken off, red a marble that can capture. The small tables show what each of you has captured, and what is missing: `–3` of one colour, or in the frame of all three together.
   *[text] Every hexagon is a ring with its name; `W`, `G`, `B` is a white, grey or black marble on it, which belong to both of you. `*` marks what just changed, `!` a marble that can capture.
} Write moves right here{ $place ->
    [direct] {""}
   *[thread] {" "}in this thread
}: `Wd4,d1` places a white marble on d4 and takes ring d1 off; `d1-d3` jumps from d1 to d3. `rules { $game }` explains the game.

## Words that are explained

zertz-term = { $term ->
    [W] `W`, a white marble (ZÈRTZ): `Wd4,d1` places one on d4 and takes ring d1 off. Marbles on the board belong to both players.
    [G] `G`, a grey marble (ZÈRTZ): `Gd4,d1` places one on d4 and takes ring d1 off. Marbles on the board belong to both players.
    [B] `B`, a black marble (ZÈRTZ): `Bd4,d1` places one on d4 and takes ring d1 off. Marbles on the board belong to both players.
    [marble] Marbles (ZÈRTZ) are white, grey and black, and belong to nobody until they are captured. Both players place those of the pool; when it is empty, each places what was captured.
    [ring] A ring (ZÈRTZ) is a place of the board. After a placement a vacant ring is taken off, if two neighbouring sides of it are open, so that it can be slid away.
    [capture] A marble captures (ZÈRTZ) by jumping over a neighbouring one onto the vacant ring right behind it, `d1-d3`, and jumps on where it can, `d1-d3-d5`. Whoever can capture must.
    [claim] Rings that a placement cuts off from the others (ZÈRTZ) are claimed with their marbles if every one of them has a marble. `leave` behind the placement claims nothing.
   *[set] A set (ZÈRTZ) is what wins: so many marbles of one colour, or some of each. `rules zertz` tells how many; beside the board stands what you still miss.
}
