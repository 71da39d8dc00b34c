# Lessons: `rules GAME` teaches step by step, `help GAME` explains how to play here. The program adds
# the pictures: below each text come boards, and what the bot says when Ann or Ben plays the moves named in it.

teach-first = Ann
teach-second = Ben
teach-another = Another position:
teach-typed = { $player } types `{ $action }`.
teach-steps = **Steps**
teach-step = { $number }. { $title }
teach-heading = **Step { $number } of { $count }, { game-name }: { $title }**
teach-overview = Start: `{ $prefix }next`. All steps: `{ $prefix }rules { $game } all`. Playing here: `{ $prefix }help { $game }`.{ teach-agreed }
teach-next = Next: { $title } (`{ $prefix }next` or `{ $prefix }rules { $game } { $number }`)
teach-end = That's all. Playing here: `{ $prefix }help { $game }`.{ teach-agreed }
# Steps about what is only there if it was agreed on.
teach-agreed = { $first ->
    [none] {""}
   *[other] {" "}Optional potentials: from step { $first } (of { $last }).
}
next-nothing = There's no next step here. To learn a game, type `{ $prefix }rules matrx`. All games: `{ $prefix }games`.
next-waits = Next:
next-over = This game is over. Rules: `{ $prefix }rules { $game }`. More: `{ $prefix }help`.
next-others-turn = It's { $player }'s turn.
teach-no-such-step = The rules of { game-name } have steps 1–{ $count }, e.g. `{ $prefix }rules { $game } 1`.

## Headings

teach-board-title = The board
teach-begin-title = Your first pieces
teach-enter-title = Bringing in and pushing
teach-row-title = Making a row
teach-matrx-stacks-title = Stacks may stay
teach-gipfs-stay-title = GIPF pieces may stay
teach-zertz-title = ZÈRTZ jumps
teach-yinsh-title = YINSH slides
teach-dvonn-title = DVONN and PÜNCT land on enemies
teach-tamsk-title = TAMSK: an extra move
teach-loaded-title = Loaded pieces jump
teach-matrx-turn-title = Turn order and winning
teach-gipf-turn-title = Turn order and winning
teach-rings-place-title = Placing a marble, removing a ring
teach-rings-capture-title = You must capture
teach-rings-chain-title = Chain captures
teach-rings-isolate-title = Cutting off rings
teach-rings-end-title = Winning
teach-run-step-title = A step and its challenge
teach-run-fail-title = A failed challenge
teach-run-boost-title = Power-ups
teach-run-fort-title = Data forts
teach-run-end-title = Winning and losing
teach-run-custom-title = Custom breakers

## Sentences that several steps share

teach-idea = Push pieces in from the rim and line up four: a row returns your pieces and captures your opponent's.
teach-colours = White is round (CAPITALS in text); Black has corners (small letters).
teach-lines = Pieces rest on spots, never on the dots around the rim (`.a1` in text). Lines run three ways: b2–b5, b2–f5 and b5–f4.
teach-extra-owed = If your opponent made that push, your extra move comes before your next move.
teach-push = Push a new piece from a dot onto the next spot. Anything in the way moves one spot along, up to the first gap; you can't push into a full line.
teach-row = Four of your pieces in an unbroken line make a row, with every piece of either colour that extends it.
teach-rows-owed = Clear any rows your opponent made for you.
teach-rows-new = Clear your new rows. Your opponent clears theirs next turn.
teach-rows-cross = If rows cross, choose which to clear first.

## MATRX GIPF

teach-matrx-goal = **{ game-name }**, for two players, by Kris Burm. { teach-idea } Win by capturing all three enemy GIPF pieces or leaving your opponent no legal move.
teach-matrx-board = { teach-colours } You each have 3 GIPF pieces (`G`) and 6 potentials of each kind: TAMSK `T`, ZÈRTZ `Z`, DVONN `D`, YINSH `Y`, PÜNCT `P`. Potentials come in as stacks of two: `TT`.
    { teach-lines }
    Here, a black DVONN on c5 covers a white DVONN stack (`d'`). Orange (`[G]`, narrow `*G`) just changed; pink (`!G`) needs action.
teach-matrx-enter = On your turn, bring in a GIPF piece or a stack, or move the top piece of a stack. Your GIPF pieces come in first.
    { teach-push }
    Type the piece and its spot or, if it pushes others, the dot and where the last one ends.
