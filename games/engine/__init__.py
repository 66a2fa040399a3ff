"""The rules of Double Solitaire in pure Python: no Django, no clock, no randomness, no files.

    code = DealCode.parse("DS1-D1N-AAAAAAB")
    table = SoloTable(code)
    table.play(Move.parse("T3-T8"))

    log = encode([Move.parse("T3-T8"), Move.parse("draw")])    # one byte an action
    replay = fold(code, log)
    replay.table.score, replay.error

`deals` has codes and the shuffle, `moves` the actions and their bytes, `solo` the table, `fold` the replay of a log,
`movetext` the text format of whole games, `lines` what `manage.py replay` reads and tells, `solver` looks for a win
with all cards known, `errors` what is refused and why, `match` is a package of its own: the game between two players.
Underneath, `position` is the state, `actions` the rules, `play` runs them, `picture` draws a table as text; `turning`,
`prospects` and `likeness` tell the solver what to try.
"""
