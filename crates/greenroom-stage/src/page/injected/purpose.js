// What an element says and what it is for.
// A form's own properties are hidden by fields of the same name: what is no text is ignored.
const flat = (text, limit = 80) => {
  const words = (typeof text === "string" ? text : "").replace(/\s+/g, " ").trim();
  return words.length > limit ? `${words.slice(0, limit)}…` : words;
};
const labelOf = (element) => {
  const by = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById?.(id)?.textContent ?? "").join(" ");
  const options = [element.getAttribute("aria-label"), by, element.labels?.[0]?.innerText, element.alt,
    ["button", "submit", "reset"].includes(element.type) ? element.value : "",
    element.isContentEditable || ["select", "input", "textarea"].includes(element.localName) ? "" : element.innerText,
    element.querySelector?.("img[alt]")?.alt, element.title, element.placeholder];
  return flat(options.find((text) => flat(text)) ?? "");
};

// What labels and tooltips say, and what courses put in ids and classes.
const PURPOSES = [
  ["navigation_next", (text) => isCalled(NEXT, text) || /^[→›»❯▶>]+$|[→›»❯▶]$/.test(text.trim()), /\bnext\b(?! steps?\b)|\bnav ?next/i],
  ["navigation_previous", (text) => isCalled(PREVIOUS, text) || /^[←‹«❮◀<]+$|^[←‹«❮◀]/.test(text.trim()), /\b(prev|previous)\b|\bnav ?prev/i],
  ["submit", (text) => isCalled(SUBMIT, text)
    || /\b(submit|check|confirm|done|absenden|prüfen|valider|enviar|comprobar|invia|verifica)\b|check-answer/i.test(text), /\b(submit|check answer)\b/i],
  ["menu", /\b(menu|contents|outline|toc|inhalt|sommaire|índice|indice)\b/i, /\b(menu|toc|outline)\b/i],
  ["close", (text) => isCalled(EXIT, text), /\b(close|exit|quit)\b/i],
  ["play", /\b(play|pause|abspielen|lecture|reproducir)\b/i, /\b(play|pause)\b/i],
  ["reset", /\b(reset|retry|try again|restart|clear|zurücksetzen|wiederholen|réessayer|reintentar)\b/i, /\b(reset|retry|restart)\b/i],
];
const purposeOf = (element) => {
  const words = [labelOf(element), element.getAttribute("rel"), element.title];
  const names = [element.id, element.getAttribute("data-testid"), element.getAttribute("class")]
    .map((name) => (name ?? "").replace(/[-_]/g, " "));
  const says = (test, text) => (typeof test === "function" ? test(text) : test.test(text));
  const said = PURPOSES.find(([, test]) => words.some((text) => text && says(test, text)));
  if (said) return said[0];
  const named = PURPOSES.find(([, , pattern]) => names.some((name) => name && pattern.test(name)));
  // A label of many words says what the control is for, whatever its class says.
  if (named && wordsOf(words[0]).split(" ").length <= 4) return named[0];
  return element.type === "submit" && element.form ? "submit" : element.type === "reset" ? "reset" : null;
};
