# Help.

help-overview = I host board games: MATRX GIPF, GIPF and ZÈRTZ for two, and a run for one, the piecepack game “Matrix”.
    Play somebody. `{ $prefix }challenge @name` asks for MATRX GIPF, `{ $prefix }challenge @name zertz` for ZÈRTZ, `{ $prefix }challenge anyone` whoever likes. `{ $prefix }accept` starts the game, in a thread of its own. Nobody there? `{ $prefix }play` starts one with the computer.
    Your moves go into that thread, without the prefix, as `Gb2`. `moves` lists what is possible, `board` shows where you stand; `takeback`, `draw` and `resign` are there, too.
    Play alone. `{ $prefix }run` starts a run in our direct message, `{ $prefix }run day` the one that is the same for everybody today.
    Learn. `{ $prefix }rules matrx` explains a game in steps with pictures, `{ $prefix }help matrx` how to play it here. `{ $prefix }puzzle` gives you a position with a turn to be found. `{ $prefix }games` lists them all.
    Look. `{ $prefix }tables` lists what is on, `{ $prefix }tables over` what is over, `{ $prefix }top` the best, `{ $prefix }me` your own figures.
    More. `{ $prefix }help commands` lists every command, `{ $prefix }help TOPIC` tells more: { $topics }, a command or a game.
help-direct = I host board games: MATRX GIPF, GIPF and ZÈRTZ for two, and a run for one, the piecepack game “Matrix”. Here no prefix is needed.
    Play alone. `run` starts a run, `run day` the one that is the same for everybody today, `run target 7` one to be won with little damage. Steps are typed as `k m14`.
    Play the computer. `play` starts a duel of MATRX GIPF, `play zertz level 1` an easy one of ZÈRTZ. Against people, duels are played in rooms: invite me to one, and type `{ $prefix }challenge @name` there.
    Learn. `rules run` explains a game in steps with pictures, `help run` how to play it here. `games` lists them all; `setup` opens a lesson, `puzzle` gives you a position with a turn to be found.
    Look. `board` and `moves` show where you stand, `hint` what I would do, `day` and `top` the others, `me` your own figures.
    More. `help commands` lists every command, `help TOPIC` tells more: { $topics }, a command or a game.
help-commands = All commands. In the thread of a table the prefix can be left out, and so can the word `move`. A table's number can stand before a command or behind it: `t7 board`, `export t7`.
help-line = `{ $form }` { $what }
help-topics = `{ $prefix }help TOPIC` tells more. Topics are { $topics }, every command, and every game: { $games }.
help-no-such-topic = There is no help about “{ $text }”. { $near ->
    [none] {""}
   *[other] Do you mean { $near }?{" "}
}Topics are { $topics }, every command, and every game: { $games }.

## Commands

