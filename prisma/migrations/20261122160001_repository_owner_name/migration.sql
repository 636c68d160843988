CREATE UNIQUE INDEX CONCURRENTLY "repository_owner_name_key" ON "repository"("nameKey", "organizationId") NULLS NOT DISTINCT;
