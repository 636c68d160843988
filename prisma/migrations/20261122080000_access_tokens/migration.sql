-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'access_token_created';
ALTER TYPE "account_event_kind" ADD VALUE 'access_token_rotated';
ALTER TYPE "account_event_kind" ADD VALUE 'access_token_revoked';

ALTER TABLE "user" ADD COLUMN "isServiceAccount" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "access_token" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "creatorId" TEXT,
    "name" TEXT NOT NULL,
    "start" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "previousHash" TEXT,
    "previousExpiresAt" TIMESTAMPTZ(3),
    "scopes" TEXT[],
    "lifetimeDays" INTEGER,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "networks" TEXT[],
    "lastUsedFrom" TEXT,
    "expiryNoticeAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "access_token_id_format" CHECK ("id" ~ '^tok_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
    CONSTRAINT "access_token_name_length" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "access_token_previous" CHECK (("previousHash" IS NULL) = ("previousExpiresAt" IS NULL)),
    CONSTRAINT "access_token_lifetime" CHECK (("lifetimeDays" IS NULL) = ("expiresAt" IS NULL))
);

CREATE UNIQUE INDEX "access_token_hash_key" ON "access_token"("hash");
CREATE UNIQUE INDEX "access_token_previousHash_key" ON "access_token"("previousHash");
CREATE INDEX "access_token_userId_createdAt_id_idx" ON "access_token"("userId", "createdAt", "id");
CREATE INDEX "access_token_creatorId_idx" ON "access_token"("creatorId");
CREATE INDEX "access_token_expiresAt_idx" ON "access_token"("expiresAt");
CREATE INDEX "access_token_revokedAt_idx" ON "access_token"("revokedAt");

ALTER TABLE "access_token" ADD CONSTRAINT "access_token_userId_fkey"
    FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_creatorId_fkey"
    FOREIGN KEY ("creatorId") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

SELECT notify_changes_of('access_token', '{UPDATE,DELETE}');

-- A service account is not the admin who is always left: nobody can sign in as it.
CREATE OR REPLACE FUNCTION "keep_an_admin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD."isServiceAccount" OR NOT is_active_admin(OLD."role", OLD."banned", OLD."banExpires") THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' AND is_active_admin(NEW."role", NEW."banned", NEW."banExpires") THEN
        RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('user_last_admin'));
    IF NOT EXISTS (
        SELECT 1 FROM "user" AS u
        WHERE NOT u."isServiceAccount" AND is_active_admin(u."role", u."banned", u."banExpires")
    ) THEN
        RAISE EXCEPTION 'user_last_admin' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- Nobody signs in as a service account, whichever way a session is opened.
CREATE FUNCTION "refuse_service_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM "user" WHERE "id" = NEW."userId" AND "isServiceAccount") THEN
        RAISE EXCEPTION 'session_of_person' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "session_of_person" BEFORE INSERT ON "session"
    FOR EACH ROW EXECUTE FUNCTION "refuse_service_account"();
