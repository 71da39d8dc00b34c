# Help and rules, in the bot's own words.

help = I host duels of MATRX GIPF, GIPF and ZÈRTZ in rooms and Matrix runs in direct messages. In a table's thread the prefix can be left out, and so can the word move:
help-direct = I host duels of MATRX GIPF, GIPF and ZÈRTZ in rooms and Matrix runs in direct messages. Here no prefix is needed:
help-line = `{ $form }` { $what }
help-topics = `{ $prefix }help TOPIC` tells more; topics are { $topics }, and every command.
no-such-topic = There is no help about “{ $text }”. Topics are { $topics }, and every command.

## Commands

help-help = explains, in short or one topic
help-games = lists the games
help-rules = explains a game
help-challenge = asks somebody for a duel; `help options` tells what can be agreed on besides the game
help-accept = agrees to a challenge, a draw, a takeback or a rematch
help-decline = turns it down
help-withdraw = takes your challenge back
help-move = plays a move (short: m)
help-board = shows the board
help-moves = lists what can be played
help-hint = tells what the computer would do in your run, and why; the run does not count for `top` then
help-odds = tells how likely a run is won from here
help-takeback = asks to take your last move back; in a run it does so at once, unless a die was rolled or a structure shown (also: undo)
help-draw = offers a draw
help-won = tells how it ended when the two of you settle a jump between yourselves
help-resign = gives a duel up
help-rematch = asks for another game
help-tables = lists the tables of this room
help-run = starts a run, in your direct message with me; `run here` where you are, for others to watch; `run day` the run of the day
help-setup = opens a lesson with a position text, as `setup gipf-basic w b2=b,e2=B B12 B12`: you play all sides, alone; in a direct message
help-day = shows the table of the run of the day; in a room, `on` has it posted after every day
help-top = shows the best players of this room, or of all rooms
help-me = shows your own figures; `off` takes you off the lists that others see
help-quit = gives a run up
help-export = shows the record of a game
help-verify = checks deal and dice of a finished run
help-forget = deletes your results and finished runs

## Topics

help-topic-play = A duel step by step:
    1. `{ $prefix }challenge @name` asks somebody in this room; `{ $prefix }accept` starts the game. The board appears in a thread below the challenge.
    2. Write your moves in that thread. Your first three turns enter your GIPF pieces: `Gb2` puts one on b2, `Ge1-e4` pushes it in from dot e1 when pieces are in the way.
    3. Then each turn enters a stack of two, `Tb3`, or uses the top piece of a stack on the board, `Zc3-f6`.
    4. Four of your pieces in line are a row: I ask you which spots to clear.
    5. `moves` lists what is possible, `moves Z` only what contains a Z.
    `rules matrx` explains the game itself, `help notation` the moves. `games` lists the other games: `{ $prefix }challenge @name zertz-basic`.
help-topic-options = What can stand behind a challenge, in any order:
    `white`, `black` or `random`: your side (`first`, `second` in ZÈRTZ)
    `black+2` (`gipf-basic`): Black owns two pieces more; 1 to 3, for one side
    `zertz 3`, `tamsk 3` (GIPF): each side also owns so many ZÈRTZ or TAMSK potentials, 3 to 6
    `neutralise 2` (GIPF with ZÈRTZ potentials): each side may challenge two jumps of the other. When somebody is about to jump, the other one types `allow` or `neutralise`. Whoever challenges has to win; a tie is not enough. Then the potential is out of the game, and another move has to be made.
    `by zertz-basic`: a game of ZÈRTZ decides a challenged jump, at a table of its own, while the other game waits; so it is if you name nothing. Any other game for two can be named, or `by coin`, `by die`, or `by ourselves`: then you settle it as you like, and both of you type `won`, `lost` or `tied`.
    All of it: `{ $prefix }challenge @name gipf-tournament white zertz 3 tamsk 3 neutralise 1 by coin`
