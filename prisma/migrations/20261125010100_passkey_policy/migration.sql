-- AlterEnum
ALTER TYPE "account_event_kind" ADD VALUE 'passkeys_reset';

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "passkeyDueAt" TIMESTAMPTZ(3);
