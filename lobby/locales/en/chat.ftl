# What is said about tables and players.

game-name = { $game ->
    [matrx] MATRX GIPF
    [matrx-classic] MATRX GIPF on the classic board
    [gipf-basic] GIPF, the basic version
    [gipf-standard] GIPF
    [gipf-tournament] GIPF, the tournament version
    [zertz-basic] ZÈRTZ
    [zertz-tournament] ZÈRTZ, the tournament version
   *[run] the Matrix run
}

colour = { $seat ->
    [white] White
   *[black] Black
}

## Greetings

hello-room = Hello! I host duels of MATRX GIPF, GIPF and ZÈRTZ. Type `{ $prefix }challenge @name` to ask somebody for a game, `{ $prefix }play` to play with the computer, `{ $prefix }puzzle` for a puzzle, `{ $prefix }run` to make a run through the matrix on your own, `{ $prefix }help` for everything else.
hello-direct = Hello! Type `run` to make a run through the matrix on your own, `run day` for the run that everybody gets today, `play` for a duel with the computer, `puzzle` for a puzzle, or `help` for everything I can do. No prefix is needed here.

## Commands

command-unknown = I don't know “{ $word }”.{ $near ->
    [none] {""}
   *[other] {" "}Do you mean `{ $prefix }{ $near }`?
} `{ $prefix }help` lists the commands.
command-level-of-person = Only the computer plays at levels: `{ $prefix }play zertz level 3` starts a duel with it.
command-too-much = “{ $extra }” is too much. The form is `{ $prefix }{ $form }`.
challenge-too-much = I cannot make out “{ $extra }” in a challenge. The form is `{ $prefix }{ $form }`; `{ $prefix }help options` tells what can stand behind it, and which of them want a number.
command-too-little = Something is missing. The form is `{ $prefix }{ $form }`.
run-target-range = A target is a number from 0 to 9, not “{ $text }”.
seed-word-unfit = The word behind `seed` has 1 to { $limit } characters that can be seen, and is not just a dash.
limit-line-too-long = That line is too long: I read { $limit } bytes at most.

## Challenges

