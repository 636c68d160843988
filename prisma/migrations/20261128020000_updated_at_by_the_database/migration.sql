-- Times of records are read from one clock, the database's: an instance whose clock is behind would write changes that
-- programs that read what changed since a time never find. Updates made under `atrium.silent` are no changes.
CREATE OR REPLACE FUNCTION "move_updated_at_of"("kept" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I ALTER COLUMN "updatedAt" SET DEFAULT now()', kept);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW WHEN (current_setting(''atrium.silent'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION "move_updated_at"()',
        kept || '_move_updated_at',
        kept
    );
END $$;

SELECT move_updated_at_of("relname") FROM pg_trigger
JOIN pg_class ON pg_class."oid" = "tgrelid"
JOIN pg_proc ON pg_proc."oid" = "tgfoid" AND "proname" = 'move_updated_at';
