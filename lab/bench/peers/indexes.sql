-- Created after the rows are in place, which is faster. Lists by name use the unique index.
CREATE INDEX "repository_createdAt_id_idx" ON "repository"("createdAt", "id");
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "repository_search_idx" ON "repository"
  USING gin ("name" gin_trgm_ops, "link" gin_trgm_ops, "description" gin_trgm_ops);

-- PostGraphile's search: a function that the planner inlines.
CREATE FUNCTION "search_repositories"("term" text) RETURNS SETOF "repository" LANGUAGE sql STABLE AS $$
  SELECT * FROM "repository"
  WHERE "name" ILIKE '%' || "term" || '%' OR "link" ILIKE '%' || "term" || '%' OR "description" ILIKE '%' || "term" || '%'
$$;
COMMENT ON FUNCTION "search_repositories"(text) IS E'@behavior +order';
