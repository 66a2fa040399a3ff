"""Names of models, fields and choices as people read them, to be translated: no statement for the database."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_player_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="dailydeal",
            options={"ordering": ("-day", "mode"), "verbose_name": "daily deal", "verbose_name_plural": "daily deals"},
        ),
        migrations.AlterModelOptions(
            name="decision",
            options={"ordering": ("-id",), "verbose_name": "decision", "verbose_name_plural": "decisions"},
        ),
        migrations.AlterModelOptions(
            name="flag",
            options={"verbose_name": "flag", "verbose_name_plural": "flags"},
        ),
        migrations.AlterModelOptions(
            name="game",
            options={"ordering": ("-stream_id",), "verbose_name": "game", "verbose_name_plural": "games"},
        ),
        migrations.AlterModelOptions(
            name="player",
            options={"ordering": ("id",), "verbose_name": "player", "verbose_name_plural": "players"},
        ),
        migrations.AlterModelOptions(
            name="proof",
            options={"ordering": ("-asked_at", "code"), "verbose_name": "proof", "verbose_name_plural": "proofs"},
        ),
        migrations.AlterModelOptions(
            name="report",
            options={"ordering": ("-id",), "verbose_name": "report", "verbose_name_plural": "reports"},
        ),
        migrations.AlterField(
            model_name="dailydeal",
            name="day",
            field=models.DateField(verbose_name="day"),
        ),
        migrations.AlterField(
            model_name="dailydeal",
            name="mode",
            field=models.CharField(max_length=3, verbose_name="mode"),
        ),
        migrations.AlterField(
            model_name="decision",
            name="action",
            field=models.CharField(
                choices=[
                    ("hide", "Hide"),
                    ("reinstate", "Reinstate"),
                    ("recheck", "Re-check"),
                    ("dismiss", "Dismiss flags"),
                    ("resolve", "Resolve reports"),
                    ("ban", "Ban from posting"),
                    ("lift_ban", "Lift the ban"),
                    ("reset_name", "Reset the name"),
                ],
                max_length=10,
                verbose_name="action",
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions_made",
                to=settings.AUTH_USER_MODEL,
                verbose_name="by",
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="cause",
            field=models.CharField(
                choices=[
                    ("unstated", "(nothing more is said)"),
                    ("copied_game", "the game is somebody else's"),
                    ("not_played", "the game was not played by a person"),
                    ("offensive_name", "the name is offensive"),
                    ("impersonation", "the name is meant to be taken for somebody else's"),
                    ("abuse", "the service or other players were abused"),
                    ("other", "as the note says"),
                ],
                default="unstated",
                max_length=14,
                verbose_name="cause",
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="note",
            field=models.CharField(blank=True, default="", max_length=300, verbose_name="note"),
        ),
        migrations.AlterField(
            model_name="decision",
            name="reason",
            field=models.TextField(verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="flag",
            name="kind",
            field=models.CharField(
                choices=[
                    ("copy", "same line as another player's earlier game"),
                    ("pace", "faster than a person plays"),
                    ("take_backs", "many take-backs"),
                    ("seen_replay", "had seen a replay of these cards"),
                ],
                max_length=11,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="flag",
            name="note",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="note"),
        ),
        migrations.AlterField(
            model_name="game",
            name="mode",
            field=models.CharField(max_length=3, verbose_name="mode"),
        ),
        migrations.AlterField(
            model_name="game",
            name="moves",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="moves"),
        ),
        migrations.AlterField(
            model_name="game",
            name="origin",
            field=models.CharField(
                choices=[("live", "Live"), ("posted", "Posted")], max_length=6, verbose_name="origin"
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="rejection",
            field=models.CharField(
                blank=True,
                choices=[
                    ("illegal_move", "Illegal move"),
                    ("bad_byte", "Bad byte"),
                    ("score_mismatch", "Score mismatch"),
                ],
                default="",
                max_length=14,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("playing", "Playing"),
                    ("finished", "Finished"),
                    ("verified", "Verified"),
                    ("rejected", "Rejected"),
                ],
                default="playing",
                max_length=8,
                verbose_name="status",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="won",
            field=models.BooleanField(blank=True, null=True, verbose_name="won"),
        ),
        migrations.AlterField(
            model_name="player",
            name="created_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="player",
            name="erased_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="erased at"),
        ),
        migrations.AlterField(
            model_name="player",
            name="is_active",
            field=models.BooleanField(default=True, verbose_name="is active"),
        ),
        migrations.AlterField(
            model_name="player",
            name="is_staff",
            field=models.BooleanField(default=False, verbose_name="is staff"),
        ),
        migrations.AlterField(
            model_name="player",
            name="name",
            field=models.CharField(max_length=24, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="player",
            name="on_boards",
            field=models.BooleanField(default=True, verbose_name="on boards"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="answered_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="answered at"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="asked_at",
            field=models.DateTimeField(verbose_name="asked at"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="attempts"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="claimed_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="claimed until"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="error",
            field=models.TextField(blank=True, default="", verbose_name="error"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="rules_version",
            field=models.PositiveSmallIntegerField(verbose_name="rules version"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="solver_version",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="solver version"),
        ),
        migrations.AlterField(
            model_name="proof",
            name="status",
            field=models.CharField(
                choices=[("waiting", "Waiting"), ("shown", "Shown"), ("not_shown", "Not shown")],
                default="waiting",
                max_length=9,
                verbose_name="status",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="cause",
            field=models.CharField(
                choices=[
                    ("cheating", "cheating"),
                    ("offensive_name", "an offensive name"),
                    ("impersonation", "a name meant to be taken for somebody else's"),
                    ("abuse", "abuse of the service or of players"),
                    ("other", "something else"),
                ],
                max_length=14,
                verbose_name="cause",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="text",
            field=models.CharField(blank=True, default="", max_length=1000, verbose_name="text"),
        ),
    ]
