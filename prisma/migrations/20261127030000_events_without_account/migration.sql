-- Without service accounts, too, events that no account caused count, and are deleted.
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
            coalesce(CASE WHEN u."isServiceAccount" IS FALSE THEN e."doneById" END, '') AS "by"
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
