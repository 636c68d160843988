CREATE INDEX CONCURRENTLY "repository_organizationId_updatedAt_id_idx" ON "repository"("organizationId", "updatedAt", "id");
