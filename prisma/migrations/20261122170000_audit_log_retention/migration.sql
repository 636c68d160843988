-- Instances of an earlier version delete events after 400 days, without saying that they may: their rows are passed
-- over and stay, instead of an error that would keep these instances from deleting expired rows of other tables.
CREATE OR REPLACE FUNCTION "keep_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF pg_trigger_depth() > 1 OR current_setting('atrium.retention', true) = 'on' THEN
            RETURN OLD;
        END IF;
        IF OLD."createdAt" < now() - interval '400 days' THEN
            RETURN NULL;
        END IF;
    END IF;
    IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'account_event_append_only' USING ERRCODE = 'check_violation';
END $$;
