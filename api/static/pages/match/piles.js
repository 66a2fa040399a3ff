/* The cards of a match as they lie, and what an action would do to them as far as that can be seen.

   The service says what may be played, and what each event has changed. What is here lets a page show an own action
   before the answer comes, and know meanwhile what may follow; tests hold it to what the service says in whole matches.
   Nothing is written into: what changes is another object. */

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const SIDES = ["A", "B"];
const DECK = 52;
const HIDDEN = "??";

export const COLUMNS = Object.freeze(Array.from({ length: 7 }, (_, n) => `T${n + 1}`));
export const FOUNDATIONS = Object.freeze(Array.from({ length: 8 }, (_, n) => `F${n + 1}`));

/** All 61 actions, each at the place of its byte in a log. */
export const ACTIONS = Object.freeze([
  ...["draw", "recycle", "pass", "resign"],
  ...COLUMNS.map((to) => `W-${to}`),
  "W-F",
  ...COLUMNS.map((from) => `${from}-F`),
  ...COLUMNS.flatMap((from) => COLUMNS.filter((to) => to !== from).map((to) => `${from}-${to}`)),
]);

const rank = (card) => RANKS.indexOf(card[0]);
const suit = (card) => SUITS.indexOf(card[1]);
const isRed = (card) => suit(card) === 1 || suit(card) === 2;
const isKing = (card) => card[0] === "K";
const fits = (card, onto) => rank(card) === rank(onto) - 1 && isRed(card) !== isRed(onto);
const isFoundation = (pile) => FOUNDATIONS.includes(pile);

/**
 * @typedef {{pile: string, at: number, out: string[], in: string[]}} Change
 * @typedef {object} Standing
 * @property {number} version  How many events have led to it.
 * @property {Record<string, string[]>} piles  From the bottom: `A:stock`, `A:W`, `A:T1` ... `B:T7`, `F1` to `F8`.
 * @property {Record<string, string>} owners  Whose the cards of `F1` to `F8` are: `ABBA`.
 * @property {"A" | "B" | null} turn
 * @property {{A: number, B: number}} contributions
 * @property {{A: boolean, B: boolean}} passed
 * @property {("A" | "B")[]} out
 * @property {boolean} isOver
 */

/** How a table of the API stands. @returns {Standing} */
export function standingOf({ version, foundations, sides, turn, contributions, out }, { isOver }) {
  const piles = {};
  for (const side of SIDES) {
    piles[`${side}:stock`] = Array(sides[side].stock).fill(HIDDEN);
    piles[`${side}:W`] = sides[side].waste;
    COLUMNS.forEach((column, n) => (piles[`${side}:${column}`] = sides[side].tableau[n].split(" ").filter(Boolean)));
  }
  foundations.forEach(({ owners }, n) => {
    piles[FOUNDATIONS[n]] = Array.from(owners, (_, at) => RANKS[at] + SUITS[n >> 1]);
  });
  const owners = Object.fromEntries(foundations.map((foundation, n) => [FOUNDATIONS[n], foundation.owners]));
  const passed = { A: sides.A.passed, B: sides.B.passed };
  return { version, piles, owners, turn, contributions, passed, out, isOver };
}

/** How it stands after an event, one of the API's or one of `foretell`. @returns {Standing} */
export function after(standing, { n, side, changes, turn, contributions, passed, out, over }) {
  const piles = { ...standing.piles };
  const owners = { ...standing.owners };
  for (const change of changes) {
    piles[change.pile] = [...piles[change.pile].slice(0, change.at), ...change.in];
    if (isFoundation(change.pile)) {
      owners[change.pile] = owners[change.pile].slice(0, change.at) + side.repeat(change.in.length);
    }
  }
  return { version: n ?? standing.version, piles, owners, turn, contributions, passed, out, isOver: Boolean(over) };
}

/** The actions of a side that the rules allow, as far as its cards can be seen, in the order of their bytes. */
export function legalActions(standing, side, options) {
  return ACTIONS.filter((action) => typeof plan(standing, side, action, options) !== "string");
}

/** Why the rules refuse a side an action, by the service's reasons; null if they do not. @returns {string | null} */
export function refusal(standing, side, action, options) {
  const planned = plan(standing, side, action, options);
  return typeof planned === "string" ? planned : null;
}

