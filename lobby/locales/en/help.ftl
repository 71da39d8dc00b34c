# Help. `**` encloses bold text, `- ` begins a list item. In Fluent, no continued line can begin with an asterisk:
# it begins with {"**"} instead.

# $topics is a list of words that `help` takes, the same in every language.
help-hosts = I host MATRX GIPF, GIPF and ZÈRTZ for two, and a solo game, the Matrix run.
help-overview = { help-hosts }

    {"**"}Play**
    - `{ $prefix }challenge @name` (MATRX GIPF) or `{ $prefix }challenge anyone zertz`: play someone
    - `{ $prefix }accept` starts the game in its own thread. Type moves there, without the prefix: `Gb2`. `moves`, `takeback`, `draw` and `resign` work there too.
    - `{ $prefix }play`: play the computer
    - `{ $prefix }run`: play solo; `{ $prefix }run day`: today's run, the same for everyone

    {"**"}Learn**
    - `{ $prefix }rules matrx`: step by step; `{ $prefix }help matrx`: how to play here
    - `{ $prefix }puzzle`: find the best move; `{ $prefix }games`: all games

    {"**"}Look**
    - `{ $prefix }mine`: all your games; `{ $prefix }tables`: this room's; `{ $prefix }tables over`: finished ones
    - `{ $prefix }top`: leaderboard; `{ $prefix }me`: your stats

    More: `{ $prefix }help commands`, or `{ $prefix }help TOPIC` for { $topics }, a command or a game
help-direct = { help-hosts } You need no prefix here.

    {"**"}Play**
    - `run`: play solo; `run day`: today's run, the same for everyone; `run target 7`: at most 7 brain damage. Type steps like `k m14`.
    - `play`: MATRX GIPF against the computer; `play zertz easy`: ZÈRTZ at an easy level
    - Play someone: invite me to a room and type `{ $prefix }challenge @name` there.

    {"**"}Learn**
    - `rules run`: step by step; `help run`: how to play here
    - `puzzle`: find the best move; `setup`: try out a position; `games`: all games

    {"**"}Look**
    - `board`, `moves`, `hint` (what I'd play): this game; `mine`: all your games
    - `day`, `top`: leaderboards; `me`: your stats

    More: `help commands`, or `help TOPIC` for { $topics }, a command or a game
help-at-puzzle = **This puzzle**: type your turn as in any game. After a wrong one I say why. `hint` narrows it down, `solution` reveals it.
help-commands = `{ $prefix }help COMMAND` explains one. In a game's thread, leave out the prefix and the word `move`. A table number goes before or after a command: `t7 board`, `export t7`.
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
help-no-such-topic = { $near ->
    [none] I have no help on “{ $text }”. Topics: { $topics }, any command, any game (`{ $prefix }games`).
   *[other] I have no help on “{ $text }”. Did you mean { $near }? All topics: `{ $prefix }help commands`.
}

## Commands

# Behind the form of a command in a list; imperative.
help-help = get help
help-help-more = `{ $prefix }help commands` lists all commands; `{ $prefix }help matrx` and `{ $prefix }help rematch` explain a game and a command.
help-games = list all games to play, or the open games of someone here
help-games-more = `{ $prefix }games` lists short names, as in `{ $prefix }challenge @bob zertz-basic`: `gipf` means `gipf-standard`, `zertz` means `zertz-basic`. `{ $prefix }games @bob` lists Bob's open games.
help-rules = learn a game step by step, with pictures
help-rules-more = `{ $prefix }rules matrx` lists the steps, `{ $prefix }rules matrx 3` shows one, `{ $prefix }rules matrx all` shows all. In a game's thread or our direct message, `{ $prefix }rules 3` will do.
help-next = next step of the rules; at a table, what to do now
help-next-more = `{ $prefix }rules matrx`, then `{ $prefix }next` for each step.
help-challenge = invite someone to a game (options: `{ $prefix }help options`)
help-challenge-more = Examples: `{ $prefix }challenge @bob` (MATRX GIPF), `{ $prefix }challenge anyone zertz white`, `{ $prefix }challenge @bob gipf-basic black+2` (handicap). Without a side, it's random. Play in the thread below the challenge.
help-play = play the computer (levels: `{ $prefix }help levels`)
help-play-more = `{ $prefix }play` starts MATRX GIPF; or choose: `{ $prefix }play gipf-basic hard black`. Without a side, it's random. `{ $prefix }challenge computer` does the same. `takeback` and `hint` are free.
help-accept = accept a challenge, draw, takeback, pause or rematch
help-accept-more = `{ $prefix }accept`, or `{ $prefix }accept t6` if there are several. With one question open, `yes` and `ok` work too.
help-decline = decline a challenge, draw, takeback, pause or rematch
help-decline-more = `{ $prefix }decline`, or `{ $prefix }decline t6` if there are several. You can ignore a challenge to anyone.
help-withdraw = withdraw your challenge, or your request for a draw, takeback, pause or rematch
help-withdraw-more = `{ $prefix }withdraw`, or `{ $prefix }withdraw t6`, until the other player answers.
help-move = make a move (short: m)
help-move-more = `Gb2` in the game's thread, or `{ $prefix }t7 move Gb2` in the room. How to write moves: `{ $prefix }help notation`.
help-board = show the board: as a picture, narrow or wide text, or words
help-board-more = `board words` suits screen readers, `board wide` shows wide text once, `board 12` the board after turn 12, `{ $prefix }t7 board` another table in this room, even a finished one.
help-moves = show what to do now, and your legal moves
help-moves-more = `moves Z` lists moves of ZÈRTZ pieces, `moves c3` moves involving c3. On an empty board, one move represents all like it.
help-hint = ask what I'd play, and why: in lessons, against the computer, or in runs (which then don't count for `top`)
help-hint-more = Type `hint` as often as you like. In a run I ask first; `odds` is free.
    No hints in the run of the day, in games between people, or in lessons on a position of an unfinished run or game (of four or more actions). While you play one yourself, lessons on that game give none.
