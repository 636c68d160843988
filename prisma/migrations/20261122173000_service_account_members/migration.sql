-- A service account that is a member of an organization belongs to it: it is deleted with its membership.
CREATE FUNCTION "delete_service_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "user" AS u USING "changed" AS c WHERE u."id" = c."userId" AND u."isServiceAccount";
    RETURN NULL;
END $$;

CREATE TRIGGER "member_service_account" AFTER DELETE ON "member" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "delete_service_accounts"();

-- Owners are people: a service account cannot hand the organization over.
CREATE FUNCTION "refuse_service_account_as_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM "user" WHERE "id" = NEW."userId" AND "isServiceAccount") THEN
        RAISE EXCEPTION 'member_owner_is_person' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "member_owner_is_person" BEFORE INSERT OR UPDATE ON "member"
    FOR EACH ROW WHEN (NEW."role" = 'owner') EXECUTE FUNCTION "refuse_service_account_as_owner"();
