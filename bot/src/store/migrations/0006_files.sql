-- The file of a message once the homeserver has it: what the adapter needs to refer to it, as JSON.
ALTER TABLE outbox ADD COLUMN file TEXT;