help-help = explains, in short or one topic
help-help-more = `{ $prefix }help` alone is one screen; `{ $prefix }help commands` lists everything that can be typed, `{ $prefix }help matrx` tells how a game is played here, `{ $prefix }help rematch` what a command does.
help-games = lists the games
help-games-more = Example: `{ $prefix }games`. Behind `challenge` a game is written by its short name, as in `{ $prefix }challenge @bob zertz-basic`; `gipf` means `gipf-standard`, `zertz` means `zertz-basic`.
help-rules = explains a game step by step, with pictures
help-rules-more = Example: `{ $prefix }rules matrx` lists the steps, `{ $prefix }rules matrx 3` shows the third, `{ $prefix }rules matrx all` all at once. In a table's thread, and in our direct message, its game is meant: `{ $prefix }rules 3` is enough there.
help-next = goes on with the rules of a game, step by step; at a table it tells what is to be done there
help-next-more = Example: `{ $prefix }rules matrx`, and then `{ $prefix }next` for the first step, `{ $prefix }next` for the second one.
help-challenge = asks somebody for a duel; `help options` tells what can be agreed on besides the game
help-challenge-more = Examples: `{ $prefix }challenge @bob` for MATRX GIPF, `{ $prefix }challenge anyone zertz white` for whoever wants to, `{ $prefix }challenge @bob gipf-basic black+2` with a handicap. Without a side it is drawn by lot. The game goes on in a thread below the challenge.
help-play = starts a duel with the computer; `help levels` tells how well it plays
help-play-more = Examples: `{ $prefix }play` for MATRX GIPF, `{ $prefix }play zertz level 2`, `{ $prefix }play gipf-basic level 5 black`; `{ $prefix }challenge computer` does the same. Without a side it is drawn by lot. `takeback` needs no consent, and `hint` tells what I would do; it counts nowhere.
help-accept = agrees to a challenge, a draw, a takeback or a rematch
help-accept-more = Examples: `{ $prefix }accept`, or `{ $prefix }accept t6` where several things wait. `yes` and `ok` do the same where one question is open.
help-decline = turns it down
help-decline-more = Examples: `{ $prefix }decline`, or `{ $prefix }decline t6` where several things wait. A challenge to anyone needs no answer.
help-withdraw = takes your challenge back, or the draw, takeback or rematch that you have asked for
help-withdraw-more = Example: `{ $prefix }withdraw`, or `{ $prefix }withdraw t6`. Only what has not been answered yet can be taken back.
help-move = plays a move (short: m)
help-move-more = Example: `Gb2` in the thread of the game, or `{ $prefix }t7 move Gb2` in the room. `{ $prefix }help notation` tells how moves are written.
help-board = shows the board; once as a picture, as narrow or wide text, or in words
help-board-more = Examples: `board`, `board words` to have it read aloud, `board wide` once as wide text; `{ $prefix }t7 board` for another table of this room, also when it is over.
help-moves = tells what has to be done now and lists what can be played
help-moves-more = Examples: `moves`, `moves Z` for what a ZÈRTZ piece can do, `moves c3` for what has to do with c3. Where many actions are alike, as on an empty board, one stands for all.
help-hint = tells what the computer would do, and why: in a run, which does not count for `top` then, in a duel with the computer, and in lessons
help-hint-more = Example: `hint` in a run or in a duel with the computer, as often as you like. In a run it asks the first time, for the run does not count for `top` then; `odds` costs nothing. There is none in the run of the day, nor in duels between people. Lessons keep to that: there is none about a position that a duel has come to with its fourth action or later, or a run that is on, and none for you about a game of which you have such a duel or run on yourself.
help-odds = tells how likely a run is won from here
help-odds-more = Example: `odds`. The computer plays on from here many times and tells how many of those runs it wins.
help-takeback = asks to take your last turn back; in a run it takes the last action back at once, unless a die was rolled or a structure shown (also: undo)
help-takeback-more = Example: `takeback`. In a duel the other player has to agree, and your whole last turn goes with all that followed; while your turn goes on, only its last action. What a coin or dice have decided stands. In a run or a lesson the last action goes at once, in a run unless it has shown something new.
help-draw = offers a draw
help-draw-more = Example: `draw`. The other player types `accept` or `decline`; a move of theirs declines it.
help-won = tells how it ended when the two of you settle a jump between yourselves
help-won-more = Example: you have agreed on `by ourselves`, and have won what decides the jump: type `won`, and the other one types `lost`. `tied` counts as not won.
help-resign = gives a duel up
help-resign-more = Example: `resign`, and once more, or `yes`, within two minutes. The other player wins then. `quit` does the same.
help-rematch = asks for another game
help-rematch-more = Example: `rematch` in the thread of a game that is over. When the other player agrees, it begins there with sides exchanged.
help-tables = lists the tables of this room; `tables over` the games that are over
help-tables-more = Examples: `{ $prefix }tables`, `{ $prefix }tables over`. Numbers such as t7 name a table wherever you are: `{ $prefix }t7 board`, `{ $prefix }export t7`.
help-yes = answers what the bot or the other player has just asked you; `ok` is a yes
help-yes-more = Example: somebody offers you a draw, and you type `yes`. It answers offers and challenges to you, whether you really give up, a hint or a move at its price, whether a jump may happen, and whether to boost a roll.
help-run = starts a run, in your direct message with me; `run here` where you are, for others to watch; `run day` the run of the day
help-run-more = Examples: `{ $prefix }run`, `{ $prefix }run target 7` to be won with at most 7 brain damage, `{ $prefix }run custom all` with custom breakers, `{ $prefix }run day` for the run of the day, `{ $prefix }run seed friends` for the same deal and dice as others with that word.
help-setup = opens a lesson with a position text, as `setup gipf-basic w b2=b,e2=B B12 B12`: you play all sides, alone; in a direct message
help-setup-more = Example: `setup zertz-basic 1 a1=w,a2,b2=g,b3 w3g5b9 w1 g1`. `help position` tells how positions are written. A lesson counts nowhere; `takeback` always works there.
help-replay = shows a whole game as a film, or as a page to turn forwards and back: the one of this table, or a table of this room, as in `replay t7`
help-replay-more = Examples: `replay` in a thread, `{ $prefix }replay t7`, `{ $prefix }replay page t7` for a file that opens in a browser.
help-boards = tells or sets how boards come to this room, or to you in direct messages: as pictures, or as narrow or wide text
help-boards-more = Examples: `{ $prefix }boards` tells how it is, `{ $prefix }boards text` sets it, `{ $prefix }boards default` undoes that. `board text` shows one board otherwise and sets nothing.
help-theme = tells or sets the colours of pictures, for a room or for you
help-theme-more = Examples: `{ $prefix }theme dark`, `{ $prefix }theme default`.
help-day = shows the table of the run of the day; in a room, `on` has it posted after every day
help-day-more = Examples: `{ $prefix }day`; `{ $prefix }day on` by a moderator, and the table comes here after every midnight UTC.
help-top = shows the best players of this room, or of all rooms, in duels and in runs
help-top-more = Examples: `{ $prefix }top` for this room, `{ $prefix }top all` for everybody, `{ $prefix }top matrx` for duels of one game, `{ $prefix }top custom` for runs with custom breakers.
help-me = shows your own figures in runs and duels; `off` takes you off the lists that others see
help-me-more = Examples: `{ $prefix }me`; `{ $prefix }me off` and others do not see you in lists, `{ $prefix }me on` and they do.
help-quit = gives a run up
help-quit-more = Example: `quit`, and once more, or `yes`, within two minutes. What was reached until then is kept as a lost run, unless nothing was done.
help-export = shows the record of a game
help-export-more = Examples: `export` in the thread, `{ $prefix }export t7` for a table of this room, also one that is over. The text holds the whole game; `docs` of the program tell its form.
help-verify = checks deal and dice of a finished run
help-verify-more = Example: `verify` after a run. It shows the seed, what was promised of it at the start, and how to check both without me.
help-analyse = tells at which turns a finished duel tipped, and what was better
help-analyse-more = Example: `analyse` in the thread of a game that is over, `{ $prefix }analyse t7` for a table of this room. Bars tell who stood how after each turn; where boards are pictures, they stand below the last one.
help-forget = deletes your results in runs and puzzles, and finished runs
help-forget-more = Example: `forget me`, and once more, or `yes`. It cannot be undone.

