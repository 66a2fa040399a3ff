/**
 * Piles and moves by their names, as docs/notation.md has them.
 *
 * SPDX-License-Identifier: MIT
 */

export const COLUMNS = Object.freeze(Array.from({ length: 9 }, (_, n) => `T${n + 1}`));
export const FOUNDATIONS = Object.freeze(Array.from({ length: 8 }, (_, n) => `F${n + 1}`));
/** All piles: the stock, the waste, the columns, the foundations. */
export const PILES = Object.freeze(["stock", "W", ...COLUMNS, ...FOUNDATIONS]);

/** All 166 moves, each at the place of its byte in a log. */
export const MOVES = Object.freeze([
  ...["draw", "recycle", "undo"],
  ...COLUMNS.map((to) => `W-${to}`),
  "W-F",
  ...COLUMNS.map((from) => `${from}-F`),
  ...COLUMNS.flatMap((from) => COLUMNS.filter((to) => to !== from).map((to) => `${from}-${to}`)),
  ...FOUNDATIONS.flatMap((from) => COLUMNS.map((to) => `${from}-${to}`)),
]);
export const KNOWN_MOVES = new Set(MOVES);

/** A text that is no move, or no pile that can be tapped. */
export class NotationError extends Error {
  constructor(text, problem) {
    super(`${JSON.stringify(text)} ${problem}`);
    Object.assign(this, { name: "NotationError", text });
  }
}

/** A move, and the count that its text states (`T3-T5x4`), null for none. */
export function parseMove(text) {
  const [, move, count] = /^(T[1-9]-T[1-9])x(0|[1-9][0-9]{0,17})$/.exec(text) ?? [null, text, null];
  if (!KNOWN_MOVES.has(move)) throw new NotationError(text, "is not a move");
  return { move, stated: count && Number(count) };
}
