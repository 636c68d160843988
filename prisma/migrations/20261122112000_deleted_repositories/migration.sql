-- Deleted repositories, for a day: a deletion can be undone.
CREATE TABLE "deleted_repository" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_repository_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "deleted_repository_deletedAt_idx" ON "deleted_repository"("deletedAt");
