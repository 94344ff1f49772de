// What `scorm_dom_query` tells about an element; long texts are cut and marked.
(element, query) => {
  const wants = (part) => query === "all" || query === part;
  // In an answer about everything each part stays short.
  const short = (text, limit = query === "all" ? 500 : 5000) =>
    text.length > limit ? `${text.slice(0, limit)}…` : text;
  const seen = { tagName: element.tagName };
  if (wants("text")) {
    seen.textContent = short(element.textContent ?? "");
    seen.innerText = short(element.innerText ?? "");
  }
  if (wants("attributes")) {
    seen.attributes = Object.fromEntries(
      Array.from(element.attributes, ({ name, value }) => [name, short(value)]),
    );
  }
  if (wants("visibility")) {
    const hidden = greenroom.whyHidden(element);
    seen.visible = hidden === null;
    seen.rect = greenroom.rectOf(element);
    seen.in_viewport = greenroom.inViewport(element);
    if (hidden !== null) seen.why_hidden = hidden;
  }
  if (wants("styles")) {
    const style = getComputedStyle(element);
    const names =
      query === "styles"
        ? Array.from(style).filter((name) => !name.startsWith("-"))
        : ["display", "position", "visibility", "opacity", "color", "background-color", "font-size",
          "font-family", "font-weight", "width", "height", "margin", "padding", "border", "overflow",
          "z-index", "cursor", "pointer-events", "transform"];
    seen.computedStyles = Object.fromEntries(names.map((name) => [name, short(style.getPropertyValue(name))]));
  }
  if (wants("value")) {
    const { value, checked } = greenroom.valueOf(element);
    seen.value = value;
    seen.checked = checked;
  }
  return seen;
}
