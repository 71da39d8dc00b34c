-- Later versions store values that 1.0.0 cannot read. It refuses a database with this migration.
PRAGMA user_version = 2;
