/* The line at the table that tells what was done, or why it was not: seen, and read out. */

export function say(text, { isRefusal = false } = {}) {
  const said = document.getElementById("said");
  const sentence = text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);
  said.classList.toggle("refusal", isRefusal);
  // The same words again are read out again only if the element has changed in between.
  if (said.textContent === sentence) said.textContent = "";
  said.textContent = sentence;
}