teach-matrx-row = { teach-row } Clear it: singles come off. Yours return to your reserve; your opponent's are captured and leave the game.
teach-matrx-stacks = GIPF pieces and used potentials are singles and come off. Stacks of either colour may stay, unless that leaves four of yours in line; `*` removes one: `xb2*`. In reserve, two potentials of a kind make a stack again.
teach-matrx-zertz = Instead of bringing in a piece, you can move the top piece of one of your stacks; both pieces become singles. ZÈRTZ jumps straight over one or more pieces to the first empty spot beyond.
teach-matrx-yinsh = YINSH slides any distance in a straight line over empty spots.
teach-matrx-dvonn = DVONN moves straight onto the first piece it meets, if that's an enemy DVONN; PÜNCT does the same onto an enemy PÜNCT. Only the top piece on a spot counts. The moved piece is now a single: if a row takes it off, it frees what it covered.
teach-matrx-tamsk = TAMSK doesn't move by itself. When your TAMSK stack is pushed onto e5, the centre, you make an extra move at once: push its top piece in again from any dot, with `+` instead of its letter: `+b1-b3`. `+x` gives it up: the piece leaves the game. { teach-extra-owed }
teach-matrx-turn = 1. { teach-rows-owed }
    2. Make any extra move you're owed.
    3. Move: bring in a piece, or move a stack's top piece.
    4. Make any extra move you've earned.
    5. { teach-rows-new }
    Nothing comes off between 3 and 4: an extra move can still change a row. { teach-rows-cross }
    You lose as soon as all three of your GIPF pieces are captured, or when you have no legal move.

## GIPF

teach-gipf-goal = **{ game-name }**, for two players, by Kris Burm. { teach-idea } { $game ->
    [gipf-basic] You lose if you can't bring in a piece.
   *[other] You lose if you have no GIPF piece on the board or can't bring in a piece.
}
teach-gipf-board = { teach-colours } You each have 15 basic pieces (`B`); 3 start on the board.
    { teach-lines }
teach-gipf-board-two = { teach-colours } A GIPF piece (`BB`) is a stack of two basic pieces (`B`). You each have 18 basic pieces; { $game ->
    [gipf-tournament] the board starts empty.
   *[other] 6 start on the board, as 3 GIPF pieces.
}
    { teach-lines }
teach-gipf-begin = Your first piece is a GIPF piece: `Gb2`. You may bring in more until your first single; after that, singles only.
teach-gipf-enter = Bring in one piece each turn. { teach-push }
    Type the spot or, if the piece pushes others, the dot and where the last one ends.
teach-gipf-row = { teach-row } Clear it: your pieces return to your reserve; your opponent's are captured and leave the game.
teach-gipfs-stay = Singles in a row come off; GIPF pieces of either colour may stay, and `*` removes one. A GIPF piece you take back becomes two basic pieces. A row of GIPF pieces alone may stay: type `leave`.
teach-gipf-turn = 1. { teach-rows-owed }
    2. Bring in a piece.
    3. { teach-rows-new }
    { teach-rows-cross } { $game ->
    [gipf-basic] You lose when you must bring in a piece and have none.
   *[other] You lose as soon as you have no GIPF piece on the board, or when you must bring in a piece and have none.
}
teach-loaded = Agree on 3–6 potentials each: `{ $prefix }challenge @name { $game } zertz 3`.
    A potential comes in on a basic piece, as a loaded piece: `Z` before the move. Loaded pieces come in { $game ->
    [gipf-tournament] after GIPF pieces and before singles
   *[other] before singles
}; your first single forfeits the potentials in reserve.
    As your move, a ZÈRTZ potential can jump, once, straight over one or more pieces to the first empty spot beyond. Both its pieces become singles.
    A loaded piece in a row may stay, unless that leaves it in a row. A removed potential leaves the game. With an empty reserve, you play on while you can jump.
teach-loaded-tamsk = `zertz 3 tamsk 3` adds TAMSK potentials, which come in after all ZÈRTZ ones. When a piece loaded with your TAMSK is pushed onto e5, the centre, you make an extra move at once: push the potential in again from any dot, with `+`. `+x` gives it up: the potential leaves the game. { teach-extra-owed }

## ZÈRTZ

teach-rings-goal = **{ game-name }**, for two players, by Kris Burm. You share the marbles, and the board shrinks. Be the first to collect { $game ->
    [zertz-tournament] three of each colour, or four white, five grey or six black.
   *[zertz-basic] two of each colour, or three white, four grey or five black.
}
teach-rings-board = This is part of the board of 37 rings. You share a pool of white (`W`), grey (`G`) and black (`B`) marbles: { $game ->
    [zertz-tournament] 6, 8 and 10.
   *[zertz-basic] 5, 7 and 9.
}
teach-rings-place = If no marble can capture, place one from the pool on any vacant ring. Then remove a free ring, if there is one: vacant, with two neighbouring sides open so it can slide out.
teach-rings-capture = If any marble can capture, you must capture. It jumps over a neighbouring marble, in any direction, to the vacant ring right behind. You keep the marble it jumped. Marbles that can capture are marked.
teach-rings-chain = If the marble can jump again, it must. Choose any route, even a shorter one. After a capture, you place and remove nothing.
teach-rings-isolate = Cut off rings that each hold a marble, or fill the last vacant ring of a part cut off earlier, and you claim those rings and marbles. Here, removing e4 isolates f3. Add `leave` to claim nothing.
teach-rings-end = The first winning set wins, and so does filling the board's last ring. If the pool is empty, place marbles you've captured. A player with no legal move is skipped; if neither can move, it's a draw.

