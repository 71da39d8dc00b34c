-- What the bot knows about itself; the key 'sync-token' is where reading goes on.
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The events that have been acted upon; none is acted upon twice.
CREATE TABLE seen (
    event   TEXT NOT NULL PRIMARY KEY,
    room    TEXT NOT NULL,
    seen_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT, WITHOUT ROWID;

CREATE INDEX seen_by_age ON seen (seen_at);

-- The encrypted events whose keys have not come yet; `json` is the event as it was received.
CREATE TABLE undecrypted (
    event TEXT NOT NULL PRIMARY KEY,
    room  TEXT NOT NULL,
    json  TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row a table; `data` is the JSON of tables::Saved.
CREATE TABLE tables (
    id         INTEGER NOT NULL PRIMARY KEY,
    room       TEXT NOT NULL,
    thread     TEXT,
    stage      TEXT NOT NULL CHECK (stage IN ('open', 'over', 'dropped')),
    data       TEXT NOT NULL,
    changed_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

CREATE INDEX tables_open ON tables (id) WHERE stage = 'open';
CREATE INDEX tables_over ON tables (room, thread, id) WHERE stage = 'over';

-- What is to be said, in order; `message` is the JSON of tables::Message.
CREATE TABLE outbox (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    room        TEXT NOT NULL,
    -- Sending twice with the same transaction id is one message.
    transaction_id TEXT NOT NULL UNIQUE,
    message     TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    event       TEXT,
    reason      TEXT,
    written_at  INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

CREATE INDEX outbox_waiting ON outbox (id) WHERE state = 'waiting';
CREATE INDEX outbox_by_age ON outbox (written_at);
