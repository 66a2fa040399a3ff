"""Triggers that hold what the log promises, whoever writes: see the docstrings of Stream, LogBatch and Decision."""

from django.db import migrations

_FUNCTIONS = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, lower(TG_OP)
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION games_stream_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.is_closed THEN
        RAISE EXCEPTION 'stream % is closed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.version < OLD.version THEN
        RAISE EXCEPTION 'stream % is at version %, not %', OLD.id, OLD.version, NEW.version
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (NEW.id, NEW.kind, NEW.rules_version, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.kind, OLD.rules_version, OLD.created_at) THEN
        RAISE EXCEPTION 'stream % keeps its id, kind, rules version and time', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- A batch ends where its stream now stands: no gap, no double, the same hash, the same close.
CREATE FUNCTION games_logbatch_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stream games_stream%ROWTYPE;
BEGIN
    SELECT * INTO stream FROM games_stream WHERE id = NEW.stream_id;
    IF (NEW.first_version + length(NEW.events), NEW.closes, NEW.hash)
       IS DISTINCT FROM (stream.version, stream.is_closed, stream.head) THEN
        RAISE EXCEPTION 'the batch at % does not end at version % of stream %',
            NEW.first_version, stream.version, NEW.stream_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""

_TRIGGERS = """
CREATE TRIGGER games_stream_grows BEFORE UPDATE ON games_stream
    FOR EACH ROW EXECUTE FUNCTION games_stream_only_grows();
CREATE TRIGGER games_stream_stays BEFORE DELETE ON games_stream
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER games_logbatch_fits BEFORE INSERT ON games_logbatch
    FOR EACH ROW EXECUTE FUNCTION games_logbatch_fits();
CREATE TRIGGER games_logbatch_stays BEFORE UPDATE OR DELETE ON games_logbatch
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER games_decision_stays BEFORE UPDATE OR DELETE ON games_decision
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
"""

_BACK = """
DROP TRIGGER games_decision_stays ON games_decision;
DROP TRIGGER games_logbatch_stays ON games_logbatch;
DROP TRIGGER games_logbatch_fits ON games_logbatch;
DROP TRIGGER games_stream_stays ON games_stream;
DROP TRIGGER games_stream_grows ON games_stream;
DROP FUNCTION games_logbatch_fits;
DROP FUNCTION games_stream_only_grows;
DROP FUNCTION games_refuse_change;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunSQL(_FUNCTIONS + _TRIGGERS, _BACK),
    ]
