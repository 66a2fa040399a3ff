/* The page of the table to play on: joins the game, the table, the hand, and what stands beside them. */

import { Table } from "../rules.js";
import { Choice } from "./choice.js";
import { Dialogs } from "./dialogs.js";
import { Hand } from "./hand.js";
import { Keyboard } from "./keyboard.js";
import { Layout } from "./layout.js";
import { GameLog } from "./log.js";
import { Pointer } from "./pointer.js";
import { Result } from "./result.js";
import { settings } from "./settings.js";
import { Status } from "./status.js";
import { TableView } from "./table.js";
import { Words } from "./words.js";

const shown = (id) => document.getElementById(id);
const given = (id) => JSON.parse(shown(id).textContent);

class Page {
  #log = null;
  #table = null;
  #since = null; // when the game began, in ms
  #until = null; // when it ended here
  #path = location.pathname;

  constructor({ start, texts }) {
    this.words = new Words(texts);
    this.status = new Status(this.words);
    this.hand = new Hand(() => this.#table);
    this.view = new TableView(shown("table"), this.words, (box) => new Layout(box, () => this.#table.deal.draw));
    this.pointer = new Pointer(this.view, this.hand, settings);
    this.choice = new Choice({ start, settings, words: this.words });
    this.result = new Result(this.words);
    this.dialogs = new Dialogs(settings);
    this.#listen();
    if (start.game) this.#resume(start);
    else if (start.code) this.#begin(start.code);
  }

  #listen() {
    this.hand.addEventListener("move", ({ detail }) => this.#play(detail));
    this.hand.addEventListener("held", ({ detail }) => this.#hold(detail));
    this.hand.addEventListener("refused", ({ detail }) => this.#refuse(detail));
    this.choice.addEventListener("chosen", ({ detail }) => this.#beginAt(detail));
    this.result.addEventListener("chosen", ({ detail }) => this.#beginAt(detail));
    this.result.addEventListener("new", () => this.choice.open());
    const deeds = {
      new: () => this.choice.open(),
      help: () => this.dialogs.open("help"),
      finish: () => this.#finish(),
      draw: () => this.hand.turn(),
      undo: () => this.hand.undo(),
    };
    this.dialogs.addEventListener("finish", () => this.#log.finish(this.#table.score));
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => deeds[button.dataset.do]());
    }
    new Keyboard(this.view, this.hand, { n: deeds.new, "?": deeds.help, e: deeds.finish });
    // Back to another game: the page begins anew with it. A skip to an anchor is no other game.
    addEventListener("popstate", () => location.pathname !== this.#path && location.reload());
    document.addEventListener("visibilitychange", () => {
      // Who has signed in meanwhile, in another tab, goes on.
      if (document.visibilityState === "visible" && this.#log?.state.kind === "signed-out") this.#log.retry();
    });
  }

  // -- Which game

  /** A new game, at an address of its own. */
  #beginAt(code) {
    this.#path = `/play/${code}/`;
    history.pushState(null, "", this.#path);
    this.#begin(code);
  }

  #begin(code) {
    this.#log?.close();
    this.#log = GameLog.start(code, this.#listener());
    this.#since = this.#log.startedAt;
    this.#until = null;
    this.#open();
  }

  async #resume({ game, started, finished }) {
    this.status.showSaved("loading");
    shown("game").hidden = false;
    const listener = this.#listener();
    const log = await GameLog.resume(game, listener);
    // Why there is none, the state has said.
    if (!log) return;
    // Without a connection that may have taken long, and another game been begun.
    if (listener !== this.listener) return log.close();
    this.#log = log;
    this.#since = log.startedAt ?? started;
    this.#until = finished;
    this.#open();
    if (this.#table.version) this.status.say(this.words.say("resumed"));
  }

  #open() {
    this.#table = Table.after(this.#log.code, this.#log.moves);
    shown("game").hidden = false;
    this.result.close();
    this.status.say("");
    this.status.showDeal(this.#table.deal);
    if (!this.#table.version) this.view.deal(this.#table.piles);
    this.#showAll({ isSudden: this.#table.version > 0 });
    this.#showState(this.#log.state);
  }

  #listener() {
    const own = {};
    const isCurrent = () => own === this.listener;
    this.listener = own;
    own.changed = (state) => isCurrent() && this.#showState(state);
    own.started = (id) => isCurrent() && this.#settle(id);
    own.replaced = (moves) => isCurrent() && this.#replace(moves);
    return own;
  }

  /** The game is at the service: its address is the one that a reload goes on from. */
  #settle(id) {
    this.#path = `/play/games/${id}/`;
    history.replaceState(null, "", this.#path);
  }

  /** The game has gone on elsewhere, or the service has refused moves: what it has is the truth. */
  #replace(moves) {
    this.pointer.cancel();
    this.hand.drop();
    this.#table = Table.after(this.#log.code, moves);
    this.#showAll();
  }

  // -- Playing

  #hold(held) {
    this.view.showHeld(held);
    if (held && !this.pointer.isDragging) this.status.say(this.words.held(held, this.#table.pile(held.pile)));
  }

  #play(move) {
    if (this.#isOver) return this.#refuse({ pile: null });
    const change = this.#table.play(move);
    this.#log.add(move);
    this.#since ??= Date.now();
    this.status.showPoints(change.points);
    this.status.say(this.words.change(change));
    this.#showAll();
    if (this.#table.isWon) this.view.celebrate();
  }

  #refuse({ reason, pile }) {
    this.status.say(this.words.refusal(this.#isOver ? "game_over" : reason), { isRefusal: true });
    if (pile) this.view.showRefusal(pile);
  }

  get #isOver() {
    return this.#log.isOver || this.#table.isWon;
  }

  /** Ask whether the game shall be finished; if it is over already, show its result. */
  #finish() {
    this.hand.drop();
    if (this.#isOver) this.result.open();
    else if (this.#table.version) this.dialogs.askToFinish(this.#table);
  }

  // -- Showing

  #showAll(how) {
    const table = this.#table;
    this.view.show(table.piles, how);
    this.status.show(table);
    this.status.showTime(this.#since, this.#until);
    const isOver = this.#isOver;
    this.status.showTurn(table, { isOver });
    document.querySelector('[data-do="undo"]').disabled = isOver || !table.undoable;
    document.querySelector('[data-do="finish"]').disabled = !isOver && !table.version;
    shown("finish-text").textContent = this.words.say(isOver ? "result_again" : "finish");
    if (!isOver && isStuck(table)) this.status.say(this.words.say("stuck"));
  }

  #showState(state) {
    this.status.showSaved(state.kind);
    if (state.kind === "conflict") this.status.say(this.words.say("reloaded"));
    if (state.problem?.detail) this.status.say(state.problem.detail, { isRefusal: true });
    if (this.#table && this.#isOver) this.#end(state);
  }

  #end(state) {
    this.#until ??= Date.now();
    this.#showAll();
    this.result.show({ table: this.#table, id: this.#log.id, time: this.status.time, state });
  }
}

/** Whether nothing can be played any more but undo. */
function isStuck(table) {
  return !table.isWon && table.legalMoves().every((move) => move === "undo");
}

new Page({ start: given("play-start"), texts: given("play-texts") });
