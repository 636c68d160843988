-- Reason of the last failed attempt to send an email, for the system page.
ALTER TABLE "mail" ADD COLUMN "lastError" TEXT;

-- Heartbeats of the processes that serve. No index besides the key, so that updates touch only the row (HOT).
CREATE TABLE "server_process" (
    "id" TEXT NOT NULL,
    "instance" TEXT NOT NULL,
    "worker" INTEGER NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "commit" TEXT,
    "load" JSONB NOT NULL,
    "clockSkewMs" INTEGER,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_process_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "last_backup" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "bytes" BIGINT NOT NULL,
    "finishedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "last_backup_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "last_backup_single" CHECK ("id" = 1)
);
