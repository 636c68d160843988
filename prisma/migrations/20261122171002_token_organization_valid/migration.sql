ALTER TABLE "access_token" VALIDATE CONSTRAINT "access_token_organizationId_fkey";
ALTER TABLE "access_token" VALIDATE CONSTRAINT "access_token_userId_organizationId_fkey";
