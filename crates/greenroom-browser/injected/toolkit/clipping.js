// Whether an element is cut off where nobody can scroll to.

// A `clip-path` or `clip` that leaves nothing, as styles use it that are for screen readers only.
function clippedAway(style) {
  const inset = style.clipPath.match(/^inset\((\d+(?:\.\d+)?)%\)$/);
  if (inset && Number(inset[1]) >= 50) return `clip-path: ${style.clipPath}`;
  const edges = style.clip.match(/^rect\(([^)]*)\)$/)?.[1].split(/[ ,]+/).map(parseFloat);
  const empty = edges?.length === 4 && (edges[2] <= edges[0] || edges[1] <= edges[3]);
  return empty && ["absolute", "fixed"].includes(style.position) ? `clip: ${style.clip}` : null;
}

// Whether boxes of this position lie in `style`'s box, and so are cut off with it.
function holds(style, position) {
  const transformed = style.transform !== "none" || style.perspective !== "none" || style.filter !== "none"
    || /paint|layout|strict|content/.test(style.contain) || /transform|perspective|filter/.test(style.willChange);
  if (position === "fixed") return transformed;
  return position !== "absolute" || transformed || style.position !== "static";
}

// What an element shows of what is in it: its padding box, or the window for the root.
function windowOf(node) {
  if (node === document.documentElement) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const rect = node.getBoundingClientRect();
  const scale = { x: node.offsetWidth ? rect.width / node.offsetWidth : 1, y: node.offsetHeight ? rect.height / node.offsetHeight : 1 };
  const left = rect.left + node.clientLeft * scale.x;
  const top = rect.top + node.clientTop * scale.y;
  return { left, top, right: left + node.clientWidth * scale.x, bottom: top + node.clientHeight * scale.y };
}

// The window takes its overflow from the root, or from the body if the root leaves it open.
function overflowOf(node, style) {
  const root = document.documentElement;
  const open = (of) => of.overflowX === "visible" && of.overflowY === "visible";
  if (node === document.body && open(getComputedStyle(root))) return null;
  const from = node === root && open(style) && document.body ? getComputedStyle(document.body) : style;
  return { x: from.overflowX, y: from.overflowY };
}

// What cuts `element` off, or null. `rect` is where it is.
function whyClipped(element, { left, top, right, bottom }) {
  let box = { left, top, right, bottom };
  let position = "static";
  for (let node = element; node; node = parentAcross(node)) {
    const style = getComputedStyle(node);
    const away = clippedAway(style);
    if (away) return `${node === element ? "it has" : `${nameOf(node)} has`} ${away}`;
    if (node === element || style.display === "contents") {
      if (node === element) position = style.position;
      continue;
    }
    const isRoot = node === document.documentElement;
    if (!isRoot && !holds(style, position)) continue;
    const overflow = position === "fixed" && isRoot ? null : overflowOf(node, style);
    // An inline box cuts nothing off, nor does one that lets everything show.
    const open = !overflow || style.display === "inline" || (overflow.x === "visible" && overflow.y === "visible");
    if (!open) {
      const shown = windowOf(node);
      const stuck = (axis) => ["hidden", "clip"].includes(overflow[axis]);
      const beside = stuck("x") && (box.right <= shown.left || box.left >= shown.right);
      const beyond = stuck("y") && (box.bottom <= shown.top || box.top >= shown.bottom);
      if (beside || beyond) return `${nameOf(node)} cuts it off`;
      // What can be scrolled to is seen where the scrolling happens.
      if (!stuck("x")) box = { ...box, left: shown.left, right: shown.right };
      if (!stuck("y")) box = { ...box, top: shown.top, bottom: shown.bottom };
    }
    position = style.position;
  }
  return null;
}
