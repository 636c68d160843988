-- The peers' tables, as Prisma's migrations would create them.
CREATE TABLE "user" (
  "id" text PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL DEFAULT false,
  "image" text,
  "role" text NOT NULL DEFAULT 'user',
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE "session" (
  "id" text PRIMARY KEY,
  "token" text NOT NULL UNIQUE,
  "userId" text NOT NULL REFERENCES "user"("id") ON DELETE CASCADE,
  "expiresAt" timestamptz(3) NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX "session_userId_idx" ON "session"("userId");
CREATE TABLE "repository" (
  "id" text PRIMARY KEY,
  "name" text NOT NULL UNIQUE,
  "link" text NOT NULL UNIQUE,
  "description" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
);
