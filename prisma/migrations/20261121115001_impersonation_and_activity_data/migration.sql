ALTER TABLE "session" VALIDATE CONSTRAINT "session_impersonatorSessionId_fkey";
ALTER TABLE "session" VALIDATE CONSTRAINT "session_impersonator_has_session";

-- From what is known of each user: their sessions and their sign-ins.
SELECT set_config('atrium.silent', 'on', true);
UPDATE "user" SET "lastActiveAt" = "activity"."at"
FROM (
    SELECT "userId", max("at") AS "at"
    FROM (
        SELECT "userId", "lastActiveAt" AS "at" FROM "session" WHERE "impersonatedBy" IS NULL
        UNION ALL
        SELECT "userId", "createdAt" FROM "account_event" WHERE "kind" = 'signed_in'
    ) AS "moments"
    GROUP BY "userId"
) AS "activity"
WHERE "activity"."userId" = "user"."id";

UPDATE "account_event" SET "actorName" = "user"."name"
FROM "user" WHERE "user"."id" = "account_event"."actorId";
