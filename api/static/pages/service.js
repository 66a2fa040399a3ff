/* The service's API for the pages' scripts, and the player's token, which is the only way in.

   The token is kept in a cookie, so that pages can say whose they are; they never change anything by it. */

const ROOT = "/api/v1/";
const COOKIE = "player_token";
const DAYS = 400; // the longest that browsers keep a cookie

/** The service was not reached: no network, or nobody answered. What was asked may or may not have been done. */
export class Offline extends Error {
  name = "Offline";
}

/** The player's token, or null. */
export function token() {
  for (const pair of document.cookie.split("; ")) {
    if (pair.startsWith(`${COOKIE}=`)) return pair.slice(COOKIE.length + 1) || null;
  }
  return null;
}

export function keep(text) {
  setCookie(text, DAYS * 24 * 3600);
}

export function forget() {
  setCookie("", 0);
}

function setCookie(value, seconds) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

let registering = null;

/** The player's token; who has none becomes a guest. Resolves to null if the service refuses to make one now. */
export function ensureGuest() {
  const known = token();
  if (known) return Promise.resolve(known);
  registering ??= register().finally(() => (registering = null));
  return registering;
}

async function register() {
  const { status, data } = await request("POST", "players/", { label: "Web" });
  if (status !== 201) return null;
  // Another tab may have been faster.
  const known = token();
  if (known) return known;
  keep(data.token);
  return data.token;
}

/**
 * One request: `{status, data, headers}`, problems among them; `data` is null where the answer has no JSON.
 * `path` is below the API's root, or begins with `/`. A body is sent as JSON, a text as it is. Throws Offline, or what
 * `signal` aborts with. Nothing is taken from the browser's cache unasked: who goes back or forward to a page would get
 * what it was told once.
 */
export async function request(method, path, body, { idempotencyKey, signal, keepalive = false } = {}) {
  const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang || "en" };
  const known = token();
  if (known) headers.Authorization = `Bearer ${known}`;
  if (body !== undefined) headers["Content-Type"] = typeof body === "string" ? "text/plain" : "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const address = path.startsWith("/") ? path : ROOT + path;
  let response;
  let text;
  try {
    const how = { signal, keepalive, cache: "no-cache", credentials: "same-origin" };
    response = await fetch(address, { method, headers, body: sent, ...how });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Offline(error.message, { cause: error });
  }
  return { status: response.status, data: parsed(response, text), headers: response.headers };
}

/** A new Idempotency-Key. Not crypto.randomUUID, which pages that came over plain http do not have. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");

function parsed(response, text) {
  return text && /[/+]json\b/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : null;
}
