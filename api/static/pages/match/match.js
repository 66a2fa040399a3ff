/* The page of a match: joins the link to the service, the table, the hand, and what stands beside them. */

import { Dialogs } from "../play/dialogs.js";
import { Hand } from "../play/hand.js";
import { Keyboard } from "../play/keyboard.js";
import { isFoundation } from "../play/piles.js";
import { Pointer } from "../play/pointer.js";
import { settings } from "../play/settings.js";
import { TableView } from "../play/table.js";
import { Deck } from "./deck.js";
import { MatchLayout } from "./layout.js";
import { MatchLink } from "./link.js";
import { MatchWords } from "./said.js";
import { OwnSide } from "./side.js";
import { Stage } from "./stage.js";
import { MatchStatus } from "./status.js";

const shown = (id) => document.getElementById(id);
const given = (id) => JSON.parse(shown(id).textContent);

class Page {
  #piles = {}; // the cards by the names of the page's piles
  #deck = new Deck();
  #held = null; // what was held when it was last said
  #stage = null; // of the match, as it is shown
  #isStuck = false;

  constructor({ start, texts }) {
    const { match, invite } = start;
    this.you = match.you;
    this.seats = match.seats.length;
    this.title = document.title;
    this.rematch = match.rematch; // as it was when the page came
    this.sides = match.you === "B" ? { own: "B", other: "A" } : { own: "A", other: "B" };
    this.invite = invite;
    this.words = new MatchWords(texts);
    this.link = new MatchLink({ id: match.id, invite, match });
    this.side = new OwnSide(this.link, () => this.#piles);
    this.status = new MatchStatus(this.words, start);
    this.stage = new Stage();
    this.hand = new Hand(
      () => this.side,
      (pile) => this.you === null || isFoundation(pile),
    );
    const draws = { own: match.options.draw[this.sides.own], other: match.options.draw[this.sides.other] };
    this.view = new TableView(shown("table"), this.words, (box) => new MatchLayout(box, draws));
    this.pointer = new Pointer(this.view, this.hand, settings);
    this.dialogs = new Dialogs(settings);
    this.#listen();
    this.#showMatch();
    this.link.open();
  }

  #listen() {
    this.hand.addEventListener("move", ({ detail }) => this.#play(detail));
    this.hand.addEventListener("held", ({ detail }) => this.#hold(detail));
    this.hand.addEventListener("refused", ({ detail }) => this.#refuse(detail.pile, this.words.refusal(detail.reason)));
    this.link.addEventListener("changed", ({ detail }) => this.#change(detail));
    this.link.addEventListener("match", () => this.#showMatch());
    this.link.addEventListener("connection", () => this.#showStatus());
    this.link.addEventListener("refused", ({ detail }) => this.#takeBack(detail));
    this.link.addEventListener("problem", ({ detail }) => this.#showProblem(detail.problem));
    this.stage.addEventListener("press", ({ detail }) => this.#press(detail));
    this.dialogs.addEventListener("resign", () => this.link.resign());
    this.dialogs.addEventListener("pass", () => this.#pass({ isMeant: true }));
    document.addEventListener("visibilitychange", () => this.#call());
    const deeds = {
      help: () => this.dialogs.open("help"),
      draw: () => this.hand.turn(),
      pass: () => this.#pass(),
      resign: () => this.#isPlaying && this.you && this.dialogs.open("resign"),
      claim: () => this.link.claim(),
      result: () => this.dialogs.open("result"),
    };
    for (const button of document.querySelectorAll("#game [data-do]")) {
      button.addEventListener("click", () => deeds[button.dataset.do]());
    }
    new Keyboard(this.view, this.hand, { p: deeds.pass, r: deeds.resign, "?": deeds.help });
  }

  get #isPlaying() {
    return this.link.match.stage === "playing";
  }

  // -- Before a match, and after it

  async #press(button) {
    if (button.ariaDisabled === "true") return;
    this.stage.showProblem("");
    button.ariaDisabled = "true"; // it keeps the focus
    const name = button.dataset.do;
    const deeds = { join: () => this.#join(), rematch: () => this.#rematch() };
    const state = await (deeds[name] ?? (() => this.link[name]()))();
    if (!state) button.ariaDisabled = null;
  }

  /** Who joins has a side, and so another page. */
  async #join() {
    const state = await this.link.join();
    if (state) location.reload();
    return state;
  }

  async #rematch() {
    const again = await this.link.rematch();
    if (again) location.assign(this.#pageOf(again.id));
    return again;
  }

  #pageOf(id) {
    return `/matches/${id}/${this.invite ? `?invite=${encodeURIComponent(this.invite)}` : ""}`;
  }

  /** Something beside the log is another: the stage, who is ready, who is there, a rematch. */
  async #showMatch() {
    const { match } = this.link;
    // The page was made for somebody else, who has joined or signed in meanwhile, or before the opponent had a name.
    if (match.you !== this.you || match.seats.length !== this.seats) return location.reload();
    const isNew = match.stage !== this.#stage;
    const was = this.#stage;
    this.#stage = match.stage;
    const { isBefore, isOver } = stagesOf(match.stage);
    const isByKeys = shown("stage").querySelector(":focus-visible") !== null;
    shown("game").hidden = isBefore;
    this.stage.place({ isOver, isPlaying: match.stage === "playing" });
    this.#showAll();
    if (isByKeys && match.stage === "playing") this.view.focus(this.view.focusable);
    const key = JSON.stringify([match.stage, match.revision, match.rematch, match.next_match]);
    if (was !== null && key !== this.shownKey) {
      this.shownKey = key;
      await this.stage.refresh();
      if (match !== this.link.match && this.link.match.stage !== match.stage) return;
      this.stage.place({ isOver, isPlaying: match.stage === "playing" });
      this.status.tell(match.stage === "playing" ? this.words.say("begins") : this.stage.summary);
    }
    this.shownKey = key;
    if (isNew && isOver) this.#end();
  }

  #end() {
    this.pointer.cancel();
    this.hand.drop();
    this.status.say("");
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    if (this.link.match.result?.winner === this.you && this.you) this.view.celebrate();
    this.dialogs.open("result");
  }

  #showProblem(problem) {
    const text = this.words.problem(problem);
    this.stage.showProblem(text);
    this.status.say(text, { isRefusal: true });
  }

  // -- Playing

  /** What it turns up is said when the service has told. */
  #play(action) {
    if (action !== "draw") this.status.say(this.words.event(this.side.foretold(action)));
    this.link.play(action);
  }

  /** Pass; who would end the match by it is asked first. */
  #pass({ isMeant = false } = {}) {
    if (this.you === null) return;
    const reason = this.side.refusal("pass");
    this.hand.drop();
    if (reason !== null) this.#refuse(null, this.words.refusal(reason));
    else if (this.side.canEnd && !isMeant) this.dialogs.open("last-pass");
    else this.#play("pass");
  }

  #hold(held) {
    this.view.showHeld(held);
    const isOther = held && (held.pile !== this.#held?.pile || held.at !== this.#held?.at);
    this.#held = held;
    if (isOther && !this.pointer.isDragging) this.status.say(this.words.held(held, this.#piles[held.pile]));
  }

  #refuse(pile, why) {
    this.status.say(why, { isRefusal: true });
    if (pile) this.view.showRefusal(pile);
  }

  /** The service has refused an action that was shown already. */
  #takeBack({ action, ...why }) {
    const [from] = action.split("-");
    this.#refuse(action.includes("-") ? from : "stock", this.words.refused(why));
  }

  #change({ events }) {
    this.#showAll();
    const isOwn = (event) => event.side === this.you;
    for (const event of events.filter(isOwn)) this.#sayLogged(event);
    const others = events.filter((event) => !isOwn(event));
    for (const { pile } of others.flatMap(({ changes }) => changes)) if (isFoundation(pile)) this.view.showNews(pile);
    if (this.you !== null) this.#sayOthers(others);
  }

  /** What the other player has done: read out, and seen too if it is one's turn now. */
  #sayOthers(events) {
    const told = events.map((event) => this.words.told(event)).filter(Boolean);
    if (events.at(-1)?.turn === this.you) this.status.say([...told, this.words.say("your_turn")].join(" "));
    else this.status.tell(told.join(" "));
  }

  /** What an own action has turned up. */
  #sayLogged(event) {
    const hasTurned = event.action === "draw" || event.changes.some(({ out, in: cards }) => out[0] === "??" && cards.length);
    if (hasTurned) this.status.say(this.words.event(event));
  }

