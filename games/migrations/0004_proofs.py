"""Proofs that deals can be won, and the deals of days."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_moderation"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyDeal",
            fields=[
                ("code", models.CharField(max_length=15, primary_key=True, serialize=False, verbose_name="deal code")),
                ("day", models.DateField()),
                ("mode", models.CharField(max_length=3)),
                ("number", models.CharField(max_length=7, unique=True, verbose_name="deal number")),
            ],
            options={
                "ordering": ("-day", "mode"),
                "constraints": [
                    models.UniqueConstraint(fields=("day", "mode"), name="dailydeal_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "code",
                                django.db.models.functions.text.Concat(
                                    models.Value("DS1-"),
                                    "mode",
                                    models.Value("-"),
                                    "number",
                                    output_field=models.CharField(),
                                ),
                            )
                        ),
                        name="dailydeal_code_parts",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Proof",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=15, verbose_name="deal code")),
                ("rules_version", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("shown", "Shown"), ("not_shown", "Not Shown")],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("solver_version", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("max_nodes", models.PositiveIntegerField(blank=True, null=True, verbose_name="limit of steps")),
                ("nodes", models.PositiveIntegerField(blank=True, null=True, verbose_name="steps")),
                ("events", models.BinaryField(null=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claimed_until", models.DateTimeField(blank=True, null=True)),
                ("error", models.TextField(blank=True, default="")),
            ],
            options={
                "ordering": ("-asked_at", "code"),
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["asked_at"], name="proof_waiting")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code", "rules_version"), name="proof_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "waiting"),
                            models.Q(
                                ("answered_at__isnull", False),
                                ("max_nodes__isnull", False),
                                ("nodes__isnull", False),
                                ("solver_version__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="proof_answer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("events__isnull", False), ("status", "shown")),
                            models.Q(("events", None), ("status__in", ("waiting", "not_shown"))),
                            _connector="OR",
                        ),
                        name="proof_has_win",
                    ),
                ],
            },
        ),
    ]
