CREATE INDEX CONCURRENTLY "user_service_account_idx" ON "user"("createdAt", "id") WHERE "isServiceAccount";
