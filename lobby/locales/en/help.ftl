# Help. `**` encloses bold text, `- ` begins a list item. In Fluent, no continued line can begin with an asterisk:
# it begins with {"**"} instead.

# $topics is a list of words that `help` takes, the same in every language.
help-hosts = I host MATRX GIPF, GIPF and ZÈRTZ for two, and the Matrix run for one.
help-overview = { help-hosts }

    {"**"}Play**
    - `{ $prefix }challenge @name` (MATRX GIPF) or `{ $prefix }challenge anyone zertz`: play someone
    - `{ $prefix }accept`: start the game in a thread. Type moves there without the prefix, e.g. `Gb2`; also `moves`, `takeback`, `draw`, `resign`.
    - `{ $prefix }play`: play the computer
    - `{ $prefix }run`: play solo; `{ $prefix }run day`: today's run

    {"**"}Learn**
    - `{ $prefix }rules matrx`: step by step; `{ $prefix }help matrx`: how to play here
    - `{ $prefix }puzzle`: find the best move; `{ $prefix }games`: all games

    {"**"}Look**
    - `{ $prefix }mine`: your games; `{ $prefix }tables`: this room's
    - `{ $prefix }top`: leaderboard; `{ $prefix }me`: your stats

    More: `{ $prefix }help commands`, or `{ $prefix }help TOPIC` for { $topics }, a command or a game
help-direct = { help-hosts } No prefix needed here.

    {"**"}Play**
    - `run`: play solo, with steps like `k m14`; `run day`: today's run
    - `play`: MATRX GIPF against the computer; `play zertz easy`: easy ZÈRTZ
    - To play someone, invite me to a room and type `{ $prefix }challenge @name`.

    {"**"}Learn**
    - `rules run`: step by step; `help run`: how to play here
    - `puzzle`: find the best move; `setup`: try out a position; `games`: all games

    {"**"}Look**
    - `board`, `moves`, `hint`: the current game; `mine`: your games
    - `day`, `top`: leaderboards; `me`: your stats

    More: `help commands`, or `help TOPIC` for { $topics }, a command or a game
help-at-puzzle = **This puzzle**: type your turn as in any game. `{ $prefix }hint` narrows down the answer; `{ $prefix }solution` reveals it.
help-commands = `{ $prefix }help COMMAND` explains a command. In a game's thread, leave out the prefix and `move`. Table numbers go before the command or, with most, after it: `{ $prefix }t7 board`, `{ $prefix }export t7`.
# A heading of the list of commands.
help-group = { $group ->
    [learn] **Learn**
    [play] **Play**
    [solo] **Play solo**
    [look] **Look**
    [time] **Time**
   *[settings] **Settings**
}
help-line = `{ $form }`: { $what }
help-topics = More: `{ $prefix }help TOPIC`, for { $topics }, or a game: { $games }.
help-no-such-topic = I have no help on “{ $text }”. { $near ->
    [none] Topics: { $topics }, any command, any game (`{ $prefix }games`).
   *[other] Did you mean { $near }? All topics: `{ $prefix }help commands`.
}

## Commands