## The run

teach-run-goal = **The Matrix run**, a piecepack solitaire by Jeff Barrett. Get your four ice breakers (k black, g green, r red, b blue) onto their colours' data forts before brain damage reaches 10.
teach-run-board = `K5` is black ice of strength 5, `KF` the black fort (strength 6), `+` a power-up. Below a structure, `@k` is a breaker on it, `>kg` those that can step there. `.` is a space where a structure can appear, `.k` one k can step to; m13 is the middle.
    There are 20 pieces of ice (1–5 in each colour) and, among the last 10 structures, 4 forts.
teach-run-step = Step to a neighbouring space, or from outside to any space; breakers never share one. An empty space reveals the next structure, with a power-up of its colour while the bank lasts. A structure has at most three neighbours.
    Then roll a die, +1 if breaker and structure match in colour. Beat the structure's strength to move in and pick up its power-up.
teach-run-fail = A failed roll costs 1 brain damage, but your breaker still enters ice and picks up its power-up. Entering a broken structure again is a new challenge.
teach-run-boost = Spend a power-up for +1 against its colour. When that can save a roll, I ask: `boost` spends just enough, `hold` takes the damage. Spent power-ups return to the bank.
teach-run-fort = Forts have strength 6; if you fail, you stay put. A breaker on another colour's fort doesn't count and blocks the right one.
teach-run-end = You win when every fort holds its matching breaker. You lose at 10 brain damage (brain death), above your target (`{ $prefix }run target 7`), or with nothing left to do.
teach-run-custom = Each colour has six custom breakers with their own strengths and abilities: `{ $prefix }run custom all`. List: `{ $prefix }help breakers`.

## How to play with the bot

teach-play-begin = `{ $prefix }challenge @name { $game }` in a room. Once they `{ $prefix }accept`, the board appears in a thread: type your moves there.
teach-play-moves = `takeback`, `draw` and `resign` work too. I number short lists: type `1`.
teach-play-matrx = **Playing { game-name } here**
    1. { teach-play-begin }
    2. `Gb2` brings a GIPF piece in on b2. `Te1-e4` pushes a TAMSK stack in from dot e1; the last pushed piece ends on e4. `Zc3-f6` moves the top piece on c3.
    3. `xb2,c3,d4*` clears these spots of a row (`*` takes a stack). `+b2` is a TAMSK extra move.
    4. `moves` lists your legal moves, `moves Z` those of ZÈRTZ pieces. { teach-play-moves }

    {"**"}A first turn**
teach-play-gipf = **Playing { game-name } here**
    1. { teach-play-begin } Options: `{ $prefix }help options`.
    2. { $game ->
    [gipf-tournament] `Gb3` brings a GIPF piece in on b3, `b3` a basic piece.
   *[other] `b3` brings a piece in on b3.
} `e1-e4` pushes one in from dot e1; the last pushed piece ends on e4.
    3. `xb2,c3,d4,e5` clears these spots; `e5*` takes a stack, if any.
    4. `moves` lists your legal moves. { teach-play-moves }

    {"**"}A first turn**
teach-play-zertz = **Playing { game-name } here**
    1. { teach-play-begin } Add `first` or `second` to choose your turn order.
    2. `Wd4,d1` places a white marble on d4 and removes ring d1. `d1-d3-d5` jumps over d2 and d4; I write `x d1Wd3Gd5`, with the captures.
    3. `moves` lists your legal moves, `moves Wd4` those with a white marble on d4. { teach-play-moves }

    {"**"}A first turn**
teach-play-run = **Playing the Matrix run here**
    1. `run` in a direct message, `{ $prefix }run` in a room, or `{ $prefix }run here` to let others watch. `{ $prefix }run target 7` allows 7 brain damage.
    2. `k m13` sends the black breaker to m13, `k n` one space north. From outside, breakers (k, g, r, b) can start anywhere.
    3. When power-ups can save a roll, answer `boost`, `hold` or a number.
    4. `moves k` lists k's steps, `hint` shows what I'd play, `odds` your winning chance. `undo` takes back actions that rolled and revealed nothing; `quit` gives up.
    5. `{ $prefix }run day`: the same run for everyone until midnight UTC, one try each, no hints. `{ $prefix }day` and `{ $prefix }top`: leaderboards. `{ $prefix }me`: your stats. `{ $prefix }run custom all`: custom breakers.

    {"**"}A first step**
teach-play-next = { $game ->
    [run] Start: `run` in our direct message. Rules: `{ $prefix }rules run`.
   *[other] An easy start: `{ $prefix }play { $game } easy`. Rules: `{ $prefix }rules { $game }`.
}
