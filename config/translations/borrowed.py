"""Texts of Django itself that one of our languages lacks: the admin shows them, and players a refused password.

They are translated in our catalogs, which come before Django's. Nothing imports this module: it is here to be read by
what looks for texts.
"""

from typing import Final

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS: Final = (
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy("Please correct the error below.", "Please correct the errors below."),
    gettext_noop("%(name)s with ID “%(key)s” doesn’t exist. Perhaps it was deleted?"),
    gettext_noop("Breadcrumbs"),
    gettext_noop("Change or view list link"),
    gettext_noop("Error:"),
    gettext_noop("Filter navigation items"),
    gettext_noop("Forgotten your login credentials?"),
    gettext_noop("Hide counts"),
    gettext_noop("Hold down “Control”, or “Command” on a Mac, to select more than one."),
    gettext_noop("Model name"),
    gettext_noop("Select all objects on this page for an action"),
    gettext_noop("Select this object for an action - {}"),
    gettext_noop("Show counts"),
    gettext_noop("Sidebar"),
    gettext_noop("Skip to main content"),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop(
        "There’s been an error. It’s been reported to the site administrators via email and should be fixed shortly. "
        "Thanks for your patience."
    ),
    gettext_noop("Toggle theme (current theme: auto)"),
    gettext_noop("Toggle theme (current theme: dark)"),
    gettext_noop("Toggle theme (current theme: light)"),
    gettext_noop("View selected %(model)s"),
    gettext_noop("You don’t have permission to view or edit anything."),
)
