-- Sessions in which a manager acts as a user. Those that exist name no session of the manager, so
-- they end here; they live for an hour at most.
DELETE FROM "session" WHERE "impersonatedBy" IS NOT NULL;
ALTER TABLE "session" ADD COLUMN "impersonatorSessionId" TEXT;

-- Checked for new rows from here on, and for existing ones by the next migration, without a lock on writes.
ALTER TABLE "session" ADD CONSTRAINT "session_impersonatorSessionId_fkey"
    FOREIGN KEY ("impersonatorSessionId") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "session" ADD CONSTRAINT "session_impersonator_has_session"
    CHECK (("impersonatedBy" IS NULL) = ("impersonatorSessionId" IS NULL)) NOT VALID;

-- Partial: almost every session is a user's own.
CREATE INDEX "session_impersonatedBy_idx" ON "session" ("impersonatedBy") WHERE "impersonatedBy" IS NOT NULL;
CREATE INDEX "session_impersonatorSessionId_idx" ON "session" ("impersonatorSessionId") WHERE "impersonatorSessionId" IS NOT NULL;

-- A manager who is banned or demoted stops acting, and nobody acts as a manager, whatever changed the row.
CREATE FUNCTION "end_impersonation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_active_admin(NEW."role", NEW."banned", NEW."banExpires") THEN
        DELETE FROM "session" WHERE "userId" = NEW."id" AND "impersonatedBy" IS NOT NULL;
    ELSE
        DELETE FROM "session" WHERE "impersonatedBy" = NEW."id";
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "user_end_impersonation" AFTER UPDATE OF "role", "banned", "banExpires" ON "user"
    FOR EACH ROW EXECUTE FUNCTION "end_impersonation"();

-- Activity outlives sessions. It is noted every few minutes, which is not a change that others must hear of.
ALTER TABLE "user" ADD COLUMN "lastActiveAt" TIMESTAMPTZ(3);
DROP TRIGGER "user_tell_update" ON "user";
CREATE TRIGGER "user_tell_update" AFTER UPDATE ON "user" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT WHEN (current_setting('atrium.silent', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION "tell_changes"();

-- The name of who did something, as it was then: it stays when the account is deleted.
ALTER TABLE "account_event" ADD COLUMN "actorName" TEXT;
CREATE INDEX "account_event_actorId_idx" ON "account_event" ("actorId") WHERE "actorId" IS NOT NULL;

-- Addresses of ADMIN_EMAILS whose account was deleted or moved, as keyed hashes.
CREATE TABLE "former_admin_address" (
    "addressHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_admin_address_pkey" PRIMARY KEY ("addressHash")
);
