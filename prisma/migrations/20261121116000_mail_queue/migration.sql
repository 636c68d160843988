-- Whose mails a mail waits with, and its place among all that wait, so that no network delays the others.
ALTER TABLE "mail"
    ADD COLUMN "queue" TEXT,
    ADD COLUMN "turnAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Only mails that wait are looked for by these, so the indexes stay small.
CREATE INDEX "mail_pending_turnAt_idx" ON "mail"("turnAt") WHERE "state" = 'pending';
CREATE INDEX "mail_pending_queue_idx" ON "mail"("queue") WHERE "state" = 'pending';
