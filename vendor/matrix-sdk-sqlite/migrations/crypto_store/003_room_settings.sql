CREATE TABLE room_settings(
    "room_id" BLOB PRIMARY KEY NOT NULL,
    "data" BLOB NOT NULL
);
