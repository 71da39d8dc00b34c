-- What came out of finished runs; `data` is the JSON of tables::RunResult.
CREATE TABLE results (
    table_id INTEGER NOT NULL PRIMARY KEY,
    -- The user id, so that a player can be forgotten.
    player   TEXT NOT NULL,
    data     TEXT NOT NULL
) STRICT;

CREATE INDEX results_by_player ON results (player);

-- What rooms, players and days have set; the keys are those of tables::Key, the values JSON.
CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
