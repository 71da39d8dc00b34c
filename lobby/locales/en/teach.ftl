# How games are taught: `rules GAME` step by step, `help GAME` how to play with the bot. Pictures come
# from the program; below each sentence here stand boards and what the bot says when somebody plays.

teach-first = Ann
teach-second = Ben
teach-another = Another position:
teach-typed = { $player } types `{ $action }`.
teach-step = { $number }. { $title }
teach-heading = Step { $number } of { $count }, { game-name }: { $title }
teach-overview = `{ $prefix }rules { $game } 1` shows the first step with pictures, `{ $prefix }rules { $game } all` everything at once, `{ $prefix }help { $game }` how to play it with me.{ teach-agreed }
teach-next = `{ $prefix }next` or `{ $prefix }rules { $game } { $number }` goes on: { $title }
teach-end = That is all. `{ $prefix }help { $game }` tells how to play it with me.{ teach-agreed }
# Steps about what is only there if it was agreed on.
teach-agreed = { $first ->
    [none] {""}
   *[other] {" "}Potentials can be agreed on as well (`{ $prefix }help options`); steps { $first } to { $last } are about them.
}
next-nothing = There is nothing to go on with here. `{ $prefix }rules matrx` explains a game step by step, and `{ $prefix }next` goes from step to step; `{ $prefix }games` lists the games.
next-waits = What is to be done next:
next-over = That game is over. `{ $prefix }rules { $game }` explains { game-name } step by step, `{ $prefix }help` tells what else there is.
next-others-turn = { $player } is to move next.
teach-no-such-step = The steps of { game-name } go from 1 to { $count }, as in `{ $prefix }rules { $game } 1`.

## Headings

teach-board-title = The board
teach-begin-title = The first pieces
teach-enter-title = Entering and pushing
teach-row-title = A row and what it brings
teach-matrx-stacks-title = Stacks may stay in a row
teach-gipfs-stay-title = GIPF pieces may stay in a row
teach-zertz-title = ZÈRTZ jumps
teach-yinsh-title = YINSH slides
teach-dvonn-title = DVONN and PÜNCT land on enemies
teach-tamsk-title = TAMSK: an extra move
teach-loaded-title = Loaded pieces and their jump
teach-matrx-turn-title = The order of a turn, and the end
teach-gipf-turn-title = The order of a turn, and the end
teach-rings-place-title = Placing a marble, taking a ring off
teach-rings-capture-title = You must capture
teach-rings-chain-title = Capturing on and on
teach-rings-isolate-title = Cutting rings off
teach-rings-end-title = The end
teach-run-step-title = A step and its challenge
teach-run-fail-title = A failed challenge
teach-run-boost-title = Power-ups
teach-run-fort-title = Data forts
teach-run-end-title = The end
teach-run-custom-title = Custom breakers

## MATRX GIPF

teach-matrx-goal = { game-name } (Kris Burm), for two. You push pieces from the rim into the board. Four of yours in line are a row: it brings your own pieces back and captures enemy ones. Capture all three GIPF pieces of the other side, or leave it without a move, and you win. Step by step:
teach-matrx-board = Every spot has a name. White's pieces are round in pictures and CAPITALS in text, Black's have corners or are small letters. Each side owns 3 GIPF pieces, `G`, and 30 potentials in five kinds: TAMSK `T`, ZÈRTZ `Z`, DVONN `D`, YINSH `Y`, PÜNCT `P`. Potentials enter as stacks of two of a kind, one on top of another: `TT`. The names around the board are dots, `.a1` in text, on which no piece ever stays. Lines run in three directions: up a column, as b2 b3 b4, and on both slants, as b2 c3 d4 e5 f5 and b5 c5 d5 e5 f4.
    Here White has a GIPF piece on b2 and a TAMSK stack on c3; on c5 a black DVONN covers a white DVONN stack, in text `d'`. What has just changed is orange in pictures and `[G]` in text, `*G` where it is narrow; what has to be dealt with has a pink outline, or `!G`.
teach-matrx-enter = A turn enters one GIPF piece or one stack, or uses a stack on the board. What enters is put on a dot and pushed along a line to the next spot; what lies there moves on by one spot, and so does everything in front of it up to the first gap. A line without an empty spot is closed. GIPF pieces in reserve enter before anything else.
    Where nothing is pushed, type the piece and its spot; otherwise the dot and the spot where the last piece pushed comes to rest. What has changed is marked.
