-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'organization_passkeys_required';
ALTER TYPE "account_event_kind" ADD VALUE 'organization_passkeys_optional';

ALTER TABLE "organization" ADD COLUMN "requiresPasskey" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "access_token" ADD COLUMN "byPasskey" BOOLEAN NOT NULL DEFAULT false;

-- An entry that ends in `!` counts only in sessions that were opened with a passkey. The former version ignores it.
-- Service accounts cannot sign in. Their entries always count.
CREATE FUNCTION "list_memberships"("member_id" text, "is_service_account" boolean) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(string_agg(
        m."organizationId" || '=' || m."role" || CASE WHEN o."requiresPasskey" AND NOT "is_service_account" THEN '!' ELSE '' END,
        ' ' ORDER BY m."organizationId"
    ), '')
    FROM "member" AS m JOIN "organization" AS o ON o."id" = m."organizationId" WHERE m."userId" = "member_id"
$$;

CREATE OR REPLACE FUNCTION "keep_memberships"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    users text[];
BEGIN
    SELECT array_agg(DISTINCT "userId") INTO users FROM "changed";
    IF users IS NULL THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' THEN
        UPDATE "organization" AS o SET "ownerCount" = o."ownerCount" + c."owners"
        FROM (
            SELECT n."organizationId", sum((n."role" = 'owner')::int - (p."role" = 'owner')::int) AS "owners"
            FROM "changed" AS n JOIN "replaced" AS p ON p."id" = n."id" GROUP BY 1
        ) AS c
        WHERE o."id" = c."organizationId" AND c."owners" <> 0;
    ELSE
        UPDATE "organization" AS o
        SET "memberCount" = o."memberCount" + c."sign" * c."members", "ownerCount" = o."ownerCount" + c."sign" * c."owners"
        FROM (
            SELECT "organizationId", CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS "sign",
                count(*) AS "members", count(*) FILTER (WHERE "role" = 'owner') AS "owners"
            FROM "changed" GROUP BY 1
        ) AS c
        WHERE o."id" = c."organizationId";
    END IF;
    PERFORM 1 FROM "user" WHERE "id" = ANY(users) ORDER BY "id" FOR NO KEY UPDATE;
    UPDATE "user" AS u SET "memberships" = list_memberships(u."id", u."isServiceAccount") WHERE u."id" = ANY(users);
    RETURN NULL;
END $$;

-- Whoever changes it has locked the members before the organization, as changing a membership does.
CREATE FUNCTION "keep_passkey_requirement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "user" AS u SET "memberships" = list_memberships(u."id", u."isServiceAccount")
    FROM "member" AS m WHERE m."organizationId" = NEW."id" AND m."userId" = u."id";
    RETURN NULL;
END $$;

CREATE TRIGGER "organization_passkey_requirement" AFTER UPDATE OF "requiresPasskey" ON "organization"
    FOR EACH ROW WHEN (OLD."requiresPasskey" IS DISTINCT FROM NEW."requiresPasskey") EXECUTE FUNCTION "keep_passkey_requirement"();
