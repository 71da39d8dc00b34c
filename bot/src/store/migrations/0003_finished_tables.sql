-- The finished tables that a room lists, the newest first.
CREATE INDEX tables_listed ON tables (
    room,
    CASE WHEN json_valid(data) THEN json_extract(data, '$.stage.over.ended_on') END DESC,
    id DESC
) WHERE stage = 'over' AND CASE WHEN json_valid(data) THEN
    json_extract(data, '$.occasion.contest') IS NULL AND json_type(data, '$.occasion.puzzle') IS NULL
END;

-- The finished tables of a player, so that a player can be forgotten.
CREATE INDEX tables_by_first ON tables (
    CASE WHEN json_valid(data) THEN json_extract(data, '$.stage.over.players[0].id') END
) WHERE stage = 'over';
CREATE INDEX tables_by_second ON tables (
    CASE WHEN json_valid(data) THEN json_extract(data, '$.stage.over.players[1].id') END
) WHERE stage = 'over';
