-- AlterTable
ALTER TABLE "session" ADD COLUMN     "reauthenticatedAt" TIMESTAMPTZ(3);
