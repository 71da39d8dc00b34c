CREATE TABLE room_key_backups_fully_downloaded (
    "room_id" BLOB PRIMARY KEY NOT NULL
);
