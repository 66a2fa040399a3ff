"""The texts are found, kept, compiled, and held to be whole in every language."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db.models import Model
from django.template.base import Lexer, TokenType
from django.utils import translation

from config.translations import catalogs, faults, files, texts
from config.translations.__main__ import faults_of_project
from config.translations.texts import Ambiguous, Found, NotFound, in_python, in_template

OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]

# -- Found in the code -------------------------------------------------------------------------------------------------


def test_marks_are_found_in_python() -> None:
    source = """
        _("one" " more")
        ngettext("%(n)s card", "%(n)s cards", n)
        x.pgettext("verb", "Draw")
        Text("%(move)s: %(reason)s", move=move, reason=Text("no"))
        said("nothing")
    """
    assert [(found.text, found.plural, found.context) for found in in_python(f"if x:{source}", file="a.py")] == [
        ("one more", None, None),
        ("%(n)s card", "%(n)s cards", None),
        ("Draw", None, "verb"),
        ("%(move)s: %(reason)s", None, None),
        ("no", None, None),
    ]


@pytest.mark.parametrize("call", ('gettext(f"{a}")', "gettext(a)", 'gettext("a" + b)', 'ngettext("a", b, 1)', "Text()"))
def test_a_mark_of_what_is_put_together_first_is_refused(call: str) -> None:
    with pytest.raises(NotFound, match=r"a\.py:1: what \w+\(\) is given first must be a literal"):
        list(in_python(call, file="a.py"))


def test_a_text_with_and_without_a_plural_is_refused() -> None:
    one = Found(text="day", plural=None, context=None, file="a.py")
    many = Found(text="day", plural="days", context=None, file="b.py")

    assert len(texts.together([one, one, replace(many, context="noun")])) == 2
    with pytest.raises(Ambiguous, match=r"b\.py: 'day' is marked elsewhere with another plural"):
        texts.together([many, one])


@pytest.mark.parametrize(
    ("source", "found"),
    (
        ('{% translate "It\'s \\"it\\"" %}', None),
        ('{% translate "It\'s here" %}', ("It's here", None, None)),
        ('{% translate "Draw" context "verb" %}', ("Draw", None, "verb")),
        ('<a title="{% translate "50% (half)" %}">', ("50%% (half)", None, None)),
        ("{% blocktranslate trimmed %}\n  a\n  {{ b }}\n{% endblocktranslate %}", ("a %(b)s", None, None)),
        (
            "{% blocktranslate count n=n %}{{ n }} day{% plural %}{{ n }} days{% endblocktranslate %}",
            ("%(n)s day", "%(n)s days", None),
        ),
        ('{{ x|default:_("none") }}', ("none", None, None)),
    ),
)
def test_marks_are_found_in_templates(source: str, found: tuple[str, str | None, str | None] | None) -> None:
    seen = list(in_template(source, file="a.html"))
    if found is not None:
        assert seen == [Found(*found, file="a.html")]


# What stands in templates and is the same in all languages.
SAME_EVERYWHERE = re.compile(r"\b(Double Solitaire|API|JSON|UTC|DS1(-D1N)?|AAAAAAB)\b|&\w+;")
SHOWN_ATTRIBUTES = re.compile(r'\b(?:title|alt|placeholder|aria-label|label)="([^"]*)"')
NOT_PROSE = re.compile(r"<(script|style|svg|kbd|code)\b.*?</\1>", re.DOTALL)


@pytest.mark.parametrize("path", texts.templates(), ids=lambda path: str(path.relative_to(texts.PROJECT)))
def test_every_text_of_a_template_is_marked(path: Path) -> None:
    assert re.findall(r"[^\W\d_]{2,}.*", unmarked(path.read_text())) == []


def unmarked(source: str) -> str:
    """What a template shows without a mark: all but its tags, its variables, and what stands in blocktranslate."""
    shown, aside = "", ""
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK and aside:
            aside = "" if token.contents.startswith(aside) else aside
        elif token.token_type == TokenType.BLOCK:
            opened = re.match(r"(blocktranslate|comment)\b|(block) (?:width|coltype|body_attributes)\b", token.contents)
            aside = f"end{opened[1] or opened[2]}" if opened else ""
        elif token.token_type == TokenType.TEXT and not aside:
            shown += token.contents
    shown = NOT_PROSE.sub("", shown)
    attributes = "\n".join(SHOWN_ATTRIBUTES.findall(shown))
    return SAME_EVERYWHERE.sub("", re.sub(r"<[^>]*>", "\n", shown) + attributes)


# -- Whole in every language -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "translated", "flaw"),
    (
        ("One", "", "not translated"),
        (("%(n)s card", "%(n)s cards"), ("%(n)s карта", "%(n)s карты", ""), "not translated"),
        ("%(a)s of %(b)s", "%(a)s", "'%(a)s' has other placeholders"),
        ("{a} of b", "б", "'б' has other placeholders"),
        ("One", "Один ", "'Один ' has other white space at its ends"),
        ("One.", "Один", "'Один' has other punctuation at its end"),
        ('<a href="%(to)s">One</a>', "<b>Один</b> %(to)s", "'<b>Один</b> %(to)s' has other tags"),
        ("%(n)s of all", "%(n)s = 5 % всех", "a percent sign beside placeholders %%"),
        ("Play this deal", "Play this deal", "'Play this deal' is not translated but copied"),
        ("One", "Unuş", "'Unuş' has a cedilla for a comma below"),
    ),
)
def test_what_is_wrong_with_a_translation_is_said(
    text: str | tuple[str, str], translated: str | tuple[str, ...], flaw: str
) -> None:
    wanted, there = Catalog(), Catalog(locale="ru")
    wanted.add(text)
    there.add(text, translated)

    (fault,) = faults.of_catalog(there, texts=wanted)
    assert (fault.startswith(repr(text if isinstance(text, str) else text[0])), flaw in fault) == (True, True)


def test_a_label_of_one_word_may_be_shortened() -> None:
    wanted, there = Catalog(), Catalog(locale="ru")
    wanted.add("Ranked")
    there.add("Ranked", "Зачётн.")

    assert list(faults.of_catalog(there, texts=wanted)) == []


def test_a_catalog_has_the_texts_of_the_code_and_no_others() -> None:
    wanted, there = Catalog(), Catalog(locale="ru")
    wanted.add("new")
    there.add("old", "старый")

    assert list(faults.of_catalog(there, texts=wanted)) == [
        "'new': not in the catalog; make messages writes it there",
        "'old': not in the code any more; make messages takes it out",
    ]


def test_what_is_fuzzy_is_not_translated_yet() -> None:
    wanted, there = Catalog(), Catalog(locale="ru")
    wanted.add("One")
    there.add("One", "Один", flags=["fuzzy"])

    assert list(faults.of_catalog(there, texts=wanted)) == ["'One': marked as fuzzy"]


def test_no_text_lacks_a_translation() -> None:
    assert list(faults_of_project()) == []


@pytest.mark.parametrize(
    ("language", "forms"),
    (
        ("es", {"acción": [1], "acciones": [0, 2, 5, 21]}),
        ("pt-br", {"ação": [0, 1], "ações": [2, 5, 21]}),
        ("ro", {"acțiune": [1], "acțiuni": [0, 2, 19, 101, 119], "de acțiuni": [20, 21, 100, 120]}),
        ("ru", {"действие": [1, 21, 101], "действия": [2, 4, 22, 104], "действий": [0, 5, 11, 14, 111, 112]}),
    ),
)
def test_a_language_has_its_own_plurals(language: str, forms: dict[str, list[int]]) -> None:
    with translation.override(language):
        said = {
            n: translation.ngettext("%(n)s action in %(seconds)s s.", "%(n)s actions in %(seconds)s s.", n)
            for n in range(200)
        }

    for form, numbers in forms.items():
        assert [n for n in numbers if f"%(n)s {form}" not in said[n]] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_refused_password_is_told_in_each_language_though_django_lacks_some(language: str) -> None:
    english, other = judged("short", "en"), judged("short", language)
    assert (len(english), len(other), set(english) & set(other)) == (1, 1, set())


def judged(password: str, language: str) -> list[str]:
    with translation.override(language), pytest.raises(ValidationError) as refused:
        validate_password(password)
    return refused.value.messages


# -- Kept and compiled -------------------------------------------------------------------------------------------------


def test_writing_a_catalog_again_changes_nothing(tmp_path: Path) -> None:
    for path in files.catalogs():
        copy = tmp_path / files.language_of(path) / "LC_MESSAGES" / "django.po"
        catalogs.write(catalogs.read(path), path=copy)
        assert copy.read_text() == path.read_text()


def test_a_text_that_has_gone_goes_and_a_new_one_waits(tmp_path: Path) -> None:
    code, catalog = Catalog(), Catalog(locale="ru")
    code.add("stays", locations=[("a.py", 0)])
    code.add("new")
    catalog.add("stays", "остаётся")
    catalog.add("gone", "ушёл")
    path = tmp_path / "ru" / "LC_MESSAGES" / "django.po"
    catalogs.write(catalogs.updated(catalog, texts=code), path=path)

    assert {message.id: message.string for message in catalogs.read(path) if message.id} == {
        "new": "",
        "stays": "остаётся",
    }


def test_a_new_language_begins_with_its_own_plurals(tmp_path: Path) -> None:
    catalog = catalogs.read(tmp_path / "pl" / "LC_MESSAGES" / "django.po")

    assert (len(catalog), catalog.num_plurals) == (0, 3)


def test_a_catalog_is_compiled_again_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ro" / "LC_MESSAGES" / "django.po"
    monkeypatch.setattr(files, "LOCALE", tmp_path)
    catalogs.write(Catalog(locale="ro"), path=path)
    with pytest.raises(ImproperlyConfigured, match=r"not compiled \(ro\): run python -m config.translations compile"):
        files.require_compiled()
    catalogs.compile_all()
    files.require_compiled()
    first = files.compiled(path).stat().st_ino
    catalogs.compile_all()

    assert files.compiled(path).stat().st_ino == first


# -- Shown in the admin ------------------------------------------------------------------------------------------------

OURS = sorted(
    (model for model in admin.site._registry if model.__module__.startswith(("games", "leaderboards"))), key=str
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_lists_of_the_admin_and_their_columns_are_named_in_each_language(model: type[Model], language: str) -> None:
    english = named(model)
    with translation.override(language):
        alike = {name for name, other in zip(english, named(model), strict=True) if name and name == other}

    assert alike == ({"text"} & set(english) if language == "ro" else set())


def named(model: type[Model]) -> list[str]:
    """What the admin calls a model, and the columns of its list."""
    shown = admin.site._registry[model]
    columns = [str(label_for_field(name, model, model_admin=shown)) for name in shown.get_list_display(None)]  # type: ignore[arg-type]
    return [str(model._meta.verbose_name), str(model._meta.verbose_name_plural), *columns]
