-- The function that counts rows names no table: repositories, some of which belong to organizations, have their own.
-- Every version counts with these triggers, so the previous one may run beside this one.
CREATE FUNCTION "count_repositories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
    unowned bigint;
    owners text[];
BEGIN
    SELECT count(*), count(*) FILTER (WHERE "organizationId" IS NULL),
        array_agg("organizationId") FILTER (WHERE "organizationId" IS NOT NULL)
        INTO total, unowned, owners FROM "changed";
    IF owners IS NOT NULL THEN
        PERFORM "count_owned_repositories"(owners, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
        IF TG_OP = 'INSERT' AND EXISTS (
            SELECT 1 FROM "repository_count" WHERE "organizationId" = ANY (owners) AND "rows" > 10000
        ) THEN
            RAISE EXCEPTION 'organization_repository_limit' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF total <> 0 AND TG_OP = 'INSERT' THEN
        PERFORM "add_to_row_count"(TG_TABLE_NAME, total, unowned);
    ELSIF total <> 0 THEN
        PERFORM "add_to_row_count"(TG_TABLE_NAME, -total, -unowned);
    END IF;
    RETURN NULL;
END $$;

-- To replace a trigger waits for writes to end, and makes others wait: no row is counted twice, or missed.
CREATE OR REPLACE TRIGGER "repository_count_insert" AFTER INSERT ON "repository" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_repositories"();
CREATE OR REPLACE TRIGGER "repository_count_delete" AFTER DELETE ON "repository" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_repositories"();

CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        UPDATE "row_count" SET "rows" = 0, "shared" = 0 WHERE "table" = TG_TABLE_NAME;
        DELETE FROM "row_count_part" WHERE "table" = TG_TABLE_NAME;
        RETURN NULL;
    END IF;
    SELECT count(*) INTO total FROM "changed";
    IF total <> 0 THEN
        total := CASE TG_OP WHEN 'INSERT' THEN total ELSE -total END;
        PERFORM "add_to_row_count"(TG_TABLE_NAME, total, total);
    END IF;
    RETURN NULL;
END $$;
