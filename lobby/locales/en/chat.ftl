# Messages about tables and players.

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

hello-room = Hello! I host MATRX GIPF, GIPF and ZÈRTZ, and a solo game: the Matrix run.
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

command-unknown = I don't know “{ $word }”. { $near ->
    [none] `{ $prefix }help` lists the commands.
   *[other] Did you mean `{ $prefix }{ $near }`?
}
command-clock = I don't know the clock “{ $text }”. Try `normal`, `slow`, `3d` (3 days a turn), `2d+12h/4d` (2 days plus 12 hours a turn, at most 4 days) or `none`.
command-unknown-game = I don't know the game “{ $text }”. Did you mean `{ $near }` ({ game-name })?
command-level-of-person = Only the computer has levels. Try `{ $prefix }play zertz easy`.
command-too-much = I don't understand “{ $extra }” here. Type `{ $prefix }{ $form }`.
challenge-too-much = I don't understand “{ $extra }” here. Type `{ $prefix }{ $form }`; `{ $prefix }help options` explains more.
command-too-little = That's incomplete. Type `{ $prefix }{ $form }`.
run-target-range = A target is a number from 0 to 9, not “{ $text }”.
seed-word-unfit = A seed word has 1 to { $limit } visible characters, and isn't just a dash.
limit-line-too-long = That's too long: I read up to { $limit } bytes.

