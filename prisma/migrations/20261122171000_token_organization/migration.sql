-- A token that is limited to an organization ends with the membership of its owner.
ALTER TABLE "access_token" ADD COLUMN "organizationId" TEXT;
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_organizationId_fkey"
    FOREIGN KEY ("organizationId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_userId_organizationId_fkey"
    FOREIGN KEY ("userId", "organizationId") REFERENCES "member"("userId", "organizationId") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
