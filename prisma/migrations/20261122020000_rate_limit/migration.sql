-- The table counts the uses of every rate limit, not only codes.
ALTER TABLE "code_budget" RENAME TO "rate_limit";
ALTER TABLE "rate_limit" RENAME CONSTRAINT "code_budget_pkey" TO "rate_limit_pkey";
