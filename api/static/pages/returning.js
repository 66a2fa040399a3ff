/* Browsers keep pages that one has left, and show them again as they were. Such a page was made for whoever one was then:
   who has signed in or out since, or become a guest, gets it anew, and nobody sees what was another's. */

import { token } from "./service.js";

const madeFor = token();

addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || token() === madeFor) return;
  document.body.hidden = true;
  location.reload();
});