help-odds = show your chance of winning the run
help-odds-more = `odds` has the computer play on from here many times and counts its wins.
help-takeback = undo your last turn, if your opponent agrees; in a run, whatever rolled no die and revealed nothing (also: undo)
help-takeback-more = `takeback` undoes your last turn and everything after it, or only your last action while your turn goes on. In runs and lessons it undoes the last action at once. Coin flips, dice rolls and a run's revealed structures are final.
help-draw = offer a draw
help-draw-more = After `draw`, your opponent types `accept` or `decline`; their move declines it too.
help-won = report the result when you settle a jump between yourselves
help-won-more = If you agreed on `by ourselves` and won, type `won`; your opponent types `lost`. After a tie, you both type `tied`, and the jump goes ahead.
help-resign = resign the game
help-resign-more = `resign`, then `resign` or `yes` within 2 minutes. Your opponent wins. `quit` does the same.
help-rematch = ask for another game
help-rematch-more = Type `rematch` in a finished game's thread. If your opponent agrees, you swap sides and play there.
help-tables = list this room's games; `{ $prefix }tables over`: finished ones
help-tables-more = Use the table numbers anywhere: `{ $prefix }t7 board`, `{ $prefix }export t7`.
help-yes = answer a question from me or your opponent; `ok` means yes
help-yes-more = `yes` answers offers, challenges and my questions: to resign, to take a hint or make a move at its price, to allow a jump, or to boost a roll.
help-run = start a run in our direct message; `{ $prefix }run here`: for others to watch; `{ $prefix }run day`: run of the day
help-run-more = Examples: `{ $prefix }run`, `{ $prefix }run target 7` (at most 7 brain damage), `{ $prefix }run custom all` (custom breakers), `{ $prefix }run seed friends` (same deal and dice for everyone with that word)
help-setup = try out a position, making every move yourself, in a direct message
help-setup-more = `{ $prefix }setup gipf-standard` sets up the start, `{ $prefix }setup zertz-basic 1 a1=w,a2,b2=g,b3 w3g5b9 w1 g1` any position (format: `{ $prefix }help position`). Lessons aren't ranked; `takeback` always works.
help-replay = replay a game as an animation, or as a page to step through
help-replay-more = `replay` in a thread, `{ $prefix }replay t7`, or `{ $prefix }replay page t7` for a file that opens in a browser. `{ $prefix }replay` replays the last finished game if none is in progress.
help-boards = show or set how I draw boards in this room, or for you in direct messages
help-boards-more = `{ $prefix }boards` shows the setting, `{ $prefix }boards text` changes it, `{ $prefix }boards default` resets it. For one board only: `board text`.
help-theme = show or set the colours of pictures, for this room or for you
help-theme-more = Examples: `{ $prefix }theme dark`, `{ $prefix }theme default`
help-settings = list the settings of this room, or yours in direct messages
help-settings-more = Each line names the value, who set it, and how to change it. `{ $prefix }help settings` explains them.
help-set = change a setting of this room, or yours in direct messages
help-set-more = Examples: `{ $prefix }set level hard`, `{ $prefix }set theme default`. In a room, moderators can do that.
help-zone = show or set the time zone of this room, or yours
help-zone-more = Example: `{ $prefix }zone Europe/Paris`. Without one, I take the zone in your profile, or UTC.
help-clock = show or set the default clock for challenges
help-clock-more = `{ $prefix }clock 3d` is 3 days a turn; `{ $prefix }clock none` plays without a clock. In a game's thread, `clock` shows the time left, and `set clock` the default.
help-notify = get a direct message when it's your turn
help-notify-more = If you haven't moved after 15 minutes, I list the games that wait for you in our direct message, at most every 6 hours. `notify off` there ends that.
help-digest = get a message with the games that wait for you
help-digest-more = In a direct message: `digest daily` or `digest weekly`; `digest off` ends it.
help-day = leaderboard of the run of the day; `on` posts it here daily
help-day-more = If a moderator types `{ $prefix }day on`, I post it here after every midnight UTC.
help-top = leaderboard of this room or all rooms, for games and runs
help-top-more = `{ $prefix }top` (this room), `{ $prefix }top all` (all rooms), `{ $prefix }top matrx` (one game), `{ $prefix }top custom` (runs with custom breakers)
help-me = your stats; `off` hides you from leaderboards
help-me-more = `{ $prefix }me off` hides you; `{ $prefix }me on` shows you again.
help-quit = give up a run
help-quit-more = `quit`, then `quit` or `yes` within 2 minutes. The run counts as lost, unless you've done nothing yet.
help-export = show a game's record
help-export-more = `export` in the thread, or `{ $prefix }export t7` for a table in this room, even a finished one. `{ $prefix }export` shows the last finished game if none is in progress. My documentation explains the format.
help-verify = check a finished run's deal and dice
help-verify-more = After a run, `verify` shows its seed and how to check my promise from the start. To check deal and dice without me:
    1. Numbers: the ChaCha20 keystream (RFC 8439; key: the seed; nonce and counter: 0) in little-endian 32-bit words. For a number below n, take the next word modulo n. Skip words that aren't below the largest multiple of n up to 2³².
    2. Shuffle: from the last place to the second, swap place i (counted from 0) with place “number below i + 1”.
    3. Deal: shuffle k1–k5, g1–g5, r1–r5, b1–b5; the first 14 go on top. Add forts k, g, r, b behind the other 6 and shuffle these 10: they go below.
    4. Dice: number below 6, plus 1; first for custom breakers you rolled, then in order of play. `export` shows your actions.
