"""Guests' dead games may go, each with a record that stays: see the docstring of Purge."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_FUNCTIONS = """
-- Deleting is allowed once the purge is on record, and never otherwise.
CREATE FUNCTION games_only_purged_goes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stream uuid := (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM games_purge WHERE stream_id = stream) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, lower(TG_OP)
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- What is put on record is a guest's game, never finished, that nobody has touched for thirty days.
CREATE FUNCTION games_purge_is_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games_stream
       JOIN games_game ON games_game.stream_id = games_stream.id
       JOIN games_player ON games_player.id = games_game.player_id
      WHERE games_stream.id = NEW.stream_id
        AND games_stream.kind = 'game' AND NOT games_stream.is_closed AND games_game.status = 'playing'
        AND (games_stream.version, games_stream.head, games_game.player_id, games_game.code, games_game.last_event_at)
          = (NEW.version, NEW.head, NEW.player_id, NEW.code, NEW.last_event_at)
        AND games_game.last_event_at < now() - interval '30 days'
        AND games_player.name_key IS NULL AND games_player.erased_at IS NULL
        AND NOT EXISTS (SELECT FROM games_decision WHERE games_decision.game_id = NEW.stream_id);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'stream % is not that of a guest''s dead game, and stays', NEW.stream_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""

_TRIGGERS = """
DROP TRIGGER games_stream_stays ON games_stream;
CREATE TRIGGER games_stream_stays BEFORE DELETE ON games_stream
    FOR EACH ROW EXECUTE FUNCTION games_only_purged_goes('id');
DROP TRIGGER games_logbatch_stays ON games_logbatch;
CREATE TRIGGER games_logbatch_stays BEFORE UPDATE OR DELETE ON games_logbatch
    FOR EACH ROW EXECUTE FUNCTION games_only_purged_goes('stream_id');
CREATE TRIGGER games_purge_allowed BEFORE INSERT ON games_purge
    FOR EACH ROW EXECUTE FUNCTION games_purge_is_allowed();
CREATE TRIGGER games_purge_stays BEFORE UPDATE OR DELETE ON games_purge
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
"""

_BACK = """
DROP TRIGGER games_purge_stays ON games_purge;
DROP TRIGGER games_purge_allowed ON games_purge;
DROP TRIGGER games_logbatch_stays ON games_logbatch;
CREATE TRIGGER games_logbatch_stays BEFORE UPDATE OR DELETE ON games_logbatch
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
DROP TRIGGER games_stream_stays ON games_stream;
CREATE TRIGGER games_stream_stays BEFORE DELETE ON games_stream
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
DROP FUNCTION games_purge_is_allowed;
DROP FUNCTION games_only_purged_goes;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0011_match_decisions")]

    operations = [
        migrations.AlterField(
            model_name="attempt",
            name="game",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="attempt",
                to="games.game",
            ),
        ),
        migrations.CreateModel(
            name="Purge",
            fields=[
                ("stream_id", models.UUIDField(primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=15)),
                ("version", models.PositiveIntegerField()),
                ("head", models.BinaryField(max_length=32)),
                ("last_event_at", models.DateTimeField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunSQL(_FUNCTIONS + _TRIGGERS, _BACK),
    ]
