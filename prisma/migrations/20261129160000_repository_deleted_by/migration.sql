ALTER TABLE "deleted_repository" ADD COLUMN "deletedById" TEXT;