phrase-greeting = Hello, { $player }! `{ $prefix }play` starts a game against me; `{ $prefix }help` shows the rest.
phrase-thanks = You're welcome, { $player }! `{ $prefix }help` shows what else I can do.
phrase-how-to-play = Start with `{ $prefix }play easy`: I guide you turn by turn. `{ $prefix }rules matrx` teaches the game step by step. More: `{ $prefix }help`.
phrase-how-to-go-on = `{ $prefix }next` says what to do now, `{ $prefix }moves` lists legal moves, and `{ $prefix }rules { $game }` teaches the game. More: `{ $prefix }help`.
phrase-new-game = Start with `{ $prefix }play` (against the computer) or `{ $prefix }run` (solo). To play someone, challenge them in a room: `{ $prefix }help challenge`.
phrase-leave = Your games stay here, but any clock keeps running. To give up, type `{ $prefix }resign` (two-player games) or `{ $prefix }quit` (runs, puzzles, lessons).

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
takes-side = { $side ->
    [white] { takes-first }
    [black] { takes-second }
   *[random] Sides are random.
}
challenge-made = { $to }, { $from } challenges you to { game-name } (table { $table }). { takes-side } Type `{ $prefix }accept` or `{ $prefix }decline`.
challenge-made-anyone = { $from } challenges anyone here to { game-name } (table { $table }). { takes-side } Type `{ $prefix }accept` to play.
challenge-made-instead = { $to }, { $from } challenges you to { game-name } (table { $table }). { takes-side } To answer this challenge, type `{ $prefix }accept { $table }` or `{ $prefix }decline { $table }`.
challenge-made-anyone-instead = { $from } challenges anyone here to { game-name } (table { $table }). { takes-side } To play this game, type `{ $prefix }accept { $table }`.
challenge-clock = Clock: `{ $control }`.{ $strict ->
    [yes] {" "}Vacations and weekends don't stop it.
   *[no] {""}
}
challenge-no-clock-with-computer = Games against the computer have no clock: leave it out.
challenge-needs-room = Challenges need a room. Invite me to one with your opponent, then type `{ $prefix }challenge` there.
challenge-yourself = You can't challenge yourself. Name someone else, or `anyone`.
challenge-moved = The thread of table { $owner } is taken: accepting opens a new one for this game.
challenge-accept-in-room = This thread belongs to table { $owner }. Type `{ $prefix }{ $table } accept` in the room itself.
challenge-beside-rematch = Answer here in the room: in the thread of table { $owner }, `accept` means the rematch.
challenge-accept-beside-rematch = Here, `accept` means the rematch at table { $owner }. Type `{ $prefix }{ $table } accept` in the room itself.
table-thread-taken = This thread belongs to table { $owner }. Type e.g. `{ $prefix }run here` in the room itself.
table-direct-thread-taken = This thread belongs to table { $owner }. Type that in the main conversation.
challenge-not-a-duel = You play { game-name } alone: type `{ $prefix }run`.
common-unknown-game = I don't know the game “{ $text }”. Choose from: { $games }.
common-unknown-option = That game has no such option.
challenge-unknown-option = That game has no such option; `{ $prefix }help options` lists them.
person-unknown-name = No one here is called “{ $name }”.{ $computer ->
    [no] {""}
   *[yes] {" "}To play the computer, type `{ $prefix }challenge computer`.
} Mention someone, quote names with spaces (`"Bob B."`), or type a user id (`@bob:example.org`).
person-unknown-id = { $id } isn't here. Check the spelling, invite them, or ask in a room you share.
person-several = Several people here are called “{ $name }”: { $ids }{ $more ->
    [0] .
   *[other] {" "}and { $more } more.
} Mention one, or type the user id.
challenge-declined = { $name } declines { $from }'s challenge (table { $table }).
challenge-withdrawn = Challenge withdrawn (table { $table }).
challenge-own = That's your own challenge. `{ $prefix }withdraw` takes it back.
challenge-decline-anyone = That challenge is open to anyone: just ignore it.
challenge-to-another = That challenge is for { $name }.
challenge-of-another = Only the challenger can withdraw a challenge.
nothing-to-withdraw = You have nothing to withdraw here.
nothing-asked = There's nothing to answer here.
nothing-asked-move = Nothing to answer here: it's { $player }'s turn.
nothing-asked-own-move = Nothing to answer here: it's your turn, { $player }.
nothing-asked-of-you = That question is for { $player }.
nothing-asked-choice = Nothing to accept or decline here. { $player } has to choose: { $answers }.
nothing-asked-over = Nothing to answer here: the game is over. For another, type `{ $prefix }rematch`.
answer-request-closed = A request to you no longer counts. If you mean something else, type { $answers }.
answer-too-early = You wrote that before I asked. Answer with { $answers }.
answer-which = Several questions are open. Answer one: { $answers }.
answer-cancelled = Cancelled.
answer-cancelled-except = Cancelled. Still open: { $answers }.
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
computer-first = Level { $level } of { $highest }, unranked. Others: `{ $prefix }help levels`. Help: `hint`, `takeback`.
computer-begun = Level { $level } of { $highest }, unranked. Help: `hint`, `takeback`.
computer-level-kept = This game stays at level { $level } ({ level-name }). To change, `{ $prefix }resign`, then type `{ $prefix }play { $game } { $wanted }`.
computer-level-choice = `{ $prefix }play { $wanted }` plays the computer at that level; `{ $prefix }help levels` lists them all.
computer-thinks = { $player } is thinking and will move on its own.
computer-thread-taken = This thread belongs to table { $owner }. Type `{ $prefix }play` in the room itself.
search-no-such-level = I don't know the level “{ $text }”. Levels are beginner, easy, medium, hard, expert, master, or { $lowest } to { $highest }.
draw-computer = The computer doesn't accept draws. `{ $prefix }resign` ends the game.
duel-begun = Table { $table }, { game-name }. { duel-sides }
duel-sides = { $game ->
    [zertz-basic] { $white } goes first, { $black } second.
    [zertz-tournament] { $white } goes first, { $black } second.
   *[matrx] White: { $white }, Black: { $black }.
}

## Contests

contest-begun = { game-name } (table { $table }) decides the jump. { duel-sides } Play it here; { $waiting } waits.
contest-boards = The final board of { $table }, then { $waiting }'s:
contest-coin = { $side ->
    [heads] Heads: { $challenger } wins.
   *[tails] Tails: { $challenger } loses.
}
contest-die = { $challenger } rolls { $own }, { $jumper } rolls { $other }.
contest-waits = { $by ->
    [ourselves] Settle the jump between you, then both type `{ $prefix }won`, `{ $prefix }lost` or `{ $prefix }tied`.
   *[game] The game waits until { $table } is over.
}
contest-anew = I had to restart the deciding game; what you typed had no effect.
contest-void = Table { $table } ends too, without a winner.
contest-agreed = You agree on the result.
contest-disagreed = { $name } and { $other }, your results differ. Agree, then both type `won`, `lost` or `tied` again.
contest-reported = { $name } reports: { $said }. { $other }, type `{ $answer }` to confirm.
contest-nothing-to-report = There's no jump for you to settle here.
rematch-contest = That game decided a jump: no rematch. New games: `{ $prefix }help play`.

