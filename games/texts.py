"""What the games and the engine say, in the language that is active: that of the request, English outside of one."""

from django.utils import translation

from games.engine.texts import Text


def worded(text: Text) -> str:
    """Return a text as it is shown."""
    return text.within(translation)
