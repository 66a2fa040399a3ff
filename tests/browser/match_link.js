// For test_match_link.py, run in a page: the link of a match, and what it has told the page.
async ({ state, invite }) => {
  const { MatchLink } = await import("/static/pages/match/link.js");
  const { legalActions } = await import("/static/pages/match/piles.js");
  window.told = { events: [], refused: [], problems: [], connections: [], legal: [] };
  window.link = new MatchLink({ id: state.id, invite, match: state });
  link.addEventListener("changed", ({ detail }) => told.events.push(...detail.events));
  link.addEventListener("refused", ({ detail }) => told.refused.push(detail));
  link.addEventListener("problem", ({ detail }) => told.problems.push(detail.problem.code));
  link.addEventListener("connection", () => told.connections.push(link.connection));
  window.play = (actions) => actions.forEach((action) => link.play(action));
  window.shown = () => {
    const { version, count, piles, owners, turn, contributions, passed, out } = link;
    return { version, count, piles, owners, turn, contributions, passed, out };
  };
  window.computed = () => legalActions(link.told, link.match.you, link.match.options);
  link.open();
}