## Which table

table-not-found = There's no game for that here. `{ $prefix }play` starts one; `{ $prefix }tables` lists this room's.
table-nothing-on = No game in progress. `run` starts a run; `setup matrx` starts a lesson.
table-unknown = There's no table { $table } here.
table-elsewhere = Table { $table } is in { $place ->
    [direct] our direct message
   *[room] another room
}: ask there.
table-recall-failed = I couldn't look up { $table ->
    [none] finished games
   *[other] table { $table }
}. Try again in a moment.
table-which = Which table: { $tables }? Start with its number, e.g. `{ $prefix }{ $example } { $text }`, or write in its thread.
table-record-refused = I can no longer replay { $table }, but I keep its record.
table-not-begun = No one has accepted that challenge.
table-game-over = That game is over. `{ $prefix }{ $table } board` shows how it ended.
table-not-seated = Only a player can do that: { $players }.
table-turn-too-much = Your turn ends before “{ $text }”. I've played nothing: leave that out.
table-not-your-turn = It's { $player }'s turn.

## Answers with a number

answer-choice = `{ $number }` or `{ $action }`: { $what }
answer-which-reading = Which one do you mean?
answer-reading = `{ $number }` or `{ $action }`
answer-for-example = Try `{ $example }`.
answer-only-answer = { $seats ->
    [1] Nothing was in reach, so I answered `{ $action }`.
   *[other] I cleared the only possible row.
}
nothing-to-pick = There's no numbered question here.
answer-no-such-choice = { $count ->
    [one] There's only one option: 1.
   *[other] Choose from 1 to { $count }.
}

## Agreements

draw-offered = { $name } offers a draw. { $other }, type `accept` or `decline`; a move also declines.
offer-asked-already = Your earlier request is still open. `{ $prefix }withdraw` cancels it.
draw-offered-waiting = { $name } offers a draw in the waiting game, table { $table }. { $other }, type `{ $table } accept` or `{ $table } decline`.
offer-withdrawn = { $name } withdraws { $what ->
    [takeback] the takeback request
    [rematch] the rematch request
    [pause] the pause request
   *[draw] the draw offer
}, { $other }.
offer-replaced = Nothing is agreed yet: { $player } withdrew the earlier request and now { $what ->
    [takeback] asks for a takeback
    [pause] asks for a pause
   *[draw] offers a draw
}. Type `{ $prefix }accept` or `{ $prefix }decline`.
offer-number-required = Nothing is agreed yet, in case you meant something else. { $asker } now { $what ->
    [takeback] asks for a takeback
    [pause] asks for a pause
    [rematch] asks for a rematch
   *[draw] offers a draw
} at table { $table }. Type `{ $prefix }accept { $table }` or `{ $prefix }decline { $table }`.
answer-draw-first = First answer { $player }'s draw offer: `{ $prefix }accept` or `{ $prefix }decline`.
answer-pause-first = First answer { $player }'s pause request: `{ $prefix }accept` or `{ $prefix }decline`.
answer-takeback-first = First answer { $player }'s takeback request: `{ $prefix }accept` or `{ $prefix }decline`.
draw-absent = { $other } isn't in this room. If they're still gone at { $until }, `draw` ends the game without a winner.
draw-lapsed = The draw offer is off.
takeback-lapsed = The takeback is off.
draw-declined = { $name } declines the draw. Play on!
draw-alone = Runs have no draws. `{ $prefix }quit` gives up.
takeback-asked = { $name } wants to take back { $what ->
    [turn] their last turn
    [turn-and-more] their last turn and everything since
    [action] their last action
   *[action-and-more] their last action and everything since
}: { $actions }. { $other }, type `accept` or `decline`.
takeback-asked-challenge = { $name } wants to take back { $actions } and answer the jump again. { $other }, type `accept` or `decline`.
takeback-declined = { $name } declines the takeback.
takeback-coin = Coin flips can't be undone, only what came after.
takeback-die = Dice rolls can't be undone, only what came after.
takeback-nothing = You have nothing to take back yet.
undo-after-odds = After `odds`, a takeback counts as a hint: a win in this run no longer counts for `top`.
undo-odds-of-other = A spectator asked for `odds` after { $actions }. If you take it back now, a win won't count for `top`. To do it anyway, type `takeback` again.
undo-die = You can't take back `{ $action }`: you rolled a die for it.
undo-revealed = You can't take back `{ $action }`: it revealed a structure.
takeback-done = Taken back: { $actions }.
resign-sure = Resign { game-name } (table { $table })? Type `{ $again }` again or `yes` within 2 minutes; `no` or a move cancels.
resign-sure-run = Give up this run? Type `quit` again or `yes` within 2 minutes; `no` or a step cancels.
resign-off = Cancelled. Play on, { $player }!
rematch-asked = { $name } wants a rematch of { game-name } (table { $table }) with sides swapped. { $other }, type `accept` or `decline`.
rematch-asked-already = You've already asked. `{ $prefix }withdraw` cancels your request.
rematch-on-already = There's already a newer game: { $table }.
rematch-declined = { $name } declines the rematch.
rematch-too-early = The game isn't over yet.
rematch-run = Type `{ $prefix }run` for another run.
rematch-not-seated = Only this game's players can ask for a rematch.
rematch-not-found = You have no finished game here.

