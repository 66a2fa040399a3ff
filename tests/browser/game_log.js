// For test_game_log.py, run in a page: the log's module, and what it has told the page.
async () => {
  const { GameLog } = await import("/static/pages/play/log.js");
  window.told = { states: [], started: [], replaced: [] };
  const listener = {
    changed: (state) => told.states.push({ ...state, at: Date.now() }),
    started: (id) => told.started.push(id),
    replaced: (moves) => told.replaced.push(moves),
  };
  window.start = (code) => (window.game = GameLog.start(code, listener));
  window.resume = async (id) => (window.game = await GameLog.resume(id, listener));
  window.play = (moves) => moves.forEach((move) => game.add(move));
  window.kinds = () => told.states.map((state) => state.kind).filter((kind, at, all) => kind !== all[at - 1]);
}
