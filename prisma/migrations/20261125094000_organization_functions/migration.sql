-- What organizations add to the audit log, counters and notifications has functions of its own, so that it can be
-- removed. Triggers run in the order of their names.
CREATE OR REPLACE FUNCTION "name_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW."actorId" = NEW."userId" THEN
        NEW."actorId" := NULL;
        NEW."actorName" := NULL;
    END IF;
    IF NEW."actorId" IS NOT NULL AND NEW."actorName" IS NULL THEN
        NEW."actorName" := (SELECT nullif("name", '') FROM "user" WHERE "id" = NEW."actorId");
    END IF;
    IF NEW."userId" IS NOT NULL AND NEW."subjectName" IS NULL THEN
        NEW."subjectName" := (SELECT nullif("name", '') FROM "user" WHERE "id" = NEW."userId");
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION "name_audited_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW."userId" IS NOT NULL THEN
        NEW."aboutPerson" := EXISTS (SELECT 1 FROM "user" WHERE "id" = NEW."userId" AND NOT "isServiceAccount");
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

CREATE TRIGGER "account_event_organization_name" BEFORE INSERT ON "account_event" FOR EACH ROW
    WHEN (NEW."userId" IS NOT NULL OR NEW."organizationId" IS NOT NULL OR starts_with(NEW."recordId", 'org_') OR starts_with(NEW."recordId", 'inv_'))
    EXECUTE FUNCTION "name_audited_organization"();

ALTER FUNCTION "forget_organization" RENAME TO "forget_audited_organization";
CREATE OR REPLACE FUNCTION "forget_audited_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "organizationId" = OLD."id" AND NOT "byManager" AND NOT "aboutPerson";
    RETURN NULL;
END $$;

-- Only repositories have a number of rows without an organization. The previous version reads no other either.
ALTER TABLE "row_count_part" ALTER COLUMN "shared" SET DEFAULT 0;

CREATE FUNCTION "add_to_row_count"("counted" text, "added" bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "row_count_part" SET "rows" = "rows" + "added" WHERE "id" = (
        SELECT "id" FROM "row_count_part" WHERE "table" = "counted" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    );
    IF NOT FOUND THEN
        INSERT INTO "row_count_part" ("table", "rows") VALUES ("counted", "added");
    END IF;
END $$;

CREATE OR REPLACE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM "row_count_part" WHERE "table" = TG_TABLE_NAME;
        DELETE FROM "row_count" WHERE "table" = TG_TABLE_NAME;
        INSERT INTO "row_count" ("table", "rows") VALUES (TG_TABLE_NAME, 0);
        RETURN NULL;
    END IF;
    SELECT count(*) INTO total FROM "changed";
    IF total <> 0 THEN
        PERFORM "add_to_row_count"(TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN total ELSE -total END);
    END IF;
    RETURN NULL;
END $$;

ALTER FUNCTION "count_owned_repositories" RENAME TO "add_to_organization_repositories";
CREATE OR REPLACE FUNCTION "add_to_organization_repositories"("owners" text[], "sign" int) RETURNS void LANGUAGE plpgsql AS $$
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

ALTER FUNCTION "count_deleted_repositories" RENAME TO "count_deleted_organization_repositories";
CREATE OR REPLACE FUNCTION "count_deleted_organization_repositories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owners text[];
BEGIN
    SELECT array_agg("organizationId") INTO owners FROM "changed" WHERE "organizationId" IS NOT NULL;
    IF owners IS NOT NULL THEN
        PERFORM "add_to_organization_repositories"(owners, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
    END IF;
    RETURN NULL;
END $$;

ALTER FUNCTION "count_repositories" RENAME TO "count_organization_repositories";
CREATE OR REPLACE FUNCTION "count_organization_repositories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
    total bigint;
    unowned bigint;
    owners text[];
BEGIN
    SELECT count(*), count(*) FILTER (WHERE "organizationId" IS NULL),
        array_agg("organizationId") FILTER (WHERE "organizationId" IS NOT NULL)
        INTO total, unowned, owners FROM "changed";
    IF owners IS NOT NULL THEN
        PERFORM "add_to_organization_repositories"(owners, sign);
        IF TG_OP = 'INSERT' AND EXISTS (
            SELECT 1 FROM "repository_count" WHERE "organizationId" = ANY (owners) AND "rows" > 10000
        ) THEN
            RAISE EXCEPTION 'organization_repository_limit' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF total <> 0 THEN
        UPDATE "row_count_part" SET "rows" = "rows" + sign * total, "shared" = "shared" + sign * unowned WHERE "id" = (
            SELECT "id" FROM "row_count_part" WHERE "table" = TG_TABLE_NAME LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
        );
        IF NOT FOUND THEN
            INSERT INTO "row_count_part" ("table", "rows", "shared") VALUES (TG_TABLE_NAME, sign * total, sign * unowned);
        END IF;
    END IF;
    RETURN NULL;
END $$;

DROP FUNCTION "add_to_row_count"(text, bigint, bigint);

CREATE FUNCTION "notify_organization_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
    organizations text[];
BEGIN
    IF TG_TABLE_NAME = 'organization' THEN
        SELECT array_agg("id"), array_agg("id") INTO ids, organizations FROM (SELECT "id" FROM "changed" LIMIT 51) AS "first";
    ELSE
        SELECT array_agg("id"), array_agg("organizationId") INTO ids, organizations
        FROM (SELECT "id", "organizationId" FROM "changed" LIMIT 51) AS "first";
    END IF;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    IF cardinality(ids) > 50 THEN
        ids := NULL;
        organizations := NULL;
    END IF;
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'kind', lower(TG_OP), 'ids', ids, 'organizations', organizations)::text);
    RETURN NULL;
END $$;

DO $$
DECLARE
    "trigger" text;
BEGIN
    FOR "trigger" IN
        SELECT pg_get_triggerdef(t.oid) FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE t.tgfoid = '"notify_changes"()'::regprocedure
            AND c.relname IN ('organization', 'repository', 'member', 'team', 'invitation')
    LOOP
        EXECUTE replace(
            replace("trigger", 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
            'notify_changes()',
            'notify_organization_changes()'
        );
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "notify_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP FUNCTION "notify_changes_of"(text, text[]);
CREATE FUNCTION "notify_changes_of"(
    "watched" text,
    "operations" text[] DEFAULT '{INSERT,UPDATE,DELETE}',
    "function" text DEFAULT 'notify_changes'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    operation text;
BEGIN
    FOREACH operation IN ARRAY operations LOOP
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS "changed" FOR EACH STATEMENT %s EXECUTE FUNCTION %I()',
            watched || '_notify_' || lower(operation),
            operation,
            watched,
            CASE operation WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END,
            CASE operation WHEN 'UPDATE' THEN 'WHEN (current_setting(''atrium.silent'', true) IS DISTINCT FROM ''on'')' ELSE '' END,
            "function"
        );
    END LOOP;
END $$;
