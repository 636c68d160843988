CREATE TYPE "organization_role" AS ENUM ('owner', 'admin', 'member');
CREATE TYPE "invitation_state" AS ENUM ('pending', 'accepted', 'declined', 'cancelled');

CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        lower(upper(normalize("name", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu")
    ) STORED,
    "slug" TEXT NOT NULL,
    "searchText" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        translate(lower(upper(normalize("name" || E'\n' || "slug", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu"), 'ς', 'σ')
    ) STORED,
    "memberCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "organization_id_format" CHECK ("id" ~ '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
    CONSTRAINT "organization_name_length" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "organization_slug_format" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length("slug") BETWEEN 3 AND 40),
    CONSTRAINT "organization_member_limit" CHECK ("memberCount" <= 1000)
);

CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");
CREATE INDEX "organization_createdAt_id_idx" ON "organization"("createdAt", "id");
CREATE INDEX "organization_updatedAt_id_idx" ON "organization"("updatedAt", "id");
CREATE INDEX "organization_nameKey_id_idx" ON "organization"("nameKey", "id");
CREATE INDEX "organization_search_idx" ON "organization" USING gin ("searchText" gin_trgm_ops);

CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" "organization_role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "member_id_format" CHECK ("id" ~ '^mbr_[0-7][0-9a-hjkmnp-tv-z]{25}$')
);

CREATE UNIQUE INDEX "member_user_key" ON "member"("userId", "organizationId");
CREATE INDEX "member_organizationId_createdAt_id_idx" ON "member"("organizationId", "createdAt", "id");

CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        lower(upper(normalize("name", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu")
    ) STORED,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "team_id_format" CHECK ("id" ~ '^team_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
    CONSTRAINT "team_name_length" CHECK (char_length("name") BETWEEN 1 AND 100)
);

CREATE UNIQUE INDEX "team_name_key" ON "team"("organizationId", "nameKey");
CREATE UNIQUE INDEX "team_visible_name_key" ON "team"("organizationId", visible_text("nameKey"));
CREATE INDEX "team_organizationId_createdAt_id_idx" ON "team"("organizationId", "createdAt", "id");

CREATE TABLE "team_membership" (
    "teamId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_membership_pkey" PRIMARY KEY ("teamId", "memberId")
);

CREATE INDEX "team_membership_memberId_idx" ON "team_membership"("memberId");

CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "organization_role" NOT NULL,
    "teamId" TEXT,
    "inviterId" TEXT,
    "state" "invitation_state" NOT NULL DEFAULT 'pending',
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitation_id_format" CHECK ("id" ~ '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$'),
    CONSTRAINT "invitation_email_format" CHECK ("email" = lower("email") AND char_length("email") BETWEEN 3 AND 254)
);

-- One pending invitation per address. An expired one is deleted before the next is sent.
CREATE UNIQUE INDEX "invitation_pending_key" ON "invitation"("organizationId", "email") WHERE "state" = 'pending';
CREATE INDEX "invitation_organizationId_createdAt_id_idx" ON "invitation"("organizationId", "createdAt", "id");
CREATE INDEX "invitation_email_createdAt_id_idx" ON "invitation"("email", "createdAt", "id");
CREATE INDEX "invitation_teamId_idx" ON "invitation"("teamId");
CREATE INDEX "invitation_inviterId_idx" ON "invitation"("inviterId");
CREATE INDEX "invitation_expiresAt_idx" ON "invitation"("expiresAt");

ALTER TABLE "member" ADD CONSTRAINT "member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member" ADD CONSTRAINT "member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team" ADD CONSTRAINT "team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_membership" ADD CONSTRAINT "team_membership_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_membership" ADD CONSTRAINT "team_membership_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "team"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A repository belongs to an organization, or to the whole installation.
ALTER TABLE "repository" ADD COLUMN "organizationId" TEXT;
ALTER TABLE "repository" ADD CONSTRAINT "repository_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "deleted_repository" ADD COLUMN "organizationId" TEXT;
ALTER TABLE "deleted_repository" ADD CONSTRAINT "deleted_repository_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
-- safe: the table holds what was deleted within a day
CREATE INDEX "deleted_repository_organizationId_idx" ON "deleted_repository"("organizationId");

-- "shared" counts what belongs to no organization.
ALTER TABLE "row_count" ADD COLUMN "shared" BIGINT NOT NULL DEFAULT 0;
-- safe: the table has a row per counted table
UPDATE "row_count" SET "shared" = "rows";

CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
    unowned bigint;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        UPDATE "row_count" SET "rows" = 0, "shared" = 0 WHERE "table" = TG_TABLE_NAME;
        RETURN NULL;
    END IF;
    IF TG_TABLE_NAME = 'repository' THEN
        SELECT count(*), count(*) FILTER (WHERE "organizationId" IS NULL) INTO total, unowned FROM "changed";
    ELSE
        SELECT count(*), count(*) INTO total, unowned FROM "changed";
    END IF;
    IF total <> 0 AND TG_OP = 'INSERT' THEN
        UPDATE "row_count" SET "rows" = "rows" + total, "shared" = "shared" + unowned WHERE "table" = TG_TABLE_NAME;
    ELSIF total <> 0 THEN
        UPDATE "row_count" SET "rows" = "rows" - total, "shared" = "shared" - unowned WHERE "table" = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;

-- Notifications name the organization of each record, whose members alone receive it.
CREATE OR REPLACE FUNCTION "notify_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
    organizations text[];
BEGIN
    IF TG_TABLE_NAME = 'organization' THEN
        SELECT array_agg("id"), array_agg("id") INTO ids, organizations FROM (SELECT "id" FROM "changed" LIMIT 51) AS "first";
    ELSIF TG_TABLE_NAME IN ('repository', 'member', 'team', 'invitation') THEN
        SELECT array_agg("id"), array_agg("organizationId") INTO ids, organizations
        FROM (SELECT "id", "organizationId" FROM "changed" LIMIT 51) AS "first";
    ELSE
        SELECT array_agg("id") INTO ids FROM (SELECT "id" FROM "changed" LIMIT 51) AS "first";
    END IF;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    IF cardinality(ids) > 50 THEN
        ids := NULL;
        organizations := NULL;
    END IF;
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'kind', lower(TG_OP), 'ids', ids, 'organizations', organizations)::text);
    RETURN NULL;
END $$;

-- Keeps the number of an organization's members, and the list of memberships that is read with each session.
-- Rows are locked in the order of their IDs, and read after that: changes at the same time see each other.
ALTER TABLE "user" ADD COLUMN "memberships" TEXT NOT NULL DEFAULT '';

CREATE FUNCTION "keep_memberships"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    users text[];
BEGIN
    SELECT array_agg(DISTINCT "userId") INTO users FROM "changed";
    IF users IS NULL THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'UPDATE' THEN
        UPDATE "organization" AS o
        SET "memberCount" = o."memberCount" + CASE TG_OP WHEN 'INSERT' THEN c."count" ELSE -c."count" END
        FROM (SELECT "organizationId", count(*) AS "count" FROM "changed" GROUP BY 1) AS c
        WHERE o."id" = c."organizationId";
    END IF;
    PERFORM 1 FROM "user" WHERE "id" = ANY(users) ORDER BY "id" FOR NO KEY UPDATE;
    UPDATE "user" AS u SET "memberships" = coalesce((
        SELECT string_agg(m."organizationId" || '=' || m."role", ' ' ORDER BY m."organizationId")
        FROM "member" AS m WHERE m."userId" = u."id"
    ), '') WHERE u."id" = ANY(users);
    RETURN NULL;
END $$;

CREATE TRIGGER "member_keep_insert" AFTER INSERT ON "member" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_memberships"();
CREATE TRIGGER "member_keep_update" AFTER UPDATE ON "member" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_memberships"();
CREATE TRIGGER "member_keep_delete" AFTER DELETE ON "member" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_memberships"();

-- An organization always has an owner, also when two of them leave at the same time, or their accounts are deleted.
CREATE FUNCTION "keep_an_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    affected text;
BEGIN
    IF TG_TABLE_NAME = 'organization' THEN
        affected := NEW."id";
    ELSIF OLD."role" <> 'owner' OR (TG_OP = 'UPDATE' AND NEW."role" = 'owner') THEN
        RETURN NULL;
    ELSE
        affected := OLD."organizationId";
    END IF;
    PERFORM 1 FROM "organization" WHERE "id" = affected FOR NO KEY UPDATE;
    IF FOUND AND NOT EXISTS (SELECT 1 FROM "member" WHERE "organizationId" = affected AND "role" = 'owner') THEN
        RAISE EXCEPTION 'organization_last_owner' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "organization_last_owner" AFTER UPDATE OR DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION "keep_an_owner"();
CREATE CONSTRAINT TRIGGER "organization_first_owner" AFTER INSERT ON "organization"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "keep_an_owner"();

SELECT count_rows_of('organization');
SELECT notify_changes_of('organization'), notify_changes_of('member'), notify_changes_of('team'), notify_changes_of('invitation');
