-- The organization by a role in which an event was caused. Like the other IDs, it refers to no row.
ALTER TABLE "account_event" ADD COLUMN "organizationId" TEXT;

-- Anybody can found an organization: the newest 10,000 events of its members are kept. One of 32 events looks for
-- older ones.
CREATE FUNCTION "limit_organization_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM "account_event" WHERE "organizationId" = NEW."organizationId"
        ORDER BY "createdAt" DESC, "id" DESC OFFSET 10000 LIMIT 1000
    );
    RETURN NULL;
END $$;

CREATE TRIGGER "account_event_organization_limit" AFTER INSERT ON "account_event"
    FOR EACH ROW WHEN (NEW."organizationId" IS NOT NULL AND right(NEW."id", 1) = '0')
    EXECUTE FUNCTION "limit_organization_events"();

-- They go with the organization. Otherwise founding and deleting organizations would fill the disk.
CREATE FUNCTION "forget_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "organizationId" = OLD."id";
    RETURN NULL;
END $$;

CREATE TRIGGER "organization_forget_events" AFTER DELETE ON "organization"
    FOR EACH ROW EXECUTE FUNCTION "forget_organization"();
