/* The forms of one's own page: each is one request to the API, and what the API refuses is said at its field. */

import { Offline, forget, keep, request } from "./service.js";

// Which field a problem without pointers is about.
const FIELDS = {
  bad_name: "name",
  name_taken: "name",
  bad_password: ["new", "password"],
  wrong_password: ["old", "password"],
  bad_email: "email",
};

for (const form of document.querySelectorAll("form.account")) {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
  // Before, it would have led nowhere.
  form.querySelector("button").disabled = false;
}

async function send(form) {
  clear(form);
  const missing = [...form.elements].find((field) => !field.checkValidity());
  if (missing) {
    missing.reportValidity();
    return;
  }
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const { status, data } = await request(form.dataset.method, form.dataset.path, bodyOf(form));
    if (status < 300) await follow(form, data);
    else if (status === 401 && form.dataset.then === "forget") leave();
    else refuse(form, data);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    say(form, text("offline"));
  } finally {
    button.disabled = false;
  }
}

function bodyOf(form) {
  if (form.dataset.method === "GET" || form.dataset.path === "sessions/current/") return undefined;
  const body = {};
  for (const field of form.elements) {
    if (field.name) body[field.name] = "json" in field.dataset ? JSON.parse(field.value) : field.value;
  }
  return body;
}

const AFTER = {
  keep(data) {
    keep(data.token);
    location.reload();
  },
  reload() {
    location.reload();
  },
  forget() {
    leave();
  },
  done(data, form) {
    // What was saved stays to be seen, but for passwords.
    for (const field of form.querySelectorAll('[type="password"]')) field.value = "";
    form.querySelector("[data-done]").hidden = false;
  },
  recovered(data, form) {
    // The token of this browser may have ended with all the others.
    forget();
    AFTER.done(data, form);
    // The link is spent: what is left to do is to sign in.
    for (const part of form.children) part.hidden = !part.matches("[data-done]");
    form.querySelector("[data-done] a").focus();
  },
  download(data, form) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
    link.download = form.dataset.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  },
};

function follow(form, data) {
  return AFTER[form.dataset.then](data, form);
}

function leave() {
  forget();
  location.assign("/");
}

/** Say each thing that a problem says where it belongs: at its field, or at the end of the form. */
function refuse(form, problem) {
  const said = problem?.errors?.length
    ? problem.errors.map(({ pointer, detail }) => [pointer.slice(1), detail])
    : [[FIELDS[problem?.code], problem?.detail ?? text("failed")]];
  let first = null;
  for (const [names, detail] of said) {
    const field = [names].flat().map((name) => name && form.elements[name]).find((found) => found?.id);
    if (!field) {
      say(form, detail);
      continue;
    }
    field.setAttribute("aria-invalid", "true");
    document.getElementById(`${field.id}-error`).textContent = detail;
    first ??= field;
  }
  first?.focus();
}

function say(form, sentence) {
  const place = form.querySelector("[data-error]");
  place.textContent = sentence;
  place.hidden = false;
}

function clear(form) {
  for (const place of form.querySelectorAll("[data-error-of]")) place.textContent = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const place of form.querySelectorAll("[data-error], [data-done]")) place.hidden = true;
}

function text(name) {
  return document.getElementById("texts").dataset[name];
}
