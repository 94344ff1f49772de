// What is wider than this window, outermost first. What may need two dimensions is left out:
// tables, pictures, media, drawings, and what scrolls in a box of its own.
() => {
  const room = document.documentElement.clientWidth;
  const page = document.scrollingElement ?? document.documentElement;
  if (page.scrollWidth <= room + 1) return { needed: page.scrollWidth, wide: [] };
  const exempt = "table, table *, img, svg, svg *, video, canvas, object, embed, pre, code, math, iframe, frame, frameset, html, body, script, style";
  const scrolls = (element) => {
    for (let node = element; node && node !== document.body; node = node.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(node).overflowX)) return true;
    }
    return false;
  };
  const wide = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (wide.some((outer) => outer.contains(element)) || element.matches(exempt) || !greenroom.visible(element)) continue;
    const { right, width } = element.getBoundingClientRect();
    if (right + scrollX > room + 1 && !scrolls(element.parentElement)) {
      if (width > 0) wide.push(element);
    }
  }
  return {
    needed: page.scrollWidth,
    wide: wide.slice(0, 10).map((element) => {
      const { right, width } = element.getBoundingClientRect();
      return {
        selector: greenroom.selectorOf(element), html: element.outerHTML.replace(/\s+/g, " ").slice(0, 120),
        problem: `${Math.round(width)} px wide, ends at ${Math.round(right + scrollX)} of ${room} px`,
      };
    }),
  };
}
