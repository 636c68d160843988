-- Addresses that users have left on their own. For a week, the link of a security notice gives them back.
CREATE TABLE "former_address" (
    "id" BIGSERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_address_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "former_address_email_idx" ON "former_address"("email");

CREATE INDEX "former_address_userId_idx" ON "former_address"("userId");

CREATE INDEX "former_address_changedAt_idx" ON "former_address"("changedAt");

ALTER TABLE "former_address" ADD CONSTRAINT "former_address_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until then, no other account can take them. After the row was written, which waits for an account that is leaving the
-- address at the same time.
CREATE FUNCTION "check_former_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM "former_address" WHERE "email" = NEW."email" AND "userId" <> NEW."id"
            AND "changedAt" > now() - interval '7 days'
    ) THEN
        RAISE EXCEPTION 'user_email_reserved' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "user_former_address" AFTER INSERT OR UPDATE OF "email" ON "user"
    FOR EACH ROW EXECUTE FUNCTION "check_former_address"();
