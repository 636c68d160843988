-- When a user was last an admin, by whatever statement it ended. Their account stays protected for a while.
ALTER TABLE "user" ADD COLUMN "lastAdminAt" TIMESTAMPTZ(3);

CREATE FUNCTION note_last_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."lastAdminAt" := now();
    RETURN NEW;
END $$;

CREATE TRIGGER "user_last_admin_at" BEFORE UPDATE OF "role" ON "user"
    FOR EACH ROW WHEN (OLD."role" ~ '(^|,)admin(,|$)' AND NEW."role" !~ '(^|,)admin(,|$)')
    EXECUTE FUNCTION note_last_admin();
