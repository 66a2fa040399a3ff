"""Moderation of players, reports, the queue of flags, links to replays, and the order of all games of a deal."""

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.ids


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_append_only"),
    ]

    operations = [
        migrations.CreateModel(
            name="BarredName",
            fields=[
                (
                    "decision",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="barred_name",
                        serialize=False,
                        to="games.decision",
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                ("name_key", models.CharField(db_index=True, max_length=96)),
                ("for_all", models.BooleanField(verbose_name="for everybody")),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.UUIDField(default=games.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("cheating", "cheating"),
                            ("offensive_name", "an offensive name"),
                            ("impersonation", "a name meant to be taken for somebody else's"),
                            ("abuse", "abuse of the service or of players"),
                            ("other", "something else"),
                        ],
                        max_length=14,
                    ),
                ),
                ("text", models.CharField(blank=True, default="", max_length=1000)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="ShareLink",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="share_link",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("token", models.CharField(max_length=22)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
        ),
        migrations.AddField(
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
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="note",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
        migrations.AddField(
            model_name="decision",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="decision",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="flags",
                to="games.decision",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="banned_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="hidden_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="name_reset_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
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
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions",
                to="games.game",
            ),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(condition=models.Q(("decision", None)), fields=["-at"], name="flag_open"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("code"),
                django.db.models.expressions.CombinedExpression(models.F("ranked_score"), "*", models.Value(-1)),
                models.F("moves"),
                models.F("finished_at"),
                models.F("stream"),
                condition=models.Q(("hidden_at", None), ("status", "verified")),
                include=("ranked_score", "player"),
                name="game_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("action__in", ("hide", "reinstate", "recheck", "dismiss", "resolve")),
                        ("game__isnull", False),
                        ("player", None),
                    ),
                    models.Q(
                        ("action__in", ("hide", "reinstate", "ban", "lift_ban", "reset_name", "resolve")),
                        ("game", None),
                        ("player__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="decision_fits_its_subject",
            ),
        ),
        migrations.AddField(
            model_name="barredname",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="barred_names", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="decision",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reports",
                to="games.decision",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="reporter",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="reports_made", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(condition=models.Q(("decision", None)), fields=["-at"], name="report_open"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("game__isnull", False), ("player", None)),
                    models.Q(("game", None), ("player__isnull", False)),
                    _connector="OR",
                ),
                name="report_has_one_subject",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decision", None), ("player", None)),
                fields=("reporter", "game"),
                name="report_of_game_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decision", None), ("game", None)),
                fields=("reporter", "player"),
                name="report_of_player_once",
            ),
        ),
    ]
