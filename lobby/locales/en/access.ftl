# Who may play, how much is answered, and what admins are told.

## Who may play

access-may-not-play = I am sorry, but whoever runs me has not opened me to you. They decide who may play here.
access-other-may-not-play = { $name } cannot play here: whoever runs me has not opened me to them.

## What cannot be read

access-unreadable = I could not read a message of yours here: I don't have its key from you. If it was for me, write it again. If that doesn't help, change your key: type `/discardsession` in Element, or log out and in again. Your client may also send keys to verified devices only: then verify me, or turn that off for this room.

## Limits

limit-too-fast = Slowly, please: I have answered you a lot at once. I go on in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}; what you type until then is left out.
limit-room-too-fast = Slowly, please: this room is asking faster than I can answer. I go on in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}; what is typed until then is left out.
limit-quiet-until-command = I do not understand this, so I keep quiet until I read a command that I know, such as `help`.
limit-own-tables = You have { $limit } open tables, as many as you may have. Finish one first, or take a challenge back with `withdraw`.
limit-tables-here = { $limit } tables are open here, as many as there may be. One of them has to end first.
limit-table-numbers = I can't open another table: no table numbers are left. Tables that are open go on. An admin has to restore another backup.
limit-challenges = { $limit } challenges wait for an answer here, as many as there may be. One of them has to be answered first, or taken back with `withdraw`.
limit-own-challenges = { $limit ->
    [one] A challenge of yours waits for an answer here, and you may have one at a time. It has to be answered first, or taken back with `withdraw`.
   *[other] { $limit } challenges of yours wait for an answer here, as many as you may have. One of them has to be answered first, or taken back with `withdraw`.
}

## Admins

help-status = tells how I am: version, rooms, tables, what waits
help-status-more = Example: `status`.
help-rooms = lists the rooms I am in
help-rooms-more = Example: `rooms`.
help-leave = has me say goodbye to a room and leave it
help-leave-more = Example: `leave !abc:example.org`; `rooms` lists the ids.
help-move-games = moves the open games of one room to another one that I am in
help-move-games-more = Example: `move-games !old:example.org !new:example.org`, for a room that I can't reach any more.
help-block = has me never answer a user again; alone, lists who is blocked
help-block-more = Example: `block @mallory:example.org`; `block` alone lists who is blocked.
help-unblock = ends that
help-unblock-more = Example: `unblock @mallory:example.org`.
help-announce = says something in every room with open tables
help-announce-more = Example: `announce Down at nine for an hour.` It is said in every room with open tables.
help-shutdown = stops me, once everything is sent
help-shutdown-more = Example: `shutdown`. Everything that waits is sent first, and all tables go on after the next start.
help-admin = For admins, here:
help-admin-more = As an admin you can do more here: `help commands` lists it.

admin-shutting-down = I stop as soon as everything is sent.
admin-no-room-id = “{ $room }” is no room id. It looks like !abc:example.org; `rooms` lists those of my rooms.
admin-leave-here = That is this room, in which I could not tell you that I have left. Type that in a direct message with me.
admin-goodbye = I have been asked to leave this room. { $count ->
    [0] {""}
    [one] The table that was open here ends without a winner.{" "}
   *[other] The { $count } tables that were open here end without a winner.{" "}
}{ $runs ->
    [0] {""}
   *[other] Runs go on in another room as soon as their players type `run`.{" "}
}Goodbye!
admin-games-moved = The games of { $from } go on in { $to }.
admin-games-not-moved = The games of { $room } stay where they are: name another room in which I may answer.
admin-no-games-to-move = No games are open in { $room }.
admin-left-room = I have left { $room }.
admin-not-in-room = I am not in { $room }. `rooms` lists the rooms I am in.
admin-failed = The homeserver does not let me, or cannot be reached. The log says more.
access-may-not-change-room = Only those who may change this room, such as its moderators, can set that for everybody here. { $what ->
    [day] `{ $prefix }day` shows the table of the day to you at any time.
   *[look] In a direct message with me you can set it for yourself.
}
admin-no-user-id = “{ $user }” is no user id. It looks like @bob:example.org.
admin-block-admin = { $user } is an admin; admins are named in the configuration only.
admin-blocked = I do not answer { $user } any more. `unblock` ends that.
admin-blocked-already = { $user } is blocked already.
admin-unblocked = I answer { $user } again.
admin-not-blocked = { $user } is not blocked. What `deny` in the configuration says, only the configuration can change.
admin-blocked-list = { $count ->
    [0] Nobody is blocked.
    [one] One user is blocked:
   *[other] { $count } users are blocked:
}
admin-and-more = … and { $count } more.
admin-announcement = An announcement of whoever runs me: { $announced }
admin-announced = { $count ->
    [0] No other room has an open table, so nobody is told.
    [one] It is said in one room.
   *[other] It is said in { $count } rooms.
}
admin-status = Icebreaker { $version }, running for { $days } d { $hours } h { $minutes } min; the homeserver has been answering for { $syncdays } d { $synchours } h { $syncminutes } min.
    Rooms: { $rooms }. Games: { $games }. Open challenges: { $challenges }. Blocked users: { $blocked }.
    Commands answered since the start: { $commands }. { $timed ->
        [0] No answer has been timed yet.
       *[other] Of the newest answers, half were there within { $median } ms, 99 of 100 within { $slow } ms.
    }
    Last heard of the homeserver { $syncage } s ago. Messages to be sent: { $outgoing }.
    Events waiting for keys: { $undecrypted }; whose key was late since the start: { $late }.
admin-rooms = { $count ->
    [0] I am in no room.
    [one] I am in one room:
   *[other] I am in { $count } rooms:
}
admin-room-line = `{ $room }` { $name }, { $members ->
    [one] one member
   *[other] { $members } members
}, { $tables ->
    [0] no open table
    [one] one open table
   *[other] { $tables } open tables
}

## Who has left

offer-opponent-left = { $other } can't answer any more. Type `draw` to end the game without a winner.
rematch-left = Your opponent can't be asked any more.
challenge-gone = { $from } has left this room, so the challenge (table { $table }) is dropped. Should they come back, ask anew: `{ $prefix }challenge { $again }`.
challenge-lapsed = The challenge of { $from } (table { $table }) has lapsed. To play, ask anew: `{ $prefix }challenge { $again }`.
end-abandoned = The game has ended without a winner.