help-analyse = find a finished game's turning points, and better moves
help-analyse-more = `analyse` in a finished game's thread, or `{ $prefix }analyse t7`. `{ $prefix }analyse` takes the last finished game. Bars below the last board show the evaluation after each turn.
help-forget = delete your run and puzzle results, and your finished runs
help-forget-more = `forget me`, then `forget me` or `yes`. You can't undo this.

help-game-of-that-name = For the game, type `{ $prefix }help { $game }`.
help-board-lines = { $game ->
    [run] The matrix has columns `a` to `y` and rows 1 to 25; `m13` is the middle. Steps go north, east, south or west. A full stop is a space without a structure.
    [zertz-basic] { help-ring-lines }
    [zertz-tournament] { help-ring-lines }
   *[matrx] **{ game-name }**: pieces come in from the dots (`.b1`) and stay on spots (`b2`). Lines run from dot to dot: { gipf-line }
}
help-ring-lines = **{ game-name }**: jumps follow straight lines, { zertz-line }
gipf-line = up a column (`.e1` e2 e3 …) and along both diagonals (`.a1` b2 c3 … `.i5`; `.a5` b5 c5 … `.i1`). Some dots start two lines; the end spot says which: `d1-d4` or `d1-g2`.
zertz-line = up a column (d1 d2 d3 …) and along both diagonals (a1 b2 c3 d4 e4 f4 g4; a4 b4 c4 d4 e3 f2 g1).