# Behind the form of a command in a list; imperative.
help-help = get help
help-help-more = `{ $prefix }help commands` lists the commands; `{ $prefix }help matrx` explains a game, `{ $prefix }help rematch` a command.
help-games = list all games, or someone's open games here
help-games-more = `{ $prefix }games` lists game names, as in `{ $prefix }challenge @bob zertz-basic`; `gipf` means `gipf-standard`, `zertz` means `zertz-basic`. `{ $prefix }games @bob`: Bob's open games.
help-rules = learn a game step by step
help-rules-more = `{ $prefix }rules matrx` lists the steps; `{ $prefix }rules matrx 3` shows one. In a game, `{ $prefix }rules 3` is enough.
help-next = next step of the rules; in a game, what to do now
help-next-more = `{ $prefix }rules matrx`, then `{ $prefix }next` for each step.
help-challenge = invite someone to a game (options: `{ $prefix }help options`)
help-challenge-more = In a room: `{ $prefix }challenge @bob` (MATRX GIPF), `{ $prefix }challenge anyone zertz white`, `{ $prefix }challenge @bob gipf-basic black+2` (handicap). Sides are random by default.
help-play = play the computer (levels: `{ $prefix }help levels`)
help-play-more = `{ $prefix }play` starts MATRX GIPF; or choose: `{ $prefix }play gipf-basic hard black`.
help-accept = accept a challenge, draw, takeback, pause or rematch
help-accept-more = `{ $prefix }accept`, or `{ $prefix }accept t6` to pick one of several. If there's only one, `{ $prefix }yes` works too.
help-decline = decline a challenge, draw, takeback, pause or rematch
help-decline-more = `{ $prefix }decline`, or `{ $prefix }decline t6` to pick one of several.
help-withdraw = withdraw your challenge or request (draw, takeback, pause, rematch)
help-withdraw-more = `{ $prefix }withdraw`, or `{ $prefix }withdraw t6`, until the other player answers.
help-move = make a move (short: `m`)
help-move-more = `Gb2` in the game's thread, or `{ $prefix }t7 move Gb2`. Notation: `{ $prefix }help notation`.
help-board = show the board as a picture, text or words
help-board-more = `{ $prefix }board words` suits screen readers, `{ $prefix }board 12` shows the board after turn 12, `{ $prefix }t7 board` another game, even a finished one.
help-moves = show what to do now and your legal moves
help-moves-more = `{ $prefix }moves Z` lists moves of ZÈRTZ pieces, `{ $prefix }moves c3` those involving c3. On an empty board, one move represents all like it.
help-hint = ask what I'd play, and why
help-hint-more = `{ $prefix }hint` works in lessons, puzzles, runs and games against the computer. In a run I ask first: after a hint, a win doesn't count for `{ $prefix }top`; after `{ $prefix }odds`, it does.
    No hints in the run of the day or in games between people. Until such a game or any run ends, lessons and games against me give none on its positions (after 4 actions), and its players get none for the same game.
help-odds = show your chance of winning the run
help-odds-more = For `{ $prefix }odds`, I play on from here many times and count my wins.
help-takeback = undo your last turn, if your opponent agrees (also: `undo`)
help-takeback-more = `{ $prefix }takeback` undoes your last turn and all after it; mid-turn, or in a run or lesson, only the last action. Outside lessons, coin flips, dice rolls and a run's revealed structures are final.
help-draw = offer a draw
help-draw-more = Your opponent types `{ $prefix }accept` or `{ $prefix }decline`; a move declines too.
help-won = report who won when you settle a jump yourselves
help-won-more = With `by ourselves`, the winner types `{ $prefix }won`, the loser `{ $prefix }lost`. After a tie, both type `{ $prefix }tied`: the jump goes ahead.
help-resign = resign the game
help-resign-more = `{ $prefix }resign`, then `{ $prefix }resign` or `{ $prefix }yes` within 2 minutes. `{ $prefix }quit` does the same.
help-rematch = ask for another game
help-rematch-more = Type `rematch` in a finished game's thread. If your opponent agrees, you swap sides.
help-tables = list the games here; `{ $prefix }tables over`: finished ones
help-tables-more = Then name a table: `{ $prefix }t7 board`, `{ $prefix }export t7`.
help-yes = answer a question; `ok` means yes
help-yes-more = `{ $prefix }yes` accepts offers and challenges, allows a jump, boosts a roll, and confirms when I ask.
help-run = start a run in our direct message; `{ $prefix }run here`: for others to watch; `{ $prefix }run day`: run of the day
help-run-more = Examples: `{ $prefix }run target 7` (at most 7 brain damage), `{ $prefix }run custom all` (custom breakers), `{ $prefix }run seed friends` (same deal and dice for everyone with that word)
help-setup = try out a position, making every move yourself, in a direct message
help-setup-more = `setup gipf-standard` sets up the start, `setup zertz-basic 1 a1=w,a2,b2=g,b3 w3g5b9 w1 g1` any position (format: `{ $prefix }help position`).
help-replay = replay a game as an animation or a page
help-replay-more = `replay` in a thread, `{ $prefix }replay t7`, or `{ $prefix }replay page t7` for a page to step through in a browser. With no game in progress, `{ $prefix }replay` shows the last finished one.
help-boards = show or set how I draw boards, for this room or for you
help-boards-more = `{ $prefix }boards text` draws them as text; `{ $prefix }boards default` resets that. For one board only: `{ $prefix }board text`.
help-theme = show or set the colours of pictures, for this room or for you
help-theme-more = Examples: `{ $prefix }theme dark`, `{ $prefix }theme default`
help-settings = list this room's settings, or yours in direct messages
help-settings-more = `{ $prefix }help settings` explains them.
help-set = change a setting of this room, or yours in direct messages
help-set-more = Examples: `{ $prefix }set level hard`, `{ $prefix }set theme default`. Only moderators can change a room's.
help-zone = show or set this room's time zone, or yours
help-zone-more = Example: `{ $prefix }zone Europe/Paris`. Default: UTC; for you, the zone in your profile, if it has one.
help-clock = show or set the default clock for challenges
help-clock-more = `{ $prefix }clock 3d`: 3 days a turn; `{ $prefix }clock none`: no clock. In a timed game's thread, `clock` shows the time left, `set clock` the default.
help-notify = get a direct message when it's your turn
help-notify-more = 15 minutes into your turn, a direct message lists the games waiting for you, at most every 6 hours. `notify off` there ends that.
help-digest = get a regular list of the games waiting for you
help-digest-more = In a direct message: `digest daily` or `digest weekly`; `digest off` ends it.
help-day = leaderboard of the run of the day; `on` posts it daily in a room
help-day-more = Moderators type `{ $prefix }day on` in a room; I post results after midnight UTC.
help-top = leaderboard of this room or all rooms
help-top-more = `{ $prefix }top all` (all rooms), `{ $prefix }top matrx` (one game), `{ $prefix }top custom` (runs with custom breakers)
help-me = your stats; `off` hides you from leaderboards
help-me-more = `{ $prefix }me on` shows you again.
help-quit = give up a run
help-quit-more = `{ $prefix }quit`, then `{ $prefix }quit` or `{ $prefix }yes` within 2 minutes. The run counts as lost, unless you've done nothing yet.
help-export = show a game's record
help-export-more = `export` in the game's thread, or `{ $prefix }export t7`, even for a finished game.
help-verify = check a finished run's deal and dice
help-verify-more = After a run, `{ $prefix }verify` shows its seed and how to check the hash I gave at the start. To check deal and dice yourself:
    1. Numbers: the ChaCha20 keystream (RFC 8439; key: the seed; nonce and counter: 0) in little-endian 32-bit words. A number below n is the next word modulo n, skipping words not below the largest multiple of n up to 2³².
    2. Shuffle: from the last place to the second, swap place i (counted from 0) with place “number below i + 1”.
    3. Deal: shuffle k1–k5, g1–g5, r1–r5, b1–b5; the first 14 go on top. Add forts k, g, r, b behind the other 6; shuffled, these 10 go below.
    4. Dice: number below 6, plus 1; first for random custom breakers, then in order of play. `{ $prefix }export` shows your actions.
