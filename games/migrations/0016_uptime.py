"""Since when the service has been there: its processes note it, and what an outage kept players from is not theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0015_flag_codes")]

    operations = [
        migrations.CreateModel(
            name="Uptime",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ("since", models.DateTimeField(null=True)),
                ("noted_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="uptime_is_one")],
            },
        ),
    ]
