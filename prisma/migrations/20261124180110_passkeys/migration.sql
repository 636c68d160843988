-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'passkey_added';
ALTER TYPE "account_event_kind" ADD VALUE 'passkey_renamed';
ALTER TYPE "account_event_kind" ADD VALUE 'passkey_removed';

ALTER TABLE "session" ADD COLUMN "passkeyName" TEXT;

-- "counter" is unsigned and has 32 bits, more than an INTEGER holds.
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credentialID" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" DOUBLE PRECISION NOT NULL,
    "deviceType" TEXT NOT NULL,
    "backedUp" BOOLEAN NOT NULL,
    "transports" TEXT,
    "aaguid" TEXT,
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkey_id_format" CHECK ("id" ~ '^pky_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
    CONSTRAINT "passkey_name_length" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "passkey_counter" CHECK ("counter" BETWEEN 0 AND 4294967295)
);

CREATE UNIQUE INDEX "passkey_credentialID_key" ON "passkey"("credentialID");
CREATE INDEX "passkey_userId_createdAt_id_idx" ON "passkey"("userId", "createdAt", "id");

ALTER TABLE "passkey" ADD CONSTRAINT "passkey_userId_fkey"
    FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
