-- State of the bot itself; the key 'sync-token' is the position in the stream of events.
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
    since INTEGER NOT NULL,
    -- 1 once the lobby has been told that its key does not come.
    told  INTEGER NOT NULL DEFAULT 0,
    -- 1 if another event of its sender waited in the room when it came.
    choice INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The encrypted messages that have been acted upon, by their places in their Megolm sessions. In a
-- session there is one message at each place, whatever event brings it.
CREATE TABLE opened (
    session       TEXT NOT NULL,
    message_index INTEGER NOT NULL,
    opened_at     INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (session, message_index)
) STRICT, WITHOUT ROWID;

-- One row a table; `data` is the JSON of lobby::Saved.
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

-- Messages to send, in order; `message` is the JSON of lobby::Message.
CREATE TABLE outbox (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    room        TEXT NOT NULL,
    -- Sending twice with the same transaction id is one message.
    transaction_id TEXT NOT NULL UNIQUE,
    message     TEXT NOT NULL,
    -- The file once the homeserver has it: the reference to it, as JSON.
    file        TEXT
) STRICT;

-- Jobs; `data` is the JSON of lobby::Job. A number is
-- never used again: a result that comes late or twice must not settle another job.
CREATE TABLE jobs (
    id    INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    data  TEXT NOT NULL,
    since INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

-- Results of finished runs; `data` is the JSON of lobby::RunResult.
CREATE TABLE results (
    table_id INTEGER NOT NULL PRIMARY KEY,
    -- The user id, so that a player can be forgotten.
    player   TEXT NOT NULL,
    data     TEXT NOT NULL
) STRICT;

CREATE INDEX results_by_player ON results (player);

-- Settings of rooms and players, and other small state; the keys are those of lobby::Key, the values JSON.
CREATE TABLE key_values (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Results of finished duels; `data` is the JSON of lobby::DuelResult.
CREATE TABLE duels (
    table_id INTEGER NOT NULL PRIMARY KEY,
    -- The user ids in the order of the seats, empty once forgotten, so that a player can be forgotten.
    first    TEXT NOT NULL,
    second   TEXT NOT NULL,
    data     TEXT NOT NULL
) STRICT;

CREATE INDEX duels_by_first ON duels (first);
CREATE INDEX duels_by_second ON duels (second);
