// What the rules module says of each line of a file, for test_rules_module.py: run in a page, by the name of a question.
async ([question, lines]) => {
  const { COLUMNS, FOUNDATIONS, PILES, IllegalMove, MOVES, NotationError, Table, deal, faceOf, parseDealCode } =
    await import("/static/pages/rules.js");

  const written = (cards) => cards.map((card) => (card.up ? card.face : "??")).join(" ");
  const revealed = (cards) => cards.map((card) => (card.up ? card.face : `[${card.face}]`)).join(" ");
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  const standing = (table) => ({
    score: table.score,
    ranked_score: table.rankedScore,
    moves: table.moves,
    undos: table.undos,
    won: table.isWon,
    stock: table.pile("stock").length,
    waste: table.pile("W").map((card) => card.face),
    foundations: FOUNDATIONS.map((name) => table.pile(name).length),
    tableau: COLUMNS.map((name) => written(table.pile(name))),
  });

  function refused(ask) {
    try {
      ask();
    } catch (error) {
      if (error instanceof IllegalMove) return error.reason;
      if (error instanceof NotationError) return "bad_notation";
      throw error;
    }
    return null;
  }

  function code({ code }) {
    try {
      return [parseDealCode(code).code, null];
    } catch (error) {
      return [null, error.part];
    }
  }

  function cards({ number }) {
    const { columns, stock } = deal(`DS1-D1N-${number}`);
    const text = (ids) => ids.map(faceOf).join(" ");
    return { number, tableau: columns.map(text), stock: text(stock) };
  }

  function game({ deal, moves, after = {} }) {
    const table = new Table(deal);
    const seen = {};
    for (const move of moves) {
      table.play(move);
      if (after[table.version]) seen[table.version] = [table.score, table.rankedScore, table.moves, table.cardsHome];
    }
    return [standing(table), seen];
  }

  // Legal and illegal moves; whether those refused left everything as it was.
  function position({ deal, moves, illegal }) {
    const table = Table.after(deal, moves);
    const before = JSON.stringify(table);
    const piles = JSON.stringify(table.piles);
    const refusals = illegal.map((move) => refused(() => table.play(move)));
    const untouched = before === JSON.stringify(table) && piles === JSON.stringify(table.piles);
    return [table.legalMoves().sort(), refusals.every(Boolean), untouched];
  }

  function refusal({ deal, moves }) {
    const table = new Table(deal);
    for (const move of moves) {
      const reason = refused(() => table.play(move));
      if (reason) return [table.version, move, reason, table.version, table.score];
    }
    return null;
  }

  function tap({ deal, moves, tap, double_tap }) {
    const table = Table.after(deal, moves);
    return tap ? table.tap(tap) : table.doubleTap(double_tap);
  }

  // All that can be told of a table after so many of the moves, at each of the versions.
  function course({ deal, moves, versions }) {
    const table = new Table(deal);
    return versions.map((version) => {
      for (const move of moves.slice(table.version, version)) table.play(move);
      return {
        ...standing(table),
        version: table.version,
        undoable: table.undoable,
        texts: [table.scoreText, table.rankedScoreText],
        cards: [...COLUMNS.map((name) => revealed(table.pile(name))), revealed(table.pile("stock").reverse())],
        refusals: MOVES.map((each) => table.refusal(each)),
        taps: ["W", ...COLUMNS].map((name) => [table.tap(name), table.doubleTap(name)]),
      };
    });
  }

  // Where each card of a table may be dragged: pile, how many cards go, target, move.
  function targets({ deal, moves }) {
    const table = Table.after(deal, moves);
    return PILES.flatMap((name) => {
      const height = table.pile(name).length;
      return Array.from({ length: height }, (_, at) => table.targetsOf(name, at).map((to) => [to.move, height - at, to.pile]));
    }).flat();
  }

  // The first move whose change, applied to the piles before it, does not make the piles after it.
  function change({ deal, moves }) {
    const table = new Table(deal);
    const wrong = moves.find((move) => {
      const { score, piles } = table;
      const { from, to, cards, turned, points } = table.play(move);
      // An undo turns the card down before cards are put on it, any other move once they are gone.
      const lift = piles[from].splice(-cards.length);
      if (turned) piles[turned.pile].splice(-1, 1, turned.card);
      piles[to].push(...cards);
      const gone = new Set(lift.map((card) => card.id));
      return !same(piles, table.piles) || points !== table.score - score || cards.some((card) => !gone.has(card.id));
    });
    return wrong ?? null;
  }

  return lines.map({ code, cards, game, position, refusal, tap, course, targets, change }[question]);
};