## Topics

help-topic-play = **Play the computer**
    - `{ $prefix }play`, or `{ $prefix }play zertz easy white` (easy ZÈRTZ, you begin)

    {"**"}Play MATRX GIPF with someone**
    1. `{ $prefix }challenge @name` in this room. Once they `{ $prefix }accept`, the board appears in a thread below.
    2. Type moves there. Your three GIPF pieces come first: `Gb2` brings one in on b2, `Ge1-e4` pushes one in from dot e1.
    3. Then, each turn, bring in a stack (`Tb3`) or move the top piece of one on the board (`Zc3-f6`).
    4. Four of your pieces in line make a row: I ask which spots to clear.
    5. `moves` lists your legal moves, `moves Z` those of ZÈRTZ pieces.

    More: `{ $prefix }rules matrx`, `{ $prefix }help notation`, `{ $prefix }help levels`, `{ $prefix }games`
help-topic-levels = **Levels**: choose one by name or number: `{ $prefix }play zertz hard`. Your first game is at level { $first }; later, your last level is the default.
    1. beginner: sees only its own turn and misses a lot, but takes what you leave hanging
    2. easy: sees only its own turn, and misses less
    3. medium: looks a few turns ahead, and slips now and then
    4. hard: thinks for a moment, without slips
    5. expert: thinks for half a second
    6. master: thinks for a few seconds, at its best

    {"**"}Playing the computer**
    - It plays every two-player game, with all options except clocks. If a game decides a challenged jump, it plays that too; `by ourselves` becomes `by coin`. It doesn't accept draws.
    - `takeback` is free, except for coin flips and dice rolls; `hint` shows what level 6 would play.
    - Games against the computer aren't ranked.
