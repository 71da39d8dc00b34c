-- What is to be carried out in the outside world; `data` is the JSON of tables::Errand. A number is
-- never used again: a result that comes late or twice must not settle another errand.
CREATE TABLE errands (
    id    INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    data  TEXT NOT NULL,
    since INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
