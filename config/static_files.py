"""The static files as they are served: compressed, and under names that change with their contents."""

from typing import Final

from whitenoise.storage import CompressedManifestStaticFilesStorage

# At the beginning of a line, closed by a semicolon; what a comment quotes is indented, and stays as it is. Django's own
# patterns would take that for an import too, and look into libraries that are one file each.
_IMPORT: Final = (
    r"""(?m)^(?P<matched>(?P<statement>(?:import|export)\b[\w\s{},*]*)["'](?P<url>\.[^"'\n]+)["'];)""",
    '%(statement)s"%(url)s";',
)


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Our modules import each other by these names too, so that all of them may be kept for ever.

    They must not import each other in a circle: a name holds the hash of what it imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("pages/*.js", (_IMPORT,)),
        ("games/*.js", (_IMPORT,)),
    )
