-- The answers to mutations that were sent with an Idempotency-Key, for 24 hours.
CREATE TABLE "idempotency_key" (
  "keyHash" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "answer" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("keyHash")
);

CREATE INDEX "idempotency_key_userId_idx" ON "idempotency_key"("userId");
CREATE INDEX "idempotency_key_createdAt_idx" ON "idempotency_key"("createdAt");

ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
