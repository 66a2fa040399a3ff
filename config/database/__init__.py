"""Django's backend for PostgreSQL, but that nobody waits for ever for a server that does not answer.

- `connections`: what the settings say of connections, from the addresses in the environment.
- `base`: what Django takes of it.
- `patience`: a connection that gives up; a server that is frozen, or behind a broken network, ends nothing by itself.
- `outage`: what a process knows of an outage: one of its threads tries, the others are told at once.
- `errors`: which errors are of the server's state and not of the question.
"""
