-- What a search reads, in one column: its case is folded when a row is written, instead of in each row that a
-- search passes. Words of a term contain no line break, so none is found across two of the columns. A sigma
-- at the end of a word is like any other, so that a part of a word is found.
ALTER TABLE "repository" ADD COLUMN "searchText" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    translate(lower(upper(normalize("name" || E'\n' || "link" || E'\n' || "description", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu"), 'ς', 'σ')
) STORED;
ALTER TABLE "user" ADD COLUMN "searchText" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    translate(lower(upper(normalize("name" || E'\n' || "email", NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu"), 'ς', 'σ')
) STORED;

-- Words of one or two characters are searched in the names of repositories only.
DROP INDEX "repository_search_idx";
CREATE INDEX "repository_search_idx" ON "repository" USING gin ("searchText" gin_trgm_ops, "nameKey" gin_trgm_ops);
-- The old index of "user" stays for better-auth, which searches in one column.
CREATE INDEX "user_searchText_idx" ON "user" USING gin ("searchText" gin_trgm_ops);