takes-first = { $game ->
    [zertz-basic] { $from } begins.
    [zertz-tournament] { $from } begins.
   *[matrx] { $from } takes White.
}
takes-second = { $game ->
    [zertz-basic] { $from } lets you begin.
    [zertz-tournament] { $from } lets you begin.
   *[matrx] { $from } takes Black.
}
challenge-made = { $to }, { $from } challenges you to { game-name } (table { $table }). { $side ->
    [white] { takes-first }
    [black] { takes-second }
   *[random] Sides are drawn by lot.
} Type `{ $prefix }accept` or `{ $prefix }decline`.
challenge-made-anyone = { $from } challenges anyone here to { game-name } (table { $table }). { $side ->
    [white] { takes-first }
    [black] { takes-second }
   *[random] Sides are drawn by lot.
} Type `{ $prefix }accept` to play.
challenge-needs-room = A challenge needs a room in which your opponent and I are. Invite me to one and type it there.
challenge-yourself = You cannot challenge yourself. Name somebody else or `anyone`.
challenge-moved = That was typed in the thread of table { $owner }. This game gets a thread of its own, below the line that accepts it.
challenge-accept-in-room = This thread belongs to table { $owner }. Type `{ $prefix }{ $table } accept` in the room itself: the game's own thread begins there.
challenge-beside-rematch = A rematch is asked for in the thread of table { $owner }, and `accept` there means that. This game gets a thread of its own, below the line that accepts it.
challenge-accept-beside-rematch = A rematch is asked for in this thread, of table { $owner }. Type `{ $prefix }{ $table } accept` in the room itself: the game's own thread begins there.
table-thread-taken = This thread belongs to table { $owner }. Type that in the room itself, as in `{ $prefix }run here`.
challenge-not-a-duel = You play { game-name } alone: type `{ $prefix }run`.
common-unknown-game = There is no game “{ $text }”. There are: { $games }.
common-unknown-option = That game has no option like that.
challenge-unknown-option = That game has no option like that; `{ $prefix }help options` tells which there are.
person-unknown-name = Nobody here is called “{ $name }”.{ $computer ->
    [no] {""}
   *[yes] {" "}With the computer it is `challenge computer`.
} Mention the one you mean, put a name with spaces in "quotation marks", or write the whole user id, such as @bob:example.org.
person-unknown-id = Nobody in this room has the user id { $id }. Check how it is written, or invite them first.
person-several = { $more ->
    [0] Several people here are called “{ $name }”: { $ids }. Mention the one you mean, or write the whole user id.
   *[other] Several people here are called “{ $name }”: { $ids } and { $more } more. Mention the one you mean, or write the whole user id.
}
challenge-declined = { $name } declines the challenge of { $from } (table { $table }).
challenge-withdrawn = The challenge (table { $table }) is withdrawn.
challenge-own = That is your own challenge; somebody else has to accept it. To take it back, type `withdraw` as a command.
challenge-decline-anyone = That challenge is for anyone, so nobody needs to decline it. Only the one who made it can withdraw it.
challenge-to-another = This challenge is for { $name }.
challenge-of-another = Only the one who challenged can withdraw it.
nothing-to-withdraw = You have asked for nothing here that is still open.
nothing-asked = Nothing waits for your answer here.
nothing-asked-move = Nothing waits for your answer here: nobody has asked anything, and { $player } is to move.
nothing-asked-own-move = Nothing waits for your answer here: nobody has asked anything, and it is your turn, { $player }.
nothing-asked-of-you = Nothing waits for your answer here: it is { $player } who has been asked.
nothing-asked-choice = There is nothing to accept or decline here. What waits is the answer of { $player }: { $answers }.
nothing-asked-over = Nothing waits for your answer here: that game is over, and nobody has asked for another one yet. `rematch` asks for one.
answer-which = Several questions are open. Which one do you answer: { $answers }?
table-told = { $told }
computer-name = Computer { $level }
computer-begun = The computer plays at level { $level } of { $highest }. `hint` tells what level { $highest } would do in your place, `takeback` takes your last turn back; duels with the computer count nowhere.
computer-thinks = { $player } is thinking about its turn, which comes by itself.
computer-thread-taken = This thread belongs to table { $owner }. Type `{ $prefix }play` in the room itself: the game gets a thread of its own there.
search-no-such-level = The computer has no level “{ $text }”. There are levels from { $lowest }, which knows the rules, to { $highest }, which is as well as it can play.
draw-computer = The computer agrees to no draw: it plays on. `resign` gives the game up.
duel-begun = { $game ->
    [zertz-basic] Table { $table }, { game-name }: { $white } begins, { $black } plays second.
    [zertz-tournament] Table { $table }, { game-name }: { $white } begins, { $black } plays second.
   *[matrx] Table { $table }, { game-name }: { $white } plays White and begins, { $black } plays Black.
}

## Contests

contest-begun = Table { $waiting } waits. Table { $table }, { game-name }, decides: { $game ->
    [zertz-basic] { $white } begins, { $black } plays second.
    [zertz-tournament] { $white } begins, { $black } plays second.
   *[matrx] { $white } plays White, { $black } plays Black.
} Until it is over, what is typed in this thread is meant for it.
contest-boards = First the last board of { $table }, then the one of { $waiting }, which goes on:
contest-coin = The coin shows { $side ->
    [heads] heads: { $challenger } wins.
   *[tails] tails: { $challenger } does not win.
}
contest-die = The dice: { $challenger } rolls { $own }, { $jumper } rolls { $other }.
contest-waits = { $by ->
    [ourselves] The game waits until you two have settled whether the jump happens. Then each of you types `won`, `lost` or `tied`.
   *[game] The game waits until { $table } is over.
}
contest-anew = The game that decides this cannot be taken up any more, so it begins anew. Your last line was not played.
contest-void = With that, table { $table } ends as well, without a winner.
contest-agreed = You agree on how it ended.
contest-disagreed = { $name } and { $other } do not agree on how it ended. Settle that, and then each of you types `won`, `lost` or `tied` again.
contest-reported = { $name } says: { $said }. { $other }, type `{ $answer }` if that is so.
contest-nothing-to-report = There is nothing here that you two settle between yourselves.
rematch-contest = That game decided a jump at another table and has no rematch. `challenge` asks for a game of its own.

