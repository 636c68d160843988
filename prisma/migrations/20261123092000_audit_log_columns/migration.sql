-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'signed_out';
ALTER TYPE "account_event_kind" ADD VALUE 'impersonation_ended';
ALTER TYPE "account_event_kind" ADD VALUE 'language_changed';
ALTER TYPE "account_event_kind" ADD VALUE 'picture_changed';
ALTER TYPE "account_event_kind" ADD VALUE 'picture_deleted';
ALTER TYPE "account_event_kind" ADD VALUE 'provider_linked';
ALTER TYPE "account_event_kind" ADD VALUE 'access_token_updated';
ALTER TYPE "account_event_kind" ADD VALUE 'invitation_sent';
ALTER TYPE "account_event_kind" ADD VALUE 'invitation_resent';
ALTER TYPE "account_event_kind" ADD VALUE 'invitation_cancelled';
ALTER TYPE "account_event_kind" ADD VALUE 'invitation_declined';
ALTER TYPE "account_event_kind" ADD VALUE 'team_member_added';
ALTER TYPE "account_event_kind" ADD VALUE 'team_member_removed';

-- By what it was done. Like the other IDs, these refer to no rows: they outlive the session and the token.
ALTER TABLE "account_event"
    ADD COLUMN "sessionId" TEXT,
    ADD COLUMN "tokenId" TEXT,
    ADD COLUMN "tokenName" TEXT,
    ADD COLUMN "impersonatedId" TEXT,
    ADD COLUMN "changedFields" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "byManager" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "aboutPerson" BOOLEAN NOT NULL DEFAULT false;

-- Keeps what was so at the time of the event, whoever writes it.
CREATE OR REPLACE FUNCTION "name_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    subject record;
BEGIN
    IF NEW."actorId" = NEW."userId" THEN
        NEW."actorId" := NULL;
        NEW."actorName" := NULL;
    END IF;
    IF NEW."actorId" IS NOT NULL AND NEW."actorName" IS NULL THEN
        NEW."actorName" := (SELECT nullif("name", '') FROM "user" WHERE "id" = NEW."actorId");
    END IF;
    IF NEW."tokenId" IS NOT NULL AND NEW."tokenName" IS NULL THEN
        NEW."tokenName" := (SELECT "name" FROM "access_token" WHERE "id" = NEW."tokenId");
    END IF;
    IF NEW."userId" IS NOT NULL THEN
        SELECT nullif("name", '') AS "name", "isServiceAccount" INTO subject FROM "user" WHERE "id" = NEW."userId";
        NEW."subjectName" := coalesce(NEW."subjectName", subject."name");
        NEW."aboutPerson" := NOT coalesce(subject."isServiceAccount", true);
    END IF;
    IF NEW."organizationName" IS NULL AND (starts_with(NEW."recordId", 'org_') OR starts_with(NEW."recordId", 'inv_')) THEN
        NEW."organizationName" := (
            SELECT "name" FROM "organization" WHERE "id" = coalesce(NEW."organizationId", NEW."recordId")
        );
    END IF;
    IF starts_with(NEW."recordId", 'org_') AND NEW."userId" IS NULL AND NEW."subjectName" IS NULL THEN
        NEW."subjectName" := NEW."organizationName";
    END IF;
    RETURN NEW;
END $$;
