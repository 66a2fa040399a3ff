"""What the database holds, told by name: which constraint a write broke."""

from django.db import IntegrityError


def broken_constraint(error: IntegrityError) -> str:
    """Return the name of the constraint that PostgreSQL says was broken; empty where it names none."""
    diagnostics = getattr(error.__cause__, "diag", None)
    return getattr(diagnostics, "constraint_name", None) or ""
