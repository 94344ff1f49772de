// The controls and the texts of this document that can be seen, each under its selector.
() => {
  const MOST = 200;
  const flat = (text) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, 160);
  const scopes = [document, ...greenroom.shadowRootsIn(document)];
  const all = (selector) => scopes.flatMap((scope) => Array.from(scope.querySelectorAll(selector)));
  const CONTROL = "input:not([type=hidden]), select, textarea, button, [contenteditable=''], [contenteditable=true], "
    + "[role=button], [role=radio], [role=checkbox], [role=option], [role=slider], [role=textbox]";
  const elements = {};
  const controls = all(CONTROL).filter(greenroom.visible).slice(0, MOST);
  for (const element of controls) {
    const { type, value, checked } = greenroom.valueOf(element);
    const chosen = ["radio", "checkbox"].includes(type) ? checked : null;
    const marked = element.getAttribute("aria-checked") ?? element.getAttribute("aria-selected") ?? element.getAttribute("aria-pressed");
    elements[greenroom.selectorOf(element)] = {
      control: type ?? element.getAttribute("role") ?? element.localName,
      value: ["button", "submit", "reset"].includes(type) ? null : value,
      checked: chosen ?? (marked === null ? null : marked === "true"),
      disabled: greenroom.disabled(element) ? true : null,
      label: flat(element.labels?.[0]?.innerText ?? element.getAttribute("aria-label") ?? element.innerText) || null,
    };
  }
  const inControl = new Set(controls);
  const ownText = (element) => flat(Array.from(element.childNodes)
    .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(" "));
  const texts = all("body *, output").filter((element) =>
    !inControl.has(element) && !["script", "style", "noscript", "option", "title"].includes(element.localName)
      && ownText(element) !== "" && greenroom.visible(element));
  for (const element of texts.slice(0, MOST)) elements[greenroom.selectorOf(element)] ??= { text: ownText(element) };
  return { title: document.title, elements };
}