teach-matrx-row = Four neighbouring pieces of your colour in line are a row. Every piece that continues the line without a gap belongs to it, of either colour. You clear it: all single pieces go, yours back to your reserve, the others are captured and out of the game. The row is marked.
teach-matrx-stacks = GIPF pieces and used potentials are single pieces: they must go. Of the stacks in a row, also enemy ones, you take as many as you like, marked with a star as in `xb2*`; but four neighbouring pieces of yours may not stay. Here White leaves two stacks and captures a GIPF piece. Potentials count singly in the reserve; two of a kind make a stack again.
teach-matrx-zertz = Instead of entering you may use the top piece of a stack of yours; both pieces are single then. ZÈRTZ jumps in a straight line over one or more pieces of any colour onto the first empty spot behind them.
teach-matrx-yinsh = YINSH slides in a straight line over empty spots, as far as you like.
teach-matrx-dvonn = DVONN runs in a straight line onto the first piece in its way, if that is an enemy DVONN; PÜNCT does the same to an enemy PÜNCT. It covers what lies below: only the top piece counts, and that is single, as after any use, so it has to go with a row. What is covered is free again when the top piece is removed in a row.
teach-matrx-tamsk = TAMSK has no move of its own. But when your TAMSK stack is pushed onto e5, the centre, you push its top piece in again at once, from any dot: an extra move, written as an entry with `+` in place of the letter: `+c2`, or `+b1-b3` where pieces are pushed. `+x` gives it up; the piece then leaves the game. If your opponent pushed your stack there, you make the extra move before your turn.
teach-matrx-turn = 1. Rows of your colour that your opponent has left you.
    2. An extra move that you are owed.
    3. Your move: enter a piece, or use a stack.
    4. An extra move that you have earned.
    5. Rows of your colour that you have made. Rows that you made for the other side are theirs to deal with. Nothing is taken off between your move and an extra move, so that one may still change the row.
    Of rows that cross you choose which to clear first. Who has lost all three GIPF pieces has lost at once; so has who can neither enter a piece nor use a stack.

## GIPF

teach-gipf-goal = { game-name } (Kris Burm), for two. You push pieces from the rim into the board. Four of yours in line are a row: it brings your own pieces back and captures enemy ones. { $game ->
    [gipf-basic] Who has no piece left to enter has lost.
   *[other] Who has no GIPF piece left on the board, or no piece left to enter, has lost.
} Step by step:
teach-gipf-board = Every spot has a name. White's pieces are round in pictures and CAPITALS in text, Black's have corners or are small letters: `B` is a basic piece. The names around the board are dots, `.a1` in text, on which no piece ever stays. Lines run in three directions: up a column, as b2 b3 b4, and on both slants, as b2 c3 d4 e5 f5 and b5 c5 d5 e5 f4. Each side owns 15 basic pieces, of which 3 stand on the board at the start.
teach-gipf-board-two = Every spot has a name. White's pieces are round in pictures and CAPITALS in text, Black's have corners or are small letters: `B` is a basic piece; a GIPF piece is two of them, one on top of the other, `BB` in text. The names around the board are dots, `.a1` in text, on which no piece ever stays. Lines run in three directions: up a column, as b2 b3 b4, and on both slants, as b2 c3 d4 e5 f5 and b5 c5 d5 e5 f4. Each side owns 18 basic pieces; { $game ->
    [gipf-tournament] the board is empty at the start.
   *[other] 6 of them stand on the board at the start, as 3 GIPF pieces.
}
teach-gipf-begin = Your first piece is a GIPF piece: `Gb2`. Your next ones may be GIPF pieces as well, as many as you like, until you enter a single piece: from then on you enter only singles. Here Ann does that in her second turn, and owns one GIPF piece for the whole game.
teach-gipf-enter = A turn enters one piece: it is put on a dot and pushed along a line to the next spot; what lies there moves on by one spot, and so does everything in front of it up to the first gap. A line without an empty spot is closed.
    Where nothing is pushed, type the spot alone; otherwise the dot and the spot where the last piece pushed comes to rest. What has changed is marked.
