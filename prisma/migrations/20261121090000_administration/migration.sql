-- When a session was last used.
ALTER TABLE "session" ADD COLUMN "lastActiveAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
DROP INDEX "session_userId_idx";
CREATE INDEX "session_userId_lastActiveAt_id_idx" ON "session"("userId", "lastActiveAt", "id");

-- What happened to an account.
CREATE TYPE "account_event_kind" AS ENUM ('created', 'invited', 'signed_in', 'onboarded', 'name_changed', 'email_changed', 'role_changed', 'banned', 'unbanned', 'impersonated', 'sessions_revoked');

CREATE TABLE "account_event" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "actorId" TEXT,
    "kind" "account_event_kind" NOT NULL,
    "detail" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "account_event_userId_createdAt_id_idx" ON "account_event"("userId", "createdAt", "id");
CREATE INDEX "account_event_kind_createdAt_idx" ON "account_event"("kind", "createdAt");

ALTER TABLE "account_event" ADD CONSTRAINT "account_event_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_event" ADD CONSTRAINT "account_event_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What follows Prisma cannot say.

-- There is always an active admin. The lock makes two who take each other's role at once queue up:
-- the second then sees what the first one did.
CREATE FUNCTION "is_active_admin"("role" text, "banned" boolean, "ban_expires" timestamptz) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN "role" ~ '(^|,)admin(,|$)' AND NOT ("banned" AND coalesce("ban_expires" > now(), true));

CREATE FUNCTION "keep_an_admin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT is_active_admin(OLD."role", OLD."banned", OLD."banExpires") THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' AND is_active_admin(NEW."role", NEW."banned", NEW."banExpires") THEN
        RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('user_last_admin'));
    IF NOT EXISTS (SELECT 1 FROM "user" AS u WHERE is_active_admin(u."role", u."banned", u."banExpires")) THEN
        -- The message is the constraint's name: the driver hands on nothing else.
        RAISE EXCEPTION 'user_last_admin' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "user_last_admin_update" AFTER UPDATE OF "role", "banned", "banExpires" ON "user"
    FOR EACH ROW EXECUTE FUNCTION "keep_an_admin"();
CREATE TRIGGER "user_last_admin_delete" AFTER DELETE ON "user"
    FOR EACH ROW EXECUTE FUNCTION "keep_an_admin"();
CREATE INDEX "user_admins_idx" ON "user" ("id") WHERE "role" ~ '(^|,)admin(,|$)';

-- Every change is told to the instances, which tell the browsers. A statement that touches many rows
-- says only that much has changed.
CREATE FUNCTION "tell_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
BEGIN
    SELECT coalesce(array_agg("id"), '{}') INTO ids FROM (SELECT "id" FROM "changed" LIMIT 51) AS "first";
    IF cardinality(ids) BETWEEN 1 AND 50 THEN
        PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'kind', lower(TG_OP), 'ids', ids)::text);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "repository_tell_insert" AFTER INSERT ON "repository" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
CREATE TRIGGER "repository_tell_update" AFTER UPDATE ON "repository" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
CREATE TRIGGER "repository_tell_delete" AFTER DELETE ON "repository" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
CREATE TRIGGER "user_tell_insert" AFTER INSERT ON "user" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
CREATE TRIGGER "user_tell_update" AFTER UPDATE ON "user" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
CREATE TRIGGER "user_tell_delete" AFTER DELETE ON "user" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
CREATE TRIGGER "session_tell_delete" AFTER DELETE ON "session" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"();
