"""A demonstration of the running service: several players, real games, the checks and a board.

It speaks to the service over HTTP alone, with nothing but the standard library, as any client would.
"""