## Which table

table-not-found = There is no table here that you could mean. `{ $prefix }tables` lists those of this room.
table-nothing-on = Nothing is on here. `run` starts a run, `setup` a lesson.
table-unknown = There is no table { $table } in this room.
table-elsewhere = { $place ->
    [direct] Table { $table } is in our direct message: ask there.
   *[room] Table { $table } is in another room: ask there.
}
table-recall-failed = { $table ->
    [none] The games that are over could not be looked up just now. Try again in a moment.
   *[other] Table { $table } could not be looked up just now. Try again in a moment.
}
table-which = Which table do you mean: { $tables }? Put its number in front, as in `{ $prefix }{ $example } { $text }`, or write in its thread.
table-record-refused = { $table } is over, and this version of the bot cannot play its record through. The record is kept.
table-not-begun = That game has not begun: its challenge has not been accepted yet.
table-game-over = That game is over: `{ $prefix }{ $table } board` shows its end, `{ $prefix }help` tells what can be played.
table-not-seated = Only the players may do that here: { $players }.
table-turn-too-much = “{ $text }” is too much: your turn is over before it. Nothing was played.
table-not-your-turn = It is { $player }'s turn.

## Answers with a number

answer-choice = `{ $number }` or `{ $action }`: { $what }
nothing-to-pick = There is no numbered question now.
answer-no-such-choice = The answers go from 1 to { $count }.

## Agreements

draw-offered = { $name } offers a draw. { $other }, type `accept` or `decline`; a move declines it as well.
offer-asked-already = You have asked for something already; the answer is up to your opponent. `withdraw` takes it back.
draw-offered-waiting = { $name } offers a draw of the game that waits, table { $table }. { $other }, type `{ $table } accept` or `{ $table } decline`.
offer-withdrawn = { $what ->
    [takeback] { $name } does not ask to take back any more. It goes on, { $other }.
    [rematch] { $name } does not ask to play again any more, { $other }.
   *[draw] { $name } does not offer a draw any more. It goes on, { $other }.
}
answer-draw-first = First answer the draw that { $player } offers: `accept` or `decline`.
answer-takeback-first = First answer { $player }, who asks to take a move back: `accept` or `decline`.
draw-lapsed = The draw that was offered is off the table.
takeback-lapsed = The move stands; it is no longer asked to be taken back.
draw-declined = { $name } declines the draw. The game goes on.
draw-alone = A run has no draw. `quit` gives it up.
takeback-asked = { $name } asks to take back { $actions }. { $what ->
    [turn] That is { $name }'s whole last turn.
    [turn-and-more] That is { $name }'s whole last turn and what followed it.
    [action] That is { $name }'s last action.
   *[action-and-more] That is { $name }'s last action and what followed it.
} { $other }, type `accept` or `decline`.
takeback-asked-challenge = { $name } asks to take back { $actions }. With that, it would have to be decided anew whether the jump happens. { $other }, type `accept` or `decline`.
takeback-declined = { $name } declines. The move stands.
takeback-coin = A coin has been thrown for that jump, and what it showed stands. Only what came after it can be taken back.
takeback-die = Dice have been rolled for that jump, and what they showed stands. Only what came after them can be taken back.
takeback-nothing = You have not moved yet, so there is nothing to take back.
undo-after-odds = The odds were asked for after it, which is as good as a hint: the run no longer counts for `top`.
undo-die = `{ $action }` stands, for a die has been rolled for it. Only what came before a roll can be taken back.
undo-revealed = `{ $action }` stands, for it has shown a structure. Only what shows nothing new can be taken back.
takeback-done = Taken back: { $actions }.
resign-sure = Do you really give { game-name } (table { $table }) up? Type `{ $again }` once more within two minutes, or `yes`. `no`, or the next move, takes it back; you can look at everything meanwhile.
resign-sure-run = Do you really give this run up? Type `quit` once more within two minutes, or `yes`. `no`, or the next step, takes it back; you can look at everything meanwhile.
resign-off = { $player } does not give up.
rematch-asked = { $name } would like to play again with sides exchanged. { $other }, type `accept` or `decline`.
rematch-asked-already = You have asked already; the answer is up to your opponent. `withdraw` takes it back.
rematch-on-already = There is a newer table in that thread already: { $table }.
rematch-declined = { $name } does not want another game now.
rematch-too-early = The game is still on.
rematch-run = Type `run` for another run.
rematch-not-seated = Only those who played here can ask for a rematch.
rematch-not-found = You have no finished game here to play again.

