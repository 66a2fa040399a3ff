"""Tallies and what they come to on a deal, how many of its games are in play, and the triggers that keep those.

As with the counts of entries, a statement's changes are summed up first and each row is touched once, in the order of
their keys. A row that falls to nothing is removed.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Substr

# -- What changes, as signed rows

_TALLY = """
    SELECT code, rules_version, last_finished_at, {sign} * (shown > 0)::integer AS players,
           {sign} * (wins > 0)::integer AS winners, {sign} * shown AS shown, {sign} * not_shown AS not_shown,
           {sign} * rejected AS rejected, {sign} * wins AS wins
      FROM {rows}
"""
_DAY = """
    SELECT code, rules_version, (last_finished_at AT TIME ZONE 'UTC')::date AS day, {sign} AS players
      FROM {rows} WHERE last_finished_at IS NOT NULL
"""
_OPEN = """
    SELECT code, rules_version, active_on AS day, get_byte(uuid_send(stream_id), 15) & 7 AS stripe, {sign} AS n
      FROM {rows} JOIN games_stream AS stream ON stream.id = {rows}.stream_id WHERE status = 'playing'
"""
# Of one row, before and after.
_OPEN_UPDATE = """
    SELECT code, rules_version, day, get_byte(uuid_send(NEW.stream_id), 15) & 7 AS stripe, n
      FROM (VALUES (OLD.code, OLD.active_on, OLD.status, -1), (NEW.code, NEW.active_on, NEW.status, 1))
           AS game (code, day, status, n)
     CROSS JOIN (SELECT rules_version FROM games_stream WHERE id = NEW.stream_id) AS stream
     WHERE status = 'playing'
"""

_SIGNS = {"insert": {"added": 1}, "delete": {"removed": -1}, "update": {"removed": -1, "added": 1}}
_TRANSITIONS = {
    "insert": "NEW TABLE AS added",
    "delete": "OLD TABLE AS removed",
    "update": "OLD TABLE AS removed NEW TABLE AS added",
}

# -- What is done with them

_COUNT = """
    FOR change IN
        SELECT {key}, sum({n})::integer AS n FROM ({changes}) AS changes
         GROUP BY {key} HAVING sum({n}) <> 0 ORDER BY {key}
    LOOP
        UPDATE {table} AS counted SET {n} = counted.{n} + change.n WHERE ({counted_key}) = ({change_key});
        IF NOT FOUND THEN
            INSERT INTO {table} AS counted ({key}, {n}) VALUES ({change_key}, change.n)
                ON CONFLICT ({key}) DO UPDATE SET {n} = counted.{n} + change.n;
        ELSIF change.n < 0 THEN
            DELETE FROM {table} AS counted WHERE ({counted_key}) = ({change_key}) AND {n} = 0;
        END IF;
    END LOOP;
"""

# The row is there and locked before the last finish is looked up: what others have committed by then is seen.
_TOTAL = """
    FOR change IN
        SELECT code, rules_version, {sums} FROM ({changes}) AS changes
         GROUP BY code, rules_version ORDER BY code, rules_version
    LOOP
        PERFORM FROM leaderboards_dealtotal AS total
          WHERE (total.code, total.rules_version) = (change.code, change.rules_version) FOR NO KEY UPDATE;
        IF NOT FOUND THEN
            INSERT INTO leaderboards_dealtotal AS total (code, rules_version, {columns})
                VALUES (change.code, change.rules_version, {zeros})
                ON CONFLICT (code, rules_version) DO UPDATE SET shown = total.shown;
        END IF;
        SELECT max(tally.last_finished_at) INTO last_one FROM leaderboards_tally AS tally
         WHERE (tally.code, tally.rules_version) = (change.code, change.rules_version)
           AND tally.last_finished_at IS NOT NULL;
        UPDATE leaderboards_dealtotal AS total SET last_finished_at = last_one, {added}
         WHERE (total.code, total.rules_version) = (change.code, change.rules_version);
        DELETE FROM leaderboards_dealtotal AS total
         WHERE (total.code, total.rules_version) = (change.code, change.rules_version)
           AND total.shown + total.not_shown + total.rejected = 0;
    END LOOP;
