-- A statement that changes more than 50 records tells `ids: null`: everyone who listens must look again.
CREATE OR REPLACE FUNCTION "tell_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
BEGIN
    SELECT array_agg("id") INTO ids FROM (SELECT "id" FROM "changed" LIMIT 51) AS "first";
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    IF cardinality(ids) > 50 THEN
        ids := NULL;
    END IF;
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'kind', lower(TG_OP), 'ids', ids)::text);
    RETURN NULL;
END $$;
