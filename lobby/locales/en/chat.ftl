# What is said about tables and players.

game-name = { $game ->
    [matrx] MATRX GIPF
    [matrx-classic] Classic MATRX GIPF
    [gipf-basic] Basic GIPF
    [gipf-standard] GIPF
    [gipf-tournament] Tournament GIPF
    [zertz-basic] ZÈRTZ
    [zertz-tournament] Tournament ZÈRTZ
   *[run] the Matrix run
}

colour = { $seat ->
    [white] White
   *[black] Black
}
# The only person at a table, or the name of a player, in front of a colon and a move.
actor = { $you ->
    [yes] You
   *[no] { $player }
}
# The beginning of an end. Bold where the game was played, plain in lists.
victory = { $you ->
    [yes] **You win!**
    [no] **{ $player } wins!**
   *[none] { $player } wins!
}

## Greetings

hello-room = Hello! I host MATRX GIPF, GIPF and ZÈRTZ for two players, and a solo game, the Matrix run.
    - `{ $prefix }challenge @name`: play someone here
    - `{ $prefix }play`: play the computer
    - `{ $prefix }puzzle`: solve a puzzle
    - `{ $prefix }run`: go solo
    - `{ $prefix }help`: everything else
hello-direct = Hello! Commands need no prefix here.
    - `run`: go solo
    - `run day`: today's run, the same for everyone
    - `play`: play the computer
    - `puzzle`: solve a puzzle
    - `help`: everything else

## Commands

command-unknown = I don't know “{ $word }”.{ $near ->
    [none] {""}
   *[other] {" "}Did you mean `{ $prefix }{ $near }`?
} `{ $prefix }help` lists the commands.
command-clock = I don't know the clock “{ $text }”. Try `normal`, `slow`, `3d` (3 days a turn), `2d+12h/4d` (2 days plus 12 hours a turn, at most 4 days) or `none`.
command-unknown-game = I don't know the game “{ $text }”. Did you mean { game-name }, `{ $near }`?
command-level-of-person = Only the computer has levels: `{ $prefix }play zertz easy` plays it.
command-too-much = I don't understand “{ $extra }” here. Type `{ $prefix }{ $form }`.
challenge-too-much = I don't understand “{ $extra }” in a challenge. Type `{ $prefix }{ $form }`; `{ $prefix }help options` explains the options and their numbers.
command-too-little = That needs more words. Type `{ $prefix }{ $form }`.
run-target-range = A target is a number from 0 to 9, not “{ $text }”.
seed-word-unfit = A seed word has 1 to { $limit } visible characters, and isn't just a dash.
limit-line-too-long = That line is too long: I read up to { $limit } bytes.

phrase-greeting = Hello, { $player }! `{ $prefix }play` starts a game against me; `{ $prefix }help` shows everything else.
phrase-thanks = You're welcome, { $player }! `{ $prefix }help` shows what else I can do.
phrase-how-to-play = Start with `{ $prefix }play easy`: I say what to do each turn. `{ $prefix }rules matrx` teaches the game step by step, `{ $prefix }help` shows the rest.
phrase-how-to-go-on = `{ $prefix }next` says what to do now, `{ $prefix }moves` lists your legal moves, and `{ $prefix }rules { $game }` explains the game step by step. More: `{ $prefix }help`.
phrase-new-game = `{ $prefix }play` starts a game against the computer, `{ $prefix }challenge @name` invites someone in your room, and `{ $prefix }run` starts a solo run.
phrase-leave = Your games will be here when you get back. To give up, type `resign` in a two-player game, or `quit` in a run, puzzle or lesson.

## Challenges