"""
_SUMS = ("players", "winners", "shown", "not_shown", "rejected", "wins")


def _changes(signed_rows, operation):
    return " UNION ALL ".join(signed_rows.format(rows=rows, sign=sign) for rows, sign in _SIGNS[operation].items())


def _count(table, key, n, changes):
    return _COUNT.format(
        table=table,
        n=n,
        changes=changes,
        key=", ".join(key),
        counted_key=", ".join(f"counted.{column}" for column in key),
        change_key=", ".join(f"change.{column}" for column in key),
    )


def _total(changes):
    return _TOTAL.format(
        changes=changes,
        sums=", ".join(f"sum({name})::integer AS {name}" for name in _SUMS),
        columns=", ".join(_SUMS),
        zeros=", ".join("0" for _ in _SUMS),
        added=", ".join(f"{name} = total.{name} + change.{name}" for name in _SUMS),
    )


def _trigger(name, table, operation, body):
    return f"""
CREATE FUNCTION leaderboards_on_{name}_{operation}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change record;
    last_one timestamptz;
BEGIN{body}
    RETURN NULL;
END $$;
CREATE TRIGGER leaderboards_{name}_{operation}_counted AFTER {operation.upper()} ON {table}
    REFERENCING {_TRANSITIONS[operation]}
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_on_{name}_{operation}();
"""


def _on_tally(operation):
    key = ("code", "rules_version", "day")
    total = _total(_changes(_TALLY, operation))
    days = _count("leaderboards_dealday", key, "players", changes=_changes(_DAY, operation))
    return _trigger("tally", "leaderboards_tally", operation, total + days)


def _on_game(operation):
    return _trigger("game", "games_game", operation, _count_open(_changes(_OPEN, operation)))


def _count_open(changes):
    return _count("leaderboards_openday", ("code", "rules_version", "day", "stripe"), "n", changes=changes)


# Row by row, and only where it matters: every append updates a game, and nearly none changes what is counted.
_ON_GAME_UPDATE = f"""
CREATE FUNCTION leaderboards_on_game_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change record;
BEGIN{_count_open(_OPEN_UPDATE)}
    RETURN NULL;
END $$;
CREATE TRIGGER leaderboards_game_update_counted AFTER UPDATE ON games_game FOR EACH ROW
    WHEN ((OLD.status = 'playing' OR NEW.status = 'playing')
          AND (OLD.status, OLD.active_on) IS DISTINCT FROM (NEW.status, NEW.active_on))
    EXECUTE FUNCTION leaderboards_on_game_update();
"""

# TRUNCATE has no rows to tell of.
_TRUNCATE = """
CREATE FUNCTION leaderboards_on_tally_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leaderboards_dealtotal;
    DELETE FROM leaderboards_dealday;
    RETURN NULL;
END $$;
CREATE TRIGGER leaderboards_tally_truncated AFTER TRUNCATE ON leaderboards_tally
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_on_tally_truncate();
CREATE FUNCTION leaderboards_on_game_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leaderboards_openday;
    RETURN NULL;
END $$;
CREATE TRIGGER leaderboards_game_truncated AFTER TRUNCATE ON games_game
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_on_game_truncate();
"""

_CREATE = "".join(map(_on_tally, _SIGNS)) + _on_game("insert") + _on_game("delete") + _ON_GAME_UPDATE + _TRUNCATE
# A function takes its trigger with it.
_DROP = "".join(
    f"DROP FUNCTION leaderboards_on_{name} CASCADE;"
    for name in (f"{table}_{operation}" for table in ("tally", "game") for operation in (*_SIGNS, "truncate"))
)

# Before there are triggers: within this migration their tables have no constraints yet.
_FILL = """
INSERT INTO leaderboards_openday (code, rules_version, day, stripe, n)
SELECT code, rules_version, active_on, get_byte(uuid_send(stream_id), 15) & 7, count(*)
  FROM games_game JOIN games_stream AS stream ON stream.id = stream_id
 WHERE status = 'playing' GROUP BY 1, 2, 3, 4;