## Ends

end-agreed = A draw, agreed by both.
end-resigned = { $player } wins: { $loser } resigns.
end-resigned-gone = { $winner ->
    [first] Two who have left played here. The first of them won: the second resigned.
   *[second] Two who have left played here. The second of them won: the first resigned.
}
look-back-duel = { $game ->
    [zertz-basic] After { look-back-turns }. Marbles captured by { $white }: { $by-white }, by { $black }: { $by-black }.{ look-back-most }
    [zertz-tournament] After { look-back-turns }. Marbles captured by { $white }: { $by-white }, by { $black }: { $by-black }.{ look-back-most }
   *[matrx] After { look-back-turns }. Pieces captured by { $white }: { $by-white }, by { $black }: { $by-black }.{ look-back-most }
}
look-back-turns = { $turns ->
    [one] one turn
   *[other] { $turns } turns of both sides together
}
look-back-most = { $most ->
    [0] {""}
   *[other] {" "}Most at once: { $most }, by { $taker } in turn { $tipped }.
}
again-past = `{ $prefix }{ $table } export` shows its record, `{ $prefix }replay { $table }` the whole game.
again-contest = That decided a jump at another table.
again-duel-unplayed = Type `rematch` to play again with sides exchanged.
again-duel = Type `rematch` to play again with sides exchanged, `analyse` to see where it tipped, `replay` to see the whole game, `export` for the record.
again-run-here = Type `run here` for another run in this thread, `replay` to see this one once more, `verify` to check the dice, `export` for the record.
again-run = Type `run` for another run, `replay` to see this one once more, `verify` to check the dice, `export` for the record.

## Runs

