"""A player's unfinished games are counted when another one starts; the index is made while games are written."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0013_player_email")]

    operations = [
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(fields=["player"], name="game_in_play", condition=models.Q(status="playing")),
        ),
    ]
