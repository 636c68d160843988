-- What a search ignores: case, accents, vowel marks of Arabic and Hebrew, what has no width, and other spellings of a
-- letter. shared/fold.ts does the same to a term. Needs no extension and names nothing outside pg_catalog, so that
-- pg_restore can build its indexes.
CREATE FUNCTION "folded_text"("text" text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE
        WHEN octet_length("text") = char_length("text") THEN lower("text" COLLATE "C") COLLATE "C"
        ELSE replace(replace(replace(replace(
            translate(
                lower(upper(normalize(
                    regexp_replace(normalize("text", NFKD), '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08D3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]|[\u00AD\u0640\u200B-\u200F\u2060\uFEFF]', '', 'g'),
                    NFKC
                ) COLLATE "und-x-icu") COLLATE "und-x-icu"),
                'ςøđðħłŧٱىیةۃہھەک’‘ʼʻ′“”„«»‐‒–—−٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
                'σoddhltاييهههههك''''''''''"""""-----01234567890123456789'
            ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') COLLATE "C"
    END;

-- The order of names is that of ICU's root collation: É beside E. It tells all names apart, so unique names stay unique.
-- "searchName" is searched for words of one or two characters.
-- safe: stored columns can't be changed without rewriting the table, which takes about 30 s for 200,000 rows
ALTER TABLE "user"
    DROP COLUMN "searchText",
    ALTER COLUMN "nameKey" TYPE TEXT COLLATE "und-x-icu",
    ADD COLUMN "searchName" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded_text("name")) STORED,
    ADD COLUMN "searchText" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        folded_text("name" || E'\n' || "email")
    ) STORED;
-- safe: as above
ALTER TABLE "repository"
    DROP COLUMN "searchText",
    ALTER COLUMN "nameKey" TYPE TEXT COLLATE "und-x-icu",
    ADD COLUMN "searchName" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded_text("name")) STORED,
    ADD COLUMN "searchText" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        folded_text("name" || E'\n' || "link" || E'\n' || "description")
    ) STORED;
-- safe: as above
ALTER TABLE "organization"
    DROP COLUMN "searchText",
    ALTER COLUMN "nameKey" TYPE TEXT COLLATE "und-x-icu",
    ADD COLUMN "searchText" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        folded_text("name" || E'\n' || "slug")
    ) STORED;
-- safe: as above
ALTER TABLE "team" ALTER COLUMN "nameKey" TYPE TEXT COLLATE "und-x-icu";

-- safe: as above
CREATE INDEX "user_searchText_idx" ON "user" USING gin ("searchText" gin_trgm_ops);
-- safe: as above
CREATE INDEX "repository_search_idx" ON "repository" USING gin ("searchText" gin_trgm_ops, "searchName" gin_trgm_ops);
-- safe: as above
CREATE INDEX "organization_search_idx" ON "organization" USING gin ("searchText" gin_trgm_ops);
ALTER TABLE "user" ALTER COLUMN "searchText" SET STATISTICS 1000;
ALTER TABLE "repository" ALTER COLUMN "searchText" SET STATISTICS 1000;
ALTER TABLE "organization" ALTER COLUMN "searchText" SET STATISTICS 1000;
