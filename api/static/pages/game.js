/* What a game's page does beside its replay: share it, report it, and wait for its check. */

import { ensureGuest, Offline, request } from "./service.js";

const texts = JSON.parse(document.getElementById("texts").textContent);

for (const opener of document.querySelectorAll("[data-opens]")) {
  const dialog = document.getElementById(opener.dataset.opens);
  opener.hidden = false;
  opener.addEventListener("click", () => {
    say(dialog, "");
    dialog.showModal();
  });
  for (const closer of dialog.querySelectorAll("[data-close]")) closer.addEventListener("click", () => dialog.close());
  // A click beside it is one on the dialog itself.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

function say(dialog, said) {
  dialog.querySelector(".said").textContent = said;
}

/** Ask the service, and return the answer's data if it is as wanted; the dialog says what else came. */
async function ask(dialog, method, path, body, wanted) {
  try {
    const { status, data } = await request(method, texts.url + path, body);
    if (wanted.includes(status)) return data ?? {};
    say(dialog, data?.detail ?? String(status));
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    say(dialog, texts.offline);
  }
  return null;
}

// -- Sharing

const sharing = document.getElementById("share-dialog");
if (sharing) {
  const field = document.getElementById("share-address");
  const show = (address) => {
    field.value = address && new URL(address, location.href).href;
    for (const part of [field.parentElement, sharing.querySelector("[data-revoke]")]) part.hidden = !address;
    sharing.querySelector("[data-share]").hidden = Boolean(address);
  };
  show(field.dataset.address);
  sharing.querySelector("[data-share]").addEventListener("click", async () => {
    const link = await ask(sharing, "POST", "share/", {}, [200, 201]);
    if (!link) return;
    show(link.page_url);
    say(sharing, "");
    field.select();
  });
  sharing.querySelector("[data-revoke]").addEventListener("click", async () => {
    if (!(await ask(sharing, "DELETE", "share/", undefined, [204]))) return;
    show("");
    say(sharing, texts.revoked);
  });
  sharing.querySelector("[data-copy-link]").addEventListener("click", async () => {
    field.select();
    // Outside of a secure context there is no clipboard; the text is selected, to be copied by hand.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(field.value);
    say(sharing, texts.copied);
  });
}

// -- Reporting

const form = document.getElementById("report-form");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const dialog = form.closest("dialog");
  const { cause, text } = Object.fromEntries(new FormData(form));
  try {
    if (!(await ensureGuest())) return say(dialog, texts.noGuest);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    return say(dialog, texts.offline);
  }
  if (!(await ask(dialog, "POST", "report/", { cause, text }, [201]))) return;
  form.reset();
  say(dialog, texts.reported);
});

// -- Waiting for the check

const POLLS = [500, 1000, 2000, 3000, 5000, 10000, 20000, 30000];
if (document.querySelector("[data-waits]")) wait();

async function wait() {
  for (const pause of POLLS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const { status, data } = await request("GET", texts.url + texts.query);
      if (status === 200 && data.status !== "finished") return location.reload();
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
    }
  }
}
