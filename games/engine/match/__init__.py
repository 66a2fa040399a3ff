"""The match between two players in pure Python, beside the solo game and by the same cards, columns and moves.

    options = MatchOptions.parse({"number": "AAAAAAB", "pace": "simultaneous", ...})
    table = MatchTable(options)
    table.play(Side.A, MatchAction.parse("T3-T5"))

    log = encode([(Side.A, MatchAction.parse("T3-T5")), (Side.B, MatchAction.parse("draw"))])    # one byte an event
    replay = fold_match(options, log)
    replay.table.outcome, replay.error
    view_match(replay.table, viewer=Side.B)    # all that may be told to B, or to anybody, before the end

`options` has what is chosen before a match, `actions` the actions and their bytes, `table` the table, `fold` the replay
of a log, `view` what may be seen, `outcome` how a match ends, `series` adds several up, `lines` is what `manage.py
replay` reads and tells, `errors` what is refused and why. Underneath, `position` is the state, `play` the rules beside
those of the cards, `picture` draws a table as text.
"""
