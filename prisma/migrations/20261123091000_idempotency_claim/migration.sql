-- Which request holds a key, and when a transaction of it first committed. Both are empty while nothing is known.
ALTER TABLE "idempotency_key" ADD COLUMN "claim" TEXT, ADD COLUMN "writtenAt" TIMESTAMPTZ(3);