takes-first = { $game ->
    [zertz-basic] { $from } goes first.
    [zertz-tournament] { $from } goes first.
   *[matrx] { $from } plays White.
}
takes-second = { $game ->
    [zertz-basic] { $from } goes second.
    [zertz-tournament] { $from } goes second.
   *[matrx] { $from } plays Black.
}
challenge-made = { $to }, { $from } challenges you to { game-name } (table { $table }). { $side ->
    [white] { takes-first }
    [black] { takes-second }
   *[random] Sides are random.
} Type `{ $prefix }accept` or `{ $prefix }decline`.
challenge-made-anyone = { $from } challenges anyone here to { game-name } (table { $table }). { $side ->
    [white] { takes-first }
    [black] { takes-second }
   *[random] Sides are random.
} Type `{ $prefix }accept` to play.
challenge-clock = Clock: `{ $control }`.
challenge-no-clock-with-computer = Games against the computer have no clock. Try again without one.
challenge-needs-room = Challenges need a room with your opponent and me. Invite me to one and type it there.
challenge-yourself = You can't challenge yourself. Name someone else, or `anyone`.
challenge-moved = The thread of table { $owner } is taken. The new game gets its own thread, below the `accept`.
challenge-accept-in-room = This thread belongs to table { $owner }. Type `{ $prefix }{ $table } accept` in the room itself.
challenge-beside-rematch = Answer here in the room: in the thread of table { $owner }, `accept` answers the rematch request. The new game gets its own thread.
challenge-accept-beside-rematch = Here, `accept` answers the rematch request of table { $owner }. Type `{ $prefix }{ $table } accept` in the room itself.
table-thread-taken = This thread belongs to table { $owner }. Type that in the room itself, e.g. `{ $prefix }run here`.
table-direct-thread-taken = This thread belongs to table { $owner }. Type that in the main conversation, not in a thread.
challenge-not-a-duel = You play { game-name } alone: type `{ $prefix }run`.
common-unknown-game = I don't know the game “{ $text }”. Choose from: { $games }.
common-unknown-option = That game has no such option.
challenge-unknown-option = That game has no such option; `{ $prefix }help options` lists the options.
person-unknown-name = No one here is called “{ $name }”.{ $computer ->
    [no] {""}
   *[yes] {" "}To play the computer, type `{ $prefix }challenge computer`.
} Mention someone, put a name with spaces in "quotation marks", or type a user id such as @bob:example.org.
person-unknown-id = No one here has the user id { $id }. Check the spelling, or invite them first.
person-several = Several people here are called “{ $name }”: { $ids }{ $more ->
    [0] .
   *[other] {" "}and { $more } more.
} Mention one, or type the user id.
challenge-declined = { $name } declines { $from }'s challenge (table { $table }).
challenge-withdrawn = Challenge withdrawn (table { $table }).
challenge-own = That's your own challenge: someone else has to accept it. The command `withdraw` takes it back.
challenge-decline-anyone = That challenge is open to anyone: just ignore it. Only the challenger can withdraw it.
challenge-to-another = That challenge is for { $name }.
challenge-of-another = Only the challenger can withdraw it.
nothing-to-withdraw = You have nothing to withdraw here.
nothing-asked = There's nothing to answer here.
nothing-asked-move = There's nothing to answer here: it's { $player }'s turn.
nothing-asked-own-move = There's nothing to answer here: it's your turn, { $player }.
nothing-asked-of-you = That question is for { $player }.
nothing-asked-choice = There's nothing to accept or decline here. { $player } has to choose: { $answers }.
nothing-asked-over = There's nothing to answer here: the game is over. `rematch` asks for another.
answer-which = You have several open questions. Answer one: { $answers }.
table-told = { $told }
# Names of levels; commands take the English ones.
level-name = { $level ->
    [1] beginner
    [2] easy
    [3] medium
    [4] hard
    [5] expert
   *[6] master
}
computer-name = Computer ({ level-name })
computer-first = Level { $level } of { $highest }, unranked. Harder: `{ $prefix }play medium`. Help: `hint`, `takeback`.
computer-begun = Level { $level } of { $highest }, unranked. Help: `hint`, `takeback`.
computer-level-kept = This game stays at level { $level } ({ level-name }). To change level, `resign`, then type `{ $prefix }play { $game } { $wanted }`.
computer-level-choice = `{ $prefix }play { $wanted }` plays the computer at that level; `{ $prefix }help levels` lists all levels.
computer-thinks = { $player } is thinking; its turn comes by itself.
computer-thread-taken = This thread belongs to table { $owner }. Type `{ $prefix }play` in the room itself.
search-no-such-level = I don't know the level “{ $text }”. Levels are beginner, easy, medium, hard, expert, master, or { $lowest } to { $highest }.
draw-computer = The computer doesn't accept draws. `resign` ends the game.
duel-begun = { $game ->
    [zertz-basic] Table { $table }, { game-name }. { $white } goes first, { $black } second.
    [zertz-tournament] Table { $table }, { game-name }. { $white } goes first, { $black } second.
   *[matrx] Table { $table }, { game-name }. White: { $white }, Black: { $black }.
}