## Ends

end-agreed = Draw by agreement.
end-resigned = { victory } { $loser } resigns.
end-resigned-gone = The { $winner ->
    [first] first
   *[second] second
} player won by resignation.
look-back-duel = { $most ->
    [0] { look-back-turns }, no captures.
   *[other] { look-back-turns }. Captures: { $white } { $by-white }, { $black } { $by-black }.
}{ look-back-most }{ look-back-led }
look-back-turns = { turns }
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
again-past = Record: `{ $prefix }{ $table } export`. Replay: `{ $prefix }replay { $table }`.
again-contest = That game decided a jump at another table.
again-duel-unplayed = Next: `{ $prefix }rematch`.
again-duel = Next: `{ $prefix }rematch`, `{ $prefix }replay` or `{ $prefix }analyse`.
again-run-here = Next: `{ $prefix }run here`, `{ $prefix }replay` or `{ $prefix }verify`.
again-run = Next: `run`, `replay` or `verify`.

## Runs

direct-run-begun = Your run has started. { $member ->
    [joined] It's in our direct message:
   *[invited] Accept my invitation:
} { $link }
limit-room-too-large = I'm leaving: this room has too many settings or members for me. Invite me again when it has fewer.{ $count ->
    [0] {""}
    [one] {" "}Your game is safe for a week.
   *[other] {" "}Your { $count } games are safe for a week.
}
limit-room-breaks-sync = I'm leaving: because of something in this room, my homeserver can't send me anything. Invite me to a new room.{ $count ->
    [0] {""}
    [one] {" "}Within a week, my admin can move your game there.
   *[other] {" "}Within a week, my admin can move your { $count } games there.
}
hello-again = I'm back. Still open: { $tables }. To see a board, type e.g. `{ $prefix }{ $first } board`.
upgraded-moved = Moved here from the old room: { $tables }. To see a table, type its number, e.g. `{ $prefix }{ $first }`. A table's next move opens its thread.
upgraded-not-invited = I'm staying, with your games: the user who upgraded this room can't invite me along.
upgraded-not-moderated = I'm staying, with your games: only a moderator of the new room can move them there.
upgraded-elsewhere = I'm staying, with your games: the new room doesn't claim to replace this one.
upgraded-ended = I can't enter the new room, so all games here but runs end without a winner. Invite me there to play again.
direct-run-goes-on = { $player }, your run goes on here: you can't enter its old room.
direct-run-is-on = You have a run in our direct message. { $member ->
    [joined] Continue
   *[invited] Accept my invitation, then continue
} or `quit` there: { $link }
direct-failed = { $why ->
    [refused] The homeserver won't let me message you.
    [invited] I've invited you 3 times this hour.
    [limited] The homeserver is rate-limiting me.
   *[unreachable] I can't reach the homeserver.
} Open a direct message with me and type `run`{ $why ->
    [invited] , or ask again in an hour
    [limited] , or try again in a few minutes
   *[other] {""}
}.
table-run-is-on-here = You have a run here (`{ $prefix }{ $table }` shows it). Continue or `quit` in its thread.
table-duel-is-on = You have a game against the computer ({ $table }). Continue or `resign`.
direct-duel-is-on = You're playing the computer in our direct message. { $member ->
    [joined] Type
   *[invited] Accept my invitation, then type
} `run` there to start a run alongside it: { $link }
table-run-is-on = You have a run in progress ({ $table }). Continue or `quit`.
verify-run-on = `{ $prefix }verify` shows the seed once the run is over.
verify-no-dice = There's nothing to verify in that game.
verify-done = Verified: seed `{ $seed }` leads to the same result with { $count ->
        [one] 1 action
       *[other] { $count } actions
    }. { $source ->
        [word] The seed is the SHA-256 of the word after `seed`.
       *[fresh] This gives the SHA-256 I showed at the start, `{ $hash }`:
            `echo { $seed } | xxd -r -p | sha256sum`
    }
    How the seed sets the deal and dice: `{ $prefix }help verify`.
