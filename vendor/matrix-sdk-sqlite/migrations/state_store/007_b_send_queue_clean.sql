ALTER TABLE "send_queue_events"
    DROP COLUMN "wedged";