/** The face-up cards that a legal action moves, as they lie; none of a draw or a recycle. @returns {string[]} */
export function movedBy(standing, side, action, options) {
  const { from, count } = plan(standing, side, action, options);
  return action.includes("-") ? standing.piles[from].slice(-count) : [];
}

/**
 * The event that a legal action will be, but for its number and the faces of cards that it turns up, and for an end of
 * the match that it may bring. Like one of the API's otherwise.
 */
export function foretell(standing, side, action, options) {
  const { from, to, count } = plan(standing, side, action, options);
  const other = side === "A" ? "B" : "A";
  const { turn, contributions, out } = standing;
  const passed = action === "resign" ? standing.passed : { ...standing.passed, [side]: action === "pass" };
  const event = { side, action, changes: [], turn, contributions, passed, out, over: null };
  if (action === "resign") {
    event.over = { winner: other, ended: "resigned", won_by: "resignation", timed_out: false };
    event.turn = null;
  }
  if (from) event.changes = carried(standing.piles, { from, to, count });
  if (isFoundation(to)) {
    event.contributions = { ...contributions, [side]: contributions[side] + 1 };
    passed[other] = false;
    if (event.contributions[side] === DECK) event.out = [...out, side];
  }
  const isTurnOver = action === "draw" || action === "pass" || event.out.includes(side);
  if (turn && isTurnOver && !out.includes(other)) event.turn = other;
  return event;
}

/** What changes where cards go from a pile to another; on the stock they lie face down. @returns {Change[]} */
function carried(piles, { from, to, count }) {
  const at = piles[from].length - count;
  const cards = piles[from].slice(at);
  const laid = to.endsWith(":stock") ? cards.map(() => HIDDEN) : cards;
  return [
    { pile: from, at, out: cards, in: [] },
    { pile: to, at: piles[to].length, out: [], in: laid },
  ];
}

/** What an action takes from where to where, or why it is refused. */
function plan(standing, side, action, options) {
  if (standing.isOver) return "match_over";
  if (standing.out.includes(side)) return "player_out";
  if (action === "resign") return {};
  if (standing.turn && standing.turn !== side) return "out_of_turn";
  if (action === "pass") return !standing.turn && standing.passed[side] ? "already_passed" : {};
  const own = (pile) => (pile === "F" ? pile : `${side}:${pile}`);
  if (action === "draw") return planDraw(standing.piles, own("stock"), own("W"), options.draw[side]);
  if (action === "recycle") return planRecycle(standing.piles, own("W"), own("stock"), options.redeals);
  const [from, to] = action.split("-");
  return planMove(standing.piles, own(from), own(to));
}

function planDraw(piles, from, to, draw) {
  const count = Math.min(draw, piles[from].length);
  return count ? { from, to, count } : "stock_empty";
}

function planRecycle(piles, from, to, redeals) {
  if (redeals === "single") return "no_redeal";
  if (piles[to].length) return "stock_not_empty";
  const count = piles[from].length;
  return count ? { from, to, count } : "waste_empty";
}

function planMove(piles, from, to) {
  const isWaste = from.endsWith(":W");
  if (!piles[from].length) return isWaste ? "waste_empty" : "column_empty";
  const run = piles[from].slice(isWaste ? -1 : piles[from].lastIndexOf(HIDDEN) + 1);
  // Of a card that the service has still to tell nothing is known, and nothing that lies on it.
  if (!run.length || run.includes(HIDDEN)) return "not_turned_yet";
  if (to === "F") return planHome(piles, from, run.at(-1));
  const onto = piles[to].at(-1);
  if (onto === undefined) return isKing(run[0]) ? { from, to, count: run.length } : "only_a_king";
  if (onto === HIDDEN) return "not_turned_yet";
  const at = run.findIndex((card) => fits(card, onto));
  if (at < 0) return isWaste ? "does_not_fit" : "no_card_fits";
  return { from, to, count: run.length - at };
}

function planHome(piles, from, card) {
  const row = FOUNDATIONS.slice(2 * suit(card), 2 * suit(card) + 2);
  const to = row.find((name) => piles[name].length === rank(card));
  return to ? { from, to, count: 1 } : "not_next_on_foundation";
}