## Contests

contest-begun = { $game ->
    [zertz-basic] Table { $table }, { game-name }, decides. { $white } goes first, { $black } second.
    [zertz-tournament] Table { $table }, { game-name }, decides. { $white } goes first, { $black } second.
   *[matrx] Table { $table }, { game-name }, decides. White: { $white }, Black: { $black }.
} Play it here; { $waiting } waits.
contest-boards = The last board of { $table }, then { $waiting }, which goes on:
contest-coin = { $side ->
    [heads] Heads: { $challenger } wins.
   *[tails] Tails: { $challenger } doesn't win.
}
contest-die = { $challenger } rolls { $own }, { $jumper } rolls { $other }.
contest-waits = { $by ->
    [ourselves] Settle between you two whether the jump happens, then both type `won`, `lost` or `tied`.
   *[game] The game waits until { $table } is over.
}
contest-anew = I had to restart the deciding game, so I haven't played your last line.
contest-void = Table { $table } ends too, without a winner.
contest-agreed = You agree on the result.
contest-disagreed = { $name } and { $other }, your results differ. Agree on one, then both type `won`, `lost` or `tied` again.
contest-reported = { $name } reports: { $said }. { $other }, type `{ $answer }` to confirm.
contest-nothing-to-report = There's no jump here for you two to settle.
rematch-contest = That game only decided a jump: no rematch. `{ $prefix }challenge` starts a new game.

## Which table

table-not-found = I can't find a game for that. `{ $prefix }play` starts one, `{ $prefix }tables` lists this room's.
table-nothing-on = No game in progress. `run` starts a run, `setup` a lesson.
table-unknown = This room has no table { $table }.
table-elsewhere = { $place ->
    [direct] Table { $table } is in our direct message: ask there.
   *[room] Table { $table } is in another room: ask there.
}
table-recall-failed = { $table ->
    [none] I couldn't look up finished games. Try again in a moment.
   *[other] I couldn't look up table { $table }. Try again in a moment.
}
table-which = Which table: { $tables }? Start with its number, e.g. `{ $prefix }{ $example } { $text }`, or write in its thread.
table-record-refused = { $table } is over, and this version can't replay it. I keep the record.
table-not-begun = That game hasn't started: no one has accepted the challenge yet.
table-game-over = That game is over. `{ $prefix }{ $table } board` shows how it ended, `{ $prefix }help` what to play next.
table-not-seated = Only the players can do that here: { $players }.
table-turn-too-much = Your turn ends before “{ $text }”. I've played nothing: leave that out.
table-not-your-turn = It's { $player }'s turn.

## Answers with a number

answer-choice = `{ $number }` or `{ $action }`: { $what }
answer-which-reading = Which of these do you mean?
answer-reading = `{ $number }` or `{ $action }`
answer-for-example = Try e.g. `{ $example }`.
answer-only-answer = { $seats ->
    [1] Nothing was in reach, so I answered `{ $action }`.
   *[other] Only one row could go, so I cleared it.
}
nothing-to-pick = There's no numbered question to answer.
answer-no-such-choice = { $count ->
    [one] There's only one option: 1.
   *[other] Choose from 1 to { $count }.
}

## Agreements

