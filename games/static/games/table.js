// A table on the page (the template games/cards/table.html): shows piles, each a list of cards' texts from its bottom to
// its top. It knows no rules, and touches only the cards that change.

import { cardElement } from "./cards.js";

export class Table {
  constructor(root) {
    this.root = root;
    this.piles = new Map(Array.from(root.querySelectorAll("[data-pile]"), (pile) => [pile.dataset.pile, pile]));
  }

  // The texts of the cards that lie on a pile.
  cards(name) {
    return Array.from(this.piles.get(name).children, (card) => card.dataset.card);
  }

  // Lays these cards on a pile. Those that lie there already, from the bottom up, stay the elements that they are.
  lay(name, cards) {
    const pile = this.piles.get(name);
    const { children } = pile;
    let same = 0;
    while (same < cards.length && same < children.length && children[same].dataset.card === cards[same]) same += 1;
    while (children.length > same) pile.lastElementChild.remove();
    if (same < cards.length) pile.append(...cards.slice(same).map(cardElement));
    pile.dataset.count = cards.length;
  }

  // Lays out a whole table: an object of piles by name.
  show(piles) {
    for (const [name, cards] of Object.entries(piles)) this.lay(name, cards);
  }

  // The cards of a pile from a place on.
  from(name, at) {
    return Array.from(this.piles.get(name).children).slice(at);
  }

  // Marks cards, and no others, with the class of a state: `moved`, `selected`, ...
  mark(state, cards) {
    for (const card of this.root.querySelectorAll(`.card.${state}`)) card.classList.remove(state);
    for (const card of cards) card.classList.add(state);
  }
}
