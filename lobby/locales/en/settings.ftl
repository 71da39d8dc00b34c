### Settings of rooms and persons.

setting-name = { $name ->
    [prefix] Prefix
    [boards] Boards
    [theme] Theme
    [game] Game
    [level] Level
    [clock] Clock
    [zone] Time zone
    [quiet] Quiet hours
    [notify] Turn notices
    [digest] Digest
    [confirm] Confirm moves
    [results] Results
   *[day] Daily leaderboard
}
setting-heading = { $place ->
    [direct] **Your settings**
   *[room] **This room's settings**
}
setting-line = { setting-name }: `{ $value }` ({ $origin ->
    [default] default
    [you] set by you
    [person] set by { $by }
    [last-game] your last game
    [profile] from your profile
   *[unknown] changed
}). `{ $prefix }set { $name } { $form }`
setting-foot = Reset: `{ $prefix }set NAME default`. More: `{ $prefix }help settings`.
setting-told = { setting-name }{ $place ->
    [direct] {""}
   *[room] {" "}in this room
}: `{ $value }`. { $change ->
    [set] `{ $prefix }set { $name } default` resets it.
   *[other] To change: `{ $prefix }set { $name } { $form }`.
}
setting-time = It's now { $time }.
setting-unknown = I don't know the setting “{ $text }”. { $near ->
    [none] `{ $prefix }settings` lists them all.
   *[other] Did you mean `{ $prefix }set { $near }`?
}
setting-bad-value = I don't understand “{ $text }” here. Type `{ $prefix }set { $name } { $form }`.
setting-bad-prefix = “{ $text }” can't be a prefix. Use 1 to 3 of these: { $signs }
setting-unknown-zone = I don't know the time zone “{ $text }”. { $near ->
    [none] Zones look like `Europe/Paris`.
   *[other] Did you mean `{ $near }`?
}
setting-bad-hours = I can't read “{ $text }” as a time range. Try `{ $prefix }set quiet 22:00-07:00`.
setting-only-in-rooms = That's a room setting: change it in a room.
setting-only-in-direct = That's a personal setting: type that in a direct message to me.
setting-switched-off = My admins have switched { $name ->
    [clock] clocks
    [notify] turn notices
   *[digest] digests
} off.
setting-increment-above-bank = A clock can't add more time each turn than it starts with. Try `2d+1d`.
setting-no-fast-clocks = My admins don't allow fast clocks. Try `normal`.
