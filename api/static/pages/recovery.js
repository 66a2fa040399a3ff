/* The page for a forgotten password: who comes by the link of a mail chooses a new one.

   What the link holds stands behind its #, which the browser sends to nobody; it goes into the form, and out of the
   address, so that it stays in no history. */

const choose = document.getElementById("choose");

function open() {
  const [player, token] = location.hash.slice(1).split(".");
  if (!choose || !player || !token) return;
  choose.elements.player.value = player;
  choose.elements.token.value = token;
  document.getElementById("ask").hidden = true;
  choose.hidden = false;
  history.replaceState(null, "", location.pathname);
}

open();
// Another link, opened where the page is shown already.
window.addEventListener("hashchange", open);
