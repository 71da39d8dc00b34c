-- The encrypted messages that have been acted upon, by their places in their Megolm sessions. In a
-- session there is one message at each place, whatever event brings it.
CREATE TABLE opened (
    session       TEXT NOT NULL,
    message_index INTEGER NOT NULL,
    opened_at     INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (session, message_index)
) STRICT, WITHOUT ROWID;
