-- Sorts users by their last activity. Pages compare the column with that of an entry, which null does not allow.
ALTER TABLE "user" ADD COLUMN "lastActiveSortAt" TIMESTAMPTZ(3) NOT NULL
    GENERATED ALWAYS AS (coalesce("lastActiveAt", TIMESTAMPTZ '1970-01-01 00:00:00+00')) STORED;

CREATE INDEX "user_lastActiveSortAt_id_idx" ON "user"("lastActiveSortAt", "id");
