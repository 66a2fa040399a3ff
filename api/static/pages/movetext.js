/* A game as text: sent game by game, its problem shown at its line, or followed until its check has decided. */

import { ensureGuest, Offline, request } from "./service.js";

const form = document.getElementById("movetext-form");
const field = document.getElementById("movetext");
const problem = document.getElementById("movetext-problem");
const outcomes = document.getElementById("outcomes");
const texts = JSON.parse(document.getElementById("texts").textContent);

const AROUND = 2; // lines shown before and after the one that is wrong
const POLLS = [500, 1000, 1000, 2000, 2000, 3000, 5000, 5000, 10000, 10000, 20000];

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  post();
});
field.addEventListener("input", clearProblem);
document.getElementById("movetext-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) await take(file);
  event.target.value = ""; // so that the same file can be chosen again
});
field.addEventListener("drop", (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  take(file);
});

async function take(file) {
  if (file.size > texts.maximum) return showProblem(texts.tooLong);
  field.value = await file.text();
  clearProblem();
  field.focus();
}

async function post() {
  const button = form.querySelector("[type=submit]");
  clearProblem();
  outcomes.replaceChildren();
  button.disabled = true;
  try {
    if (!(await ensureGuest())) return showProblem(texts.noGuest);
    for (const game of gamesOf(field.value)) {
      const outcome = new Outcome(game.deal);
      if (!(await send(game, outcome))) break;
    }
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    showProblem(texts.offline);
  } finally {
    button.disabled = false;
  }
}

/** The games of a text, each after as many empty lines as stand before it: so the lines keep their numbers. */
function gamesOf(text) {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, number) => (/^[ \t]*\[Deal /.test(line) ? [number] : []));
  if (starts.length < 2) return [{ text, deal: dealOf(text) }];
  return starts.map((start, place) => {
    const own = lines.slice(start, starts[place + 1]).join("\n");
    // What stands before the first game belongs to it: it is for the service to say what is wrong with that.
    return { text: place ? "\n".repeat(start) + own : lines.slice(0, starts[1]).join("\n"), deal: dealOf(own) };
  });
}

function dealOf(text) {
  return text.match(/\[Deal "([^"\n]{1,40})"\]/)?.[1].trim().toUpperCase() ?? null;
}

/** Send a game, and follow it without waiting for it; whether it was taken. */
async function send(game, outcome) {
  const { status, data } = await request("POST", "scores/movetext/", game.text);
  if (status !== 202) {
    outcome.refuse();
    showProblem(data?.detail ?? String(status), data?.line);
    return false;
  }
  outcome.show(data);
  if (data.status === "finished") follow(data.url, outcome);
  return true;
}

async function follow(url, outcome) {
  for (const wait of POLLS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    let answer;
    try {
      answer = await request("GET", url);
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      continue;
    }
    if (answer.status !== 200) continue;
    outcome.show(answer.data);
    if (answer.data.status !== "finished") return;
  }
}

/** What became of one game, as a row of the list. */
class Outcome {
  constructor(deal) {
    const row = document.getElementById("outcome").content.cloneNode(true);
    this.parts = Object.fromEntries(Array.from(row.querySelectorAll("[data-part]"), (part) => [part.dataset.part, part]));
    this.parts.deal.textContent = deal ?? texts.unknownDeal;
    this.say("sending");
    outcomes.append(row);
    document.getElementById("outcomes-section").hidden = false;
  }

  say(status) {
    this.parts.status.textContent = texts[status];
    this.parts.status.dataset.status = status;
  }

  refuse() {
    this.say("refused");
  }

  show(game) {
    const { deal, board, replay, links, result, reason } = this.parts;
    this.say(game.status);
    deal.textContent = game.deal;
    deal.href = board.href = `/deals/${game.deal}/`;
    const stop = game.rejection?.index ?? null;
    replay.href = stop === null ? `/games/${game.id}/` : `/games/${game.id}/#${stop}`;
    links.hidden = game.status === "finished";
    const counted = [[texts.score, game.score_text], [texts.moves, game.moves]];
    if (game.ranked_score !== game.score) counted.splice(1, 0, [texts.ranked, game.ranked_score_text]);
    result.replaceChildren(...counted.map(([name, value]) => labelled(name, value)));
    result.hidden = game.score_text === null;
    reason.hidden = !game.rejection;
    if (game.rejection) {
      const place = stop === null ? "" : `${texts.atMove} ${stop + 1}: `;
      reason.textContent = place + game.rejection.message;
    }
  }
}

function labelled(name, value) {
  const pair = document.createElement("span");
  const figure = document.createElement("b");
  figure.textContent = value;
  pair.append(`${name} `, figure);
  return pair;
}

function clearProblem() {
  problem.hidden = true;
  field.removeAttribute("aria-invalid");
}

/** Say what is wrong, and show its line among its neighbours; the cursor goes there too. */
function showProblem(said, line) {
  const lines = field.value.split("\n");
  const source = problem.querySelector(".source");
  problem.querySelector(".error").textContent = said;
  problem.hidden = false;
  source.hidden = !line || line > lines.length;
  if (source.hidden) return;
  const first = Math.max(1, line - AROUND);
  source.start = first;
  source.replaceChildren(...lines.slice(first - 1, line + AROUND).map((text, place) => row(text, first + place === line)));
  field.setAttribute("aria-invalid", "true");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, start + lines[line - 1].length);
  // A selection does not scroll by itself.
  const height = parseFloat(getComputedStyle(field).lineHeight);
  field.scrollTop = Math.max(0, (line - 4) * height);
}

function row(text, isWrong) {
  const item = document.createElement("li");
  const code = document.createElement("code");
  code.textContent = text || " ";
  item.append(code);
  if (isWrong) item.setAttribute("aria-current", "true");
  return item;
}
