CREATE INDEX CONCURRENTLY "account_event_organizationId_idx" ON "account_event"("organizationId", "createdAt", "id") WHERE "organizationId" IS NOT NULL;
