"""Accounts are found by their address when a mail is asked for; the index is made while players are written."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0012_purge"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(Upper("email"), condition=~models.Q(email=""), name="player_email"),
        ),
    ]