draw-offered = { $name } offers a draw. { $other }, type `accept` or `decline`; a move also declines.
offer-asked-already = You've already asked; your opponent has to answer. `withdraw` takes it back.
draw-offered-waiting = { $name } offers a draw at table { $table }, the game that waits. { $other }, type `{ $table } accept` or `{ $table } decline`.
offer-withdrawn = { $what ->
    [takeback] { $name } withdraws the takeback request. Play on, { $other }.
    [rematch] { $name } withdraws the rematch request, { $other }.
    [pause] { $name } withdraws the pause request. Play on, { $other }.
   *[draw] { $name } withdraws the draw offer. Play on, { $other }.
}
answer-draw-first = First answer { $player }'s draw offer: `accept` or `decline`.
answer-pause-first = First answer { $player }'s pause request: `accept` or `decline`.
answer-takeback-first = First answer { $player }'s takeback request: `accept` or `decline`.
draw-lapsed = The draw offer is off.
takeback-lapsed = The takeback is off.
draw-declined = { $name } declines the draw. Play on!
draw-alone = Runs have no draws. `quit` gives up.
takeback-asked = { $name } wants to take back { $actions }. { $what ->
    [turn] This undoes { $name }'s whole last turn.
    [turn-and-more] This undoes { $name }'s last turn and everything after it.
    [action] This undoes { $name }'s last action.
   *[action-and-more] This undoes { $name }'s last action and everything after it.
} { $other }, type `accept` or `decline`.
takeback-asked-challenge = { $name } wants to take back { $actions } and answer the jump again. { $other }, type `accept` or `decline`.
takeback-declined = { $name } declines the takeback.
takeback-coin = Coin flips can't be undone. You can take back only what came after.
takeback-die = Dice rolls can't be undone. You can take back only what came after.
takeback-nothing = You have nothing to take back yet.
undo-after-odds = Taking that back after `odds` counts as a hint: this run no longer counts for `top`.
undo-die = You can't take back `{ $action }`: you rolled a die for it. Only what you did before a roll can be undone.
undo-revealed = You can't take back `{ $action }`: it revealed a structure. Only steps that reveal nothing can be undone.
takeback-done = Taken back: { $actions }.
resign-sure = Resign { game-name } (table { $table })? Type `{ $again }` again or `yes` within 2 minutes; `no` or a move cancels.
resign-sure-run = Give up this run? Type `quit` again or `yes` within 2 minutes; `no` or a step cancels.
resign-off = Cancelled. Play on, { $player }!
rematch-asked = { $name } wants a rematch with sides swapped. { $other }, type `accept` or `decline`.
rematch-asked-already = You've already asked; your opponent has to answer. `withdraw` takes it back.
rematch-on-already = There's a newer game in this thread: { $table }.
rematch-declined = { $name } declines the rematch.
rematch-too-early = The game isn't over yet.
rematch-run = Type `run` for another run.
rematch-not-seated = Only this game's players can ask for a rematch.
rematch-not-found = You have no finished game here to play again.

## Ends

end-agreed = Draw by agreement.
end-resigned = { victory } { $loser } resigns.
end-resigned-gone = { $winner ->
    [first] The first player won; the second resigned.
   *[second] The second player won; the first resigned.
}
look-back-duel = { $most ->
    [0] { look-back-turns }, no captures.
   *[other] { look-back-turns }. Captures: { $white } { $by-white }, { $black } { $by-black }.
}{ look-back-most }{ look-back-led }
look-back-turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
look-back-most = { $most ->
    [0] {""}
    [1] { $lead ->
        [then] {" "}{ $taker } led from turn { $tipped } on.
       *[never] {""}
    }
   *[other] {" "}On turn { $tipped }, { $taker } took { $most } at once{ $lead ->
        [then] {" "}and led from then on
        [before] , having led since turn { $led }
       *[never] {""}
    }.
}
# The turn from which the winner had captured more than the other player, until the end.
look-back-led = { $lead ->
    [other] {" "}{ $leader } led from turn { $led } on.
   *[never] {""}
}
again-past = The record: `{ $prefix }{ $table } export`. The whole game: `{ $prefix }replay { $table }`.
again-contest = That game decided a jump at another table.
again-duel-unplayed = Next: `rematch`.
again-duel = Next: `rematch`, `replay` or `analyse`.
again-run-here = Next: `run here`, `replay` or `verify`.
again-run = Next: `run`, `replay` or `verify`.

## Runs

