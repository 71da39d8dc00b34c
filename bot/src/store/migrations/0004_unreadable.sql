-- Whether the tables have been told that the key of an event does not come.
ALTER TABLE undecrypted ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
