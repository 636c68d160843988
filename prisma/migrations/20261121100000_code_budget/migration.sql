-- How often codes were asked for and entered, per address and per client address.
CREATE TABLE "code_budget" (
    "key" TEXT NOT NULL,
    "times" TIMESTAMPTZ(3)[] NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "ticket" TEXT NOT NULL,

    CONSTRAINT "code_budget_pkey" PRIMARY KEY ("key")
);

-- Set right before the last byte of a mail goes out, so that nobody gets it twice.
ALTER TABLE "mail" ADD COLUMN "handedOverAt" TIMESTAMPTZ(3);
