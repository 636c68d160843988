-- Rows that were deleted with a repository because they belonged to it, so that restoring it brings them back.
CREATE TABLE "deleted_dependent" (
    "id" BIGSERIAL NOT NULL,
    "deletedRepositoryId" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "row" JSONB NOT NULL,

    CONSTRAINT "deleted_dependent_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deleted_dependent_deletedRepositoryId_fkey" FOREIGN KEY ("deletedRepositoryId")
        REFERENCES "deleted_repository"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "deleted_dependent_deletedRepositoryId_table_idx" ON "deleted_dependent"("deletedRepositoryId", "table");

-- Keeps the rows that the deletion of repositories will delete, by the foreign keys with ON DELETE CASCADE. Called by the
-- statement that moves the repositories to "deleted_repository": their rows are still there. The lock keeps others from
-- adding rows to them until they are gone.
CREATE FUNCTION "keep_dependents"("ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    "reference" record;
    "count" bigint;
    "found" bigint;
BEGIN
    LOOP
        "found" := 0;
        FOR "reference" IN
            WITH RECURSIVE "reached" AS (
                SELECT 'repository'::regclass::oid AS "table"
                UNION
                SELECT f.conrelid FROM pg_constraint f JOIN "reached" ON f.confrelid = "table"
                WHERE f.contype = 'f' AND f.confdeltype = 'c' AND f.conparentid = 0
            )
            SELECT f.conrelid::regclass AS "child", f.confrelid::regclass AS "parent", (
                SELECT string_agg(format('c.%I = (p."parent").%I', a.attname, b.attname), ' AND ')
                FROM unnest(f.conkey, f.confkey) AS k ("from", "to")
                    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k."from"
                    JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k."to"
            ) AS "isChild"
            FROM pg_constraint f JOIN "reached" ON f.confrelid = "table"
            WHERE f.contype = 'f' AND f.confdeltype = 'c' AND f.conparentid = 0
        LOOP
            EXECUTE format(
                'INSERT INTO "deleted_dependent" ("deletedRepositoryId", "table", "row")
                SELECT p."id", %1$L, to_jsonb(c)
                FROM (
                    SELECT d."id", jsonb_populate_record(NULL::%2$s, to_jsonb(d)) AS "parent"
                    FROM "deleted_repository" d WHERE d."id" = ANY($1) AND %2$L = ''repository''
                    UNION ALL
                    SELECT k."deletedRepositoryId", jsonb_populate_record(NULL::%2$s, k."row")
                    FROM "deleted_dependent" k WHERE k."deletedRepositoryId" = ANY($1) AND k."table" = %2$L
                ) p JOIN %1$s c ON %3$s
                WHERE NOT EXISTS (
                    SELECT 1 FROM "deleted_dependent" k
                    WHERE k."deletedRepositoryId" = ANY($1) AND k."table" = %1$L AND k."row" = to_jsonb(c)
                )
                FOR UPDATE OF c',
                "reference"."child", "reference"."parent", "reference"."isChild"
            ) USING "ids";
            GET DIAGNOSTICS "count" = ROW_COUNT;
            "found" := "found" + "count";
        END LOOP;
        EXIT WHEN "found" = 0;
    END LOOP;
END $$;

-- Brings the rows back after their repositories. Each waits for the rows that it refers to. If they do not come, a
-- reference with ON DELETE SET NULL is cleared, and a row with any other reference stays away.
CREATE FUNCTION "restore_dependents"("ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    "part" record;
    "given" text;
    "values" text;
    "isReady" text;
    "mayClear" boolean := false;
    "count" bigint;
    "written" bigint;
BEGIN
    LOOP
        "written" := 0;
        FOR "part" IN
            SELECT DISTINCT to_regclass(k."table") AS "table", k."table" AS "name",
                ARRAY(SELECT jsonb_object_keys(k."row") ORDER BY 1) AS "columns"
            FROM "deleted_dependent" k
            WHERE k."deletedRepositoryId" = ANY("ids") AND to_regclass(k."table") IS NOT NULL
        LOOP
            WITH "reference" AS (
                SELECT f.conkey, f.confdeltype = 'n' AS "isCleared", format(
                    '(%s OR EXISTS (SELECT 1 FROM %s t WHERE %s))',
                    string_agg(format('(r."row").%I IS NULL', a.attname), ' OR '),
                    f.confrelid::regclass,
                    string_agg(format('t.%I = (r."row").%I', b.attname, a.attname), ' AND ')
                ) AS "isMet"
                FROM pg_constraint f
                    CROSS JOIN unnest(f.conkey, f.confkey) AS k ("from", "to")
                    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k."from"
                    JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k."to"
                WHERE f.contype = 'f' AND f.conrelid = "part"."table"
                GROUP BY f.oid
            )
            SELECT
                string_agg(format('%I', a.attname), ', '),
                string_agg(coalesce(
                    (
                        SELECT format('CASE WHEN %s THEN (r."row").%I END', string_agg("isMet", ' AND '), a.attname)
                        FROM "reference" WHERE "mayClear" AND "isCleared" AND a.attnum = ANY(conkey)
                        HAVING count(*) > 0
                    ),
                    format('(r."row").%I', a.attname)
                ), ', '),
                coalesce((SELECT string_agg("isMet", ' AND ') FROM "reference" WHERE NOT ("mayClear" AND "isCleared")), 'true')
            INTO "given", "values", "isReady"
            FROM pg_attribute a
            WHERE a.attrelid = "part"."table" AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                AND a.attname = ANY("part"."columns");
            -- Programs that copy records by the time of their last update find them.
            EXECUTE format(
                'WITH "ready" AS MATERIALIZED (
                    SELECT r.* FROM (
                        SELECT k."id", jsonb_populate_record(NULL::%1$s, CASE WHEN k."row" ? ''updatedAt''
                            THEN k."row" || jsonb_build_object(''updatedAt'', clock_timestamp()) ELSE k."row" END) AS "row"
                        FROM "deleted_dependent" k
                        WHERE k."deletedRepositoryId" = ANY($1) AND k."table" = $2
                            AND ARRAY(SELECT jsonb_object_keys(k."row") ORDER BY 1) = $3
                    ) r WHERE %2$s
                ), "written" AS (
                    INSERT INTO %1$s (%3$s) OVERRIDING SYSTEM VALUE SELECT %4$s FROM "ready" r
                )
                DELETE FROM "deleted_dependent" k USING "ready" r WHERE k."id" = r."id"',
                "part"."table", "isReady", "given", "values"
            ) USING "ids", "part"."name", "part"."columns";
            GET DIAGNOSTICS "count" = ROW_COUNT;
            "written" := "written" + "count";
        END LOOP;
        EXIT WHEN "written" = 0 AND "mayClear";
        "mayClear" := "written" = 0;
    END LOOP;
END $$;
