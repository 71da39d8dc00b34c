CREATE INDEX "direct_withheld_info_room_id_idx"
    ON "direct_withheld_info" ("room_id");
