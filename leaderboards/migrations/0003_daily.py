"""The view of a day: what was played on its deal in its time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_proofs"),
        ("leaderboards", "0002_counts"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="entry",
            name="entry_view",
        ),
        migrations.AlterField(
            model_name="entry",
            name="view",
            field=models.CharField(choices=[("best", "Best"), ("first", "First"), ("daily", "Daily")], max_length=5),
        ),
        migrations.AlterField(
            model_name="movescount",
            name="view",
            field=models.CharField(choices=[("best", "Best"), ("first", "First"), ("daily", "Daily")], max_length=5),
        ),
        migrations.AlterField(
            model_name="scorecount",
            name="view",
            field=models.CharField(choices=[("best", "Best"), ("first", "First"), ("daily", "Daily")], max_length=5),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("view__in", ("best", "first", "daily"))), name="entry_view"
            ),
        ),
    ]
