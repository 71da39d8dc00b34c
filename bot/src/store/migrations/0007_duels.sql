-- What came out of finished duels; `data` is the JSON of tables::DuelResult.
CREATE TABLE duels (
    table_id INTEGER NOT NULL PRIMARY KEY,
    -- The user ids in the order of the seats, empty once forgotten, so that a player can be forgotten.
    first    TEXT NOT NULL,
    second   TEXT NOT NULL,
    data     TEXT NOT NULL
) STRICT;

CREATE INDEX duels_by_first ON duels (first);
CREATE INDEX duels_by_second ON duels (second);