direct-run-begun = { $member ->
    [joined] Your run has begun in our direct message: { $link }
   *[invited] Your run has begun in a direct message, to which I have invited you: { $link }
}
limit-room-too-large = I'm leaving: this room's settings or member list have grown too large for me to store. { $count ->
    [0] Invite me again when they are smaller.
    [one] Your game is kept for a week: invite me again when they are smaller, and it goes on.
   *[other] Your { $count } games are kept for a week: invite me again when they are smaller, and they go on.
}
hello-again = I'm back, and your games go on: { $tables }. Type `{ $prefix }{ $first } board` to see where you were.
upgraded-moved = The games of your old room go on here: { $tables }. Type for example `{ $prefix }{ $first }` for the board; the first move here opens a thread for the game.
upgraded-not-invited = I stay in this room: the new one was named by someone who isn't allowed to invite me there. Your games go on here.
upgraded-elsewhere = I stay in this room: the new one doesn't name this room as the one it replaces. Your games go on here.
upgraded-ended = This room has been replaced by one that I could not enter, so what was on here has ended without a winner. Invite me there to play again.
direct-run-goes-on = Your run goes on here, { $player }, as it stands: you cannot get into the room any more in which it was.
direct-run-is-on = { $member ->
    [joined] You are in the middle of a run in our direct message.
   *[invited] You are in the middle of a run in a direct message, to which I have invited you.
} Go on with it there, or give it up with `quit`: { $link }
direct-failed = { $why ->
    [refused] I could not open a direct message with you: the homeserver does not allow it. Open one with me yourself and type `run` there.
    [invited] I have invited you to a direct message three times within an hour, and do not want to be a nuisance. Open one with me yourself and type `run` there, or ask me again in an hour.
    [limited] I can't open a direct message with you right now: the homeserver lets me open only a few at a time. Open one with me yourself and type `run` there, or ask me again in a few minutes.
   *[unreachable] I could not open a direct message with you: the homeserver could not be reached. Open one with me yourself and type `run` there.
}
table-run-is-on-here = You are in the middle of a run in this room ({ $table }). Go on with it in its thread, or give it up there with `quit`; `{ $prefix }{ $table }` shows it.
table-duel-is-on = You are in the middle of a duel with the computer ({ $table }). Go on with it, or give it up with `resign`.
direct-duel-is-on = { $member ->
    [joined] You are in the middle of a duel with the computer in our direct message.
   *[invited] You are in the middle of a duel with the computer in a direct message, to which I have invited you.
} Go on with it there, or give it up with `resign`: { $link }
table-run-is-on = You are in the middle of a run ({ $table }). Go on with it, or give it up with `quit`.
verify-run-on = The seed is shown when the run is over; `verify` checks it then.
verify-no-dice = There are no dice to check in that game.
verify-done = Checked: dealt and rolled from the seed `{ $seed }`, your { $count ->
        [one] one action leads
       *[other] { $count } actions lead
    } to the same end.
    To check it without me:
    1. SHA-256 of the 32 bytes of the seed, written as 64 hexadecimal digits above, is `{ $hash }`{ $source ->
        [word] ; they are the SHA-256 of the word behind `seed`
       *[fresh] : that is what I showed at the start
    }. On a computer: `echo { $seed } | xxd -r -p | sha256sum`
    2. The numbers are the keystream of ChaCha20 (RFC 8439) with the seed as key, nonce and counter 0, read as 32-bit words, lowest byte first. A number below n is the remainder of the next word, leaving out those from the largest multiple of n up.
    3. To shuffle a list, its last place is exchanged with place “number below its length”, counted from 0, then the one before it, and so on. The deal: shuffle k1–k5, g1–g5, r1–r5, b1–b5; the first 14 are the top of the stack. Put the forts k, g, r, b behind the other 6 and shuffle these ten: they are the rest.
    4. Then come the dice, each a number below 6, plus 1: first those of custom breakers that were rolled, then one for each challenge. `export` shows what you did.
verify-failed = Dealt and rolled from the seed `{ $seed }` (SHA-256 `{ $hash }`), the record leads to another end. Please tell the admin of this bot.
export-run-on = The record of a run holds its seed, which would tell what comes. It can be shown when the run is over.

## Lessons

lesson-begun = A lesson, { game-name }, for you alone: you play every side, and it counts nowhere. `moves` lists what is possible, `takeback` takes the last action back, `export` shows the record, `quit` ends the lesson.
lesson-refused = { $why }
    A position that I can read: `setup { $example }`
lesson-needs-direct = A lesson is for you alone. Type that in a direct message with me.
lesson-ended = The lesson is over.
lesson-full = The lesson is over: it has { $limit } actions, and there is room for no more.
again-lesson = `setup POSITION` opens another one, `export` shows its record.
draw-lesson = A lesson has no draw. `quit` ends it.
rematch-lesson = Type `setup POSITION` for another lesson.
list-lesson = { $table }: a lesson, { game-name }, { $runner }
list-lesson-over = { $table }: a lesson, { game-name }, { $runner }, over

## Lists

