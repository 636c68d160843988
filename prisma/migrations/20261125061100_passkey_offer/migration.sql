-- AlterTable
ALTER TABLE "user" ADD COLUMN     "passkeyOfferDismissedAt" TIMESTAMPTZ(3);
