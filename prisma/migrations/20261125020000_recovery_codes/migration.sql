-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'recovery_codes_created';
ALTER TYPE "account_event_kind" ADD VALUE 'recovery_code_used';

CREATE TABLE "recovery_codes" (
    "userId" TEXT NOT NULL,
    "hashes" TEXT[],
    "userIdHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("userId"),
    CONSTRAINT "recovery_codes_hashes" CHECK (cardinality("hashes") <= 10)
);

ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_userId_fkey"
    FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