direct-run-begun = { $member ->
    [joined] Your run has started in our direct message: { $link }
   *[invited] Your run has started. Accept my invitation to it: { $link }
}
limit-room-too-large = I'm leaving: this room's settings or member list are too large for me. { $count ->
    [0] Invite me again when they're smaller.
    [one] Your game is safe for a week: invite me again when they're smaller.
   *[other] Your { $count } games are safe for a week: invite me again when they're smaller.
}
hello-again = I'm back, and your games go on: { $tables }. `{ $prefix }{ $first } board` shows where you were.
upgraded-moved = Your old room's games go on here: { $tables }. `{ $prefix }{ $first }` shows a board; the first move opens a thread.
upgraded-not-invited = I'm staying: the user who named the new room can't invite me there. Your games go on here.
upgraded-elsewhere = I'm staying: the new room doesn't claim to replace this one. Your games go on here.
upgraded-ended = I can't enter the room that replaces this one, so its games end without a winner. Invite me there to play again.
direct-run-goes-on = { $player }, your run goes on here: you can't enter its old room any more.
direct-run-is-on = { $member ->
    [joined] You have a run in our direct message. Continue there, or give up with `quit`: { $link }
   *[invited] You have a run in a direct message. Accept my invitation, then continue or `quit`: { $link }
}
direct-failed = { $why ->
    [refused] The homeserver won't let me open a direct message. Open one with me and type `run`.
    [invited] I've invited you 3 times this hour. Open a direct message with me and type `run`, or ask again in an hour.
    [limited] The homeserver limits how many direct messages I open. Open one with me and type `run`, or try again in a few minutes.
   *[unreachable] I can't reach the homeserver. Open a direct message with me and type `run`.
}
table-run-is-on-here = You have a run in progress here (`{ $prefix }{ $table }` shows it). Continue in its thread, or `quit` there.
table-duel-is-on = You have a game against the computer ({ $table }). Continue, or `resign`.
direct-duel-is-on = { $member ->
    [joined] You have a game against the computer in our direct message. Type `run` there to start a run beside it: { $link }
   *[invited] You have a game against the computer in a direct message. Accept my invitation, then type `run` there: { $link }
}
table-run-is-on = You have a run in progress ({ $table }). Continue, or give up with `quit`.
verify-run-on = The seed stays secret until the run ends; then `verify` checks it.
verify-no-dice = That game has no dice to check.
verify-done = Verified: from the seed `{ $seed }`, your { $count ->
        [one] 1 action leads
       *[other] { $count } actions lead
    } to the same result. { $source ->
        [word] The seed is the SHA-256 of the word that you typed after `seed`.
       *[fresh] This command gives the SHA-256 that I showed at the start, `{ $hash }`:
            `echo { $seed } | xxd -r -p | sha256sum`
    }
    How deal and dice follow from the seed: `{ $prefix }help verify`.
verify-failed = The record doesn't match its seed `{ $seed }` (SHA-256 `{ $hash }`). Please tell this bot's admin.
export-run-on = You can export this run once it's over: its record holds the seed, which would reveal what's coming.

## Lessons

lesson-begun = Lesson: { game-name }. You make every move, and nothing counts. `moves`, `takeback`, `export` and `quit` work here.
lesson-refused = { $why }
    A position I can read: `setup { $example }`
lesson-needs-direct = Lessons are for you alone. Type that in a direct message to me.
lesson-ended = Lesson over.
lesson-full = Lesson over: you've reached its limit of { $limit } actions.
again-lesson = Next: `setup POSITION` or `export`.
draw-lesson = Lessons have no draws. `quit` ends it.
rematch-lesson = Type `setup POSITION` for another lesson.
list-lesson = { $table }: lesson, { game-name }, { $runner }
list-lesson-over = { $table }: lesson, { game-name }, { $runner }, over

## Lists

