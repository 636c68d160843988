-- Number of repositories of an organization, with those that can still be restored. In a table of its own, so that
-- a new repository neither waits for other changes of its organization nor notifies of one.
CREATE TABLE "repository_count" (
    "organizationId" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,

    CONSTRAINT "repository_count_pkey" PRIMARY KEY ("organizationId")
);

ALTER TABLE "repository_count" ADD CONSTRAINT "repository_count_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Adds or takes one for each of `owners`. Rows are locked in the order of their IDs.
CREATE FUNCTION "count_owned_repositories"("owners" text[], "sign" integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF "sign" > 0 THEN
        INSERT INTO "repository_count" ("organizationId", "rows")
            SELECT "owner", count(*) FROM unnest("owners") AS "owner" GROUP BY 1 ORDER BY 1
            ON CONFLICT ("organizationId") DO UPDATE SET "rows" = "repository_count"."rows" + EXCLUDED."rows";
    ELSE
        PERFORM 1 FROM "repository_count" WHERE "organizationId" = ANY ("owners") ORDER BY "organizationId" FOR NO KEY UPDATE;
        UPDATE "repository_count" AS r SET "rows" = r."rows" - c."rows"
            FROM (SELECT "owner", count(*) AS "rows" FROM unnest("owners") AS "owner" GROUP BY 1) AS c
            WHERE r."organizationId" = c."owner";
    END IF;
END $$;

-- Limits the repositories of an organization. What is restored has been taken from the deleted ones before it is
-- counted here, so that it fits.
CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
    unowned bigint;
    owners text[];
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        UPDATE "row_count" SET "rows" = 0, "shared" = 0 WHERE "table" = TG_TABLE_NAME;
        RETURN NULL;
    END IF;
    IF TG_TABLE_NAME = 'repository' THEN
        SELECT count(*), count(*) FILTER (WHERE "organizationId" IS NULL),
            array_agg("organizationId") FILTER (WHERE "organizationId" IS NOT NULL)
            INTO total, unowned, owners FROM "changed";
    ELSE
        SELECT count(*), count(*) INTO total, unowned FROM "changed";
    END IF;
    IF owners IS NOT NULL THEN
        PERFORM "count_owned_repositories"(owners, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
        IF TG_OP = 'INSERT' AND EXISTS (
            SELECT 1 FROM "repository_count" WHERE "organizationId" = ANY (owners) AND "rows" > 10000
        ) THEN
            RAISE EXCEPTION 'organization_repository_limit' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF total <> 0 AND TG_OP = 'INSERT' THEN
        UPDATE "row_count" SET "rows" = "rows" + total, "shared" = "shared" + unowned WHERE "table" = TG_TABLE_NAME;
    ELSIF total <> 0 THEN
        UPDATE "row_count" SET "rows" = "rows" - total, "shared" = "shared" - unowned WHERE "table" = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION "count_deleted_repositories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owners text[];
BEGIN
    SELECT array_agg("organizationId") INTO owners FROM "changed" WHERE "organizationId" IS NOT NULL;
    IF owners IS NOT NULL THEN
        PERFORM "count_owned_repositories"(owners, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
    END IF;
    RETURN NULL;
END $$;

-- To create or replace a trigger waits for writes to end, and makes others wait: no row is counted twice, or missed.
CREATE OR REPLACE TRIGGER "repository_count_insert" AFTER INSERT ON "repository" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();
CREATE TRIGGER "deleted_repository_count_insert" AFTER INSERT ON "deleted_repository" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted_repositories"();
CREATE TRIGGER "deleted_repository_count_delete" AFTER DELETE ON "deleted_repository" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted_repositories"();

INSERT INTO "repository_count" ("organizationId", "rows")
    SELECT "organizationId", count(*) FROM (
        SELECT "organizationId" FROM "repository" WHERE "organizationId" IS NOT NULL
        UNION ALL SELECT "organizationId" FROM "deleted_repository" WHERE "organizationId" IS NOT NULL
    ) AS "owned" GROUP BY 1;
