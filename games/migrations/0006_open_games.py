"""The day of a game's last event, and an index of open games by it."""

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
            index=models.Index(
                condition=models.Q(("status__in", ("playing", "finished"))),
                fields=["code", "status", "active_on"],
                name="game_open",
            ),
        ),
    ]
