"""What people are told: a sentence or a part of one, in English, that can be put into other languages.

The engine knows no languages. It says a `Text`: a template, and what goes into its places. Whoever shows it has the
catalogs that translate the template; without one it is English. The templates are found in the code by these calls, so
they are literals.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final, Protocol


class Catalog(Protocol):
    """What gives a template in another language: any of gettext's translations, and modules with the same functions."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


ENGLISH: Final = NullTranslations()


class Text:
    """A template and what goes into its places, `%(name)s`, which may be a `Text` too."""

    __slots__ = ("parameters", "template")

    def __init__(self, template: str, /, **parameters: object) -> None:
        self.template = template
        self.parameters = parameters

    def within(self, catalog: Catalog) -> str:
        """The text in the language of a catalog, and the texts in its places too."""
        said = {
            name: value.within(catalog) if isinstance(value, Text) else value for name, value in self.parameters.items()
        }
        return self._translated(catalog) % said

    def _translated(self, catalog: Catalog) -> str:
        translate = catalog.gettext
        return translate(self.template)

    def __str__(self) -> str:
        return self.within(ENGLISH)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (type(self), self.template, self.parameters) == (type(other), other.template, other.parameters)

    def __hash__(self) -> int:
        return hash(self.template)


class Plural(Text):
    """A text with one form for a number `n` of one and another for more; other languages have as many as they need."""

    __slots__ = ("n", "plural")

    def __init__(self, template: str, plural: str, /, *, n: int, **parameters: object) -> None:
        super().__init__(template, n=n, **parameters)
        self.plural = plural
        self.n = n

    def _translated(self, catalog: Catalog) -> str:
        translate = catalog.ngettext
        return translate(self.template, self.plural, self.n)
