"""A ticket knows the token by which it was asked for, so that its stream ends with that."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("api", "0003_recoveries")]

    operations = [
        migrations.AddField(model_name="streamticket", name="token_id", field=models.UUIDField(null=True)),
    ]
