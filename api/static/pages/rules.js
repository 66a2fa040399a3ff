/**
 * Solo Double Solitaire: deal codes, the deal, what may be played, and the score. See docs/rules-module.md.
 *
 *     import { Table } from "./rules.js";
 *
 *     const table = new Table("DS1-D1N-AAAAAAB");
 *     table.play("T7-T8");      // what it changed, or an IllegalMove that says why not
 *     table.targetsOf("T3", 2); // where the card at index 2 may go, with the cards on it
 *
 * The service has the same rules in Python, and both are held to the same test vectors. This module knows no page, no
 * network and no clock; it runs in browsers and in Node, over plain http too. Moves are written as in docs/notation.md.
 *
 * SPDX-License-Identifier: MIT
 */

/**
 * @typedef {{id: number, face: string, up: boolean}} Card
 *     `id` is 0 to 103 and tells the two cards of a face apart; `face` is rank and suit, `TH`. A card that is not `up`
 *     lies face down: the module knows its face, and a page should not let it be seen.
 * @typedef {import("./rules/deals.js").DealCode} DealCode
 * @typedef {{pile: string, card: Card}} Turned  A card that turned where it lay; `card.up` is how it lies now.
 * @typedef {object} Change  What a move did.
 * @property {string} move  As it stands in a log: without a stated count.
 * @property {string | null} undone  The move that an undo took back; null for every other move.
 * @property {string} from  The pile that the cards left.
 * @property {string} to  The pile that they lie on now; a foundation by its own name.
 * @property {Card[]} cards  The cards that moved, in the order, from the bottom, in which they lie now.
 * @property {Turned | null} turned  The column's card that turned up, or down again in an undo.
 * @property {number} points  By how much the score changed.
 */

import { CARDS, KING, faceOf, fits, rankOf, suitOf } from "./rules/cards.js";
import { deal, parseDealCode } from "./rules/deals.js";
import { COLUMNS, FOUNDATIONS, KNOWN_MOVES, MOVES, NotationError, PILES, parseMove } from "./rules/moves.js";

export { faceOf } from "./rules/cards.js";
export { DealCodeError, deal, parseDealCode } from "./rules/deals.js";
export { COLUMNS, FOUNDATIONS, MOVES, NotationError, PILES } from "./rules/moves.js";

export const RULES_VERSION = 1;
export const UNDO_LIMIT = 200;

const POINTS = {
  normal: { start: 0, home: 10, wasteToColumn: 5, turned: 5, recycle: -100, lowest: 0 },
  vegas: { start: -104, home: 5, wasteToColumn: 0, turned: 0, recycle: 0, lowest: -Infinity },
};

/** A move that the rules refuse; `reason` is the service's code for why. The table is as it was. */
export class IllegalMove extends Error {
  constructor(move, reason) {
    super(`${move} is illegal: ${reason}`);
    Object.assign(this, { name: "IllegalMove", move, reason });
  }
}

/** A score as players read it: `655`; in Vegas, in dollars, `$416` or `-$104`. */
export function formatScore(score, scoring) {
  if (scoring === "normal") return String(score);
  return score < 0 ? `-$${-score}` : `$${score}`;
}

/** A game in progress. It changes as it is played; a move that is refused leaves it as it was. */
export class Table {
  /** The code of its deal. @type {DealCode} */
  deal;
  /** All moves played, in their order, undos and what they undid among them. @type {string[]} */
  log = [];
  /** The score, and the score in which a card counts on the foundations only once. */
  score;
  rankedScore;
  /** How many actions other than undo have been played, and how many undos. */
  moves = 0;
  undos = 0;

  #piles; // the ids of each pile's cards, from its bottom to its top
  #hidden; // how many cards of each column lie face down
  #scored = new Set(); // the ids of the cards that have scored on a foundation
  #undoable = []; // the newest actions that can be undone
  #points;

