-- Estimates how many rows contain a word from a thousand sampled texts instead of a hundred. With a hundred, one text that
-- happens to contain a rare word makes PostgreSQL expect 1% of the rows, and read the list in its order until a page of
-- them is found. Takes effect with the next ANALYZE, which autovacuum runs; neither reads nor writes wait for it.
ALTER TABLE "repository" ALTER COLUMN "searchText" SET STATISTICS 1000;
ALTER TABLE "user" ALTER COLUMN "searchText" SET STATISTICS 1000;
ALTER TABLE "organization" ALTER COLUMN "searchText" SET STATISTICS 1000;
