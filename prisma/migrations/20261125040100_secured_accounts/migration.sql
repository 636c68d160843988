-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'session_renamed';
ALTER TYPE "account_event_kind" ADD VALUE 'account_secured';

-- Rows of before have no name, so nothing has to be checked.
ALTER TABLE "session" ADD COLUMN "name" TEXT;
ALTER TABLE "session" ADD CONSTRAINT "session_name_length" CHECK (char_length("name") BETWEEN 1 AND 100) NOT VALID;

ALTER TABLE "user" ADD COLUMN "securedAt" TIMESTAMPTZ(3);
