-- Changes of the counters in "row_count", spread over several rows: a transaction adds to one that no other
-- transaction holds, so that none waits for another. There are as many as ever wrote at the same time.
CREATE TABLE "row_count_part" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "table" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "shared" BIGINT NOT NULL,

    CONSTRAINT "row_count_part_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION "add_to_row_count"("counted" text, "added" bigint, "added_shared" bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "row_count_part" SET "rows" = "rows" + added, "shared" = "shared" + added_shared WHERE "id" = (
        SELECT "id" FROM "row_count_part" WHERE "table" = counted LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    );
    IF NOT FOUND THEN
        INSERT INTO "row_count_part" ("table", "rows", "shared") VALUES (counted, added, added_shared);
    END IF;
END $$;

CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
    unowned bigint;
    owners text[];
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        UPDATE "row_count" SET "rows" = 0, "shared" = 0 WHERE "table" = TG_TABLE_NAME;
        DELETE FROM "row_count_part" WHERE "table" = TG_TABLE_NAME;
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
        PERFORM "add_to_row_count"(TG_TABLE_NAME, total, unowned);
    ELSIF total <> 0 THEN
        PERFORM "add_to_row_count"(TG_TABLE_NAME, -total, -unowned);
    END IF;
    RETURN NULL;
END $$;
