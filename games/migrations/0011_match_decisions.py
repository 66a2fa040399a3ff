"""Decisions about matches, and the permissions by which moderators see matches and call them off.

Django makes permissions after the last migration, so those that the group needs are made here if they are missing.
"""

import django.db.models.deletion
from django.db import migrations, models


def let_moderators_see_matches(apps, schema_editor):
    content_types = apps.get_model("contenttypes", "ContentType").objects
    permissions = apps.get_model("auth", "Permission").objects
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="Moderators")
    content_type, _ = content_types.get_or_create(app_label="games", model="match")
    for action in ("view", "change"):
        permission, _ = permissions.get_or_create(
            content_type=content_type, codename=f"{action}_match", defaults={"name": f"Can {action} match"}
        )
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_matches_under_way"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="decision",
            name="decision_fits_its_subject",
        ),
        migrations.AddField(
            model_name="decision",
            name="match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions",
                to="games.match",
            ),
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
                    ("call_off", "Call off"),
                ],
                max_length=10,
                verbose_name="action",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("action__in", ("hide", "reinstate", "recheck", "dismiss", "resolve")),
                        ("game__isnull", False),
                        ("match", None),
                        ("player", None),
                    ),
                    models.Q(("action__in", ("call_off",)), ("game", None), ("match__isnull", False), ("player", None)),
                    models.Q(
                        ("action__in", ("hide", "reinstate", "ban", "lift_ban", "reset_name", "resolve")),
                        ("game", None),
                        ("match", None),
                        ("player__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="decision_fits_its_subject",
            ),
        ),
        # Back, the group keeps them: without the admin of matches they let nobody do anything.
        migrations.RunPython(let_moderators_see_matches, migrations.RunPython.noop),
    ]
