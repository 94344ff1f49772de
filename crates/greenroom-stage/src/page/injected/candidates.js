// Elements that are no controls, can be seen, and hold none: any of them may listen to the pointer.
() => {
  const MOST = 120;
  const CONTROL = "a, button, input, select, textarea, label, summary, [role=button], [role=link], [role=tab], [onclick]";
  const found = [];
  for (const scope of [document, ...greenroom.shadowRootsIn(document)]) {
    for (const element of scope.querySelectorAll("div, span, li, img, svg, td, p, section, article, figure, canvas, h1, h2, h3, h4")) {
      if (found.length === MOST) return found;
      const { width, height } = element.getBoundingClientRect();
      if (width < 8 || height < 8 || element.closest("a, button, label") || element.querySelector(CONTROL)) continue;
      if (greenroom.visible(element)) found.push(element);
    }
  }
  return found;
}
