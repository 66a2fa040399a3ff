"""The frames of a stream as bytes, as the HTML standard's section on server-sent events has them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games.matches.standing import Standing

_encode: Final = msgspec.json.Encoder().encode

RETRY: Final = b"retry: 2000\n\n"
"""A client that loses the connection waits so long, in milliseconds, before it comes again."""
PING: Final = b"event: ping\ndata: {}\n\n"
"""It keeps proxies from closing a quiet connection, and tells clients, who hear no comments, that it is not dead."""
END: Final = b"event: end\ndata: {}\n\n"


def action_frame(event: Mapping[str, Any]) -> bytes:
    """Return the frame of an event, whose id is what a client resumes from."""
    return b"id: %d\nevent: action\ndata: %b\n\n" % (event["n"], _encode(event))


def match_frame(standing: Standing) -> bytes:
    """Return the frame that tells how the match stands. It has no id: it is told anew on every stream."""
    return b"event: match\ndata: %b\n\n" % _encode(standing)
