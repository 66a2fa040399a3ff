"""The day of a game's last event, an index of open games by it, and one of a player's games, the newest first."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import TruncDate


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_moderators"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="active_on",
            field=models.GeneratedField(
                db_persist=True, expression=TruncDate("last_event_at"), output_field=models.DateField()
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["player", "-stream"], name="game_player_newest"),
        ),
        # The index above finds a player's games as well as that of the foreign key alone.
        migrations.AlterField(
            model_name="game",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status__in", ("playing", "finished"))),
                fields=["code", "status", "active_on"],
                name="game_open",
            ),
        ),
    ]
