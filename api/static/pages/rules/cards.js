/**
 * The 104 cards of two decks by their ids: `deck * 52 + suit * 13 + (rank - 1)`, suits spades, hearts, diamonds, clubs.
 *
 * SPDX-License-Identifier: MIT
 */

export const CARDS = 104;
export const KING = 13;

/** 1 for an ace, 13 for a king. */
export const rankOf = (id) => (id % 13) + 1;
/** 0 to 3: spades, hearts, diamonds, clubs. */
export const suitOf = (id) => Math.floor((id % 52) / 13);
export const isRed = (id) => suitOf(id) === 1 || suitOf(id) === 2;
/** Rank and suit: `TH`. */
export const faceOf = (id) => "A23456789TJQK"[id % 13] + "SHDC"[suitOf(id)];

/** Whether a card may lie on another in a column: the other colour, one rank lower. */
export const fits = (id, onto) => isRed(id) !== isRed(onto) && rankOf(id) === rankOf(onto) - 1;
