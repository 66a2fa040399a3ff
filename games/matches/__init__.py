"""Matches between two players as a service: what is said between a client and the engine's rules.

- `lobby`: creating a match, joining it, being ready, calling it off, playing again.
- `play`: actions, and claiming a match whose other player has gone.
- `table`: a match's log folded, and what follows when it ends.
- `clock`: who is there, and since when a match waits for whom.
- `sweep`: ending the matches that both players have left.
- `events`: what each event changed on the table, for clients that know no rules.
- `sight`: who may see which matches.
- `record`: how two players have done against each other.
- `wake`: telling whoever waits for news of a match that there are some.

Until a match is over its number, and with it every hidden card, stays inside: only `table` reads it, and what leaves
is what the engine's `view` says may be seen by anybody.
"""