# Above the list of games in progress and challenges.
list-open = **Games in progress**
list-nothing = No games in progress. `{ $prefix }challenge @name` starts one.
list-more = … and { $count } more.
list-games-over = **Finished games**, newest first. `{ $prefix }{ $example } board`: how it ended · `{ $prefix }replay { $example }`: the whole game · `{ $prefix }{ $example } export`: the record. Older tables work too, even if they aren't listed.
list-games-over-direct = The same command lists your games in our direct message.
list-none-over = No finished games yet. `{ $prefix }tables` lists games in progress.
list-over = { $date ->
    [none] { $what } · { $how }
   *[other] { $what } · { $date } · { $how }
}
list-challenge = { $table }: { game-name }, { $from } challenges { $to }
list-anyone = { $table }: { game-name }, { $from } challenges anyone
list-seek = { $table }: { game-name }, { $from } seeks an opponent until { $until }
list-rematch = { $table }: { game-name }, over; { $from } asks { $to } for a rematch
list-duel-waits = { $table }: { game-name }, { $white } – { $black }, paused for a challenged jump
list-duel = { $game ->
    [zertz-basic] { $table }: { game-name }, { $white } – { $black }, { $mover } to move
    [zertz-tournament] { $table }: { game-name }, { $white } – { $black }, { $mover } to move
   *[matrx] { $table }: { game-name }, White: { $white }, Black: { $black }, { $mover } to move
}
list-duel-over = { $game ->
    [zertz-basic] { $table }: { game-name }, { $white } – { $black }, over
    [zertz-tournament] { $table }: { game-name }, { $white } – { $black }, over
   *[matrx] { $table }: { game-name }, White: { $white }, Black: { $black }, over
}
list-run = { $table }: { game-name }, { $white }
list-run-over = { $table }: { game-name }, { $white }, over
moves-found = { $count ->
    [one] 1 legal move:
   *[other] { $count } legal moves:
}
moves-found-many = More than { $count } legal moves, among them:
moves-found-among = { $count ->
    [one] 1 of the first { $seen } legal moves matches:
   *[other] { $count } of the first { $seen } legal moves match:
}
moves-answer-first = Answer this first:
moves-any-example = Combine one of each, e.g. `{ $example }`.
moves-more = … and { $count } more. Narrow it down, e.g. `moves { $example }`.
moves-many-more = … and many more. Type how a move begins, e.g. `moves { $example }`.
moves-none-like-many = None of the first { $count } legal moves matches “{ $filter }”. Type how a move begins, e.g. `moves { $example }`.
moves-none-like = No legal move matches “{ $filter }”.
replay-whole = { $form ->
    [page] Replay page, { turns }. Open it in a browser and use the arrow keys.
   *[film] Animated replay, { turns }.
}
replay-last = { $form ->
    [page] Replay page, the last { $shown } of { turns }. Open it in a browser and use the arrow keys.
   *[film] Animated replay, the last { $shown } of { turns }.
}
turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
# How a game ended, and on which day.
replay-ended = Ended on { $date } (UTC).
replay-instead = { $form ->
    [page] I can't send the page now. Try again later, or `export` a finished game.
   *[film] I can't send the replay now. Try again later, or `export` a finished game.
}
replay-too-many = You've had { $count } replays in an hour. Try again later. `export` still works.
export-done = Record of table { $table }:
list-games = **Games**
list-game = - `{ $game }` – { $game ->
    [matrx] MATRX GIPF, 40 spots
    [matrx-classic] MATRX GIPF, classic board, 37 spots
    [gipf-basic] GIPF, single pieces: start here
    [gipf-standard] GIPF, keep your GIPF pieces on the board
    [gipf-tournament] GIPF, empty board, any number of GIPF pieces
    [zertz-basic] ZÈRTZ, a shrinking board
    [zertz-tournament] ZÈRTZ, 24 marbles, larger winning sets
   *[run] the Matrix run, solo, in a direct message
}

## The look of boards

boards-as = { $boards ->
    [picture] pictures
    [text] narrow text
   *[wide] wide text
}
boards-told = { $where ->
    [direct] Boards in direct messages: { boards-as }.
   *[room] Boards in this room: { boards-as }.
} { $change ->
    [set] `{ $prefix }boards default` undoes that.
   *[other] Change that with `{ $prefix }boards picture`, `{ $prefix }boards text` or `{ $prefix }boards wide`.
}
theme-colours = { $theme ->
    [dark] dark
   *[light] light
}
boards-theme-told = { $where ->
    [direct] Pictures in direct messages: { theme-colours }.
   *[room] Pictures in this room: { theme-colours }.
} { $change ->
    [set] `{ $prefix }theme default` undoes that.
   *[other] Change that with `{ $prefix }theme light` or `{ $prefix }theme dark`.
}

## Positions and dice, for tools

