-- Substring search (trigrams); part of every PostgreSQL distribution.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('pending', 'sent', 'expired', 'failed');

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL DEFAULT '',
    -- Unicode's compatibility form, case-folded (upper, then lower, also unites "ß" and "ss"), so that
    -- names are compared as people compare them. Collation "C" makes prefix search use the index.
    "nameKey" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        lower(upper(normalize("name", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu")
    ) STORED,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'user',
    "banned" BOOLEAN NOT NULL DEFAULT false,
    "banReason" TEXT,
    "banExpires" TIMESTAMPTZ(3),
    "language" TEXT,
    "onboardedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "impersonatedBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repository" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    -- As in "user".
    "nameKey" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        lower(upper(normalize("name", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu")
    ) STORED,
    "link" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "repository_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "row_count" (
    "table" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "row_count_pkey" PRIMARY KEY ("table")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'pending',
    "payload" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "user_createdAt_id_idx" ON "user"("createdAt", "id");

-- CreateIndex
CREATE INDEX "user_nameKey_id_idx" ON "user"("nameKey", "id");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "session_expiresAt_idx" ON "session"("expiresAt");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "account_providerId_accountId_key" ON "account"("providerId", "accountId");

-- CreateIndex
CREATE UNIQUE INDEX "verification_identifier_key" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "verification_expiresAt_idx" ON "verification"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "repository_name_key" ON "repository"("nameKey");

-- CreateIndex
CREATE INDEX "repository_createdAt_id_idx" ON "repository"("createdAt", "id");

-- CreateIndex
CREATE INDEX "repository_updatedAt_id_idx" ON "repository"("updatedAt", "id");

-- CreateIndex
CREATE INDEX "mail_state_nextAttemptAt_idx" ON "mail"("state", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "mail_to_createdAt_idx" ON "mail"("to", "createdAt");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows Prisma cannot say.

-- Ids: a prefix per type and 26 characters of Crockford's base 32 (TypeID).
ALTER TABLE "user" ADD CONSTRAINT "user_id_format" CHECK ("id" ~ '^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$');
ALTER TABLE "session" ADD CONSTRAINT "session_id_format" CHECK ("id" ~ '^ses_[0-7][0-9a-hjkmnp-tv-z]{25}$');
ALTER TABLE "repository" ADD CONSTRAINT "repository_id_format" CHECK ("id" ~ '^repo_[0-7][0-9a-hjkmnp-tv-z]{25}$');

-- Lengths and formats, as in shared/rules and shared/limits.ts.
ALTER TABLE "user"
    ADD CONSTRAINT "user_email_format" CHECK ("email" = lower("email") AND char_length("email") BETWEEN 3 AND 254),
    ADD CONSTRAINT "user_name_length" CHECK (char_length("name") <= 100),
    ADD CONSTRAINT "user_role_known" CHECK ("role" ~ '^(admin|user)(,(admin|user))*$'),
    ADD CONSTRAINT "user_onboarded_has_name" CHECK ("onboardedAt" IS NULL OR "name" <> '');
ALTER TABLE "repository"
    ADD CONSTRAINT "repository_name_length" CHECK (char_length("name") BETWEEN 1 AND 100),
    ADD CONSTRAINT "repository_link_format" CHECK ("link" ~ '^https?://' AND char_length("link") <= 2000),
    ADD CONSTRAINT "repository_description_length" CHECK (char_length("description") <= 2000);

-- Substring search, one index over the searched columns.
CREATE INDEX "user_search_idx" ON "user" USING gin ("name" gin_trgm_ops, "email" gin_trgm_ops);
CREATE INDEX "repository_search_idx" ON "repository" USING gin ("name" gin_trgm_ops, "link" gin_trgm_ops, "description" gin_trgm_ops);

-- The unfiltered totals. One update per statement, however many rows it touches.
INSERT INTO "row_count" ("table", "rows") VALUES ('user', 0), ('repository', 0);

CREATE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    delta bigint;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT count(*) INTO delta FROM "changed";
    ELSE
        SELECT -count(*) INTO delta FROM "changed";
    END IF;
    IF delta <> 0 THEN
        UPDATE "row_count" SET "rows" = "rows" + delta WHERE "table" = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION "count_no_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "row_count" SET "rows" = 0 WHERE "table" = TG_TABLE_NAME;
    RETURN NULL;
END $$;

CREATE TRIGGER "user_count_insert" AFTER INSERT ON "user" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();
CREATE TRIGGER "user_count_delete" AFTER DELETE ON "user" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();
CREATE TRIGGER "user_count_truncate" AFTER TRUNCATE ON "user" FOR EACH STATEMENT EXECUTE FUNCTION "count_no_rows"();
CREATE TRIGGER "repository_count_insert" AFTER INSERT ON "repository" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();
CREATE TRIGGER "repository_count_delete" AFTER DELETE ON "repository" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();
CREATE TRIGGER "repository_count_truncate" AFTER TRUNCATE ON "repository" FOR EACH STATEMENT EXECUTE FUNCTION "count_no_rows"();
