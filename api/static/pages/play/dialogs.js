/* The help with its setting, and the questions before something that cannot be undone; and what all dialogs of the page share. */

const shown = (id) => document.getElementById(id);

export class Dialogs extends EventTarget {
  /** Tells what a question is answered by: `finish` when the player wants the game finished. @param {{doubleTap: boolean}} settings */
  constructor(settings) {
    super();
    for (const button of document.querySelectorAll("dialog [data-close]")) {
      button.addEventListener("click", () => button.closest("dialog").close());
    }
    for (const dialog of document.querySelectorAll("dialog")) {
      // A press beside a dialog closes it.
      dialog.addEventListener("pointerdown", (event) => {
        if (event.target === dialog && dialog.matches(":modal") && !isWithin(dialog, event)) dialog.close();
      });
    }
    shown("double-tap").checked = settings.doubleTap;
    shown("double-tap").addEventListener("change", ({ target }) => (settings.doubleTap = target.checked));
    for (const button of document.querySelectorAll("dialog [data-answer]")) {
      button.addEventListener("click", () => {
        button.closest("dialog").close();
        this.dispatchEvent(new Event(button.dataset.answer));
      });
    }
  }

  open(id) {
    if (!shown(id).open) shown(id).showModal();
  }

  /** @param {import("../rules.js").Table} table */
  askToFinish(table) {
    shown("finish-score").textContent = table.scoreText;
    shown("finish-home").textContent = `${table.cardsHome}/104`;
    this.open("finish");
  }
}

function isWithin(element, { clientX, clientY }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
