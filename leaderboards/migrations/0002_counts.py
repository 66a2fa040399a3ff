"""The triggers that count entries by score and by (score, moves), whoever writes them and however many at once.

A statement's changes are summed up first: what leaves a count as it was touches nothing, and a rebuild of a board
touches each of its counts once (row by row, the versions of a crowded count would pile up within its transaction).
Counts are touched in the order of their keys. One that falls to nothing is removed; one that would fall below breaks
its check, since then it was wrong before.
"""

from django.db import migrations

_REMOVED = "SELECT code, rules_version, view, ranked_score, moves, -1 AS n FROM removed"
_ADDED = "SELECT code, rules_version, view, ranked_score, moves, 1 AS n FROM added"

_CHANGES = {
    "insert": _ADDED,
    "delete": _REMOVED,
    "update": f"{_REMOVED} UNION ALL {_ADDED}",
}

_TRANSITIONS = {
    "insert": "NEW TABLE AS added",
    "delete": "OLD TABLE AS removed",
    "update": "OLD TABLE AS removed NEW TABLE AS added",
}

_COUNT = """
    FOR change IN
        SELECT {key}, sum(n)::integer AS n FROM ({changes}) AS changes
         GROUP BY {key} HAVING sum(n) <> 0 ORDER BY {key}
    LOOP
        UPDATE {table} AS counted SET n = counted.n + change.n WHERE ({counted_key}) = ({change_key});
        IF NOT FOUND THEN
            INSERT INTO {table} AS counted ({key}, n) VALUES ({change_key}, change.n)
                ON CONFLICT ({key}) DO UPDATE SET n = counted.n + change.n;
        ELSIF change.n < 0 THEN
            DELETE FROM {table} AS counted WHERE ({counted_key}) = ({change_key}) AND n = 0;
        END IF;
    END LOOP;
"""

_KEYS = {
    "leaderboards_scorecount": ("code", "rules_version", "view", "ranked_score"),
    "leaderboards_movescount": ("code", "rules_version", "view", "ranked_score", "moves"),
}

# TRUNCATE has no rows to tell of.
_TRUNCATE = """
CREATE FUNCTION leaderboards_on_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leaderboards_scorecount;
    DELETE FROM leaderboards_movescount;
    RETURN NULL;
END $$;
CREATE TRIGGER leaderboards_truncated AFTER TRUNCATE ON leaderboards_entry
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_on_truncate();
"""


def _create(operation):
    counts = "".join(
        _COUNT.format(
            table=table,
            changes=_CHANGES[operation],
            key=", ".join(key),
            counted_key=", ".join(f"counted.{column}" for column in key),
            change_key=", ".join(f"change.{column}" for column in key),
        )
        for table, key in _KEYS.items()
    )
    return f"""
CREATE FUNCTION leaderboards_on_{operation}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change record;
BEGIN{counts}
    RETURN NULL;
END $$;
CREATE TRIGGER leaderboards_{operation}_counted AFTER {operation.upper()} ON leaderboards_entry
    REFERENCING {_TRANSITIONS[operation]}
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_on_{operation}();
"""


_CREATE = "".join(map(_create, _CHANGES)) + _TRUNCATE
# A function takes its trigger with it.
_DROP = "".join(f"DROP FUNCTION leaderboards_on_{operation}() CASCADE;" for operation in (*_CHANGES, "truncate"))


class Migration(migrations.Migration):
    dependencies = [("leaderboards", "0001_initial")]

    operations = [migrations.RunSQL(sql=_CREATE, reverse_sql=_DROP)]
