# Access, rate limits and messages to admins.

## Who may play

access-may-not-play = Sorry, you can't play here: ask my admins for access.
access-other-may-not-play = { $name } can't play here: my admins haven't given them access.

## What cannot be read

access-unreadable = I can't decrypt your message: its key didn't reach me. If it was for me, send it again. Still stuck?
    - Type `/discardsession` in Element, or log out and back in.
    - If your app sends keys only to verified devices, verify me or turn that off here.

## Limits

limit-too-fast = That's a lot at once. I'm ignoring your messages for { $seconds } s.
limit-room-too-fast = This room is too fast for me. For the next { $seconds } s, I answer only a few messages from each of you.
limit-quiet-until-command = I don't understand, so I'll stay quiet until the next command, e.g. `{ $prefix }help`.
limit-own-tables = You're at your limit of open tables ({ $limit }). Finish a game, or withdraw a challenge.
limit-tables-here = This room is at its limit of open tables ({ $limit }). Wait for one to end.
limit-table-numbers = I'm out of table numbers; open games go on. An admin has to restore another backup.
limit-challenges = This room is at its limit of open challenges ({ $limit }). Answer or withdraw one, or wait until one closes.
limit-own-challenges = You're at your limit of open challenges here ({ $limit }). Wait for an answer, or withdraw one.
limit-seeks = This room is at its limit of standing offers ({ $limit }). Accept one, or wait for one to expire.
limit-own-seeks = You're at your limit of standing offers ({ $limit }). `{ $prefix }unseek TABLE` withdraws one.

## Admins

# Behind the form of a command in a list; imperative.

help-status = show version, rooms, games and queues
help-status-more = Example: `{ $prefix }status`
help-rooms = list my rooms
help-rooms-more = Example: `{ $prefix }rooms`
help-leave = make me leave a room, ending games except runs
help-leave-more = `{ $prefix }leave !abc:example.org`; `{ $prefix }rooms` lists the ids.
help-move-games = move a room's open games to another of my rooms
help-move-games-more = `{ $prefix }move-games !old:example.org !new:example.org`, when I can't reach the old room
help-block = make me ignore a user; on its own, list blocked users
help-block-more = Example: `{ $prefix }block @mallory:example.org`
help-unblock = lift a block
help-unblock-more = Example: `{ $prefix }unblock @mallory:example.org`
help-announce = post a message in every room with open tables
help-announce-more = Example: `{ $prefix }announce Down at nine for an hour.`
help-add = give all running clocks more time
help-add-more = `{ $prefix }add time 1d`, e.g. after another homeserver's outage.
help-shutdown = stop me once everything is sent
help-shutdown-more = After `{ $prefix }shutdown`, games go on at the next start.
help-admin = **Admin**, here only
help-admin-more = You're an admin: `{ $prefix }help commands` lists your extra commands.

admin-shutting-down = I'll stop once everything is sent.
admin-no-room-id = “{ $room }” isn't a room id. Ids look like `!abc:example.org`; `{ $prefix }rooms` lists mine.
admin-leave-here = Once I've left, I can't confirm that here. Type it elsewhere.
admin-goodbye = I've been asked to leave this room. { $count ->
    [0] {""}
    [one] The open table closes without a winner.{" "}
   *[other] The { $count } open tables close without a winner.{" "}
}{ $runs ->
    [0] {""}
   *[other] To continue a run, type `run` in a direct message to me.{" "}
}Goodbye!
admin-games-moved = The games of { $from } go on in { $to }.
admin-games-not-moved = The games stay in { $room }: name another room where I may answer.
admin-direct-games-not-moved = The games stay in { $room }. They can only move to another direct message with the same person, once that person has written there.
admin-games-not-moved-to-direct = The games stay in { $room }. { $to } is a direct message and takes only that person's own games.
admin-no-games-to-move = { $room } has no open games.
admin-left-room = I've left { $room }.
admin-not-in-room = I'm not in { $room }. `{ $prefix }rooms` lists my rooms.
admin-failed = The homeserver refused or can't be reached. See the log.
access-may-not-change-room = Only moderators can set that for everyone. { $what ->
    [day] `{ $prefix }day` shows you the leaderboard any time.
    [room] `{ $prefix }settings` lists the settings.
   *[look] You can set it for yourself in a direct message to me.
}
admin-no-user-id = “{ $user }” isn't a user id. Ids look like `@bob:example.org`.
admin-block-admin = { $user } is an admin. Only the configuration can change that.
admin-blocked = I now ignore { $user }. `{ $prefix }unblock` lifts that.
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
    [0] No other room has an open table.
    [one] Announced in 1 room.
   *[other] Announced in { $count } rooms.
}
admin-status = Icebreaker { $version }
    - Up: { $days } d { $hours } h { $minutes } min
    - Homeserver responding for { $syncdays } d { $synchours } h { $syncminutes } min, last { $syncage } s ago
    - Rooms: { $rooms } · Games: { $games } · Open challenges: { $challenges } · Blocked users: { $blocked }
    - Commands since start: { $commands }
    - Response time: { $timed ->
        [0] not measured yet
       *[other] median { $median } ms, 99th percentile { $slow } ms
    }
    - Messages to send: { $outgoing }
    - Events waiting for keys: { $undecrypted } (late keys since start: { $late })
admin-rooms = { $count ->
    [0] I'm not in any room.
   *[other] My rooms ({ $count }):
}
admin-room-line = `{ $room }` { $name } · members: { $members } · open tables: { $tables }

## Who has left

offer-opponent-left = { $other } can't answer now. Type `{ $prefix }draw` to end the game without a winner: if they've only left, after a day.
rematch-left = Your opponent can't answer any more.
challenge-not-followed = { $from } isn't in this room yet. Accept once they're here.
challenge-gone = { $from } has left, so the challenge (table { $table }) is off. If they return, type `{ $prefix }challenge { $again }`.
challenge-lapsed = { $from }'s challenge (table { $table }) has expired. To play, type `{ $prefix }challenge { $again }`.
end-abandoned = The game ends without a winner.
end-full = The game ends without a winner: { $limit } actions is the limit.
end-full-run = This run ends here: { $limit } actions is the limit.
