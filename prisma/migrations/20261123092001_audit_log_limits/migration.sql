-- Limits that a flood cannot use to wash out what others did, or what happened to others. The numbers are those of
-- server/retention.ts.

-- What is repeated: the first 100 and the newest 200 events of a kind that one person causes about one account, their
-- own or by a role in an organization. What managers do is not limited.
CREATE OR REPLACE FUNCTION "limit_account_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Materialized: events about an account are fewer than those by one, which the planner cannot know.
    WITH "about" AS MATERIALIZED (
        SELECT "id", "createdAt", "kind", "doneById" FROM "account_event"
        WHERE "userId" = NEW."userId" AND NOT "byManager"
    )
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM (
            SELECT "id", row_number() OVER (ORDER BY "createdAt", "id") AS "place", count(*) OVER () AS "total"
            FROM "about" WHERE "kind" = NEW."kind" AND "doneById" = NEW."doneById"
        ) AS "same"
        WHERE "place" > 100 AND "place" <= "total" - 200
        LIMIT 100
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "account_event_limit" AFTER INSERT ON "account_event"
    FOR EACH ROW WHEN (
        NEW."userId" IS NOT NULL AND NOT NEW."byManager"
        AND (NEW."doneById" = NEW."userId" OR NEW."organizationId" IS NOT NULL)
    )
    EXECUTE FUNCTION "limit_account_events"();

-- Of an organization's events, 10,000 by its roles that are about no person are kept. Beyond, those go that one actor
-- caused most often of one kind, but the first 100 of them. Service accounts count as one actor, as do deleted
-- accounts: there can be any number of them.
CREATE OR REPLACE FUNCTION "limit_organization_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (
        SELECT count(*) FROM (
            SELECT FROM "account_event" WHERE "organizationId" = NEW."organizationId" LIMIT 10001
        ) AS "some"
    ) <= 10000 THEN
        RETURN NULL;
    END IF;
    WITH "counted" AS MATERIALIZED (
        SELECT e."id", e."createdAt", e."kind",
            CASE WHEN u."isServiceAccount" IS FALSE THEN e."doneById" ELSE '' END AS "by"
        FROM "account_event" AS e LEFT JOIN "user" AS u ON u."id" = e."doneById"
        WHERE e."organizationId" = NEW."organizationId" AND NOT e."byManager" AND NOT e."aboutPerson"
    ), "largest" AS (
        SELECT "by", "kind", count(*) AS "size" FROM "counted" GROUP BY "by", "kind" ORDER BY "size" DESC LIMIT 1
    )
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM "counted" JOIN "largest" USING ("by", "kind")
        ORDER BY "createdAt", "id"
        OFFSET (SELECT least(100, "size" / 2) FROM "largest")
        LIMIT (SELECT least(1000, greatest(0, count(*) - 10000)) FROM "counted")
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "account_event_organization_limit" AFTER INSERT ON "account_event"
    FOR EACH ROW WHEN (
        NEW."organizationId" IS NOT NULL AND NOT NEW."byManager" AND NOT NEW."aboutPerson" AND right(NEW."id", 1) = '0'
    )
    EXECUTE FUNCTION "limit_organization_events"();

-- With an organization go the events of its records. What happened to people in it stays.
CREATE OR REPLACE FUNCTION "forget_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "organizationId" = OLD."id" AND NOT "byManager" AND NOT "aboutPerson";
    RETURN NULL;
END $$;

-- Anybody can found and delete organizations: the newest 1,000 events of such deletions by a person are kept.
CREATE OR REPLACE FUNCTION "limit_organization_deletions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM (
            SELECT "id", "createdAt", "organizationId" FROM "account_event"
            WHERE "doneById" = NEW."doneById" AND NOT "byManager" AND NOT "aboutPerson"
            ORDER BY "createdAt" DESC, "id" DESC LIMIT 5000
        ) AS "recent"
        WHERE "organizationId" IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM "organization" AS o WHERE o."id" = "recent"."organizationId")
        ORDER BY "createdAt" DESC, "id" DESC OFFSET 1000 LIMIT 1000
    );
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "account_event_organization_deletion" AFTER INSERT ON "account_event"
    FOR EACH ROW WHEN (
        NEW."kind"::text = 'organization_deleted' AND NEW."organizationId" IS NOT NULL AND NOT NEW."byManager"
    )
    EXECUTE FUNCTION "limit_organization_deletions"();

-- As before, and the name of a token that holds an address.
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
    UPDATE "account_event" SET
        "actorName" = CASE
            WHEN EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("actorName"), a) > 0) THEN NULL
            ELSE "actorName"
        END,
        "tokenName" = CASE
            WHEN EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("tokenName"), a) > 0) THEN NULL
            ELSE "tokenName"
        END
        WHERE "doneById" = OLD."id"
            AND EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower(concat_ws(' ', "actorName", "tokenName")), a) > 0);
    RETURN OLD;
END $$;
