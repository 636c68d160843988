-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'organization_created';
ALTER TYPE "account_event_kind" ADD VALUE 'organization_updated';
ALTER TYPE "account_event_kind" ADD VALUE 'organization_deleted';
ALTER TYPE "account_event_kind" ADD VALUE 'member_added';
ALTER TYPE "account_event_kind" ADD VALUE 'member_role_changed';
ALTER TYPE "account_event_kind" ADD VALUE 'member_removed';
ALTER TYPE "account_event_kind" ADD VALUE 'member_left';
ALTER TYPE "account_event_kind" ADD VALUE 'team_created';
ALTER TYPE "account_event_kind" ADD VALUE 'team_updated';
ALTER TYPE "account_event_kind" ADD VALUE 'team_deleted';

-- Events about an organization have its ID in "recordId", those about a member that of the user in "userId" as well.
ALTER TABLE "account_event" ADD COLUMN "organizationName" TEXT;

CREATE OR REPLACE FUNCTION "name_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF starts_with(NEW."recordId", 'org_') THEN
        IF NEW."organizationName" IS NULL THEN
            NEW."organizationName" := (SELECT "name" FROM "organization" WHERE "id" = NEW."recordId");
        END IF;
        IF NEW."userId" IS NULL AND NEW."subjectName" IS NULL THEN
            NEW."subjectName" := NEW."organizationName";
        END IF;
    END IF;
    RETURN NEW;
END $$;

-- The deletion of an organization by its owner, and of its service accounts, outlives it. Anybody can found and delete
-- organizations: the newest 1,000 such events of a person are kept.
CREATE FUNCTION "limit_organization_deletions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM (
            SELECT "id", "createdAt", "organizationId" FROM "account_event" WHERE "doneById" = NEW."doneById"
            ORDER BY "createdAt" DESC, "id" DESC LIMIT 5000
        ) AS "recent"
        WHERE "organizationId" IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM "organization" AS o WHERE o."id" = "recent"."organizationId")
        ORDER BY "createdAt" DESC, "id" DESC OFFSET 1000 LIMIT 1000
    );
    RETURN NULL;
END $$;

CREATE TRIGGER "account_event_organization_deletion" AFTER INSERT ON "account_event"
    FOR EACH ROW WHEN (NEW."kind"::text = 'organization_deleted' AND NEW."organizationId" IS NOT NULL)
    EXECUTE FUNCTION "limit_organization_deletions"();
