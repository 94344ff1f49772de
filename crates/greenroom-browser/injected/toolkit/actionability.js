// Whether an element can be acted on with the pointer, and where.

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    // A window that is not shown paints nothing.
    setTimeout(resolve, 100);
  });

function sameRect(a, b) {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

// { x, y } in this frame's viewport, or { reason, detail }.
async function pointFor(element, needs) {
  const no = (reason, detail) => ({ reason, detail });
  if (!element.isConnected) return no("not_found", "it was removed from the document");
  const hidden = whyHidden(element);
  if (hidden) return no("not_visible", hidden);
  if (needs.enabled && disabled(element)) return no("disabled", `${nameOf(element)} is disabled`);
  // The first frame may show what was laid out before; the next one tells whether it moves.
  await painted();
  const before = rectOf(element);
  await painted();
  if (!element.isConnected) return no("not_found", "it was removed from the document");
  if (!sameRect(before, rectOf(element))) return no("unstable", "it is moving");
  if (!whollyInViewport(element)) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    await painted();
  }
  const point = middleOf(element);
  if (!point) return no("not_visible", "it cannot be scrolled into view");
  if (!needs.hit) return point;
  const cover = coverAt(element, point.x, point.y);
  return cover ? no("obscured", `${nameOf(cover)} covers it`) : point;
}

function whollyInViewport(element) {
  const rect = boundsOf(element);
  return rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;
}

// The middle of the part of the first box that is in the viewport.
function middleOf(element) {
  const boxes = Array.from(element.getClientRects());
  for (const box of boxes.length > 0 ? boxes : [boundsOf(element)]) {
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right > left && bottom > top) return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  return null;
}

// The element that gets the pointer at this point, through open shadow roots.
function deepestAt(x, y) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

// What covers `element` at this point; null if a click there reaches it.
function coverAt(element, x, y) {
  const hit = deepestAt(x, y);
  if (!hit) return document.documentElement;
  for (let node = hit; node; node = parentAcross(node)) {
    if (node === element) return null;
    // A click on a label is a click on its control.
    if (node.localName === "label" && node.control === element) return null;
  }
  // An inline element whose box lies in the gap between its lines, or an image map.
  const inside = element.contains(hit) || (element.localName === "area" && hit.localName === "img");
  return inside ? null : hit;
}

// A point of the frame in `owner`, as a point of the document that holds the frame.
function throughFrame(owner, x, y, hit) {
  const rect = owner.getBoundingClientRect();
  const style = getComputedStyle(owner);
  const scaleX = owner.offsetWidth > 0 ? rect.width / owner.offsetWidth : 1;
  const scaleY = owner.offsetHeight > 0 ? rect.height / owner.offsetHeight : 1;
  const point = {
    x: rect.left + (owner.clientLeft + parseFloat(style.paddingLeft) + x) * scaleX,
    y: rect.top + (owner.clientTop + parseFloat(style.paddingTop) + y) * scaleY,
  };
  const cover = hit ? coverAt(owner, point.x, point.y) : null;
  return cover ? { reason: "obscured", detail: `${nameOf(cover)} covers its frame` } : point;
}