help-game-of-that-name = `{ $prefix }help { $game }` is about the game.
help-board-lines = { $game ->
    [run] The matrix is a table of 25 columns, `a` to `y`, and 25 rows; `m13` is its middle. Structures lie on spaces, and steps go north, east, south and west; what can be seen is drawn, and a space without a structure is a full stop.
    [zertz-basic] The board of { game-name }, with the name of every ring. Jumps go along straight lines of rings in six directions: { zertz-line }
    [zertz-tournament] The board of { game-name }, with the name of every ring. Jumps go along straight lines of rings in six directions: { zertz-line }
   *[matrx] The board of { game-name }: pieces lie on spots such as `b2` and enter from the dots on the rim, which are written with a full stop, `.b1`. A line runs straight from a dot over all spots to the dot on the other side, in three directions: { gipf-line }
}
gipf-line = upwards in a column, as from `.e1` over e2, e3 and so on to the top, and in both slanting directions, as from `.a1` over b2, c3, d4, e5, f5, g5 and h5 to `.i5`. From a dot beside two spots two lines begin, and the spot where the push ends tells which is meant: `d1-d4` or `d1-g2`.
zertz-line = in a column, as d1, d2, d3, and in both slanting directions, as a1, b2, c3, d4, e4, f4, g4. Behind the middle column d the numbers stay the same from column to column.

## Topics

