-- A new table is counted with `SELECT count_rows_of('label')` and watched with
-- `SELECT notify_changes_of('label')`; tests/server/entities.test.ts names a table that lacks them.

-- Keeps "row_count" for unfiltered totals: one update per statement, however many rows it touches.
CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    delta bigint;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        UPDATE "row_count" SET "rows" = 0 WHERE "table" = TG_TABLE_NAME;
        RETURN NULL;
    END IF;
    SELECT CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END INTO delta FROM "changed";
    IF delta <> 0 THEN
        UPDATE "row_count" SET "rows" = "rows" + delta WHERE "table" = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION "count_rows_of"("counted" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"()', counted || '_count_insert', counted);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"()', counted || '_count_delete', counted);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"()', counted || '_count_truncate', counted);
    EXECUTE format('INSERT INTO "row_count" ("table", "rows") SELECT %L, count(*) FROM %I ON CONFLICT ("table") DO NOTHING', counted, counted);
END $$;

-- Notifies every instance of the ids that a statement changed, or of null if there are more than 50.
CREATE FUNCTION "notify_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
BEGIN
    SELECT array_agg("id") INTO ids FROM (SELECT "id" FROM "changed" LIMIT 51) AS "first";
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    IF cardinality(ids) > 50 THEN
        ids := NULL;
    END IF;
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'kind', lower(TG_OP), 'ids', ids)::text);
    RETURN NULL;
END $$;

-- `operations` leaves out what nobody listens for. Updates made under `atrium.silent` are not notified.
CREATE FUNCTION "notify_changes_of"("watched" text, "operations" text[] DEFAULT '{INSERT,UPDATE,DELETE}') RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    operation text;
BEGIN
    FOREACH operation IN ARRAY operations LOOP
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS "changed" FOR EACH STATEMENT %s EXECUTE FUNCTION "notify_changes"()',
            watched || '_notify_' || lower(operation),
            operation,
            watched,
            CASE operation WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END,
            CASE operation WHEN 'UPDATE' THEN 'WHEN (current_setting(''atrium.silent'', true) IS DISTINCT FROM ''on'')' ELSE '' END
        );
    END LOOP;
END $$;

DROP TRIGGER "repository_tell_insert" ON "repository";
DROP TRIGGER "repository_tell_update" ON "repository";
DROP TRIGGER "repository_tell_delete" ON "repository";
DROP TRIGGER "user_tell_insert" ON "user";
DROP TRIGGER "user_tell_update" ON "user";
DROP TRIGGER "user_tell_delete" ON "user";
DROP TRIGGER "session_tell_delete" ON "session";
DROP FUNCTION "tell_changes"();

SELECT count_rows_of('user'), count_rows_of('repository');
DROP FUNCTION "count_no_rows"();
SELECT notify_changes_of('user'), notify_changes_of('repository'), notify_changes_of('session', '{DELETE}');