list-nothing = No game is on here. `{ $prefix }challenge @name` starts one.
list-games-over = The games that were over last here, the newest first. `{ $prefix }{ $example } board` shows the end of { $example }, `{ $prefix }replay { $example }` the whole game, `{ $prefix }{ $example } export` its record. The numbers of older games do the same.
list-games-over-direct = What you have played in our direct message is listed there, by the same command.
list-none-over = No game is over here yet. `{ $prefix }tables` lists those that are on.
list-over = { $date ->
    [none] { $what } · { $how }
   *[other] { $what } · { $date } · { $how }
}
list-challenge = { $table }: { game-name }, { $from } waits for { $to }'s answer
list-anyone = { $table }: { game-name }, { $from } waits for anyone
list-rematch = { $table }: { game-name }, over; { $from } asks { $to } for a rematch
list-duel-waits = { $table }: { game-name }, { $white } against { $black }, waits for what decides a jump
list-duel = { $game ->
    [zertz-basic] { $table }: { game-name }, { $white } – { $black }, { $mover } to move
    [zertz-tournament] { $table }: { game-name }, { $white } – { $black }, { $mover } to move
   *[matrx] { $table }: { game-name }, { $white } (White) – { $black } (Black), { $mover } to move
}
list-duel-over = { $game ->
    [zertz-basic] { $table }: { game-name }, { $white } – { $black }, over
    [zertz-tournament] { $table }: { game-name }, { $white } – { $black }, over
   *[matrx] { $table }: { game-name }, { $white } (White) – { $black } (Black), over
}
list-run = { $table }: { game-name }, { $white }
list-run-over = { $table }: { game-name }, { $white }, over
moves-found = { $count ->
    [one] One action is possible:
   *[other] { $count } actions are possible:
}
moves-found-many = More than { $count } actions are possible. These are some of the first { $count }:
moves-found-among = { $count ->
    [one] One of the first { $seen } possible actions fits:
   *[other] { $count } of the first { $seen } possible actions fit:
}
moves-answer-first = First this has to be answered:
moves-any-example = Put together, that is for example `{ $example }`.
moves-more = … and { $count } more. Narrow it down with letters, as in `moves { $example }`.
moves-many-more = … and many more. Narrow it down with the beginning of an action, as in `moves { $example }`.
moves-none-like-many = None of the first { $count } possible actions contains “{ $filter }”, and there are more. Type the beginning of an action, as in `moves { $example }`.
moves-none-like = None of the { $count } possible actions contains “{ $filter }”.
replay-whole = { $form ->
    [page] The whole game as a page, { turns }. Open the file in a browser: arrow keys turn it forwards and back.
   *[film] The whole game as a film, { turns }.
}
replay-last = { $form ->
    [page] The last { $shown } of { turns } as a page. Open the file in a browser: arrow keys turn it forwards and back.
   *[film] The last { $shown } of { turns } as a film.
}
turns = { $turns ->
    [one] one turn
   *[other] { $turns } turns
}
# How a game ended, and on which day.
replay-ended = That was on { $date } (UTC).
replay-instead = { $form ->
    [page] The file with the page cannot be sent here now.
   *[film] The file with the film cannot be sent here now.
} Try again later; `export` shows the record of a game that is over.
export-done = The record of table { $table }:
list-games = These games are here:
list-game = `{ $game }` – { $game ->
    [matrx] MATRX GIPF, a duel on a board of 40 spots
    [matrx-classic] MATRX GIPF on the classic board of 37 spots
    [gipf-basic] GIPF with single pieces, to begin with
    [gipf-standard] GIPF, in which GIPF pieces have to be kept on the board
    [gipf-tournament] GIPF from an empty board, with as many GIPF pieces as you like
    [zertz-basic] ZÈRTZ, a duel on a board that gets smaller
    [zertz-tournament] ZÈRTZ with all 24 marbles and larger winning sets
   *[run] the Matrix run, a solitaire for a direct message
}

## The look of boards