verify-failed = The record doesn't match its seed `{ $seed }` (SHA-256 `{ $hash }`). Please tell this bot's admin.
export-run-on = You can export this once it's over: its seed would reveal what's coming.

## Lessons

lesson-begun = Lesson: { game-name }. You make every move, and nothing counts. `moves`, `takeback`, `export` and `quit` work here.
lesson-refused = { $why }
    For example: `setup { $example }`
lesson-needs-direct = Lessons are private: type that in a direct message to me.
lesson-ended = Lesson over.
lesson-full = Lesson over: { $limit } actions is the limit.
again-lesson = Next: `setup POSITION` or `export`.
draw-lesson = Lessons have no draws. `quit` ends this one.
rematch-lesson = Type `setup POSITION` for another lesson.
list-lesson = { $table }: lesson, { game-name }, { $runner }
list-lesson-over = { $table }: lesson, { game-name }, { $runner }, over

## Lists

# Above the list of games in progress and challenges.
list-open = **Games and challenges**
list-nothing = No games in progress. `{ $prefix }challenge @name` invites someone.
list-more = … and { $count } more.
list-games-over = **Finished games**, newest first. `{ $prefix }{ $example } board`: how it ended · `{ $prefix }replay { $example }`: the whole game · `{ $prefix }{ $example } export`: the record. Older tables work too.
list-games-over-direct = For your games in our direct message, ask there.
list-none-over = No finished games yet. `{ $prefix }tables` lists games in progress.
list-over = { $date ->
    [none] { $what } · { $how }
   *[other] { $what } · { $date } · { $how }
}
list-challenge = { $table }: { game-name }, { $from } challenges { $to }{ special-options }
list-anyone = { $table }: { game-name }, { $from } challenges anyone{ special-options }
list-seek = { $table }: { game-name }, { $from } seeks an opponent until { $until }{ special-options }
list-rematch = { $table }: { game-name }, over; { $from } asks { $to } for a rematch
list-duel-waits = { $table }: { game-name }, { $white } – { $black }, deciding a challenged jump
list-duel = { $table }: { game-name }, { $game ->
    [zertz-basic] { $white } – { $black }
    [zertz-tournament] { $white } – { $black }
   *[matrx] White: { $white }, Black: { $black }
}, { $mover } to move
list-duel-over = { $table }: { game-name }, { $game ->
    [zertz-basic] { $white } – { $black }
    [zertz-tournament] { $white } – { $black }
   *[matrx] White: { $white }, Black: { $black }
}, over
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
moves-more = … and { $count } more. Narrow it down, e.g. `{ $prefix }moves { $example }`.
moves-many-more = … and many more. Type how a move begins, e.g. `{ $prefix }moves { $example }`.
moves-none-like-many = None of the first { $count } legal moves matches “{ $filter }”. Type how a move begins, e.g. `{ $prefix }moves { $example }`.
moves-none-like = No legal move matches “{ $filter }”.
replay-whole = { $form ->
    [page] Replay page
   *[film] Animated replay
}, { turns }.{ replay-keys }
replay-last = { $form ->
    [page] Replay page
   *[film] Animated replay
}, the last { $shown } of { turns }.{ replay-keys }
replay-keys = { $form ->
    [page] {" "}Open it in a browser; use the arrow keys.
   *[film] {""}
}
turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
# The end of a game, with its day.
replay-ended = Ended on { $date } (UTC).
replay-instead = I can't send the { $form ->
    [page] page
   *[film] replay
} now. Try again later, or `{ $prefix }export` a finished game.
replay-too-many = You've had { $count } replays in an hour. Try again later; `{ $prefix }export` still works.
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
   *[run] the Matrix run, a solo game
}