  /** @param {string | DealCode} code */
  constructor(code) {
    this.deal = typeof code === "string" ? parseDealCode(code) : code;
    const { columns, stock } = deal(this.deal);
    this.#piles = Object.fromEntries(PILES.map((pile) => [pile, []]));
    this.#piles.stock = stock.reverse();
    COLUMNS.forEach((column, n) => (this.#piles[column] = columns[n]));
    this.#hidden = Object.fromEntries(PILES.map((pile) => [pile, Math.max(0, COLUMNS.indexOf(pile))]));
    this.#points = POINTS[this.deal.scoring];
    this.score = this.rankedScore = this.#points.start;
  }

  /** The table after all of these moves; an illegal one throws. */
  static after(code, moves) {
    const table = new Table(code);
    for (const move of moves) table.play(move);
    return table;
  }

  // -- Playing

  /**
   * Play a move: what it changed. Throws an IllegalMove or a NotationError, and then nothing has changed.
   * @param {string} move  In the notation; `undo` is one of them. A run's count may be stated: `T3-T5x4`.
   * @returns {Change}
   */
  play(move) {
    const plan = this.#plan(move);
    if (typeof plan === "string") throw new IllegalMove(move, plan);
    const before = this.score;
    const change = plan.move === "undo" ? this.#undo() : this.#carryOut(plan);
    this.log.push(plan.move);
    return { ...change, points: this.score - before };
  }

  /** Why `play` would refuse a move, by the service's codes, or null. @returns {string | null} */
  refusal(move) {
    const plan = this.#plan(move);
    return typeof plan === "string" ? plan : null;
  }

  /** All moves that `play` would take, `undo` among them, in the order of their bytes. @returns {string[]} */
  legalMoves() {
    return MOVES.filter((move) => this.refusal(move) === null);
  }

  /**
   * Where a card may go that is dragged, with the cards on it: the piles, and the move that each makes.
   * @param {string} pile  A column, the waste or a foundation.
   * @param {number} [at]  The card's index from the bottom; the top card if left out.
   * @returns {{pile: string, move: string}[]}
   */
  targetsOf(pile, at = this.#cards(pile).length - 1) {
    const count = this.#cards(pile).length - at;
    const targets = FOUNDATIONS.includes(pile) ? COLUMNS : ["F", ...COLUMNS];
    return targets
      .map((to) => `${pile}-${to}`)
      .filter((move) => KNOWN_MOVES.has(move))
      .map((move) => ({ move, plan: this.#plan(move) }))
      .filter(({ plan }) => plan.count === count)
      .map(({ move, plan }) => ({ pile: plan.to, move }));
  }

  /** The move that a tap on the last card of a column or the waste makes, or null. Plays nothing. */
  tap(pile) {
    if (pile !== "W" && !COLUMNS.includes(pile)) throw new NotationError(pile, "is not a pile that can be tapped");
    const move = `${pile}-F`;
    return this.refusal(move) === null ? move : null;
  }

  /** The move that a double tap makes: home, to the longest column, a king to an empty one; or null. */
  doubleTap(pile) {
    const home = this.tap(pile);
    if (home) return home;
    const height = (column) => this.#piles[column].length;
    const columns = this.targetsOf(pile).sort((a, b) => height(b.pile) - height(a.pile));
    // The targets of a king are empty columns. One that is alone in its own would gain nothing there.
    const isMoved = columns.length > 0 && (height(columns[0].pile) > 0 || pile === "W" || height(pile) > 1);
    return isMoved ? columns[0].move : null;
  }

  // -- How it stands

  /** A pile's cards from its bottom to its top; the stock's top is what is turned next. @returns {Card[]} */
  pile(name) {
    const hidden = name === "stock" ? Infinity : this.#hidden[name];
    return this.#cards(name).map((id, at) => ({ id, face: faceOf(id), up: at >= hidden }));
  }

  /** All piles by their names. @returns {Record<string, Card[]>} */
  get piles() {
    return Object.fromEntries(PILES.map((name) => [name, this.pile(name)]));
  }

  /** How many events have been played: the version of the log. */
  get version() {
    return this.log.length;
  }

  get isWon() {
    return this.cardsHome === CARDS;
  }

  get cardsHome() {
    return FOUNDATIONS.reduce((sum, name) => sum + this.#piles[name].length, 0);
  }

  /** How many actions can be undone one after another, at most 200. */
  get undoable() {
    return this.isWon ? 0 : this.#undoable.length;
  }

  get scoreText() {
    return formatScore(this.score, this.deal.scoring);
  }

  get rankedScoreText() {
    return formatScore(this.rankedScore, this.deal.scoring);
  }

  // -- What a move would do

  /** Why a move is refused, or which cards it takes from where to where. */
  #plan(text) {
    const { move, stated } = parseMove(text);
    if (this.isWon) return "game_won";
    const plan = this.#planOf(move);
    if (typeof plan === "string") return plan;
    return stated === null || stated === plan.count ? { move, ...plan } : "wrong_count";
  }

  #planOf(move) {
    if (move === "draw") return this.#planDraw();
    if (move === "recycle") return this.#planRecycle();
    if (move === "undo") return this.#planUndo();
    const [from, to] = move.split("-");
    if (!this.#piles[from].length) return EMPTY[from[0]];
    if (to === "F") return this.#planHome(from);
    return COLUMNS.includes(from) ? this.#planRun(from, to) : this.#planCard(from, to);
  }

  #planDraw() {
    const count = Math.min(this.deal.draw, this.#piles.stock.length);
    return count ? { from: "stock", to: "W", count } : "stock_empty";
  }

  #planRecycle() {
    const count = this.#piles.W.length;
    if (this.deal.scoring === "vegas") return "no_recycle_in_vegas";
    if (this.#piles.stock.length) return "stock_not_empty";
    return count ? { from: "W", to: "stock", count } : "waste_empty";
  }

  #planUndo() {
    if (this.#undoable.length) return {};
    return this.moves > this.undos ? "undo_limit" : "nothing_to_undo";
  }

  #planHome(from) {
    const card = this.#piles[from].at(-1);
    const row = FOUNDATIONS.slice(2 * suitOf(card), 2 * suitOf(card) + 2);
    const to = row.find((name) => this.#piles[name].length === rankOf(card) - 1);
    return to ? { from, to, count: 1 } : "not_next_on_foundation";
  }

  /** The waste's top card, or a foundation's, to a column. */
  #planCard(from, to) {
    const card = this.#piles[from].at(-1);
    if (!this.#piles[to].length) return rankOf(card) === KING ? { from, to, count: 1 } : "only_a_king";
    return fits(card, this.#piles[to].at(-1)) ? { from, to, count: 1 } : "does_not_fit";
  }

  /** The one face-up card of a column that fits on another, with all that lies on it. */
  #planRun(from, to) {
    const run = this.#piles[from].slice(this.#hidden[from]);
    const onto = this.#piles[to].at(-1);
    if (onto === undefined) return rankOf(run[0]) === KING ? { from, to, count: run.length } : "only_a_king";
    const at = run.findIndex((card) => fits(card, onto));
    return at < 0 ? "no_card_fits" : { from, to, count: run.length - at };
  }

  // -- Doing it and taking it back

  #carryOut({ move, from, to, count }) {
    const { score, rankedScore } = this;
    const action = { move, from, to, count, score, rankedScore, turned: false, first: null };
    const ids = this.#carry(from, to, count);
    action.turned = this.#hidden[from] > 0 && this.#hidden[from] === this.#piles[from].length;
    if (action.turned) this.#hidden[from]--;
    if (FOUNDATIONS.includes(to) && !this.#scored.has(ids[0])) this.#scored.add((action.first = ids[0]));
    this.#count(action);
    this.moves++;
    this.#undoable.push(action);
    if (this.#undoable.length > UNDO_LIMIT) this.#undoable.shift();
    return { move, undone: null, from, to, cards: shown(ids, to), turned: this.#turned(action, true) };
  }

  /** Add a move's points to both scores: the ranked one has none for a card that had scored before. */
  #count({ from, to, turned, first }) {
    const { home, wasteToColumn, turned: up, recycle, lowest } = this.#points;
    const isHome = FOUNDATIONS.includes(to);
    let points = turned ? up : 0;
    if (to === "stock") points += recycle;
    if (from === "W" && COLUMNS.includes(to)) points += wasteToColumn;
    this.score = Math.max(lowest, this.score + points + (isHome ? home : 0));
    this.rankedScore = Math.max(lowest, this.rankedScore + points + (isHome && first !== null ? home : 0));
  }

  #undo() {
    const action = this.#undoable.pop();
    const { move, from, to, count, turned, first } = action;
    const change = { move: "undo", undone: move, from: to, to: from, turned: this.#turned(action, false) };
    if (turned) this.#hidden[from]++;
    const ids = this.#carry(to, from, count);
    if (first !== null) this.#scored.delete(first);
    this.score = action.score;
    this.rankedScore = action.rankedScore;
    this.undos++;
    return { ...change, cards: shown(ids, from) };
  }

  /** The ids of the top cards of a pile, after they went to another: turned one by one where the stock is in it. */
  #carry(from, to, count) {
    const ids = this.#piles[from].splice(-count);
    if (from === "stock" || to === "stock") ids.reverse();
    this.#piles[to].push(...ids);
    return ids;
  }

  #turned({ from, turned }, up) {
    return turned ? { pile: from, card: shown(this.#piles[from].slice(-1), from, up)[0] } : null;
  }

  #cards(pile) {
    if (!PILES.includes(pile)) throw new NotationError(pile, "is not a pile");
    return this.#piles[pile];
  }
}

const EMPTY = { W: "waste_empty", T: "column_empty", F: "foundation_empty" };

/** Cards that moved to a pile, as they lie there. @returns {Card[]} */
function shown(ids, pile, up = pile !== "stock") {
  return ids.map((id) => ({ id, face: faceOf(id), up }));
}
