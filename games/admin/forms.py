"""What staff are asked for with a decision: the reason for themselves, and what the player concerned is told."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.limits import MAX_NOTE_CHARACTERS
from games.models import Cause


class ReasonForm(forms.Form):
    """The reason for a decision. It stays on record, under the name of who decided."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField", "autofocus": True}),
        help_text=_("For staff alone. It stays on record, under your name."),
    )


class NoteForm(ReasonForm):
    """A decision of which the player concerned is told."""

    note = forms.CharField(
        label=_("Note to the player"),
        max_length=MAX_NOTE_CHARACTERS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
        help_text=_("The player reads it. It may be empty."),
    )


class CauseForm(NoteForm):
    """A decision that takes something away: the player is told why, in a word at least."""

    cause = forms.ChoiceField(
        label=_("Cause"),
        choices=[("", "---------"), *Cause.choices],
        help_text=_("The player is told this."),
    )
    field_order = ("reason", "cause", "note")

    def clean_cause(self) -> Cause:
        return Cause(self.cleaned_data["cause"])


class NameForm(CauseForm):
    """A decision that takes a name away."""

    for_all = forms.BooleanField(
        label=_("Nobody else may have the name either"),
        required=False,
        initial=True,
        help_text=_("Leave it unticked if the name is rightly somebody else's."),
    )
