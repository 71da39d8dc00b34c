# How games are taught: `rules GAME` step by step, `help GAME` how to play with the bot. The program adds
# the pictures: below each text come boards, and what the bot says when Ann or Ben plays the moves named in it.

teach-first = Ann
teach-second = Ben
teach-another = Another position:
teach-typed = { $player } types `{ $action }`.
teach-steps = **Steps**
teach-step = { $number }. { $title }
teach-heading = **Step { $number } of { $count }, { game-name }: { $title }**
teach-overview = Start: `{ $prefix }next`. All steps: `{ $prefix }rules { $game } all`. How to play here: `{ $prefix }help { $game }`.{ teach-agreed }
teach-next = Next: { $title } (`{ $prefix }next` or `{ $prefix }rules { $game } { $number }`)
teach-end = That's all. How to play here: `{ $prefix }help { $game }`.{ teach-agreed }
# Steps about what is only there if it was agreed on.
teach-agreed = { $first ->
    [none] {""}
   *[other] {" "}Optional potentials: steps { $first }–{ $last }.
}
next-nothing = There's no next step here. `{ $prefix }rules matrx` starts a lesson, `{ $prefix }next` continues it; `{ $prefix }games` lists all games.
next-waits = Next:
next-over = That game is over. Its rules: `{ $prefix }rules { $game }`. More: `{ $prefix }help`.
next-others-turn = It's { $player }'s turn.
teach-no-such-step = The rules of { game-name } have steps 1 to { $count }, e.g. `{ $prefix }rules { $game } 1`.

## Headings

teach-board-title = The board
teach-begin-title = Your first pieces
teach-enter-title = Bringing in and pushing
teach-row-title = Making a row
teach-matrx-stacks-title = Stacks may stay in a row
teach-gipfs-stay-title = GIPF pieces may stay in a row
teach-zertz-title = ZÈRTZ jumps
teach-yinsh-title = YINSH slides
teach-dvonn-title = DVONN and PÜNCT land on enemies
teach-tamsk-title = TAMSK: an extra move
teach-loaded-title = Loaded pieces jump
teach-matrx-turn-title = A turn, and the end
teach-gipf-turn-title = A turn, and the end
teach-rings-place-title = Placing a marble, removing a ring
teach-rings-capture-title = You must capture
teach-rings-chain-title = Chain captures
teach-rings-isolate-title = Cutting off rings
teach-rings-end-title = The end
teach-run-step-title = A step and its challenge
teach-run-fail-title = A failed challenge
teach-run-boost-title = Power-ups
teach-run-fort-title = Data forts
teach-run-end-title = The end
teach-run-custom-title = Custom breakers

## Sentences that several steps share

teach-idea = Push pieces in from the rim. Four of yours in line make a row, which returns your pieces and captures your opponent's.
teach-colours = White's pieces are round (CAPITALS in text), Black's have corners (small letters).
teach-lines = Pieces stay on spots, never on the dots around the rim (`.a1` in text). Lines run up columns (b2–b5) and along both diagonals (b2–f5, b5–f4).
teach-extra-owed = If your opponent pushed it there, your extra move comes before your next move.
teach-push = Put a new piece on a dot and push it onto the next spot. Anything in the way moves one spot along, up to the first gap; you can't push into a full line.
teach-row = Four of your pieces side by side in a line make a row, with every piece of either colour that extends it without a gap.

## MATRX GIPF

teach-matrx-goal = **{ game-name }**, for two players, by Kris Burm. { teach-idea } Win by capturing all three enemy GIPF pieces, or by leaving your opponent no legal move.
teach-matrx-board = { teach-colours } You each have 3 GIPF pieces (`G`) and 6 potentials of each kind: TAMSK `T`, ZÈRTZ `Z`, DVONN `D`, YINSH `Y`, PÜNCT `P`. Potentials come in as stacks of two: `TT`.
    { teach-lines }
    Here, a black DVONN on c5 covers a white DVONN stack (`d'`). Orange (`[G]`, narrow `*G`) marks what just changed, pink (`!G`) what needs action.
teach-matrx-enter = On your turn, bring in a GIPF piece or a stack, or move a stack on the board. All your GIPF pieces come in first.
    { teach-push }
    Nothing in the way? Type the piece and its spot. Otherwise, type the dot and where the last pushed piece ends.