help-topic-play = Nobody there? `{ $prefix }play` starts a duel of MATRX GIPF with the computer, `{ $prefix }play zertz level 1 white` an easy one of ZÈRTZ in which you begin; `{ $prefix }help levels` tells more.
    A duel of MATRX GIPF with somebody, step by step:
    1. `{ $prefix }challenge @name` asks somebody in this room; `{ $prefix }accept` starts the game. The board appears in a thread below the challenge.
    2. Write your moves in that thread. Your first three turns enter your GIPF pieces: `Gb2` puts one on b2, `Ge1-e4` pushes it in from dot e1 when pieces are in the way.
    3. Then each turn enters a stack of two, `Tb3`, or uses the top piece of a stack on the board, `Zc3-f6`.
    4. Four of your pieces in line are a row: I ask you which spots to clear.
    5. `moves` lists what is possible, `moves Z` only what a ZÈRTZ piece can do.
    `rules matrx` explains the game itself step by step, `help notation` the moves. `games` lists the other games: `help zertz-basic` tells how to play one of them.
help-topic-levels = How well the computer plays, in `{ $prefix }play zertz level 2`; without a level it is { $usual }.
    1 knows the rules, looks at its own turn and overlooks much; it still takes what lies open.
    2 looks at its own turn, too, and overlooks less.
    3 looks some turns ahead, and overlooks something now and then.
    4 looks ahead for a moment and overlooks nothing there.
    5 thinks for half a second.
    6 does its best, some seconds a turn.
    It takes either side, plays every game for two with everything that can be agreed on, and decides a challenged jump by playing the other game. It agrees to no draw. `takeback` needs no consent, but what a coin or a die has decided stands; `hint` tells what level 6 would do in your place; duels with it count nowhere.
help-topic-options = What can stand behind a challenge, in any order:
    `white`, `black` or `random`: your side (`first`, `second` in ZÈRTZ)
    `black+2` (`gipf-basic`): Black owns two pieces more; 1 to 3, for one side
    `zertz 3`, `tamsk 3` (GIPF): each side also owns so many ZÈRTZ or TAMSK potentials, 3 to 6
    `neutralise 2` (GIPF with ZÈRTZ potentials): each side may challenge two jumps of the other, one if no number follows. When somebody is about to jump, the other one types `allow` or `neutralise`. Whoever challenges has to win; a tie is not enough. Then the potential is out of the game, and another move has to be made.
    `by zertz-basic`: a game of ZÈRTZ decides a challenged jump, at a table of its own, while the other game waits; so it is if you name nothing. Any other game for two can be named, or `by coin`, `by die`, or `by ourselves`: then you settle it as you like, and both of you type `won`, `lost` or `tied`.
    All of it: `{ $prefix }challenge @name gipf-tournament white zertz 3 tamsk 3 neutralise 1 by coin`
help-notation = How moves are written (capitals or not, with or without spaces and hyphens):
help-notation-matrx = `Gb2` a GIPF piece comes to rest on b2, pushing nothing
    `Te1-e4` a TAMSK stack enters from dot e1 and pushes: the last pushed piece ends on e4; `Te1-e2`, where it comes to rest itself, is the same
help-notation-gipf = `b2` a basic piece comes to rest on b2, pushing nothing
    `e1-e4` it enters from dot e1 and pushes: the last pushed piece ends on e4; `e1-e2`, where it comes to rest itself, is the same
    `Zb2` a piece loaded with a ZÈRTZ potential, where potentials are agreed on; `Gb2` a GIPF piece in the tournament version
help-notation-board = `Zc3-f6` the potential on top of c3 goes to f6
    `+b2`, `+e1-e4` the extra move of a TAMSK potential; `+x` gives it up
    `xb2,c3,d4*` clears these spots of a row; a star takes a stack
    `Zc3-f6; xc6,d6,e6*,f6*` a whole turn in one line, with `;` between its actions
help-notation-zertz = `Wd4,d1` a white marble on d4, ring d1 taken off; `leave` behind it claims nothing
    `d1-d3-d5` the marble on d1 jumps to d3 and on to d5; as I write it, `x d1Wd3Gd5` names what is captured, too
help-notation-run = `k m14` the black breaker steps to m14; `k n` goes north; `boost` and `hold` answer a roll
    `use k`, `use k swap r`, `use b m16 pay k r` abilities of custom breakers, see `help breakers`; `g n sum` a step with a strength of your choice
