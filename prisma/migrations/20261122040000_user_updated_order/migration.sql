-- Programs that keep a copy of users page by the time of the last update.
CREATE INDEX "user_updatedAt_id_idx" ON "user"("updatedAt", "id");
