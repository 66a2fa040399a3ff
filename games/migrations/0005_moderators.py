"""The group of moderators: what moderating takes, and nothing else.

Django makes permissions after the last migration, so those that the group needs are made here if they are missing.
"""

from django.db import migrations

_PERMISSIONS = {
    "game": ("view", "change"),
    "player": ("view", "change"),
    "flag": ("view", "change"),
    "report": ("view", "change"),
    "decision": ("view",),
}


def make_group(apps, schema_editor):
    content_types = apps.get_model("contenttypes", "ContentType").objects
    permissions = apps.get_model("auth", "Permission").objects
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="Moderators")
    for model, actions in _PERMISSIONS.items():
        content_type, _ = content_types.get_or_create(app_label="games", model=model)
        for action in actions:
            permission, _ = permissions.get_or_create(
                content_type=content_type,
                codename=f"{action}_{model}",
                defaults={"name": f"Can {action} {model}"},
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_proofs"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    # Back, the group stays: who is in it is nothing to lose.
    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
