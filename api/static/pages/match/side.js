/* The viewer's own side of a match, as the hand plays it: its piles by the names that actions have. What can be played is
   what the link says. */

import { foretell, legalActions, movedBy, refusal } from "./piles.js";
import { isOthers } from "../play/piles.js";

export class OwnSide {
  #link;
  #pilesOf;

  /**
   * @param {import("./link.js").MatchLink} link
   * @param {() => Record<string, import("./deck.js").Card[]>} pilesOf  The piles as they are shown.
   */
  constructor(link, pilesOf) {
    this.#link = link;
    this.#pilesOf = pilesOf;
  }

  pile(name) {
    return this.#pilesOf()[name] ?? [];
  }

  /** Where a card may go, with the cards on it: the piles, and the action that each makes. */
  targetsOf(pile, at = this.pile(pile).length - 1) {
    const faces = this.pile(pile).slice(at);
    return this.#legal
      .filter((action) => action.startsWith(`${pile}-`) && this.moved(action).length === faces.length)
      .map((move) => ({ pile: this.target(move), move }));
  }

  /** The action that a tap on the last card of a pile makes, or null. */
  tap(pile) {
    const action = `${pile}-F`;
    return this.refusal(action) === null ? action : null;
  }

  /** The action that a double tap makes: to a foundation, to the longest column, a king to an empty one; or null. */
  doubleTap(pile) {
    const home = this.tap(pile);
    if (home) return home;
    const height = (column) => this.pile(column).length;
    const columns = this.targetsOf(pile).sort((a, b) => height(b.pile) - height(a.pile));
    const isMoved = columns.length > 0 && (height(columns[0].pile) > 0 || pile === "W" || height(pile) > 1);
    return isMoved ? columns[0].move : null;
  }

  /** Why an action cannot be played now, or null. */
  refusal(action) {
    const { match } = this.#link;
    if (match.you === null) return "looks_on";
    if (action === "undo") return "no_undo";
    if (isOthers(action.split("-").at(-1))) return "others";
    if (match.stage !== "playing") return match.stage === "over" ? "match_over" : "not_begun";
    if (this.#legal.includes(action)) return null;
    return refusal(this.#standing, match.you, action, match.options) ?? "not_now";
  }

  /** Whether the other player is done, as far as can be seen, so that a pass ends the match. */
  get canEnd() {
    const { match, passed, out } = this.#link;
    const other = match.you === "A" ? "B" : "A";
    const left = legalActions({ ...this.#standing, turn: null }, other, match.options);
    return passed[other] || out.includes(other) || !left.some(isPlay);
  }

  /** Whether there is nothing to play but a pass, though it could be played. */
  get isStuck() {
    const { match, out, turn } = this.#link;
    const isOn = match.stage === "playing" && !out.includes(match.you) && (turn === null || turn === match.you);
    return isOn && !this.#legal.some(isPlay);
  }

  /** The faces of the cards that an action moves. */
  moved(action) {
    const { you, options } = this.#link.match;
    return movedBy(this.#standing, you, action, options);
  }

  /** The pile that an action's cards go to, by its name here. */
  target(action) {
    return this.foretold(action).changes.at(-1).pile.split(":").at(-1);
  }

  /** The event that an action will be, as far as it can be seen. */
  foretold(action) {
    const { you, options } = this.#link.match;
    return foretell(this.#standing, you, action, options);
  }

  /** What the service says can be played, as far as it is so on the table that is shown. */
  get #legal() {
    const { legal, match } = this.#link;
    return legal.filter((action) => refusal(this.#standing, match.you, action, match.options) === null);
  }

  get #standing() {
    const { piles, owners, turn, contributions, passed, out, match } = this.#link;
    return { piles, owners, turn, contributions, passed, out, isOver: match.stage === "over" };
  }
}

const isPlay = (action) => action !== "pass" && action !== "resign";