help-topic-notation = How moves are written (capitals or not, with or without spaces and hyphens):
    `Gb2` a GIPF piece comes to rest on b2, pushing nothing
    `Te1-e4` a TAMSK stack enters from dot e1 and pushes; any spot of the line after the dot will do
    `b2`, `e1-e4` (GIPF) the same with a basic piece; `Zb2` with a loaded one
    `Zc3-f6` the top piece of the stack on c3 goes to f6
    `+b2`, `+e1-e4` the extra move of a TAMSK potential; `+x` gives it up
    `xb2,c3,d4*` clears these spots of a row; a star takes a stack
    `Wd4,d1` (ZÈRTZ) a white marble on d4, ring d1 taken off; `leave` behind it claims nothing
    `d1-d3-d5` (ZÈRTZ) the marble on d1 jumps to d3 and on to d5
    `k m14` (run) the black breaker steps to m14; `k n` goes north; `boost` and `hold` answer a roll
    `use k`, `use k swap r`, `use b m16 pay k r` (run) abilities of custom breakers, see `help breakers`; `g n sum` a step with a strength of your choice
    A number, `1`, picks an answer from a list.
help-topic-board = How boards are written:
    Duel: every spot has its name, then what lies on it. CAPITALS are White, small letters Black. `TT` is a stack of two, `G` a single piece, `D'` a piece lying on others (they are listed below); a name alone is an empty spot. `.b1` is a dot on the rim from which pieces enter. `[ ]` marks what the last turn changed, `!` what has to be dealt with. In a reserve `3TT` are three stacks, `2ZZ+Z` two stacks and a single piece.
    Run: `K3` is black ice of strength 3, `KF` the black fort (6), `+` a token lying on it, `.` a space where a structure can appear, `.kg` one where k and g can step next. Below a structure stands who is on it, `@k`, or who can step there next, `>kg`; breakers outside can start anywhere. `*` has just changed, `?` is asked about. A matrix too wide for a phone goes on in a second part: `>` and `<` at the letters say so; ` :` stands for empty rows.
    Odds, below the board: `k` and the four ways from it; `R3 4+ 50%` is a challenge of R3 that a roll of 4 or more wins, `new` one of the next structure, any that has not been seen being equally likely; `k+` is the same when the power-ups in hand are spent, `@g` a space that g holds, `-` one where nothing can be installed.
help-topic-run = A run step by step (in a direct message; `{ $prefix }run` in a room opens it, `{ $prefix }run here` makes one in a thread for others to watch):
    1. `run` deals the structures; `run target 7` sets the most damage you allow yourself.
    2. `k m13` sends the black breaker to space m13, `k n` one space north. k, g, r, b are your breakers; from outside they may start anywhere.
    3. On an empty space a new structure appears first. Entering a structure is a roll of a die (+1 for the same colour) against its strength. More: broken. Otherwise one brain damage; ice lets you in all the same, a fort (strength 6) does not.
    4. Tokens you pick up are power-ups: when a roll falls short and your tokens of that colour can lift it, I ask `boost` or `hold`.
    5. All four breakers on the forts of their own colours: won. Brain damage 10: brain death.
    6. `run custom all` rolls a special breaker for every colour; `run custom k=3 r` takes number 3 for k and rolls one for r. `help breakers` tells what they can do.
    7. `run day` is the run of the day: the same deal and dice for everybody until midnight UTC, one try each. `day` shows its table, `top` the best players, `me` your own figures.
    `rules run` tells it all, `moves k` lists the steps of k, `moves use` the abilities, `hint` what I would do, `quit` gives up.
help-topic-breakers = Custom breakers replace plain ones: `run custom all`, or `run custom k=3 r` for number 3 of black and a rolled one of red, with `target 7` or without. Most are one weaker than the plain die, blue ones two. The +1 for the same colour and boosts hold for all of them. An ability is typed instead of a step, as often as you like and can pay; its price comes first, and damage from it can end the run. Steps are counted along structures; from outside every structure is one step away.

## Rules

