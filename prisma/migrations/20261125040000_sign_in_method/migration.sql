-- CreateEnum
CREATE TYPE "sign_in_method" AS ENUM ('email_code', 'passkey', 'identity_provider', 'recovery_code', 'sample_account', 'impersonation');

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "identityProviderName" TEXT,
ADD COLUMN     "signInMethod" "sign_in_method";
