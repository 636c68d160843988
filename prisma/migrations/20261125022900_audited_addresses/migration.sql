-- The audit log forgets addresses of deleted users in a function of its own, so that it can be removed.
CREATE FUNCTION "forget_audited_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
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
        END
        WHERE "doneById" = OLD."id"
            AND EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("actorName"), a) > 0);
    RETURN OLD;
END $$;

-- After "user_forget_access_tokens", which reads the former addresses that are forgotten here.
CREATE TRIGGER "user_forget_audited_addresses" BEFORE DELETE ON "user"
    FOR EACH ROW EXECUTE FUNCTION "forget_audited_addresses"();

CREATE OR REPLACE FUNCTION "forget_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "mail" WHERE "to" = OLD."email";
    DELETE FROM "verification" WHERE strpos("identifier", OLD."email") > 0;
    RETURN OLD;
END $$;