common-bad-position = { $part ->
    [game] “{ $text }” isn't the game of this position.
    [side] “{ $text }” isn't a side: `w` or `b` in GIPF, `1` or `2` in ZÈRTZ.
    [board] “{ $text }” isn't a spot with its pieces, e.g. `b2=b`.
    [pile] “{ $text }” can't be on a spot in this game.
    [marble] “{ $text }” isn't a ring with a marble (`w`, `g` or `b`), e.g. `d4=w`.
    [order] “{ $text }” is out of order: sort by name, each once.
    [reserve] “{ $text }” isn't a reserve: `-` or e.g. `B10Z3`, in the order B G T Z D Y P.
    [count] “{ $text }” isn't a marble count: `-` or e.g. `w5g7b9`, in the order w g b.
    [flags] Last comes who may still bring in GIPF pieces: `Gg`, `G` (White), `g` (Black) or `-`.
    [challenges] “{ $text }” isn't a way to challenge jumps, e.g. `neutralise=2/1,by=coin`.
    [fields] A part is missing or extra: see `{ $prefix }help position`.
   *[spot-or-ring] “{ $text }” isn't on this board.
}
common-position-over = The game is over in that position.
common-no-die = No die is left to roll.
common-no-seed = This game needs a seed.
engine-unknown-command = Unknown command “{ $text }”.
engine-unknown-option = Unknown option “{ $text }”.
engine-bad-form = Usage: { $form }
engine-bad-value = “{ $text }” isn't a value for { $name }.
engine-too-much = Unexpected “{ $text }”.
engine-perft-in-turn = Turns count from the start of a turn only.
engine-perft-chance = I can't count the turns of a game with dice.
engine-out-of-range = { $name } is a whole number from { $lowest } to { $highest }, not “{ $text }”.
engine-thinks = A search is running: send `stop` and wait for `bestmove` before changing anything.
engine-game-over = The game is over: there's nothing to search.
engine-contest = The game waits for a contest outside it; `moves` lists the results.
engine-plays-duels = The engine searches only two-player games.
engine-no-thread = No thread for the search: { $reason }

## The console

console-room = { $name } (room)
console-thread = { $turn ->
    [own] { $name } (thread of { $table }, your turn)
    [other] { $name } (thread of { $table }, { $mover }'s turn)
    [waits] { $name } (thread of { $table }, waiting for a contest)
    [challenge] { $name } (thread of { $table }, challenge)
    [over] { $name } (thread of { $table }, over)
   *[none] { $name } (thread of { $table })
}
console-direct = { $turn ->
    [own] { $name } (direct, { $table }: your turn)
    [over] { $name } (direct, { $table }: over)
   *[none] { $name } (direct)
}
console-at-room = You're in the room, as { $name }. `/room t1` goes to table t1, `/as NAME` switches players.
console-in-direct = { $name }'s direct message:
console-no-table = There's no table “{ $text }”. `/room` lists the tables.
console-second = { $new } has begun, and { $count ->
    [one] { $open } is
   *[other] { $open } are
} still on. `/room { $old }` goes back to { $old }.
console-hello = Icebreaker at the terminal. You play both alice and bob, one at a time.
    - `challenge @bob`, then `accept` as bob: a game for two
    - `play`: the computer
    - `run`: a solo run
    - `/as NAME`: switch players (automatic at a keyboard; scripts need it)
    - `/room`: back to the room, with a list of tables; `/room t2`: to a table
    - `help`: all commands; `/quit`: the end
console-back = { $count ->
    [0] Welcome back. No game is in progress: `play` starts one.
   *[other] Welcome back. In progress: { $tables }.
}
console-wait = `/wait 3d` puts the clock forward, up to a year: `/wait 10m`, `/wait 2h`, `/wait 1d12h`.
console-waited = It's now { $time } UTC.
console-commands = Console commands: `/as NAME`, `/room`, `/room TABLE`, `/picture FILE`, `/wait TIME`, `/quit`. The bot reads everything else; `help` explains it.
console-picture = `/picture FILE` saves the last board, e.g. `/picture board.png`.
console-replay = Type `/picture { $file }` to save it. Here, `show first` and then `show +1` step through the game.
console-no-picture = There's no board yet.
console-picture-written = Saved { $file }, { $bytes } bytes.
console-picture-not-written = Can't save { $file }: { $reason }
console-as = Who's next? `/as NAME`, up to 24 letters and digits.
