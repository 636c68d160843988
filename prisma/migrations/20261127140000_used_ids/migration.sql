-- "idempotency_key" stays for instances of the version before, which clean it up. The next release drops it.

-- IDs that no create takes: those that clients have chosen, and those of deleted records.
CREATE TABLE "used_id" (
    "id" TEXT NOT NULL,
    "hash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_id_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "used_id_createdAt_idx" ON "used_id"("createdAt");

CREATE FUNCTION "keep_used_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "used_id" ("id") VALUES (OLD."id") ON CONFLICT DO NOTHING;
    RETURN OLD;
END $$;

-- For each table whose IDs clients can choose. They choose none that is older than a day.
CREATE FUNCTION "keep_used_ids_of"("kept" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE TRIGGER %I BEFORE DELETE ON %I FOR EACH ROW WHEN (OLD."createdAt" > now() - interval ''2 days'') EXECUTE FUNCTION "keep_used_id"()',
        kept || '_keep_used_id',
        kept
    );
END $$;

SELECT keep_used_ids_of('user'), keep_used_ids_of('organization'), keep_used_ids_of('member'), keep_used_ids_of('team');
SELECT keep_used_ids_of('repository'), keep_used_ids_of('access_token');

-- When a token was last rotated, so that a repeated request isn't another rotation.
ALTER TABLE "access_token" ADD COLUMN "rotatedAt" TIMESTAMPTZ(3);