help-topic-options = **Options you can add to a challenge**, in any order:
    - `white`, `black` or `random`: your side (`first` or `second` in ZÈRTZ)
    - `3d`: a clock of 3 days a turn; `2d+12h/4d`: 2 days, plus 12 hours a turn, at most 4 days; `normal` (`2d+1d/4d`), `slow` (`10d+36h/10d`) or `none`
    - `strict`: vacations and weekends don't stop the clock
    - `black+2` (`gipf-basic`): 1 to 3 extra pieces for one side
    - `zertz 3`, `tamsk 3` (GIPF): 3 to 6 ZÈRTZ or TAMSK potentials each

    {"**"}Challenged jumps** (GIPF with ZÈRTZ potentials)
    - `neutralise 2`: you may each challenge 2 jumps (1 without a number). Before a jump, the opponent types `allow` or `neutralise`. If the challenger wins (a tie isn't enough), the potential leaves the game and the jumper makes another move.
    - `by zertz-basic`: a game of ZÈRTZ (the default) or another two-player game decides, while this one waits.
    - `by coin`, `by die`, or `by ourselves`: settle it, then both type `won`, `lost` or `tied`.

    All together: `{ $prefix }challenge @name gipf-tournament white zertz 3 tamsk 3 neutralise 1 by coin`
help-notation = **How to write moves** (capitals, spaces, hyphens don't matter; `;` joins actions)
help-notation-matrx = - `Gb2`: a GIPF piece, brought in on b2 without a push
    - `Te1-e4`: a TAMSK stack, pushed in from dot e1; the last pushed piece ends on e4
help-notation-gipf = - `b2`: a basic piece, brought in on b2 without a push
    - `e1-e4`: one pushed in from dot e1; the last pushed piece ends on e4
    - `Zb2`: a piece loaded with a ZÈRTZ potential; `Gb2`: a GIPF piece (tournament)
help-notation-board = - `e1-e2`, where the new piece itself stops, works too.
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
help-board-pictures-hex = - Pictures: White is round, Black has corners; a second edge marks a stack. Orange shows the last turn, a cross a captured piece, a dashed circle one taken back. Pink marks a row to clear. The player to move is framed, with the reserve below and lost pieces opposite; the hexagon counts GIPF pieces on the board.
help-board-text-hex = - Text: CAPITALS are White, small letters Black. `TT` is a stack, `G` a single, `D'` a piece on others (listed below). In GIPF, `B` is a basic piece, `BB` a GIPF piece, `BZ` a loaded piece, `Z` a potential that has jumped. `[ ]` marks what the last turn changed, `!` what needs action. In reserve, `2ZZ 1Z` is two stacks and a single.
help-board-narrow-hex = - Narrow text (`boards text`): pieces replace the names of their spots; `*` marks what the last turn changed.
help-board-pictures-zertz = - Pictures: orange shows the last turn, a cross a captured marble, a dashed circle the removed ring, a broken pink ring marbles that can capture. The player to move is framed. The racks show captures and what each set still needs, `–3` of a colour.
help-board-text-zertz = - Text: each ring shows its name, then its marble, `W`, `G` or `B`. `*` marks what the last turn changed, `!` marbles that can capture.
help-board-pictures-run = - Pictures: the bolt is brain damage, the hand your power-ups, the bank the rest; cards are structures to come.
help-board-text-run = - Text: `K3` is black ice of strength 3, `KF` the black fort (6), `+` a power-up, `.` a space where a structure can appear, `.kg` one where k and g can step. Below a structure, `@k` is a breaker on it, `>kg` those that can step there. `*` just changed, `?` awaits your answer. A wide matrix continues in a second part (`>`, `<` at the letters); ` :` is empty rows.
    - Odds: each breaker, such as `k`, in four directions. `R3 4+ 50%`: you beat R3 with a roll of 4 or more. `new`: the next structure, any unseen one being equally likely. `k+`: with your power-ups. `@g`: a space g holds. `-`: no structure fits (the edge, a fourth neighbour, or none left).
help-board-words = - `board words` describes the position; `board picture`, `board text` and `board wide` show it once.
    - In another game, `{ $prefix }help board` explains its board.
help-topic-settings = **Settings** belong to a room, where moderators change them, or to you, in a direct message to me.
    - `{ $prefix }settings` lists them; `{ $prefix }set NAME VALUE` changes one, `{ $prefix }set NAME default` resets it.
    - `boards`, `theme`: boards as `picture`, `text` or `wide`; pictures `light` or `dark`
    - `game`, `level`, `clock`: the defaults for `{ $prefix }play` and `{ $prefix }challenge`
    - `zone`: the time zone of the times I show, such as `Europe/Paris`

    {"**"}Only in rooms**
    - `prefix`: the sign in front of commands, such as `.`; my name always works, too
    - `day on`: the leaderboard of the daily run, every day

    {"**"}Only for you**
    - `quiet 22:00-07:00`: hours without notices and digests
    - `notify off`: no direct message when it's your turn
    - `digest daily`: a message with the games that wait for you
    - `confirm on`: I ask before each move
    - `results private`: no leaderboard lists you
help-topic-position = **How to write positions for `setup`**, with spaces between the parts:

    {"**"}GIPF**: `gipf-standard w b2=BZ,c3=b,e5=bb,h2=BB B10Z3 B14Z3`
    1. Side to move: `w`, `b`
    2. Spots in alphabetical order, pieces from the bottom up, CAPITALS White, small letters Black (`-`: none)
    3. White's reserve, then Black's (`-`: none)
    4. `gipf-tournament`: who may still bring in GIPF pieces: `Gg`, `G`, `g`, `-`
    5. Optional, with ZÈRTZ potentials: how many jumps White and Black may still challenge, and how they're decided: `neutralise=2/1,by=coin`

    {"**"}Other games**
    - MATRX works the same way: `matrx w b2=TT,c3=DDd,e5=G G1T4 G2D2`
    - ZÈRTZ: `zertz-basic 1 a1=w,a2,b2=g,b3 w3g5b9 w1 g1` (player to move, `1` or `2`; rings left, with or without a marble; pool; both players' captures)
    - A game's name alone, as in `setup run`, sets up its starting position. `export` shows how a lesson's position is written.
help-topic-breakers = **Custom breakers** replace plain ones: `run custom all`, or `run custom k=3 r` for black's number 3 and a random red one. All can be boosted and get +1 against their own colour. Type an ability instead of a step, as often as you can pay. The damage can end the run before it works. Distances are steps from structure to structure; from outside, each structure is 1 step away. `help k4` explains one. In a list of power-ups, `k1` is one black power-up, not breaker number 1:
# $names is a list.
help-breakers-of = { $colour ->
    [k] Black
    [g] Green
    [r] Red
   *[b] Blue
}: { $names }
