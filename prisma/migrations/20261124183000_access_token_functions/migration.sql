-- What access tokens add to the audit log and to notifications has functions of its own, so that it can be removed.
-- Triggers run in the order of their names: the name of a token is there before the event is limited.
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
    IF NEW."userId" IS NOT NULL THEN
        SELECT nullif("name", '') AS "name", NOT "isServiceAccount" AS "isPerson" INTO subject FROM "user" WHERE "id" = NEW."userId";
        NEW."subjectName" := coalesce(NEW."subjectName", subject."name");
        NEW."aboutPerson" := coalesce(subject."isPerson", false);
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

CREATE FUNCTION "name_access_token_of_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."tokenName" := (SELECT "name" FROM "access_token" WHERE "id" = NEW."tokenId");
    RETURN NEW;
END $$;

CREATE TRIGGER "account_event_access_token_name" BEFORE INSERT ON "account_event"
    FOR EACH ROW WHEN (NEW."tokenId" IS NOT NULL AND NEW."tokenName" IS NULL)
    EXECUTE FUNCTION "name_access_token_of_event"();

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
        END
        WHERE "doneById" = OLD."id"
            AND EXISTS (SELECT 1 FROM unnest(addresses) AS a WHERE strpos(lower("actorName"), a) > 0);
    RETURN OLD;
END $$;

-- The name of a token that holds an address is forgotten with it.
CREATE FUNCTION "forget_addresses_in_access_token_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "account_event" SET "tokenName" = NULL
        WHERE "doneById" = OLD."id" AND "tokenName" IS NOT NULL
            AND EXISTS (
                SELECT FROM (
                    SELECT OLD."email" AS "address"
                    UNION SELECT "detail" FROM "account_event" WHERE "userId" = OLD."id" AND "kind" = 'email_changed'
                ) AS "own"
                WHERE strpos(lower("tokenName"), "address") > 0
                    AND NOT EXISTS (SELECT 1 FROM "user" WHERE "email" = "address" AND "id" <> OLD."id")
            );
    RETURN OLD;
END $$;

-- Before "user_forget_addresses", which forgets the former addresses that are read here.
CREATE TRIGGER "user_forget_access_tokens" BEFORE DELETE ON "user"
    FOR EACH ROW EXECUTE FUNCTION "forget_addresses_in_access_token_names"();

CREATE OR REPLACE FUNCTION "notify_token_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owners text[];
BEGIN
    SELECT array_agg("userId") INTO owners FROM (SELECT DISTINCT "userId" FROM "changed" LIMIT 51) AS "first";
    IF owners IS NULL THEN
        RETURN NULL;
    END IF;
    IF cardinality(owners) > 50 THEN
        owners := NULL;
    END IF;
    PERFORM pg_notify('changes', json_build_object('table', 'user', 'kind', 'update', 'ids', owners, 'accessTokens', true)::text);
    RETURN NULL;
END $$;
