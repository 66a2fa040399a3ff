/* What is said of a match while it is played: of own actions, of the other player's, and of what was refused. */

import { Words } from "../play/words.js";
import { isColumn, isFoundation } from "../play/piles.js";

export class MatchWords extends Words {
  /** What an event has done, or an own action that the service has not answered: "eight of hearts → Column 3." */
  event({ action, changes, turn }) {
    if (action === "recycle") return this.say("recycled");
    // In turns there is nothing to go on with: the turn is the other player's.
    if (action === "pass") return this.say(turn === null ? "passed_for_now" : "passed");
    const [from, to] = action === "draw" ? ["stock", "W"] : action.split("-");
    const changeOf = (name) => changes.find(({ pile }) => (name === "F" ? isFoundation(pile) : bare(pile) === name));
    const { pile, in: laid } = changeOf(to);
    const turned = isColumn(from) ? changeOf(from).in.at(-1) : undefined;
    return this.change({
      from,
      to: bare(pile),
      cards: laid.map((face) => ({ face })),
      turned: turned && turned !== "??" ? { card: { face: turned } } : null,
    });
  }

  /** What the other player's event has done, if it is worth a word: cards for foundations, and passes. */
  told({ action, changes, side, out }) {
    const name = this.say("names.other");
    if (action === "pass") return this.say("told_passed", { name });
    if (out.includes(side)) return this.say("told_out", { name });
    const home = changes.find(({ pile }) => isFoundation(pile));
    return home ? this.say("told", { name, what: this.change({ from: "", to: home.pile, cards: [{ face: home.in[0] }] }) }) : "";
  }

  /** Why an action was refused; the service's own sentence where the page has none. */
  refused({ reason, detail, tops }) {
    const why = this.texts.refusals[reason] ?? detail ?? this.say("refusals.not_now");
    return tops ? this.say("lost_race", { why }) : why;
  }

  problem({ code, detail }) {
    return this.texts.problems[code] ?? detail ?? this.say("problems.failed");
  }

  /** A pile with what can be seen of it; the other side's stock is called as such. On a foundation, whose the top is. */
  contents(name, cards) {
    const contents = super.contents(name, cards);
    if (!isFoundation(name) || !cards.length) return contents;
    return this.say("owned", { contents, name: this.say(`names.${cards.at(-1).isOwn ? "own" : "other"}`) });
  }
}

const bare = (pile) => pile.split(":").at(-1);