teach-gipf-row = Four neighbouring pieces of your colour in line are a row. Every piece that continues the line without a gap belongs to it, of either colour. You clear it: yours go back to your reserve, the others are captured and out of the game. The row is marked.
teach-gipfs-stay = Single pieces in a row must go. GIPF pieces in it, of either colour, you take or leave as you like; a star takes one. Here White keeps her own on c3 and captures that of Black on f5. A GIPF piece that returns is two basic pieces. A row of GIPF pieces alone may stay: type `leave`.
teach-gipf-turn = 1. Rows of your colour that your opponent has left you.
    2. Your move: enter a piece.
    3. Rows of your colour that you have made. Rows that you made for the other side are theirs to deal with.
    Of rows that cross you choose which to clear first. { $game ->
    [gipf-basic] Who has no piece left in reserve when a piece has to enter has lost.
   *[other] Who has no GIPF piece left on the board has lost at once; so has who has no piece left in reserve when a piece has to enter.
}
teach-loaded = Potentials are agreed on in the challenge, 3 to 6 of a kind for each side: `{ $prefix }challenge @name { $game } zertz 3`; with `neutralise 2` jumps can be challenged as well (`help options`). A potential enters on a basic piece, as a loaded piece: `Z` in front of the move. Loaded pieces enter before single pieces{ $game ->
    [gipf-tournament] {" "}and after GIPF pieces
   *[other] {""}
}: who enters a single piece loses the potentials still in reserve.
    Instead of entering, a ZÈRTZ potential jumps once, in a straight line over one or more pieces onto the first empty spot behind them. It and what it stood on are single pieces then.
    A loaded piece in a row is taken or left, but four in line with a loaded piece among them must be broken. A potential that is taken leaves the game. Without a piece in reserve you play on as long as you can jump.
teach-loaded-tamsk = With `zertz 3 tamsk 3` there are TAMSK potentials too, which enter after all ZÈRTZ ones. When a loaded piece with yours is pushed onto e5, the centre, you push the potential in again at once, from any dot: an extra move, written with `+`. `+x` gives it up; the potential then leaves the game. If your opponent pushed it there, you make the extra move before your turn.

## ZÈRTZ

teach-rings-goal = { game-name } (Kris Burm), for two, on a board that gets smaller. All marbles on it belong to both of you. Be the first to own { $game ->
    [zertz-tournament] three marbles of each colour, or four white ones, or five grey ones, or six black ones.
   *[zertz-basic] two marbles of each colour, or three white ones, or four grey ones, or five black ones.
} Step by step:
teach-rings-board = The board is made of 37 rings, each with its name; this is a part of it. `W`, `G` and `B` are a white, grey and black marble. { $game ->
    [zertz-tournament] 6 white, 8 grey and 10 black
   *[zertz-basic] 5 white, 7 grey and 9 black
} marbles wait in the pool, from which both of you play.
teach-rings-place = If nothing can capture, you place a marble of the pool on any vacant ring, and then take a ring off. That ring has to be vacant and free to be slid away: two neighbouring sides of it are open. If there is none, none is taken off. What has changed is marked.
teach-rings-capture = If any marble can capture, you must capture. It jumps over a marble on a neighbouring ring onto the vacant ring right behind it, in any of the six directions. The marble that was jumped over is yours. The marbles that can do so are marked.
teach-rings-chain = If the same marble can then jump on, it must, all in one turn. Where there are several ways you choose one, also the shorter one. Nothing is placed and no ring taken off in a turn with a capture.
teach-rings-isolate = Rings that your placement cuts off from the others are yours with their marbles, if there is a marble on every one of them; so are rings cut off earlier when you fill the last of them. Here ring e4 is taken off, and f3 is alone with its marble. `leave` behind the move claims nothing.
teach-rings-end = The first who owns a winning set has won. When the pool is empty, you place marbles that you have captured. Who fills the last ring of the board has won. Who can do nothing is passed over; when nobody can do anything, it is a draw.

## The run

teach-run-goal = The Matrix run (a piecepack solitaire by Jeff Barrett), played alone. Bring each of your four ice breakers, k black, g green, r red and b blue, onto the data fort of its own colour, before brain damage reaches 10. Step by step:
teach-run-board = Structures lie in rows and columns; m13 is the middle. `K5` is black ice of strength 5, `KF` the black fort (strength 6), `+` a token on it. Below a structure stands who is on it, `@k`, or who can step there next, `>kg`. `.` is a space where a structure can appear, `.k` one to which k can step.
    There are 20 pieces of ice, 1 to 5 in four colours, and 4 forts. 14 pieces of ice come first; the forts are hidden among the last 10 structures.
teach-run-step = A step takes one breaker to one of the four spaces next to it, or from outside to any space without a breaker. An empty space first gets the next structure, with a token of its colour on it. No structure may have more than three neighbours, and two breakers never share a space.
    Then a die is rolled, +1 if breaker and structure have the same colour. More than the strength of the structure: broken, the breaker moves in. It takes the token there: a power-up. What has changed is marked.
