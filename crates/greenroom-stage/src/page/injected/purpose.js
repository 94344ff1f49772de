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

// Words of several languages, and what courses put in ids and classes.
const PURPOSES = [
  ["navigation_next", /\b(next|continue|forward|weiter|suivant|siguiente|avanti|próximo|volgende|nästa)\b|[→›»❯▶]$|nav-?next/i],
  ["navigation_previous", /\b(prev|previous|back|zurück|précédent|anterior|indietro|vorige|föregående)\b|^[←‹«❮◀]|nav-?prev/i],
  ["submit", /\b(submit|check|confirm|done|absenden|prüfen|valider|enviar|comprobar|invia|verifica)\b|check-answer/i],
  ["menu", /\b(menu|contents|outline|toc|inhalt|sommaire|índice|indice)\b|nav-menu/i],
  ["close", /\b(close|exit|quit|schließen|beenden|fermer|quitter|cerrar|salir|chiudi|esci)\b/i],
  ["play", /\b(play|pause|abspielen|lecture|reproducir)\b/i],
  ["reset", /\b(reset|retry|try again|restart|clear|zurücksetzen|wiederholen|réessayer|reintentar)\b/i],
];
const purposeOf = (element) => {
  const words = [labelOf(element), element.getAttribute("rel"), element.title];
  const names = [element.id, element.getAttribute("data-testid"), element.getAttribute("class")]
    .map((name) => (name ?? "").replace(/[-_]/g, " "));
  for (const texts of [words, names, [element.getAttribute("data-testid") ?? ""]]) {
    const found = PURPOSES.find(([, pattern]) => texts.some((text) => text && pattern.test(text)));
    if (found) return found[0];
  }
  return element.type === "submit" && element.form ? "submit" : element.type === "reset" ? "reset" : null;
};
