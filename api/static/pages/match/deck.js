/* Which card is which. The service tells what lies where, by faces; for a card to be seen going from one place to another
   it has to stay the same card. Hidden ones are told apart by where they lie only, so nothing is learned of them. */

/** @typedef {{id: number, face: string, up: boolean, owner: "A" | "B"}} Card */

export class Deck {
  #piles = {};
  #next = 0;

  /**
   * The cards of all piles, as they lie now, each the one that it was before.
   * @param {Record<string, string[]>} piles  As in MatchLink.
   * @param {Record<string, string>} owners  Whose the cards of foundations are.
   * @returns {Record<string, Card[]>}
   */
  arrange(piles, owners) {
    const freed = [];
    const arranged = {};
    for (const [pile, texts] of Object.entries(piles)) {
      const seen = texts.map((text, at) => cardOf(text, owners[pile]?.[at] ?? pile[0]));
      const before = this.#piles[pile] ?? [];
      const changed = seen.findIndex((card, at) => !before[at] || !isAlike(card, before[at]));
      const kept = changed < 0 ? seen.length : changed;
      freed.push(...before.slice(kept).map((card, n) => ({ card, pile, at: kept + n })));
      arranged[pile] = [...before.slice(0, kept), ...seen.slice(kept)];
    }
    this.#recognise(arranged, freed);
    this.#piles = arranged;
    return arranged;
  }

  /** Give each new card the id of one that has left its place: by its face, by its place, or the last that is left. */
  #recognise(piles, freed) {
    const wanted = Object.entries(piles).flatMap(([pile, cards]) =>
      cards.flatMap((card, at) => (card.id === null ? [{ card, pile, at }] : [])),
    );
    const ways = [
      ({ card }) => (one) => card.up && isAlike(card, one.card),
      ({ pile, at }) => (one) => one.pile === pile && one.at === at,
      ({ card }) => (one) => one.card.owner === card.owner,
    ];
    for (const way of ways) {
      for (const one of wanted.filter(({ card }) => card.id === null)) {
        const index = freed.findLastIndex(way(one));
        if (index >= 0) one.card.id = freed.splice(index, 1)[0].card.id;
      }
    }
    for (const { card } of wanted) card.id ??= this.#next++;
  }
}

function cardOf(text, owner) {
  const up = text !== "??";
  return { id: null, face: up ? text : "", up, owner };
}

function isAlike(card, other) {
  return card.face === other.face && card.owner === other.owner;
}
