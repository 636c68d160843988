-- Names are unique in each organization, and among the repositories of the installation.
DROP INDEX "repository_name_key";
DROP INDEX "repository_visible_name_key";
ALTER TABLE "repository" VALIDATE CONSTRAINT "repository_organizationId_fkey";
ALTER TABLE "deleted_repository" VALIDATE CONSTRAINT "deleted_repository_organizationId_fkey";
