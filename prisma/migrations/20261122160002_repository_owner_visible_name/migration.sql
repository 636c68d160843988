CREATE UNIQUE INDEX CONCURRENTLY "repository_owner_visible_name_key" ON "repository"(visible_text("nameKey"), "organizationId") NULLS NOT DISTINCT;
