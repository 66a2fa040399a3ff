/* A button that copies the address of its page, and says so. */

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.setAttribute("aria-live", "polite");
  const label = button.textContent;
  let timer;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.origin + location.pathname);
    button.textContent = button.dataset.done;
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), 2500);
  });
}
