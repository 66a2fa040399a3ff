"""The rules of Double Solitaire in pure Python: no Django, no clock, no randomness, no files.

    code = DealCode.parse("DS1-D1N-AAAAAAB")
    table = SoloTable(code)
    table.play(Move.parse("draw"))
    replay = fold(code, encode(table_moves))    # the same, from a log: one byte an action

`deals` has codes and the shuffle, `moves` the actions and their bytes, `solo` the table, `fold` the replay of a
log, `movetext` the text format of whole games, `errors` what is refused and why. Underneath, `position` is the
state, `actions` the rules, `play` runs them, and `picture` draws a table as text.
"""
