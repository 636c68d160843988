-- Slugs that organizations have given up. Until they expire nobody else can take them: links to an organization
-- do not lead to another one.
CREATE TABLE "former_organization_slug" (
    "slug" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_organization_slug_pkey" PRIMARY KEY ("slug")
);

CREATE INDEX "former_organization_slug_organizationId_expiresAt_idx" ON "former_organization_slug"("organizationId", "expiresAt");
CREATE INDEX "former_organization_slug_expiresAt_idx" ON "former_organization_slug"("expiresAt");

-- For 90 days, but only one a day of each organization that is older than a day. Others are reserved for an hour,
-- so that nobody collects slugs by renaming, or by creating and deleting organizations.
CREATE FUNCTION "reserve_former_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "isKept" boolean := OLD."createdAt" < now() - interval '1 day' AND NOT EXISTS (
        SELECT 1 FROM "former_organization_slug"
        WHERE "organizationId" = OLD."id" AND "expiresAt" > now() + interval '89 days'
    );
BEGIN
    INSERT INTO "former_organization_slug" AS f ("slug", "organizationId", "expiresAt")
    VALUES (OLD."slug", OLD."id", now() + CASE WHEN "isKept" THEN interval '90 days' ELSE interval '1 hour' END)
    ON CONFLICT ("slug") DO UPDATE SET
        "organizationId" = excluded."organizationId",
        "expiresAt" = greatest(f."expiresAt", excluded."expiresAt");
    RETURN NULL;
END $$;

CREATE TRIGGER "organization_former_slug_update" AFTER UPDATE OF "slug" ON "organization"
    FOR EACH ROW WHEN (OLD."slug" <> NEW."slug") EXECUTE FUNCTION "reserve_former_slug"();
CREATE TRIGGER "organization_former_slug_delete" AFTER DELETE ON "organization"
    FOR EACH ROW EXECUTE FUNCTION "reserve_former_slug"();

-- After the row was written, which waits for an organization that is giving up the slug at the same time.
CREATE FUNCTION "check_former_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM "former_organization_slug"
        WHERE "slug" = NEW."slug" AND "organizationId" <> NEW."id" AND "expiresAt" > now()
    ) THEN
        RAISE EXCEPTION 'organization_slug_reserved' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "organization_slug_reserved" AFTER INSERT OR UPDATE OF "slug" ON "organization"
    FOR EACH ROW EXECUTE FUNCTION "check_former_slug"();
