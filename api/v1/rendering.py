"""What the API writes: JSON, from structs and plain values."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from rest_framework.renderers import BaseRenderer

JSON: Final = "application/json"
PLAIN: Final = "text/plain"
PROBLEM_JSON: Final = "application/problem+json"

_encoder = msgspec.json.Encoder()


def encode(value: object) -> bytes:
    """Return a struct, or anything made of plain values, times and UUIDs, as JSON."""
    return _encoder.encode(value)


class JSONRenderer(BaseRenderer):
    """Writes JSON. `msgspec.Raw` passes as it is: a stored answer is given again byte for byte."""

    media_type = JSON
    format = "json"
    # JSON is UTF-8 by its own definition (RFC 8259), so the header names no charset.
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else encode(data)


class TextRenderer(BaseRenderer):
    """Writes text as it is, and problems as JSON: what the answers of a resource with a text form go through."""

    media_type = PLAIN
    format = "txt"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return data.encode() if isinstance(data, str) else encode(data)