teach-matrx-row = { teach-row } Clear it: singles come off. Yours return to your reserve; your opponent's are captured and leave the game.
teach-matrx-stacks = GIPF pieces and used potentials are singles: they come off. Stacks of either colour may stay, as long as you don't leave four of yours in line. `*` removes one: `xb2*`. Here White keeps two stacks and captures a GIPF piece. In reserve, two potentials of a kind make a stack again.
teach-matrx-zertz = Instead of bringing in a piece, you can move the top piece of one of your stacks; both become singles. ZÈRTZ jumps straight over one or more pieces of any colour to the first empty spot beyond.
teach-matrx-yinsh = YINSH slides in a straight line over empty spots, as far as you like.
teach-matrx-dvonn = DVONN moves in a straight line onto the first piece it meets, if that's an enemy DVONN; PÜNCT does the same onto an enemy PÜNCT. On a spot with several pieces, only the top one counts. The piece that moved is now a single: when it comes off with a row, it frees what it covered.
teach-matrx-tamsk = TAMSK doesn't move by itself. But when your TAMSK stack is pushed onto e5, the centre, you make an extra move at once: push its top piece in again from any dot, with `+` instead of the letter, `+c2` or `+b1-b3`. `+x` gives it up: the piece leaves the game. { teach-extra-owed }
teach-matrx-turn = 1. Clear any rows your opponent made for you.
    2. Make any extra move you're owed.
    3. Move: bring in a piece, or move a stack.
    4. Make any extra move you've earned.
    5. Clear your new rows. Your opponent clears theirs next turn.
    Nothing comes off between your move and an extra move, which can still change a row. If rows cross, choose which to clear first.
    You lose as soon as all three of your GIPF pieces are captured, or when you have no legal move.

## GIPF

teach-gipf-goal = **{ game-name }**, for two players, by Kris Burm. { teach-idea } { $game ->
    [gipf-basic] You lose when you have no piece left to bring in.
   *[other] You lose when you have no GIPF piece on the board, or no piece left to bring in.
}
teach-gipf-board = { teach-colours } You each have 15 basic pieces (`B`); 3 start on the board.
    { teach-lines }
teach-gipf-board-two = { teach-colours } A GIPF piece (`BB`) is a stack of two basic pieces (`B`). { $game ->
    [gipf-tournament] You each have 18 basic pieces; the board starts empty.
   *[other] You each have 18 basic pieces; 6 start on the board, as 3 GIPF pieces.
}
    { teach-lines }
teach-gipf-begin = Your first piece is a GIPF piece: `Gb2`. You may bring in more until your first single; from then on, singles only. Here Ann brings in a single on her second turn, so one GIPF piece must last her all game.
teach-gipf-enter = Bring in one piece each turn. { teach-push }
    Nothing in the way? Type the spot. Otherwise, type the dot and where the last pushed piece ends.
teach-gipf-row = { teach-row } Clear it: your pieces return to your reserve; your opponent's are captured and leave the game.
teach-gipfs-stay = Singles in a row come off. GIPF pieces of either colour come off only if you like; `*` removes one. Here White keeps hers on c3 and captures Black's on f5. A GIPF piece you take back becomes two basic pieces. A row of GIPF pieces alone may stay: type `leave`.
teach-gipf-turn = 1. Clear any rows your opponent made for you.
    2. Bring in a piece.
    3. Clear your new rows. Your opponent clears theirs next turn.
    If rows cross, choose which to clear first. { $game ->
    [gipf-basic] You lose when you must bring in a piece and have none.
   *[other] You lose as soon as you have no GIPF piece on the board, or when you must bring in a piece and have none.
}
teach-loaded = Agree on 3–6 potentials each: `{ $prefix }challenge @name { $game } zertz 3`.
    A potential comes in on a basic piece, as a loaded piece: `Z` before the move. { $game ->
    [gipf-tournament] Loaded pieces come in after GIPF pieces and before singles:
   *[other] Loaded pieces come in before singles:
} your first single forfeits the potentials in reserve.
    Instead, a ZÈRTZ potential can jump once, straight over one or more pieces to the first empty spot beyond. It and the piece it leaves become singles.
    A loaded piece in a row may stay, unless that leaves four in line with it. A removed potential leaves the game. With an empty reserve, you play on while you can jump.
teach-loaded-tamsk = `zertz 3 tamsk 3` adds TAMSK potentials, which come in after all ZÈRTZ ones. When a piece loaded with yours is pushed onto e5, the centre, you make an extra move at once: push the potential in again from any dot, typed with `+`. `+x` gives it up, and the potential leaves the game. { teach-extra-owed }

## ZÈRTZ

teach-rings-goal = **{ game-name }**, for two players, by Kris Burm. The board shrinks, and you share its marbles. { $game ->
    [zertz-tournament] Be the first to collect three of each colour, or else four white, five grey or six black.
   *[zertz-basic] Be the first to collect two of each colour, or else three white, four grey or five black.
}
teach-rings-board = This is part of the board, which has 37 rings. `W`, `G` and `B` are white, grey and black marbles. { $game ->
    [zertz-tournament] You share a pool of 6 white, 8 grey and 10 black.
   *[zertz-basic] You share a pool of 5 white, 7 grey and 9 black.
}
teach-rings-place = If no marble can capture, place one from the pool on any vacant ring. Then remove a free ring: vacant, with two neighbouring sides open so it can slide out. If none is free, remove none.
teach-rings-capture = If any marble can capture, you must capture. It jumps over a neighbouring marble, in any of six directions, to the vacant ring right behind. You keep the marble it jumped. Marbles that can capture are marked.
teach-rings-chain = If the marble can jump on, it must, in the same turn. Choose any route, even a shorter one. When you capture, you place no marble and remove no ring.
teach-rings-isolate = Cut off rings that all hold a marble, and you claim those rings and marbles – also by filling the last vacant ring of a part cut off earlier. Here, removing e4 isolates f3. Add `leave` to claim nothing.
teach-rings-end = The first player with a winning set wins. If the pool is empty, place marbles you've captured. If you fill the last ring of the board, you win. A player with no legal move is skipped; if neither can move, it's a draw.