help-notation-number = A number, `1`, picks an answer from a list.
# In front of what is about one game, where all games are told of.
help-of-games = { $family ->
    [matrx] MATRX GIPF:
    [gipf] GIPF:
    [hex] MATRX GIPF and GIPF:
    [zertz] ZÈRTZ:
    [run] The run:
   *[all] All games:
}
help-board-pictures-hex = Pictures: White's pieces are round, Black's have eight corners; a second edge below a piece makes it a stack. The arrow and the orange trail or ring show the last turn, a cross what was captured, a dashed circle what was taken back. The pink outline is a row to deal with, and its numbers are those of the answers. The name in a frame is to move; below it is the reserve, opposite, crossed out, what is out of the game, and a `G` in a hexagon counts the GIPF pieces on the board.
help-board-text-hex = Text: every spot has its name, then what lies on it. CAPITALS are White, small letters Black. `TT` is a stack of two, `G` a single piece, `D'` a piece lying on others (they are listed below); a name alone is an empty spot. In GIPF `B` is a basic piece, `BB` a GIPF piece, `BZ` a piece loaded with a ZÈRTZ potential, and `Z` one that has jumped and lies alone. `.b1` is a dot on the rim from which pieces enter. `[ ]` marks what the last turn changed and what has entered, with `-` where a spot is empty now, `!` what has to be dealt with. In a reserve `3TT` are three stacks, `2ZZ 1Z` two stacks and a single piece.
help-board-narrow-hex = Narrow text (`boards text`, or `board text` once): what lies on a spot stands in place of its name, and `*` marks what the last turn changed.
help-board-pictures-zertz = Pictures: an orange ring or trail shows the last turn, a cross what was captured, a dashed circle the ring that was taken off. A broken pink ring marks marbles that can capture. The name in a frame is to move; the racks show what each player has captured, and how much each set still misses.
help-board-text-zertz = Text: every ring has its name, then its marble, `W`, `G` or `B`. `*` marks what the last turn changed, `!` marbles that can capture. Below stand the pool and what each player has captured.
help-board-pictures-run = Pictures: the bolt is brain damage, the hand your power-ups, the bank what is left of them, and the cards are structures to come.
help-board-text-run = Text: `K3` is black ice of strength 3, `KF` the black fort (6), `+` a token lying on it, `.` a space where a structure can appear, `.kg` one where k and g can step next. Below a structure stands who is on it, `@k`, or who can step there next, `>kg`; breakers outside can start anywhere. `*` has just changed, `?` is asked about. A matrix too wide for a phone goes on in a second part: `>` and `<` at the letters say so; ` :` stands for empty rows.
    Odds, below the board: `k` and the four ways from it; `R3 4+ 50%` is a challenge of R3 that a roll of 4 or more wins, `new` one of the next structure, any that has not been seen being equally likely; `k+` is the same when the power-ups in hand are spent, `@g` a space that g holds, `-` one where nothing can be installed, for it is beyond the edge, a structure would get a fourth neighbour, or none is left.
help-board-words = `board words` tells a position in words, `board picture`, `board text` and `board wide` show it so once.
help-topic-position = How positions are written for `setup`, a part behind the other with a space between:
    GIPF: `gipf-standard w b2=BZ,c3=b,e5=bb,h2=BB B10Z3 B14Z3`. Who moves (`w`, `b`); spots in the order of their names with what lies on them from the bottom up, CAPITALS White, small letters Black; the reserves of White and of Black. `-` stands for nothing. MATRX is written the same way: `matrx w b2=TT,c3=DDd,e5=G G1T4 G2D2`. `gipf-tournament` ends with who may still enter GIPF pieces: `Gg`, `G`, `g` or `-`.
    ZÈRTZ: `zertz-basic 1 a1=w,a2,b2=g,b3 w3g5b9 w1 g1`. Who moves (`1`, `2`); the rings that are left, with a marble or without; the pool; what the first and the second player have captured.
    At the very end of a position of GIPF with ZÈRTZ potentials can stand how many jumps White and Black may still challenge, and by what: `neutralise=2/1,by=coin`.
    Run: `export` shows positions of lessons, and `setup run` one to begin with.
help-topic-breakers = Custom breakers replace plain ones: `run custom all`, or `run custom k=3 r` for number 3 of black and a rolled one of red, with `target 7` or without. Most are one weaker than the plain die, blue ones two. The +1 for the same colour and boosts hold for all of them. An ability is typed instead of a step, as often as you like and can pay; its price comes first, and damage from it can end the run. Steps are counted along structures; from outside every structure is one step away.