gipf-rules = { game-name } (Kris Burm), for two.
    Each side owns { $game ->
        [gipf-basic] 15 basic pieces, of which 3 stand on the board at the start
        [gipf-standard] 18 basic pieces, of which 6 stand on the board at the start as 3 GIPF pieces, two on each other
       *[gipf-tournament] 18 basic pieces; the board is empty at the start
    }.
    A turn enters one piece: it is put on a dot of the rim and pushed along a line onto the next spot; whatever is in the way moves on by one spot. A full line is closed.
    Rows: four neighbouring pieces of your colour in line are a row, and every piece that continues the line without a gap belongs to it. You clear it: your pieces return to your reserve, the others are captured. You deal with your rows right after your move; rows you make for the other side are theirs to deal with before they move. Of rows that cross you choose one.
    { $game ->
        [gipf-basic] Lost: no piece left in reserve on your turn.
        [gipf-standard] GIPF pieces in a row, of either colour, are taken or left as its owner likes; a row of GIPF pieces alone may stay. A GIPF piece that returns is two basic pieces.
            Lost: no GIPF piece left on the board, or no piece left in reserve on your turn.
       *[gipf-tournament] Your first piece is a GIPF piece, two basic pieces on each other (`Gb2`). Your next ones may be as well, until you enter a single piece (`b2`): from then on only singles.
            GIPF pieces in a row, of either colour, are taken or left as its owner likes; a row of GIPF pieces alone may stay. A GIPF piece that returns is two basic pieces.
            Lost: no GIPF piece left on the board, or no piece left in reserve on your turn.
    }
    With potentials (agreed on in the challenge, 3 to 6 of a kind for each side): a potential enters on a basic piece, which then is a loaded piece (`Zb2`); all ZÈRTZ ones first, then all TAMSK ones, then single pieces. Who enters a single piece loses the potentials that have not entered.
    A ZÈRTZ potential jumps once, instead of an entry, over one or more pieces in line onto the first empty spot behind them. A TAMSK potential that is pushed onto e5 gives its owner an extra move: it is pushed in from a dot. Used potentials and what they stood on are single pieces.
    Loaded pieces in a row are taken or left, but four in line with a loaded piece among them have to be broken. A potential that is taken leaves the game.

rules = { $game ->
    [run] The Matrix run (a piecepack solitaire by Jeff Barrett), played alone.
        Structures: 20 pieces of ice, 1 to 5 in four colours, and a data fort of strength 6 in each colour. 14 ice lie on top of the stack, then 6 ice and the 4 forts, shuffled.
        You: four ice breakers k, g, r, b, outside at first, and brain damage 0.
        A step takes one breaker to one of the four spaces next to it, or from outside to any space. If the space is empty, the top structure of the stack is installed there with a token of its colour on it. No structure may have more than three neighbours; where that would happen, none is installed and nothing happens. Two breakers never share a space.
        Then a die is rolled: the roll, +1 when breaker and structure have the same colour, plus one for every power-up of the structure's colour that you spend. Greater than the structure's strength: broken, the breaker moves there. Otherwise: 1 brain damage; ice lets the breaker in all the same, a fort keeps it out. Whoever comes onto a structure takes the token on it.
        Brain damage 10 is brain death. Four forts, each under the breaker of its own colour, win the run. With a target, more damage than that loses, and so does having nothing left to do.
        Custom breakers: each colour has six breakers with strengths and abilities of their own, which may take the place of the plain one. `help breakers` lists them.
    [gipf-basic] { gipf-rules }
    [gipf-standard] { gipf-rules }
    [gipf-tournament] { gipf-rules }
    [zertz-basic] { zertz-rules }
    [zertz-tournament] { zertz-rules }
   *[matrx] { game-name } (Kris Burm), for two.
        Goal: capture all three GIPF pieces of the other side, or leave it without a move.
        Each side owns 3 GIPF pieces (G) and 30 potentials, which enter as stacks of two of a kind: TAMSK (T), ZÈRTZ (Z), DVONN (D), YINSH (Y), PÜNCT (P).
        A turn enters one piece or stack, or uses a stack on the board. To enter, a piece is put on a dot of the rim and pushed along a line; whatever is in the way moves on by one spot. A full line is closed. GIPF pieces in reserve enter first.
        The top piece of a stack can be used once; both pieces are singles afterwards:
        Z jumps over one or more pieces in line onto the first empty spot behind them.
        Y slides over empty spots.
        D and P run along a line onto the first piece, if that is an enemy of the same kind; they cover it until they are removed.
        T has no move, but when your T-stack is pushed onto e5, you push its top piece in again at once: an extra move. If your opponent pushed it there, the extra move comes before your turn. You may give it up; the piece then leaves the game.
        Rows: four neighbouring pieces of your colour in line are a row, and every piece that continues the line without a gap belongs to it. You clear it: all singles, and of the stacks as many as you like, but the four must be broken. Your pieces return to your reserve, the others are captured. You deal with your rows right after your move; rows you make for the other side are theirs to deal with before they move.
        Lost: no GIPF piece left, or nothing to play.
}
