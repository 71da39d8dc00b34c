CREATE TABLE "secrets" (
    "secret_name" BLOB NOT NULL,
    "data" BLOB NOT NULL
);
