-- The last messages that were sent in threads, which plain replies to them join.
CREATE TABLE sent (
    id     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    room   TEXT NOT NULL,
    event  TEXT NOT NULL,
    thread TEXT NOT NULL
) STRICT;
