-- Mails are deleted by age and counted by day.
CREATE INDEX "mail_createdAt_idx" ON "mail"("createdAt");

-- A person cannot fill the history: of each kind the newest 200 stay, as in server/retention.ts. By kind,
-- so that a thousand new names do not wash away a ban. Looks at no more rows than it needs to.
CREATE FUNCTION "limit_account_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "account_event" WHERE "id" IN (
        SELECT "id" FROM (
            SELECT "id", "kind", "createdAt" FROM "account_event" WHERE "userId" = NEW."userId"
            ORDER BY "createdAt" DESC, "id" DESC LIMIT 5000
        ) AS "recent"
        WHERE "kind" = NEW."kind"
        ORDER BY "createdAt" DESC, "id" DESC OFFSET 200 LIMIT 100
    );
    RETURN NULL;
END $$;

CREATE TRIGGER "account_event_limit" AFTER INSERT ON "account_event"
    FOR EACH ROW EXECUTE FUNCTION "limit_account_events"();

-- A deleted person leaves no address behind, whoever deletes them: not theirs, nor a former one unless
-- somebody else has it now. Their own history goes with them.
CREATE FUNCTION "forget_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    addresses text[];
BEGIN
    SELECT array_agg(DISTINCT "address") INTO addresses FROM (
        SELECT OLD."email" AS "address"
        UNION SELECT "detail" FROM "account_event" WHERE "userId" = OLD."id" AND "kind" = 'email_changed'
    ) AS "own"
    WHERE NOT EXISTS (SELECT 1 FROM "user" WHERE "email" = "address" AND "id" <> OLD."id");
    DELETE FROM "mail" WHERE "to" = ANY (addresses);
    DELETE FROM "verification" AS v USING unnest(addresses) AS "address"
        WHERE strpos(v."identifier", "address") > 0;
    UPDATE "account_event" SET "detail" = NULL
        WHERE "kind" = 'email_changed' AND "detail" = ANY (addresses) AND "userId" <> OLD."id";
    RETURN OLD;
END $$;

CREATE TRIGGER "user_forget_addresses" BEFORE DELETE ON "user"
    FOR EACH ROW EXECUTE FUNCTION "forget_addresses"();
