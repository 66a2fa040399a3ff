"""Matches as they happen: server-sent events, from an asynchronous process of its own.

- `app`, `refusals`: the ASGI application: who is let in, with what; and what is refused.
- `tickets`, `addresses`: the way in, which the web process issues.
- `stream`: one open stream: what it has been told, and writing what is new.
- `room`, `feed`: a match that is watched, read once for all who watch it.
- `hub`: all rooms; hears of news, and looks for news that nobody has told of.
- `listening`, `reading`: PostgreSQL, notifications and queries.
- `frames`: the bytes on the wire.
- `metrics`: how many streams there are.
- `server`: the process.

Nothing here is kept: whatever a client missed is read again from the log, by the version that it names.
"""