help-analyse = find a finished game's turning points and better moves
help-analyse-more = `analyse` in a finished game's thread, or `{ $prefix }analyse t7`. On its own, `{ $prefix }analyse` takes the last finished game.
help-forget = delete your data
help-forget-more = `{ $prefix }forget me`, then `{ $prefix }forget me` or `{ $prefix }yes`. You can't undo this.

help-game-of-that-name = For the game, type `{ $prefix }help { $game }`.
help-board-lines = { $game ->
    [run] Columns run from `a` to `y`, rows from 1 to 25; `m13` is the middle. Steps go north, east, south or west.
    [zertz-basic] { help-ring-lines }
    [zertz-tournament] { help-ring-lines }
   *[matrx] **{ game-name }**: pieces come in from the dots (`.b1`) and stay on spots (`b2`). Lines run from dot to dot: { gipf-line }
}
help-ring-lines = **{ game-name }**: jumps follow straight lines, { zertz-line }
gipf-line = up a column (`.e1` e2 e3 …) and along both diagonals (`.a1` b2 c3 … `.i5`; `.a5` b5 c5 … `.i1`). Some dots start two lines; the end spot says which: `d1-d4` or `d1-g2`.
zertz-line = up a column (d1 d2 d3 …) and along both diagonals (a1 b2 c3 d4 e4 f4 g4; a4 b4 c4 d4 e3 f2 g1).

## Topics

help-topic-play = **Play the computer**
    - `{ $prefix }play`, or `{ $prefix }play zertz easy white`

    {"**"}Play MATRX GIPF with someone**
    1. `{ $prefix }challenge @name` in a room. Once they `{ $prefix }accept`, the board appears in a thread.
    2. Type moves there. GIPF pieces come first: `Gb2` brings one in on b2, `Ge1-e4` pushes one in from dot e1.
    3. Then bring in a stack each turn (`Tb3`), or move the top piece of one (`Zc3-f6`).
    4. Four of your pieces in line make a row: I clear it, or ask how.
    5. `moves` lists your legal moves.

    More: `{ $prefix }rules matrx`, `{ $prefix }help notation`, `{ $prefix }help levels`, `{ $prefix }games`