INSERT INTO leaderboards_tally (
    code, rules_version, player_id, shown, not_shown, rejected, wins, fewest_moves, last_finished_at
)
SELECT code, rules_version, player_id, count(*) FILTER (WHERE is_shown),
       count(*) FILTER (WHERE status = 'verified' AND NOT is_shown), count(*) FILTER (WHERE status = 'rejected'),
       count(*) FILTER (WHERE is_shown AND won), min(moves) FILTER (WHERE is_shown AND won),
       max(finished_at) FILTER (WHERE is_shown)
  FROM games_game AS game
  JOIN games_stream AS stream ON stream.id = stream_id
  JOIN games_player AS player ON player.id = player_id
 CROSS JOIN LATERAL (
        SELECT status = 'verified' AND game.hidden_at IS NULL AND player.hidden_at IS NULL AND player.on_boards
               AND player.erased_at IS NULL AS is_shown
       ) AS seen
 WHERE status IN ('verified', 'rejected')
 GROUP BY code, rules_version, player_id;

INSERT INTO leaderboards_dealtotal (
    code, rules_version, players, winners, shown, not_shown, rejected, wins, last_finished_at
)
SELECT code, rules_version, count(*) FILTER (WHERE shown > 0), count(*) FILTER (WHERE wins > 0), sum(shown),
       sum(not_shown), sum(rejected), sum(wins), max(last_finished_at)
  FROM leaderboards_tally GROUP BY code, rules_version;

INSERT INTO leaderboards_dealday (code, rules_version, day, players)
SELECT code, rules_version, (last_finished_at AT TIME ZONE 'UTC')::date, count(*)
  FROM leaderboards_tally WHERE last_finished_at IS NOT NULL GROUP BY 1, 2, 3;
"""

_MODE = {"expression": Substr("code", 5, 3), "output_field": models.CharField(max_length=3), "db_persist": True}


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_open_games"),
        ("leaderboards", "0003_daily"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=15, verbose_name="deal code")),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("shown", models.PositiveIntegerField()),
                ("not_shown", models.PositiveIntegerField()),
                ("rejected", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("fewest_moves", models.PositiveIntegerField(null=True)),
                ("last_finished_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tallies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "ordering": ("code", "rules_version", "player"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("fewest_moves__isnull", False)),
                        fields=["code", "rules_version", "fewest_moves"],
                        name="tally_fewest_moves",
                    ),
                    models.Index(
                        condition=models.Q(("last_finished_at__isnull", False)),
                        fields=["code", "rules_version", "last_finished_at"],
                        name="tally_last",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "code", "rules_version"), name="tally_player_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="DealTotal",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=15, verbose_name="deal code")),
                ("mode", models.GeneratedField(**_MODE)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("players", models.PositiveIntegerField()),
                ("winners", models.PositiveIntegerField()),
                ("shown", models.PositiveIntegerField(verbose_name="verified games")),
                ("not_shown", models.PositiveIntegerField(verbose_name="verified games not shown")),
                ("rejected", models.PositiveIntegerField(verbose_name="rejected games")),
                ("wins", models.PositiveIntegerField()),
                ("last_finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("code", "rules_version"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("last_finished_at__isnull", False)),
                        fields=["rules_version", "mode", "-last_finished_at", "code"],
                        name="dealtotal_recent",
                    ),
                    models.Index(
                        condition=models.Q(("last_finished_at__isnull", False)),
                        fields=["rules_version", "mode", "-players", "-last_finished_at", "code"],
                        name="dealtotal_popular",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("code", "rules_version"), name="dealtotal_once")],
            },
        ),
        migrations.CreateModel(
            name="DealDay",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=15, verbose_name="deal code")),
                ("mode", models.GeneratedField(**_MODE)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("day", models.DateField()),
                ("players", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ("code", "rules_version", "day"),
                "indexes": [
                    models.Index(fields=["rules_version", "mode", "day", "-players", "code"], name="dealday_top")
                ],
                "constraints": [models.UniqueConstraint(fields=("code", "rules_version", "day"), name="dealday_once")],
            },
        ),
        migrations.CreateModel(
            name="OpenDay",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=15, verbose_name="deal code")),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("day", models.DateField()),
                ("stripe", models.PositiveSmallIntegerField()),
                ("n", models.PositiveIntegerField(verbose_name="games")),
            ],
            options={
                "ordering": ("code", "rules_version", "day", "stripe"),
                "constraints": [
                    models.UniqueConstraint(fields=("code", "rules_version", "day", "stripe"), name="openday_once")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["player", "view", "-finished_at", "-game"], name="entry_player_newest"),
        ),
        migrations.RunSQL(sql=_FILL + _CREATE, reverse_sql=_DROP),
    ]
