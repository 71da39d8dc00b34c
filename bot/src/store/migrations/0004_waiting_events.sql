-- The order in which undecrypted events came, as those of one response have the same time.
ALTER TABLE undecrypted ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
