-- Which organizations required passkeys stays in the audit log. IDs are UUIDs of version 7, as TypeIDs.
-- safe: the rows are new, one for each of the few organizations that required passkeys
INSERT INTO "account_event" ("id", "recordId", "organizationId", "kind")
SELECT
    'evt_' || (
        SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substr("bits", n, 5)::bit(5)::int + 1, 1), '' ORDER BY n)
        FROM generate_series(1, 126, 5) AS n
    ),
    "organizationId", "organizationId", 'organization_passkeys_optional'
FROM (
    SELECT o."id" AS "organizationId", '00' || ('x' || lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0')
        || '7' || substr(h, 1, 3) || 'b' || substr(h, 4, 15))::bit(128)::text AS "bits"
    FROM "organization" AS o, LATERAL (SELECT md5(o."id" || random()) AS h) AS "random"
    WHERE o."requiresPasskey"
) AS "requiring";

-- The trigger removes the marks in the memberships of its members.
-- safe: organizations that required passkeys are few, and each has at most 1,000 members
UPDATE "organization" SET "requiresPasskey" = false WHERE "requiresPasskey";

DROP TRIGGER "organization_passkey_requirement" ON "organization";
DROP FUNCTION "keep_passkey_requirement"();

CREATE OR REPLACE FUNCTION "list_memberships"("member_id" text, "is_service_account" boolean) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(string_agg(m."organizationId" || '=' || m."role", ' ' ORDER BY m."organizationId"), '')
    FROM "member" AS m WHERE m."userId" = "member_id"
$$;

-- safe: no release reads it
ALTER TABLE "access_token" DROP COLUMN "byPasskey";
-- safe: no release reads it
ALTER TABLE "organization" DROP COLUMN "requiresPasskey";
