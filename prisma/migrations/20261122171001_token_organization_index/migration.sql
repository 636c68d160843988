CREATE INDEX CONCURRENTLY "access_token_organizationId_createdAt_id_idx" ON "access_token"("organizationId", "createdAt", "id");
