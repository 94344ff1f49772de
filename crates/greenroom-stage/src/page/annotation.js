// Draws a numbered box over every mark, above everything that the page shows.
(marks) => {
  const layer = document.createElement("div");
  layer.style.cssText = "all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none;";
  // Closed, so that scripts and styles of a course neither see nor change the boxes.
  const root = layer.attachShadow({ mode: "closed" });
  for (const { label, x, y, width, height } of marks) {
    const box = document.createElement("div");
    box.style.cssText = "position: absolute; box-sizing: border-box; border: 2px solid #c2185b;";
    Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    const number = document.createElement("span");
    number.textContent = label;
    number.style.cssText = "position: absolute; left: -2px; background: #c2185b; color: #fff; padding: 0 3px; white-space: nowrap;"
      + "font: bold 11px/14px sans-serif;";
    // Above its box, unless that is outside of the picture.
    number.style.top = y >= 14 ? "-14px" : "-2px";
    box.append(number);
    root.append(box);
  }
  document.documentElement.append(layer);
  globalThis.greenroomAnnotation = layer;
}