## The run

teach-run-goal = **The Matrix run**, a piecepack solitaire by Jeff Barrett. Bring your four ice breakers (k black, g green, r red, b blue) onto the data forts of their colours before brain damage reaches 10.
teach-run-board = `K5` is black ice of strength 5, `KF` the black fort (strength 6), `+` a power-up. Below a structure, `@k` is a breaker on it, `>kg` those that can step there. `.` is a space where a structure can appear, `.k` one k can step to; m13 is the middle.
    There are 20 pieces of ice (1–5 in four colours) and 4 forts. The first 14 structures are ice; the forts hide among the last 10.
teach-run-step = Step with a breaker to a space next to it, or from outside to any space without a breaker. An empty space reveals the next structure, with a power-up of its colour while the bank lasts. A structure has at most three neighbours; breakers never share a space.
    Then roll a die, +1 if breaker and structure match in colour. Beat the structure's strength, and your breaker moves in and picks up the power-up.
teach-run-fail = If you don't beat the strength, you take 1 brain damage. Your breaker still enters ice and picks up its power-up. Entering a broken structure again is a new challenge.
teach-run-boost = Spend a power-up for +1 against its colour. When your power-ups can save a roll, I ask: `boost` spends just enough, `hold` keeps them and takes the damage. Spent power-ups return to the bank, and come back with new structures.
teach-run-fort = Forts have strength 6; if you fail, you stay put. Here black takes its fort; green already holds its own. Other breakers may enter a fort too, but that doesn't count and blocks its own breaker.
teach-run-end = You win when every fort holds its matching breaker. You lose at 10 brain damage (brain death), above your target (`run target 7`), or with nothing left to do.
teach-run-custom = Each colour has six custom breakers with their own strengths and abilities, which can replace the plain ones: `run custom all`. `{ $prefix }help breakers` lists them.

## How to play with the bot

teach-play-begin = `{ $prefix }challenge @name { $game }` in a room. Once they `{ $prefix }accept`, the board appears in a thread.
teach-play-moves = `takeback`, `draw` and `resign` work too. I number short lists: type `1`.
teach-play-matrx = **How to play here: { game-name }**
    1. { teach-play-begin }
    2. Type moves there. `Gb2` brings a GIPF piece in on b2. `Te1-e4` pushes a TAMSK stack in from dot e1; the last pushed piece ends on e4. `Zc3-f6` moves the top piece on c3 to f6.
    3. `xb2,c3,d4*` clears these spots of a row (`*` takes a stack). `+b2` is a TAMSK extra move.
    4. `moves` lists your legal moves, `moves Z` those of ZÈRTZ pieces. { teach-play-moves }

    {"**"}A first turn**
teach-play-gipf = **How to play here: { game-name }**
    1. { teach-play-begin } To add potentials: `{ $prefix }help options`.
    { $game ->
    [gipf-tournament] 2. Type moves there. `b3` brings a basic piece in on b3, `Gb3` a GIPF piece. `e1-e4` pushes one in from dot e1; the last pushed piece ends on e4.
   *[other] 2. Type moves there. `b3` brings a piece in on b3. `e1-e4` pushes one in from dot e1; the last pushed piece ends on e4.
}
    3. `xb2,c3,d4*` clears these spots of a row (`*` takes two pieces).
    4. `moves` lists your legal moves. { teach-play-moves }

    {"**"}A first turn**
teach-play-zertz = **How to play here: { game-name }**
    1. { teach-play-begin } `first` or `second` chooses your turn order.
    2. Type moves there. `Wd4,d1` places a white marble on d4 and removes ring d1. `d1-d3-d5` jumps over d2 and d4; I write `x d1Wd3Gd5`, with the captures.
    3. `moves` lists your legal moves, `moves Wd4` those with a white marble on d4. { teach-play-moves }

    {"**"}A first turn**
teach-play-run = **How to play here: the Matrix run**
    1. `run` in a direct message, `{ $prefix }run` in a room, or `{ $prefix }run here` to let others watch. `run target 7` allows 7 brain damage.
    2. `k m13` sends the black breaker to m13, `k n` one space north. From outside, your breakers k, g, r, b can start anywhere.
    3. When power-ups can save a roll, answer `boost` or `hold`, or a number: `1`.
    4. `moves k` lists k's steps, `hint` shows what I'd play, `odds` your winning chance. `undo` takes back what revealed nothing, `quit` gives up.
    5. `run day`: the same deal and dice for everyone until midnight UTC, one try each. `day` and `top` are leaderboards, `me` your stats. `run custom all` adds custom breakers.

    {"**"}A first step**
teach-play-next = { $game ->
    [run] Start: `run` in our direct message. Rules: `{ $prefix }rules run`.
   *[other] An easy start: `{ $prefix }play { $game } easy`. Rules: `{ $prefix }rules { $game }`.
}