## The look of boards

boards-as = { $boards ->
    [picture] pictures
    [text] narrow text
   *[wide] wide text
}
boards-told = Boards in { $where ->
    [direct] direct messages
   *[room] this room
}: { boards-as }. { $change ->
    [set] `{ $prefix }boards default` undoes that.
   *[other] To change: `{ $prefix }boards picture|text|wide`.
}
theme-colours = { $theme ->
    [dark] dark
   *[light] light
}
boards-theme-told = Pictures in { $where ->
    [direct] direct messages
   *[room] this room
}: { theme-colours }. { $change ->
    [set] `{ $prefix }theme default` undoes that.
   *[other] To change: `{ $prefix }theme light|dark`.
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
    [count] “{ $text }” isn't a marble count: `-` or e.g. `w5g7b9`, in that order.
    [flags] The last part says who may still bring in GIPF pieces: `Gg`, `G` (White), `g` (Black) or `-`.
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
engine-perft-in-turn = `perft` works only at the start of a turn.
engine-perft-chance = `perft` can't count turns with dice.
engine-out-of-range = { $name } is a whole number from { $lowest } to { $highest }, not “{ $text }”.
engine-thinks = A search is running: send `stop` and wait for `bestmove` first.
engine-game-over = The game is over: nothing to search.
engine-contest = The game waits for a contest; `moves` lists the possible results.
engine-plays-duels = The engine searches only two-player games.
engine-no-thread = No thread for the search: { $reason }

## The console

console-room = { $name } (room)
console-thread = { $name } (thread of { $table }{ $turn ->
    [own] , your turn
    [other] , { $mover }'s turn
    [waits] , waiting for a contest
    [challenge] , challenge
    [over] , over
   *[none] {""}
})
console-direct = { $name } (direct{ $turn ->
    [own] , { $table }: your turn
    [over] , { $table }: over
   *[none] {""}
})
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
    - `/as NAME`: switch players (automatic outside scripts)
    - `/room`: the room and its tables; `/room t2`: a table
    - `help`: all commands; `/quit`: leave
console-back = Welcome back. { $count ->
    [0] No game is in progress: `play` starts one.
   *[other] In progress: { $tables }.
}
console-wait = `/wait 3d` puts the clock forward, up to a year; also `10m`, `2h`, `1d12h`.
console-waited = It's now { $time } UTC.
console-commands = Console commands: `/as NAME`, `/room`, `/room TABLE`, `/picture FILE`, `/wait TIME`, `/quit`. Everything else goes to the bot; try `help`.
console-picture = `/picture FILE` saves the last board, e.g. `/picture board.png`.
console-replay = To save it: `/picture { $file }`. To step through it here: `show first`, then `show +1`.
console-no-picture = There's no board yet.
console-picture-written = Saved { $file }, { $bytes } bytes.
console-picture-not-written = Can't save { $file }: { $reason }
console-as = Who's next? `/as NAME`, up to 24 letters and digits.
