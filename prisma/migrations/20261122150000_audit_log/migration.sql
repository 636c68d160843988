-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'deleted';
ALTER TYPE "account_event_kind" ADD VALUE 'list_exported';
ALTER TYPE "account_event_kind" ADD VALUE 'repository_created';
ALTER TYPE "account_event_kind" ADD VALUE 'repository_updated';
ALTER TYPE "account_event_kind" ADD VALUE 'repository_deleted';
ALTER TYPE "account_event_kind" ADD VALUE 'repository_restored';

-- Events outlive the accounts and records that they tell about, so their IDs refer to no rows.
ALTER TABLE "account_event"
    DROP CONSTRAINT "account_event_userId_fkey",
    DROP CONSTRAINT "account_event_actorId_fkey",
    ALTER COLUMN "userId" DROP NOT NULL,
    ADD COLUMN "recordId" TEXT,
    ADD COLUMN "subjectName" TEXT,
    ADD COLUMN "network" TEXT,
    ADD COLUMN "doneById" TEXT GENERATED ALWAYS AS (coalesce("actorId", "userId")) STORED,
    ADD CONSTRAINT "account_event_subject" CHECK ("userId" IS NOT NULL OR "recordId" IS NOT NULL);

DROP INDEX "account_event_actorId_idx";
CREATE INDEX "account_event_createdAt_id_idx" ON "account_event"("createdAt", "id");
CREATE INDEX "account_event_doneById_createdAt_id_idx" ON "account_event"("doneById", "createdAt", "id");
CREATE INDEX "account_event_recordId_idx" ON "account_event"("recordId", "createdAt", "id") WHERE "recordId" IS NOT NULL;

-- Keeps the names at the time of the event, whoever writes it.
CREATE FUNCTION "name_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW."actorId" = NEW."userId" THEN
        NEW."actorId" := NULL;
        NEW."actorName" := NULL;
    END IF;
    IF NEW."actorId" IS NOT NULL AND NEW."actorName" IS NULL THEN
        NEW."actorName" := (SELECT nullif("name", '') FROM "user" WHERE "id" = NEW."actorId");
    END IF;
    IF NEW."userId" IS NOT NULL AND NEW."subjectName" IS NULL THEN
        NEW."subjectName" := (SELECT nullif("name", '') FROM "user" WHERE "id" = NEW."userId");
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "account_event_names" BEFORE INSERT ON "account_event"
    FOR EACH ROW EXECUTE FUNCTION "name_audit_event"();

-- Append-only. Two triggers below may change rows: the limit per user, and the deletion of a user. So may the
-- retention job of server/retention.ts, which says so in its transaction.
CREATE FUNCTION "keep_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (pg_trigger_depth() > 1 OR current_setting('atrium.retention', true) = 'on') THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'account_event_append_only' USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER "account_event_append_only" BEFORE UPDATE OR DELETE ON "account_event"
    FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
CREATE TRIGGER "account_event_no_truncate" BEFORE TRUNCATE ON "account_event"
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();

-- Limits what people write about themselves. What others did to them, and to records, is kept.
CREATE OR REPLACE FUNCTION "limit_account_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM (
            SELECT "id", "kind", "actorId", "createdAt" FROM "account_event" WHERE "userId" = NEW."userId"
            ORDER BY "createdAt" DESC, "id" DESC LIMIT 5000
        ) AS "recent"
        WHERE "kind" = NEW."kind" AND "actorId" IS NULL
        ORDER BY "createdAt" DESC, "id" DESC OFFSET 200 LIMIT 100
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "account_event_limit" AFTER INSERT ON "account_event"
    FOR EACH ROW WHEN (NEW."userId" IS NOT NULL AND NEW."actorId" IS NULL)
    EXECUTE FUNCTION "limit_account_events"();

-- A deleted person leaves no address behind, whoever deletes them: not theirs, nor a former one unless
-- somebody else has it now. The audit log keeps their name and what happened, without former names.
CREATE OR REPLACE FUNCTION "forget_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    addresses text[];
BEGIN
    SELECT array_agg(DISTINCT "address") INTO addresses FROM (
        SELECT OLD."email" AS "address"
        UNION SELECT "detail" FROM "account_event" WHERE "userId" = OLD."id" AND "kind" = 'email_changed'
    ) AS "own"
    WHERE NOT EXISTS (SELECT 1 FROM "user" WHERE "email" = "address" AND "id" <> OLD."id");
    DELETE FROM "mail" WHERE "to" = ANY (addresses);
    DELETE FROM "verification" AS v USING unnest(addresses) AS "address"
        WHERE strpos(v."identifier", "address") > 0;
    UPDATE "account_event" SET "detail" = NULL
        WHERE "kind" = 'email_changed' AND "detail" = ANY (addresses) AND "userId" <> OLD."id";
    UPDATE "account_event" SET
        "detail" = CASE
            WHEN "kind" IN ('email_changed', 'name_changed') THEN NULL
            WHEN EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("detail"), a) > 0) THEN NULL
            ELSE "detail"
        END,
        "subjectName" = (
            SELECT "name" FROM (SELECT coalesce("subjectName", nullif(OLD."name", '')) AS "name") AS "kept"
            WHERE NOT EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("name"), a) > 0)
        )
        WHERE "userId" = OLD."id";
    UPDATE "account_event" SET "actorName" = NULL
        WHERE "doneById" = OLD."id"
            AND EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("actorName"), a) > 0);
    RETURN OLD;
END $$;
