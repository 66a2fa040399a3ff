"""The trigger that counts entries by score and by (score, moves), whoever writes them.

Rows of counts are touched in the order of their keys, the score before its moves. A count that falls to nothing is
removed; one that would fall below breaks its check, which names the board whose counts are wrong.
"""

from django.db import migrations

_FUNCTIONS = """
CREATE FUNCTION leaderboards_count_score(entry leaderboards_entry, change integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE leaderboards_scorecount SET n = n + change
     WHERE (code, rules_version, view, ranked_score)
         = (entry.code, entry.rules_version, entry.view, entry.ranked_score);
    IF NOT FOUND THEN
        INSERT INTO leaderboards_scorecount AS counted (code, rules_version, view, ranked_score, n)
        VALUES (entry.code, entry.rules_version, entry.view, entry.ranked_score, change)
            ON CONFLICT (code, rules_version, view, ranked_score) DO UPDATE SET n = counted.n + change;
    ELSIF change < 0 THEN
        DELETE FROM leaderboards_scorecount
         WHERE (code, rules_version, view, ranked_score)
             = (entry.code, entry.rules_version, entry.view, entry.ranked_score) AND n = 0;
    END IF;
END $$;

CREATE FUNCTION leaderboards_count_moves(entry leaderboards_entry, change integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE leaderboards_movescount SET n = n + change
     WHERE (code, rules_version, view, ranked_score, moves)
         = (entry.code, entry.rules_version, entry.view, entry.ranked_score, entry.moves);
    IF NOT FOUND THEN
        INSERT INTO leaderboards_movescount AS counted (code, rules_version, view, ranked_score, moves, n)
        VALUES (entry.code, entry.rules_version, entry.view, entry.ranked_score, entry.moves, change)
            ON CONFLICT (code, rules_version, view, ranked_score, moves) DO UPDATE SET n = counted.n + change;
    ELSIF change < 0 THEN
        DELETE FROM leaderboards_movescount
         WHERE (code, rules_version, view, ranked_score, moves)
             = (entry.code, entry.rules_version, entry.view, entry.ranked_score, entry.moves) AND n = 0;
    END IF;
END $$;

CREATE FUNCTION leaderboards_count_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM leaderboards_count_score(NEW, 1);
        PERFORM leaderboards_count_moves(NEW, 1);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM leaderboards_count_score(OLD, -1);
        PERFORM leaderboards_count_moves(OLD, -1);
    ELSIF (OLD.code, OLD.rules_version, OLD.view, OLD.ranked_score)
        = (NEW.code, NEW.rules_version, NEW.view, NEW.ranked_score) THEN
        -- The score's count stays; so does everything when the moves are the same.
        IF OLD.moves < NEW.moves THEN
            PERFORM leaderboards_count_moves(OLD, -1);
            PERFORM leaderboards_count_moves(NEW, 1);
        ELSIF OLD.moves > NEW.moves THEN
            PERFORM leaderboards_count_moves(NEW, 1);
            PERFORM leaderboards_count_moves(OLD, -1);
        END IF;
    ELSIF (OLD.code, OLD.rules_version, OLD.view, OLD.ranked_score)
        < (NEW.code, NEW.rules_version, NEW.view, NEW.ranked_score) THEN
        PERFORM leaderboards_count_score(OLD, -1);
        PERFORM leaderboards_count_moves(OLD, -1);
        PERFORM leaderboards_count_score(NEW, 1);
        PERFORM leaderboards_count_moves(NEW, 1);
    ELSE
        PERFORM leaderboards_count_score(NEW, 1);
        PERFORM leaderboards_count_moves(NEW, 1);
        PERFORM leaderboards_count_score(OLD, -1);
        PERFORM leaderboards_count_moves(OLD, -1);
    END IF;
    RETURN NULL;
END $$;

-- Row triggers do not see a TRUNCATE.
CREATE FUNCTION leaderboards_count_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leaderboards_scorecount;
    DELETE FROM leaderboards_movescount;
    RETURN NULL;
END $$;
"""

_TRIGGERS = """
CREATE TRIGGER leaderboards_entry_counted AFTER INSERT OR UPDATE OR DELETE ON leaderboards_entry
    FOR EACH ROW EXECUTE FUNCTION leaderboards_count_entry();
CREATE TRIGGER leaderboards_entries_truncated AFTER TRUNCATE ON leaderboards_entry
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_count_nothing();
"""

_DROP = """
DROP TRIGGER leaderboards_entries_truncated ON leaderboards_entry;
DROP TRIGGER leaderboards_entry_counted ON leaderboards_entry;
DROP FUNCTION leaderboards_count_nothing();
DROP FUNCTION leaderboards_count_entry();
DROP FUNCTION leaderboards_count_moves(leaderboards_entry, integer);
DROP FUNCTION leaderboards_count_score(leaderboards_entry, integer);
"""


class Migration(migrations.Migration):
    dependencies = [("leaderboards", "0001_initial")]

    operations = [migrations.RunSQL(sql=_FUNCTIONS + _TRIGGERS, reverse_sql=_DROP)]
