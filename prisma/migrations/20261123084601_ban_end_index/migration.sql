CREATE INDEX CONCURRENTLY "user_banExpires_idx" ON "user"("banExpires") WHERE "banned" AND "banExpires" IS NOT NULL;
