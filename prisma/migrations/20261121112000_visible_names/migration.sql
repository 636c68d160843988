-- Names that differ only in characters that show nothing are the same name to people. The class is
-- Unicode's Default_Ignorable_Code_Point.
CREATE FUNCTION "visible_text"("text" text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace("text", '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');

-- Of names that look alike already, the oldest keeps its name; the others get their id behind it.
UPDATE "repository" AS r
SET "name" = left(r."name", 60) || ' (' || r."id" || ')'
FROM (
    SELECT "id", row_number() OVER (PARTITION BY visible_text("nameKey") ORDER BY "createdAt", "id") AS "place"
    FROM "repository"
) AS same
WHERE same."id" = r."id" AND same."place" > 1;

CREATE UNIQUE INDEX "repository_visible_name_key" ON "repository" (visible_text("nameKey"));
