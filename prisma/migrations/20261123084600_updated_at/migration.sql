-- Programs read what changed by "updatedAt": any visible change must move it, whichever statement made it.
CREATE FUNCTION "move_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."updatedAt" := clock_timestamp();
    RETURN NEW;
END $$;

-- Updates made under `atrium.silent`, which record activity, are no changes.
CREATE FUNCTION "move_updated_at_of"("kept" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW WHEN (NEW."updatedAt" = OLD."updatedAt" AND current_setting(''atrium.silent'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION "move_updated_at"()',
        kept || '_move_updated_at',
        kept
    );
END $$;

SELECT move_updated_at_of('user'), move_updated_at_of('repository'), move_updated_at_of('organization'), move_updated_at_of('team');