boards-as = { $boards ->
    [picture] as pictures
    [text] as narrow text
   *[wide] as wide text
}
boards-told = { $change ->
    [set] { $where ->
        [direct] From now on, boards come to you { boards-as } in direct messages.
       *[room] From now on, boards come { boards-as } in this room.
    }
   *[other] { $where ->
        [direct] Boards come to you { boards-as } in direct messages.
       *[room] Boards come { boards-as } in this room.
    }
} { $change ->
    [set] `{ $prefix }boards default` takes that back.
   *[other] `{ $prefix }boards picture`, `{ $prefix }boards text` and `{ $prefix }boards wide` set how they come.
}
theme-colours = { $theme ->
    [dark] dark
   *[light] light
}
boards-theme-told = { $change ->
    [set] { $where ->
        [direct] From now on, pictures are { theme-colours } for you in direct messages.
       *[room] From now on, pictures are { theme-colours } in this room.
    }
   *[other] { $where ->
        [direct] Pictures are { theme-colours } for you in direct messages.
       *[room] Pictures are { theme-colours } in this room.
    }
} { $change ->
    [set] `{ $prefix }theme default` takes that back.
   *[other] `{ $prefix }theme light` and `{ $prefix }theme dark` set their colours.
}

## Positions and dice, for tools

common-bad-position = { $part ->
    [game] “{ $text }” is not the game of this position.
    [side] “{ $text }” is no side: `w` or `b` is to move in GIPF, `1` or `2` in ZÈRTZ.
    [board] “{ $text }” is no spot with what lies on it: its name and letters, with `=` between them.
    [pile] “{ $text }” cannot lie there in this game.
    [spot] “{ $text }” is not on this board.
    [ring] “{ $text }” is not on this board.
    [marble] “{ $text }” is no ring with a marble, `w`, `g` or `b`, such as `d4=w`.
    [order] “{ $text }” stands too late: they come in the order of their names, each once.
    [reserve] “{ $text }” is no reserve: letters with their numbers in the order B G T Z D Y P, such as `B10Z3`, or `-`.
    [count] “{ $text }” is no number of marbles: they are counted in the order w g b, such as `w5g7b9`, or `-`.
    [flags] At the end stands who may still enter GIPF pieces: `Gg`, `G` (White), `g` (Black) or `-`.
    [challenges] “{ $text }” does not tell how jumps are challenged: `neutralise=2/1,by=coin` does.
   *[fields] Something is missing or too much; `help position` tells what belongs into a position.
}
common-position-over = The game is over in that position.
common-no-die = There is no die left to roll.
common-no-seed = This game needs a seed.
engine-unknown-command = “{ $text }” is no command of the engine.
engine-unknown-option = There is no option “{ $text }”.
engine-bad-form = The form is: { $form }
engine-bad-value = “{ $text }” is no value for { $name }.
engine-too-much = “{ $text }” is too much.
engine-perft-in-turn = Turns are counted from the start of a turn.
engine-perft-chance = Turns of a game with dice cannot be counted.
engine-out-of-range = { $name } is a whole number from { $lowest } to { $highest }, not “{ $text }”.
engine-thinks = It is thinking: `stop` ends that, and `bestmove` comes before anything can be changed.
engine-game-over = The game is over: there is nothing to think about.
engine-contest = The game waits for a contest, which is decided elsewhere: `moves` tells how it can end.
engine-plays-duels = It thinks about games for two only.
engine-no-thread = There is no thread to think on: { $reason }

## The console

console-room = { $name } (room)
console-thread = { $name } (thread of { $table })
console-direct = { $name } (direct)
console-hello = Icebreaker at the terminal. Two people are here, alice and bob; you speak for one of them at a time.
    A duel: `challenge @bob`, then as bob `accept`. Against the computer: `play`. A run on your own: `run`.
    `/as NAME` lets somebody else speak (at a keyboard the player to move speaks next by itself, in lines from a file or a pipe nobody does without `/as`), `/room` leads back from a run or a lesson, `help` explains the commands, `/quit` ends.
console-commands = Commands of the console: `/as NAME`, `/room`, `/picture FILE` and `/quit`. Everything else is said to the bot; `help` explains it.
console-picture = Where to? `/picture FILE` writes the last board as a picture, such as `/picture board.png`.
console-replay = Type `/picture { $file }` to write it into that file.
console-no-picture = There is no board yet.
console-picture-written = { $file } is written, { $bytes } bytes.
console-picture-not-written = { $file } cannot be written: { $reason }
console-as = Who speaks? `/as NAME`, a name of at most 24 letters and digits.
