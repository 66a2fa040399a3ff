/* The end of a game: how it ended, what the check says, and one's place on the board. */

const MODES = ["D1N", "D3N", "D1V", "D3V"];
const LOOK = 1100;
const shown = (id) => document.getElementById(id);

export class Result extends EventTarget {
  #dialog = shown("result");
  #words;
  #opened = null; // the table that it was opened for
  #deal = null;
  #opening = null;

  /** Tells `chosen` with the code of the deal to play next, or `new`. @param {import("./words.js").Words} words */
  constructor(words) {
    super();
    this.#words = words;
    shown("result-again").addEventListener("click", () => this.#choose(this.#deal.code));
    shown("result-new").addEventListener("click", () => {
      this.close();
      this.dispatchEvent(new Event("new"));
    });
    shown("result-modes").addEventListener("click", ({ target }) => {
      const code = target.closest("[data-code]")?.dataset.code;
      if (code) this.#choose(code);
    });
  }

  /** Show the end of a game as far as it is known. It opens once, and then only says more. */
  show({ table, id, time, state }) {
    this.#showGame(table, time);
    this.#showCheck(state);
    this.#link(id);
    if (this.#opened === table) return;
    this.#opened = table;
    // A won table may be looked at for a moment. Who has gone on to something else by then is not kept from it.
    this.#opening = setTimeout(() => document.querySelector("dialog[open]") ?? this.open(), table.isWon ? LOOK : 0);
  }

  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close() {
    clearTimeout(this.#opening);
    if (this.#dialog.open) this.#dialog.close();
  }

  #choose(code) {
    this.close();
    this.dispatchEvent(new CustomEvent("chosen", { detail: code }));
  }

  #showGame(table, time) {
    this.#deal = table.deal;
    this.#dialog.classList.toggle("won", table.isWon);
    shown("result-title").textContent = this.#words.say(table.isWon ? "result.won" : "result.finished");
    shown("result-score").textContent = table.scoreText;
    shown("result-ranked").textContent = table.rankedScoreText;
    shown("result-ranked-part").hidden = table.rankedScore === table.score;
    shown("result-moves").textContent = table.moves;
    shown("result-undos").textContent = table.undos;
    shown("result-home").textContent = `${table.cardsHome}/104`;
    shown("result-home-part").hidden = table.isWon;
    shown("result-time").textContent = time;
    shown("result-board").href = `/deals/${table.deal.code}/`;
    const others = MODES.filter((mode) => mode !== table.deal.code.slice(4, 7));
    shown("result-modes").replaceChildren(...others.map((mode) => this.#modeButton(mode)));
  }

  #modeButton(mode) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.code = `DS1-${mode}-${this.#deal.number}`;
    button.append(...this.#words.mode(mode).map((part) => Object.assign(document.createElement("span"), { textContent: part })));
    return button;
  }

  #showCheck({ kind, place, game }) {
    const check = shown("result-check");
    const key = kind === "verified" && !place ? "not_ranked" : kind;
    check.dataset.state = kind;
    // Of states that others have too, such as a lost connection, it says what is said of them everywhere.
    check.textContent = this.#words.say(`${key in this.#words.texts.result ? "result" : "states"}.${key}`);
    if (kind === "rejected") check.textContent += ` ${game.rejection.message}`;
    shown("result-place").hidden = !place;
    if (!place) return;
    shown("result-rank").textContent = place.rank;
    shown("result-total").textContent = place.total;
    shown("result-tied").textContent = place.tied;
    shown("result-tied-part").hidden = place.tied === 1;
    shown("result-percentile").textContent = Math.floor(place.percentile);
    shown("result-percentile-part").hidden = place.percentile === 0 || place.total === 1;
    const isBest = place.entry.game_id === game.id;
    shown("result-best-part").hidden = isBest;
    shown("result-best").textContent = place.entry.ranked_score_text;
  }

  /** The replay is there as soon as the game is at the service. */
  #link(id) {
    shown("result-replay").hidden = id === null;
    if (id) shown("result-replay").href = `/games/${id}/`;
  }
}
