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
    [digest] Digest
    [confirm] Confirm moves
    [results] Results
   *[day] Daily leaderboard
}
setting-heading = { $place ->
    [direct] **Your settings**
   *[room] **Settings of this room**
}
setting-line = { setting-name }: `{ $value }` ({ $origin ->
    [default] default
    [you] set by you
    [person] set by { $by }
    [last-game] your last game
    [profile] from your profile
   *[unknown] set
}). `{ $prefix }set { $name } { $form }`
setting-foot = `{ $prefix }set theme default` resets one. `{ $prefix }help settings` explains them.
setting-told = { $place ->
    [direct] { setting-name }: `{ $value }`.
   *[room] { setting-name } in this room: `{ $value }`.
} { $change ->
    [set] `{ $prefix }set { $name } default` resets it.
   *[other] Change it with `{ $prefix }set { $name } { $form }`.
}
setting-time = It's { $time }.
setting-unknown = I don't know the setting “{ $text }”. { $near ->
    [none] `{ $prefix }settings` lists all.
   *[other] Did you mean `{ $prefix }set { $near }`?
}
setting-bad-value = I don't understand “{ $text }” here. Type `{ $prefix }set { $name } { $form }`.
setting-bad-prefix = “{ $text }” can't be a prefix. Use 1 to 3 of these: { $signs }
setting-unknown-zone = I don't know the time zone “{ $text }”. { $near ->
    [none] Zones look like `Europe/Paris`.
   *[other] Did you mean `{ $near }`?
}
setting-bad-hours = I don't understand “{ $text }” as hours. Try `{ $prefix }set quiet 22:00-07:00`.
setting-only-in-rooms = That's a setting of rooms. Type it in a room.
setting-only-in-direct = That's a setting of your own. Type it in a direct message to me.
setting-switched-off = { $name ->
    [clock] This server has clocks switched off.
   *[digest] This server has digests switched off.
}
setting-no-fast-clocks = This server doesn't allow fast clocks. Try `normal`.