help-topic-levels = **Levels**, by name or number: `{ $prefix }play zertz hard`. Default: the one you set or last played, or else the room's, or { $first }.
    1. beginner: sees only its own turn and misses a lot, but takes what you leave hanging
    2. easy: sees only its own turn, but misses less
    3. medium: looks a few turns ahead, slips now and then
    4. hard: thinks for a moment, without slips
    5. expert: thinks for half a second
    6. master: thinks for a few seconds

    {"**"}Playing the computer**
    - It plays every two-player game, with all options except clocks; `by ourselves` becomes `by coin`. It doesn't accept draws.
    - `takeback` is free, except for coin flips and dice rolls; `hint` shows what level 6 would play.
    - Games against the computer aren't ranked.
help-topic-options = **Options you can add to a challenge**, in any order:
    - `white`, `black` or `random`: your side (in ZÈRTZ, `first` or `second`)
    - `3d` (3 days a turn), `2d+12h/4d` (2 days, plus 12 hours a turn, at most 4 days), `normal` (`2d+1d/4d`), `slow` (`10d+36h/10d`) or `none`: the clock
    - `strict`: vacations and weekends don't stop the clock
    - `black+2` (`gipf-basic`): 1–3 extra pieces for one side
    - `zertz 3`, `tamsk 3` (GIPF): 3–6 ZÈRTZ or TAMSK potentials each

    {"**"}Challenged jumps** (GIPF with ZÈRTZ potentials)
    - `neutralise 2`: you may each challenge 2 jumps (without a number, 1). Before a jump, the opponent types `allow` or `neutralise`. If the challenger wins (a tie isn't enough), the potential leaves the game and the jumper moves again.
    - `by zertz-basic` (the default) or another two-player game, `by coin`, or `by die`: what decides
    - `by ourselves`: settle it, then both type `won`, `lost` or `tied`.

    All together: `{ $prefix }challenge @name gipf-tournament white zertz 3 tamsk 3 neutralise 1 by coin`
help-notation = **How to write moves** (case, spaces and hyphens don't matter; `;` joins actions)
help-notation-matrx = - `Gb2`: a GIPF piece, brought in on b2 without a push
    - `Te1-e4`: a TAMSK stack, pushed in from dot e1; the last pushed piece ends on e4
help-notation-gipf = - `b2`: a basic piece, brought in on b2 without a push
    - `e1-e4`: one pushed in from dot e1; the last pushed piece ends on e4
    - `Zb2`: a piece loaded with a ZÈRTZ potential; `Gb2`: a GIPF piece (tournament)
help-notation-board = - `-e2` instead of `-e4` works too: the new piece itself stops on e2.
    - `Zc3-f6`: the potential on top of c3 moves to f6
    - `+b2`, `+e1-e4`: a TAMSK potential's extra move; `+x` gives it up
    - `xb2,c3,d4*`: clear these spots of a row; `*` takes a stack
help-notation-zertz = - `Wd4,d1`: white marble on d4, ring d1 removed; add `leave` to claim nothing
    - `d1-d3-d5`: the marble on d1 jumps to d3, then d5 (I write `x d1Wd3Gd5`)
help-notation-run = - `k m14`: black steps to m14; `k n`: north; `boost`, `hold`: answers to a roll
    - `use b m16 pay k r`: an ability (`{ $prefix }help breakers`); `g n sum`: a chosen strength
help-notation-number = - `1`: an answer from a list
# In front of what is about one game, where all games are explained.
help-of-games = { $family ->
    [matrx] **MATRX GIPF**
    [gipf] **GIPF**
    [hex] **MATRX GIPF and GIPF**
    [zertz] **ZÈRTZ**
    [run] **The Matrix run**
   *[all] **All games**
}
help-board-pictures-hex = - Pictures: White is round, Black has corners; a second edge marks a stack. Orange: last turn; cross: captured; dashed circle: taken back; pink: row to clear. The player to move is framed. By each name: the reserve; opposite: lost pieces; hexagon: GIPF pieces on the board.
help-board-text-hex = - Text: CAPITALS are White, small letters Black. `TT` is a stack, `G` a single, `D'` a piece on others (listed below). In GIPF, `B` is a basic piece, `BB` a GIPF piece, `BZ` a loaded piece, `Z` a potential that has jumped. `[ ]` marks the last turn's changes, `!` what needs action. In reserve, `2ZZ 1Z` is two stacks and a single.
help-board-narrow-hex = - Narrow text (`{ $prefix }boards text`): pieces replace the names of their spots; `*` marks the last turn's changes.
help-board-pictures-zertz = - Pictures: last turn (orange), captured marble (cross), removed ring (dashed circle), marble that can capture (broken pink ring). The player to move is framed. The racks show captures and what sets still need (`–3` of a colour).
help-board-text-zertz = - Text: each ring shows its name, then its marble, `W`, `G` or `B`. `*` marks the last turn's changes, `!` marbles that can capture.
help-board-pictures-run = - Pictures: the bolt is brain damage, the hand your power-ups, the bank the rest; cards are structures to come.
help-board-text-run = - Text: `K3` is black ice of strength 3, `KF` the black fort (6), `+` a power-up, `.` a space where a structure can appear, `.kg` one that k and g can step to. Below a structure, `@k` is a breaker on it, `>kg` those that can step there. `*` just changed, `?` awaits your answer. A wide matrix continues in a second part (`>`, `<` at the letters); ` :` stands for empty rows.
    - Odds: each breaker in four directions. `R3 4+ 50%`: 4 or more beats R3. `new`: the next structure, any possible one equally likely. `k+`: with your power-ups. `@g`: g is there. `-`: no structure fits (the edge, a fourth neighbour, or none left).
help-board-words = - `{ $prefix }board words` describes the position; `{ $prefix }board picture`, `{ $prefix }board text` and `{ $prefix }board wide` show it once.
    - For another game's board, type `{ $prefix }help board` where it's played.
help-topic-settings = **Settings**: moderators change a room's; you change yours in a direct message to me.
    - `{ $prefix }settings` lists them; `{ $prefix }set NAME VALUE` changes one, `{ $prefix }set NAME default` resets it.
    - `boards`: `picture`, `text` or `wide`; `theme`: `light` or `dark`
    - `game`, `level`, `clock`: defaults for `{ $prefix }play` and `{ $prefix }challenge`
    - `zone`: time zone, e.g. `Europe/Paris`

    {"**"}Only in rooms**
    - `prefix`: the sign before commands, e.g. `.`; my name always works too
    - `day on`: the leaderboard and puzzle of the day

    {"**"}Only for you**
    - `quiet 22:00-07:00`: hours without notices and digests
    - `notify off`: no direct message when it's your turn
    - `digest daily`: a list of the games waiting for you
    - `confirm on`: I ask before each move
    - `results private`: hides your results from others
help-topic-position = **Positions for `setup`**, parts separated by spaces:

    {"**"}GIPF**: `gipf-standard w b2=BZ,c3=b,e5=bb,h2=BB B10Z3 B14Z3`
    1. Side to move: `w`, `b`
    2. Spots in alphabetical order, pieces from the bottom up, CAPITALS White, small letters Black (`-`: none)
    3. White's reserve, then Black's (`-`: none)
    4. `gipf-tournament`: who may still bring in GIPF pieces: `Gg`, `G`, `g`, `-`
    5. Optional, with ZÈRTZ potentials: White's and Black's challenges left, and what decides them: `neutralise=2/1,by=coin`

    {"**"}Other games**
    - MATRX works the same way: `matrx w b2=TT,c3=DDd,e5=G G1T4 G2D2`
    - ZÈRTZ: `zertz-basic 1 a1=w,a2,b2=g,b3 w3g5b9 w1 g1` (player to move, `1` or `2`; rings left and their marbles; pool; both players' captures)
    - A game's name alone, as in `setup run`, sets up its start. `export` writes out a lesson's position.
help-topic-breakers = **Custom breakers** replace plain ones: `{ $prefix }run custom all`, or `{ $prefix }run custom k=3 r` for black's number 3 and a random red one. All can be boosted and get +1 against their own colour. Type an ability instead of a step, as often as you can pay; its damage can end the run before it works. Distances are steps between structures; from outside, any structure is 1 step away. In a list of power-ups, `k1` is one black power-up. `{ $prefix }help k4` explains a breaker:
# $names is a list.
help-breakers-of = { $colour ->
    [k] Black
    [g] Green
    [r] Red
   *[b] Blue
}: { $names }
