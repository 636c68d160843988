-- Profile pictures. "user"."image" holds the hash of the user's picture.
CREATE TABLE "profile_picture" (
    "userId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "profile_picture_pkey" PRIMARY KEY ("userId"),
    CONSTRAINT "profile_picture_size" CHECK (octet_length("content") <= 64000)
);

ALTER TABLE "profile_picture" ADD CONSTRAINT "profile_picture_userId_fkey"
    FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pictures are compressed already.
ALTER TABLE "profile_picture" ALTER COLUMN "content" SET STORAGE EXTERNAL;
