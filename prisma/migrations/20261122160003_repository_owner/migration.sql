CREATE INDEX CONCURRENTLY "repository_organizationId_createdAt_id_idx" ON "repository"("organizationId", "createdAt", "id");
