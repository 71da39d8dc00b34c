CREATE TABLE "rooms_pending_key_bundle"
(
    "room_id" BLOB PRIMARY KEY NOT NULL,
    "data"    BLOB             NOT NULL
);
