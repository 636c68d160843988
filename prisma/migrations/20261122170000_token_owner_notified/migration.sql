-- A token's change is an update of its owner, for lists of tokens on screen. Use of a token is silent.
CREATE FUNCTION "notify_token_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owners text[];
BEGIN
    SELECT array_agg("userId") INTO owners FROM (SELECT DISTINCT "userId" FROM "changed" LIMIT 51) AS "first";
    IF owners IS NULL THEN
        RETURN NULL;
    END IF;
    IF cardinality(owners) > 50 THEN
        owners := NULL;
    END IF;
    PERFORM pg_notify('changes', json_build_object('table', 'user', 'kind', 'update', 'ids', owners, 'tokens', true)::text);
    RETURN NULL;
END $$;

CREATE TRIGGER "access_token_owner_insert" AFTER INSERT ON "access_token" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "notify_token_owners"();
CREATE TRIGGER "access_token_owner_update" AFTER UPDATE ON "access_token" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT WHEN (current_setting('atrium.silent', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION "notify_token_owners"();
