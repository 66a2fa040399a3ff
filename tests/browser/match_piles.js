// For test_match_piles.py, run in a page: where the module differs from what the service says of each step of a match.
async ({ steps, options }) => {
  const { after, foretell, legalActions, refusal, standingOf } = await import("/static/pages/match/piles.js");
  const text = JSON.stringify;
  const fitsIn = (foretold, true_) => true_.every((card, at) => foretold[at] === card || foretold[at] === "??");
  const differences = [];
  const compare = (what, n, got, due) => text(got) === text(due) || differences.push([n, what, got, due]);
  for (const [n, { side, action, tables, refusals, isOver }] of steps.entries()) {
    const standing = standingOf(tables.before[side], { isOver: false });
    for (const who of ["A", "B"]) compare("legal", n, legalActions(standing, who, options), tables.before[who].legal);
    for (const [other, reason] of Object.entries(refusals)) compare(other, n, refusal(standing, side, other, options), reason);
    const foretold = after(standing, foretell(standing, side, action, options));
    const due = standingOf(tables.after[side], { isOver });
    for (const [name, cards] of Object.entries(due.piles)) {
      if (cards.length !== foretold.piles[name].length || !fitsIn(foretold.piles[name], cards)) {
        differences.push([n, name, foretold.piles[name], cards]);
      }
    }
    for (const name of ["owners", "contributions", "passed", "out"]) compare(name, n, foretold[name], due[name]);
    if (!isOver) compare("turn", n, foretold.turn, due.turn);
  }
  return differences;
}
