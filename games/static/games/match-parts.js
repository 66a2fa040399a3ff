// What a viewer of a match shows beside the cards: whose the cards of the foundations are, and how each side stands.

export class MatchParts {
  // Those of a viewer; null where it shows no match.
  static of(root, frames) {
    return root.querySelector("[data-owners]") ? new MatchParts(root, frames) : null;
  }

  constructor(root, frames) {
    this.frames = frames;
    this.owners = Array.from(root.querySelectorAll("[data-owners]"));
    this.states = Array.from(root.querySelectorAll("[data-state]"));
    this.label = root.querySelector("[data-owners-label]").dataset.ownersLabel;
    root.querySelector("[data-swap]").addEventListener("click", (event) => {
      event.preventDefault();
      swap(root.querySelector(".match-piles"));
    });
  }

  show({ states }) {
    for (const element of this.states) element.hidden = !states.includes(element.dataset.state);
    for (const element of this.owners) this.showOwners(element, this.frames.owners[element.dataset.foundation]);
  }

  showOwners(element, owners) {
    if (element.dataset.owners === owners) return;
    element.dataset.owners = owners;
    element.dataset.top = owners.slice(-1);
    const strip = element.querySelector(".owners");
    strip.replaceChildren(...Array.from(owners, (side) => {
      const one = document.createElement("i");
      one.dataset.side = side;
      return one;
    }));
    strip.setAttribute("aria-label", `${this.label} ${Array.from(owners).join(" ")}`.trim());
  }
}

// The side that was above is below now. The address says so too, for whoever reloads the page or sends it on.
function swap(piles) {
  const [above, below] = piles.querySelectorAll(".half");
  piles.prepend(below);
  piles.append(above);
  const address = new URL(location);
  address.searchParams.set("bottom", above.dataset.side);
  history.replaceState(null, "", address);
}
