"""What flags have found becomes a code and what goes with it: the sentences stood in the rows in English."""

from django.db import migrations

_CODES = r"""
UPDATE games_flag SET note = CASE
    WHEN kind = 'copy' AND other_id IS NOT NULL THEN 'copy ' || other_id
    WHEN kind = 'seen_replay' THEN 'seen_replay'
    WHEN kind = 'take_backs' THEN regexp_replace(note, '^(\d+) take-backs?\.$', 'take_backs \1')
    WHEN note = 'The client''s times lie in the future.' THEN 'future'
    WHEN note = 'The client''s times run backwards.' THEN 'backwards'
    ELSE regexp_replace(note, '^(\d+) actions? in ([\d.]+) s\.$', 'fast \1 \2')
END;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0014_games_in_play")]

    # Back, what is shown is the code: the release before this one shows a note that it does not know as it is.
    operations = [migrations.RunSQL(_CODES, migrations.RunSQL.noop)]
