/**
 * Deal codes, and the cards that they deal: shuffle version 1, as docs/deal-codes.md has it.
 *
 * SPDX-License-Identifier: MIT
 */

import { CARDS } from "./cards.js";
import { sha256 } from "./sha256.js";

/** @typedef {{code: string, number: string, draw: 1 | 3, scoring: "normal" | "vegas"}} DealCode */

/** A text that is no deal code. `part` is text, game, mode, draw, scoring or number; `problem` says it in English. */
export class DealCodeError extends Error {
  constructor(text, part, problem) {
    super(`${JSON.stringify(text)} is not a deal code: ${problem}`);
    Object.assign(this, { name: "DealCodeError", text, part, problem });
  }
}

/**
 * The deal code that a text names, whatever its case and the white space around it.
 * @param {string} text
 * @returns {DealCode}
 */
export function parseDealCode(text) {
  const refuse = (part, problem) => {
    throw new DealCodeError(text, part, problem);
  };
  const code = text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");
  if (!code) refuse("text", "it is empty");
  if (/[^\x00-\x7f]/.test(code)) refuse("text", "it has characters beyond ASCII");
  const parts = code.toUpperCase().split("-");
  if (parts.length !== 3) refuse("text", "it is three parts joined by '-', as in DS1-D1N-AAAAAAB");
  const [game, mode, number] = parts;
  if (game !== "DS1") refuse("game", "its first part is DS1 (game, shuffle version 1)");
  if (mode.length !== 3 || mode[0] !== "D") refuse("mode", "its second part is one of D1N, D1V, D3N, D3V");
  if (!"13".includes(mode[1])) refuse("draw", `the draw is 1 or 3, not ${mode[1]}`);
  if (!"NV".includes(mode[2])) refuse("scoring", `the scoring is N or V, not ${mode[2]}`);
  if (number.length !== 7) refuse("number", `the number has 7 characters, not ${number.length}`);
  if (/[^A-Z2-7]/.test(number)) refuse("number", "the number is written in A-Z and 2-7");
  const scoring = mode[2] === "N" ? "normal" : "vegas";
  return Object.freeze({ code: parts.join("-"), number, draw: mode[1] === "1" ? 1 : 3, scoring });
}

/**
 * The ids of the cards as dealt: each column from the bottom, the stock with its first card on top.
 * @param {string | DealCode} code
 * @returns {{columns: number[][], stock: number[]}}
 */
export function deal(code) {
  const { number } = typeof code === "string" ? parseDealCode(code) : code;
  const cards = shuffle(number);
  return { columns: Array.from({ length: 9 }, (_, n) => cards.splice(0, n + 1)), stock: cards };
}

/** The cards in dealing order: Fisher-Yates over the words of SHA-256, shuffle version 1. */
function shuffle(number) {
  const next = wordsOf(number);
  const cards = Array.from({ length: CARDS }, (_, id) => id);
  for (let i = CARDS - 1; i > 0; i--) {
    // Words at or above the greatest multiple of the range are passed over: all orders are equally likely.
    const limit = 2 ** 32 - (2 ** 32 % (i + 1));
    let word = next();
    while (word >= limit) word = next();
    const j = word % (i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** A function that gives the next word of the deal's stream each time. */
function wordsOf(number) {
  let block = 0;
  let words = [];
  return () => {
    if (!words.length) words = sha256(`DS1-${number}/${block++}`);
    return words.shift();
  };
}
