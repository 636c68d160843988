-- Number of owners of an organization: lists tell the only one what they cannot do without counting members.
ALTER TABLE "organization" ADD COLUMN "ownerCount" INTEGER NOT NULL DEFAULT 0;

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
    UPDATE "user" AS u SET "memberships" = coalesce((
        SELECT string_agg(m."organizationId" || '=' || m."role", ' ' ORDER BY m."organizationId")
        FROM "member" AS m WHERE m."userId" = u."id"
    ), '') WHERE u."id" = ANY(users);
    RETURN NULL;
END $$;

-- To replace a trigger waits for writes to end, and makes others wait: no owner is counted twice, or missed.
CREATE OR REPLACE TRIGGER "member_keep_update" AFTER UPDATE ON "member" REFERENCING OLD TABLE AS "replaced" NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_memberships"();

-- What is counted here has not changed.
SELECT set_config('atrium.silent', 'on', true);
UPDATE "organization" AS o SET "ownerCount" = c."owners"
    FROM (SELECT "organizationId", count(*) AS "owners" FROM "member" WHERE "role" = 'owner' GROUP BY 1) AS c
    WHERE o."id" = c."organizationId";