teach-run-fail = Not more than its strength: 1 brain damage. Ice lets the breaker in all the same, with the token. Every challenge is a new one, also of a structure that has been broken before.
teach-run-boost = A power-up lifts a roll against its own colour by 1. When a roll falls short and your power-ups can lift it, I ask: `boost` spends just enough of them, `hold` keeps them and takes the damage. Those that are spent go back to the bank, from which new structures bring them.
teach-run-fort = A fort has strength 6, and who fails stays where it was. A breaker of its own colour has +1, and power-ups help. Here the black breaker takes the black fort: one of four. The green one is taken already. Other breakers can come onto a fort as well; it counts for nothing, and its own cannot come in then.
teach-run-end = All four forts under breakers of their own colours: won, whoever else is there. Brain damage 10: brain death. With a target (`run target 7`), more damage than that loses, and so does having nothing left to do.
teach-run-custom = Each colour has six custom breakers with strengths and abilities of their own, which may take the place of the plain one: `run custom all`. `{ $prefix }help breakers` lists them.

## How to play with the bot

teach-play-matrx = How to play { game-name } with me:
    1. `{ $prefix }challenge @name { $game }` asks somebody in a room; `{ $prefix }accept` starts the game. The board appears in a thread below the challenge.
    2. Write your moves in that thread, in capitals or not: `Gb2` a GIPF piece comes to rest on b2; `Te1-e4` a TAMSK stack is pushed in from dot e1, and the last piece it pushes ends on e4 (or `Te1-e2`, where it comes to rest itself); `Zc3-f6` the top piece of the stack on c3 goes to f6.
    3. In between: `xb2,c3,d4*` clears these spots of a row, a star takes a stack; `+b2` is the extra move of a TAMSK potential. When there are few answers I number them: type `1`.
    4. `moves` tells what has to be done now and what is possible, `moves Z` only what a ZÈRTZ piece can do. `takeback`, `draw` and `resign` ask your opponent or end the game.
    A first turn:
teach-play-gipf = How to play { game-name } with me:
    1. `{ $prefix }challenge @name { $game }` asks somebody in a room; `{ $prefix }accept` starts the game. The board appears in a thread below the challenge. `help options` tells what can be agreed on besides, such as potentials.
    2. Write your moves in that thread, in capitals or not: `b3` a basic piece comes to rest on b3; `e1-e4` it is pushed in from dot e1, and the last piece that moves ends on e4; `e1-e2`, where it comes to rest itself, is the same.{ $game ->
    [gipf-tournament] {" "}`Gb3` enters a GIPF piece.
   *[other] {""}
}
    3. In between: `xb2,c3,d4*` clears these spots of a row, a star takes two pieces at once. When there are few answers I number them: type `1`.
    4. `moves` tells what has to be done now and what is possible. `takeback`, `draw` and `resign` ask your opponent or end the game.
    A first turn:
teach-play-zertz = How to play { game-name } with me:
    1. `{ $prefix }challenge @name { $game }` asks somebody in a room; `{ $prefix }accept` starts the game. `first` or `second` behind the challenge says whether you begin.
    2. Write your moves in the thread that appears, in capitals or not: `Wd4,d1` places a white marble on d4 and takes ring d1 off; `d1-d3-d5` jumps from d1 over d2 and d4; I write that `x d1Wd3Gd5`, with the marbles that are captured.
    3. When you must capture I number the ways: type `1`.
    4. `moves` tells what has to be done now and what is possible, `moves Wd4` only what contains that. `takeback`, `draw` and `resign` ask your opponent or end the game.
    A first turn:
teach-play-run = How to make a run with me:
    1. `run` in a direct message deals the structures, `{ $prefix }run` in a room opens one; `{ $prefix }run here` makes it in a thread for others to watch. `run target 7` sets the most damage you allow yourself.
    2. `k m13` sends the black breaker to space m13, `k n` one space north. k, g, r, b are your breakers; from outside they may start anywhere.
    3. When a roll falls short and power-ups can lift it, answer `boost` or `hold`, or with a number: `1`.
    4. `moves k` lists the steps of k, `hint` tells what I would do, `odds` how likely you win, `undo` takes back what showed nothing new, `quit` gives up.
    5. `run day` is the run of the day: the same deal and dice for everybody until midnight UTC, one try each. `day` shows its table, `top` the best players, `me` your own figures. `run custom all` plays with custom breakers.
    A first step:
teach-play-next = { $game ->
    [run] Now type `run` in a direct message with me. `rules run` explains the game step by step.
   *[other] Now type `{ $prefix }play { $game } level 1` for an easy duel with the computer, or `{ $prefix }challenge @name { $game }` in a room to play with somebody. `rules { $game }` explains the game step by step.
}
