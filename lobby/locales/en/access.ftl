# Who may play, how much is answered, and what admins are told.

## Who may play

access-may-not-play = Sorry, you can't play here: my admins haven't given you access. Ask them for it.
access-other-may-not-play = { $name } can't play here: my admins haven't given them access.

## What cannot be read

access-unreadable = I can't decrypt a message of yours: its key didn't reach me. If it was for me, send it again. Still stuck?
    - Type `/discardsession` in Element, or log out and in.
    - If your app sends keys to verified devices only, verify me or turn that off here.

## Limits

limit-too-fast = That's a lot at once. I'll be back in { $seconds } s and will ignore anything you type until then.
limit-room-too-fast = This room is too fast for me. I'll be back in { $seconds } s and will ignore everything until then.
limit-quiet-until-command = I don't understand, so I'll stay quiet until I see a command such as `help`.
limit-own-tables = You've reached the limit of open tables ({ $limit }). Finish a game, or `withdraw` a challenge.
limit-tables-here = This room has reached its limit of open tables ({ $limit }). Wait for one to end.
limit-table-numbers = I can't open another table: I'm out of numbers. Open games go on. An admin has to restore another backup.
limit-challenges = This room has reached its limit of open challenges ({ $limit }). Answer one, or `withdraw` yours, first.
limit-own-challenges = You've reached your limit of open challenges here ({ $limit }). Wait for an answer, or `withdraw` one.
limit-seeks = This room has reached its limit of standing offers ({ $limit }). Accept one, or wait for one to expire.
limit-own-seeks = You already have { $limit } standing offers. That's the limit: `{ $prefix }unseek` withdraws one.

## Admins

# Behind the form of a command in a list; imperative.

help-status = show version, rooms, games and queues
help-status-more = Example: `status`
help-rooms = list my rooms
help-rooms-more = Example: `rooms`
help-leave = make me say goodbye and leave a room
help-leave-more = `leave !abc:example.org`; `rooms` lists the ids.
help-move-games = move a room's open games to another of my rooms
help-move-games-more = `move-games !old:example.org !new:example.org`, when I can't reach the old room any more
help-block = make me ignore a user; on its own, list blocked users
help-block-more = Example: `block @mallory:example.org`
help-unblock = lift a block
help-unblock-more = Example: `unblock @mallory:example.org`
help-announce = post a message in every room with open tables
help-announce-more = Example: `announce Down at nine for an hour.`
help-add = give all running clocks more time
help-add-more = Example: `add time 1d`, after an outage that I could not see, such as another homeserver's.
help-shutdown = stop me once everything is sent
help-shutdown-more = After `shutdown` I send what's waiting. All games go on after the next start.
help-admin = **Admin**, here only
help-admin-more = You're an admin: `{ $prefix }help commands` lists your extra commands here.

admin-shutting-down = I'll stop once everything is sent.
admin-no-room-id = “{ $room }” isn't a room id. Ids look like `!abc:example.org`; `rooms` lists mine.
admin-leave-here = I couldn't confirm that here after leaving. Type it in a direct message to me.
admin-goodbye = I've been asked to leave this room. { $count ->
    [0] {""}
    [one] The open game here ends without a winner.{" "}
   *[other] The { $count } open games here end without a winner.{" "}
}{ $runs ->
    [0] {""}
   *[other] To continue a run, type `run` in another room.{" "}
}Goodbye!
admin-games-moved = The games of { $from } go on in { $to }.
admin-games-not-moved = The games stay in { $room }: name another room where I may answer.
admin-no-games-to-move = { $room } has no open games.
admin-left-room = I've left { $room }.
admin-not-in-room = I'm not in { $room }. `rooms` lists my rooms.
admin-failed = The homeserver refused or can't be reached. See the log.
access-may-not-change-room = Only those who can change this room, such as moderators, can set that for everyone. { $what ->
    [day] `{ $prefix }day` shows you the leaderboard any time.
    [room] `{ $prefix }settings` lists the settings.
   *[look] You can set it for yourself in a direct message to me.
}
admin-no-user-id = “{ $user }” isn't a user id. Ids look like `@bob:example.org`.
admin-block-admin = { $user } is an admin. Only the configuration can change that.
admin-blocked = I now ignore { $user }. `unblock` lifts that.
admin-blocked-already = { $user } is already blocked.
admin-unblocked = I answer { $user } again.
admin-not-blocked = { $user } isn't blocked. To change `deny`, edit the configuration.
admin-blocked-list = { $count ->
    [0] No one is blocked.
   *[other] Blocked users ({ $count }):
}
admin-and-more = … and { $count } more.
admin-announcement = Announcement from my admins: { $announced }
admin-announced = { $count ->
    [0] No one to tell: no other room has an open table.
    [one] Announced in 1 room.
   *[other] Announced in { $count } rooms.
}
admin-status = Icebreaker { $version }
    - Up: { $days } d { $hours } h { $minutes } min
    - Homeserver responding for { $syncdays } d { $synchours } h { $syncminutes } min, last { $syncage } s ago
    - Rooms: { $rooms } · Games: { $games } · Open challenges: { $challenges } · Blocked users: { $blocked }
    - Commands since the start: { $commands }
    - Response time: { $timed ->
        [0] not measured yet
       *[other] median { $median } ms, 99th percentile { $slow } ms
    }
    - Messages to send: { $outgoing }
    - Events waiting for keys: { $undecrypted } (late keys since the start: { $late })
admin-rooms = { $count ->
    [0] I'm not in any room.
   *[other] My rooms ({ $count }):
}
admin-room-line = `{ $room }` { $name } · members: { $members } · open tables: { $tables }

## Who has left

offer-opponent-left = { $other } can't answer any more. Type `draw` to end the game without a winner.
rematch-left = Your opponent can't answer any more.
challenge-gone = { $from } has left, so the challenge (table { $table }) is off. If they return, type `{ $prefix }challenge { $again }`.
challenge-lapsed = { $from }'s challenge (table { $table }) has expired. To play, type `{ $prefix }challenge { $again }`.
end-abandoned = The game ends without a winner.
