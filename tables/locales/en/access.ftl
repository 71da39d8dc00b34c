# Who may play, how much is answered, and what admins are told.

## Who may play

may-not-play = I am sorry, but whoever runs me has not opened me to you. They decide who may play here.
other-may-not-play = { $name } cannot play here: whoever runs me has not opened me to them.

## Limits

too-fast = Slowly, please: I have answered you a lot at once. I go on in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}; what you type until then is left out.
room-too-fast = Slowly, please: this room is asking faster than I can answer. I go on in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}; what is typed until then is left out.
quiet-until-command = I do not understand this, so I keep quiet until I read a command that I know, such as `help`.
too-many-own-tables = You have { $limit } open tables, as many as you may have. Finish one first, or take a challenge back with `withdraw`.
too-many-tables-here = { $limit } tables are open here, as many as there may be. One of them has to end first.
too-many-challenges = { $limit } challenges wait for an answer here, as many as there may be. One of them has to be answered first, or taken back with `withdraw`.
