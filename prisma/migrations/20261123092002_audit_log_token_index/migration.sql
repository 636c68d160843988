CREATE INDEX CONCURRENTLY "account_event_tokenId_idx" ON "account_event"("tokenId", "createdAt", "id") WHERE "tokenId" IS NOT NULL;
