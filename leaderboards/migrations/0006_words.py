"""Names of models, fields and choices as people read them, to be translated: no statement for the database."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leaderboards", "0005_newest_entries"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="dealday",
            options={
                "ordering": ("code", "rules_version", "day"),
                "verbose_name": "deal day",
                "verbose_name_plural": "deal days",
            },
        ),
        migrations.AlterModelOptions(
            name="dealtotal",
            options={
                "ordering": ("code", "rules_version"),
                "verbose_name": "deal total",
                "verbose_name_plural": "deal totals",
            },
        ),
        migrations.AlterModelOptions(
            name="entry",
            options={
                "ordering": ("code", "rules_version", "view", "descent", "moves", "finished_at", "game"),
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
            },
        ),
        migrations.AlterModelOptions(
            name="movescount",
            options={
                "ordering": ("code", "rules_version", "view", "-ranked_score", "moves"),
                "verbose_name": "moves count",
                "verbose_name_plural": "moves counts",
            },
        ),
        migrations.AlterModelOptions(
            name="openday",
            options={
                "ordering": ("code", "rules_version", "day", "stripe"),
                "verbose_name": "open day",
                "verbose_name_plural": "open days",
            },
        ),
        migrations.AlterModelOptions(
            name="scorecount",
            options={
                "ordering": ("code", "rules_version", "view", "-ranked_score"),
                "verbose_name": "score count",
                "verbose_name_plural": "score counts",
            },
        ),
        migrations.AlterModelOptions(
            name="tally",
            options={
                "ordering": ("code", "rules_version", "player"),
                "verbose_name": "tally",
                "verbose_name_plural": "tallies",
            },
        ),
        migrations.AlterField(
            model_name="dealday",
            name="day",
            field=models.DateField(verbose_name="day"),
        ),
        migrations.AlterField(
            model_name="dealday",
            name="mode",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Substr("code", 5, 3),
                output_field=models.CharField(max_length=3),
                verbose_name="mode",
            ),
        ),
        migrations.AlterField(
            model_name="dealday",
            name="players",
            field=models.PositiveIntegerField(verbose_name="players"),
        ),
        migrations.AlterField(
            model_name="dealday",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="dealtotal",
            name="last_finished_at",
            field=models.DateTimeField(null=True, verbose_name="last finished at"),
        ),
        migrations.AlterField(
            model_name="dealtotal",
            name="mode",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Substr("code", 5, 3),
                output_field=models.CharField(max_length=3),
                verbose_name="mode",
            ),
        ),
        migrations.AlterField(
            model_name="dealtotal",
            name="players",
            field=models.PositiveIntegerField(verbose_name="players"),
        ),
        migrations.AlterField(
            model_name="dealtotal",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="dealtotal",
            name="winners",
            field=models.PositiveIntegerField(verbose_name="winners"),
        ),
        migrations.AlterField(
            model_name="dealtotal",
            name="wins",
            field=models.PositiveIntegerField(verbose_name="wins"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="finished_at",
            field=models.DateTimeField(verbose_name="finished at"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="is_account",
            field=models.BooleanField(verbose_name="is account"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="moves",
            field=models.PositiveIntegerField(verbose_name="moves"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="origin",
            field=models.CharField(
                choices=[("live", "Live"), ("posted", "Posted")], max_length=6, verbose_name="origin"
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="ranked_score",
            field=models.IntegerField(verbose_name="ranked score"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="score",
            field=models.IntegerField(verbose_name="score"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="seen_replay",
            field=models.BooleanField(verbose_name="seen replay"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="view",
            field=models.CharField(
                choices=[("best", "Best"), ("first", "First"), ("daily", "Daily")], max_length=5, verbose_name="view"
            ),
        ),
        migrations.AlterField(
            model_name="movescount",
            name="moves",
            field=models.PositiveIntegerField(verbose_name="moves"),
        ),
        migrations.AlterField(
            model_name="movescount",
            name="ranked_score",
            field=models.IntegerField(verbose_name="ranked score"),
        ),
        migrations.AlterField(
            model_name="movescount",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="movescount",
            name="view",
            field=models.CharField(
                choices=[("best", "Best"), ("first", "First"), ("daily", "Daily")], max_length=5, verbose_name="view"
            ),
        ),
        migrations.AlterField(
            model_name="openday",
            name="day",
            field=models.DateField(verbose_name="day"),
        ),
        migrations.AlterField(
            model_name="openday",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="openday",
            name="stripe",
            field=models.PositiveSmallIntegerField(verbose_name="stripe"),
        ),
        migrations.AlterField(
            model_name="scorecount",
            name="ranked_score",
            field=models.IntegerField(verbose_name="ranked score"),
        ),
        migrations.AlterField(
            model_name="scorecount",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="scorecount",
            name="view",
            field=models.CharField(
                choices=[("best", "Best"), ("first", "First"), ("daily", "Daily")], max_length=5, verbose_name="view"
            ),
        ),
        migrations.AlterField(
            model_name="tally",
            name="fewest_moves",
            field=models.PositiveIntegerField(null=True, verbose_name="fewest moves"),
        ),
        migrations.AlterField(
            model_name="tally",
            name="last_finished_at",
            field=models.DateTimeField(null=True, verbose_name="last finished at"),
        ),
        migrations.AlterField(
            model_name="tally",
            name="not_shown",
            field=models.PositiveIntegerField(verbose_name="not shown"),
        ),
        migrations.AlterField(
            model_name="tally",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tallies",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="tally",
            name="rejected",
            field=models.PositiveIntegerField(verbose_name="rejected"),
        ),
        migrations.AlterField(
            model_name="tally",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="tally",
            name="shown",
            field=models.PositiveIntegerField(verbose_name="shown"),
        ),
        migrations.AlterField(
            model_name="tally",
            name="wins",
            field=models.PositiveIntegerField(verbose_name="wins"),
        ),
    ]
