"""What the templates of the replay viewer need: the texts of its script."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.viewer import MARKS

register = template.Library()


@register.simple_tag
def viewer_texts() -> dict[str, Any]:
    """Return the texts that `viewer.js` shows, in the language of the page."""
    return {
        "start": _("as dealt"),
        "refused": _("refused"),
        "play": _("Play"),
        "pause": _("Pause"),
        "copied": _("Copied"),
        "step": _("Step"),
        "score": _("Score"),
        "marks": {mark: str(text) for mark, text in MARKS.items()},
    }
