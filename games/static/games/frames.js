// The frames of a game or a match, as the service computed them: the table at any step, by putting cards where the
// frames say. Those of a match also tell whose the cards of each foundation are.

export class Frames {
  constructor({ first, events, error, start = 0 }) {
    Object.assign(this, { dealt: first, events, error, first: start, last: start + events.length, step: start });
    this.piles = structuredClone(first.piles);
    this.owners = { ...first.owners };
  }

  // Where the frames of a viewer are: on the page, or at an address.
  static async of(root) {
    if (!root.dataset.frames) return new Frames(JSON.parse(document.getElementById(`${root.id}-frames`).textContent));
    const response = await fetch(root.dataset.frames, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`${root.dataset.frames} answered ${response.status}`);
    return new Frames(await response.json());
  }

  // What is counted at a step, and the event that led to it, if one did.
  at(step) {
    return step === this.first ? this.dealt : this.events[step - this.first - 1];
  }

  // The events between two steps, in the order in which one passes them.
  between(from, to) {
    const passed = this.events.slice(Math.min(from, to) - this.first, Math.max(from, to) - this.first);
    return from < to ? passed : passed.reverse();
  }

  // Goes to a step; returns the names of the piles that may have changed.
  goTo(step) {
    const changed = new Set();
    const forward = step > this.step;
    for (const { side, changes } of this.between(this.step, step)) {
      for (const { pile, at, out, in: laid } of changes) {
        const cards = forward ? laid : out;
        this.piles[pile].splice(at, Infinity, ...cards);
        // A card on a foundation of a match is of the side that moved it there.
        if (pile in this.owners) this.owners[pile] = this.owners[pile].slice(0, at) + side.repeat(cards.length);
        changed.add(pile);
      }
    }
    this.step = step;
    return changed;
  }
}

// The face of the card that a move is about: the first that it moves, or a draw's new top of the waste; "" for none.
export function cardOf({ move, marks, changes }) {
  if (marks.includes("undo") || marks.includes("recycle") || changes.length === 0) return "";
  const [source] = move.split("-");
  // In a match a pile's name begins with its side.
  const laid = changes.find(({ pile, in: cards }) => cards.length > 0 && pile.split(":").at(-1) !== source).in;
  return source === "draw" ? laid.at(-1) : laid[0];
}