  // -- Showing

  #showAll() {
    this.#showStatus();
    if (!Object.keys(this.link.piles).length) return;
    const isFirst = !this.view.isReady;
    if (shown("game").hidden) return;
    this.#piles = this.#named(this.#deck.arrange(this.link.piles, this.link.owners));
    if (isFirst && !this.link.version) this.view.deal(this.#piles);
    else this.view.show(this.#piles, { isSudden: isFirst });
    this.hand.look();
    this.#showTurn();
  }

  /** The piles by the names that they have on this page, where one's own have no side. */
  #named(piles) {
    const { own, other } = this.sides;
    for (const name of Object.keys(piles).filter(isFoundation)) {
      for (const card of piles[name]) card.isOwn = card.owner === own;
    }
    const named = (name) => name.replace(`${own}:`, "").replace(`${other}:`, "other:");
    return Object.fromEntries(Object.entries(piles).map(([name, cards]) => [named(name), cards]));
  }

  #showStatus() {
    this.status.show(this.link, this.sides);
    this.#call();
    shown("table").classList.toggle("waits", this.#isPlaying && this.link.turn !== null && this.link.turn !== this.you);
  }

  /** Who looks elsewhere is called, in the name of the page, while there is something for them to do. */
  #call() {
    const isCalled = document.hidden && this.you !== null && this.#isWaitedFor;
    document.title = isCalled ? `● ${this.title}` : this.title;
  }

  get #isWaitedFor() {
    const { match, turn, passed, out } = this.link;
    if (match.stage === "ready") return !match.seats.find(({ side }) => side === this.you).ready;
    if (match.stage === "over") return match.rematch !== this.rematch;
    if (!this.#isPlaying) return false;
    return turn === null ? !passed[this.you] && !out.includes(this.you) : turn === this.you;
  }

  /** What the stock offers, and which buttons there are. */
  #showTurn() {
    const isOver = !this.#isPlaying;
    document.querySelector('#game [data-do="result"]').hidden = !isOver;
    if (this.you === null) return;
    const canRecycle = !this.side.pile("stock").length && this.side.refusal("recycle") === null;
    document.querySelector('[data-pile="stock"]').toggleAttribute("data-recycles", canRecycle);
    shown("draw-text").textContent = this.words.say(canRecycle ? "recycle" : "draw");
    const refusals = { draw: this.side.refusal(canRecycle ? "recycle" : "draw"), pass: this.side.refusal("pass") };
    for (const name of ["draw", "pass", "resign"]) {
      const button = document.querySelector(`.play-tools [data-do="${name}"]`);
      button.hidden = isOver;
      // It keeps the focus, and says why when it is pressed.
      button.setAttribute("aria-disabled", Boolean(refusals[name]));
    }
    const wasStuck = this.#isStuck;
    this.#isStuck = this.side.isStuck;
    if (this.#isStuck && !wasStuck) this.status.say(this.words.say("stuck"));
  }
}

function stagesOf(stage) {
  return { isBefore: ["open", "ready", "cancelled", "expired"].includes(stage), isOver: stage === "over" };
}

new Page({ start: given("match-start"), texts: given("match-texts") });
