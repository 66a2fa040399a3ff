// Builds cards as the service's templates do: `8H`, `??` for a hidden card, `[8H]` for a hidden one whose face is known.
// The page has the texts that name them in <script id="card-texts"> (the template games/cards/head.html).

let texts;

export function isHidden(text) {
  return text === "??" || text.startsWith("[");
}

// Rank and suit, or "" where they are not known.
export function faceOf(text) {
  return text === "??" ? "" : text.replace(/[[\]]/g, "");
}

// What a card is called: "queen of hearts".
export function cardName(text) {
  texts ??= JSON.parse(document.getElementById("card-texts").textContent);
  const face = faceOf(text);
  if (!face) return texts.hidden;
  const name = texts.name.replace("{rank}", texts.ranks[face[0]]).replace("{suit}", texts.suits[face[1]]);
  return isHidden(text) ? `${texts.hidden}: ${name}` : name;
}

export function cardElement(text) {
  const element = document.createElement("span");
  element.setAttribute("role", "img");
  return setCard(element, text);
}

// Makes an element the card of this text, its states left aside; returns it.
export function setCard(element, text) {
  const face = faceOf(text);
  element.className = isHidden(text) ? "card down" : "card";
  element.setAttribute("aria-label", cardName(text));
  element.dataset.card = text;
  if (face) [element.dataset.rank, element.dataset.suit] = face;
  else {
    delete element.dataset.rank;
    delete element.dataset.suit;
  }
  return element;
}
